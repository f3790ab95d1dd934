package document

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Read reads a record in the form in which Append writes it, or in any other of YAML.
func Read(data []byte) (Node, error) {
	if n, own, err := readOwn(string(data)); own || err != nil {
		return n, err
	}
	return readYAML(data)
}

// ownReader reads what this package writes, some ten times faster than yaml.v3: a first run over a store without an index
// parses every record, and yaml.v3 alone takes longer for one than 15 thousand a second allow. It looks at a record only as
// closely as it must to find the values, for what it reads counts only where it is written as the same bytes again.
type ownReader struct {
	rest   string // what has not been read
	line   int32  // where it begins, counted from 1
	values int    // how many have been read
	wrong  bool   // the record has another form
}

// readOwn reads a record in the form in which this package writes it, or says that it has another one, which is for
// readYAML. It ends at one of too many values, which need not be looked at in any other way.
func readOwn(source string) (n Node, ok bool, err error) {
	r := ownReader{rest: source, line: 1, values: 1}
	n = Node{Kind: Mapping, Line: 1, Items: make([]Node, 0, 28)}
	for r.rest != "" && !r.wrong {
		item := r.item(&n)
		if !r.block(item) {
			r.value(item, 0)
			r.expect("\n")
			r.line++
		}
	}
	switch {
	case r.values > maxNodes:
		return Node{}, false, errManyNodes
	case r.wrong || source == "" || n.distinct() != nil || !utf8.ValidString(source):
		return Node{}, false, nil
	}
	return n, string(appendRecord(make([]byte, 0, len(source)), &n)) == source, nil
}

func (r *ownReader) skip(s string) bool {
	rest, ok := strings.CutPrefix(r.rest, s)
	r.rest = rest
	return ok
}

func (r *ownReader) expect(s string) {
	r.wrong = !r.skip(s) || r.wrong
}

// item adds an item to a list or mapping, and reads its name and the colon behind it if it has one.
func (r *ownReader) item(of *Node) *Node {
	item := Node{Line: r.line}
	if of.Kind == Mapping {
		var name Node
		r.scalar(&name, ":")
		r.wrong = r.wrong || name.Kind != Text || len(name.Value) > maxKey
		r.expect(": ")
		item.Name = name.Value
	}
	of.Items = append(of.Items, item)
	return &of.Items[len(of.Items)-1]
}

// value reads a value that stands on one line.
func (r *ownReader) value(n *Node, depth int) {
	if r.values++; depth > maxDepth/2 || r.values > maxNodes {
		r.wrong = true
	}
	closing, ends := "]", ",]}\n"
	if depth == 0 {
		ends = "\n"
	}
	switch {
	case r.wrong:
		return
	case r.skip("["):
		n.Kind = List
	case r.skip("{"):
		n.Kind, closing = Mapping, "}"
	default:
		r.scalar(n, ends)
		return
	}
	if r.skip(closing) {
		return
	}
	if n.Kind == Mapping {
		n.Items = make([]Node, 0, 5)
	}
	for ; !r.wrong; r.expect(", ") {
		if r.value(r.item(n), depth+1); r.skip(closing) {
			r.wrong = r.wrong || n.distinct() != nil
			break
		}
	}
}

// scalar reads a text between quotation marks, or a word up to one of some bytes.
func (r *ownReader) scalar(n *Node, ends string) {
	if strings.HasPrefix(r.rest, `"`) {
		quoted, err := strconv.QuotedPrefix(r.rest)
		if err == nil {
			n.Value, _ = strconv.Unquote(quoted) // it is one
			r.rest = r.rest[len(quoted):]
		}
		r.wrong = r.wrong || err != nil || !utf8.ValidString(n.Value) // Go's escapes can make bytes that YAML's cannot
		return
	}
	end := strings.IndexAny(r.rest, ends)
	if end < 0 {
		r.wrong = true
		return
	}
	n.Value, r.rest = r.rest[:end], r.rest[end:]
	if isPlain(n.Value) {
		n.Kind = Plain
	}
}

// block reads a text of several lines, if one stands here.
func (r *ownReader) block(n *Node) bool {
	ended := r.skip("|\n")
	if !ended && !r.skip("|-\n") {
		return false
	}
	size := 0
	for size < len(r.rest) && (r.rest[size] == '\n' || strings.HasPrefix(r.rest[size:], blockIndent)) {
		line := strings.IndexByte(r.rest[size:], '\n') + 1
		if line == 0 {
			break
		}
		size += line
	}
	body := r.rest[:size]
	r.rest = r.rest[size:]
	r.values++
	r.line += 1 + int32(strings.Count(body, "\n"))
	n.Value = strings.TrimPrefix(strings.ReplaceAll("\n"+body, "\n"+blockIndent, "\n"), "\n")
	if !ended {
		n.Value = strings.TrimSuffix(n.Value, "\n")
	}
	return true
}

// isPlain reports whether a word is one that this package writes for what is no text.
func isPlain(word string) bool {
	if word == "" || word[0] > '9' {
		return word == null || word == "true" || word == "false"
	}
	return isPlainNumber(word) || isPlainTime(word)
}

// isPlainNumber reports whether a word is a number of few digits as JSON writes it, which all readers take for the same.
func isPlainNumber(s string) bool {
	s = strings.TrimPrefix(s, "-")
	whole, fraction, broken := strings.Cut(s, ".")
	return len(s) <= 15 && isDigits(whole) && (len(whole) == 1 || whole[0] != '0') && (!broken || isDigits(fraction))
}

func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// isPlainTime reports whether a word is a time of day in UTC as this package writes it.
func isPlainTime(s string) bool {
	if len(s) < len("2006-01-02T15:04:05Z") || s[4] != '-' || s[len(s)-1] != 'Z' {
		return false
	}
	_, err := time.Parse(time.RFC3339Nano, s)
	return err == nil
}
