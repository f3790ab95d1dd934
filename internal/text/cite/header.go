package cite

import "github.com/kbgate/kbgate/internal/text"

// Named appends the independent sources that source[from:to] lists, the value of a header's `source` field for one:
// "Conitzer et al, Social Choice (ICML 2024); Mishra, AI Alignment (October 2023)" are two. The agent that extracted
// a claim ("rio, based on …") is no source, and a repetition of an earlier source adds none. Several values may be
// appended to one list.
func Named(dst []Source, source []byte, from, to int) []Source {
	var buffer [48]token
	l := cut(buffer[:0], source, from, to)
	for start := l.extractor(); start < len(l.tokens); {
		end := l.itemEnd(start)
		dst = l.appendItem(dst, start, end)
		start = end
	}
	return dst
}

// extractor gives the number of tokens that name the extracting agent: "rio, based on X" names X.
func (l *list) extractor() int {
	for i := 0; i+2 < len(l.tokens) && i < 4; i++ {
		first, second := l.tokens[i].Hash, l.tokens[i+1].Hash
		if first == wordBased && second == wordOn || (first == wordExtracted || first == wordDrawn) && second == wordFrom {
			return i + 2
		}
	}
	return 0
}

// itemEnd is where the source that starts at start ends.
func (l *list) itemEnd(start int) int {
	for i := start + 1; i < len(l.tokens); i++ {
		t := &l.tokens[i]
		if t.sep&sepCut != 0 {
			return i
		}
		if t.depth > 0 && t.sep&sepOpen == 0 || t.quoted && t.sep&sepQuote == 0 {
			continue
		}
		next := i
		if l.tokens[i].Hash == wordAnd && i+1 < len(l.tokens) {
			next = i + 1
		}
		if joint := t.sep&sepComma != 0 || next > i || t.sep&(sepAmp|sepSlash) != 0 && yearOf(l.source, l.tokens[i-1].Word) != 0; joint && l.parts(start, i, next) {
			return i
		}
	}
	return len(l.tokens)
}

// traits are what tells whether a stretch of tokens can be a source by itself.
type traits struct {
	year                            int
	kind, bracket, quote, published bool // a kind of publication, a bracket, a quoted title, a journal's name
	located                         bool // has a handle or an address
}

func (l *list) traits(from, to int) (t traits) {
	for i := from; i < to; i++ {
		k := &l.tokens[i]
		if y := yearOf(l.source, k.Word); y != 0 && t.year == 0 {
			t.year = y
		}
		if k.depth == 0 && !k.quoted {
			t.kind = t.kind || k.is(publication)
			t.published = t.published || k.is(container) && k.Traits&text.Capital != 0
		}
		t.bracket = t.bracket || k.depth > 0
		t.quote = t.quote || k.quoted
		t.located = t.located || k.sep&sepAt != 0 || k.is(located)
	}
	return t
}

// parts reports whether the comma or "and" before i parts two sources: what stands before is complete, and what
// follows from next on is one by itself.
func (l *list) parts(start, i, next int) bool {
	first := &l.tokens[next]
	if next > i && first.sep&sepQuote != 0 {
		return false // "X, 'One' and 'Two'": another work of the same author
	}
	if first.Traits&text.Capital == 0 && first.sep&(sepAt|sepQuote) == 0 && !first.is(located) || first.is(part) {
		return false
	}
	end := l.segmentEnd(next)
	left, right := l.traits(start, i), l.traits(next, end)
	if first.is(located) || first.sep&sepAt != 0 {
		return left.located || first.sep&sepAt != 0 && (left.year != 0 || left.kind)
	}
	if month(first) || first.sep&sepQuote != 0 && !l.tokens[start].quoted && !left.quote {
		return false // "Ahn & Bell (2019), 'One'": the title
	}
	if (right.year == 0 || right.year == left.year) && !left.published && l.venue(next, end) {
		return false
	}
	if left.year != 0 || left.located {
		if right.published && !l.startsWithName(next) && (right.year == 0 || right.year == left.year) {
			return false
		}
		if right.year == 0 && end-next > 3 && l.onlyAuthors(start, i) {
			return false // "Ahn (2019), A large trial of salt in bread": the title
		}
		if right.year != 0 || right.kind || right.bracket || right.quote {
			return true
		}
		return left.year != 0 && l.authorTitle(next, end, left.year)
	}
	if first.Hash == wordThe || right.published || first.sep&sepQuote != 0 {
		return false
	}
	if left.bracket && right.bracket {
		return right.year == 0
	}
	return left.kind && right.kind && l.startsWithName(next)
}

// venue reports whether a stretch says no more than where a work or a talk appeared: "Minnesota Law Review", "Block &
// Mortar podcast ep. 88".
func (l *list) venue(from, to int) bool {
	last := to
	for last > from && (l.tokens[last-1].is(part) || l.tokens[last-1].Traits&text.HasDigit != 0 || l.tokens[last-1].depth > 0 || month(&l.tokens[last-1])) {
		last--
	}
	if last == from || !venues.Has(l.tokens[last-1].Word) {
		return false
	}
	for i := from; i < last-1; i++ {
		if l.tokens[i].Traits&text.Capital == 0 && !l.tokens[i].is(particle|origin) && l.tokens[i].Hash != wordAnd {
			return false
		}
	}
	return last-from > 1
}

var venues = text.NewSet("podcast", "show", "radio", "magazine", "journal", "review", "letters", "quarterly", "proceedings", "transactions", "bulletin",
	"annals", "conference", "symposium", "summit", "con", "meetup", "newsletter", "letter", "gazette", "channel", "webinar", "weekly", "monthly", "daily", "tv")

// onlyAuthors reports whether a stretch is no more than names and a year.
func (l *list) onlyAuthors(from, to int) bool {
	for i := from; i < to; i++ {
		t := &l.tokens[i]
		if t.Traits&(text.Capital|text.HasDigit) == 0 && t.Hash != wordAnd && t.Hash != wordEt && t.Hash != wordAl && !t.is(particle) || t.is(publication|study) || t.quoted {
			return false
		}
		if i > from && t.sep&sepComma != 0 && t.Traits&text.HasDigit == 0 {
			return false
		}
	}
	return true
}

// authorTitle reports whether a short name and, after a comma, a work of another year follow: "…, Bell, Two (2012)".
func (l *list) authorTitle(next, end, year int) bool {
	if end-next > 3 || end >= len(l.tokens) || !l.startsWithName(next) || l.tokens[end].Traits&text.Capital == 0 {
		return false
	}
	work := l.traits(end, l.segmentEnd(end))
	return work.year != 0 && work.year != year
}

// startsWithName reports whether the stretch at i begins with a name and not with a journal's.
func (l *list) startsWithName(i int) bool {
	return l.tokens[i].name() && !l.tokens[i].is(container)
}

// segmentEnd is where the next comma or harder separator outside of brackets stands.
func (l *list) segmentEnd(i int) int {
	for i++; i < len(l.tokens); i++ {
		t := &l.tokens[i]
		if t.sep&sepCut != 0 || t.sep&sepComma != 0 && t.depth == 0 && !t.quoted {
			break
		}
	}
	return i
}

// appendItem adds one source, or its names to the one that it repeats.
func (l *list) appendItem(dst []Source, from, to int) []Source {
	if l.tokens[from].Hash == wordAnd && from+1 < to {
		from++
	}
	s := Source{Start: l.tokens[from].Start, End: l.tokens[to-1].End, Kind: l.kind(from, to)}
	if l.tokens[from].sep&sepAt != 0 {
		s.Start--
	}
	if to < len(l.tokens) {
		s.End = l.closing(int(s.End), int(l.tokens[to].Start))
	} else {
		s.End = l.closing(int(s.End), l.end)
	}
	named := l.identify(&s, from, to)
	s.headed = s.loose[0] != 0 && s.loose[0] == keyOf(l.source[l.tokens[from].Start:l.tokens[from].End])
	if s.Kind == Outside {
		s.part = l.partOf(from, to)
	}
	for i := range dst {
		if dst[i].shares(&s) {
			dst[i].merge(&s)
			return dst
		}
	}
	if i := l.madeBy(dst, &s, from); i >= 0 {
		dst[i].merge(&s)
		return dst
	}
	if i := l.retold(dst, from, to); i >= 0 {
		dst[i].merge(&s)
		return dst
	}
	if len(dst) > 0 && l.repeats(from, to, named) {
		dst[len(dst)-1].merge(&s)
		return dst
	}
	if s.n == 0 {
		return dst
	}
	s.maker, s.anonymous = l.alone(from), l.anonymous(from, to)
	return append(dst, s)
}

// partOf is the part of a longer work that an item of the form "Work, Part" names: "Manifesto, Chapter 4".
func (l *list) partOf(from, to int) Key {
	second := l.segmentEnd(from)
	if second >= to || l.segmentEnd(second) < to {
		return 0
	}
	work, piece := l.traits(from, second), l.traits(second, to)
	if work.year != 0 || piece.year != 0 || l.tokens[second].is(container) || l.tokens[to-1].is(container) || !(l.tokens[second].is(part) || work.kind && l.tokens[second].Traits&text.Capital != 0) {
		return 0
	}
	return keyOf(l.source[l.tokens[second].Start:l.tokens[to-1].End])
}

// closing takes brackets and quotation marks right after an item into it.
func (l *list) closing(end, limit int) int32 {
	for end < limit && (l.source[end] == ')' || l.source[end] == '"' || l.source[end] == '\'' || l.source[end] == ']') {
		end++
	}
	return int32(end)
}

func month(t *token) bool {
	_, ok := months[t.Hash]
	return ok
}

var months = text.NewSet("january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
	"november", "december", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "spring",
	"summer", "autumn", "fall", "winter", "q1", "q2", "q3", "q4", "early", "late", "mid", "since", "in", "until", "from", "before", "after", "by")
