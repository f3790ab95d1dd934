package config

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// changed is what `kbgate init` may have found, and a few values set by hand.
func changed() *Config {
	c := Default(testGates)
	c.Claims.Folders = []string{"core/mechanisms", "domains/*/claims", "foundations & more"}
	for i := range 12 {
		c.Claims.Domains = append(c.Claims.Domains, fmt.Sprintf("domain-number-%d", i))
	}
	c.Agents.Authors = map[string]string{"bot@example.org": "tea", "another@example.org": "yes"}
	c.Guard.Mode = "off"
	c.Guard.Templates = map[string][]string{"tier-1": {"t1_pipeline", "t2_quotes"}, "1": {"intro"}}
	c.Learn.Keywords = map[string][]string{"clarity": {"vague", "what does \"it\" mean"}}
	c.Gates["scope_error"] = GateSettings{Severity: "off", Values: map[string]any{}}
	return c
}

func TestTemplate(t *testing.T) {
	for name, c := range map[string]*Config{"default.yaml": Default(testGates), "changed.yaml": changed()} {
		file := Template(c, testGates)
		golden(t, name, file)
		for line := range strings.Lines(string(file)) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > lineWidth {
				t.Errorf("%s: a line of %d columns: %s", name, n, line)
			}
		}
		checkRoundTrip(t, c)
	}
}

// With every sign of a commented-out line taken away, all keys are live and hold what they held.
func TestTemplateCommentedOut(t *testing.T) {
	c := Default(testGates)
	var file strings.Builder
	for line := range strings.Lines(string(Template(c, testGates))) {
		if rest, ok := strings.CutPrefix(line, "#"); ok && !strings.HasPrefix(rest, " ") || strings.HasPrefix(rest, "  ") {
			line = rest
		}
		file.WriteString(line)
	}
	for _, k := range allKeys(testGates).keys {
		if !strings.Contains(file.String(), "\n"+k.name+":") {
			t.Errorf("`%s` is not live", k.name)
		}
	}
	got, err := Parse([]byte(file.String()), testGates)
	if err != nil {
		t.Fatalf("%v in\n%s", err, file.String())
	}
	if !reflect.DeepEqual(got, c) {
		t.Errorf("got %+v\nwant %+v", got, c)
	}
}

func TestTemplateReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := Default(testGates)
		allKeys(testGates).leaves(func(k *key) {
			if rapid.Bool().Draw(t, k.path+" is set") {
				k.set(c, drawValue(t, k))
			}
		})
		checkRoundTrip(t, c)
	})
}

func checkRoundTrip(t rapid.TB, c *Config) {
	t.Helper()
	file := Template(c, testGates)
	got, err := Parse(file, testGates)
	if err != nil {
		t.Fatalf("%v in\n%s", err, file)
	}
	if !reflect.DeepEqual(got, c) {
		t.Fatalf("got %+v\nwant %+v\nfrom\n%s", got, c, file)
	}
	if got, err := Parse(Effective(c, testGates), testGates); err != nil || !reflect.DeepEqual(got, c) {
		t.Fatalf("%v: got %+v\nwant %+v\nfrom\n%s", err, got, c, Effective(c, testGates))
	}
}

// drawValue makes any value that the key may have.
func drawValue(t *rapid.T, k *key) any {
	switch k.kind {
	case wholeKind:
		return rapid.IntRange(k.rule.min, k.rule.max).Draw(t, k.path)
	case switchKind:
		return rapid.Bool().Draw(t, k.path)
	case textKind:
		return drawText(k, 0).Draw(t, k.path)
	case listKind:
		return drawList(t, k)
	case textsKind:
		texts := rapid.MapOfN(rapid.StringN(1, 30, -1), drawText(&key{rule: rule{form: k.rule.form}}, 1), 0, 4).Draw(t, k.path)
		if len(texts) == 0 {
			return map[string]string(nil)
		}
		return texts
	default:
		names := rapid.SliceOfDistinct(rapid.StringN(1, 30, -1), rapid.ID[string])
		if k.rule.keys != nil {
			names = rapid.SliceOfDistinct(rapid.SampledFrom(k.rule.keys), rapid.ID[string])
		}
		var lists map[string][]string
		for _, name := range names.Draw(t, k.path) {
			if lists == nil {
				lists = map[string][]string{}
			}
			lists[name] = drawList(t, &key{path: k.path + "." + name})
		}
		return lists
	}
}

func drawList(t *rapid.T, k *key) []string {
	least := 0
	if k.rule.some {
		least = 1
	}
	list := rapid.SliceOfN(drawText(k, 1), least, 8).Draw(t, k.path)
	if k.rule.distinct {
		slices.Sort(list)
		list = slices.Compact(list)
	}
	if len(list) == 0 {
		return nil
	}
	return list
}

func drawText(k *key, least int) *rapid.Generator[string] {
	switch {
	case k.rule.enum != nil:
		return rapid.SampledFrom(k.rule.enum)
	case k.rule.form == forms["folder"]:
		return rapid.SampledFrom([]string{"feedback", "a b/ü", ".hidden", "x/.y/"})
	case k.rule.form == forms["branch"]:
		return rapid.SampledFrom([]string{"HEAD", "refs/heads/feedback", "refs/heads/a,b#c"})
	case k.rule.form == forms["artifact"]:
		return rapid.SampledFrom([]string{"skill", "claim/a b.md", "email/x/y: #z"})
	case k.rule.form == forms["key"], k.rule.form == forms["association"], k.rule.form == forms["account"], k.rule.form == forms["prefix"]:
		return rapid.StringMatching(k.rule.form.pattern)
	case k.rule.form == forms["glob"]:
		return rapid.OneOf(rapid.SampledFrom([]string{"**/*.md", "a/{b,c}/[d-f]?"}), rapid.StringN(1, 30, -1).Filter(forms["glob"].fits))
	}
	return rapid.OneOf(
		rapid.StringN(least, 60, -1),
		rapid.SampledFrom([]string{"off", "NULL", "~", "2024", "010", "1e3", "2024-05-01", "<<", "*", "&a", "- x", "a: b", "a #b", "  ", "é", "\t", "\u2028", "null", "=", "true"}),
	)
}
