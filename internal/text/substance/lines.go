package substance

import "bytes"

// outline tells, line by line, what of a markdown text is argument: headings, labels, lists of related notes and the
// marks that a template left behind are not.
type outline struct {
	// aside is set within a part that lists other notes or works.
	aside section
}

type section uint8

const (
	no        section = iota
	byLabel           // opened by a line such as "Topics:"; the next paragraph ends it
	byHeading         // opened by a heading; the next heading ends it
)

// argues takes the next line, without its line ending, and reports whether its words count.
func (o *outline) argues(line []byte) bool {
	line = bytes.TrimSpace(line)
	if len(line) == 0 {
		return false
	}
	switch line[0] {
	case '#':
		if text := bytes.TrimLeft(line, "#"); len(text) > 0 && text[0] != ' ' {
			break // a tag such as #draft, or a number
		}
		o.aside = no
		if isOneOf(bytes.Trim(line, "#*_: "), asides) {
			o.aside = byHeading
		}
		return false
	case '-', '=', '*', '_':
		if len(bytes.Trim(line, "-=*_ ")) == 0 {
			return false
		}
	}
	label, rest := cutLabel(line)
	if label == nil {
		if o.aside == byLabel && !isItem(line) {
			o.aside = no
		}
		return o.aside == no && !isPlaceholder(line)
	}
	if o.aside == byHeading {
		return false
	}
	switch {
	case isOneOf(label, asides):
		o.aside = byLabel
		return false
	case len(rest) == 0 && !isItem(line):
		o.aside = no // a label of another part ends a list of links
		return false
	}
	if o.aside == byLabel && !isItem(line) {
		o.aside = no
	}
	return o.aside == no && !isOneOf(label, properties) && !isPlaceholder(line)
}

// maxLabel is the longest label in bytes: longer lines before a colon are sentences.
const maxLabel = 40

// cutLabel parts a line such as "**Topics:** x" or "Relevant Notes:" or "**Overview**" into label and rest; the label
// is nil where there is none.
func cutLabel(line []byte) (label, rest []byte) {
	const marks = "*_ "
	body := bytes.TrimLeft(line, "-*_+> ")
	if i := bytes.IndexByte(body[:min(len(body), maxLabel)], ':'); i >= 0 {
		rest = bytes.Trim(body[i+1:], marks)
		return bytes.Trim(body[:i], marks), rest
	}
	if len(body) <= maxLabel && len(line)-len(body) >= 2 && (bytes.HasSuffix(body, []byte("**")) || bytes.HasSuffix(body, []byte("__"))) {
		return bytes.Trim(body, marks), nil
	}
	return nil, nil
}

// isItem reports whether a line is an item of a list.
func isItem(line []byte) bool {
	return len(line) > 1 && line[1] == ' ' && (line[0] == '-' || line[0] == '*' || line[0] == '+')
}

// isPlaceholder reports whether a line only says that something is to be written.
func isPlaceholder(line []byte) bool {
	line = bytes.TrimLeft(line, "-*_+>[(! ")
	for _, p := range placeholders {
		if len(line) >= len(p) && bytes.EqualFold(line[:len(p)], []byte(p)) {
			return len(line) == len(p) || !isLetter(line[len(p)])
		}
	}
	return false
}

func isLetter(b byte) bool { b |= 0x20; return 'a' <= b && b <= 'z' }

func isOneOf(label []byte, list []string) bool {
	for _, s := range list {
		if len(s) == len(label) && bytes.EqualFold(label, []byte(s)) {
			return true
		}
	}
	return false
}

var (
	// asides head lists of other notes and works, which argue nothing themselves.
	asides = []string{
		"relevant notes", "relevant claims", "related", "related notes", "related claims", "related topics", "related pages",
		"related concepts", "related reading", "related links", "related to", "topics", "topic", "tags", "see also",
		"further reading", "references", "bibliography", "works cited", "footnotes", "links", "external links", "backlinks",
		"connections", "connected notes", "linked notes", "linked claims", "depends on", "up", "navigation", "categories",
	}
	// properties are the fields of a header that some authors write into the body.
	properties = []string{
		"source", "sources", "added", "extractor", "author", "authors", "date", "created", "updated", "domain", "confidence",
		"status", "type", "description", "title", "url", "last updated", "reviewed by", "id",
	}
	placeholders = []string{
		"todo", "tbd", "tba", "tk", "fixme", "xxx", "wip", "work in progress", "placeholder", "lorem ipsum", "insert ",
		"add evidence", "add argument", "fill in", "to be written", "to be added", "to be completed", "to be expanded",
		"needs evidence", "needs expansion", "needs content", "stub", "coming soon", "write here", "your text here",
		"see source", "see the source", "n/a",
	}
)
