package claim

import (
	"bytes"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/kbgate/kbgate/internal/text/hidden"
)

// Type is the note's type: the field `type`, or, in a header that cannot be parsed, what the least indented of its
// lines that begin with `type:` says, the first of several.
func (h *Header) Type() string {
	if f, ok := h.Field("type"); ok {
		if f.Kind == Text {
			return f.Text
		}
		return ""
	}
	if !h.Broken() {
		return ""
	}
	best, least := "", -1
	h.rawTypes(func(key, text string, indent int) {
		if key == "type" && (least < 0 || indent < least) {
			best, least = text, indent
		}
	})
	return best
}

// LooksLike reports whether a key reads like a name of ASCII letters: in any case, and in letters that look like them.
func LooksLike(key, name string) bool {
	skeleton, _ := hidden.Skeleton(strings.TrimSpace(key))
	return strings.EqualFold(skeleton, name)
}

// Types are all texts that a field named `type`, in any case, says or could be read to say: those of duplicates, all
// items of a list, what stands behind aliases and merge keys, and in a header that cannot be parsed every line
// that looks like such a field. It is for asking whether any of them is a claim; Type is what the note says.
func (h *Header) Types() []string {
	var types []string
	seen := map[string]bool{"": true}
	add := func(text string) {
		if text = strings.TrimSpace(text); !seen[text] {
			types, seen[text] = append(types, text), true
		}
	}
	for i := range h.Fields {
		f := &h.Fields[i]
		if len(f.Key) < len("type") || !LooksLike(f.Key, "type") {
			continue
		}
		add(f.Text)
		for _, item := range f.Items {
			add(item.Text)
		}
	}
	for _, text := range h.types {
		add(text)
	}
	if h.Broken() || h.further {
		h.rawTypes(func(_, text string, _ int) { add(text) })
	}
	return types
}

// typesOf collects what the fields named `type` of a mapping say, with aliases followed and merge keys read.
func typesOf(n *yaml.Node, to []string, seen map[*yaml.Node]bool) []string {
	if n = behindAlias(n); seen[n] {
		return to
	}
	seen[n] = true
	if n.Kind == yaml.SequenceNode { // of a merge key
		for _, child := range n.Content {
			to = typesOf(child, to, seen)
		}
	}
	if n.Kind != yaml.MappingNode {
		return to
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := behindAlias(n.Content[i]), behindAlias(n.Content[i+1])
		switch {
		case key.Value == "<<":
			to = typesOf(value, to, seen)
		case LooksLike(key.Value, "type"):
			to = scalarsOf(value, to, 0)
		}
	}
	return to
}

// scalarsOf collects the texts of a value and, where it is a list, of its items and theirs, as `[[claim]]` is one in one.
// Aliases that make more of them than a header has bytes are not followed to their end; they are refused anyway.
func scalarsOf(n *yaml.Node, to []string, depth int) []string {
	const deepest = 4
	switch n = behindAlias(n); {
	case n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null":
		return to // no type, as in a field of its own
	case n.Kind == yaml.ScalarNode:
		return append(to, n.Value)
	case n.Kind == yaml.SequenceNode && depth < deepest:
		for _, item := range n.Content {
			if len(to) > MaxHeader {
				break
			}
			to = scalarsOf(item, to, depth+1)
		}
	}
	return to
}

func behindAlias(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode && n.Alias != nil {
		return n.Alias
	}
	return n
}

// rawTypes hands over what looks like a field named `type` in any case on a line of its own: its key as written, its
// text, and how far it is indented.
func (h *Header) rawTypes(found func(key, text string, indent int)) {
	for at := h.Inner.Start; at < h.Inner.End; {
		line, next := headerLine(h.source[:h.Inner.End], at)
		at = next
		key, value, indent, ok := rawType(line)
		if !ok {
			continue
		}
		if text := rawText(value); text != "" {
			found(key, text, indent)
			continue
		}
		if below, _ := headerLine(h.source[:h.Inner.End], next); len(below) > 0 && (below[0] == ' ' || below[0] == '-') {
			found(key, rawText(below), indent)
		}
	}
}

// rawType takes `type: text` from a line: with quotes, indentation, a bracket, a tag or an anchor before the key, or
// white space behind it.
func rawType(line []byte) (key string, value []byte, indent int, ok bool) {
	rest := bytes.TrimLeft(line, " \t{?-")
	if len(rest) > 0 && (rest[0] == '!' || rest[0] == '&') {
		rest = bytes.TrimLeft(rest[bytes.IndexAny(rest, " \t")+1:], " \t")
	}
	indent = len(line) - len(rest)
	rest = bytes.TrimLeft(rest, `"'`)
	const name = "type"
	if len(rest) < len(name) || !strings.EqualFold(string(rest[:len(name)]), name) {
		return "", nil, 0, false
	}
	key = string(rest[:len(name)])
	value, ok = bytes.CutPrefix(bytes.TrimLeft(rest[len(name):], "\"' \t"), []byte{':'})
	return key, value, indent, ok
}

// rawText is the text of a value as far as it can be told from the line alone: without comment, quotes and brackets,
// of several items the first.
func rawText(value []byte) string {
	text := strings.TrimSpace(string(value))
	for i := range len(text) {
		if text[i] == '#' && (i == 0 || text[i-1] == ' ' || text[i-1] == '\t') {
			text = strings.TrimSpace(text[:i])
			break
		}
	}
	for strings.HasPrefix(text, "!") || strings.HasPrefix(text, "&") {
		_, text, _ = strings.Cut(text, " ")
		text = strings.TrimSpace(text)
	}
	if text = strings.TrimLeft(text, "[- "); strings.ContainsAny(text, ",]}") {
		text = text[:strings.IndexAny(text, ",]}")]
	}
	if text = strings.TrimSpace(text); isNull(text) {
		return ""
	}
	return strings.Trim(text, "\"' \t")
}
