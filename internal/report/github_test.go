package report

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/text"
)

// command is a line of a log as the runner of GitHub Actions takes it.
type command struct {
	name       string
	properties map[string]string
	data       string
}

// parseCommand reads a line as the runner does (TryParseV2 of its ActionCommand.cs): a command begins with two colons, white
// space before them aside, and ends with the next two; properties are parted by commas.
func parseCommand(line string) (c command, ok bool) {
	rest, ok := strings.CutPrefix(strings.TrimLeft(line, " \t\v\f\r\u0085\u00a0\u2028\u2029"), "::")
	if !ok {
		return c, false
	}
	info, data, ok := strings.Cut(rest, "::")
	if !ok {
		return c, false
	}
	name, properties, _ := strings.Cut(info, " ")
	c = command{name: name, properties: map[string]string{}, data: unescape(data, "%0D", "\r", "%0A", "\n", "%25", "%")}
	for property := range strings.SplitSeq(strings.TrimSpace(properties), ",") {
		if key, value, ok := strings.Cut(property, "="); ok && key != "" && value != "" {
			c.properties[key] = unescape(value, "%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",", "%25", "%")
		}
	}
	return c, true
}

// unescape puts tokens back one after the other, as the runner does.
func unescape(s string, pairs ...string) string {
	for i := 0; i < len(pairs); i += 2 {
		s = strings.ReplaceAll(s, pairs[i], pairs[i+1])
	}
	return s
}

func TestGitHubCommandsOfHostileFindings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		doc, run := documents.Draw(t, "document"), runs.Draw(t, "run")
		lines := strings.Split(string(written(t, WriteGitHub, doc, run)), "\n")
		if last := lines[len(lines)-1]; last != "" {
			t.Fatalf("no line end behind %q", last)
		}
		lines = lines[:len(lines)-1]
		for _, wanted := range []string{"error", "warning"} {
			for i := range doc.Findings {
				f := &doc.Findings[i]
				if level(f, notice) != wanted {
					continue
				}
				c, ok := parseCommand(lines[0])
				if !ok || c.name != wanted {
					t.Fatalf("%q is no %s", lines[0], wanted)
				}
				lines = lines[1:]
				if c.properties["line"] == "" {
					break // the rest is counted
				}
				checkCommand(t, f, c, run)
			}
		}
		if len(lines) > 0 {
			t.Errorf("further lines: %q", lines)
		}
	})
}

func checkCommand(t *rapid.T, f *finding.Finding, c command, run Run) {
	message := text.Visible(f.Message)
	if f.Fix != "" {
		message += "\n" + text.Visible(f.Fix)
	}
	if c.data != message {
		t.Errorf("data %q, want %q", c.data, message)
	}
	at := placeOf(f.Line, f.Column, f.EndLine, f.EndColumn)
	want := map[string]string{"file": named(run.path(f.Path), actsInLog), "line": strconv.Itoa(at.line), "endLine": strconv.Itoa(at.endLine), "title": "kbgate " + f.Gate}
	if at.line == at.endLine {
		want["col"], want["endColumn"] = strconv.Itoa(at.column), strconv.Itoa(at.endColumn)
	}
	if want["file"] == "" {
		delete(want, "file")
	}
	for key, value := range want {
		// The runner trims the white space behind the last property.
		if got := c.properties[key]; got != value && (key != "title" || strings.TrimSpace(got) != strings.TrimSpace(value)) {
			t.Errorf("%s is %q, want %q", key, got, value)
		}
	}
	if len(c.properties) != len(want) {
		t.Errorf("properties %v, want %v", c.properties, want)
	}
}

func TestGitHubKeepsTen(t *testing.T) {
	for _, test := range []struct{ errors, warnings int }{{0, 0}, {10, 1}, {11, 10}, {3, 500}} {
		doc := &finding.Document{}
		for i := range test.errors + test.warnings {
			severity := finding.Blocking
			if i >= test.errors {
				severity = finding.Warning
			}
			doc.Findings = append(doc.Findings, finding.Finding{Gate: "g", Severity: severity, Path: fmt.Sprint(i), Message: "m"})
		}
		out := string(written(t, WriteGitHub, doc, Run{}))
		for name, n := range map[string]int{"error": test.errors, "warning": test.warnings} {
			if got := strings.Count(out, "::"+name+" "); got != min(n, 10) {
				t.Errorf("%+v: %d of %s", test, got, name)
			}
			if rest := fmt.Sprintf("::%s title=kbgate::%d more are not shown", name, n-9); strings.Contains(out, rest) != (n > 10) {
				t.Errorf("%+v: the rest of %s is not counted:\n%s", test, name, out)
			}
		}
	}
}
