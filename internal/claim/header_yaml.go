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

// readYAML reads a header with yaml.v3 and finds the place of every value. It refuses what section 6 of the design
// refuses: anchors, aliases, merge keys, tags and further documents.
func readYAML(source []byte, inner Span) (fields []Field, problems []Problem) {
	r := yamlReader{source: source, inner: inner}
	r.indexLines()
	said := map[string]bool{} // refused syntax is said once, not at each of a thousand aliases
	problem := func(kind ProblemKind, at Span, format string, args ...any) {
		if kind == RefusedSyntax && said[format] {
			return
		}
		said[format] = true
		problems = append(problems, Problem{Kind: kind, Span: at, Message: fmt.Sprintf(format, args...)})
	}
	top := Span{inner.Start, inner.Start}
	defer func() {
		// yaml.v3 has panicked on damaged input before; a header is never worth a crash.
		if p := recover(); p != nil {
			fields = nil
			problem(NotYAML, top, "the header is not valid YAML: %v", p)
		}
	}()

	dec := yaml.NewDecoder(bytes.NewReader(source[inner.Start:inner.End]))
	var doc, further yaml.Node
	switch err := dec.Decode(&doc); {
	case errors.Is(err, io.EOF):
		return nil, nil
	case err != nil:
		at, message := r.yamlError(err)
		problem(NotYAML, at, "the header is not valid YAML: %s", message)
		return nil, problems
	}
	if err := dec.Decode(&further); !errors.Is(err, io.EOF) {
		problem(RefusedSyntax, top, "the header holds more than one YAML document")
	}
	root := doc.Content[0]
	if root.Kind == yaml.ScalarNode && root.Tag == "!!null" {
		return nil, problems
	}
	if root.Kind != yaml.MappingNode {
		problem(NotMapping, top, "the header is not a list of `key: value` lines")
		return nil, problems
	}
	r.refuse(&doc, problem)
	for i := 0; i+1 < len(root.Content); i += 2 {
		limit := inner.End
		if i+2 < len(root.Content) {
			limit = r.offset(root.Content[i+2])
		}
		fields = append(fields, r.field(root.Content[i], root.Content[i+1], limit))
	}
	return fields, problems
}

type yamlReader struct {
	source []byte
	inner  Span
	lines  []int // offsets at which the lines of the header start
}

func (r *yamlReader) indexLines() {
	r.lines = []int{r.inner.Start}
	for at := r.inner.Start; at < r.inner.End; {
		_, at = cutLine(r.source[:r.inner.End], at)
		r.lines = append(r.lines, at)
	}
}

// offset is where a node starts. yaml.v3 counts lines and code points from 1.
func (r *yamlReader) offset(n *yaml.Node) int {
	return r.place(n.Line, n.Column)
}

func (r *yamlReader) place(line, column int) int {
	if line < 1 || line > len(r.lines) {
		return r.inner.End
	}
	at := r.lines[line-1]
	for ; column > 1 && at < r.inner.End; column-- {
		_, size := utf8.DecodeRune(r.source[at:r.inner.End])
		at += size
	}
	return at
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

func (r *yamlReader) field(key, value *yaml.Node, limit int) Field {
	k := r.scalar(key, limit)
	f := Field{Key: key.Value, KeySpan: k.Span}
	colon := k.Span.End
	if i := bytes.IndexByte(r.source[colon:max(colon, limit)], ':'); i >= 0 {
		colon += i + 1
	}
	switch value.Kind {
	case yaml.SequenceNode:
		f.Kind = List
		f.Value.Start = r.offset(value)
		for i, n := range value.Content {
			end := limit
			if i+1 < len(value.Content) {
				end = r.offset(value.Content[i+1])
			}
			f.Items = append(f.Items, r.scalar(n, end))
		}
		f.Value.End = r.sequenceEnd(value, f, limit)
	case yaml.MappingNode, yaml.AliasNode:
		f.Kind = Map
		f.Value = Span{r.offset(value), r.trimEnd(r.offset(value), limit)}
	default:
		s := r.scalar(value, limit)
		f.Kind, f.Style, f.Text, f.Value = s.Kind, s.Style, s.Text, s.Span
		if s.Span.Len() == 0 {
			f.Value = Span{colon, colon}
		}
	}
	return f
}

func (r *yamlReader) sequenceEnd(n *yaml.Node, f Field, limit int) int {
	end := f.Value.Start
	if len(f.Items) > 0 {
		end = max(end, f.Items[len(f.Items)-1].Span.End)
	}
	if n.Style&yaml.FlowStyle != 0 {
		if i := bytes.IndexByte(r.source[end:max(end, limit)], ']'); i >= 0 {
			end += i + 1
		}
	}
	return end
}

// scalar reads a node that ends before limit. What is no scalar keeps its kind and has no text.
func (r *yamlReader) scalar(n *yaml.Node, limit int) Scalar {
	start := min(r.offset(n), r.inner.End)
	limit = max(start, limit)
	s := Scalar{Kind: Text, Text: n.Value, Span: Span{start, r.trimEnd(start, limit)}}
	switch {
	case n.Kind == yaml.SequenceNode:
		return Scalar{Kind: List, Span: s.Span}
	case n.Kind != yaml.ScalarNode:
		return Scalar{Kind: Map, Span: s.Span}
	case n.Style&yaml.DoubleQuotedStyle != 0:
		s.Style = DoubleQuoted
		s.Span.End = start + quotedLen(r.source[start:limit], '"', '\\')
	case n.Style&yaml.SingleQuotedStyle != 0:
		s.Style = SingleQuoted
		s.Span.End = start + quotedLen(r.source[start:limit], '\'', '\'')
	case n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		s.Style = Block
	case n.Tag == "!!null" && n.Value == "":
		return Scalar{Kind: Empty, Span: Span{start, start}}
	default:
		if bytes.HasPrefix(r.source[start:limit], []byte(n.Value)) {
			s.Span.End = start + len(n.Value)
		}
		if n.Tag == "!!null" {
			s.Kind, s.Text = Empty, ""
		}
	}
	return s
}

// quotedLen is the length of the quoted scalar at the start of text, both quotes included. A quote behind escape
// does not end it; in single quotes the quote escapes itself.
func quotedLen(text []byte, quote, escape byte) int {
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == escape && i+1 < len(text) && (escape != quote || text[i+1] == quote):
			i++
		case text[i] == quote:
			return i + 1
		}
	}
	return len(text)
}

// trimEnd is the end of the text between two offsets without trailing white space.
func (r *yamlReader) trimEnd(start, end int) int {
	if end <= start {
		return start
	}
	return start + len(bytes.TrimRight(r.source[start:end], " \t\r\n"))
}
