// Package claim turns the bytes of one note into values: the fields of the header with their places, the title, the
// headings, the wiki links, and the parts of the body that are code. It does no I/O and never fails: a fault of a header is
// a Problem, which the gates report.
//
// Places are byte offsets into the source. Position turns an offset into the line and column that people see.
package claim

import (
	"bytes"
	"path"
	"strings"
	"unicode"
)

// MaxHeader is the largest header, in bytes, that is handed to a YAML parser.
const MaxHeader = 64 << 10

// Span is a half-open range of byte offsets into a note's source.
type Span struct{ Start, End int }

// Len is the number of bytes in s.
func (s Span) Len() int { return s.End - s.Start }

// Overlaps reports whether two ranges have a byte in common.
func (s Span) Overlaps(other Span) bool {
	return s.Len() > 0 && other.Len() > 0 && s.Start < other.End && other.Start < s.End
}

// Position is a place as people count it: lines and columns from 1, a column being one code point. Byte is the column in
// bytes, as some programs count it.
type Position struct{ Line, Column, Byte int }

// Claim is one parsed note. It is a value to read: nothing in it changes after Parse, and its strings and spans refer
// to Source, so Source must not be changed either.
type Claim struct {
	// Path is the note's path below the root of the knowledge base, with forward slashes.
	Path string
	// Source is the note as it was read, byte order mark and line endings included.
	Source []byte
	// Header is what stands between the two `---` lines. Its Fields are empty when there is none.
	Header Header
	// Body is everything behind the header.
	Body Span
	// Title is the header's title, else the first level-one heading, else the file name with hyphens read as spaces.
	Title Title
	// Headings are the headings of the body in order, those in lists and quotations left out.
	Headings []Heading
	// Links are the wiki links of header and body in order of appearance.
	Links []Link
	// Hidden are the parts of the body that are no prose, ordered: code of every kind and HTML comments.
	Hidden []Region
	// Tangled says why the markup of the body was not read: nested too deeply, too many links on one line, ... It is ""
	// for any note that people write. Where it is set, code is not told from prose, there are no links, and Headings are
	// the lines that look like some.
	Tangled string
}

// TitleOrigin says where a title was found.
type TitleOrigin uint8

// The places a title may come from, in order of precedence.
const (
	FromHeader TitleOrigin = iota
	FromHeading
	FromFileName
)

// Title is what a note asserts.
type Title struct {
	Text   string // with spaces for the hyphens of a title that has no spaces of its own
	Span   Span   // empty, at the start of the note, for a title from the file name
	Origin TitleOrigin
}

// Heading is one heading of the body.
type Heading struct {
	Level int
	Text  string
	Span  Span // of the text, without the marks
}

// RegionKind tells code from comments.
type RegionKind uint8

// The kinds of text that a reader of the page does not read as prose.
const (
	Code RegionKind = iota
	Comment
)

// Region is a part of the body that is no prose.
type Region struct {
	Span
	Kind RegionKind
	Open bool // code that no second fence ends, which some readers take for prose
}

func (r Region) isCode() bool { return r.Kind == Code && !r.Open }

// Parse reads a note. The path gives the title of last resort and is otherwise only carried.
func Parse(notePath string, source []byte) *Claim {
	return new(Parser).Parse(notePath, source)
}

// Parser reads one note after the other into the same buffers: what it returns is good until the next note. Its zero
// value is ready.
type Parser struct{ claim Claim }

// Parse is Parse, without making anew what the last note left behind.
func (p *Parser) Parse(notePath string, source []byte) *Claim {
	c := &p.claim
	*c = Claim{Path: notePath, Source: source, Headings: c.Headings[:0], Links: c.Links[:0], Hidden: c.Hidden[:0],
		Header: Header{Fields: c.Header.Fields[:0]}}
	c.Body = c.Header.parse(source)
	c.parseBody()
	c.findLater()
	c.Title = c.findTitle()
	return c
}

// bom is the byte order mark that some editors put before a note.
const bom = "\xef\xbb\xbf"

func (c *Claim) findTitle() Title {
	if f, ok := c.Header.Field("title"); ok && f.Kind == Text && strings.TrimSpace(f.Text) != "" {
		return Title{Text: inWords(strings.TrimSpace(f.Text)), Span: f.Span, Origin: FromHeader}
	}
	for _, h := range c.Headings {
		if h.Level == 1 && h.Text != "" {
			return Title{Text: inWords(h.Text), Span: h.Span, Origin: FromHeading}
		}
	}
	if t, ok := c.htmlTitle(); ok {
		t.Text = inWords(t.Text)
		return t
	}
	return Title{Text: NameTitle(c.Path), Origin: FromFileName}
}

// ShownTitles are all that some reader shows as the title: the header's, the first heading of level one (one in HTML where a note
// has neither), and the file name, in this order. What a note does not have is left out.
func (c *Claim) ShownTitles() (titles []Title) {
	for i := range c.Header.Fields {
		if f := &c.Header.Fields[i]; f.Kind == Text && LooksLike(f.Key, "title") && strings.TrimSpace(f.Text) != "" {
			titles = append(titles, Title{Text: strings.TrimSpace(f.Text), Span: f.Span, Origin: FromHeader})
			break
		}
	}
	for _, h := range c.Headings {
		if h.Level == 1 {
			titles = append(titles, Title{Text: h.Text, Span: h.Span, Origin: FromHeading})
			break
		}
	}
	if t, ok := c.htmlTitle(); ok && len(titles) == 0 {
		titles = append(titles, t)
	}
	return append(titles, Title{Text: NameTitle(c.Path), Origin: FromFileName})
}

// NameTitle is the title that a file name stands for: the name without folder and ending, with hyphens and
// underscores read as spaces where the name has no spaces of its own (so "manipulation-resistant" in a spelled out
// name stays one word).
func NameTitle(notePath string) string {
	name := strings.TrimSuffix(path.Base(notePath), path.Ext(notePath))
	if strings.ContainsRune(name, ' ') {
		return name
	}
	return strings.TrimSpace(hyphensToSpaces.Replace(name))
}

var hyphensToSpaces = strings.NewReplacer("-", " ", "_", " ")

// inWords is a title as it is read: one that hyphens alone part, as those of file names do, with spaces in their place. A single
// hyphen makes a compound, not a sentence.
func inWords(title string) string {
	if strings.Count(title, "-")+strings.Count(title, "_") < 2 || strings.ContainsFunc(title, unicode.IsSpace) {
		return title
	}
	return hyphensToSpaces.Replace(title)
}

// Slice is the source text of s.
func (c *Claim) Slice(s Span) string { return string(c.Source[s.Start:s.End]) }

// BodyText is the body as it stands. The bytes belong to the claim.
func (c *Claim) BodyText() []byte { return c.Source[c.Body.Start:c.Body.End] }

// Newline is the line ending that the note uses: that of its first line.
func (c *Claim) Newline() string {
	if i := bytes.IndexByte(c.Source, '\n'); i > 0 && c.Source[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// InHidden reports whether offset lies in code or in a comment.
func (c *Claim) InHidden(offset int) bool {
	_, hidden := c.regionAt(offset)
	return hidden
}

func (c *Claim) regionAt(offset int) (Region, bool) {
	return holding(c.Hidden, offset, func(r *Region) Span { return r.Span })
}
