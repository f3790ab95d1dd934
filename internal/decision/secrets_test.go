package decision

import (
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/decision/document"
	"github.com/kbgate/kbgate/internal/hint"
)

// letters36 is the body of a token, put together here, so that no tool takes this file for one that holds any.
const letters36 = "aB3dE6gH9jK2mN5pQ8s" + "T1vW4xY7zA0cD3fG6"

func TestRecordsWithSecrets(t *testing.T) {
	token := "ghp_" + letters36
	for field, change := range map[string]func(*Decision){
		"reason":               func(d *Decision) { d.Reason = "use " + token },
		"correction":           func(d *Decision) { d.Correction = "-" + token },
		"draft.evidence.value": func(d *Decision) { d.Draft.Evidence[0].Value = token },
		"tags":                 func(d *Decision) { d.Tags = []string{"a", token} },
		"artifact.name":        func(d *Decision) { d.Artifact.Name = token },
		"x_unknown.deep": func(d *Decision) {
			d.Rest = Rest{{Name: "x_unknown", Kind: document.Mapping, Items: []document.Node{{Name: "deep", Value: token}}}}
		},
		"x_unknown." + token[:10]: func(d *Decision) {
			d.Rest = Rest{{Name: "x_unknown", Kind: document.Mapping, Items: []document.Node{{Name: token[:10], Value: token}}}}
		},
	} {
		d := full()
		change(d)
		found := d.Secrets()
		if len(found) != 1 || !strings.HasPrefix(found[0].Error(), field+" holds ") || strings.Contains(found[0].Error(), token) {
			t.Errorf("%s: %v", field, found)
			continue
		}
		if way, status := hint.Of(found[0]); way == "" || status != hint.Usage {
			t.Errorf("%s: hint %q, status %d", field, way, status)
		}
	}
	if found := full().Secrets(); len(found) > 0 {
		t.Errorf("%v", found)
	}
	if found := amend(1, "reason", TextValue(token)).Secrets(); len(found) != 1 || !strings.HasPrefix(found[0].Error(), "value holds ") {
		t.Errorf("%v", found)
	}
}

func TestSubject(t *testing.T) {
	const plainHash = "13d855ce931073d4924ac377cda0e9a543908b9d6607727c8033d729c65eced6" // printf jane@example.org | sha256sum
	const keyedHash = "1e5f169a13f3dce7055871cc4206d6b69c5b7d7e5e1bd6659e5c81b1e6376f9c" // openssl dgst -sha256 -hmac key
	for _, s := range []string{"jane@example.org", " Jane@Example.ORG\n", "mailto:jane@example.org", "Jane Doe <jane@example.org>", "<JANE@example.org>"} {
		if got := Subject(s, nil); got != plainHash {
			t.Errorf("%q: %s", s, got)
		}
		if got := Subject(s, []byte("key")); got != keyedHash {
			t.Errorf("%q: %s", s, got)
		}
	}
	for _, s := range []string{"", "lead-9", "@jane", "jane@", "skills/redis.md", "a@b c@d", plainHash} {
		if got := Subject(s, []byte("key")); got != s {
			t.Errorf("%q: %s", s, got)
		}
	}
}

func TestSubjectKey(t *testing.T) {
	for key, want := range map[string]string{
		"":    "",
		"key": "3d9f7acc", // printf 'kbgate subject key' | openssl dgst -sha256 -hmac key
	} {
		if got := SubjectKey([]byte(key)); got != want {
			t.Errorf("%q: %s, want %s", key, got, want)
		}
	}
	if !IsHashedSubject(Subject("jane@example.org", nil)) || IsHashedSubject("lead-9") || IsHashedSubject(strings.Repeat("A", 64)) {
		t.Error("a hash is told from what is none")
	}
}

// What is one address is hashed as that address, whatever stands around it.
func TestAddress(t *testing.T) {
	for s, want := range map[string]string{
		"Jane@Example.org": "jane@example.org", "Jane Doe <JANE@example.org>": "jane@example.org", "mailto:jane@example.org?subject=x": "jane@example.org",
		"lead: jane@example.org.": "jane@example.org", "a@example.org, b@example.org": "", "room 5 jane@example.org": "", "lead-9": "", "": "", strings.Repeat("a", maxPath) + "@b.c": "",
	} {
		got, ok := Address(s)
		if got != want || ok != (want != "") || ok && Subject(s, nil) != Subject(want, nil) {
			t.Errorf("%q: %q %v, want %q", s, got, ok, want)
		}
	}
}

func FuzzAddress(f *testing.F) {
	for _, s := range []string{"Jane <jane@example.org>", "jane%40example.org", "\"a b\"@c.d", "a@b.c d@e.f", "ｊane＠example.org", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		address, ok := Address(s)
		if ok != (address != "") {
			t.Fatalf("%q %v", address, ok)
		}
		if stored := Subject(s, nil); ok && !IsHashedSubject(stored) {
			t.Fatalf("the address %q is stored as %q", address, stored)
		}
	})
}
