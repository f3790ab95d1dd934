package rendered

import (
	"bytes"
	"slices"
	"unicode"
	"unicode/utf8"
)

// mark reads a mark of markdown; it gives its length, or 0 where none stands here.
func (r *reader) mark() int {
	rest := r.source[r.at:]
	next := byte(0)
	if len(rest) > 1 {
		next = rest[1]
	}
	switch rest[0] {
	case '*', '`', '~':
		return r.drop(1)
	case '=', '+':
		if next == rest[0] {
			return r.drop(2)
		}
	case '!':
		if next == '[' {
			return r.drop(1)
		}
	case '_':
		if r.at > 0 && isWord(r.source[r.at-1]) && isWord(next) {
			return 0
		}
		return r.drop(1)
	case '\\':
		return r.escape(next)
	case '&':
		return r.put(Entity(rest))
	case '<':
		return r.tag(rest)
	case '[':
		return r.opening(next)
	case ']':
		return r.closing(next)
	case '{':
		if bytes.IndexByte([]byte(".#:="), next) >= 0 {
			return r.asideTo(attributes, "}", r.lineEnd())
		}
	case '^':
		if next == '[' {
			if size := r.asideTo(footnote, "]", r.paragraph()); size > 0 {
				return size
			}
		}
		return r.drop(1)
	case '%':
		return r.percents(rest)
	case '$':
		return r.dollar()
	}
	return 0
}

// escape reads a backslash with the sign after it.
func (r *reader) escape(next byte) int {
	switch {
	case next == '\n', next == '\r':
		return r.drop(1)
	case isPunctuation(next):
		r.drop(1)
		r.at++
		r.write(r.source[r.at:r.at+1], 1)
		return 1
	}
	return 0
}

// percents reads a comment of Obsidian, `%% … %%`, or a character of an address.
func (r *reader) percents(rest []byte) int {
	if !bytes.HasPrefix(rest, []byte("%%")) {
		return r.put(percent(rest))
	}
	if end := r.next(percentComment, "%%", r.at+2, len(r.source)); end >= 0 {
		return r.aside(end + 2 - r.at)
	}
	return r.drop(2)
}

// dollar removes a dollar sign of mathematics: one next to letters and not to a number.
func (r *reader) dollar() int {
	behind := bytes.TrimLeft(r.source[r.at+1:min(len(r.source), r.at+8)], " \t*_~`-+")
	word := r.at
	number := len(behind) > 0 && isDigit(behind[0])
	for word > 0 && isWord(r.source[word-1]) && r.at-word < 20 {
		word--
		number = number || isDigit(r.source[word])
	}
	if number || word == r.at && (r.at+1 == len(r.source) || !isLetter(r.source[r.at+1])) {
		return 0
	}
	return r.drop(1)
}

// opening reads the beginning of a link, a wiki link or a footnote.
func (r *reader) opening(next byte) int {
	switch next {
	case '[':
		return r.wikiLink()
	case '^':
		if size := r.asideTo(footnote, "]", r.lineEnd()); size > 0 {
			return size
		}
	}
	return r.drop(1)
}

// wikiLink keeps the brackets of a wiki link, but removes them where a word continues next to them.
func (r *reader) wikiLink() int {
	end := r.next(wiki, "]]", r.at+2, r.lineEnd())
	if end >= 0 && !bytes.Contains(r.source[r.at+2:end], []byte("[[")) {
		before, _ := utf8.DecodeLastRune(r.source[:r.at])
		after, _ := utf8.DecodeRune(r.source[end+2:])
		if isLetterOrDigit(before) || isLetterOrDigit(after) {
			r.glued = end
			if label := bytes.LastIndexByte(r.source[r.at:end], '|'); label >= 0 {
				return r.aside(label + 1)
			}
			return r.drop(2)
		}
	}
	r.write(r.source[r.at:r.at+2], 2)
	return 2
}

func isLetterOrDigit(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }

// closing reads the end of a link with its address, `](address)`, its reference, `][name]`, or its attributes, `]{.class}`.
func (r *reader) closing(next byte) int {
	switch {
	case r.at == r.glued:
		return r.drop(2)
	case next == ']':
		r.write(r.source[r.at:r.at+2], 2)
		return 2
	case next == '(':
		if end := r.linkEnd(r.at + 1); end > 0 {
			return r.aside(end - r.at)
		}
	case next == '[':
		if size := r.asideTo(reference, "]", r.lineEnd()); size > 0 {
			return size
		}
	case next == '{':
		if size := r.asideTo(attributes, "}", r.lineEnd()); size > 0 {
			return size
		}
	}
	return r.drop(1)
}

// asideTo takes out what reaches to a sign; 0 where that does not stand before limit.
func (r *reader) asideTo(c closer, sign string, limit int) int {
	from := r.at + 1
	if r.source[r.at] == ']' || r.source[r.at] == '^' {
		from++
	}
	end := r.next(c, sign, from, limit)
	if end < 0 {
		return 0
	}
	return r.aside(end + len(sign) - r.at)
}

// closer is what is sought as an end.
type closer uint8

const (
	comment closer = iota
	percentComment
	tag
	attributes
	footnote
	reference
	wiki
	closers
)

// sought is what a search came to: from there on, the sign stands at a place, or at none before that.
type sought struct {
	from, at int
	found    bool
}

// next is where a sign stands next before limit, or -1. Nothing is sought twice, so all of a text takes as many steps as it
// has bytes.
func (r *reader) next(c closer, sign string, from, limit int) int {
	last := &r.sought[c]
	if from < last.from || last.found && from > last.at || !last.found && limit > last.at {
		*last = sought{from: from, at: limit}
		if i := bytes.Index(r.source[from:max(from, limit)], []byte(sign)); i >= 0 {
			*last = sought{from, from + i, true}
		}
	}
	if !last.found || last.at+len(sign) > limit {
		return -1
	}
	return last.at
}

// lineEnd is where the line ends in which the reader stands.
func (r *reader) lineEnd() int {
	if r.at >= r.line {
		r.line = len(r.source)
		if i := bytes.IndexByte(r.source[r.at:], '\n'); i >= 0 {
			r.line = r.at + i + 1
		}
	}
	return r.line
}

// paragraph is where the paragraph ends in which the reader stands: at the next empty line.
func (r *reader) paragraph() int {
	if r.at >= r.ends {
		r.ends = len(r.source)
		for _, blank := range []string{"\n\n", "\n\r\n"} {
			if i := bytes.Index(r.source[r.at:r.ends], []byte(blank)); i >= 0 {
				r.ends = r.at + i + 1
			}
		}
	}
	return r.ends
}

// pair are two brackets.
type pair struct{ open, close int }

// linkEnd is where the address in the brackets that open at an offset ends, 0 where nothing closes them in their paragraph.
func (r *reader) linkEnd(open int) int {
	if open >= r.linked {
		r.linked = r.paragraph()
		r.links = r.pairs(open, r.linked)
	}
	for len(r.links) > 0 && r.links[0].open < open {
		r.links = r.links[1:]
	}
	if len(r.links) == 0 || r.links[0].open != open {
		return 0
	}
	return r.links[0].close + 1
}

// pairs are the brackets of addresses in order. Brackets may stand in brackets. Those in a quoted title, or after a
// backslash, do not count.
func (r *reader) pairs(from, to int) (all []pair) {
	var open []int
	s := r.source[:to]
	quote := map[byte]int{'"': 0, '\'': 0}
	for i := from; i < to; i++ {
		switch b := s[i]; b {
		case '\\':
			i++
		case '(':
			open = append(open, i)
		case ')':
			if n := len(open); n > 0 {
				if o := open[n-1]; s[o-1] == ']' {
					all = append(all, pair{o, i})
				}
				open = open[:n-1]
			}
		case '"', '\'':
			if len(open) == 0 || s[open[len(open)-1]-1] != ']' || s[i-1] > ' ' || i < quote[b] {
				continue
			}
			if end := bytes.Index(s[i+1:], []byte{b, ')'}); end >= 0 {
				i += end + 1
			} else {
				quote[b] = to
			}
		}
	}
	slices.SortFunc(all, func(a, b pair) int { return a.open - b.open })
	return all
}
