package cite

import (
	"bytes"

	"github.com/kbgate/kbgate/internal/text"
)

// madeBy gives the source with the same maker as an item, or -1. A name that stands alone before a kind of
// publication is a maker ("Stripe handbook"), and another work that begins with that name is by the same maker
// ("Stripe Annual Letter").
func (l *list) madeBy(known []Source, s *Source, from int) int {
	if s.signed || !s.headed || l.tokens[from].is(container|firm|publication|located) {
		return -1
	}
	alone := l.alone(from)
	for i := range known {
		k := &known[i]
		if !k.signed && k.headed && k.loose[0] == s.loose[0] && (alone || k.maker) {
			return i
		}
	}
	return -1
}

// alone reports whether the name at i is not the first word of a longer one.
func (l *list) alone(i int) bool {
	if i+1 >= len(l.tokens) || l.tokens[i].Traits&text.Capital == 0 || isPossessive(l.source, l.tokens[i].Word) {
		return true
	}
	next := &l.tokens[i+1]
	return next.sep != 0 || next.Traits&text.Capital == 0
}

// anonymous reports whether an item names a work by nothing that tells whose it is.
func (l *list) anonymous(from, to int) bool {
	t := &l.tokens[from]
	switch {
	case t.Hash == wordArxiv || t.Hash == wordDOI:
		return true
	case t.is(located):
		address := l.source[t.Start:t.End]
		if i := bytes.Index(address, []byte("://")); i >= 0 {
			address = address[i+3:]
		}
		host, _, _ := bytes.Cut(address, []byte("/"))
		return bytes.HasPrefix(address, []byte("10.")) || accounts[string(bytes.TrimPrefix(host, []byte("www.")))] == 0 && many(registered(host))
	case !t.quoted && !t.is(container):
		return false
	}
	for i := from; i < to; i++ {
		if t := &l.tokens[i]; !t.quoted && t.Traits&text.Capital != 0 && !t.is(container|publication|part) && !month(t) {
			return false
		}
	}
	return true
}

// retold gives the source that an item is about, or -1: "magazine feature (2013) on Nevin's curves", "Times article
// citing the Pell report".
func (l *list) retold(known []Source, from, to int) int {
	for i := from + 1; i < to; i++ {
		if t := &l.tokens[i]; !retelling.Has(t.Word) || t.quoted {
			continue
		}
		for j := i + 1; j < min(i+4, to); j++ {
			t := &l.tokens[j]
			if !t.name() {
				continue
			}
			k := keyOf(l.source[t.Start:t.End])
			for n := range known {
				if known[n].has(k) {
					return n
				}
			}
			break
		}
	}
	return -1
}

// repeats reports whether an item says of itself that it is the source before it: "the same in Science", "published
// version in …", "annual report 2022" after another annual report.
func (l *list) repeats(from, to int, named bool) bool {
	content, data, journal := false, false, false
	for i := from; i < to; i++ {
		t := &l.tokens[i]
		if t.depth > 0 && t.Hash == wordSame && i+1 < to && l.tokens[i+1].is(publication) {
			return true
		}
		if t.depth > 0 || t.quoted {
			continue
		}
		if i == to-1 && i > from && coverage.Has(t.Word) && !data {
			return true // "New Scientist coverage"
		}
		if authors.Has(t.Word) && i > from && (definite.Has(l.tokens[i-1].Word) || ownHands.Has(l.tokens[i-1].Word) || i > from+1 && definite.Has(l.tokens[i-2].Word)) {
			return true // "talk by the author"
		}
		if repetitions.Has(t.Word) || t.Hash == wordCompany && isPossessive(l.source, t.Word) {
			return true
		}
		if i > from && l.refersBack(i, to) {
			return true
		}
		if versions.Has(t.Word) && i-from < 4 && l.tokens[from].Traits&text.Capital == 0 {
			return true
		}
		if t.Traits&text.HasDigit != 0 && (bytes.HasPrefix(l.source[t.Start:], []byte("NCT")) || bytes.HasPrefix(l.source[t.Start:], []byte("ISRCTN"))) {
			return true // the number in a register of trials
		}
		data = data || t.is(numbers|survey)
		journal = journal || t.is(container) && t.Traits&text.Capital != 0
		content = content || !t.is(generic|publication|part|numbers|container) && t.Traits&text.HasDigit == 0
	}
	lower := l.tokens[from].Traits&text.Capital == 0 && (l.tokens[from].Traits&text.HasDigit == 0 || !isLower(l.source[l.tokens[from].Start]))
	if lower && to-from > 1 && l.tokens[to-1].is(located) && l.anonymous(to-1, to) {
		return true // "dataset: https://zenodo.org/…"
	}
	if lower && !data {
		return !named // "show notes", "author interview (2021)"
	}
	if journal && !content {
		return l.preprinted(from) // "Ahn, NBER w123; AER 104 (2014)"
	}
	return !named && !content
}

// preprinted reports whether what stands before a token names a preprint or working paper.
func (l *list) preprinted(to int) bool {
	for i := 0; i < to; i++ {
		if preprints.Has(l.tokens[i].Word) {
			return true
		}
	}
	return false
}

var preprints = text.NewSet("preprint", "nber", "ssrn", "arxiv", "biorxiv", "medrxiv", "psyarxiv", "working", "draft", "wp")

// refersBack reports whether the words from i on mean a work that was named before: "on the study", "about it".
func (l *list) refersBack(i, to int) bool {
	if !retelling.Has(l.tokens[i].Word) && l.tokens[i].Hash != wordFrom || i+1 >= to {
		return false
	}
	next := &l.tokens[i+1]
	if next.Hash == wordIt {
		return true
	}
	if next.Hash != wordThe && next.Hash != wordThis && next.Hash != wordThat || i+2 >= to {
		return false
	}
	work := &l.tokens[i+2]
	return work.is(study|publication) && work.Traits&text.Capital == 0 && (i+3 >= to || !l.tokens[i+3].is(origin|creator))
}

var authors = text.NewSet("author", "authors", "author's")

var coverage = text.NewSet("coverage", "write-up", "writeup", "recap", "explainer", "précis", "notice", "digest")
