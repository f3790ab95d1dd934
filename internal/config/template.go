package config

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/lazy"
)

// lineWidth is the number of columns that comments and lists keep to.
const lineWidth = 100

const templateHead = "Configuration of kbgate. Every key has a default, which holds where the key is left out. " +
	"A line that is commented out shows a default; take the # away to change it."

// Template gives the file that `kbgate init` writes for a configuration: every key with what it means and its value.
// The sections that a person would set first, and what differs from the defaults, are live; all else is commented
// out. Parse reads it back as the same configuration.
func Template(c *Config, gates []GateSpec) []byte {
	t := template{config: c, defaults: Default(gates)}
	lines := comment(templateHead, 0)
	for _, k := range allKeys(gates).keys {
		lines = append(lines, "")
		lines = append(lines, t.key(k, 0, k.live)...)
	}
	return []byte(strings.Join(lines, "\n") + "\n")
}

// Effective writes a configuration with every key and its value, and without a word on what it means. Parse reads it back as the same.
func Effective(c *Config, gates []GateSpec) []byte {
	t := template{config: c}
	var lines []string
	for _, k := range allKeys(gates).keys {
		lines = append(lines, t.plain(k, 0)...)
	}
	return []byte(strings.Join(lines, "\n") + "\n")
}

// plain gives the lines of a key at a depth of the file, and of all keys below it.
func (t *template) plain(k *key, depth int) []string {
	switch {
	case k.kind != mapping:
		return valueLines(k.name, k.get(t.config), k.rule.enum != nil, depth)
	case len(k.keys) == 0:
		return []string{indent(depth) + k.name + ": {}"}
	}
	lines := []string{indent(depth) + k.name + ":"}
	for _, sub := range k.keys {
		lines = append(lines, t.plain(sub, depth+1)...)
	}
	return lines
}

type template struct{ config, defaults *Config }

// key gives the lines of a key at a depth of the file. Unless it is live or holds something that is not the default,
// it is commented out as a whole.
func (t *template) key(k *key, depth int, live bool) []string {
	head := comment(sentence(k.doc)+choices(k), depth)
	if live || t.differs(k) {
		return append(head, t.body(k, depth, live)...)
	}
	body := t.body(k, depth, true)
	for i, line := range body {
		body[i] = line[:2*depth] + "#" + line[2*depth:]
	}
	return append(head, body...)
}

func (t *template) body(k *key, depth int, live bool) []string {
	switch {
	case k.kind != mapping:
		return valueLines(k.name, k.get(t.config), k.rule.enum != nil, depth)
	case len(k.keys) == 0:
		return []string{indent(depth) + k.name + ": {}"}
	case k.short != nil && len(k.keys) == 1:
		return valueLines(k.name, k.short.get(t.config), true, depth)
	}
	lines := []string{indent(depth) + k.name + ":"}
	for _, sub := range k.keys {
		if sub == k.short { // the same for all gates, so the section says what it means
			lines = append(lines, t.body(sub, depth+1, true)...)
		} else {
			lines = append(lines, t.key(sub, depth+1, live)...)
		}
	}
	return lines
}

// differs reports whether a value in or below k is not the default.
func (t *template) differs(k *key) bool {
	differs := false
	k.leaves(func(leaf *key) {
		differs = differs || !equal(leaf.get(t.config), leaf.get(t.defaults))
	})
	return differs
}

// equal compares values as the file shows them, where nil and empty are the same.
func equal(a, b any) bool {
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	if k := x.Kind(); (k == reflect.Slice || k == reflect.Map) && x.Len() == 0 && y.Len() == 0 {
		return true
	}
	return reflect.DeepEqual(a, b)
}

// valueLines gives the lines of a name and its value. Words of an enum need no quotes: `off` is text to Parse.
func valueLines(name string, value any, enum bool, depth int) []string {
	head := indent(depth) + name + ":"
	switch v := value.(type) {
	case []string:
		return listLines(head, v, enum, depth)
	case map[string]string:
		return namedLines(head, v, depth)
	case map[string][]string:
		return namedLines(head, v, depth)
	default:
		return []string{head + " " + scalar(v, enum)}
	}
}

// listLines puts a list on one line if it fits there, else one item on each.
func listLines(head string, list []string, enum bool, depth int) []string {
	items := make([]string, len(list))
	for i, item := range list {
		items[i] = scalar(item, enum)
	}
	if line := head + " [" + strings.Join(items, ", ") + "]"; utf8.RuneCountInString(line) <= lineWidth || len(list) == 0 {
		return []string{line}
	}
	lines := []string{head}
	for _, item := range items {
		lines = append(lines, indent(depth+1)+"- "+item)
	}
	return lines
}

func namedLines[V any](head string, named map[string]V, depth int) []string {
	if len(named) == 0 {
		return []string{head + " {}"}
	}
	lines := []string{head}
	for _, name := range slices.Sorted(maps.Keys(named)) {
		lines = append(lines, valueLines(scalar(name, false), named[name], false, depth+1)...)
	}
	return lines
}

// plainText is text that YAML reads as such without quotes, at any place.
var plainText = lazy.Regexp(`^[A-Za-z_][A-Za-z0-9_./-]*$`)

// otherThanText are plain words that some version of YAML reads as something else.
var otherThanText = []string{"true", "false", "null", "yes", "no", "on", "off", "y", "n"}

// scalar writes a single value. The escapes of Go's quoted strings mean the same in YAML's.
func scalar(value any, enum bool) string {
	switch v := value.(type) {
	case string:
		if enum || plainText().MatchString(v) && !slices.Contains(otherThanText, strings.ToLower(v)) {
			return v
		}
		return strconv.Quote(v)
	default:
		return fmt.Sprint(v)
	}
}

func indent(depth int) string { return strings.Repeat("  ", depth) }

// comment wraps a text behind number signs.
func comment(text string, depth int) []string {
	if text == "" {
		return nil
	}
	var lines []string
	line := indent(depth) + "#"
	for i, word := range strings.Fields(text) {
		if i > 0 && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) >= lineWidth { // a section that is commented out has one sign more
			lines = append(lines, line)
			line = indent(depth) + "#"
		}
		line += " " + word
	}
	return append(lines, line)
}

// sentence is a doc as it stands by itself.
func sentence(doc string) string {
	if doc == "" {
		return ""
	}
	first, size := utf8.DecodeRuneInString(doc)
	return strings.ToUpper(string(first)) + strings.TrimSuffix(doc[size:], ".") + "."
}

// choices names the texts that a key may have.
func choices(k *key) string {
	switch {
	case k.kind != textKind || k.rule.enum == nil:
		return ""
	case len(k.rule.enum) == 1:
		return " Only " + k.rule.enum[0] + " so far."
	}
	return " One of " + strings.Join(k.rule.enum, ", ") + "."
}
