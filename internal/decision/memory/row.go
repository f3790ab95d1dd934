package memory

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// appendLine writes a row. Nothing in a cell is markup, and what nobody would see is written by its number.
func (r *Row) appendLine(b []byte) []byte {
	for i, cell := range []string{r.Day, r.Type, r.Item, r.Reason, r.Category, r.Action} {
		b = append(b, "| "...)
		if i == 3 {
			b = append(appendText(append(b, '"'), cell), '"')
		} else {
			b = appendText(b, cell)
		}
		b = append(b, ' ')
	}
	return append(b, '|')
}

// appendText writes a text as a cell holds it. A backslash stands before what would be markup, a line end is <br>, and
// other signs are character references (https://spec.commonmark.org/0.31.2/#entity-and-numeric-character-references).
func appendText(b []byte, s string) []byte {
	for i, r := range s {
		next := byte(0)
		if end := i + utf8.RuneLen(r); r != utf8.RuneError && end < len(s) {
			next = s[end]
		}
		isEdge := i == 0 || i+1 == len(s)
		switch {
		case r == '|' || r == '"' || r == '`' || r == '[':
			b = append(b, '\\', byte(r))
		case r == '<':
			b = append(b, "&lt;"...)
		case r == '\n':
			b = append(b, "<br>"...)
		case r == '&' && (next == '#' || isAlphanumeric(next)):
			b = append(b, "&amp;"...)
		case r == '\\' && !isAlphanumeric(next), r == ' ' && isEdge, r != ' ' && isUnseen(r):
			b = append(strconv.AppendInt(append(b, "&#"...), int64(r), 10), ';')
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return b
}

func isAlphanumeric(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

// isUnseen reports whether a sign does not show, ends a line, or turns the text around it.
func isUnseen(r rune) bool {
	if r < utf8.RuneSelf {
		return r < ' ' || r == 0x7f
	}
	return unicode.IsSpace(r) || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point)
}

// text reads what appendText wrote.
func text(cell string) string {
	if !strings.ContainsAny(cell, `\&<`) {
		return cell
	}
	var b strings.Builder
	for len(cell) > 0 {
		switch {
		case cell[0] == '\\' && len(cell) > 1 && strings.IndexByte("|\"`[", cell[1]) >= 0:
			b.WriteByte(cell[1])
			cell = cell[2:]
		case strings.HasPrefix(cell, "<br>"):
			b.WriteByte('\n')
			cell = cell[4:]
		case cell[0] == '&':
			sign, size := reference(cell)
			b.WriteRune(sign)
			cell = cell[size:]
		default:
			b.WriteByte(cell[0])
			cell = cell[1:]
		}
	}
	return b.String()
}

// longest is the length of the longest reference that is written: &#1114109;
const longest = 10

// reference reads the character reference with which a text begins, or the sign that is none, and gives its length.
func reference(s string) (sign rune, size int) {
	end := strings.IndexByte(s[:min(len(s), longest)], ';')
	switch name := s[1:max(end, 1)]; {
	case name == "lt":
		return '<', end + 1
	case name == "amp":
		return '&', end + 1
	case strings.HasPrefix(name, "#"):
		if n, err := strconv.ParseInt(name[1:], 10, 32); err == nil && utf8.ValidRune(rune(n)) {
			return rune(n), end + 1
		}
	}
	return '&', 1
}

// Parse reads a row of a table; false where it has other than six cells. One that this package wrote is read as it was
// meant; one that somebody typed keeps what it holds, but for a backslash before a stroke or a quotation mark.
func Parse(line string) (Row, bool) {
	line = strings.TrimSpace(line)
	if row, ok := ours(line); ok {
		return row, true
	}
	cells := Cells(line)
	if len(cells) != columns {
		return Row{}, false
	}
	return Row{cells[0], cells[1], cells[2], unquote(cells[3]), cells[4], cells[5]}, true
}

// ours reads a row that this package wrote: one that it would write the same.
func ours(line string) (r Row, ok bool) {
	inner, begins := strings.CutPrefix(line, "| ")
	inner, ends := strings.CutSuffix(inner, " |")
	if !begins || !ends {
		return r, false
	}
	for i, cell := range []*string{&r.Day, &r.Type, &r.Item, &r.Reason, &r.Category, &r.Action} {
		own := inner
		if i < columns-1 {
			if own, inner, ok = strings.Cut(inner, " | "); !ok {
				return r, false
			}
		}
		if i == 3 {
			if len(own) < 2 || own[0] != '"' || own[len(own)-1] != '"' {
				return r, false
			}
			own = own[1 : len(own)-1]
		}
		*cell = text(own)
	}
	return r, string(r.appendLine(make([]byte, 0, len(line)))) == line
}

// Cells gives the cells of a row. A stroke that belongs to a cell has a backslash before it
// (https://github.github.com/gfm/#tables-extension-).
func Cells(line string) []string {
	var cells []string
	var cell strings.Builder
	line = strings.TrimPrefix(strings.TrimSpace(line), "|")
	for i := 0; i < len(line); i++ {
		switch {
		case line[i] == '\\' && i+1 < len(line) && line[i+1] == '|':
			cell.WriteByte('|')
			i++
		case line[i] == '|':
			cells = append(cells, strings.TrimSpace(cell.String()))
			cell.Reset()
		default:
			cell.WriteByte(line[i])
		}
	}
	if rest := strings.TrimSpace(cell.String()); rest != "" {
		cells = append(cells, rest)
	}
	return cells
}

// unquote takes the quotation marks away in which a reason stands.
func unquote(s string) string {
	for _, marks := range [][2]string{{`"`, `"`}, {"“", "”"}} {
		if inner, ok := strings.CutPrefix(s, marks[0]); ok && len(inner) >= len(marks[1]) {
			if inner, ok = strings.CutSuffix(inner, marks[1]); ok {
				return strings.ReplaceAll(inner, `\"`, `"`)
			}
		}
	}
	return s
}
