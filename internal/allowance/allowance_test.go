package allowance

import (
	"crypto/ed25519"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/comment"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/git"
)

// A signature is about the whole record, and counts by the keys of the base alone.
func TestSeal(t *testing.T) {
	key, err := comment.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	other, err := comment.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	listed := []string{comment.FormatPublicKey(key.Public().(ed25519.PublicKey))}
	sealed := func(by ed25519.PrivateKey) *decision.Allowance {
		at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
		a := &decision.Allowance{Schema: decision.AllowanceSchema, ID: decision.DerivedID(at, "github", "x"), Source: decision.GitHub, SourceID: "x", At: at, Gate: "scope_error",
			NotePath: "a.md", Fingerprint: "0123456789abcdef", Paragraph: "aa", Reason: "so it is", By: "ana"}
		if err := Seal(a, by); err != nil {
			t.Fatal(err)
		}
		return a
	}
	if !IsSealed(sealed(key), listed) {
		t.Error("a signed record does not count")
	}
	if IsSealed(sealed(other), listed) || IsSealed(sealed(key), nil) {
		t.Error("a key that is not listed counts")
	}
	for what, change := range map[string]func(*decision.Allowance){
		"gate": func(a *decision.Allowance) { a.Gate = "title_overclaims" },
		"path": func(a *decision.Allowance) { a.NotePath = "b.md" },
		"text": func(a *decision.Allowance) { a.Paragraph = "ab" },
		"by":   func(a *decision.Allowance) { a.By = "eve" },
		"key":  func(a *decision.Allowance) { a.Signature.Key = "0000000000000000" },
		"sig":  func(a *decision.Allowance) { a.Signature.Sig = "AAAA" },
		"rest": func(a *decision.Allowance) { a.Reason += "." },
	} {
		a := sealed(key)
		if change(a); IsSealed(a, listed) {
			t.Errorf("a record with another %s counts", what)
		}
	}
}

// What a workflow signed to take one allowance back takes no other back, and is no allowance.
func TestSealOfWithdrawal(t *testing.T) {
	key, err := comment.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	listed := []string{comment.FormatPublicKey(key.Public().(ed25519.PublicKey))}
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	sealed := decision.Amendment{Schema: decision.AmendmentSchema, ID: decision.DerivedID(at, "github", "x"), Source: decision.GitHub, SourceID: "x", At: at,
		Of: decision.DerivedID(at, "github", "y"), Field: decision.WithdrawnField, By: "ana", Why: "so it is"}
	if err := Seal(&sealed, key); err != nil {
		t.Fatal(err)
	}
	data, err := sealed.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if read, err := decision.DecodeAmendment(data); err != nil || !IsSealed(read, listed) {
		t.Errorf("a signed record does not count once it was stored: %v\n%s", err, data)
	}
	for what, change := range map[string]func(*decision.Amendment){
		"record": func(a *decision.Amendment) { a.Of = a.ID },
		"field":  func(a *decision.Amendment) { a.Field = "reason" },
		"by":     func(a *decision.Amendment) { a.By = "eve" },
		"why":    func(a *decision.Amendment) { a.Why = "" },
	} {
		a := sealed
		if change(&a); IsSealed(&a, listed) {
			t.Errorf("a record with another %s counts", what)
		}
	}
	if IsSealed(&decision.Allowance{ID: sealed.ID, By: "ana", Signature: sealed.Signature}, listed) {
		t.Error("the signature of a withdrawal lets something through")
	}
}

func TestIsBy(t *testing.T) {
	own := []git.Person{{Name: "Ana Reis", Email: "ana@example.org"}}
	for _, tt := range []struct {
		person git.Person
		want   bool
	}{
		{git.Person{Name: "ANA", Email: "x@example.org"}, true},
		{git.Person{Name: "Somebody", Email: "Ana@Example.org"}, true},
		{git.Person{Name: "Somebody", Email: "ana@elsewhere.org"}, true},
		{git.Person{Name: "Somebody", Email: "123+ana@users.noreply.github.com"}, true},
		{git.Person{Name: "Anatol", Email: "anatol@example.org"}, false},
		{git.Person{}, false},
	} {
		if got := IsBy("ana", own, []git.Person{tt.person}); got != tt.want {
			t.Errorf("%v: %v", tt.person, got)
		}
	}
}
