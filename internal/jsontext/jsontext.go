// Package jsontext changes a JSON text in place: what it adds or takes away is all that differs afterwards. It does no I/O.
package jsontext

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// MaxText is the size in bytes above which a text is not read.
const MaxText = 1 << 20

// Value is a value with its place in the text.
type Value struct {
	Start, End int // of its bytes
	Members    []Member
	Items      []*Value

	text []byte
}

// Member is a member of an object.
type Member struct {
	Name  string
	Start int // of the name's first quotation mark
	Value *Value
}

// ErrForm says that a text is no JSON, or one that cannot be changed without doubt.
var ErrForm = errors.New("is not JSON as the standard has it")

// byteOrderMark may stand before a text, and stays there.
var byteOrderMark = []byte("\xef\xbb\xbf")

// Parse reads a text. One with comments, a comma too many or two members of one name is refused with ErrForm.
func Parse(text []byte) (*Value, error) {
	body := bytes.TrimPrefix(text, byteOrderMark)
	var syntax *json.SyntaxError
	switch err := json.Unmarshal(body, new(any)); {
	case len(text) > MaxText:
		return nil, fmt.Errorf("is larger than %d KiB: %w", MaxText>>10, ErrForm)
	case !utf8.Valid(text):
		return nil, fmt.Errorf("holds bytes that are no UTF-8: %w", ErrForm)
	case errors.As(err, &syntax):
		at := len(text) - len(body) + int(syntax.Offset)
		return nil, fmt.Errorf("line %d: %w: %w", 1+bytes.Count(text[:min(at, len(text))], []byte("\n")), ErrForm, err)
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrForm, err)
	}
	r := reader{text: text, at: len(text) - len(body)}
	v := r.value()
	return v, r.err
}

// reader reads a text that json.Unmarshal has taken, so it is whole and not too deep.
type reader struct {
	text []byte
	at   int
	err  error
}

// peek is the next byte behind white space.
func (r *reader) peek() byte {
	for strings.IndexByte(" \t\r\n", r.text[r.at]) >= 0 {
		r.at++
	}
	return r.text[r.at]
}

func (r *reader) value() *Value {
	open := r.peek()
	v := &Value{Start: r.at, text: r.text}
	switch open {
	case '{', '[':
		r.at++
		for more := r.peek() != open+2; more; { // ASCII has ] and } two behind [ and {
			r.peek()
			if open == '[' {
				v.Items = append(v.Items, r.value())
			} else {
				r.member(v)
			}
			more = r.peek() == ','
			r.at++
			if !more {
				r.at--
			}
		}
		r.at++
	case '"':
		r.quoted()
	default:
		for r.at < len(r.text) && strings.IndexByte(" \t\r\n,]}", r.text[r.at]) < 0 {
			r.at++
		}
	}
	v.End = r.at
	return v
}

func (r *reader) member(of *Value) {
	m := Member{Start: r.at}
	r.quoted()
	_ = json.Unmarshal(r.text[m.Start:r.at], &m.Name) // which was valid before
	r.peek()
	r.at++ // the colon
	m.Value = r.value()
	if of.Member(m.Name) != nil && r.err == nil {
		r.err = fmt.Errorf("line %d: the name %.80q stands twice in one object: %w", 1+bytes.Count(r.text[:m.Start], []byte("\n")), m.Name, ErrForm)
	}
	of.Members = append(of.Members, m)
}

func (r *reader) quoted() {
	for r.at++; r.text[r.at] != '"'; r.at++ {
		if r.text[r.at] == '\\' {
			r.at++
		}
	}
	r.at++
}

// IsObject and IsList tell what a value is.
func (v *Value) IsObject() bool { return v.text[v.Start] == '{' }

// IsList reports whether the value is a list.
func (v *Value) IsList() bool { return v.text[v.Start] == '[' }

// Member is the value of a member, nil where there is none.
func (v *Value) Member(name string) *Value {
	for _, m := range v.Members {
		if m.Name == name {
			return m.Value
		}
	}
	return nil
}

// String is the text of a string, "" of any other value.
func (v *Value) String() (s string) {
	_ = json.Unmarshal(v.text[v.Start:v.End], &s)
	return s
}

// Add puts a value at the end of the list that path leads to, and makes what is missing on the way. The rest of the text stays as it is. An
// empty text is one without a value.
func Add(text []byte, value any, path ...string) ([]byte, error) {
	if len(bytes.TrimSpace(text)) == 0 {
		text = []byte("{}\n")
	}
	at, err := Parse(text)
	if err != nil {
		return nil, err
	}
	for i, name := range path {
		if !at.IsObject() {
			return nil, fmt.Errorf("%s is no object: %w", pathName(path[:i]), ErrForm)
		}
		next := at.Member(name)
		if next == nil {
			return insert(text, at, name, nested(path[i+1:], value), i)
		}
		at = next
	}
	if !at.IsList() {
		return nil, fmt.Errorf("%s is no list: %w", pathName(path), ErrForm)
	}
	return insert(text, at, "", value, len(path))
}

// Set gives a member of the outermost object a value, where it has none.
func Set(text []byte, name string, value any) ([]byte, error) {
	if len(bytes.TrimSpace(text)) == 0 {
		text = []byte("{}\n")
	}
	at, err := Parse(text)
	switch {
	case err != nil:
		return nil, err
	case !at.IsObject():
		return nil, fmt.Errorf("the text is no object: %w", ErrForm)
	case at.Member(name) != nil:
		return text, nil
	}
	return insert(text, at, name, value, 0)
}

func pathName(path []string) string {
	if len(path) == 0 {
		return "the text"
	}
	return strings.Join(path, ".")
}

// nested is a list of one value, within as many objects as there are names.
func nested(names []string, value any) any {
	var v any = []any{value}
	for i := len(names) - 1; i >= 0; i-- {
		v = map[string]any{names[i]: v}
	}
	return v
}

// insert puts a value at the end of a list, or with a name at the end of an object, which lies so deep.
func insert(text []byte, into *Value, name string, value any, depth int) ([]byte, error) {
	line, step := layout(text)
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent(strings.Repeat(step, depth+1), step)
	if err := enc.Encode(value); err != nil {
		return nil, err
	}
	added := strings.Repeat(step, depth+1)
	if name != "" {
		quoted, err := json.Marshal(name)
		if err != nil {
			return nil, err
		}
		added += string(quoted) + ": "
	}
	added = "\n" + added + strings.TrimSuffix(b.String(), "\n")
	at, comma := into.Start+1, ""
	if n := len(into.Items); n > 0 {
		at, comma = into.Items[n-1].End, ","
	} else if n := len(into.Members); n > 0 {
		at, comma = into.Members[n-1].Value.End, ","
	} else {
		added += "\n" + strings.Repeat(step, depth)
		return splice(text, at, into.End-1, strings.ReplaceAll(added, "\n", line)), nil
	}
	return splice(text, at, at, comma+strings.ReplaceAll(added, "\n", line)), nil
}

// layout is how a text ends its lines and how far it indents them.
func layout(text []byte) (line, step string) {
	line, step = "\n", "  "
	if bytes.Contains(text, []byte("\r\n")) {
		line = "\r\n"
	}
	for l := range bytes.Lines(text) {
		if rest := bytes.TrimLeft(l, " \t"); len(rest) < len(l) && len(bytes.TrimSpace(rest)) > 0 {
			return line, string(l[:len(l)-len(rest)])
		}
	}
	return line, step
}

func splice(text []byte, from, to int, with string) []byte {
	out := make([]byte, 0, len(text)+len(with))
	out = append(out, text[:from]...)
	out = append(out, with...)
	return append(out, text[to:]...)
}

// Without is the text without one item of a list, or one member of an object, with a comma beside it. What stands between an only one and
// the brackets goes too.
func (v *Value) Without(child int) []byte {
	type span struct{ start, end int }
	var all []span
	for _, i := range v.Items {
		all = append(all, span{i.Start, i.End})
	}
	for _, m := range v.Members {
		all = append(all, span{m.Start, m.Value.End})
	}
	switch {
	case child > 0:
		return splice(v.text, all[child-1].end, all[child].end, "")
	case len(all) > 1:
		return splice(v.text, all[0].start, all[1].start, "")
	}
	return splice(v.text, v.Start+1, v.End-1, "")
}
