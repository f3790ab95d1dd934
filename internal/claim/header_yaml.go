package claim

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"github.com/kbgate/kbgate/internal/yamlerr"
)

// readYAML reads the header with yaml.v3 and finds the place of every value. It refuses anchors, aliases,
// merge keys, tags and further documents: readers of headers differ in them.
func (h *Header) readYAML() {
	source, inner := h.source, h.Inner
	r := yamlReader{source: source, inner: inner}
	r.indexLines()
	said := map[string]bool{} // refused syntax is said once, not at each of a thousand aliases
	problem := func(kind ProblemKind, at Span, format string, args ...any) {
		if kind == RefusedSyntax && said[format] {
			return
		}
		said[format] = true
		h.Problems = append(h.Problems, Problem{Kind: kind, Span: at, Message: fmt.Sprintf(format, args...)})
	}
	top := Span{inner.Start, inner.Start}
	defer func() {
		// yaml.v3 has panicked on damaged input before; a header is never worth a crash.
		if p := recover(); p != nil {
			h.Fields, h.leaves, h.texts, h.types = nil, nil, nil, nil
			problem(NotYAML, top, "the header is not valid YAML: %v", p)
		}
	}()

	dec := yaml.NewDecoder(bytes.NewReader(source[inner.Start:inner.End]))
	var doc, further yaml.Node
	switch err := dec.Decode(&doc); {
	case errors.Is(err, io.EOF):
		return
	case err != nil:
		at, message := r.yamlError(err)
		problem(NotYAML, at, "the header is not valid YAML: %s", message)
		return
	}
	if err := dec.Decode(&further); !errors.Is(err, io.EOF) {
		h.further = true
		problem(RefusedSyntax, top, "the header holds more than one YAML document")
	}
	root := doc.Content[0]
	if root.Kind == yaml.ScalarNode && root.Tag == "!!null" {
		return
	}
	if root.Kind != yaml.MappingNode {
		problem(NotMapping, top, "the header is not a list of `key: value` lines")
		return
	}
	r.refuse(&doc, problem)
	for i := 0; i+1 < len(root.Content); i += 2 {
		limit := inner.End
		if i+2 < len(root.Content) {
			limit = r.offset(root.Content[i+2])
		}
		h.Fields = append(h.Fields, r.field(root.Content[i], root.Content[i+1], limit))
		if root.Style&yaml.FlowStyle != 0 {
			h.Fields[len(h.Fields)-1].Exact = false // in braces, what may stand in a value is another matter
		}
	}
	for _, s := range r.scalars(root, nil) {
		if s.Kind == Text {
			h.texts = append(h.texts, s)
		}
		if s.Style == Block { // without the line of its indicator, on which a comment may stand
			_, next := cutLine(source[:inner.End], s.Span.Start)
			s.Span.Start = min(next, s.Span.End)
		}
		if n := len(h.leaves); s.Span.Len() > 0 && (n == 0 || h.leaves[n-1].Span.End <= s.Span.Start) {
			h.leaves = append(h.leaves, s)
		}
	}
	h.types = typesOf(root, nil, map[*yaml.Node]bool{})
}

type yamlReader struct {
	source []byte
	inner  Span
	lines  []int // offsets at which the lines of the header start

	// The place that was looked up last: the next one is counted from there if it is on the same line.
	line, column, at int
}

// indexLines finds the lines as yaml.v3 counts them: a lone carriage return and Unicode's line breaks end one too.
func (r *yamlReader) indexLines() {
	r.lines = []int{r.inner.Start}
	text := r.source[r.inner.Start:r.inner.End]
	for i := 0; i < len(text); i++ {
		switch rest := text[i:]; {
		case rest[0] == '\n', rest[0] == '\r' && !bytes.HasPrefix(rest, []byte("\r\n")):
		case rest[0] == 0xc2 && bytes.HasPrefix(rest, []byte("\u0085")):
			i++
		case rest[0] == 0xe2 && (bytes.HasPrefix(rest, []byte("\u2028")) || bytes.HasPrefix(rest, []byte("\u2029"))):
			i += 2
		default:
			continue
		}
		r.lines = append(r.lines, r.inner.Start+i+1)
	}
}

// offset is where a node starts, tags and anchors included. yaml.v3 counts lines and code points from 1.
func (r *yamlReader) offset(n *yaml.Node) int {
	return r.place(n.Line, n.Column)
}

func (r *yamlReader) place(line, column int) int {
	if line < 1 || line > len(r.lines) {
		return r.inner.End
	}
	if line != r.line || column < r.column/2 {
		r.line, r.column, r.at = line, 1, r.lines[line-1]
	}
	for ; r.column < column && r.at < r.inner.End; r.column++ {
		_, size := utf8.DecodeRune(r.source[r.at:r.inner.End])
		r.at += size
	}
	for ; r.column > max(column, 1); r.column-- {
		_, size := utf8.DecodeLastRune(r.source[r.lines[line-1]:r.at])
		r.at -= size
	}
	return r.at
}

// yamlError gives the place and the text of an error of yaml.v3, which speaks of lines of the header.
func (r *yamlReader) yamlError(err error) (Span, string) {
	line, message := yamlerr.Split(err)
	at := r.place(max(1, min(line, len(r.lines)-1)), 1)
	return Span{at, at}, message
}

func (r *yamlReader) refuse(n *yaml.Node, problem func(ProblemKind, Span, string, ...any)) {
	at := Span{r.offset(n), r.offset(n)}
	if n.Anchor != "" {
		problem(RefusedSyntax, at, "the header uses an anchor (`&%s`)", n.Anchor)
	}
	if n.Kind == yaml.AliasNode {
		problem(RefusedSyntax, at, "the header uses an alias (`*%s`)", n.Value)
		return
	}
	if n.Style&yaml.TaggedStyle != 0 {
		problem(RefusedSyntax, at, "the header uses a tag (`%s`)", n.Tag)
	}
	if n.Kind == yaml.MappingNode {
		for i := 0; i < len(n.Content); i += 2 {
			if n.Content[i].Value == "<<" && n.Content[i].Style == 0 {
				problem(RefusedSyntax, at, "the header uses a merge key (`<<`)")
			}
		}
	}
	for _, child := range n.Content {
		r.refuse(child, problem)
	}
}

// field reads one field. The next one starts at limit.
func (r *yamlReader) field(key, value *yaml.Node, limit int) Field {
	k := r.scalar(key)
	f := Field{Key: key.Value, KeySpan: k.Span, Scalar: r.scalar(value)}
	exact := k.Exact && bare(value)
	colon := k.Span.End
	if i := bytes.IndexByte(r.source[colon:max(colon, limit)], ':'); i >= 0 {
		exact = exact && len(bytes.Trim(r.source[colon:colon+i], " ")) == 0
		colon += i + 1
	}
	if f.Kind == Empty && f.Span.Len() == 0 {
		f.Span, f.Exact = Span{colon, colon}, true
	}
	f.Exact = f.Exact && exact
	if f.Kind == List {
		for _, n := range value.Content {
			item := r.scalar(n)
			item.Exact = item.Exact && exact
			f.Items = append(f.Items, item)
		}
	}
	return f
}

// bare reports whether a node stands there without a tag or an anchor.
func bare(n *yaml.Node) bool { return n.Anchor == "" && n.Style&yaml.TaggedStyle == 0 }

// scalar reads a node. What is no scalar keeps its kind and has no text. Where the source does not say what the node
// does, the span is empty: it may be too small, but never holds what is not the value.
func (r *yamlReader) scalar(n *yaml.Node) Scalar {
	start := r.start(n)
	s := Scalar{Kind: Text, Text: n.Value, Span: Span{start, start}}
	switch {
	case n.Kind == yaml.SequenceNode:
		return Scalar{Kind: List, Span: Span{start, r.end(n, start)}}
	case n.Kind != yaml.ScalarNode:
		return Scalar{Kind: Map, Span: Span{start, r.end(n, start)}}
	case n.Style&yaml.DoubleQuotedStyle != 0:
		s.Style = DoubleQuoted
		s.Span.End += quotedLen(r.source[start:r.inner.End], '"', '\\')
	case n.Style&yaml.SingleQuotedStyle != 0:
		s.Style = SingleQuoted
		s.Span.End += quotedLen(r.source[start:r.inner.End], '\'', '\'')
	case n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		s.Style = Block
		s.Span.End = r.blockEnd(start, n.Value)
		return s
	case n.Tag == "!!null" && n.Value == "":
		s.Kind = Empty
		return s
	default:
		s.Span.End = r.writtenEnd(start, n.Value)
		if n.Tag == "!!null" {
			s.Kind, s.Text = Empty, ""
		}
	}
	s.Exact = bare(n) && s.Span.Len() > 0 && !bytes.ContainsAny(r.source[s.Span.Start:s.Span.End], "\r\n")
	return s
}
