package config

import (
	"fmt"
	"slices"

	"gopkg.in/yaml.v3"
)

// entry is one line `key: value` of a mapping.
type entry struct{ key, value *yaml.Node }

// entries are those lines of a mapping whose key is a text that stands there for the first time; the others are
// reported.
func (r *reader) entries(n *yaml.Node, k *key) []entry {
	lines := map[string]int{}
	var entries []entry
	for i := 0; i+1 < len(n.Content); i += 2 {
		e := entry{n.Content[i], n.Content[i+1]}
		first, twice := lines[e.key.Value]
		switch {
		case isRefused(e.key) || isMergeKey(e.key):
		case e.key.Kind != yaml.ScalarNode:
			r.report(e.key.Line, "%s stands where a key is wanted", found(e.key))
		case e.key.Value == "" || isNull(e.key):
			r.report(e.key.Line, "a key%s has no name", within(k))
		case twice:
			r.report(e.key.Line, "the %s `%s` stands twice; it is already in line %d", k.noun, excerpt(e.key.Value), first)
		default:
			lines[e.key.Value] = e.key.Line
			entries = append(entries, e)
		}
	}
	return entries
}

// within says in which mapping something stands.
func within(k *key) string {
	if k.path == "" {
		return ""
	}
	return fmt.Sprintf(" in `%s`", k.path)
}

// unknown reports a name that is not among those that k may have, with the one that is probably meant: the nearest of
// them, or a key of that name elsewhere. Else it lists those that there are.
func (r *reader) unknown(n *yaml.Node, k *key, among []string) {
	name := excerpt(n.Value)
	if near, ok := Nearest(n.Value, among); ok {
		r.report(n.Line, "unknown %s `%s`; did you mean `%s`?", k.noun, name, near)
	} else if path, ok := r.elsewhere(n.Value); ok {
		r.report(n.Line, "unknown %s `%s`%s; did you mean `%s`?", k.noun, name, within(k), path)
	} else {
		r.report(n.Line, "unknown %s `%s`%s; known are %s", k.noun, name, within(k), join(among, "and"))
	}
}

// elsewhere gives the path of the only key of that name in the whole file.
func (r *reader) elsewhere(name string) (path string, ok bool) {
	var paths []string
	var visit func(*key)
	visit = func(k *key) {
		if k.name == name {
			paths = append(paths, k.path)
		}
		for _, sub := range k.keys {
			visit(sub)
		}
	}
	visit(r.all)
	if len(paths) != 1 || name == "" {
		return "", false
	}
	return paths[0], true
}

// texts reads a mapping of names to texts.
func (r *reader) texts(n *yaml.Node, k *key) map[string]string {
	var texts map[string]string
	r.named(n, k, textKind, func(name string, n *yaml.Node, sub *key) {
		if isText(n) && n.Value == "" {
			r.report(n.Line, "`%s` has no value; leave the key out", sub.path)
		}
		if texts == nil {
			texts = map[string]string{}
		}
		texts[name] = r.text(n, sub)
	})
	return texts
}

// lists reads a mapping of names to lists of text.
func (r *reader) lists(n *yaml.Node, k *key) map[string][]string {
	var lists map[string][]string
	r.named(n, k, listKind, func(name string, n *yaml.Node, sub *key) {
		if lists == nil {
			lists = map[string][]string{}
		}
		lists[name] = r.list(n, sub)
	})
	return lists
}

// named calls do with the values of a mapping whose names the user chooses, each with a key that says what it must be.
func (r *reader) named(n *yaml.Node, k *key, kind kind, do func(name string, n *yaml.Node, sub *key)) {
	if n.Kind != yaml.MappingNode && !isNull(n) {
		r.wrongKind(n, k)
		return
	}
	for _, e := range r.entries(n, k) {
		name := e.key.Value
		if k.rule.keys != nil && !slices.Contains(k.rule.keys, name) {
			r.unknown(e.key, k, k.rule.keys)
			continue
		}
		sub := &key{path: k.path + "." + excerpt(name), kind: kind, rule: rule{form: k.rule.form}}
		switch {
		case isRefused(e.value):
		case isNull(e.value):
			r.report(e.value.Line, "`%s` has no value; leave the key out", sub.path)
		default:
			do(name, e.value, sub)
		}
	}
}
