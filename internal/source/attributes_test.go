package source

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/attributes"
)

// A push of a file full of patterns uses up its steps, and its findings are few. What a step costs is counted in
// internal/steptest.
func TestPatternsAreBounded(t *testing.T) {
	var text strings.Builder
	for i := 0; text.Len() < attributes.MaxSize-64; i++ {
		fmt.Fprintf(&text, "*s*o*m*e*%d*n*o*t*e*%d*x.md filter=x\n", i%10, i%7)
	}
	steps := attributes.MostSteps
	book := attributes.NewBook(&steps, func(folder string) ([]byte, string, error) {
		if folder == "" {
			return []byte(text.String()), "", nil
		}
		return nil, "", nil
	})
	for i := 0; steps > 0; i++ {
		if _, err := book.Of(fmt.Sprintf("d%d/some-note-%d-of-many-%d.md", i%100, i, i)); err != nil {
			t.Fatal(err)
		}
	}
	lines := disguises{}
	file := &attributes.File{}
	for i := range 100 {
		lines.add("a.md", attributes.Setting{Effect: attributes.OtherText, Attribute: "filter=x", Rule: &attributes.Rule{File: file, Line: i + 1, Text: "* filter=x"}})
	}
	found := findingsOf("", lines, "")
	if last := found[len(found)-1]; len(found) != mostLines+1 || last.Message != "80 further lines of attributes files do so too" || last.Line != mostLines+1 {
		t.Errorf("%d findings, the last %+v", len(found), last)
	}
}

func TestNamesLikeThatOfAttributes(t *testing.T) {
	for name, want := range map[string]bool{
		".GitAttributes": true, ".git\u200cattributes": true, ".gitattribute\u017f": true, ".gitattributes": true,
		".gitignore": false, "gitattributes": false, "x.gitattributes": false, ".gitattributes.md": false,
	} {
		if got := isLikeAttributes(name); got != want {
			t.Errorf("%q: %t", name, got)
		}
	}
}
