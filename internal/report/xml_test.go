package report

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/kbgate/kbgate/internal/text"
)

// element is what may stand in an element of XML.
type element struct {
	required, optional []string // attributes
	children           []string
}

// junitElements are those of Jenkins's junit-10.xsd that are used, checkstyleElements those that Checkstyle's XMLLogger
// writes.
var (
	junitElements = map[string]element{
		"testsuites": {optional: []string{"name", "time", "tests", "failures", "errors"}, children: []string{"testsuite"}},
		"testsuite": {required: []string{"name", "tests", "failures", "errors"}, optional: []string{"group", "time", "skipped", "timestamp",
			"hostname", "id", "package", "file", "log", "url"}, children: []string{"testcase"}},
		"testcase":   {required: []string{"name"}, optional: []string{"classname", "time", "group"}, children: []string{"failure", "skipped", "system-out", "system-err"}},
		"failure":    {optional: []string{"type", "message"}},
		"skipped":    {optional: []string{"type", "message"}},
		"system-out": {},
		"system-err": {},
	}
	checkstyleElements = map[string]element{
		"checkstyle": {required: []string{"version"}, children: []string{"file"}},
		"file":       {required: []string{"name"}, children: []string{"error"}},
		"error":      {required: []string{"line", "severity", "message", "source"}, optional: []string{"column"}},
	}
)

// follow reads XML strictly and holds it against what may stand in it.
func follow(t rapid.TB, data []byte, root string, elements map[string]element) {
	t.Helper()
	open := []element{{children: []string{root}}}
	dec := xml.NewDecoder(bytes.NewReader(data))
	for {
		token, err := dec.Token()
		switch {
		case errors.Is(err, io.EOF):
			return
		case err != nil:
			t.Fatalf("%v in\n%.2000s", err, data)
		}
		switch token := token.(type) {
		case xml.StartElement:
			name := token.Name.Local
			if !slices.Contains(open[len(open)-1].children, name) {
				t.Fatalf("%s stands where only %v may", name, open[len(open)-1].children)
			}
			checkAttributes(t, token, elements[name])
			open = append(open, elements[name])
		case xml.EndElement:
			open = open[:len(open)-1]
		}
	}
}

func checkAttributes(t rapid.TB, token xml.StartElement, e element) {
	t.Helper()
	var names []string
	for _, a := range token.Attr {
		if slices.Contains(names, a.Name.Local) || !slices.Contains(slices.Concat(e.required, e.optional), a.Name.Local) {
			t.Errorf("%s has an attribute %s", token.Name.Local, a.Name.Local)
		}
		names = append(names, a.Name.Local)
	}
	for _, name := range e.required {
		if !slices.Contains(names, name) {
			t.Errorf("%s has no %s", token.Name.Local, name)
		}
	}
}

func TestCheckstyleOfHostileFindings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		doc, run := documents.Draw(t, "document"), runs.Draw(t, "run")
		data := written(t, WriteCheckstyle, doc, run)
		follow(t, data, "checkstyle", checkstyleElements)
		var read struct {
			Files []checkstyleFile `xml:"file"`
		}
		if err := xml.Unmarshal(data, &read); err != nil {
			t.Fatal(err)
		}
		var i int
		for _, file := range read.Files {
			for _, e := range file.Errors {
				f := &doc.Findings[i]
				i++
				if file.Name != asRead(inXML(run.path(f.Path))) || e.Message != asRead(text.Visible(sentences(f))) || e.Severity != level(f, "info") || e.Source != asRead("kbgate."+f.Gate) {
					t.Errorf("%q: %+v, of %+v", file.Name, e, f)
				}
			}
		}
		if i != len(doc.Findings) {
			t.Errorf("%d errors of %d findings", i, len(doc.Findings))
		}
	})
}

func TestJUnitOfHostileFindings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		doc, run := documents.Draw(t, "document"), runs.Draw(t, "run")
		data := written(t, WriteJUnit, doc, run)
		follow(t, data, "testsuites", junitElements)
		var read struct {
			Tests    int          `xml:"tests,attr"`
			Failures int          `xml:"failures,attr"`
			Suites   []junitSuite `xml:"testsuite"`
		}
		if err := xml.Unmarshal(data, &read); err != nil {
			t.Fatal(err)
		}
		tests, failures, skipped, told := 0, 0, 0, 0
		for _, suite := range read.Suites {
			for _, c := range suite.Cases {
				tests++
				for _, part := range []*junitText{c.Failure, c.Skipped} {
					if part != nil {
						told += strings.Count(part.Text, "\n  fix: ")
					}
				}
				if c.Failure != nil {
					failures++
				} else if c.Skipped != nil {
					skipped++
				}
			}
		}
		if tests != read.Tests || failures != read.Failures || tests != failures+skipped+1 || told != len(doc.Findings) {
			t.Errorf("%d tests (said are %d), %d failures (%d), %d skipped, %d of %d findings", tests, read.Tests, failures, read.Failures, skipped, told, len(doc.Findings))
		}
		if fails := doc.Summary.Blocking > 0 || run.Strict && doc.Summary.Warning > 0; fails != (failures > 0) {
			t.Errorf("%d failures, but the check fails: %v", failures, fails)
		}
	})
}

// asRead is a text as it comes back from XML: characters that XML 1.0 has not are replaced.
func asRead(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t', r == '\n', r == '\r', r >= 0x20 && r <= 0xd7ff, r >= 0xe000 && r <= 0xfffd, r >= 0x10000:
			return r
		}
		return '\ufffd'
	}, s)
}

// GitLab and Jenkins keep one case of each class and name.
func TestJUnitNamesEachCaseOnce(t *testing.T) {
	doc := many(40)
	doc.Findings[5].Gate = "scope_error"
	data := written(t, WriteJUnit, doc, Run{})
	var read struct {
		Suites []junitSuite `xml:"testsuite"`
	}
	if err := xml.Unmarshal(data, &read); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, suite := range read.Suites {
		for _, c := range suite.Cases {
			if name := fmt.Sprint(c.ClassName, "\x00", c.Name); seen[name] {
				t.Errorf("%q twice", name)
			} else {
				seen[name] = true
			}
		}
	}
	if len(seen) != 1+4*2+1 {
		t.Errorf("%d cases", len(seen))
	}
	if many := read.Suites[1].Cases[0].Skipped; many == nil || !strings.HasSuffix(many.Message, " (and 4 more)") {
		t.Errorf("%+v", many)
	}
}
