package claim

import "bytes"

// parseBody finds headings, hidden regions and links. What is code is what goldmark says; but a body without any of
// the marks that code and comments need has none, and that is most of them, so only the others are handed to it.
func (c *Claim) parseBody() {
	if headings, ok := plainHeadings(c.Headings, c.Source, c.Body); ok {
		c.Headings = headings
	} else if c.Tangled = tooComplex(c.Source, c.Body); c.Tangled != "" {
		c.Headings = likelyHeadings(c.Source, c.Body)
		return
	} else {
		c.Headings, c.Hidden = readMarkdown(c.Source, c.Body)
	}
	c.findLinks()
}

// likelyHeadings are the lines of a body that begin as headings do.
func likelyHeadings(source []byte, body Span) (headings []Heading) {
	for at := body.Start; at < body.End; {
		line, next := cutLine(source[:body.End], at)
		if len(line) > 0 && line[0] == '#' {
			if h, ok := heading(source, at, at+len(line)); ok {
				headings = append(headings, h)
			}
		}
		at = next
	}
	return headings
}

// plainHeadings reads the headings of a body that cannot hold code, comments or underlined headings, and appends them
// to an empty list. It answers false where goldmark has to be asked. A differential fuzz test holds the two together.
func plainHeadings(headings []Heading, source []byte, body Span) ([]Heading, bool) {
	text := source[body.Start:body.End]
	if bytes.IndexByte(text, '`') >= 0 || bytes.IndexByte(text, '\t') >= 0 || bytes.IndexByte(text, '\v') >= 0 ||
		bytes.IndexByte(text, '\f') >= 0 || bytes.Contains(text, []byte("~~~")) || mayHoldHTML(text) || loneReturn(text) {
		return nil, false
	}
	wide := bytes.Contains(text, []byte("    "))
	blank := true // was the line before blank?
	for at := body.Start; at < body.End; {
		line, next := cutLine(source[:body.End], at)
		start := at
		at = next
		rest := bytes.TrimLeft(line, " ")
		lead := len(line) - len(rest)
		if wide && mayBeIndentedCode(line) {
			return nil, false
		}
		if len(rest) == 0 {
			blank = true
			continue
		}
		switch rest[0] {
		case '#':
			if lead > 0 {
				return nil, false
			}
			if h, ok := heading(source, start, start+len(line)); ok {
				headings = append(headings, h)
			}
		case '=', '-':
			if !blank && len(bytes.Trim(rest, "=- ")) == 0 {
				return nil, false // it may underline the paragraph before it
			}
		}
		blank = false
	}
	return headings, true
}

// mayHoldHTML reports whether a `<` stands where HTML or an autolink could begin.
func mayHoldHTML(text []byte) bool {
	for {
		i := bytes.IndexByte(text, '<')
		if i < 0 || i+1 == len(text) {
			return false
		}
		text = text[i+1:]
		if b := text[0]; isLetter(b) || b == '/' || b == '!' || b == '?' {
			return true
		}
	}
}

// loneReturn reports whether a carriage return stands anywhere but before a line feed: it ends lines for goldmark.
func loneReturn(text []byte) bool {
	for {
		i := bytes.IndexByte(text, '\r')
		if i < 0 {
			return false
		}
		if text = text[i+1:]; len(text) == 0 || text[0] != '\n' {
			return true
		}
	}
}

// mayBeIndentedCode reports whether four spaces stand among the marks that may begin a line: indentation, list
// markers, quotation marks.
func mayBeIndentedCode(line []byte) bool {
	spaces := 0
	for _, b := range line {
		switch {
		case b == ' ':
			if spaces++; spaces == 4 {
				return true
			}
		case b == '>' || b == '-' || b == '*' || b == '+' || b == '.' || b == ')' || isDigit(b):
			spaces = 0
		default:
			return false
		}
	}
	return false
}

// heading reads a line that begins with `#`: one to six of them, then white space, then the text, from which closing
// marks are taken (CommonMark 4.2).
func heading(source []byte, start, end int) (Heading, bool) {
	level := 0
	for start+level < end && source[start+level] == '#' {
		level++
	}
	from := start + level
	if level > 6 || from < end && source[from] != ' ' {
		return Heading{}, false
	}
	text := bytes.TrimRight(source[from:end], " ")
	if bare := bytes.TrimRight(text, "#"); len(bare) == 0 || bare[len(bare)-1] == ' ' {
		text = bytes.TrimRight(bare, " ")
	}
	trimmed := bytes.TrimLeft(text, " ")
	if len(trimmed) == 0 {
		return Heading{}, false
	}
	from += len(text) - len(trimmed)
	return Heading{Level: level, Text: string(trimmed), Span: Span{from, from + len(trimmed)}}, true
}
