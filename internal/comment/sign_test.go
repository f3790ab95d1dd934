package comment

import (
	"errors"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/finding"
)

// A comment that is signed later is the one that is signed at once, and nothing else is signed.
func TestSign(t *testing.T) {
	block := New(&finding.Document{Findings: someFindings()}, about)
	unsigned, err := Render(block, Options{})
	if err != nil {
		t.Fatal(err)
	}
	want, err := Render(block, Options{Key: testKey})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := Sign(unsigned, testKey); err != nil || got != want {
		t.Errorf("%v: %s\nwant\n%s", err, got, want)
	}
	if _, err := Sign(want, testKey); err == nil {
		t.Error("what is signed is signed again")
	}
	for name, body := range map[string]string{
		"nothing":         "",
		"in front":        "x" + unsigned,
		"behind":          unsigned + "x",
		"another copy":    strings.Replace(unsigned, fenceOpen+"\n{\"schema\"", fenceOpen+"\n{ \"schema\"", 1),
		"a signature's":   strings.Replace(unsigned, "-->\n", "-->\n"+signatureMarker+"{}"+markerEnd+"\n", 1),
		"copy taken away": strings.ReplaceAll(unsigned, fenceOpen, "~~~"),
	} {
		if got, err := Sign(body, testKey); err == nil {
			t.Errorf("%s: %s", name, got)
		}
	}
	block.Unverified = true
	if unsigned, err = Render(block, Options{Unverified: true}); err != nil {
		t.Fatal(err)
	}
	if _, err := Sign(unsigned, testKey); !errors.Is(err, ErrUnverified) {
		t.Error(err)
	}
}
