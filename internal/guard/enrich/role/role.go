// Package role owns what is known of jobs: which role a title is, what that role suffers from, and the words of its duties. What it
// knows is data, in English and Portuguese. It does no I/O.
package role

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/guard/words"
	"github.com/kbgate/kbgate/internal/lang"
	"github.com/kbgate/kbgate/internal/lazy"
)

// Role is what is known of a kind of job, in one language.
type Role struct {
	Name     string // maintenance
	Language lang.Language
	Pain     string // what makes the job hard
	Area     string // where that shows
	Duties   []Duty // in both languages
}

// Duty is a word of the duties of a role.
type Duty struct {
	Stem     string
	Language lang.Language
}

// Fit is how well a title tells the role.
type Fit int

// The fits, from the loosest.
const (
	Wide  Fit = iota // only a part that many jobs have in their titles: "operations partner"
	Part             // a part of a longer title: "Deputy Manager - Plant HR"
	Whole            // with others, if any, all of the title but its rank: "VP Marketing"
)

// A title is looked at as far as these bounds: people write shorter ones.
const (
	mostTitle      = 24 // words
	mostTitleBytes = 400
)

//go:embed en.txt
var english string

//go:embed pt.txt
var portuguese string

// pattern is a title, or a part of one.
type pattern struct {
	words []string // folded; the last letter "*" stands for any ending
	wide  bool
	role  *Role
}

// book is what the data says.
type book struct {
	byStart map[string][]pattern // by the first two letters of their first words
	duties  map[Duty]bool        // of all roles
}

var roles = sync.OnceValue(func() *book {
	b, byName := &book{map[string][]pattern{}, map[Duty]bool{}}, map[string][]*Role{}
	for _, of := range []struct {
		data     string
		language lang.Language
	}{{english, lang.English}, {portuguese, lang.Portuguese}} {
		for line := range strings.Lines(of.data) {
			if strings.HasPrefix(line, "#") {
				continue
			}
			role, patterns, err := read(line, of.language)
			if err != nil {
				panic(err) // the data is compiled in, and a test reads it
			}
			byName[role.Name] = append(byName[role.Name], role)
			for _, p := range patterns {
				start := prefix(p.words[0])
				b.byStart[start] = append(b.byStart[start], p)
			}
		}
	}
	for _, both := range byName {
		var duties []Duty
		for _, r := range both {
			duties = append(duties, r.Duties...)
			for _, d := range r.Duties {
				b.duties[d] = true
			}
		}
		for _, r := range both {
			r.Duties = duties
		}
	}
	return b
})

// IsDuty reports whether a word is of the duties of any role.
func IsDuty(d Duty) bool { return roles().duties[d] }

// prefix is the part of a word that patterns are filed under.
func prefix(word string) string {
	word = strings.TrimSuffix(word, "*")
	return word[:min(2, len(word))]
}

// read reads a line of the data.
func read(line string, l lang.Language) (*Role, []pattern, error) {
	name, rest, _ := strings.Cut(strings.TrimSpace(line), ": ")
	fields := strings.Split(rest, " | ")
	if len(fields) != 4 {
		return nil, nil, fmt.Errorf("role %s has %d fields, and needs titles, pain, area and duties", name, len(fields))
	}
	stemmer := lang.NewStemmer(l)
	role := &Role{Name: name, Language: l, Pain: fields[1], Area: fields[2]}
	for w := range strings.FieldsSeq(fields[3]) {
		role.Duties = append(role.Duties, Duty{stemmer.Stem(words.Fold(w)), l})
	}
	var patterns []pattern
	for title := range strings.SplitSeq(fields[0], ", ") {
		title, wide := strings.CutPrefix(title, "~")
		p := pattern{wide: wide, role: role}
		for w := range strings.FieldsSeq(title) {
			if w = words.Fold(w); !fillers[w] {
				p.words = append(p.words, w)
			}
		}
		if len(p.words) == 0 {
			return nil, nil, fmt.Errorf("role %s: the title %q has no word that counts", name, title)
		}
		patterns = append(patterns, p)
	}
	return role, patterns, nil
}

// fillers are words of titles that tell nothing of the job and do not part those that do.
var fillers = setOf("of the and for at to in de da do das dos em e para a o na no vp svp evp avp vice")

// ranks are words that say how high a job stands.
var ranks = setOf(`senior sr snr junior jr pleno principal lead leader head chief director manager mgr officer specialist deputy assistant associate
	executive coordinator supervisor analyst consultant regional global group national interim acting i ii iii group department team
	gerente diretor diretora coordenador coordenadora supervisor supervisora analista chefe responsavel gestor gestora encarregado encarregada
	especialista assistente adjunto adjunta lider tecnico tecnica superior diretoria geral nacional area setor departamento`)

func setOf(list string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		set[w] = true
	}
	return set
}

// ending is the other gender's ending of a title: "Diretor(a)", "Coordenador/a".
var ending = lazy.Regexp(`(?i)(\pL)(?:\((?:a|o|as|os|es|ra)\)|/(?:a|o|as|os|ra)\b)`)

// initials are the letters of an abbreviation with points behind them: "C.T.O."
var initials = lazy.Regexp(`(?:\b\pL\.){2,}`)

// Match is a role that a title tells.
type Match struct {
	*Role
	Fit Fit
}

// Find gives the roles that a job's title tells, that of the longest part first. A title that tells no job, "Manager" say, has none.
func Find(title string) []Match {
	title = initials().ReplaceAllStringFunc(title[:min(len(title), mostTitleBytes)], func(s string) string { return strings.ReplaceAll(s, ".", "") + " " })
	var list []string
	for _, w := range words.Of(ending().ReplaceAllString(title, "$1")) {
		if w.Folded != "" && len(list) < mostTitle {
			list = append(list, w.Folded)
		}
	}
	list = jobs(list)
	type place struct {
		pattern
		at int
	}
	var places []place
	for i, w := range list {
		for _, p := range roles().byStart[prefix(w)] {
			if p.begins(list[i:]) {
				places = append(places, place{p, i})
			}
		}
	}
	slices.SortStableFunc(places, func(a, b place) int {
		return cmp.Or(boolean(a.wide)-boolean(b.wide), len(b.words)-len(a.words), a.at-b.at)
	})
	var matches []Match
	taken := make([]bool, len(list))
	for _, p := range places {
		own := taken[p.at : p.at+len(p.words)]
		if slices.Contains(own, true) || p.wide && len(matches) > 0 {
			continue
		}
		for i := range own {
			own[i] = true
		}
		if slices.ContainsFunc(matches, func(m Match) bool { return m.Name == p.role.Name }) {
			continue
		}
		fit := Part
		if p.wide {
			fit = Wide
		}
		matches = append(matches, Match{p.role, fit})
	}
	if len(matches) > 0 && matches[0].Fit == Part && allSaid(list, taken) {
		for i := range matches {
			matches[i].Fit = Whole
		}
	}
	return matches
}

// allSaid reports whether the words of a title that no pattern took say only how high the job stands.
func allSaid(title []string, taken []bool) bool {
	for i, w := range title {
		if !taken[i] && !ranks[w] {
			return false
		}
	}
	return true
}

func boolean(b bool) int {
	if b {
		return 1
	}
	return 0
}

// jobs takes out of a title the words that tell nothing of the job. "Vice President" is a rank, "President" a job.
func jobs(title []string) []string {
	var kept []string
	for i, w := range title {
		afterVice := i > 0 && title[i-1] == "vice" && strings.HasPrefix(w, "president")
		if !fillers[w] && !afterVice {
			kept = append(kept, w)
		}
	}
	return kept
}

// begins reports whether the words of a title begin with the pattern.
func (p pattern) begins(title []string) bool {
	if len(p.words) > len(title) {
		return false
	}
	for i, w := range p.words {
		start, open := strings.CutSuffix(w, "*")
		if open && !strings.HasPrefix(title[i], start) || !open && title[i] != w {
			return false
		}
	}
	return true
}
