package config

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/text"
)

// Some keys say where and what is recorded, or who is believed. Of these counts what the default branch has, and what the user
// says in git's configuration, whatever is checked out.

// deciding calls do with each of those keys, in the order of the file.
func deciding(do func(*key)) {
	allKeys(nil).leaves(func(k *key) {
		if k.decides {
			do(k)
		}
	})
}

// InGit are the paths of the keys that git's configuration may set, as `kbgate.` and the path: the deciding ones that are texts.
func InGit() (paths []string) {
	deciding(func(k *key) {
		if k.kind == textKind {
			paths = append(paths, k.path)
		}
	})
	return paths
}

// SetInGit sets a key to what git's configuration says. Git's names know neither underscores nor capital letters, so these do not
// count. The error says what the value must be; known is false where git's configuration may set no such key.
func (c *Config) SetInGit(path, value string) (known bool, err error) {
	deciding(func(k *key) {
		if k.kind != textKind || gitName(k.path) != gitName(path) {
			return
		}
		known = true
		switch {
		case k.rule.enum != nil && !slices.Contains(k.rule.enum, value):
			err = fmt.Errorf("it must be %s", join(k.rule.enum, "or"))
		case k.rule.form != nil && !k.rule.form.fits(value):
			err = fmt.Errorf("it must be %s", k.rule.form.says)
		default:
			k.set(c, value)
		}
	})
	return known, err
}

// gitName is a path without what git's names do not know.
func gitName(path string) string {
	return strings.NewReplacer("_", "", "-", "").Replace(strings.ToLower(path))
}

// Difference is a key that two configurations have otherwise, with either value as the file shows it, cut where it is long.
type Difference struct{ Key, One, Other string }

// Differences are the deciding keys that two configurations have otherwise, in the order of the file.
func Differences(one, other *Config) (all []Difference) {
	deciding(func(k *key) {
		if a, b := k.get(one), k.get(other); !equal(a, b) {
			all = append(all, Difference{k.path, inline(a), inline(b)})
		}
	})
	return all
}

// mostShown is how many characters of a value are shown: enough for a key of Ed25519 in its brackets.
const mostShown = 80

// inline shows a value on one line.
func inline(value any) string {
	return text.Shorten(flow(value), mostShown)
}

// flow writes a value as YAML does on one line. Nothing is no word.
func flow(value any) string {
	switch v := value.(type) {
	case []string:
		return "[" + flowing(v, func(item string) string { return scalar(item, false) }) + "]"
	case map[string]string:
		return "{" + flowing(slices.Sorted(maps.Keys(v)), func(name string) string { return scalar(name, false) + ": " + scalar(v[name], false) }) + "}"
	case map[string][]string:
		return "{" + flowing(slices.Sorted(maps.Keys(v)), func(name string) string { return scalar(name, false) + ": " + flow(v[name]) }) + "}"
	}
	return cmp.Or(scalar(value, false), `""`)
}

func flowing(items []string, show func(string) string) string {
	shown := make([]string, len(items))
	for i, item := range items {
		shown[i] = show(item)
	}
	return strings.Join(shown, ", ")
}
