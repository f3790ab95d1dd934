package substance

import (
	"bytes"
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

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
		if is(asides, bytes.Trim(line, "#*_: ")) {
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
	case is(asides, label):
		o.aside = byLabel
		return false
	case len(rest) == 0 && !isItem(line):
		o.aside = no // a label of another part ends a list of links
		return false
	}
	if o.aside == byLabel && !isItem(line) {
		o.aside = no
	}
	return o.aside == no && !is(properties, label) && !isPlaceholder(line)
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

// isPlaceholder reports whether a line only says that something is to be written: it says so and ends or goes on after a
// colon, or says so in capitals, for in Portuguese "todo" is "all".
func isPlaceholder(line []byte) bool {
	line = bytes.TrimLeft(line, "-*_+>[(! ")
	for _, p := range boilerplate()[placeholders] {
		if len(line) < len(p) || !bytes.EqualFold(line[:len(p)], []byte(p)) {
			continue
		}
		rest := bytes.TrimLeft(line[len(p):], "*_)] ")
		inCapitals := string(line[:len(p)]) == strings.ToUpper(p)
		next, _ := utf8.DecodeRune(line[len(p):])
		if len(bytes.Trim(rest, ".…!? ")) == 0 || rest[0] == ':' || inCapitals && !unicode.IsLetter(next) {
			return true
		}
	}
	return false
}

// is reports whether a label is boilerplate of a kind.
func is(kind string, label []byte) bool {
	return slices.ContainsFunc(boilerplate()[kind], func(s string) bool { return strings.EqualFold(s, string(label)) })
}

// The kinds of boilerplate.
const (
	asides       = "asides"
	properties   = "properties"
	placeholders = "placeholders"
)

//go:embed boilerplate.txt
var boilerplateData string

// boilerplate is the entries of boilerplate.txt by kind.
var boilerplate = sync.OnceValue(func() map[string][]string {
	all, kind := map[string][]string{}, ""
	for line := range strings.Lines(boilerplateData) {
		line = strings.TrimSpace(line)
		if head, ok := strings.CutPrefix(line, "= "); ok {
			kind = head
		} else if _, entries, ok := strings.Cut(line, ": "); ok && line[0] != '#' {
			all[kind] = append(all[kind], strings.Split(entries, ", ")...)
		}
	}
	return all
})
