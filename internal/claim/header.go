package claim

import (
	"bytes"
	"slices"
)

// HeaderState says whether a note has a header and whether it ends.
type HeaderState uint8

// The states of a header.
const (
	Absent   HeaderState = iota // the note does not begin with a line of three hyphens
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

// Scalar is one value with its place; Span includes the quotes.
type Scalar struct {
	Kind  Kind
	Style Style
	Text  string
	Span  Span
	Exact bool // as of a Field
}

// Field is one `key: value` of the header.
type Field struct {
	Key     string
	KeySpan Span
	Kind    Kind
	Style   Style
	Text    string   // of a Text value, unquoted
	Value   Span     // with quotes; empty and right behind the colon where nothing stands
	Items   []Scalar // of a List

	// Exact says that the span is just the value as written, so it may be replaced. It is true of a plain or quoted
	// value on one line, or none at all, without a tag or an anchor on key or value. Other spans may end too early, but
	// never hold anything but the value.
	Exact bool
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
	leaves  []Scalar // all scalars in order, without text, where yaml.v3 read the header
	types   []string // what fields named `type` say behind aliases and merge keys
	further bool     // more YAML documents follow within the header
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

// Raw is the text between the delimiter lines.
func (h *Header) Raw() string { return string(h.source[h.Inner.Start:h.Inner.End]) }

// Broken reports whether the fields could not be read at all.
func (h *Header) Broken() bool {
	for _, p := range h.Problems {
		if p.Kind != DuplicateKey && p.Kind != RefusedSyntax {
			return true
		}
	}
	return false
}

// parse splits source into header and body, and gives the latter.
func (h *Header) parse(source []byte) Span {
	h.source = source
	start := 0
	if bytes.HasPrefix(source, []byte(bom)) {
		start = len(bom)
	}
	whole := Span{start, len(source)}
	first, rest := cutLine(source, start)
	if !isDelimiter(first) {
		h.Span, h.Inner = Span{start, start}, Span{start, start}
		return whole
	}
	h.Inner.Start = rest
	for at := rest; at < len(source); {
		line, next := cutLine(source, at)
		if isDelimiter(line) {
			h.State = Closed
			h.Inner.End = at
			h.Span = Span{start, next}
			h.read()
			return Span{next, len(source)}
		}
		at = next
	}
	h.State = Unclosed
	h.Inner.End = unclosedEnd(source, rest)
	h.Span = Span{start, h.Inner.End}
	h.read()
	return Span{h.Inner.End, len(source)}
}

// unclosedEnd guesses where a header without a closing line ends: before its first blank line or heading, so that
// the body is still judged as a body.
func unclosedEnd(source []byte, at int) int {
	for at < len(source) {
		line, next := cutLine(source, at)
		if len(bytes.TrimSpace(line)) == 0 || line[0] == '#' {
			break
		}
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
func isDelimiter(line []byte) bool {
	return len(line) >= 3 && string(line[:3]) == "---" && len(bytes.TrimRight(line[3:], " \t")) == 0
}

// read fills Fields and Problems: by the plain reader where the header is of the plain form that nearly all have,
// else by yaml.v3. A differential fuzz test holds both to the same result.
func (h *Header) read() {
	if h.Inner.Len() > MaxHeader {
		h.Problems = append(h.Problems, Problem{Kind: TooLarge, Span: Span{h.Inner.Start, h.Inner.Start},
			Message: "the header is larger than 64 KiB"})
		return
	}
	fields, ok := readPlain(h.Fields, h.source, h.Inner)
	if ok {
		h.Fields = fields
	} else {
		read := readYAML(h.source, h.Inner)
		h.Fields, h.Problems = read.Fields, read.Problems
		h.leaves, h.types, h.further = read.leaves, read.types, read.further
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
