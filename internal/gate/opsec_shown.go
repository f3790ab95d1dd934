package gate

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/lazy"
	"github.com/kbgate/kbgate/internal/text"
	"github.com/kbgate/kbgate/internal/text/rendered"
)

// shown is a part of a claim as readers see it.
type shown struct {
	rendered.Text
	start int        // where the part begins in the source; -1: whole is the place of all that it tells
	whole claim.Span // within the source
	aside bool       // as of a dealterms.Passage
	// written is the part as it stands in a header, and words are those of prose that are known already.
	written []byte
	words   []text.Word
	// tags reports whether the part is no prose. Many tags and names have words of deals, so terms without a number count in
	// prose alone.
	tags bool
	// where and fix end the message of a finding, and say what to do about it, where the usual ones do not fit.
	where, fix string
}

// place is where in the source a piece of the part stands.
func (s *shown) place(start, end int) claim.Span {
	if s.start < 0 {
		return s.whole
	}
	at := claim.Span{Start: s.start + s.Source(start), End: s.start + s.Source(end)}
	at.End = min(max(at.End, at.Start), s.whole.End)
	return at
}

// shownName is the name of a claim's file. It is judged apart from those of the folders above it: a folder that bears the name
// of an organisation holds claims about others too.
func shownName(c *claim.Claim) shown {
	return shown{Text: rendered.Of([]byte(claim.NameTitle(c.Path)), rendered.Letters|rendered.Alike), start: -1}
}

// shownFolders are the names of the folders above a claim.
func shownFolders(c *claim.Claim) shown {
	return shown{Text: rendered.Of(spaced([]byte(path.Dir(c.Path))), rendered.Letters|rendered.Alike), start: -1, tags: true,
		where: " in the names of the folders in the path", fix: "Rename the folder."}
}

// writtenParts are the texts of a claim as they stand: what is taken for markup may be none, and may part what is written.
func writtenParts(p *Pass, header []shown) (parts []shown) {
	c := p.Claim()
	if c.Title.Origin == claim.FromFileName {
		title := []byte(c.Title.Text)
		parts = append(parts, shown{Text: rendered.Text{Bytes: title}, written: title, start: -1, whole: c.Title.Span})
	}
	for _, s := range header {
		s.Text = rendered.Text{Bytes: s.written}
		parts = append(parts, s)
	}
	return append(parts, shown{Text: rendered.Text{Bytes: c.Source}, written: c.Source, whole: claim.Span{End: len(c.Source)}, words: append([]text.Word{}, p.Prose()...)})
}

// shownParts are the texts that a claim shows: its name, where that or the title says something else, the header, code, prose, and
// what stands beside: addresses and comments.
func shownParts(c *claim.Claim, name shown, header []shown) (parts []shown) {
	all := claim.Span{End: len(c.Source)}
	add := func(at claim.Span, source []byte, as rendered.Mode, aside bool) [][2]int {
		s := shown{Text: rendered.Of(source, as|rendered.Alike), start: at.Start, whole: all, aside: aside}
		parts = append(parts, s)
		return s.Beside
	}
	title := claim.Title{Text: claim.NameTitle(c.Path), Origin: claim.FromFileName}
	if c.Title.Origin == claim.FromFileName && title.Text != string(name.Bytes) || c.Title.Origin != claim.FromFileName && !agree(titleWords(title), titleWords(c.Title)) {
		parts = append(parts, name)
	}
	for _, s := range header {
		s.written = nil
		parts = append(parts, s)
	}
	prose := bytes.Clone(c.BodyText())
	for _, r := range c.Hidden {
		if r.Kind == claim.Code && (r.End == len(c.Source) || c.Source[r.End] != '`' || c.Source[r.End-1] == '\n') { // no part of a sentence
			add(r.Span, c.Source[r.Start:r.End], rendered.Letters, true)
			blank(prose[r.Start-c.Body.Start : r.End-c.Body.Start])
		}
	}
	for _, b := range add(c.Body, prose, rendered.Markdown, false) {
		at := claim.Span{Start: c.Body.Start + b[0], End: c.Body.Start + b[1]}
		add(at, c.Source[at.Start:at.End], rendered.Address, true)
	}
	for _, at := range headerComments(c) {
		add(at, c.Source[at.Start:at.End], rendered.Letters, true)
	}
	return parts
}

// blank puts spaces in the place of a text, but for line ends.
func blank(s []byte) {
	for i, b := range s {
		if b != '\n' {
			s[i] = ' '
		}
	}
}

// shownHeader are the texts of a header, the title first: the values, then what is nested in them, and the keys.
func shownHeader(c *claim.Claim) []shown {
	texts := c.Header.Texts()
	parts := make([]shown, 0, len(texts)+8)
	seen := make(map[claim.Span]bool, len(texts))
	add := func(s claim.Scalar, aside bool) {
		if seen[s.Span] && s.Span.Len() > 0 {
			return
		}
		seen[s.Span] = true
		part, source := shown{start: -1, whole: s.Span, aside: aside}, []byte(s.Text)
		if !escaped(s) {
			part.start, source = s.Span.Start, c.Source[s.Span.Start:s.Span.End]
			if !bytes.ContainsAny(source, " \t\n") && bytes.Count(source, []byte("-"))+bytes.Count(source, []byte("_")) > 2 { // words of a key
				source = spaced(source)
			}
		}
		part.written, part.Text = source, rendered.Of(source, rendered.Markdown|rendered.Alike)
		parts = append(parts, part)
	}
	for i := range c.Header.Fields {
		if f := &c.Header.Fields[i]; c.Title.Origin == claim.FromHeader && f.Span == c.Title.Span {
			add(f.Scalar, false)
		}
	}
	keys := make(map[claim.Span]bool, len(c.Header.Fields))
	for i := range c.Header.Fields {
		f := &c.Header.Fields[i]
		if keys[f.KeySpan] = len(f.Key) < fewestKeyBytes; f.Kind == claim.Text {
			add(f.Scalar, f.Key != "description")
		}
	}
	for _, s := range texts {
		if s.Kind == claim.Text && !keys[s.Span] {
			add(s, true)
		}
	}
	return parts
}

// fewestKeyBytes is the length of the shortest key that may tell terms: a name, an amount and what it is.
const fewestKeyBytes = 12

// escaped reports whether a scalar is written with other characters than those it stands for, or nobody knows where.
func escaped(s claim.Scalar) bool {
	return s.Span.Len() == 0 || s.Style == claim.DoubleQuoted && s.Span.Len() != len(s.Text)+len(`""`) || s.Style == claim.SingleQuoted && strings.Contains(s.Text, "'")
}

// headerAsWhole is the lines of a header as the one text that programs show: a key may name who did what its value says, and so
// may the item or the field beside. Title, description and source are sentences of their own, and left out. Escapes are
// undone; where there are any, nobody knows the place of the rest.
func headerAsWhole(c *claim.Claim) shown {
	in := c.Header.Inner
	s := shown{start: in.Start, whole: in, tags: true}
	lines := bytes.Clone(c.Source[in.Start:in.End])
	for i := range c.Header.Fields {
		switch f := &c.Header.Fields[i]; f.Key {
		case "title", "description", "source":
			if from, to := max(f.KeySpan.Start, in.Start)-in.Start, min(f.Span.End, in.End)-in.Start; from < to {
				blank(lines[from:to])
			}
		}
	}
	if bytes.IndexByte(lines, '\\') >= 0 {
		s.start = -1
		texts, last := slices.Clone(c.Header.Texts()), in.End
		slices.SortFunc(texts, func(a, b claim.Scalar) int { return b.Span.Start - a.Span.Start })
		for _, t := range texts { // the last first, so that those before stay at their places
			from, to := t.Span.Start-in.Start, t.Span.End-in.Start
			if t.Span.Len() == 0 || t.Span.Start < in.Start || t.Span.End > last || !escaped(t) || len(bytes.TrimSpace(lines[from:to])) == 0 {
				continue
			}
			lines, last = slices.Replace(lines, from, to, []byte(t.Text)...), t.Span.Start
		}
	}
	s.Text = rendered.Of(lines, rendered.Markdown|rendered.Alike)
	for i, b := range s.Bytes { // the signs of lists and mappings part no sentences
		if strings.IndexByte(`"{}`, b) >= 0 || (b == ',' || b == ':') && i+1 < len(s.Bytes) && s.Bytes[i+1] == ' ' {
			s.Bytes[i] = ' '
		}
	}
	return s
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
	for _, m := range headerComment().FindAllSubmatchIndex(c.Source[in.Start:in.End], -1) {
		all = append(all, claim.Span{Start: in.Start + m[2], End: in.Start + m[3]})
	}
	return all
}

var headerComment = lazy.Regexp(`(?m)(?:^|[ \t])#(.*)`)

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
