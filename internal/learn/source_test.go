package learn

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/learn/reading"
)

// written is the lexicon as people wrote it, before it is weighted.
type written struct {
	*lexicon
	reading.Stemmer
	stemmed map[string]token
	grades  map[string]*weights // of each phrase, by its text: how strongly its authors thought it points where
	members map[string][]string // of each class, stems
	none    map[string]float64  // of the phrases in which there is no complaint, how strongly
}

// grades are how much a phrase adds to the logarithm of its category's odds as long as no labelled reason holds it. On the
// word of its author alone only a sure one decides.
var grades = map[string]float64{"sure": 2.0, "strong": 0.85, "fair": 0.66, "weak": 0.48, "faint": 0.33}

// readWritten reads testdata/lexicon, whose README says how it is written.
func readWritten(t testing.TB, portuguese bool) *written {
	r := &written{newLexicon(portuguese), reading.NewStemmer(portuguese), map[string]token{}, map[string]*weights{}, map[string][]string{}, map[string]float64{}}
	language := "en"
	if portuguese {
		language = "pt"
	}
	each := func(name string, do func(head, items string)) {
		text, err := os.ReadFile("testdata/lexicon/" + name + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			line = strings.TrimSpace(line)
			if line == "" || line[0] == '#' {
				continue
			}
			head, items, ok := strings.Cut(line, ":")
			fields := strings.Fields(head)
			if !ok || len(fields) != 2 || !slices.Contains([]string{"en", "pt", "both"}, fields[1]) {
				t.Fatalf("%s: %.60q", name, line)
			}
			if fields[1] == language || fields[1] == "both" {
				do(fields[0], items)
			}
		}
	}
	each("classes", r.class)
	for stem, names := range r.members {
		r.join(hashOf(stem), strings.Join(names, " "))
	}
	for _, name := range append(decisionNames(), "none") {
		category := decision.Category(name)
		each(name, func(head, items string) {
			grade, ok := grades[head]
			if !ok {
				t.Fatalf("%s: %q", name, head)
			}
			for item := range strings.SplitSeq(items, ";") {
				text := r.enter(item, indexOf(category), grade)
				if text == "" {
					t.Errorf("%s, %s: %q says nothing", name, head, item)
				} else if name == "none" {
					r.none[text] = max(r.none[text], grade)
				}
			}
		})
	}
	return r
}

func decisionNames() (names []string) {
	for _, category := range decision.Categories {
		names = append(names, string(category))
	}
	return names
}

// class enters the members of a class, single words.
func (r *written) class(name, words string) {
	for _, w := range reading.Words(words) {
		stem := r.token(w.Text, r.Stemmer, false).stem
		if !slices.Contains(r.members[stem], name) {
			r.members[stem] = append(r.members[stem], name)
		}
	}
}

// enter enters a phrase and gives its text: its words are stemmed, what is denied is marked, fillers are left out. It is "" where
// nothing is left that tells anything.
func (r *written) enter(item string, category int, grade float64) string {
	var names []string
	denied, telling := 0, false
	step := func(stem string, tells bool) {
		names = append(names, stem)
		telling = telling || tells
	}
	mark := func(stem string) string {
		if denied > 0 {
			denied--
			return "!" + stem
		}
		return stem
	}
	fields := strings.Fields(item)
	for i, field := range fields {
		if base, ok := strings.CutPrefix(field, "!"); ok {
			denied, field = 1, base
		}
		switch {
		case field == gapMark:
			step(field, false)
			denied = 0
		case field == clauseMark:
			step(field, false)
		case field == askedMark || field == questionMark || field == noneMark:
			step(field, true)
		case field == numberMark && i > 0 && counted[fields[i-1]]:
			step(placeMark, true)
		case field == numberMark || field[0] == '<':
			step(mark(field), true)
		default:
			for _, w := range reading.Words(field) {
				text := r.normal(w.Text)
				denial := reading.Denies(text, r.lexicon.portuguese)
				switch {
				case r.fillers[text]:
				case denial && r.reaches(fields[i+1:]):
					denied = deniedWords
				case denial || r.links[text]:
					step(text, false)
				default:
					stem := r.stemOf(text)
					step(mark(stem), true)
				}
			}
		}
	}
	if !telling && len(names) < 2 {
		return ""
	}
	text := strings.Join(names, " ")
	if r.grades[text] == nil {
		r.grades[text] = &weights{}
	}
	w := r.grades[text]
	w[category] = max(w[category], grade)
	return text
}

func (r *written) stemOf(text string) string {
	t, ok := r.stemmed[text]
	if !ok {
		t = r.token(text, r.Stemmer, false)
		r.stemmed[text] = t
	}
	return t.stem
}

// reaches reports whether a word follows that a denial can reach.
func (r *written) reaches(fields []string) bool {
	return slices.ContainsFunc(fields, func(field string) bool {
		if field[0] == '<' || field[0] == '#' {
			return true
		}
		words := reading.Words(field)
		return len(words) > 0 && !r.fillers[words[0].Text] && !r.links[r.normal(words[0].Text)]
	})
}
