package claim

import (
	"bytes"

	"gopkg.in/yaml.v3"
)

// start is where the value of a node starts: behind its tag and anchor, or at these where the value is on another line.
func (r *yamlReader) start(n *yaml.Node) int {
	start := min(r.offset(n), r.inner.End)
	if bare(n) || n.Kind == yaml.AliasNode {
		return start
	}
	line, _ := cutLine(r.source[:r.inner.End], start)
	rest := line
	for len(rest) > 0 && (rest[0] == '!' || rest[0] == '&') {
		i := bytes.IndexAny(rest, " \t")
		if i < 0 {
			return start
		}
		rest = bytes.TrimLeft(rest[i:], " \t")
	}
	if len(rest) == 0 || rest[0] == '#' {
		return start
	}
	return start + len(line) - len(rest)
}

// end is where a node that is no scalar ends: behind its last child and its closing bracket.
func (r *yamlReader) end(n *yaml.Node, start int) int {
	if n.Kind == yaml.AliasNode {
		if name := "*" + n.Value; bytes.HasPrefix(r.source[start:r.inner.End], []byte(name)) {
			return start + len(name)
		}
		return start
	}
	end := start
	if n.Style&yaml.FlowStyle != 0 {
		end = min(start+1, r.inner.End) // the opening bracket
	}
	if len(n.Content) > 0 {
		end = max(end, r.scalar(n.Content[len(n.Content)-1]).Span.End)
	}
	if n.Style&yaml.FlowStyle == 0 {
		return end
	}
	for at := end; at < r.inner.End; at++ {
		switch b := r.source[at]; {
		case b == ']' || b == '}':
			return at + 1
		case b == '#':
			line, _ := cutLine(r.source[:r.inner.End], at)
			at += len(line) - 1
		case b != ',' && b != ':' && !isWhite(b):
			return end
		}
	}
	return end
}

// quotedLen is the length of the quoted scalar at the start of text, both quotes included, 0 where there is none. A
// quote behind escape does not end it; in single quotes the quote escapes itself.
func quotedLen(text []byte, quote, escape byte) int {
	if len(text) == 0 || text[0] != quote {
		return 0
	}
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == escape && i+1 < len(text) && (escape != quote || text[i+1] == quote):
			i++
		case text[i] == quote:
			return i + 1
		}
	}
	return 0
}

// blockEnd is where a literal or folded scalar ends that starts with its indicator.
func (r *yamlReader) blockEnd(start int, value string) int {
	line, next := cutLine(r.source[:r.inner.End], start)
	if len(line) == 0 || line[0] != '|' && line[0] != '>' {
		return start
	}
	if end := r.writtenEnd(next, value); end > next {
		return end
	}
	return start + 1
}

// writtenEnd is where the text ends that was written from start on and read as value. Folding changes nothing but
// white space, so all other bytes are there in their order; where they are not, the answer is start.
func (r *yamlReader) writtenEnd(start int, value string) int {
	end := start
	for i := range len(value) {
		if isWhite(value[i]) {
			continue
		}
		at := end
		for at < r.inner.End && isWhite(r.source[at]) {
			at++
		}
		if at == r.inner.End || r.source[at] != value[i] {
			return start
		}
		end = at + 1
	}
	return end
}

func isWhite(b byte) bool { return b == ' ' || b == '\t' || b == '\r' || b == '\n' }

// scalars appends the scalars below a node, keys included, in the order of the source.
func (r *yamlReader) scalars(n *yaml.Node, to []Scalar) []Scalar {
	if n.Kind == yaml.ScalarNode {
		return append(to, r.scalar(n))
	}
	for _, child := range n.Content {
		to = r.scalars(child, to)
	}
	return to
}
