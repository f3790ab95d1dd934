package template_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/kbgate/kbgate/internal/guard/memory"
	"github.com/kbgate/kbgate/internal/guard/template"
)

// remembers is the memory of a subject whose drafts from some templates were rejected.
func remembers(subject string, templates ...string) *memory.Memory {
	now := time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)
	var all []memory.Rejection
	for i, id := range templates {
		all = append(all, memory.Rejection{ID: fmt.Sprint(i), At: now.Add(time.Duration(i-100) * time.Hour), Subject: subject, Template: id})
	}
	return memory.Of(subject, all, nil, 30*24*time.Hour, now)
}

func TestChoose(t *testing.T) {
	all := []string{"a", "b", "c"}
	tiers := [][]string{{"a", "b"}, {"c", "d"}}
	// The first eight bytes of the SHA-256 of "four" are 04efaf080f5a3e74, which is 1 modulo 3.
	for _, test := range []struct {
		name     string
		rejected []string
		tiers    [][]string
		want     string
		all      bool
	}{
		{name: "nothing rejected", want: "b"},
		{name: "nothing rejected, tiers", tiers: tiers, want: "b"},
		{name: "another rejected", rejected: []string{"a"}, want: "b"},
		{name: "the first one rejected", rejected: []string{"b"}, want: "c"},
		{name: "with space around it", rejected: []string{" b "}, want: "c"},
		{name: "twice", rejected: []string{"b", "b"}, want: "c"},
		{name: "two rejected", rejected: []string{"b", "c"}, want: "a"},
		{name: "all rejected", rejected: []string{"c", "b", "a"}, want: "b", all: true},
		{name: "one that is not asked for", rejected: []string{"z"}, want: "b"},
		{name: "a draft without a template", rejected: []string{""}, want: "b"},
		{name: "another one of the tier", rejected: []string{"a"}, tiers: tiers, want: "c"},
		{name: "one of the tier that is not asked for", rejected: []string{"d"}, tiers: tiers, want: "b"},
		{name: "every tier, not every template", rejected: []string{"b", "d"}, tiers: tiers, want: "c"},
		{name: "all rejected, tiers", rejected: []string{"a", "b", "c"}, tiers: tiers, want: "b", all: true},
	} {
		c := template.Choose(remembers("four", test.rejected...), all, test.tiers...)
		if c.TemplateID != test.want || c.All != test.all {
			t.Errorf("%s: %s, all=%t; want %s, all=%t", test.name, c.TemplateID, c.All, test.want, test.all)
		}
	}
}

// Subjects are told apart, and not by their letters' case, as in the memory. No template is left out.
func TestChooseSpreads(t *testing.T) {
	seen := map[string]int{}
	for i := range 300 {
		subject := fmt.Sprintf("Subject %d", i)
		id := template.Choose(remembers(subject), []string{"a", "b", "c"}).TemplateID
		seen[id]++
		if other := template.Choose(remembers(strings.ToUpper(subject)), []string{"a", "b", "c"}).TemplateID; other != id {
			t.Errorf("%s: %s in capital letters, else %s", subject, other, id)
		}
	}
	for _, id := range []string{"a", "b", "c"} {
		if seen[id] < 70 {
			t.Errorf("of 300 subjects: %v", seen)
		}
	}
}

// Whatever was rejected, the choice is one of the templates, the same one each time, and none that was rejected while another is left.
func TestChooseHolds(t *testing.T) {
	ids := rapid.SampledFrom([]string{"a", "b", "c", "d", "e", "f"})
	rapid.Check(t, func(t *rapid.T) {
		templates := rapid.SliceOfN(ids, 1, 8).Draw(t, "templates")
		rejected := rapid.SliceOfN(ids, 0, 6).Draw(t, "rejected")
		tiers := rapid.SliceOfN(rapid.SliceOfN(ids, 0, 4), 0, 3).Draw(t, "tiers")
		before := slices.Clone(templates)
		m := remembers(rapid.String().Draw(t, "subject"), rejected...)
		c := template.Choose(m, templates, tiers...)
		isLeft := m.Subject == "" || slices.ContainsFunc(templates, func(id string) bool { return !slices.Contains(rejected, id) })
		switch {
		case !slices.Contains(templates, c.TemplateID):
			t.Fatalf("%q is none of %q", c.TemplateID, templates)
		case isLeft == c.All:
			t.Fatalf("all rejected: %t, of %q in %q", c.All, rejected, templates)
		case isLeft && m.Subject != "" && slices.Contains(rejected, c.TemplateID):
			t.Fatalf("%q was rejected, and not all of %q", c.TemplateID, templates)
		case !slices.Equal(before, templates):
			t.Fatalf("the templates were %q, and are %q", before, templates)
		}
		if again := template.Choose(m, templates, tiers...); again.TemplateID != c.TemplateID {
			t.Fatalf("%q, then %q", c.TemplateID, again.TemplateID)
		}
	})
}

func TestContextOf(t *testing.T) {
	m := remembers("two", "a", "b", "a", "c", "c", "c")
	for i := range m.Rejections {
		r := &m.Rejections[i]
		r.Title, r.Feedback, r.Tags = fmt.Sprintf("Title %d", i/2), fmt.Sprintf("remark %d", i), []string{"tone", "facts"}[:1+i%2]
	}
	for _, test := range []struct {
		m    *memory.Memory
		want string
	}{
		{m, `{"template_id":"a","rejection_context":{"rejection_count":6,"rejected_tags":["tone","facts"],` +
			`"feedback_texts":["remark 1","remark 2","remark 3","remark 4","remark 5"],"rejected_template_ids":["a","b","c"],"banned_subjects":["Title 0","Title 1","Title 2"]}}`},
		{remembers("two", ""), `{"template_id":"a","rejection_context":{"rejection_count":1,"rejected_tags":[],"feedback_texts":[],"rejected_template_ids":[],"banned_subjects":[]}}`},
		{remembers("two"), `{"template_id":"a","rejection_context":{}}`},
		{&memory.Memory{}, `{"template_id":"a","rejection_context":{}}`},
	} {
		got, err := json.Marshal(template.Choose(test.m, []string{"a"}))
		if err != nil || string(got) != test.want {
			t.Errorf("got  %s, %v\nwant %s", got, err, test.want)
		}
	}
}
