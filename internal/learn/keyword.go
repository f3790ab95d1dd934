package learn

import (
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/learn/reading"
)

// documented are the keyword lists of contracts.md#categories. A line is a category, a language and phrases.
const documented = `
examples pt: exemplo, errado, nao funciona, incorreto, falha, quebrado
examples en: example, wrong, doesn't work, incorrect, fails, broken, error, bug
specificity pt: generico, vago, superficial, raso, amplo
specificity en: generic, vague, shallow, broad, too general, not specific
clarity pt: confuso, nao entendi, ambiguo, complicado, dificil de entender
clarity en: confusing, unclear, ambiguous, complicated, hard to understand, convoluted
completeness pt: falta, incompleto, ausente, faltando, nao tem
completeness en: missing, incomplete, absent, lacks, doesn't have, not present
relevance pt: nao aplica, fora do escopo, irrelevante, nao relacionado
relevance en: not applicable, out of scope, irrelevant, unrelated, doesn't apply
`

// otherWords begin like a keyword and are words of their own.
var otherWords = reading.SetOf("broadcast broadcasts broadcasting broadcaster broadband broadway bugle bugsnag bugzilla errorless generics")

// pronouns stand between the denial and the verb of a Portuguese phrase: "não se aplica".
var pronouns = reading.SetOf("se me te lhe nos")

// keyword is a phrase that puts a reason into a category. Its last word matches every word that begins with it.
type keyword struct {
	phrase   string // as it was given
	words    []string
	category decision.Category
	foreign  bool // of the contract's Portuguese list
}

// keywords are those of a category, by the first byte of their first word.
type keywords map[byte][]keyword

func (k keywords) add(phrase string, category decision.Category, portuguese bool) {
	var words []string
	for _, w := range reading.Words(phrase) {
		words = append(words, w.Text)
	}
	if len(words) == 0 {
		return
	}
	b := words[0][0]
	k[b] = append(k[b], keyword{strings.TrimSpace(phrase), words, category, portuguese})
}

// newKeywords gives the contract's keywords and further ones, of which a category that is not known is passed over.
func newKeywords(further map[string][]string) keywords {
	k := keywords{}
	for line := range strings.Lines(strings.TrimSpace(documented)) {
		head, phrases, _ := strings.Cut(line, ":")
		category, language, _ := strings.Cut(head, " ")
		for phrase := range strings.SplitSeq(phrases, ",") {
			k.add(phrase, decision.Category(category), language == "pt")
		}
	}
	for _, category := range decision.Categories {
		for _, phrase := range further[string(category)] {
			k.add(phrase, category, false)
		}
	}
	return k
}

// Match is a place in a reason that speaks for a category.
type Match struct {
	Category   decision.Category `json:"category"`
	Phrase     string            `json:"phrase"` // the keyword, or the general rule
	Start, End int               `json:"-"`      // bytes of the reason
	DeniedBy   string            `json:"denied_by,omitempty"`
}

// AppliesRule is the phrase of a match that no keyword made: the reason says "applies to X, not Y".
const AppliesRule = "applies to X, not Y"

// matches gives every place where a keyword stands, denied ones too, and the general rule's.
func (k keywords) matches(reason string, words []reading.Word, portuguese bool) []Match {
	var found []Match
	for i := range words {
		for _, kw := range k[words[i].Text[0]] {
			end, ok := kw.at(words[i:])
			if !ok || reading.IsAddress(reason, words[i].Start) || reading.IsAddress(reason, words[i+end-1].Start) {
				continue
			}
			m := Match{kw.category, kw.phrase, words[i].Start, words[i+end-1].End, ""}
			if d := reading.DeniedBy(words[:i+1], portuguese); d >= 0 && !kw.denies() {
				m.DeniedBy = reason[words[d].Start:words[d].End]
			}
			found = append(found, m)
		}
	}
	if start, end, ok := reading.AppliesElsewhere(reason, words); ok {
		found = append(found, Match{decision.Relevance, AppliesRule, start, end, ""})
	}
	return found
}

// denies reports whether the keyword is a denial itself, "not specific", which another "not" before it does not reach.
func (kw *keyword) denies() bool {
	return slices.ContainsFunc(kw.words, func(w string) bool { return w == "not" || w == "nao" })
}

// at reports whether words begin with the keyword, and how many it takes.
func (kw *keyword) at(words []reading.Word) (int, bool) {
	i := 0
	for j, want := range kw.words {
		if j > 0 && kw.foreign && kw.words[0] == "nao" && i < len(words) && pronouns[words[i].Text] {
			i++
		}
		if i == len(words) || i > 0 && words[i].Opens {
			return 0, false
		}
		last := j == len(kw.words)-1
		if got := words[i].Text; got != want && (!last || !strings.HasPrefix(got, want) || otherWords[got]) {
			return 0, false
		}
		i++
	}
	return i, true
}

// best gives the category of the matches that are not denied: the first in the contract's order. The others follow.
func best(found []Match) (decision.Category, []decision.Category) {
	var hit []decision.Category
	for _, category := range decision.Categories {
		if slices.ContainsFunc(found, func(m Match) bool { return m.Category == category && m.DeniedBy == "" }) {
			hit = append(hit, category)
		}
	}
	if len(hit) == 0 {
		return "", nil
	}
	return hit[0], slices.Clip(hit[1:])
}
