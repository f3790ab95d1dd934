package gate

import (
	"bytes"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/text"
	"github.com/kbgate/kbgate/internal/text/dealterms"
	"github.com/kbgate/kbgate/internal/text/rendered"
)

// shown is a part of a claim as readers see it.
type shown struct {
	rendered.Text
	start int // where the part begins in the source; -1: it is in whole the place
	whole claim.Span
	aside bool // as of a dealterms.Passage
}

// reportShownTerms judges what a claim shows where that is not what stands there, and what it holds beside its prose: the
// file name, code, comments, addresses. What was told already is left out. It gives the places of all that is told.
func reportShownTerms(p *Pass, c *claim.Claim, names dealterms.Names, told []claim.Span) []claim.Span {
	parts, more := shownParts(c)
	name := claim.Title{Text: claim.NameTitle(c.Path), Origin: claim.FromFileName}
	shownName := shownName(c)
	if !anyNames(parts, names) && !names.InText(shownName.Bytes) {
		return told
	}
	if c.Title.Origin == claim.FromFileName && name.Text != string(shownName.Bytes) || c.Title.Origin != claim.FromFileName && !agree(titleWords(name), titleWords(c.Title)) {
		parts, more = append([]shown{{Text: shownName, start: -1}}, parts...), true
	}
	if !more {
		return told
	}
	passages := make([]dealterms.Passage, len(parts))
	for i := range parts {
		passages[i] = dealterms.Passage{Source: parts[i].Bytes, Words: text.AppendWords(nil, parts[i].Bytes), Aside: parts[i].aside}
		markLinked(passages[i].Words, parts[i].Bytes)
	}
	slices.SortFunc(told, func(a, b claim.Span) int { return a.Start - b.Start })
	before := told
	for _, d := range dealterms.Find(names, passages...) {
		part := &parts[d.Passage]
		at := part.whole
		if part.start >= 0 {
			at = claim.Span{Start: part.start + part.Source(d.Start), End: part.start + part.Source(d.End)}
			at.End = min(max(at.End, at.Start), len(c.Source))
		}
		if !overlapsAny(at, before) {
			told = append(told, at)
			p.Report(finding.Finding{At: at, Message: fmt.Sprintf("“%s” beside %s", d.Term, d.Organisation)})
		}
	}
	return told
}

// shownName is the name of a claim's file as readers see it.
func shownName(c *claim.Claim) rendered.Text {
	return rendered.Of([]byte(claim.NameTitle(c.Path)), rendered.Letters|rendered.Alike)
}

// shownParts are the texts of a claim as they are shown, but for its name; more reports whether any of them is not as it
// stands in header and prose.
func shownParts(c *claim.Claim) (parts []shown, more bool) {
	header := headerPassages(c)
	parts = make([]shown, 0, len(header)+8)
	for _, p := range header {
		part := shown{Text: rendered.Of(p.Source, rendered.Markdown|rendered.Alike), start: p.Start, aside: p.Aside}
		if p.decoded {
			part.start, part.whole, more = -1, p.at, true
		}
		parts = append(parts, part)
	}
	prose, code := c.BodyText(), codeBlocks(c)
	if len(code) > 0 {
		prose = blanked(c, code)
	}
	for _, r := range code {
		parts = append(parts, shown{Text: rendered.Of(c.Source[r.Start:r.End], rendered.Letters|rendered.Alike), start: r.Start, aside: true})
	}
	body := shown{Text: rendered.Of(prose, rendered.Markdown|rendered.Alike), start: c.Body.Start}
	parts = append(parts, body)
	for _, b := range body.Beside {
		at := claim.Span{Start: c.Body.Start + b[0], End: c.Body.Start + b[1]}
		parts = append(parts, shown{Text: rendered.Of(c.Source[at.Start:at.End], rendered.Address|rendered.Alike), start: at.Start, aside: true})
	}
	for _, at := range headerComments(c) {
		parts = append(parts, shown{Text: rendered.Of(c.Source[at.Start:at.End], rendered.Letters|rendered.Alike), start: at.Start, aside: true})
	}
	return parts, more || len(parts) > len(header)+1 || !rendered.Plain(c.Source, rendered.Markdown)
}

func anyNames(parts []shown, names dealterms.Names) bool {
	for i := range parts {
		if names.InText(parts[i].Bytes) {
			return true
		}
	}
	return false
}

// codeBlocks are the regions of code that are not part of a sentence: those behind which no backtick stands.
func codeBlocks(c *claim.Claim) (blocks []claim.Span) {
	for _, r := range c.Hidden {
		if r.Kind == claim.Code && (r.End == len(c.Source) || c.Source[r.End] != '`' || c.Source[r.End-1] == '\n') {
			blocks = append(blocks, r.Span)
		}
	}
	return blocks
}

// blanked is the body with spaces in the place of some parts.
func blanked(c *claim.Claim, parts []claim.Span) []byte {
	body := bytes.Clone(c.BodyText())
	for _, r := range parts {
		for i := r.Start - c.Body.Start; i < r.End-c.Body.Start; i++ {
			if body[i] != '\n' {
				body[i] = ' '
			}
		}
	}
	return body
}

// spaced is a key with its words apart, every byte at its place.
func spaced(key []byte) []byte {
	out := bytes.Clone(key)
	for i, b := range out {
		if strings.IndexByte("-_/+=&?\"'<>()", b) >= 0 {
			out[i] = ' '
		}
	}
	return out
}

// headerComments are the comments of a header: what stands behind a number sign that begins a line or follows a space.
func headerComments(c *claim.Claim) (all []claim.Span) {
	in := c.Header.Inner
	for at := in.Start; at < in.End; {
		end := in.End
		if i := bytes.IndexByte(c.Source[at:in.End], '\n'); i >= 0 {
			end = at + i
		}
		line := c.Source[at:end]
		for i, b := range line {
			if b == '#' && (i == 0 || line[i-1] == ' ' || line[i-1] == '\t') {
				all = append(all, claim.Span{Start: at + i + 1, End: end})
				break
			}
		}
		at = end + 1
	}
	return all
}

// markLinked marks the words between the brackets of wiki links: they are the title of another note.
func markLinked(words []text.Word, s []byte) {
	at, end := 0, -1
	for i := range words {
		for ; at < int(words[i].Start); at++ {
			switch {
			case at+1 < len(s) && s[at] == '[' && s[at+1] == '[':
				end = at
			case s[at] == '\n', at+1 < len(s) && s[at] == ']' && s[at+1] == ']':
				end = -1
			}
		}
		if end >= 0 {
			words[i].Traits |= Linked
		}
	}
}

// overlapsAny reports whether a place overlaps one of those in order.
func overlapsAny(at claim.Span, told []claim.Span) bool {
	i := sort.Search(len(told), func(i int) bool { return told[i].End >= at.Start })
	return i < len(told) && told[i].Start <= at.End
}
