package comment

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/finding"
)

// The readers of docs/comments.md read what Parse does, and nothing else.
func TestTheReadersOfTheDocuments(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "comments.md"))
	if err != nil {
		t.Fatal(err)
	}
	bodies := exampleBodies(t)
	input, err := json.Marshal(bodies)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ language, program, file, calls string }{
		{"python", "python3", "reader.py", "\nimport sys\njson.dump([rejection(b) for b in json.loads(sys.stdin.buffer.read())], sys.stdout)\n"},
		{"javascript", "node", "reader.js", "\nconsole.log(JSON.stringify(JSON.parse(require('fs').readFileSync(0, 'utf8')).map(rejection)));\n"},
	} {
		t.Run(c.language, func(t *testing.T) {
			code := regexp.MustCompile("(?s)\n```" + c.language + "\n(.*?)\n```\n").FindSubmatch(page)
			if code == nil {
				t.Fatal("the page has no such reader")
			}
			if lines := bytes.Count(code[1], []byte("\n")) + 1; lines > 10 {
				t.Errorf("the reader takes %d lines", lines)
			}
			program, err := exec.LookPath(c.program)
			if err != nil {
				if os.Getenv("CI") == "true" {
					t.Fatal(c.program + " is not installed")
				}
				t.Skip(c.program + " is not installed")
			}
			file := filepath.Join(t.TempDir(), c.file)
			if err := os.WriteFile(file, append(code[1], c.calls...), 0o600); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(program, file)
			cmd.Stdin = bytes.NewReader(input)
			var complaint bytes.Buffer
			cmd.Stderr = &complaint
			out, err := cmd.Output()
			if err != nil {
				t.Fatalf("%v: %s", err, complaint.String())
			}
			var blocks []any
			if err := json.Unmarshal(out, &blocks); err != nil || len(blocks) != len(bodies) {
				t.Fatalf("%d blocks of %d comments, %v", len(blocks), len(bodies), err)
			}
			for i, body := range bodies {
				if want := payloadOf(t, body); !reflect.DeepEqual(blocks[i], want) {
					t.Errorf("read %v\nwant %v\nof %s", blocks[i], want, body)
				}
			}
		})
	}
}

// payloadOf is the block of a comment as JSON, nil where it has none.
func payloadOf(t *testing.T, body string) (block any) {
	t.Helper()
	s, err := Parse(body)
	if err != nil {
		return nil
	}
	if err := json.Unmarshal(s.Payload, &block); err != nil {
		t.Fatal(err)
	}
	return block
}

// exampleBodies are comments with a block, however they were shown, and comments that have none.
func exampleBodies(t *testing.T) []string {
	t.Helper()
	var bodies []string
	add := func(body string) {
		for _, shown := range sanitisers(body) {
			bodies = append(bodies, shown)
		}
		bodies = append(bodies, "> "+strings.ReplaceAll(body, "\n", "\n> "), "He said:\n\n"+body, "````\n"+body+"````\n")
		for _, around := range quotations(htmlComment.ReplaceAllString(body, "")) {
			bodies = append(bodies, around)
		}
	}
	add(rendered(t, about, Options{Key: testKey}, someFindings()...))
	add(rendered(t, about, Options{}))
	add(rendered(t, about, Options{Unverified: true}, someFindings()[0]))
	for _, s := range hostile {
		add(rendered(t, about, Options{}, finding.Finding{Gate: "scope_error", Severity: finding.Blocking, Path: s, Message: s, Fix: s, Target: s}))
		if !strings.HasPrefix(s, Marker) {
			bodies = append(bodies, strings.ToValidUTF8(s, "?"))
		}
	}
	return bodies
}
