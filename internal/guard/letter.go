package guard

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/draft"
	"github.com/kbgate/kbgate/internal/guard/enrich"
	"github.com/kbgate/kbgate/internal/guard/enrich/role"
	"github.com/kbgate/kbgate/internal/guard/words"
	"github.com/kbgate/kbgate/internal/lang"
	"github.com/kbgate/kbgate/internal/text"
)

// Bounds of what is read of an e-mail. One that is written to one person is far shorter.
const (
	mostRead   = 32 << 10 // bytes
	mostQuoted = 160      // characters of a sentence that is given as evidence
)

// letter is the text of an e-mail without its salutation and signature, and the names that are no evidence in it.
type letter struct {
	words     []words.Word
	sentences []sentence
	stemmers  map[lang.Language]*words.Stemmer
	stems     map[role.Duty]bool // in both languages
	names     map[string]bool    // of the addressee, of their company, and of the sender
	company   map[string]bool    // the words of the company's name
	title     []words.Word       // of the addressee
}

// sentence is one of a letter.
type sentence struct {
	text  string
	words []words.Word
}

func newLetter(body string, lead *draft.Lead) *letter {
	l := &letter{stemmers: map[lang.Language]*words.Stemmer{}, stems: map[role.Duty]bool{}, names: map[string]bool{}, company: map[string]bool{}}
	for _, language := range judged {
		l.stemmers[language] = words.NewStemmer(language)
	}
	l.title = words.Of(lead.Title[:min(len(lead.Title), mostQuoted)])
	host, _, _ := strings.Cut(lead.Email[strings.LastIndexByte(lead.Email, '@')+1:], ".")
	c := &lead.Company
	for _, name := range []string{lead.FirstName, lead.LastName, lead.Title, c.Name, c.Domain, host} {
		for _, w := range words.Of(name[:min(len(name), mostQuoted)]) {
			l.names[w.Folded] = true
		}
	}
	for _, w := range words.Of(c.Name[:min(len(c.Name), mostQuoted)] + " " + host[:min(len(host), mostQuoted)]) {
		if w.IsContent() {
			l.company[w.Folded] = true
		}
	}
	parts := draft.PartsOf(strings.ToValidUTF8(body[:min(len(body), mostRead)], ""))
	for _, w := range words.Of(parts.Salutation + " " + parts.Signature) {
		if w.Capital {
			l.names[w.Folded] = true
		}
	}
	for _, s := range parts.Sentences {
		if list := words.Of(s); len(list) > 0 {
			l.sentences = append(l.sentences, sentence{s, list})
			l.words = append(l.words, list...)
		}
	}
	for _, w := range l.words {
		for _, language := range judged {
			l.stems[l.duty(w, language)] = true
		}
	}
	return l
}

// quoted is the sentence, shortened.
func (s sentence) quoted() string { return text.Shorten(s.text, mostQuoted) }

// has reports whether a word of a sentence is of a kind.
func (s sentence) has(kind string) bool {
	return slices.ContainsFunc(s.words, func(w words.Word) bool { return isOf(kind, w.Folded) })
}

// isOfCompany reports whether a sentence says something of the reader's company that is not said of everybody: it speaks to the reader,
// tells what the sender saw, or names the company; and it names something else, a number with a mark of identity, a month, or something
// that happened there. So does one that says what the reader asked, with a figure. Nothing is said by asking for a meeting.
func (l *letter) isOfCompany(s sentence) bool {
	if s.answers() && !strings.Contains(s.text, "?") {
		return true
	}
	speaks := s.has("you") || s.has("seen") || slices.ContainsFunc(s.words, func(w words.Word) bool { return l.company[w.Folded] })
	if !speaks || strings.Contains(s.text, "?") && s.has("meeting") {
		return false
	}
	if identifies(s.text) && !s.has("sender") {
		return true
	}
	for i, w := range s.words {
		if i > 0 && l.isName(w) || isOf("month", w.Folded) {
			return true
		}
	}
	return !s.has("we") && s.has("happening")
}

// mostShouted is how many letters an abbreviation has at most. A longer word in capitals is only loud.
const mostShouted = 6

// isName reports whether a word within a sentence is written as a name, and is neither one of the addressee's or the sender's nor one
// that stands in anybody's mail.
func (l *letter) isName(w words.Word) bool {
	if !w.Capital || len(w.Folded) < 2 || l.names[w.Folded] || isOf("nonname", w.Folded) {
		return false
	}
	return !w.Upper || len(w.Folded) <= mostShouted && !l.isWork(w)
}

// wordsBehind is how far behind "your" the word stands that it is said of.
const wordsBehind = 3

// isOfDuty reports whether a sentence says what somebody in the reader's place does or answers for: "whoever draws up the roster", "quem fecha a
// folha", "that lands on your desk", or "your" with a word of people's work behind it. "Your role as plant manager" is but the title.
func (l *letter) isOfDuty(s sentence) bool {
	if s.has("duty") || l.isOfWork(s) {
		return true
	}
	for i, w := range s.words[:len(s.words)-1] {
		next := s.words[i+1:]
		switch {
		case w.Folded == "quem" && !isOf("notwho", next[0].Folded), isOf("somebody", w.Folded) && isOf("who", next[0].Folded):
			return true
		case isOf("your", w.Folded) && !isOf("title", next[0].Folded) && slices.ContainsFunc(next[:min(len(next), wordsBehind)], l.isWork):
			return true
		}
	}
	return false
}

// isWork reports whether a word is of the duties of some role, and not of mails that could be sent to anybody.
func (l *letter) isWork(w words.Word) bool {
	for _, language := range judged {
		if role.IsDuty(l.duty(w, language)) && !isOf("everyone", w.Folded) {
			return true
		}
	}
	return false
}

// duty is a word as the duties of roles are written: its stem in a language.
func (l *letter) duty(w words.Word, language lang.Language) role.Duty {
	return role.Duty{Stem: l.stemmers[language].Stem(w.Folded), Language: language}
}

// has reports whether a word stands in the text in one of its forms.
func (l *letter) has(w words.Word) bool {
	return slices.ContainsFunc(judged[:], func(language lang.Language) bool { return l.stems[l.duty(w, language)] })
}

// Points of what a text shares with a signal of the lead's data: a word is one, a name or a figure two.
const (
	ofName       = 2
	enoughPoints = 2
)

// fewEmployees is a size that stands in many texts as a figure of something else.
const fewEmployees = 10

// tells reports whether the text says what a signal of the company says. An industry and a technology that is everywhere say nothing of
// one company.
func (l *letter) tells(signal enrich.Signal) bool {
	list := words.Of(signal.Value)
	switch signal.Source {
	case enrich.FromIndustry:
		return false
	case enrich.FromTechnologies:
		return !enrich.IsEverywhere(signal.Value) && l.holds(list[:min(len(list), 2)]) // "Blue Yonder" of "Blue Yonder WMS"
	case enrich.FromSize:
		size, _ := strconv.Atoi(list[0].Folded)
		return size >= fewEmployees && l.holds(list[:1])
	}
	points, seen := 0, map[string]bool{}
	for i, w := range list {
		if !w.IsContent() || l.names[w.Folded] || seen[w.Folded] || !l.has(w) {
			continue
		}
		seen[w.Folded] = true
		points++
		if w.Figure || w.Capital && i > 0 {
			points += ofName - 1
		}
	}
	return points >= enoughPoints
}

// holds reports whether words stand in the text, one behind the other.
func (l *letter) holds(list []words.Word) bool {
	for i := range len(l.words) - len(list) + 1 {
		if len(list) > 0 && slices.EqualFunc(list, l.words[i:i+len(list)], words.Word.Equals) {
			return true
		}
	}
	return false
}

// isBare reports whether words are but names of the company or of the person, or their title.
func (l *letter) isBare(list []words.Word) bool {
	return !slices.ContainsFunc(list, func(w words.Word) bool { return w.IsContent() && !l.names[w.Folded] })
}

//go:embed evidence.txt
var evidenceWords string

// wordKind is words of one kind.
type wordKind struct {
	whole      map[string]bool
	beginnings []string
}

var wordKinds = sync.OnceValue(func() map[string]wordKind {
	all := map[string]wordKind{}
	for line := range strings.Lines(evidenceWords) {
		name, list, ok := strings.Cut(strings.TrimPrefix(line, "["), "] ")
		if !ok || line[0] != '[' {
			continue
		}
		kind := wordKind{whole: map[string]bool{}}
		for w := range strings.FieldsSeq(list) {
			if start, open := strings.CutSuffix(w, "*"); open {
				kind.beginnings = append(kind.beginnings, start)
			} else {
				kind.whole[w] = true
			}
		}
		all[name] = kind
	}
	return all
})

// isOf reports whether a folded word is of a kind.
func isOf(kind, word string) bool {
	k := wordKinds()[kind]
	return k.whole[word] || slices.ContainsFunc(k.beginnings, func(b string) bool { return strings.HasPrefix(word, b) })
}
