package internal_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

var (
	mdLink    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	mdHeading = regexp.MustCompile(`(?m)^#+ (.+)$`)
	mdCode    = regexp.MustCompile("(?ms)^```.*?^```$|``[^\n]+?``|`[^`\n]+`|^    [^\n]*$")
	citation  = regexp.MustCompile(`contracts\.md#([a-z-]+)`)
)

// A link between the project's pages leads to a page that exists, and to a heading that it has.
func TestLinksBetweenPages(t *testing.T) {
	var pages []string
	for _, pattern := range []string{"../*.md", "../docs/*.md"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, found...)
	}
	for _, page := range pages {
		for _, link := range mdLink.FindAllStringSubmatch(mdCode.ReplaceAllString(read(t, page), ""), -1) {
			target, anchor, _ := strings.Cut(link[1], "#")
			if strings.Contains(target, "://") {
				continue
			}
			file := page
			if target != "" {
				file = filepath.Join(filepath.Dir(page), target)
			}
			if _, err := os.Stat(file); err != nil {
				t.Errorf("%s links to %s, which does not exist", page, link[1])
			} else if anchor != "" && !anchorsOf(t, file)[anchor] {
				t.Errorf("%s links to %s, but that page has no such heading", page, link[1])
			}
		}
	}
}

// A comment cites a contract by a name that docs/contracts.md has.
func TestCitedContractsExist(t *testing.T) {
	names := anchorsOf(t, "../docs/contracts.md")
	files, err := filepath.Glob("../*/*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, pattern := range []string{"../*/*/*/*.go", "../*/*/*/*/*.go"} {
		deeper, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, deeper...)
	}
	for _, file := range files {
		for _, cited := range citation.FindAllStringSubmatch(read(t, file), -1) {
			if !names[cited[1]] {
				t.Errorf("%s cites %s, which docs/contracts.md does not have", file, cited[0])
			}
		}
	}
}

// anchorsOf gives the names by which links reach the headings of a page, as GitHub makes them.
func anchorsOf(t *testing.T, page string) map[string]bool {
	t.Helper()
	anchors := map[string]bool{}
	for _, heading := range mdHeading.FindAllStringSubmatch(read(t, page), -1) {
		anchors[strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
				return unicode.ToLower(r)
			}
			return -1
		}, heading[1])] = true
	}
	return anchors
}

func read(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
