package comment

import (
	"crypto/ed25519"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/finding"
)

// A comment that changes in place keeps the tags of the commits that it spoke of, if it could be trusted for them.
func TestCarry(t *testing.T) {
	later, elsewhere := about, about
	later.Head, later.At, elsewhere.PR = someBase, at.Add(time.Hour), 8
	now := rendered(t, later, Options{})
	before := func(a About, opts Options) string { return rendered(t, a, opts, someFindings()...) }
	kept := []Head{{someHead, "2026-11-21T10:00:00Z", []string{"scope_error", "broken_wiki_links", "made_up"}}}
	for name, c := range map[string]struct {
		body, earlier string
		keys          []ed25519.PublicKey
		want          []Head
	}{
		"another commit":          {now, before(about, Options{}), nil, kept},
		"signed":                  {now, before(about, Options{Key: testKey}), keys, kept},
		"its key is not at hand":  {now, before(about, Options{Key: testKey}), nil, nil},
		"unsigned":                {now, before(about, Options{}), keys, nil},
		"uploaded":                {now, before(about, Options{Unverified: true}), nil, nil},
		"changed":                 {now, strings.Replace(before(about, Options{}), "scope_error", "other_error", 1), nil, nil},
		"of another pull request": {now, before(elsewhere, Options{}), nil, nil},
		"the same commit":         {now, before(later, Options{}), nil, nil},
		"without a tag":           {now, rendered(t, about, Options{}), nil, nil},
		"no comment of ours":      {now, "LGTM", nil, nil},
		"signed already":          {rendered(t, later, Options{Key: testKey}), before(about, Options{Key: testKey}), keys, nil},
		"itself uploaded":         {rendered(t, later, Options{Unverified: true}), before(about, Options{}), nil, nil},
	} {
		got := Carry(c.body, c.earlier, c.keys)
		s, err := Parse(got)
		if err != nil || !reflect.DeepEqual(s.EarlierHeads, c.want) || string(s.Copy) != string(s.Payload) {
			t.Errorf("%s: %+v, %v", name, s, err)
		}
		if c.want == nil && got != c.body {
			t.Errorf("%s: %s", name, got)
		}
		if _, err := Sign(got, testKey); (err == nil) != (name != "signed already" && name != "itself uploaded") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if !Restates(Carry(now, before(about, Options{}), nil), Carry(now, before(about, Options{}), nil), nil) {
		t.Error("the same is not said again")
	}
}

// The newest commits are kept, each once, as far as there is room.
func TestCarryBounds(t *testing.T) {
	head := func(i int) string { return fmt.Sprintf("%040x", i+1) }
	for name, c := range map[string]struct {
		tags, want int
	}{"short": {1, mostHeads}, "long": {MostTags, 2}} {
		body := ""
		for i := range 2 * mostHeads {
			a := about
			a.Head, a.At = head(i), at.Add(time.Duration(i)*time.Hour)
			b := New(&finding.Document{}, a)
			for n := range c.tags {
				b.Issues = append(b.Issues, strings.Repeat("x", 100)+fmt.Sprint(n))
			}
			fresh, err := Render(b, Options{Gates: someGates})
			if err != nil {
				t.Fatal(err)
			}
			if body = Carry(fresh, body, nil); length(body) > MaxLength {
				t.Fatalf("%s: it takes %d", name, length(body))
			}
		}
		s, err := Parse(body)
		if err != nil || len(s.EarlierHeads) < 1 || c.tags == 1 && len(s.EarlierHeads) != c.want || len(s.EarlierHeads) > c.want {
			t.Fatalf("%s: %d, %v", name, len(s.EarlierHeads), err)
		}
		for i, h := range s.EarlierHeads {
			if h.SHA != head(2*mostHeads-2-i) || len(h.Issues) != c.tags {
				t.Errorf("%s: %d is %.60v", name, i, h)
			}
			if issues, ok := s.Of(h.SHA); !ok || len(issues) != c.tags || s.IsOf(h.SHA) {
				t.Errorf("%s: nothing is told of %s", name, h.SHA)
			}
		}
		if _, ok := s.Of(head(0)); ok {
			t.Errorf("%s: the oldest is kept", name)
		}
	}
}
