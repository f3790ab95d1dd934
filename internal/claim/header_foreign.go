package claim

import (
	"bytes"
	"encoding/json"
	"sort"
	"unicode"
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/lazy"
)

// Some readers take a text for a header that others take for prose. Such a block is not read field by field: it is only asked
// whether it would make a claim of its note, as a real header is asked (Header.MakesClaim), and is refused if so.

// foreignEnd is where a header ends that begins a note in a form that few programs read, and that makes a claim of the note:
// behind comments, between lines of many marks, text right behind the marks, a comment, JSON without a closing line, lines of
// org, or of MultiMarkdown without any marks. It is 0 where there is none.
func foreignEnd(source []byte) int {
	for _, at := range fronts(source) {
		if block, sure, end := frontBlock(source[at:]); end > 0 && makesClaim(block, block, sure, false) {
			return at + end
		}
	}
	return 0
}

// fronts are the places where a header may begin at the start of a note: behind white space and comments, in these, and, as
// Hugo reads it, behind lines with which a comment begins.
func fronts(source []byte) (places []int) {
	skip := func(at int, skipped func([]byte) int) int {
		for {
			at = len(source) - len(bytes.TrimLeftFunc(source[at:], isBlankRune))
			if !bytes.HasPrefix(source[at:], []byte("<!--")) {
				return at
			}
			places = append(places, at)
			at += skipped(source[at:])
		}
	}
	behindLines := skip(0, lineLen)
	places = places[:0]
	behindComments := skip(0, commentLen)
	return append(places, behindComments, behindLines)
}

// commentLen is the length of the comment that a text begins with.
func commentLen(text []byte) int {
	if i := bytes.Index(text, []byte("-->")); i >= 0 {
		return i + len("-->")
	}
	return len(text)
}

func lineLen(text []byte) int {
	_, next := headerLine(text, 0)
	return next
}

// frontBlock is what some reader could take for a header where it begins a text, and where that ends; end is 0 where nothing
// is. It is sure where it is of a form that prose does not have.
func frontBlock(text []byte) (block []byte, sure bool, end int) {
	switch line, _ := headerLine(text, 0); {
	case bytes.HasPrefix(text, []byte("<!--")):
		end = commentLen(text)
		if block = commented(text[:end]); block == nil {
			return nil, false, 0
		}
		return block, false, end
	case startsFence(text):
		to, end := fencedEnd(text)
		return bytes.TrimLeft(text[:to], string(text[:1])), text[0] != '-', end
	case len(line) > 0 && line[0] == '{' && bytes.HasPrefix(bytes.TrimLeftFunc(text[1:], isBlankRune), []byte{'"'}):
		end = jsonEnd(text)
	case bytes.HasPrefix(line, []byte("- ")):
		return nil, false, 0
	case bytes.HasPrefix(line, []byte("#+")) || isKeyLine(line) || namesKey().Match(line):
		end = paragraphEnd(text)
	}
	return text[:end], true, end
}

// namesKey is a line of MultiMarkdown, of which the key may hold spaces.
var namesKey = lazy.Regexp(`^[\pL\pN][\pL\pN _.-]*:`)

// commented is what a comment holds that begins as a header does, as Gollum reads it, or nil.
func commented(comment []byte) []byte {
	inside := bytes.TrimLeftFunc(bytes.TrimPrefix(comment, []byte("<!--")), isBlankRune)
	if dashed := bytes.TrimLeftFunc(bytes.TrimLeft(inside, "-"), isBlankRune); startsFence(dashed) {
		inside = dashed
	}
	if !startsFence(inside) {
		return nil
	}
	return bytes.TrimLeft(bytes.TrimSuffix(inside, []byte("-->")), string(inside[:1]))
}

// startsFence reports whether a text begins with marks that open a header. More than three hyphens are a thematic break, which
// is asked as one in the middle of a note is.
func startsFence(s []byte) bool {
	return bytes.HasPrefix(s, []byte("---")) && !bytes.HasPrefix(s, []byte("----")) || bytes.HasPrefix(s, []byte("+++")) || bytes.HasPrefix(s, []byte(";;;")) || bytes.HasPrefix(s, []byte("= yaml ="))
}

// fencedEnd is where the header within two lines of marks ends, without and with the second one. Without one it ends before
// the first blank line.
func fencedEnd(text []byte) (to, end int) {
	for at := lineLen(text); at < len(text); {
		line, next := headerLine(text, at)
		if bytes.HasPrefix(line, text[:3]) || isDots(line) {
			return at, next
		}
		at = next
	}
	end = paragraphEnd(text)
	return end, end
}

// paragraphEnd is where the first blank line of a text begins.
func paragraphEnd(text []byte) int {
	for at := 0; at < len(text); {
		line, next := headerLine(text, at)
		if len(bytes.TrimSpace(line)) == 0 {
			return at
		}
		at = next
	}
	return len(text)
}

// jsonEnd is where the JSON ends that a text begins with, or, where it is damaged, the first paragraph.
func jsonEnd(text []byte) int {
	d := json.NewDecoder(bytes.NewReader(text[:min(len(text), MaxHeader)]))
	var raw json.RawMessage
	if d.Decode(&raw) == nil {
		return int(d.InputOffset())
	}
	return paragraphEnd(text)
}

// findLater looks for headers in the rest of a note: between lines of hyphens, which pandoc reads wherever no paragraph goes on
// and no code stands, and in comments, which Gollum reads. It takes over that one makes a claim of the note.
func (c *Claim) findLater() {
	h, from := &c.Header, c.Body.Start
	if h.State == Closed && !h.Meant && h.Inner.End < h.Span.End {
		from = h.Inner.End // two thematic breaks with prose between them, of which the second one may open a header
	}
	rules, comments := delimits(c.Source[from:]), bytes.Contains(c.Source[from:], []byte("<!--"))
	if !rules && !comments {
		return
	}
	typed := len(h.Types()) > 0
	at := -1
	if rules {
		at = c.ruledHeader(from, typed)
	}
	if comments && at < 0 {
		at = c.commentedHeader(from, typed)
	}
	if at < 0 {
		return
	}
	if h.State == Absent {
		h.problem(Foreign, "a header in a form that is not read makes a claim of the note")
	} else {
		h.problem(SecondHeader, "another header stands in the middle of the note")
	}
	h.Problems[len(h.Problems)-1].Span = Span{at, at}
	h.types, h.Meant = append(h.types, TypeOfClaims), true
}

// ruledHeader is where a header begins that makes a claim of the note between lines of three or more hyphens, or -1.
func (c *Claim) ruledHeader(from int, typed bool) int {
	nested, start, before := false, -1, -1
	for at := from; at < len(c.Source); {
		if start < 0 {
			i := bytes.Index(c.Source[at:], []byte("---"))
			if i < 0 {
				return -1
			}
			if begin := lineStart(c.Source, at, at+i); begin > at {
				before, at = lineBefore(c.Source, at, begin), begin
			}
		}
		line, next := headerLine(c.Source, at)
		if bytes.Contains(line, []byte("---")) || start >= 0 && bytes.Contains(line, []byte("...")) {
			depth, _, rest := markers(line)
			code := c.inCode(at + len(line) - len(rest))
			rest = bytes.TrimRightFunc(rest, isBlankRune)
			if start >= 0 && (isRule(rest) || isDots(rest)) {
				if c.blockMakesClaim(Span{start, at}, nested, typed) {
					return start
				}
				start = -1
			}
			if start < 0 && isRule(rest) && !code && (depth > 0 || !c.isProse(before)) && !c.isBlankLine(next) {
				start, nested = next, line[0] != '-'
			}
		}
		before, at = at, next
	}
	return -1
}

// lineStart is where the line begins in which an offset lies, at from or behind it.
func lineStart(source []byte, from, offset int) int {
	return from + bytes.LastIndexAny(source[from:offset], "\r\n") + 1
}

// lineBefore is where the line begins that ends right before begin, at from or behind it.
func lineBefore(source []byte, from, begin int) int {
	end := begin - 1
	if end > from && source[end] == '\n' && source[end-1] == '\r' {
		end--
	}
	return lineStart(source, from, end)
}

// isProse reports whether a line is one of a paragraph, which goes on behind it; before the first line none is.
func (c *Claim) isProse(at int) bool {
	if at < 0 {
		return false
	}
	line, _ := headerLine(c.Source, at)
	depth, _, rest := markers(line)
	first, _ := utf8.DecodeRune(rest)
	return depth == 0 && !c.inCode(at+len(line)-len(rest)) && (unicode.IsLetter(first) || unicode.IsDigit(first))
}

// isRule reports whether a line, without what stands before and behind it, is three or more hyphens.
func isRule(line []byte) bool { return len(line) >= 3 && len(bytes.TrimLeft(line, "-")) == 0 }

// isBlankLine reports whether a line holds nothing but marks of lists and quotations.
func (c *Claim) isBlankLine(at int) bool {
	line, _ := headerLine(c.Source, at)
	_, _, rest := markers(line)
	return len(bytes.TrimSpace(rest)) == 0
}

// commentedHeader is where a comment begins that holds a header which makes a claim of the note, or -1.
func (c *Claim) commentedHeader(from int, typed bool) int {
	for {
		i := bytes.Index(c.Source[from:], []byte("<!--"))
		if i < 0 {
			return -1
		}
		at := from + i
		from = at + commentLen(c.Source[at:])
		if block := commented(c.Source[at:from]); block != nil && !c.inCode(at) && makesClaim(block, block, false, typed) {
			return at
		}
	}
}

// blockMakesClaim asks a block in the middle of a note. Code in it is text to YAML alone. One that is nested in a list or a
// quotation is without their marks.
func (c *Claim) blockMakesClaim(block Span, nested, typed bool) bool {
	text := c.Source[block.Start:block.End]
	prose := bytes.Clone(text)
	first := sort.Search(len(c.Hidden), func(i int) bool { return c.Hidden[i].End > block.Start })
	for _, r := range c.Hidden[first:] {
		if r.Start >= block.End {
			break
		}
		for i := max(r.Start, block.Start); i < min(r.End, block.End) && r.isCode(); i++ {
			prose[i-block.Start] = ' '
		}
	}
	if nested {
		prose = nestedMarks().ReplaceAll(prose, nil)
		text = prose
	}
	return makesClaim(text, prose, false, typed)
}

// nestedMarks begin the lines of a quotation or a list.
var nestedMarks = lazy.Regexp(`(?m)^[ \t>]+`)

// inCode reports whether offset lies in code that has an end.
func (c *Claim) inCode(offset int) bool {
	r, ok := c.regionAt(offset)
	return ok && r.isCode()
}

// delimits reports whether some line of a text may begin with three hyphens, behind marks of lists and quotations.
func delimits(text []byte) bool {
	const usual = 64 // bytes of marks before them
	for at := 0; ; {
		i := bytes.Index(text[at:], []byte("---"))
		if i < 0 {
			return false
		}
		at += i
		before := text[max(0, at-usual):at]
		marks := bytes.TrimRight(before, " \t>*+-.)0123456789")
		if len(marks) == 0 || marks[len(marks)-1] == '\n' || marks[len(marks)-1] == '\r' {
			return true
		}
		for at < len(text) && text[at] == '-' {
			at++
		}
	}
}
