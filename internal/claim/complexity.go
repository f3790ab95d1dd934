package claim

import "bytes"

// Markup can be nested, or left open, in ways that cost goldmark time by the square of their number. These limits, which
// are measured, keep each such cost to about half a second of a note of any size; no note that people write comes near.
const (
	maxDepth       = 250           // of list items and quotations within each other
	usualDepth     = 10            // of them that are not counted
	maxNested      = 400_000       // lines, each counted as often as it is nested deeper than usual, or after a blank one
	maxDelimiters  = 2_000_000_000 // the squares of the numbers of `*` and `_` in each paragraph
	maxDestination = 400_000_000   // links of a line times its bytes: the end of an address is sought on its line
	maxTitles      = 400_000_000   // closing brackets of a paragraph times its lines: a link's label or title is sought in all of it
	maxBackticks   = 250_000_000   // bytes of a paragraph times its longest run: each length is sought in the paragraph
	usualBackticks = 8             // in a run, that are not counted
	lineCost       = 64            // what a line adds to its bytes where a paragraph is searched
)

// complexity adds up what the markup of a body would cost.
type complexity struct {
	nested, delimiters, destinations, titles, backticks int // as the limits have them, up to the paragraph

	open      int  // depth of the list items and quotations that may be open
	blank     bool // was the line before blank?
	paragraph marks
}

// tooComplex says why the markup of a body is not to be handed to goldmark, "" where it may be.
func tooComplex(source []byte, body Span) string {
	t := complexity{blank: true}
	for at := body.Start; at < body.End; {
		line, next := cutLine(source[:body.End], at)
		at = next
		if t.add(line); t.open > maxDepth || t.nested > maxNested {
			return "lists or quotations are nested too deeply"
		}
		if why := t.over(); why != "" {
			return why
		}
	}
	return ""
}

// add counts a line.
func (t *complexity) add(line []byte) {
	depth, indent, rest := markers(line)
	blank := len(bytes.TrimLeft(line, " \t")) == 0
	switch {
	case blank: // leaves all open
	case !t.blank:
		t.open = max(t.open, depth) // it may go on with the line before
	case depth > 0:
		t.open = depth
	default:
		t.open = min(t.open, indent/2+1)
	}
	if blank && t.blank {
		t.nested += t.open
	} else {
		t.nested += max(0, t.open-usualDepth)
	}
	t.blank = blank
	switch {
	case blank, len(rest) == 0 && line[0] == '>':
		t.close()
		return
	case isItem(line):
		t.close()
	}
	t.paragraph.count(rest)
	t.destinations += bytes.Count(rest, []byte("](")) * len(rest)
}

// close ends a paragraph.
func (t *complexity) close() {
	p := &t.paragraph
	t.delimiters += p.delimiters * p.delimiters
	t.titles += p.links * p.lines
	t.backticks += max(0, p.backticks-usualBackticks) * (p.bytes + p.lines*lineCost)
	*p = marks{}
}

// isItem reports whether a line begins an item of a list that is not numbered, which ends the paragraph before it.
func isItem(line []byte) bool {
	rest := bytes.TrimLeft(line, " ")
	return len(line)-len(rest) < 4 && len(rest) > 2 && (rest[0] == '-' || rest[0] == '*' || rest[0] == '+') &&
		rest[1] == ' ' && len(bytes.TrimLeft(rest[1:], " \t")) > 0
}

// over says which limit would be passed if the paragraph ended here.
func (t complexity) over() string {
	t.close()
	switch {
	case t.delimiters > maxDelimiters:
		return "too many marks of emphasis in one paragraph"
	case t.destinations > maxDestination:
		return "too many links on one line"
	case t.titles > maxTitles:
		return "too many brackets or link reference definitions in one paragraph"
	case t.backticks > maxBackticks:
		return "too many backticks in a row"
	}
	return ""
}

// markers counts the list items and quotations that a line may be in, by its markers and by its indentation if a
// marker follows, and gives the columns of white space before what stands behind them, and that.
func markers(line []byte) (depth, white int, rest []byte) {
	for i := 0; i < len(line); i++ {
		switch b := line[i]; {
		case b == ' ':
			white++
		case b == '\t':
			white += 4
		case b == '>':
			depth += 1 + white/2
			white = 0
		case (b == '-' || b == '*' || b == '+') && (i+1 == len(line) || isWhite(line[i+1])):
			depth += 1 + white/2
			white = -1
		case isDigit(b):
			n := i + 1
			for n < len(line) && isDigit(line[n]) {
				n++
			}
			if n == len(line) || line[n] != '.' && line[n] != ')' || n+1 < len(line) && !isWhite(line[n+1]) {
				return depth, max(white, 0), line[i:]
			}
			depth += 1 + white/2
			white = -1
			i = n
		default:
			return depth, max(white, 0), line[i:]
		}
	}
	return depth, max(white, 0), nil
}

// marks are the numbers of what may cost goldmark time in a paragraph.
type marks struct {
	lines, bytes int
	delimiters   int // `*` and `_`
	links        int // `]`, and link reference definitions twice more
	backticks    int // in the longest run
}

// count adds a line, given without its markers.
func (m *marks) count(line []byte) {
	m.lines++
	m.bytes += len(line)
	if len(line) > 0 && line[0] == '[' && bytes.Contains(line, []byte("]:")) {
		m.links += 2
	}
	run := 0
	for _, b := range line {
		if b != '`' {
			run = 0
		}
		switch b {
		case '`':
			run++
			m.backticks = max(m.backticks, run)
		case '*', '_':
			m.delimiters++
		case ']':
			m.links++
		}
	}
}
