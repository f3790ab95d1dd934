package reading

import (
	"slices"
	"strings"
	"testing"
)

func TestTechnologyInContext(t *testing.T) {
	for text, want := range map[string]string{
		"go deeper": "", "Go deeper": "", "the Go code panics": "Go", "written in Rust": "Rust", "rust on the hull": "", "a swift answer": "",
		"express your idea": "", "the express server": "Express", "React to feedback": "", "use `react`": "React", "golang": "Go",
		"go-concurrency.md": "Go", "go-to-market.md": "", "rust.md": "Rust", "swift-response.md": "", "we should not go": "", "Spring Boot app": "Spring",
		"spring cleaning": "", "Kafkaesque": "", "Node.js 22": "Node.js", "SQL Server": "SQL Server", "AWS Lambda": "Lambda", "C# code": "C#", "vitamin C": "",
	} {
		got := ""
		if found := Named(text); found != nil {
			got = found.Name
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestTechnologiesAreSorted(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(technologiesText), "\n")[2:]
	key := func(line string) string {
		name, _, _ := strings.Cut(line, "|")
		name, _, _ = strings.Cut(name, ",")
		return strings.ToLower(strings.TrimSuffix(name, "*"))
	}
	if !slices.IsSortedFunc(lines, func(a, b string) int { return strings.Compare(key(a), key(b)) }) {
		t.Error("the technologies are not sorted")
	}
	technologies()
}

// Short names are those of technologies only where they are written like them.
func TestShortNames(t *testing.T) {
	for text, want := range map[string]string{
		"s3.md": "", "s3": "", "go.md": "", "the s3 is wrong": "", "S3 uploads fail": "S3", "s3 bucket policy": "S3",
		"upload to s3": "S3", "`s3`": "S3", "S3.md": "S3", "go-concurrency.md": "Go", "the Go code": "Go", "in Go": "Go", "the C# code": "C#", "c.md": "",
	} {
		got := ""
		if found := Named(text); found != nil {
			got = found.Name
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
