package gate

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/lazy"
	"github.com/kbgate/kbgate/internal/text"
	"github.com/kbgate/kbgate/internal/text/dealterms"
	"github.com/kbgate/kbgate/internal/text/rendered"
)

// reportHeaderTerms judges the lines of a header as the one text that programs show: a key may name who did what its value says,
// and so may the item or the field beside. Title, description and source are sentences of their own, and judged as such.
func reportHeaderTerms(p *Pass, c *claim.Claim, names dealterms.Names, told []claim.Span) {
	lines, placed := headerLines(c)
	shown := rendered.Of(lines, rendered.Markdown|rendered.Alike)
	slices.SortFunc(told, func(a, b claim.Span) int { return a.Start - b.Start })
	for i, b := range shown.Bytes { // the signs of lists and mappings part no sentences
		if strings.IndexByte(`"{}`, b) >= 0 || (b == ',' || b == ':') && i+1 < len(shown.Bytes) && shown.Bytes[i+1] == ' ' {
			shown.Bytes[i] = ' '
		}
	}
	for _, d := range figuresAlone(names, shown.Bytes) {
		at := c.Header.Inner
		if placed {
			at = claim.Span{Start: at.Start + shown.Source(d.Start), End: at.Start + shown.Source(d.End)}
		}
		if !overlapsAny(at, told) {
			p.Report(finding.Finding{At: at, Message: fmt.Sprintf("“%s” beside %s", d.Term, d.Organisation)})
		}
	}
}

// reportFolderTerms judges the names of the folders above a claim. The file's name is judged as a title, and apart from them: a
// folder that bears the name of an organisation holds claims about others too.
func reportFolderTerms(p *Pass, c *claim.Claim, names dealterms.Names) {
	folders := rendered.Of(spaced([]byte(path.Dir(c.Path))), rendered.Letters|rendered.Alike)
	for _, d := range figuresAlone(names, folders.Bytes) {
		p.Report(finding.Finding{Message: fmt.Sprintf("“%s” beside %s in the names of the folders in the path", d.Term, d.Organisation), Fix: "Rename the folder."})
	}
}

// figuredTerm is a term with a number in figures or in words.
var figuredTerm = lazy.Regexp(`(?i)[0-9]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|hundred|thousand|million|billion|percent|half|third|quarter)`)

// figuresAlone are the terms with a number in a text that is no prose: many tags and names have words of deals.
func figuresAlone(names dealterms.Names, s []byte) []dealterms.Disclosure {
	if !names.InText(s) {
		return nil
	}
	return slices.DeleteFunc(dealterms.Find(names, dealterms.Passage{Source: s, Words: text.AppendWords(nil, s)}), func(d dealterms.Disclosure) bool {
		return !figuredTerm().MatchString(d.Term)
	})
}

// headerLines are the lines of a header without the fields that are sentences, and with what escapes stand for; placed reports
// whether every byte is at its place.
func headerLines(c *claim.Claim) (lines []byte, placed bool) {
	in := c.Header.Inner
	lines = bytes.Clone(c.Source[in.Start:in.End])
	for i := range c.Header.Fields {
		switch f := &c.Header.Fields[i]; f.Key {
		case "title", "description", "source":
			for at := max(f.KeySpan.Start, in.Start); at < min(f.Value.End, in.End); at++ {
				if b := &lines[at-in.Start]; *b != '\n' {
					*b = ' '
				}
			}
		}
	}
	if bytes.IndexByte(lines, '\\') < 0 {
		return lines, true
	}
	texts := slices.Clone(c.Header.Texts())
	slices.SortFunc(texts, func(a, b claim.Scalar) int { return b.Span.Start - a.Span.Start })
	last := in.End
	for _, s := range texts { // the last first, so that those before stay at their places
		from, to := s.Span.Start-in.Start, s.Span.End-in.Start
		if s.Span.Len() == 0 || s.Span.Start < in.Start || s.Span.End > last || !escaped(s) || len(bytes.TrimSpace(lines[from:to])) == 0 {
			continue
		}
		lines, last = slices.Replace(lines, from, to, []byte(s.Text)...), s.Span.Start
	}
	return lines, false
}
