package learn

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/learn/reading"
)

// The order of reasons changes nothing.
func TestModelIsTheSetOfItsReasons(t *testing.T) {
	even, _ := readLabelled(t)
	var first, second Model
	for _, l := range even {
		first.Learn(l.reason, l.category)
	}
	shuffled := append([]labelled{}, even...)
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	for _, l := range shuffled {
		second.Learn(l.reason, l.category)
	}
	if !reflect.DeepEqual(first, second) || first.Reasons() != len(even) {
		t.Fatal("the same reasons gave another model")
	}
}

// Propose gives what the model alone says of a reason.
func (m *Model) Propose(reason string) (decision.Category, float64) {
	words := reading.Words(reason)
	l := lexiconOf(reading.IsPortuguese(words))
	return m.propose(l.featuresOf(words), l)
}

// What reviewers correct again and again is known from then on.
func TestModelLearns(t *testing.T) {
	var m Model
	c := NewCategorizer(nil, &m)
	const reason = "Please mind the gazebo protocol"
	if got := c.Categorize(reason); got.Category != decision.OtherReason {
		t.Fatalf("%+v", got)
	}
	for range 5 {
		m.Learn("gazebo protocol not minded", decision.Relevance)
		m.Learn("the gazebo protocol!", decision.Relevance)
	}
	if got := c.Categorize(reason); got.Category != decision.Relevance || got.Basis != decision.ByModel || got.Probability < Bar {
		t.Errorf("%+v", got)
	}
}

func TestStems(t *testing.T) {
	for _, pair := range [][2]string{
		{"is not clear", "isn't very clearly"}, {"hard to follow", "HARD FOLLOWING"}, {"`x y` is off", "`z` was off"},
		{"see \"the first one\"", "see “what they said of it”"}, {"version 12", "version 34"}, {"see https://example.com/a-b", "see http://x.org"},
		{"a explicação", "as explicacoes"}, {"não está claro", "nao clara"}, {"as versões", "versao"},
	} {
		a, b := reading.Words(pair[0]), reading.Words(pair[1])
		pt := reading.IsPortuguese(append(append([]reading.Word{}, a...), b...))
		stems := func(words []reading.Word) (all []string) {
			for _, t := range lexiconOf(pt).tokensOf(words, reading.NewStemmer(pt)) {
				if !t.light {
					all = append(all, t.stem)
				}
			}
			return all
		}
		if x, y := stems(a), stems(b); !slices.Equal(x, y) {
			t.Errorf("%q: %q, %q: %q", pair[0], x, pair[1], y)
		}
	}
}

// Case, accents and the form of apostrophes change nothing.
func TestFoldingProperty(t *testing.T) {
	even, _ := readLabelled(t)
	c := NewCategorizer(nil, new(Model))
	accents := strings.NewReplacer("ã", "a", "é", "e", "ç", "c", "õ", "o", "í", "i", "á", "a", "ê", "e", "ó", "o", "ú", "u", "à", "a", "â", "a", "ô", "o")
	rapid.Check(t, func(r *rapid.T) {
		reason := rapid.SampledFrom(even).Draw(r, "reason").reason
		form := reason
		if rapid.Bool().Draw(r, "accents") {
			form = accents.Replace(form)
		}
		if rapid.Bool().Draw(r, "capitals") {
			form = strings.ToLower(form)
		}
		if rapid.Bool().Draw(r, "apostrophes") {
			form = strings.ReplaceAll(form, "'", "’")
		}
		got, want := c.Categorize(form), c.Categorize(reason)
		if got.Category != want.Category && want.Basis == decision.ByModel && got.Basis == decision.ByModel || got.Basis != want.Basis {
			r.Errorf("%q: %+v, but %q: %+v", form, got, reason, want)
		}
	})
}

// A denied keyword is no complaint of its kind, whatever adjectives stand between.
func TestDenialProperty(t *testing.T) {
	c := NewCategorizer(nil, nil)
	rapid.Check(t, func(r *rapid.T) {
		denial := rapid.SampledFrom([]string{"no", "not a", "without", "isn't", "never any", "nothing", "don't see"}).Draw(r, "denial")
		between := rapid.SampledFrom([]string{"", "real", "single", "good working"}).Draw(r, "between")
		k := rapid.SampledFrom([]string{"example", "error", "bug", "vague", "confusing", "missing", "irrelevant"}).Draw(r, "keyword")
		reason := strings.Join(strings.Fields("there is "+denial+" "+between+" "+k), " ")
		if got := c.Categorize(reason); got.Basis == decision.ByKeyword {
			r.Errorf("%q: %+v", reason, got)
		}
		if got := c.Categorize(reason + ", incomplete"); got.Category != decision.Completeness || len(got.Also) > 0 {
			r.Errorf("%q, incomplete: %+v", reason, got)
		}
	})
}

func FuzzReason(f *testing.F) {
	even, _ := readLabelled(f)
	for _, l := range even[:40] {
		f.Add(l.reason, "kafka-basics.md")
	}
	for _, s := range []string{"", "\xff'n't", "não\u0301 tem", "``go``", "applies to C++, not C#", strings.Repeat("no ", 300), "\u202eword ’s", "a\x00b", "section on", "seção de"} {
		f.Add(s, s)
	}
	var m Model
	m.Learn("gazebo", decision.Relevance)
	c := NewCategorizer(nil, &m)
	f.Fuzz(func(t *testing.T, reason, name string) {
		got := c.Categorize(reason)
		e := c.Explain(reason)
		if e.Category != got.Category || e.Basis != got.Basis {
			t.Fatalf("%+v and %+v", got, e)
		}
		for _, match := range e.Matches {
			if match.Start < 0 || match.Start >= match.End || match.End > len(reason) {
				t.Fatalf("%+v", match)
			}
		}
		for _, category := range decision.Categories {
			action := actionFor(rejection(decision.Skill, name, reason), category)
			if action == "" || len(action) > 600 || strings.ContainsAny(action, "\x00\n\r\u202e") {
				t.Fatalf("%q", action)
			}
		}
	})
}

// A phrase is found in so many ways at most, whatever linking words are strewn into a reason.
func TestHostileReasonHasFewWays(t *testing.T) {
	for _, s := range []string{"what do you do to do it is this that ", "is it to be so? ", "o que é isso que se faz com o que ", "not to be or to be of it "} {
		words := reading.Words(strings.Repeat(s, 100))
		for _, portuguese := range []bool{false, true} {
			l := lexiconOf(portuguese)
			tokens := l.tokensOf(words, reading.NewStemmer(portuguese))
			if n := len(l.phrases(tokens)); len(tokens) > maxTokens+8 || n > 24*len(tokens) {
				t.Errorf("%q: %d ways through %d tokens", s, n, len(tokens))
			}
		}
	}
}
