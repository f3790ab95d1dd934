package config

import (
	"fmt"
	"slices"
	"strings"

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
	if why, ok := refusedKeys[strings.TrimPrefix(k.path+"."+n.Value, ".")]; ok {
		r.report(n.Line, "`%s` is no %s of this file: %s", strings.TrimPrefix(k.path+"."+name, "."), k.noun, why)
	} else if near, ok := Nearest(n.Value, among); ok {
		r.report(n.Line, "unknown %s `%s`; did you mean `%s`?", k.noun, name, near)
	} else if path, ok := r.elsewhere(n.Value); ok && path == n.Value {
		r.report(n.Line, "unknown %s `%s`%s; `%s` stands at the top of the file and holds for all of it", k.noun, name, within(k), path)
	} else if ok {
		r.report(n.Line, "unknown %s `%s`%s; did you mean `%s`?", k.noun, name, within(k), path)
	} else {
		r.report(n.Line, "unknown %s `%s`%s; known are %s", k.noun, name, within(k), join(among, "and"))
	}
}

// notYet is why a key is refused whose command is still to come.
const notYet = "no command of this version reads it, so it would change nothing; leave it out"

// refusedKeys are keys that people look for, by their paths: it tells where that is said which a file in a repository must not say, and what
// nothing reads yet.
var refusedKeys = map[string]string{
	"similarity": notYet, "rules.approvals": notYet, "rules.max_per_agent": notYet,
	"guard.shared": "an address never stands in a file of the repository; name the Redis server in the variable KBGATE_REDIS_URL, or with `git config --global kbgate.redisUrl`",
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
	return named(r, n, k, textKind, func(n *yaml.Node, sub *key) string {
		if isText(n) && n.Value == "" {
			r.report(n.Line, "`%s` has no value; leave the key out", sub.path)
		}
		return r.text(n, sub)
	})
}

// named reads a mapping whose names the user chooses. Each value is read with a key that says what it must be.
func named[V any](r *reader, n *yaml.Node, k *key, kind kind, read func(*yaml.Node, *key) V) (values map[string]V) {
	if n.Kind != yaml.MappingNode && !isNull(n) {
		r.wrongKind(n, k)
		return nil
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
			if values == nil {
				values = map[string]V{}
			}
			values[name] = read(e.value, sub)
		}
	}
	return values
}
