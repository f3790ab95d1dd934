package config

import (
	"cmp"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// key is one key of the file, or the whole file (which has no name). The tree of all keys is made from the tags of
// Config and from the gates; what reads, writes and describes the file walks it and knows no key by name.
type key struct {
	name string
	path string // with the keys above it, as `claims.folders`
	doc  string
	kind kind
	rule rule
	live bool // a section that a person would set first
	// decides reports that it says, or those below it do, where or what is recorded, or who is believed.
	decides bool

	keys  []*key // of a mapping
	noun  string // what its keys are called: a key, a gate
	short *key   // the one key that a mapping may be shortened to: `scope_error: off`

	get func(*Config) any // both are nil in a mapping
	set func(*Config, any)
}

// kind is what may stand behind a key, and with it the type of the value in Go.
type kind int

const (
	mapping    kind = iota // keys of its own
	wholeKind              // int
	switchKind             // bool
	textKind               // string
	listKind               // []string
	textsKind              // map[string]string
	listsKind              // map[string][]string
)

func (k kind) String() string {
	return [...]string{"mapping", "whole number", "true or false", "text", "list of text", "mapping to text", "mapping to lists of text"}[k]
}

// phrase is the kind as it stands in a sentence.
func (k kind) phrase() string {
	if k == switchKind || k == textKind {
		return k.String()
	}
	return "a " + k.String()
}

// rule is what a value must keep to beyond its kind.
type rule struct {
	enum     []string // the texts that are allowed; nil: all
	keys     []string // the keys that a mapping to text or lists may have; nil: all
	min, max int      // of a number; max also of the patterns in a list, each of which is tried at every name
	form     *form
	some     bool // a list must not be empty
	distinct bool // a list must not hold anything twice
}

// span is the range of a number in words.
func (r rule) span() string {
	switch r.max {
	case r.min:
		return strconv.Itoa(r.min)
	case anyNumber:
		return fmt.Sprintf("at least %d", r.min)
	}
	return fmt.Sprintf("from %d to %d", r.min, r.max)
}

// anyNumber is the greatest number that any key may have, far above what it can mean.
const anyNumber = math.MaxInt32

// form is what a text must look like.
type form struct {
	says    string // completes "it must be ..."
	pattern string // a regular expression, as far as one can tell
	ok      func(string) bool
	mute    bool // what is wrong may be a secret, and is not shown
}

var forms = map[string]*form{
	"glob":   {says: "a valid glob pattern", ok: isGlob},
	"folder": {says: "a folder inside the repository, such as `feedback`", pattern: `^\.{0,2}[^./\\][^/\\]*(/\.{0,2}[^./\\][^/\\]*)*/?$`},
	"key":    {says: "a public key as `kbgate key new` prints it: `ed25519:` and 44 characters of base64", pattern: `^ed25519:[A-Za-z0-9+/]{43}=$`, mute: true},
	"artifact": {says: "a type of artifact, such as `skill`, or a type and a name, such as `skill/redis-cache.md`",
		pattern: `^(skill|persona|code|documentation|claim|email|other)(/.+)?$`},
	// https://docs.github.com/en/graphql/reference/enums#commentauthorassociation; other forges have other words
	"association": {says: "a word for accounts, such as `MEMBER`", pattern: `^[A-Za-z][A-Za-z_-]{0,63}$`},
	"account":     {says: "the name of an account, such as `eva` or `dependabot[bot]`", pattern: `^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}(\[bot\])?$`},
	"prefix":      {says: "the beginning of a key in Redis, such as `kbgate`", pattern: `^[A-Za-z0-9_.:-]{1,64}$`},
	"branch":      {says: "`HEAD` or the full name of a branch, such as `refs/heads/feedback`", pattern: `^(HEAD|refs/heads/[^\s~^:?*\[\\]+)$`},
}

// longestPattern bounds one of a list of patterns, in characters, and mostStars how often it may hold *: from each of them on a
// name is tried anew.
const (
	longestPattern = 256
	mostStars      = 16
)

// holdsPatterns reports whether a list is one of patterns.
func (r rule) holdsPatterns() bool { return 0 < r.max && r.max < anyNumber }

// mostAlternatives bounds the groups of alternatives in a pattern: every combination of them may have to be tried.
const mostAlternatives = 4

func isGlob(pattern string) bool {
	return strings.Count(pattern, "{") <= mostAlternatives && strings.Count(pattern, ",") <= 64 && doublestar.ValidatePattern(pattern)
}

func (f *form) fits(text string) bool {
	if f.ok != nil {
		return f.ok(text)
	}
	return regexp.MustCompile(f.pattern).MatchString(text)
}

// allKeys is the whole file.
func allKeys(gates []GateSpec) *key {
	return &key{noun: "key", keys: structKeys(reflect.TypeFor[Config](), nil, "", gates)}
}

// structKeys are the keys of a struct that stands in Config at index.
func structKeys(t reflect.Type, index []int, prefix string, gates []GateSpec) []*key {
	var keys []*key
	for i := range t.NumField() {
		field := t.Field(i)
		at := append(slices.Clone(index), i)
		name := field.Tag.Get("yaml")
		k := &key{
			name: name, path: prefix + name, doc: field.Tag.Get("doc"), noun: "key",
			rule: ruleOf(field.Tag), live: field.Tag.Get("init") == "live", decides: field.Tag.Get("decides") == "records",
		}
		switch {
		case field.Type == reflect.TypeFor[Gates]():
			k.noun, k.keys = "gate", gateKeys(gates, k.path)
		case field.Type.Kind() == reflect.Struct:
			k.keys = structKeys(field.Type, at, k.path+".", gates)
			for _, sub := range k.keys {
				sub.decides = sub.decides || k.decides
			}
		default:
			k.kind = kindOf(field.Type)
			k.get = func(c *Config) any { return reflect.ValueOf(c).Elem().FieldByIndex(at).Interface() }
			k.set = func(c *Config, v any) { reflect.ValueOf(c).Elem().FieldByIndex(at).Set(reflect.ValueOf(v)) }
		}
		keys = append(keys, k)
	}
	return keys
}

// ruleOf reads the tags of a field. They are constants of the program, so that a wrong one is a mistake in it.
func ruleOf(tag reflect.StructTag) rule {
	list := func(name string) []string {
		if value := tag.Get(name); value != "" {
			return strings.Split(value, ",")
		}
		return nil
	}
	number := func(name string, otherwise int) int {
		value, ok := tag.Lookup(name)
		if !ok {
			return otherwise
		}
		n, err := strconv.Atoi(value)
		if err != nil {
			panic(fmt.Sprintf("config: the tag %s:%q is no number", name, value))
		}
		return n
	}
	return rule{
		enum: list("enum"), keys: list("keys"),
		min: number("min", 0), max: number("max", anyNumber),
		form:     forms[tag.Get("form")],
		some:     slices.Contains(list("items"), "some"),
		distinct: slices.Contains(list("items"), "distinct"),
	}
}

func kindOf(t reflect.Type) kind {
	switch t {
	case reflect.TypeFor[int]():
		return wholeKind
	case reflect.TypeFor[bool]():
		return switchKind
	case reflect.TypeFor[string]():
		return textKind
	case reflect.TypeFor[[]string]():
		return listKind
	case reflect.TypeFor[map[string]string]():
		return textsKind
	case reflect.TypeFor[map[string][]string]():
		return listsKind
	}
	panic(fmt.Sprintf("config: a key cannot be of type %v", t))
}

// gateKeys are the keys under `gates`. A gate that a Config does not hold has its defaults there.
func gateKeys(gates []GateSpec, prefix string) []*key {
	var keys []*key
	for _, g := range gates {
		settings := func(c *Config) GateSettings {
			if s, ok := c.Gates[g.ID]; ok {
				return s
			}
			return g.Defaults()
		}
		path := prefix + "." + g.ID
		severity := &key{
			name: "severity", path: path + ".severity", doc: "what a finding does to the verdict", kind: textKind,
			rule: rule{enum: severities},
			get:  func(c *Config) any { return settings(c).Severity },
			set: func(c *Config, v any) {
				s := settings(c)
				s.Severity = v.(string)
				c.Gates[g.ID] = s
			},
		}
		k := &key{name: g.ID, path: path, doc: g.Doc, noun: "key", keys: []*key{severity}, short: severity}
		for _, s := range g.Settings {
			k.keys = append(k.keys, &key{
				name: s.Name, path: path + "." + s.Name, doc: s.Doc, kind: kindOf(reflect.TypeOf(s.Default)),
				rule: rule{max: cmp.Or(s.Max, anyNumber), enum: s.Enum},
				get:  func(c *Config) any { return settings(c).Values[s.Name] },
				set:  func(c *Config, v any) { c.Gates[g.ID].Values[s.Name] = v },
			})
		}
		keys = append(keys, k)
	}
	return keys
}

// leaves calls do with every key below k that holds a value.
func (k *key) leaves(do func(*key)) {
	if k.kind != mapping {
		do(k)
	}
	for _, sub := range k.keys {
		sub.leaves(do)
	}
}

// names are those of the keys below k.
func (k *key) names() []string {
	names := make([]string, len(k.keys))
	for i, sub := range k.keys {
		names[i] = sub.name
	}
	return names
}

// find gives the key of that name directly below k, or nil.
func (k *key) find(name string) *key {
	for _, sub := range k.keys {
		if sub.name == name {
			return sub
		}
	}
	return nil
}
