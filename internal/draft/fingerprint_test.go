package draft

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"unicode"
)

// The vectors stand in the contract, for programs in other languages to hold themselves to.
func TestFingerprintVectors(t *testing.T) {
	page, err := os.ReadFile("../../docs/contracts.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(page), "\n## Fingerprints\n")
	_, fenced, _ := strings.Cut(section, "```json\n")
	fenced, _, _ = strings.Cut(fenced, "```")
	var vectors []struct {
		Subject     string
		Body        string
		Times       int
		Fingerprint string
	}
	if err := json.Unmarshal([]byte(fenced), &vectors); err != nil {
		t.Fatalf("reading the vectors of docs/contracts.md: %v", err)
	}
	if len(vectors) < 8 {
		t.Fatalf("docs/contracts.md has %d vectors", len(vectors))
	}
	for _, v := range vectors {
		if got := Fingerprint(v.Subject, strings.Repeat(v.Body, max(1, v.Times))); got != v.Fingerprint {
			t.Errorf("subject %q, body %q: %s, want %s", v.Subject, v.Body, got, v.Fingerprint)
		}
	}
}

func TestFingerprintSeesWhatIsSaid(t *testing.T) {
	for name, equal := range map[string][2][2]string{
		"case and blanks":        {{"  Your AUDIT ", "Hi\n\n Ana,\tHELLO"}, {"your audit", "hi ana, hello"}},
		"behind 500 code points": {{"a", strings.Repeat("ã", 500) + "x"}, {"a", strings.Repeat("Ã", 500) + "y"}},
		"blanks before the 500":  {{"a", strings.Repeat(" \n", 300) + "b"}, {"a", "b"}},
		"bytes that are no text": {{"a", "b\xff\xfe c"}, {"a", "b\ufffd\ufffd c"}},
	} {
		if a, b := Fingerprint(equal[0][0], equal[0][1]), Fingerprint(equal[1][0], equal[1][1]); a != b {
			t.Errorf("%s: they differ", name)
		}
	}
	for name, other := range map[string][2][2]string{
		"within 500 code points": {{"a", strings.Repeat("ã", 499) + "x"}, {"a", strings.Repeat("ã", 499) + "y"}},
		"subject and body":       {{"a b", "c"}, {"a", "b c"}},
		"normal form":            {{"a", "é"}, {"a", "e\u0301"}},
	} {
		if a, b := Fingerprint(other[0][0], other[0][1]), Fingerprint(other[1][0], other[1][1]); a == b {
			t.Errorf("%s: they are equal", name)
		}
	}
}

// Fingerprints are stored, so no release of Go may fold otherwise. Where a new table of Unicode does, Normalise has to keep the old
// mapping for the characters that differ.
func TestFoldingIsThatOfTheStoredFingerprints(t *testing.T) {
	h := sha256.New()
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if low := unicode.ToLower(r); low != r {
			binary.Write(h, binary.BigEndian, [2]rune{r, low})
		}
		if unicode.IsSpace(r) {
			binary.Write(h, binary.BigEndian, r)
		}
	}
	const want = "f22cd7a2bc16c17a57cb87c77438536d0544d6757ce54f39762f9ea28745ac10"
	if got := hex.EncodeToString(h.Sum(nil)); got != want {
		t.Errorf("Unicode %s folds to %s, want %s", unicode.Version, got, want)
	}
}

func TestSeesAll(t *testing.T) {
	for body, want := range map[string]bool{"": true, strings.Repeat("é", 499): true, strings.Repeat("é", 500): false, strings.Repeat("a  ", 250): true, strings.Repeat("a  ", 251): false} {
		if SeesAll(body) != want {
			t.Errorf("%d bytes: %v", len(body), !want)
		}
	}
}
