package document

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/text/hidden"
)

// A record is written by this file and not by a library, so that it is the same to the byte on every machine and with
// every version: a line for each field, nested values in braces, and texts of several lines as blocks.

// Append writes a record whose fields are those of a mapping: the same bytes for the same record everywhere, and what Read reads
// as the same record.
func Append(b []byte, n *Node) ([]byte, error) {
	switch fault := n.Check(); {
	case fault != "":
		return nil, &Fault{Message: "the record " + fault}
	case n.Size() > maxNodes:
		return nil, errManyNodes
	}
	if err := n.distinct(); err != nil {
		return nil, err
	}
	return appendRecord(b, n), nil
}

func appendRecord(b []byte, n *Node) []byte {
	for i := range n.Items {
		b = appendLine(b, &n.Items[i])
	}
	return b
}

// appendLine writes a field of the record itself.
func appendLine(b []byte, n *Node) []byte {
	b = append(appendText(b, n.Name), ": "...)
	if n.Kind == Text && fitsBlock(n.Value) {
		return appendBlock(b, n.Value)
	}
	return append(appendNode(b, n), '\n')
}

// appendNode writes a node on one line.
func appendNode(b []byte, n *Node) []byte {
	return n.append(b, ", ", ": ", func(b []byte, k Kind, value string) []byte {
		if k == Plain {
			return append(b, value...)
		}
		return appendText(b, value)
	})
}

// append writes a node with what parts items, and names from values; scalar writes what is no list or mapping, and names.
func (n *Node) append(b []byte, comma, colon string, scalar func([]byte, Kind, string) []byte) []byte {
	if n.Kind <= Plain {
		return scalar(b, n.Kind, n.Value)
	}
	brackets := "[]"
	if n.Kind == Mapping {
		brackets = "{}"
	}
	b = append(b, brackets[0])
	for i := range n.Items {
		if i > 0 {
			b = append(b, comma...)
		}
		if n.Kind == Mapping {
			b = append(scalar(b, Text, n.Items[i].Name), colon...)
		}
		b = n.Items[i].append(b, comma, colon, scalar)
	}
	return append(b, brackets[1])
}

// appendText writes a text bare where no reader of YAML, old or new, could take it for anything else, and else between
// quotation marks.
func appendText(b []byte, s string) []byte {
	if isBare(s) {
		return append(b, s...)
	}
	return appendQuoted(b, s)
}

func appendQuoted(b []byte, s string) []byte {
	b = append(b, '"')
	for i, r := range s {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\n':
			b = append(b, `\n`...)
		case r == '\t':
			b = append(b, `\t`...)
		case r == '\r':
			b = append(b, `\r`...)
		case r < ' ':
			b = fmt.Appendf(b, `\x%02X`, r)
		case r < 0x7f:
			b = append(b, byte(r))
		case !hidden.ByNumber(r):
			b = append(b, s[i:i+utf8.RuneLen(r)]...)
		case r <= 0xffff:
			b = fmt.Appendf(b, `\u%04X`, r)
		default:
			b = fmt.Appendf(b, `\U%08X`, r)
		}
	}
	return append(b, '"')
}

// isBare reports whether a text is a word that is text for every reader: letters, digits and a few signs, and neither a
// number, a date, a truth value nor null in YAML 1.1 or 1.2 (https://yaml.org/type/, https://yaml.org/spec/1.2.2/#103-core-schema).
func isBare(s string) bool {
	if s == "" || len(s) > 64 {
		return false
	}
	lettersBeyondHex := false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case 'g' <= c && c <= 'z' || 'G' <= c && c <= 'Z':
			lettersBeyondHex = lettersBeyondHex || c|0x20 != 'x' && c|0x20 != 'o'
		case 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F' || '0' <= c && c <= '9':
		case i > 0 && (c == '.' || c == '-' || c == '_' || c == '/' || c == '+' || c == '@'):
		default:
			return false
		}
	}
	if s[0] <= '9' {
		return lettersBeyondHex
	}
	return len(s) > 5 || !isReserved(s)
}

// isReserved reports whether YAML 1.1 or 1.2 takes a short word for a value of another kind.
func isReserved(s string) bool {
	return strings.IndexByte("ynotfiYNOTFI", s[0]) >= 0 && slices.Contains(reserved, strings.ToLower(s))
}

var reserved = []string{"y", "n", "yes", "no", "true", "false", "on", "off", null, "nan", "inf"}

// fitsBlock reports whether a text of several lines may stand as a block, in which it can be read: nothing in it needs
// to be escaped, its first line shows how far the block is indented, and it ends in at most one line break.
func fitsBlock(s string) bool {
	i := strings.IndexByte(s, '\n')
	if i <= 0 || s[0] == ' ' || s[0] == '\t' || strings.HasSuffix(s, "\n\n") {
		return false
	}
	for _, r := range s {
		if r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && hidden.ByNumber(r) {
			return false
		}
	}
	return true
}

const blockIndent = "  "

func appendBlock(b []byte, s string) []byte {
	body, ended := strings.CutSuffix(s, "\n")
	b = append(b, '|')
	if !ended {
		b = append(b, '-')
	}
	b = append(b, '\n')
	for line := range strings.SplitSeq(body, "\n") {
		if line != "" {
			b = append(append(b, blockIndent...), line...)
		}
		b = append(b, '\n')
	}
	return b
}
