package comment

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// guarded are the ASCII characters that a payload escapes: those that close an HTML comment or that a sanitiser of HTML
// changes, that make a fence of Markdown, and that begin what a forge makes into a link (@user, #1, GitLab's !1, ~label, %1, $1).
const guarded = "-<>&'`~@#!%$"

// encode gives the payload: JSON on one line, printable ASCII only, guarded characters as \u escapes.
func encode(v any) ([]byte, error) {
	var plain bytes.Buffer
	enc := json.NewEncoder(&plain)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("writing the rejection block: %w", err)
	}
	var out bytes.Buffer
	inside := false // a string
	for rest := strings.TrimSuffix(plain.String(), "\n"); rest != ""; {
		if inside && rest[0] == '\\' { // an escape of two characters, or of six, whose hexadecimal digits need no care
			out.WriteString(rest[:2])
			rest = rest[2:]
			continue
		}
		r, size := utf8.DecodeRuneInString(rest)
		switch {
		case r == '"':
			inside = !inside
			out.WriteByte('"')
		case inside && (r >= 0x7f || strings.ContainsRune(guarded, r)):
			for _, unit := range utf16.Encode([]rune{r}) {
				fmt.Fprintf(&out, `\u%04x`, unit)
			}
		default:
			out.WriteRune(r)
		}
		rest = rest[size:]
	}
	return out.Bytes(), nil
}

// The bounds of a payload that is read.
const (
	maxPayload = 1 << 20 // bytes; a comment has far fewer
	maxDepth   = 16
)

// decode reads a payload. It refuses what two readers could read in two ways: keys that stand twice, and keys that only some
// take for those of the contract, such as ISSUES.
func decode(payload []byte) (*Block, error) {
	if len(payload) > maxPayload {
		return nil, fmt.Errorf("it takes more than %d bytes", maxPayload)
	}
	dec := json.NewDecoder(bytes.NewReader(payload))
	dec.UseNumber()
	if err := walk(dec, 0); err != nil {
		return nil, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("something stands behind its JSON")
	}
	b := new(Block)
	if err := json.Unmarshal(payload, b); err != nil {
		return nil, err
	}
	switch {
	case b.Schema != "" && b.Schema != Schema: // the first comments of this kind had none
		return nil, fmt.Errorf("it is of schema %q; this program reads %s", cut(b.Schema, 40), Schema)
	case b.Issues == nil:
		return nil, errors.New("it has no `issues`")
	}
	return b, nil
}

// walk reads one value, and looks at the keys of its objects.
func walk(dec *json.Decoder, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("it is nested deeper than %d levels", maxDepth)
	}
	token, err := dec.Token()
	if err != nil {
		return noJSON(err)
	}
	if _, isOpen := token.(json.Delim); !isOpen {
		return nil
	}
	keys := map[string]bool{}
	for dec.More() {
		if token == json.Delim('{') {
			token, err := dec.Token()
			if err != nil {
				return noJSON(err)
			}
			key := token.(string) // the decoder lets nothing else pass here
			switch {
			case strings.Trim(key, "abcdefghijklmnopqrstuvwxyz0123456789_") != "":
				return fmt.Errorf("%q is no key of it", cut(key, 40))
			case keys[key]:
				return fmt.Errorf("the key %q stands in it twice", cut(key, 40))
			}
			keys[key] = true
		}
		if err := walk(dec, depth+1); err != nil {
			return err
		}
	}
	if _, err := dec.Token(); err != nil { // the end of the object or list
		return noJSON(err)
	}
	return nil
}

func noJSON(err error) error {
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return fmt.Errorf("it is not JSON: %w", err)
}
