package claim

import (
	"bytes"
	"slices"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// readMarkdown asks goldmark for the headings of a body and for its hidden regions.
func readMarkdown(source []byte, body Span) ([]Heading, []Region) {
	r := markdownReader{source: source, base: body.Start}
	doc := goldmark.DefaultParser().Parse(text.NewReader(source[body.Start:body.End]))
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		if h, ok := n.(*ast.Heading); ok {
			r.heading(h)
		}
	}
	// The visitor returns no error, so neither does Walk.
	_ = ast.Walk(doc, r.visit)
	slices.SortFunc(r.hidden, func(a, b Region) int { return a.Start - b.Start })
	return r.headings, r.hidden
}

type markdownReader struct {
	source   []byte
	base     int // of goldmark's offsets in source
	headings []Heading
	hidden   []Region
}

func (r *markdownReader) heading(h *ast.Heading) {
	if h.Lines().Len() == 0 {
		return
	}
	span := r.lines(h.Lines())
	text := bytes.TrimSpace(r.source[span.Start:span.End])
	if len(text) == 0 {
		return
	}
	span.Start += bytes.Index(r.source[span.Start:span.End], text)
	r.headings = append(r.headings, Heading{Level: h.Level, Text: string(text), Span: Span{span.Start, span.Start + len(text)}})
}

func (r *markdownReader) visit(n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	switch n := n.(type) {
	case *ast.CodeBlock:
		r.hide(r.lines(n.Lines()), Code)
	case *ast.FencedCodeBlock:
		span := r.lines(n.Lines())
		if n.Info != nil { // the words behind the opening fence belong to it
			info := r.base + n.Info.Segment.Start
			span = Span{info, max(span.End, r.base+n.Info.Segment.Stop)}
		}
		r.hide(span, Code)
		if n := len(r.hidden); span.Len() > 0 {
			r.hidden[n-1].Open = !r.fenceFollows(span.End)
		}
	case *ast.CodeSpan:
		first, last := n.FirstChild(), n.LastChild()
		if first, ok := first.(*ast.Text); ok {
			span := Span{r.base + first.Segment.Start, r.base + first.Segment.Stop}
			if last, ok := last.(*ast.Text); ok {
				span.End = r.base + last.Segment.Stop
			}
			r.hide(span, Code)
		}
		return ast.WalkSkipChildren, nil
	case *ast.RawHTML:
		r.comments(r.lines(n.Segments))
	case *ast.HTMLBlock:
		span := r.lines(n.Lines())
		if n.HasClosure() {
			if n.Lines().Len() == 0 {
				span.Start = r.base + n.ClosureLine.Start
			}
			span.End = r.base + n.ClosureLine.Stop
		}
		r.comments(span)
	}
	return ast.WalkContinue, nil
}

// lines is the range from the first to the last of some segments.
func (r *markdownReader) lines(s *text.Segments) Span {
	if s.Len() == 0 {
		return Span{}
	}
	return Span{r.base + s.At(0).Start, r.base + s.At(s.Len()-1).Stop}
}

// fenceFollows reports whether the line at an offset, or the one behind it, is a fence.
func (r *markdownReader) fenceFollows(at int) bool {
	if at > 0 && r.source[at-1] != '\n' && r.source[at-1] != '\r' {
		_, at = headerLine(r.source, at)
	}
	line, _ := headerLine(r.source, at)
	line = bytes.TrimLeft(line, " \t>")
	return bytes.HasPrefix(line, []byte("```")) || bytes.HasPrefix(line, []byte("~~~"))
}

func (r *markdownReader) hide(s Span, kind RegionKind) {
	if s.Len() > 0 {
		r.hidden = append(r.hidden, Region{Span: s, Kind: kind})
	}
}

// comments hides the comments within a piece of HTML; one that is not closed reaches to the end of the piece.
func (r *markdownReader) comments(html Span) {
	for at := html.Start; at < html.End; {
		i := bytes.Index(r.source[at:html.End], []byte("<!--"))
		if i < 0 {
			return
		}
		start, end := at+i, html.End
		if j := bytes.Index(r.source[start+2:html.End], []byte("-->")); j >= 0 { // `<!-->` is a whole comment
			end = start + 2 + j + 3
		}
		r.hide(Span{start, end}, Comment)
		at = end
	}
}
