package guard

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/draft"
	"github.com/kbgate/kbgate/internal/guard/enrich"
	"github.com/kbgate/kbgate/internal/guard/enrich/role"
	"github.com/kbgate/kbgate/internal/guard/words"
	"github.com/kbgate/kbgate/internal/lang"
	"github.com/kbgate/kbgate/internal/text"
)

// Bounds of what is read of a draft. An e-mail to one person is far shorter.
const (
	mostRead     = 32 << 10 // bytes of a body
	mostEvidence = 20       // things that are listed
	mostQuoted   = 160      // characters of a sentence that is given as evidence
)

// ofDraft is the source of evidence that the text shows and the lead's data does not know.
const ofDraft = "draft"

// evidence gives what in a draft is specific to the company or to the role.
func evidence(in *Input) []decision.Evidence {
	list := []decision.Evidence{}
	if in.Draft.Type != decision.Email {
		return list
	}
	return append(list, readEvidence(in).list()...)
}

// shown is what a draft shows of its addressee.
type shown struct {
	company, role []decision.Evidence
	// duties counts the words of the role's duties, each once; work, those of any role's.
	duties, work int
	// mapped says that the title tells a role; known, that the lead's data tells something of the company.
	mapped, known bool
}

// list gives all, each thing once.
func (s *shown) list() []decision.Evidence {
	var list []decision.Evidence
	seen := map[string]bool{}
	for _, e := range slices.Concat(s.company, s.role) {
		if key := e.Type + "\n" + draft.Normalise(e.Value); !seen[key] && len(list) < mostEvidence {
			seen[key] = true
			list = append(list, e)
		}
	}
	return list
}

// readEvidence reads a draft for evidence: first for what the lead's data knows, then for what the text shows by itself.
func readEvidence(in *Input) *shown {
	lead := in.Draft.Lead
	if lead == nil {
		lead = &draft.Lead{}
	}
	t := newLetter(in.Draft.Body, lead)
	s := &shown{known: in.Context != nil && in.Context.CompanySpecificCount > 0}
	if in.Context != nil {
		for _, signal := range in.Context.Signals {
			if signal.Type != enrich.RoleImpact && t.tells(signal) {
				s.company = append(s.company, decision.Evidence{Type: signal.Type, Value: signal.Value, Source: signal.Source})
			}
		}
	}
	for _, e := range in.Draft.Evidence[:min(len(in.Draft.Evidence), mostEvidence)] {
		if !t.holds(e.Value) && !leadHolds(in.Context, e.Value) || t.isBare(e.Value) {
			continue
		}
		if strings.HasPrefix(e.Type, "role") {
			s.role = append(s.role, e)
		} else {
			s.company = append(s.company, e)
		}
	}
	for _, sentence := range t.sentences {
		if t.ofCompany(sentence) {
			s.company = append(s.company, decision.Evidence{Type: enrich.CompanyIntel, Value: sentence.quoted(), Source: ofDraft})
		}
	}
	s.readRole(t, role.Find(lead.Title))
	return s
}

// readRole reads a draft for the duties of the roles that a title tells, and for sentences that speak of the reader's duties.
func (s *shown) readRole(t *letter, matches []role.Match) {
	s.mapped = len(matches) > 0
	own := map[role.Duty]bool{}
	for _, m := range matches {
		for _, d := range m.Duties {
			own[d] = true
		}
	}
	for _, l := range []lang.Language{lang.English, lang.Portuguese} {
		s.duties = max(s.duties, t.stems.Count(l, func(stem string) bool { return own[role.Duty{Stem: stem, Language: l}] && !commonStems()[stem] }))
		s.work = max(s.work, t.stems.Count(l, func(stem string) bool { return role.IsDuty(stem, l) && !commonStems()[stem] }))
	}
	if s.duties >= enoughDuties {
		impact := matches[0].Pain + " (" + matches[0].Area + ")"
		s.role = append(s.role, decision.Evidence{Type: enrich.RoleImpact, Value: impact, Source: "title"})
	}
	for _, sentence := range t.sentences {
		if sentence.ofDuty() {
			s.role = append(s.role, decision.Evidence{Type: enrich.RoleImpact, Value: sentence.quoted(), Source: ofDraft})
		}
	}
}

// enoughDuties is how many words of a role's duties make a text speak of that role: one stands in anybody's mail.
const enoughDuties = 2

// commonStems are the stems of words that are in the duties of roles, and in mails that could be sent to anybody.
var commonStems = sync.OnceValue(func() map[string]bool {
	stems := map[string]bool{}
	for _, l := range []lang.Language{lang.English, lang.Portuguese} {
		stemmer := lang.NewStemmer(l)
		for _, w := range kinds()["everyone"] {
			stems[stemmer.Stem(w)] = true
		}
	}
	return stems
})

// leadHolds reports whether a value is one of the lead data's signals.
func leadHolds(c *enrich.Context, value string) bool {
	return c != nil && slices.ContainsFunc(c.Signals, func(s enrich.Signal) bool { return draft.Normalise(s.Value) == draft.Normalise(value) })
}

// letter is the text of a draft, and the names that are no evidence in it.
type letter struct {
	words     []words.Word
	stems     words.Set
	sentences []sentence
	names     map[string]bool // of the addressee, of their company, and of the sender
	company   map[string]bool // the distinctive words of the company's name
}

// sentence is one of a letter.
type sentence struct {
	text  string
	words []words.Word
	asks  bool
}

func newLetter(body string, lead *draft.Lead) *letter {
	body = strings.ToValidUTF8(body[:min(len(body), mostRead)], "")
	t := &letter{names: map[string]bool{}, company: map[string]bool{}}
	host, _, _ := strings.Cut(lead.Email[strings.LastIndexByte(lead.Email, '@')+1:], ".")
	for _, name := range []string{lead.FirstName, lead.LastName, lead.Company.Name, lead.Company.Domain, lead.Title, host} {
		for _, w := range words.Of(name) {
			t.names[w.Folded] = true
		}
	}
	for _, w := range words.Of(lead.Company.Name + " " + host) {
		if w.IsContent() {
			t.company[w.Folded] = true
		}
	}
	lines := strings.Split(body, "\n")
	from, to := lettersText(lines)
	for _, line := range slices.Concat(lines[:from], lines[to:]) {
		for _, w := range words.Of(line) {
			if w.Capital {
				t.names[w.Folded] = true
			}
		}
	}
	for _, line := range lines[from:to] {
		for s := range strings.SplitAfterSeq(splitter.Replace(line), "\x00") {
			s = strings.TrimRight(s, "\x00")
			if list := words.Of(s); len(list) > 0 {
				t.sentences = append(t.sentences, sentence{strings.TrimSpace(s), list, strings.Contains(s, "?")})
				t.words = append(t.words, list...)
			}
		}
	}
	t.stems = words.NewSet(t.words)
	return t
}

// splitter marks where sentences end.
var splitter = strings.NewReplacer(". ", ".\x00", "! ", "!\x00", "? ", "?\x00", "… ", "…\x00")

// mostGreeting is how many words a line has at most that greets or signs.
const mostGreeting = 6

// lettersText gives the first line behind a salutation, and the line before which the signature begins.
func lettersText(lines []string) (from, to int) {
	blank := func(i int) bool { return strings.TrimSpace(lines[i]) == "" }
	to = len(lines)
	for from < to && blank(from) {
		from++
	}
	if from < to {
		if first := strings.TrimSpace(lines[from]); len(words.Of(first)) <= mostGreeting && !strings.HasSuffix(first, ".") {
			from++
		}
	}
	for to > from {
		last := strings.TrimSpace(lines[to-1])
		if last != "" && (len(words.Of(last)) > mostGreeting || strings.HasSuffix(last, ".") || strings.HasSuffix(last, "?")) {
			break
		}
		to--
	}
	return from, to
}

// quoted is the sentence, shortened.
func (s sentence) quoted() string {
	return text.Shorten(strings.Join(strings.Fields(s.text), " "), mostQuoted)
}

// has counts the words of a sentence that are of a kind.
func (s sentence) has(kind string) bool {
	return slices.ContainsFunc(s.words, func(w words.Word) bool { return isOf(kind, w.Folded) })
}

// ofCompany reports whether a sentence says something of the reader's company that is not said of everybody: it speaks to the reader, or
// names the company, and names something of theirs, a time, or what happens there. What the sender asks for a meeting says nothing.
func (t *letter) ofCompany(s sentence) bool {
	names := slices.ContainsFunc(s.words, func(w words.Word) bool { return t.company[w.Folded] })
	if s.asks && s.has("meeting") || !names && !s.has("you") && !s.has("seen") {
		return false
	}
	for i, w := range s.words {
		if i > 0 && w.Capital && !t.names[w.Folded] && !isOf("nonname", w.Folded) && len(w.Folded) > 1 || isOf("month", w.Folded) {
			return true
		}
	}
	return !s.has("we") && s.has("happening")
}

// ofDuty reports whether a sentence says what the reader answers for.
func (s sentence) ofDuty() bool {
	return s.has("duty")
}

// tells reports whether the text says what a signal of the lead's data says.
func (t *letter) tells(signal enrich.Signal) bool {
	list := words.Of(signal.Value)
	switch signal.Source {
	case "company.industry":
		return false
	case "company.technologies":
		return !enrich.IsEverywhere(signal.Value) && t.hasName(list)
	case "company.employee_count":
		n, _ := strconv.Atoi(list[0].Folded)
		return n >= 10 && slices.ContainsFunc(t.words, func(w words.Word) bool { return w.Folded == list[0].Folded })
	}
	points, seen := 0, map[string]bool{}
	for i, w := range list {
		if !w.IsContent() || t.names[w.Folded] || seen[w.Folded] || !t.stems.Shares(words.NewSet(list[i:i+1])) {
			continue
		}
		seen[w.Folded] = true
		points++
		if w.Figure || w.Capital && i > 0 {
			points++
		}
	}
	return points >= enoughPoints
}

// enoughPoints is how many words of a signal a text shares at least. A name or a figure counts twice.
const enoughPoints = 2

// hasName reports whether the words of a name stand in the text one behind the other, be it without the last: "Blue Yonder" of "Blue
// Yonder WMS".
func (t *letter) hasName(name []words.Word) bool {
	if len(name) > 2 {
		name = name[:2]
	}
	for i := range len(t.words) - len(name) + 1 {
		same := len(name) > 0
		for j := range name {
			same = same && t.words[i+j].Folded == name[j].Folded
		}
		if same {
			return true
		}
	}
	return false
}

// holds reports whether a value stands in the text.
func (t *letter) holds(value string) bool {
	list := words.Of(value)
	for i := range len(t.words) - len(list) + 1 {
		same := len(list) > 0
		for j := range list {
			same = same && t.words[i+j].Folded == list[j].Folded
		}
		if same {
			return true
		}
	}
	return false
}

// isBare reports whether a value is but names of the company or of the person, or their title.
func (t *letter) isBare(value string) bool {
	return !slices.ContainsFunc(words.Of(value), func(w words.Word) bool { return w.IsContent() && !t.names[w.Folded] })
}

//go:embed evidence.txt
var evidenceWords string

// kinds are the words of evidence.txt.
var kinds = sync.OnceValue(func() map[string][]string {
	all := map[string][]string{}
	for line := range strings.Lines(evidenceWords) {
		if name, list, ok := strings.Cut(strings.TrimPrefix(line, "["), "] "); ok && line[0] == '[' {
			all[name] = strings.Fields(list)
		}
	}
	return all
})

// isOf reports whether a word is of a kind.
func isOf(kind, word string) bool {
	return slices.ContainsFunc(kinds()[kind], func(k string) bool {
		start, open := strings.CutSuffix(k, "*")
		return word == k || open && strings.HasPrefix(word, start)
	})
}
