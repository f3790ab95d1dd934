package guard

import (
	"slices"
	"strconv"
	"strings"

	"github.com/kbgate/kbgate/internal/guard/words"
	"github.com/kbgate/kbgate/internal/lazy"
)

// isOfWork reports whether a sentence says what somebody in the reader's place does: the reader, or a function such as the CFO or "a
// direção de operações", is the subject of a verb of work, and something concrete stands behind the verb. Neither a question nor a
// sentence in which the sender has a part says so.
func (l *letter) isOfWork(s sentence) bool {
	if strings.Contains(s.text, "?") || s.has("sender") {
		return false
	}
	for i := range s.words {
		before := s.words[max(0, i-2):i]
		if n := len(before); n > 0 && isOf("unless", before[n-1].Folded) || n > 1 && isOf("unless", before[n-2].Folded) && !isOf("reader", s.words[i].Folded) {
			continue
		}
		for _, end := range l.subjects(s.words[i:]) {
			if i+end < len(s.words) && l.works(s.words[:i], s.words[i], s.words[i+end:]) {
				return true
			}
		}
	}
	return false
}

// subjects gives the lengths of the subjects with which words may begin.
func (l *letter) subjects(list []words.Word) (ends []int) {
	first := list[0]
	const ofHead = 3 // "head of claims", "equipa do CTO", "you and one clerk"
	linked := len(list) > ofHead && (isOf("post", first.Folded) && list[1].Folded == "of" || isOf("cargo", first.Folded) && linkWords[list[1].Folded])
	switch {
	case isOf("reader", first.Folded) && len(list) > ofHead && (list[1].Folded == "and" || list[1].Folded == "e"):
		ends = append(ends, ofHead)
	case isOf("reader", first.Folded), first.Upper && isOf("function", first.Folded):
		ends = append(ends, 1)
	case linked && list[2].IsContent():
		ends = append(ends, ofHead)
	case linked:
	case isOf("post", first.Folded):
		ends = append(ends, 1)
	case isOf("cargo", first.Folded):
		ends = append(ends, 1, 2) // "direção financeira"
	}
	if n := len(l.title); n > 0 && n <= len(list) && slices.EqualFunc(l.title, list[:n], words.Word.Equals) {
		ends = append(ends, n)
	}
	return ends
}

var linkWords = map[string]bool{"de": true, "do": true, "da": true, "dos": true, "das": true}

// works reports whether words that follow a subject begin with a verb of work that has something concrete behind it.
// Of "it is the CFO who signs" the stress says already who answers for it.
func (l *letter) works(before []words.Word, subject words.Word, list []words.Word) bool {
	reader := isOf("reader", subject.Folded)
	isConcrete := slices.ContainsFunc(before, func(w words.Word) bool { return isOf("when", w.Folded) || isOf("each", w.Folded) })
	for len(list) > 1 {
		first, second := list[0].Folded, list[1].Folded
		isDuty := len(list) > 2 && ((first == "have" || first == "has") && second == "to" || first == "tem" && (second == "de" || second == "que"))
		switch {
		case isDuty:
			return isAct(list[2]) && (isConcrete || l.isConcrete(list[2:]))
		case !reader && (first == "who" || first == "that" || first == "que"):
			list, isConcrete = list[1:], isConcrete || isStressed(before)
		case subject.Folded == "you" && (first == "are" || first == "re") && strings.HasSuffix(second, "ing") && !isOf("idle", second) && !isOf("happening", second):
			return l.isConcrete(list[1:])
		case isOf("beside", first):
			list = list[1:]
		case !reader && strings.HasPrefix(first, "get") && strings.HasSuffix(second, "ed"): // "gets paged"
			return isConcrete || l.isConcrete(list[1:])
		default:
			return isVerb(subject, list[0]) && (l.isConcrete(list) || isConcrete && slices.ContainsFunc(list[1:], words.Word.IsContent))
		}
	}
	return false
}

// isStressed reports whether words end so that what follows is stressed: "it is the …", "é o …".
func isStressed(before []words.Word) bool {
	for _, w := range before[max(0, len(before)-2):] {
		if w.Folded == "is" || w.Folded == "e" || w.Folded == "sao" {
			return true
		}
	}
	return false
}

// isAct reports whether a word may be a verb of work in one of its forms.
func isAct(w words.Word) bool {
	return w.IsContent() && !w.Figure && !w.Capital && !isOf("idle", w.Folded) && !isOf("unit", w.Folded) && !isOf("happening", w.Folded)
}

// isVerb reports whether a word behind a subject may be a verb of work: "you" takes nearly any form, others that of the third person.
func isVerb(subject, w words.Word) bool {
	endsWith := func(ending string) bool { return strings.HasSuffix(w.Folded, ending) }
	switch {
	case !isAct(w):
		return false
	case subject.Folded == "you":
		return !slices.ContainsFunc(noPresent, endsWith)
	case isOf("post", subject.Folded):
		return endsWith("s") && !endsWith("ss")
	}
	return slices.ContainsFunc(thirdPerson, endsWith) && !endsWith("ss")
}

// thirdPerson are the endings of verbs in both languages: "signs", "assina", "respondem", "refaz".
var thirdPerson = []string{"s", "a", "e", "i", "m", "u", "z"}

// noPresent are the endings of words behind "you" that tell no duty: adverbs, and what was done once.
var noPresent = []string{"ly", "ing", "ed"}

// enoughOfWork is how many words of people's work make what stands behind a verb concrete.
const enoughOfWork = 2

// isConcrete reports whether something that can be counted, seen or named stands behind a verb, which is the first of some words: a
// number of things, a time at which work is done, each of some things, or several words of people's work.
func (l *letter) isConcrete(list []words.Word) bool {
	work := 0
	for i, w := range list {
		isLast := i+1 == len(list)
		switch {
		case i == 0:
		case w.Figure || isOf("many", w.Folded):
			if isLast || !isOf("unit", list[i+1].Folded) {
				return true
			}
		case isOf("when", w.Folded), isOf("each", w.Folded) && !isLast && list[i+1].IsContent():
			return true
		case i > 2 && w.Equals(list[i-2]): // "one by one"
			return true
		}
		if i > 0 && w.IsContent() && l.isWork(w) {
			work++
		}
	}
	return work >= enoughOfWork
}

var (
	standard = lazy.Regexp(`(?i)\b(?:iso|iec|en|din|nbr)[ /-]*\d[\d/:-]*`)
	identity = lazy.Regexp(`(?:(?i:\bn\.? ?[ºo°]\.?|\bnr\.?)|#) ?\d{2,}|\b(?:19|20)\d\d[/-]\d{2,}\b|\b\d{2,}/\d{3,}\b|\b[A-Z]{2,5}-\d{4,}\b`)
)

// identifies reports whether a text has a number with a mark of identity, as of a tender or an order: "2026/114", "n.º 12". A season
// ("2026/27") and a standard are none.
func identifies(text string) bool {
	for _, found := range identity().FindAllString(standard().ReplaceAllString(text, ""), -1) {
		year, rest, ok := strings.Cut(found, "/")
		first, err := strconv.Atoi(year)
		if next, nextErr := strconv.Atoi(rest); !ok || err != nil || nextErr != nil || len(rest) > 2 || next != (first+1)%100 {
			return true
		}
	}
	return false
}

// answers reports whether a sentence says what the reader asked or told the sender, with a figure: "you asked for the price: 240 euros".
func (s sentence) answers() bool {
	for i, w := range s.words {
		isReaders := i > 0 && isOf("reader", s.words[i-1].Folded) && (i < 2 || !isOf("unless", s.words[i-2].Folded)) || i == 0 && w.Folded != "called"
		if isReaders && isOf("asked", w.Folded) {
			return slices.ContainsFunc(s.words[i:], func(w words.Word) bool { return w.Figure })
		}
	}
	return false
}
