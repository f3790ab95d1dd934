package cite

import (
	"bytes"
	"net/url"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/text"
)

// mark is a set of things that stand before a word.
type mark uint8

const (
	hard   mark = 1 << iota // a semicolon, line end, bar or plus: parts sources
	comma                   // parts them sometimes
	joint                   // & or /
	opens                   // a bracket
	quotes                  // a quotation mark or the mark of italics
	breaks                  // a colon or dash
	at                      // the sign of an account
	other                   // a full stop
)

// token is a word with what it can be, and what stands before it.
type token struct {
	text.Word
	class  class
	before mark
	tight  bool // nothing but a space stands before it, or a point behind a short word
	depth  int8 // of brackets
	quoted bool
	year   int16
	site   bool // an address or DOI
}

func (t *token) is(c class) bool { return t.class&c != 0 }

// isName reports whether the word looks like a part of a name.
func (t *token) isName() bool {
	return isCapital(t.Word) && (!t.is(plain|month|part) || t.Is(text.AllCaps) && t.is(venue|firm)) && t.year == 0 && !t.Is(text.Custom)
}

// list is a text cut into tokens. Offsets count from the start of source.
type list struct {
	source []byte
	end    int
	tokens []token
}

func (l *list) word(i int) string { return l.tokens[i].In(l.source) }

// key is the key of the words from..to, run together.
func (l *list) key(from, to int) Key {
	return keyOf(string(l.source[l.tokens[from].Start:l.tokens[to-1].End]))
}

// cut makes tokens of words, in the room of old ones. Wiki links are left out of a header, as they are counted by the notes they lead
// to; what an address holds is one token.
func cut(room []token, source []byte, words []text.Word, from, to int) list {
	l := list{source: source, end: to, tokens: slices.Grow(room, len(words))}
	table := classes()
	depth, quote, linked, end := int8(0), byte(0), false, from
	for _, w := range words {
		if int(w.Start) < end { // within an address
			continue
		}
		t := token{Word: w, class: table.At(w.Hash)}
		if w.Is(text.HasDigit) {
			t.year = int16(yearOf(w.In(source)))
		}
		gap := source[end:w.Start]
		switch string(gap) {
		case " ": // as nearly always
			t.tight, gap = true, nil
		case "\n":
			t.tight = true
		case ". ":
			last := len(l.tokens) - 1
			t.tight = last >= 0 && l.tokens[last].End-l.tokens[last].Start < 3
		}
		for i, b := range gap {
			switch b {
			case ';', '\n', '|', '+':
				if depth == 0 {
					t.before |= hard
					quote = 0
				}
			case ',':
				t.before |= comma
			case '&', '/':
				t.before |= joint
			case '(', '[':
				linked = linked || bytes.HasSuffix(gap[:i+1], []byte("[["))
				t.before |= opens
				depth++
			case ')', ']':
				linked = linked && !bytes.HasSuffix(gap[:i+1], []byte("]]"))
				depth = max(depth-1, 0)
			case ':':
				t.before |= breaks
			case '-':
				if len(gap) > 1 {
					t.before |= breaks
				}
			case '@':
				t.before |= at
			case '.':
				t.before |= other
			case '"', '\'', '*', '_':
				if quote == b {
					quote = 0
				} else if quote == 0 && i+1 == len(gap) {
					quote = b
					t.before |= quotes
				}
			case 0xE2:
				switch string(gap[i:min(i+3, len(gap))]) {
				case "“", "‘", "„":
					quote = '"'
					t.before |= quotes
				case "”", "’":
					quote = 0
				case "–", "—":
					t.before |= breaks
				}
			}
		}
		end = int(w.End)
		if linked && w.Traits&text.Custom == 0 {
			continue
		}
		if isMark := end < to && (source[end] == '.' || source[end] == ':'); isMark && end+1 < to && source[end+1] > ' ' || w.Is(text.HasDigit) && bytes.IndexByte(source[w.Start:end], '.') > 0 {
			if n := address(source[w.Start:to], w); n > 0 {
				t.site, end = true, int(w.Start)+n
				t.End = int32(end)
			}
		}
		t.depth, t.quoted = depth, quote != 0
		l.tokens = append(l.tokens, t)
	}
	return l
}

// address is how many bytes of s are a web address, a DOI, or a domain with a path or a common ending; 0 for none.
func address(s []byte, w text.Word) int {
	n := bytes.IndexAny(s, " \t\n\r;|<>\"'()[],")
	if n < 0 {
		n = len(s)
	}
	whole := strings.TrimRight(string(s[:n]), ".:*_")
	host, _, hasPath := strings.Cut(whole, "/")
	switch dot := strings.LastIndexByte(host, '.'); {
	case strings.HasPrefix(whole, "http://"), strings.HasPrefix(whole, "https://"), strings.HasPrefix(whole, "10.") && hasPath:
	case isCapital(w) || dot < 1 || dot+1 == len(host):
		return 0
	case hasPath && 'a' <= host[dot+1] && host[dot+1] <= 'z':
	case !strings.Contains(" com org net edu gov io fi ai xyz co br pt example ", " "+host[dot+1:]+" "):
		return 0
	}
	return len(whole)
}

// addAddress adds what an address points to. A site speaks with one voice, but on one that publishes many the path says who speaks: an
// account, or a work.
func (s *Source) addAddress(address string) {
	if !strings.Contains(address, "://") {
		address = "https://" + address
	}
	u, err := url.Parse(address)
	if err != nil {
		return
	}
	host := strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")
	path := strings.Split(strings.Trim(u.Path, "/"), "/")
	labels := strings.Split(host, ".")
	name := len(labels) - 2 // what somebody has registered: "nature" of nature.com, "ons" of ons.gov.uk, "ana" of ana.substack.com
	if name > 0 && strings.Contains(" co gov ac org com edu substack github wordpress blogspot medium tumblr ghost ", " "+labels[name]+" ") {
		name--
	}
	switch table := classes(); {
	case table.At(text.HashOf(host))&account != 0:
		first := path[0]
		if len(path) > 1 && strings.Contains(" in company profile site ", " "+first+" ") {
			first = path[1]
		}
		s.add(keyOf(first))
	case strings.HasPrefix(host, "10.") || strings.HasSuffix(host, "doi.org"):
		s.add(keyOf(strings.TrimPrefix(host, "doi.org") + u.Path))
	case strings.HasSuffix(host, "arxiv.org"):
		s.add(arxiv(path[len(path)-1]))
	case name < 0 || table.At(text.HashOf(labels[name]))&many != 0:
		s.add(keyOf(host + u.Path))
	default:
		s.add(keyOf(labels[name]))
		return
	}
	s.nameless = true
}

// arxiv is the key of an arXiv number, without its version.
func arxiv(number string) Key {
	number = strings.TrimSuffix(number, ".pdf")
	if i := strings.LastIndexByte(number, 'v'); i > 4 {
		number = number[:i]
	}
	return keyOf(number)
}

// Named appends the independent sources that source[from:to] lists, the value of a header's `source` field for one: "Conitzer et al,
// Social Choice (ICML 2024); Mishra, AI Alignment (October 2023)" are two. A repetition of an earlier source adds none. Several values
// may be appended to one list.
func Named(dst []Source, source []byte, from, to int) []Source {
	var buffer [48]text.Word
	words := text.AppendWords(buffer[:0], source[from:to])
	for i := range words {
		words[i].Start += int32(from)
		words[i].End += int32(from)
	}
	l := cut(nil, source, words, from, to)
	for start := 0; start < len(l.tokens); {
		end := l.itemEnd(start)
		dst = l.appendItem(dst, start, end)
		start = end
	}
	return dst
}

// itemEnd is where the source that starts at start ends.
func (l *list) itemEnd(start int) int {
	for i := start + 1; i < len(l.tokens); i++ {
		t := &l.tokens[i]
		if t.before&hard != 0 && !l.isAuthorList(start, i) {
			return i
		}
		if t.depth > 0 && t.before&opens == 0 || t.quoted && t.before&quotes == 0 {
			continue
		}
		next := i
		if t.is(and) && i+1 < len(l.tokens) {
			next++
		}
		if (t.before&(comma|joint) != 0 || next > i) && l.parts(start, i, next) {
			return i
		}
	}
	return len(l.tokens)
}

// isAuthorList reports whether what stands before a semicolon is an author and what follows another: "SILVA, J.; SOUZA, M. Título".
func (l *list) isAuthorList(start, i int) bool {
	last := &l.tokens[i-1]
	if last.End-last.Start > 2 || !isCapital(last.Word) || i+1 >= len(l.tokens) || l.tokens[i+1].before&comma == 0 {
		return false
	}
	return !l.traits(start, i).complete
}

// traits are what tells whether a stretch of tokens can be a source by itself.
type traits struct {
	year                                    int16
	kind, venue, bracket, located, complete bool
	lowercase                               int
}

func (l *list) traits(from, to int) (t traits) {
	for i := from; i < to; i++ {
		k := &l.tokens[i]
		if k.year != 0 && t.year == 0 {
			t.year = k.year
		}
		if k.depth == 0 && !k.quoted {
			t.kind = t.kind || k.is(kind) && !k.is(firm)
			t.venue = k.is(venue) || t.venue && (k.is(part) || k.Traits&text.HasDigit != 0)
			if !isCapital(k.Word) && !k.is(kind|particle|and) && k.Traits&text.HasDigit == 0 {
				t.lowercase++
			}
		}
		t.bracket = t.bracket || k.depth > 0
		t.located = t.located || k.before&at != 0 || k.site
	}
	t.complete = t.year != 0 || t.kind || t.located
	return t
}

// parts reports whether the comma or "and" before i parts two sources: what stands before is complete, and what follows from next on is
// one by itself.
func (l *list) parts(start, i, next int) bool {
	first := &l.tokens[next]
	end := next + 1
	for end < len(l.tokens) && (l.tokens[end].before&(comma|hard) == 0 || l.tokens[end].depth > 0) {
		end++
	}
	left, right := l.traits(start, i), l.traits(next, end)
	switch {
	case first.site || first.before&at != 0:
		return left.located || first.before&at != 0 && left.complete
	case !isCapital(first.Word) || first.is(part|month) || first.before&quotes != 0 && !l.tokens[start].quoted:
		return false
	case left.year != 0 && right.year != 0:
		return right.year != left.year || !right.venue
	case left.bracket && right.bracket:
		return true
	case left.year != 0 && end < len(l.tokens) && end-next < 3 && l.tokens[end].before&hard == 0 && first.isName() && !right.venue:
		work := l.traits(end, l.itemEnd(end)) // "…, Bell, Two (2012)"
		return work.year != 0 && work.year != left.year && isCapital(l.tokens[end].Word)
	}
	return (left.year != 0 || left.kind) && right.kind && !right.venue && right.lowercase < 3 && first.isName() && !first.is(venue)
}

// appendItem appends the source that the tokens from..to name, unless it is one of those that stand there.
func (l *list) appendItem(dst []Source, from, to int) []Source {
	s := Source{Start: l.tokens[from].Start, End: l.tokens[to-1].End}
	for int(s.End) < l.end && bytes.IndexByte([]byte(`)]"'`), l.source[s.End]) >= 0 {
		s.End++
	}
	s.OwnWord = isOwnWord(l.tokens[from:to])
	l.identify(&s, from, to)
	same := -1
	for i := range dst {
		if dst[i].is(&s) {
			same = i
			break
		}
	}
	if same < 0 && len(dst) > 0 && l.repeats(&s, from, to) {
		same = len(dst) - 1
	}
	if same >= 0 {
		dst[same].merge(&s)
		dst[same].Several = true
		return dst
	}
	if len(s.keys) == 0 {
		s.add(keyOf(string(l.source[s.Start:s.End])))
	}
	if len(s.keys) == 0 {
		return dst
	}
	return append(dst, s)
}

// repeats reports whether an item says of itself that it is the source before it: "same author, long version", "the company's release",
// "Times article about the study".
func (l *list) repeats(s *Source, from, to int) bool {
	own := false
	for i := from; i < to; i++ {
		t := &l.tokens[i]
		own = own || t.is(data)
		if t.depth == 0 && !t.quoted && !s.signed && t.is(again) {
			return true
		}
		if i > from && i+1 < to && !isCapital(l.tokens[i+1].Word) && l.tokens[i+1].is(kind) && !s.signed {
			switch l.word(i-1) + " " + l.word(i) {
			case "about the", "about this", "on the", "from the", "of the", "citing the", "sobre o", "sobre a":
				return true
			}
		}
	}
	first := &l.tokens[from]
	return len(s.keys) == 0 && !own || s.nameless && !isCapital(first.Word) && !first.site // "dataset: https://zenodo.org/…"
}
