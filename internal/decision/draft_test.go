package decision

import (
	"strings"
	"testing"
)

// The text of a draft is taken out of a record, however a program gives it, and what is no text stays.
func TestTakeText(t *testing.T) {
	for name, test := range map[string]struct{ draft, subject, body, unknown string }{
		"body":          {`{"subject":"Hi","body":"Foam holds."}`, "Hi", "Foam holds.", ""},
		"text":          {`{"text":"Foam holds."}`, "", "Foam holds.", ""},
		"content":       {`{"content":"Foam holds.","tone":"dry"}`, "", "Foam holds.", "draft.tone"},
		"several":       {`{"content":"<p>Foam holds.","text":"Foam holds"}`, "", "Foam holds", ""},
		"one is empty":  {`{"body":"","text":"Foam holds."}`, "", "Foam holds.", ""},
		"parts":         {`{"body":["Foam","holds."]}`, "", "Foam\nholds.", ""},
		"within":        {`{"body":{"text":"Foam holds.","html":"<p>Foam holds."}}`, "", "Foam holds.", ""},
		"within, named": {`{"body":{"first":"Foam","second":{"then":"holds."}}}`, "", "Foam\nholds.", ""},
		"a number":      {`{"body":5,"subject":"Hi"}`, "", "", "draft.body draft.subject"},
		"none":          {`{"tone":"dry"}`, "", "", "draft.tone"},
	} {
		line := `{"verdict":"rejected","artifact":{"name":"foam"},"draft":` + test.draft + "}"
		for got, err := range ReadAll(strings.NewReader(line), ReadOptions{}) {
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			var unknown []string
			for _, u := range got.Unknown {
				unknown = append(unknown, u.Name)
			}
			subject, body, ok := got.Decision.Draft.TakeText()
			if subject != test.subject || body != test.body || ok != (test.body != "") || strings.Join(unknown, " ") != test.unknown {
				t.Errorf("%s: %q, %q, %v, and not known %v", name, subject, body, ok, unknown)
			}
			for _, n := range got.Decision.Draft.Rest {
				if n.Name != "tone" && test.unknown == "" {
					t.Errorf("%s: %s stays", name, n.Name)
				}
			}
		}
	}
}
