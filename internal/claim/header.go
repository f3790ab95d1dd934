package claim

import (
	"bytes"
	"fmt"
	"slices"
)

// HeaderState says whether a note has a header and whether it ends.
type HeaderState uint8

// The states of a header.
const (
	Absent   HeaderState = iota // the note does not begin with anything that a program takes for a header
	Unclosed                    // it does, but no second such line follows
	Closed
)

// Kind is the shape of a header value.
type Kind uint8

// The kinds of header values. Scalars are text as written: `no` and `2026-02-30` stay what the author typed.
const (
	Empty Kind = iota // nothing behind the colon, or an explicit null
	Text
	List
	Map
)

// String names a kind for messages.
func (k Kind) String() string {
	return [...]string{"empty", "text", "a list", "a mapping"}[k]
}

// Style is how a scalar is written down.
type Style uint8

// The styles of YAML scalars.
const (
	Plain Style = iota
	SingleQuoted
	DoubleQuoted
	Block // literal or folded
)

// Scalar is one value with its place.
type Scalar struct {
	Kind  Kind
	Style Style
	Text  string // of a Text value, unquoted
	Span  Span   // with quotes
	// Exact says that the span is just the value as written, so it may be replaced. It is true of a plain or quoted
	// value on one line, or none at all, without a tag or an anchor on key or value. Other spans may end too early, but
	// never hold anything but the value.
	Exact bool
}

// Inside is the place of the value without its quotation marks.
func (s *Scalar) Inside() Span {
	if (s.Style == SingleQuoted || s.Style == DoubleQuoted) && s.Span.Len() >= 2 {
		return Span{s.Span.Start + 1, s.Span.End - 1}
	}
	return s.Span
}

// Field is one `key: value` of the header. The span of a value that is not there is empty and right behind the colon.
type Field struct {
	Key     string
	KeySpan Span
	Scalar           // the value, whatever its kind
	Items   []Scalar // of a List
}

// ProblemKind classes what is wrong with a header.
type ProblemKind uint8

// The problems a header can have.
const (
	NotYAML       ProblemKind = iota // the YAML parser refuses it
	NotMapping                       // YAML, but no `key: value` lines
	TooLarge                         // over MaxHeader
	RefusedSyntax                    // anchors, aliases, merge keys, tags, further documents
	DuplicateKey
	OddOpening   // only some programs take it for a header
	Foreign      // written in another language than YAML
	LoneReturn   // a carriage return alone, or a line end of Unicode, ends a line
	SecondHeader // another header follows
	DotsEnd      // three dots end it
)

// Problem is one thing wrong with a header.
type Problem struct {
	Kind    ProblemKind
	Span    Span
	Message string
}

// Header is the YAML block at the top of a note.
type Header struct {
	State    HeaderState
	Span     Span // with both delimiter lines
	Inner    Span // between them
	Fields   []Field
	Problems []Problem

	source  []byte
	leaves  []Scalar // all scalars in order of which the place is known, where yaml.v3 read the header
	texts   []Scalar // as of Texts, where yaml.v3 read the header
	types   []string // what fields named `type` say behind aliases and merge keys
	further bool     // more YAML documents follow within the header

	// Meant reports whether the header looks like one, whatever is wrong with it. A thematic break above prose, which is no header
	// to anybody but a parser, does not.
	Meant bool
}

// Field gives the first field of that exact name.
func (h *Header) Field(key string) (*Field, bool) {
	for i := range h.Fields {
		if h.Fields[i].Key == key {
			return &h.Fields[i], true
		}
	}
	return nil, false
}

// Text is the text of the named field, "" where it is missing or no text.
func (h *Header) Text(key string) string {
	if f, ok := h.Field(key); ok && f.Kind == Text {
		return f.Text
	}
	return ""
}

// Texts are all scalars of the header that hold text, keys and what is nested included, in order. The span of one of which
// the place is not known is empty.
func (h *Header) Texts() []Scalar {
	if h.texts != nil {
		return h.texts
	}
	var all []Scalar
	for i := range h.Fields {
		f := &h.Fields[i]
		all = append(all, Scalar{Kind: Text, Text: f.Key, Span: f.KeySpan})
		if f.Kind == Text {
			all = append(all, f.Scalar)
		}
		all = append(all, f.Items...)
	}
	return all
}

// Raw is the text between the delimiter lines.
func (h *Header) Raw() string { return string(h.source[h.Inner.Start:h.Inner.End]) }

// Broken reports whether the fields could not be read at all.
func (h *Header) Broken() bool {
	for _, p := range h.Problems {
		switch p.Kind {
		case NotYAML, NotMapping, TooLarge, Foreign:
			return true
		}
	}
	return false
}

// parse splits source into header and body, and gives the latter.
func (h *Header) parse(source []byte) Span {
	h.source = source
	o, ok := findOpening(source)
	found := ok && h.begin(o)
	if found && (o.language == "TOML" || o.language == "JSON") {
		found = tells(source[h.Inner.Start:h.Span.End])
	}
	if !found {
		return h.parseOther()
	}
	if o.language != "" {
		h.State = Closed
		h.problem(Foreign, "the header in %s is not read", o.language)
		return Span{h.Span.End, len(source)}
	}
	if !o.strict {
		h.problem(OddOpening, "some programs take this for a header and others do not: they read it at the very start of the file, behind three hyphens alone")
	}
	if name := oddLineEnd(source[h.Span.Start:h.Span.End]); name != "" {
		h.problem(LoneReturn, "%s ends a line of the header to some programs and not to others", name)
	}
	h.read()
	if h.State == Closed {
		h.findSecond()
	}
	return Span{h.Span.End, len(source)}
}

// parseOther is parse for a note that does not begin with a header that is read.
func (h *Header) parseOther() Span {
	source := h.source
	*h = Header{source: source, Fields: h.Fields}
	if end := foreignEnd(source); end > 0 {
		h.State, h.Span, h.Meant = Closed, Span{0, end}, true
		h.Inner, h.types = h.Span, []string{TypeOfClaims}
		h.problem(Foreign, "a header in a form that is not read makes a claim of the note")
		return Span{end, len(source)}
	}
	start := 0
	if bytes.HasPrefix(source, []byte(bom)) {
		start = len(bom)
	}
	h.Span, h.Inner = Span{start, start}, Span{start, start}
	return Span{start, len(source)}
}

// oddLineEnd names a line end that is none to some readers: a carriage return alone, and those of Unicode, which end a line in
// YAML 1.1 and do not in YAML 1.2.2 (its section on line break characters).
func oddLineEnd(text []byte) string {
	switch {
	case loneReturn(text):
		return "a carriage return alone"
	case bytes.Contains(text, []byte("\u0085")):
		return "a next-line character (U+0085)"
	case bytes.Contains(text, []byte("\u2028")):
		return "a line separator (U+2028)"
	case bytes.Contains(text, []byte("\u2029")):
		return "a paragraph separator (U+2029)"
	}
	return ""
}

func (h *Header) problem(kind ProblemKind, format string, args ...any) {
	h.Problems = append(h.Problems, Problem{Kind: kind, Span: Span{h.Span.Start, h.Span.Start}, Message: fmt.Sprintf(format, args...)})
}

// begin finds where a header ends. It answers false where an opening that is not the usual one is none.
func (h *Header) begin(o opening) bool {
	h.State, h.Inner.Start, h.Span.Start = Unclosed, o.rest, o.start
	for at := o.rest; at < len(h.source); {
		line, next := headerLine(h.source, at)
		if o.end(line) {
			h.State, h.Inner.End, h.Span.End = Closed, at, next
			break
		}
		at = next
	}
	if h.State == Unclosed {
		h.Inner.End = unclosedEnd(h.source, o.rest)
		h.Span.End = h.Inner.End
	}
	h.endAtDots(o)
	h.Meant = looksMeant(h.source[h.Inner.Start:h.Inner.End])
	return o.strict || h.Meant
}

// endAtDots ends a header at three dots, unless what follows up to three hyphens looks like more of it.
func (h *Header) endAtDots(o opening) {
	if !o.strict || !bytes.Contains(h.source[o.rest:h.Inner.End], []byte("...")) {
		return
	}
	for at := o.rest; at < h.Inner.End; {
		line, next := headerLine(h.source, at)
		if isDots(line) {
			if h.State == Closed && looksMeant(h.source[next:h.Inner.End]) || !looksMeant(h.source[o.rest:at]) {
				return
			}
			h.State, h.Inner.End, h.Span.End = Closed, at, next
			h.problem(DotsEnd, "three dots end the header, which only some programs read as its end")
			return
		}
		at = next
	}
}

// findSecond looks for further headers right behind the first, which pandoc reads too, and takes over what they say of the
// type.
func (h *Header) findSecond() {
	for at := h.Span.End; ; {
		second := Header{source: h.source[:len(h.source)]}
		o, ok := findOpening(h.source[at:])
		if !ok || o.language != "" {
			return
		}
		o.start, o.rest = o.start+at, o.rest+at
		if !second.begin(o) || second.State != Closed || !second.Meant {
			return
		}
		second.read()
		if types := second.Types(); len(types) > 0 {
			h.problem(SecondHeader, "a second header follows the first")
			h.Problems[len(h.Problems)-1].Span = Span{second.Span.Start, second.Span.Start}
			h.types = append(h.types, types...)
			return
		}
		at = second.Span.End
	}
}

// unclosedEnd guesses where a header without a closing line ends: before its first blank line or heading, so that
// the body is still judged as a body. Blank lines before the first other one are passed over.
func unclosedEnd(source []byte, at int) int {
	begun := false
	for at < len(source) {
		line, next := headerLine(source, at)
		blank := len(bytes.TrimSpace(line)) == 0
		if blank && begun || !blank && line[0] == '#' {
			break
		}
		begun = begun || !blank
		at = next
	}
	return at
}

// cutLine gives the line that starts at offset without its ending, and where the next one starts.
func cutLine(source []byte, start int) (line []byte, next int) {
	i := bytes.IndexByte(source[start:], '\n')
	if i < 0 {
		return source[start:], len(source)
	}
	line = source[start : start+i]
	if n := len(line); n > 0 && line[n-1] == '\r' {
		line = line[:n-1]
	}
	return line, start + i + 1
}

// isDelimiter reports whether line is the three hyphens that open and close a header.
func isDelimiter(line []byte) bool { return isMarks(line, "---") }

// isDots reports whether line is the three dots that end a document of YAML (YAML 1.2.2, 9.1.2).
func isDots(line []byte) bool { return isMarks(line, "...") }

func isMarks(line []byte, marks string) bool {
	return string(bytes.TrimRight(line, " \t")) == marks
}

// read fills Fields and Problems: by the plain reader where the header is of the plain form that nearly all have,
// else by yaml.v3. A differential fuzz test holds both to the same result.
func (h *Header) read() {
	if h.Inner.Len() > MaxHeader {
		h.Problems = append(h.Problems, Problem{Kind: TooLarge, Span: Span{h.Inner.Start, h.Inner.Start},
			Message: "the header is larger than 64 KiB"})
		return
	}
	var isPlain bool
	if h.Fields, isPlain = readPlain(h.Fields, h.source, h.Inner); !isPlain {
		h.readYAML()
	}
	h.findDuplicates()
}

func (h *Header) findDuplicates() {
	const few = 32 // up to here looking through them is faster than a set
	var seen map[string]bool
	if len(h.Fields) > few {
		seen = make(map[string]bool, len(h.Fields))
	}
	for i := range h.Fields {
		key, again := h.Fields[i].Key, false
		if seen != nil {
			again, seen[key] = seen[key], true
		} else {
			again = slices.ContainsFunc(h.Fields[:i], func(f Field) bool { return f.Key == key })
		}
		if again {
			h.Problems = append(h.Problems, Problem{Kind: DuplicateKey, Span: h.Fields[i].KeySpan,
				Message: "`" + key + "` stands twice in the header"})
		}
	}
}
