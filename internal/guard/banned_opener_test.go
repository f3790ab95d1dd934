package guard

import (
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/draft"
	"github.com/kbgate/kbgate/internal/guard/memory"
)

// opens reports what GUARD-004 says of a body.
func opens(body string, rejected ...string) *Failure {
	m := &memory.Memory{}
	for _, opener := range rejected {
		m.Rejections = append(m.Rejections, memory.Rejection{Opener: opener})
	}
	return BannedOpener.Run(&Input{Draft: &draft.Draft{Body: body, Type: decision.Email}, Memory: m})
}

// Each paragraph of the list matches its openers marked "+" and none of those marked "-", at the start of a body and after a
// salutation; each of its patterns is needed by one of them.
func TestListOfOpeners(t *testing.T) {
	for n, g := range readOpeners(bannedOpeners) {
		if len(g.matches) == 0 || len(g.unmatched) == 0 || g.language != "en" && g.language != "pt" {
			t.Errorf("paragraph %d: language %q, %d and %d examples", n, g.language, len(g.matches), len(g.unmatched))
		}
		needed := map[string]bool{}
		for _, s := range g.matches {
			found := false
			for _, o := range openers() {
				if o.group == n && o.pattern.MatchString(folded(s)) {
					found = true
					needed[o.pattern.String()] = true
				}
			}
			if !found {
				t.Errorf("paragraph %d does not match %q", n, s)
			}
			for _, salutation := range []string{"", "Hi Denise,\n\n", "Olá, Marina, tudo bem?\n\n", "Hi Denise, ", "Denise, "} {
				if salutation != "" && strings.HasPrefix(s, "H") && draft.PartsOf(s).Salutation != "" {
					continue // it is one itself
				}
				for _, text := range []string{s, strings.ToUpper(s), strings.ReplaceAll(s, " ", " \u200b\n ")} {
					if opens(salutation+text) == nil {
						t.Errorf("%q passes", salutation+text)
					}
				}
			}
		}
		for _, s := range g.unmatched {
			for _, salutation := range []string{"", "Hi Denise,\n\n", "Prezado Sr. Silva:\n"} {
				if f := opens(salutation + s); f != nil {
					t.Errorf("%q: %s", salutation+s, f.Message)
				}
			}
		}
		for _, p := range g.patterns {
			if !needed["(?i)"+p] {
				t.Errorf("no example needs the pattern %s", p)
			}
		}
	}
}

// The eight patterns of the plan stand in the list exactly.
func TestPatternsOfThePlan(t *testing.T) {
	want := []string{
		`^Given your role as\b`,
		`^As (?:a |the )?(?:fellow )?\w+ at\b`,
		`^I noticed (?:that )?you(?:'re| are) (?:a |the )?\w+ at\b`,
		`^(?:Hi|Hey|Hello)[,!]?\s+(?:I )?(?:came across|stumbled upon|noticed)\b`,
		`^I hope this (?:email |message )?finds you\b`,
		`^I wanted to reach out\b`,
		`^I'm reaching out\b`,
		`^Quick question\b`,
	}
	for i, g := range readOpeners(bannedOpeners)[:len(want)] {
		if g.patterns[0] != want[i] {
			t.Errorf("%q, not %q", g.patterns[0], want[i])
		}
	}
}

func TestLearnedOpeners(t *testing.T) {
	const opener = "Your docks in Savannah open soon."
	for _, c := range []struct {
		body     string
		rejected []string
		blocked  bool
	}{
		{"Hi Denise,\n\n" + opener + " More.", []string{opener, opener}, true},
		{"Good morning!\n\nYOUR DOCKS — in Savannah\u200b open soon! More.", []string{opener, "Hi Denise, " + opener}, true},
		{opener, []string{opener}, false},
		{opener, []string{opener, "Your docks in Leeds open soon."}, false},
		{"We build docks.", []string{"We build docks.", "We build docks."}, false}, // three words
		{"Hi dear Denise of Savannah,\n\nIt is March.", []string{"Hi dear Denise of Savannah,", "Hi dear Denise of Savannah,"}, false},
		{"", []string{"", ""}, false},
	} {
		if f := opens(c.body, c.rejected...); (f != nil) != c.blocked {
			t.Errorf("%q after %q: %v", c.body, c.rejected, f)
		}
	}
}

// What a reviewer wrote teaches no opener.
func TestReviewersTeachNoOpener(t *testing.T) {
	const said = "Your docks in Savannah open soon."
	m := &memory.Memory{Rejections: []memory.Rejection{{Feedback: said}, {Feedback: said}}}
	if f := BannedOpener.Run(&Input{Draft: &draft.Draft{Body: said}, Memory: m}); f != nil {
		t.Error(f.Message)
	}
}

func FuzzBannedOpener(f *testing.F) {
	f.Add("Hi Denise,\n\nI hope this finds you well.", "I hope this finds you well.")
	f.Fuzz(func(_ *testing.T, body, rejected string) { opens(body, rejected, rejected) })
}
