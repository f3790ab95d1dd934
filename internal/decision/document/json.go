package document

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"
)

// ReadJSON reads one JSON object.
func ReadJSON(data []byte) (Node, error) {
	if !utf8.Valid(data) {
		return Node{}, &Fault{Message: "the record is not UTF-8 text"}
	}
	r := jsonReader{data: data, tokens: json.NewDecoder(bytes.NewReader(data))}
	r.tokens.UseNumber()
	n, err := r.value(0)
	if err != nil {
		return Node{}, r.fault(err)
	}
	if n.Kind != Mapping {
		return Node{}, &Fault{Line: int(n.Line), Message: "the record is no JSON object"}
	}
	if _, err := r.tokens.Token(); !errors.Is(err, io.EOF) {
		return Node{}, &Fault{Line: r.line(), Message: "something stands behind the JSON object; each stands on a line of its own"}
	}
	return n, nil
}

type jsonReader struct {
	data   []byte
	tokens *json.Decoder
	lines  int // counted up to upTo
	upTo   int
	values int // how many have been read
}

// line is the line of the token that was read last, counted from 1.
func (r *jsonReader) line() int {
	if at := int(r.tokens.InputOffset()); at > r.upTo {
		r.lines += bytes.Count(r.data[r.upTo:at], []byte("\n"))
		r.upTo = at
	}
	return 1 + r.lines
}

func (r *jsonReader) fault(err error) error {
	var known *Fault
	if errors.As(err, &known) {
		return err
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return &Fault{Line: r.line(), Message: "the JSON object has no end"}
	}
	return &Fault{Line: r.line(), Message: "is not valid JSON: " + err.Error()}
}

func (r *jsonReader) value(depth int) (Node, error) {
	token, err := r.tokens.Token()
	if err != nil {
		return Node{}, err
	}
	n := Node{Line: int32(r.line())}
	if r.values++; r.values > maxNodes {
		return n, errManyNodes
	}
	if depth > maxDepth {
		return n, &Fault{Line: int(n.Line), Message: fmt.Sprintf("the record nests deeper than %d levels", maxDepth)}
	}
	switch token := token.(type) {
	case nil:
		n.Kind, n.Value = Plain, null
	case bool:
		n.Kind, n.Value = Plain, strconv.FormatBool(token)
	case json.Number:
		n.Value = token.String()
		if _, err := token.Float64(); err == nil {
			n.Kind = Plain // else it is too large to be one for a reader of YAML, and is kept as it is written
		}
	case string:
		n.Value = token
	case json.Delim:
		if token == '{' {
			n.Kind = Mapping
		} else {
			n.Kind = List
		}
		return n, r.inner(&n, depth)
	}
	return n, nil
}

// inner reads what an object or a list holds.
func (r *jsonReader) inner(n *Node, depth int) error {
	for r.tokens.More() {
		name := ""
		if n.Kind == Mapping {
			key, err := r.tokens.Token()
			if err != nil {
				return err
			}
			name, _ = key.(string)
			if len(name) > maxKey {
				return &Fault{Line: r.line(), Message: fmt.Sprintf("the name of a field is a text of at most %d bytes", maxKey)}
			}
		}
		item, err := r.value(depth + 1)
		if err != nil {
			return err
		}
		item.Name = name
		n.Items = append(n.Items, item)
	}
	if _, err := r.tokens.Token(); err != nil {
		return err
	}
	return n.distinct()
}

// AppendJSON writes a node as JSON.
func AppendJSON(b []byte, n *Node) []byte {
	return n.append(b, ",", ":", func(b []byte, k Kind, value string) []byte {
		if k == Plain && json.Valid([]byte(value)) {
			return append(b, value...)
		}
		return appendJSONText(b, value) // also a time, or a number that JSON writes otherwise
	})
}

func appendJSONText(b []byte, s string) []byte {
	var w bytes.Buffer
	e := json.NewEncoder(&w)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // a text always can
	return append(b, bytes.TrimSuffix(w.Bytes(), []byte("\n"))...)
}
