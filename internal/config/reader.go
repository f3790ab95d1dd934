package config

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// reader takes the values of a file into a configuration, and collects what is wrong.
type reader struct {
	config   *Config
	all      *key
	mistakes Errors
}

func (r *reader) report(line int, format string, args ...any) {
	r.mistakes = append(r.mistakes, Mistake{line, fmt.Sprintf(format, args...)})
}

// mapping reads what stands behind a key that has keys of its own. One without any, such as a section in which every
// line is a comment, leaves the defaults.
func (r *reader) mapping(n *yaml.Node, k *key) {
	switch {
	case isRefused(n) || isNull(n):
	case n.Kind == yaml.MappingNode:
		for _, e := range r.entries(n, k) {
			sub := k.find(e.key.Value)
			switch {
			case sub == nil:
				r.unknown(e.key, k, k.names())
			case sub.kind == mapping:
				r.mapping(e.value, sub)
			default:
				r.take(e.value, sub)
			}
		}
	case k.short != nil && n.Kind == yaml.ScalarNode:
		short := *k.short
		short.path = k.path
		r.take(n, &short)
	case k.path == "":
		r.report(n.Line, "the file must be a mapping (lines of `key: value`), not %s", found(n))
	default:
		r.wrongKind(n, k)
	}
}

// take reads a value into the configuration.
func (r *reader) take(n *yaml.Node, k *key) {
	if isRefused(n) {
		return
	}
	before := len(r.mistakes)
	value := r.value(n, k)
	if len(r.mistakes) == before {
		k.set(r.config, value)
	}
}

// value reads a value of the kind that k wants. Where a mistake is reported, the value is of no use.
func (r *reader) value(n *yaml.Node, k *key) any {
	if isNull(n) && k.kind != textsKind && k.kind != listsKind {
		r.report(n.Line, "`%s` has no value; leave the key out for its default", k.path)
		return nil
	}
	switch k.kind {
	case wholeKind:
		return r.whole(n, k)
	case switchKind:
		return r.truth(n, k)
	case textKind:
		return r.text(n, k)
	case listKind:
		return r.list(n, k)
	case textsKind:
		return r.texts(n, k)
	default:
		return named(r, n, k, listKind, r.list)
	}
}

func (r *reader) whole(n *yaml.Node, k *key) int {
	i, err := wholeOf(n)
	switch {
	case !isNumber(n):
		r.wrongKind(n, k)
	case err != nil:
		r.report(n.Line, "`%s` must be a whole number of few digits, not `%s`", k.path, excerpt(n.Value))
	case i < k.rule.min || i > k.rule.max:
		r.report(n.Line, "`%s` must be %s, not %s", k.path, k.rule.span(), excerpt(n.Value))
	}
	return i
}

func (r *reader) truth(n *yaml.Node, k *key) bool {
	if n.Kind != yaml.ScalarNode || n.Tag != "!!bool" {
		r.wrongKind(n, k)
	}
	return strings.EqualFold(n.Value, "true")
}

func (r *reader) text(n *yaml.Node, k *key) string {
	switch {
	case k.rule.enum != nil && n.Kind == yaml.ScalarNode:
		r.checkEnum(n, k, "must be")
	case !isText(n):
		r.wrongKind(n, k)
	default:
		r.checkForm(n, k)
	}
	return n.Value
}

// list reads a list of text, or a text as a list of one.
func (r *reader) list(n *yaml.Node, k *key) []string {
	items := n.Content
	switch {
	case isText(n) || k.rule.enum != nil && n.Kind == yaml.ScalarNode:
		items = []*yaml.Node{n}
	case n.Kind != yaml.SequenceNode:
		r.wrongKind(n, k)
		return nil
	}
	if k.rule.holdsPatterns() && len(items) > k.rule.max {
		r.report(n.Line, "`%s` holds %d patterns; at most %d are read", k.path, len(items), k.rule.max)
		return nil
	}
	var list []string
	seen := map[string]bool{}
	for _, item := range items {
		if isRefused(item) {
			continue
		}
		r.item(item, k)
		if k.rule.distinct && isText(item) && seen[item.Value] {
			r.report(item.Line, "`%s` holds `%s` twice", k.path, excerpt(item.Value))
		}
		if n, stars := utf8.RuneCountInString(item.Value), strings.Count(item.Value, "*"); k.rule.holdsPatterns() && (n > longestPattern || stars > mostStars) {
			r.report(item.Line, "`%s` holds a pattern of %d characters with %d *; at most %d with %d are read", k.path, n, stars, longestPattern, mostStars)
			continue
		}
		seen[item.Value] = true
		list = append(list, item.Value)
	}
	if k.rule.some && len(items) == 0 {
		r.report(n.Line, "`%s` must not be empty", k.path)
	}
	return list
}

// item checks one text of a list.
func (r *reader) item(n *yaml.Node, k *key) {
	switch {
	case isNull(n) || isText(n) && n.Value == "":
		r.report(n.Line, "`%s` holds an empty item", k.path)
	case k.rule.enum != nil && n.Kind == yaml.ScalarNode:
		r.checkEnum(n, k, "may hold")
	case n.Kind == yaml.ScalarNode && !isText(n):
		r.report(n.Line, "`%s` must be a list of text, and `%s` is %s; put it in quotes if it is meant as text", k.path, excerpt(n.Value), found(n))
	case n.Kind != yaml.ScalarNode:
		r.report(n.Line, "`%s` must be a list of text, and one item is %s", k.path, found(n))
	default:
		r.checkForm(n, k)
	}
}

func (r *reader) checkEnum(n *yaml.Node, k *key, must string) {
	if slices.Contains(k.rule.enum, n.Value) && isText(n) {
		return
	}
	hint := ""
	if near, ok := Nearest(n.Value, k.rule.enum); ok {
		hint = fmt.Sprintf("; did you mean `%s`?", near)
	}
	r.report(n.Line, "`%s` %s %s, not `%s`%s", k.path, must, join(k.rule.enum, "or"), excerpt(n.Value), hint)
}

func (r *reader) checkForm(n *yaml.Node, k *key) {
	f := k.rule.form
	if f == nil || f.fits(n.Value) {
		return
	}
	given := "`" + excerpt(n.Value) + "`"
	if f.mute {
		given = "this"
	}
	r.report(n.Line, "`%s`: %s is not %s", k.path, given, f.says)
}

func (r *reader) wrongKind(n *yaml.Node, k *key) {
	r.report(n.Line, "`%s` must be %s, not %s", k.path, k.kind.phrase(), found(n))
}
