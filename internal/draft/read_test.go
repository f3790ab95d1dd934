package draft

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/kbgate/kbgate/internal/decision"
)

const whole = `{
  "to": "Ana@Example.org", "subject": "Your audit", "body": "Hi Ana,\n\nThe audit is in May.", "template": "t-1", "campaign": "spring",
  "lead": {"email": "ana@example.org", "first_name": "Ana", "last_name": "Reis", "title": "Head of Quality",
    "company": {"name": "Reis & Sons", "domain": "reis.example", "description": "Cheese", "industry": "Food", "employee_count": 120,
      "technologies": ["SAP", "Odoo"]},
    "hiring_signal": "Two auditors", "hooks": ["A new dairy in Porto"], "intent_signals": ["asked for prices"],
    "signals": [{"type": "event", "value": "Spoke at Cheese 2026", "at": "2026-11-02"}],
    "source_type": "event", "source_name": "Cheese 2026", "engagement_content": "the talk on audits"},
  "evidence": [{"type": "event", "value": "Cheese 2026", "source": "site"}, "a new dairy"],
  "type": "email", "rejection_tag": "tone", "priority": 1e0
}`

func TestReadJSON(t *testing.T) {
	d, err := ReadJSON([]byte(whole))
	if err != nil {
		t.Fatal(err)
	}
	last := d.Members[len(d.Members)-1]
	if value, _ := last.Value.(json.RawMessage); len(d.Members) != 10 || last.Name != "priority" || string(value) != "1e0" {
		t.Errorf("%d members, the last %s: %s", len(d.Members), last.Name, last.Value)
	}
	d.Members = nil
	want := &Draft{To: "Ana@Example.org", Subject: "Your audit", Body: "Hi Ana,\n\nThe audit is in May.", Template: "t-1", Campaign: "spring",
		Lead: &Lead{Email: "ana@example.org", FirstName: "Ana", LastName: "Reis", Title: "Head of Quality",
			Company: Company{Name: "Reis & Sons", Domain: "reis.example", Description: "Cheese", Industry: "Food", Employees: 120,
				Technologies: []string{"SAP", "Odoo"}},
			HiringSignal: "Two auditors", Hooks: []string{"A new dairy in Porto"}, Intent: []string{"asked for prices"},
			Signals:    []Signal{{"event", "Spoke at Cheese 2026", time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC)}},
			SourceType: "event", SourceName: "Cheese 2026", EngagementContent: "the talk on audits"},
		Evidence: []decision.Evidence{{Type: "event", Value: "Cheese 2026", Source: "site"}, {Value: "a new dairy"}},
		Type:     decision.Email, Tag: "tone"}
	if !reflect.DeepEqual(d, want) {
		t.Errorf("%+v\n%+v", d, want)
	}
}

// Databases and programs write the same in many ways.
func TestReadJSONTolerates(t *testing.T) {
	for _, test := range []struct {
		draft string
		got   func(*Draft) any
		want  string
	}{
		{`{"body":"x"}`, func(d *Draft) any { return []any{d.To, d.Type, d.Lead} }, "[ email <nil>]"},
		{`{"body":null,"subject":null,"to":null,"lead":null,"evidence":null,"template":null}`, func(d *Draft) any { return d.Body + d.To }, ""},
		{`{"body":"x","lead":{"email":"a@b.org"}}`, func(d *Draft) any { return d.To }, "a@b.org"},
		{`{"body":"x","to":["a@b.org"]}`, func(d *Draft) any { return d.To }, "a@b.org"},
		{`{"body":"x","to":{"email":" a@b.org "}}`, func(d *Draft) any { return d.To }, "a@b.org"},
		{`{"body":"x","template_id":7,"campaign_id":"c"}`, func(d *Draft) any { return d.Template + d.Campaign }, "7c"},
		{`{"body":"x","evidence":"one"}`, func(d *Draft) any { return d.Evidence }, "[{ one  []}]"},
		{`{"body":"x","evidence":["a"],"personalization_evidence":[{"value":"a"},{"signal_type":"t","value":"b"}]}`, func(d *Draft) any { return d.Evidence }, "[{ a  []} {t b  []}]"},
		{`{"body":"x","lead":{"company":"Acme"}}`, func(d *Draft) any { return d.Lead.Company.Name }, "Acme"},
		{`{"body":"x","lead":{"company":{"technologies":"SAP, Odoo ,"}}}`, func(d *Draft) any { return d.Lead.Company.Technologies }, "[SAP Odoo]"},
		{`{"body":"x","lead":{"company":{"technologies":[{"name":"SAP"},{"id":3},null]}}}`, func(d *Draft) any { return d.Lead.Company.Technologies }, "[SAP]"},
		{`{"body":"x","lead":{"company":{"employee_count":"1,200"}}}`, func(d *Draft) any { return d.Lead.Company.Employees }, "1200"},
		{`{"body":"x","lead":{"company":{"employee_count":"about 51-200"}}}`, func(d *Draft) any { return d.Lead.Company.Employees }, "51"},
		{`{"body":"x","lead":{"company":{"employee_count":"1.200 pessoas"}}}`, func(d *Draft) any { return d.Lead.Company.Employees }, "1200"},
		{`{"body":"x","lead":{"company":{"employee_count":"many"}}}`, func(d *Draft) any { return d.Lead.Company.Employees }, "0"},
		{`{"body":"x","lead":{"company":{"employee_count":-1e300}}}`, func(d *Draft) any { return d.Lead.Company.Employees }, "0"},
		{`{"body":"x","lead":{"hooks":"one"}}`, func(d *Draft) any { return d.Lead.Hooks }, "[one]"},
		{`{"body":"x","lead":{"hooks":[{"text":"one","date":"2026-11-02T08:00:00Z"}]}}`, func(d *Draft) any { return []any{d.Lead.Hooks, d.Lead.Signals} }, "[[one] [{hook one 2026-11-02 08:00:00 +0000 UTC}]]"},
		{`{"body":"x","lead":{"intent":["a"]}}`, func(d *Draft) any { return d.Lead.Intent }, "[a]"},
		{`{"body":"x","type":"Claim","title":"T"}`, func(d *Draft) any { return []any{d.Type, d.Subject} }, "[claim T]"},
		{`{"passed":true,"draft_fingerprint":"` + strings.Repeat("a", 64) + `"}`, func(d *Draft) any { return d.Judged[:2] + d.Body }, "aa"},
	} {
		d, err := Read("", []byte(test.draft))
		if err != nil {
			t.Errorf("%s: %v", test.draft, err)
			continue
		}
		if got := fmt.Sprint(test.got(d)); got != test.want {
			t.Errorf("%s: %s; want %s", test.draft, got, test.want)
		}
	}
}

func TestReadJSONRefuses(t *testing.T) {
	long := strings.Repeat(`"x",`, 201)
	for draft, want := range map[string]string{
		`[]`:                      "no JSON object",
		`{"body":"x"} {}`:         "something stands behind",
		"{\"body\":\"x\"}\n{}":    "it holds several drafts, one on each line, and one alone is taken here",
		`{"body":"x"`:             "has no end",
		`{"body":"x","body":"y"}`: `"body" stands here twice`,
		"{\"body\":\"x\",\n\"lead\":{\"title\":\"a\",\n\"title\":\"b\"}}":       `line 3: the field "title" stands here twice`,
		`{"subject":"x","bdoy":"y"}`:                                            `body: is missing: a draft has a body, and may have to, subject, template, campaign, lead, evidence and type. Is "bdoy" meant for it?`,
		`{"passed":true}`:                                                       "body: is missing",
		`{"body":{"x":1}}`:                                                      "line 1: body: takes a text",
		"{\"body\":\"x\",\n\"type\":\"mail\"}":                                  `line 2: type: "mail" is none of skill`,
		`{"body":"x","to":["a","b"]}`:                                           "to: names 2 addressees; a draft is for one",
		`{"body":"x","to":{"name":"a"}}`:                                        "to: takes an address",
		`{"body":"x","lead":"Ana"}`:                                             "lead: takes an object",
		`{"body":"x","evidence":3}`:                                             "evidence: takes a list",
		`{"body":"x","lead":{"hooks":[` + strings.TrimSuffix(long, ",") + `]}}`: "lead.hooks: has 201 items; it may have 200",
		`{"body":"x","evidence":[` + strings.TrimSuffix(long, ",") + `]}`:       "evidence: has 201 items; it may have 200",
		`{"body":"x","lead":{"company":{"technologies":"` + strings.Repeat("a,", 201) + `"}}}`: "lead.company.technologies: has 202 items",
		`{"body":"x","template":"` + strings.Repeat("t", 513) + `"}`:                           "template: has 513 bytes; it may have 512",
		`{"body":"x","lead":{"signals":[{"value":"a","at":"soon"}]}}`:                          "lead.signals[0].at: takes a time",
		`{"body":"x","draft_fingerprint":"abc"}`:                                               "draft_fingerprint: takes a fingerprint",
		`{"body":"x","a":` + strings.Repeat("[", 40) + strings.Repeat("]", 40) + `}`:           "nests deeper",
		`{"body":"x","a":[` + strings.Repeat("1,", 17000) + `1]}`:                              "more than 16384 values",
		`{"body":"` + strings.Repeat("x", MaxSize) + `"}`:                                      "a draft may have 1048576",
		`{"body":"x"` + strings.Join(numbered(200), "") + `}`:                                  "has 201 fields; a draft may have 200",
		"{\"body\":\"\xff\"}": "not UTF-8",
	} {
		if d, err := ReadJSON([]byte(draft)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80s: %v, %v; want %s", draft, d, err, want)
		}
	}
}

func numbered(n int) (all []string) {
	for i := range n {
		all = append(all, fmt.Sprintf(`,"f%d":0`, i))
	}
	return all
}

func TestReadMarkdown(t *testing.T) {
	note := "---\ntype: claim\ntitle: bread needs time\ncampaign: spring\n---\n\n# bread needs time\n\nIt does.\n"
	d, err := Read("claims/bread.md", []byte(note))
	if err != nil {
		t.Fatal(err)
	}
	if d.Subject != "bread needs time" || d.Body != "\n# bread needs time\n\nIt does.\n" || d.Type != decision.Claim || d.Campaign != "spring" || len(d.SHA) != 64 {
		t.Errorf("%+v", d)
	}
	mail, _ := Read("x.md", []byte("---\nto: ana@example.org\nsubject: Hello\ntemplate: t-1\n---\nHi Ana,\n"))
	if mail.To != "ana@example.org" || mail.Subject != "Hello" || mail.Template != "t-1" || mail.Type != decision.Email || mail.Body != "Hi Ana,\n" {
		t.Errorf("%+v", mail)
	}
	// The name of a file is no title: whoever renames it changes nothing in the text.
	if bare, _ := Read("bread-needs-time.md", []byte("It does.\n")); bare.Subject != "" || bare.Type != "" {
		t.Errorf("%+v", bare)
	}
	if braces, err := Read("x.md", []byte("{braces} are text\n")); err != nil || braces.Body != "{braces} are text\n" {
		t.Errorf("%+v %v", braces, err)
	}
	if _, err := Read("x.md", []byte("a\xff")); err == nil {
		t.Error("text that is not UTF-8 is read")
	}
}

// Whoever is named in a header in whatever letters is named, and a header that nobody can read names nobody.
func TestReadMarkdownHeaders(t *testing.T) {
	for text, want := range map[string]string{
		"---\nTo: ana@example.org\nSubject: Hello\nTYPE: Email\n---\nHi\n":        "ana@example.org Hello email",
		"---\nto: [ana@example.org]\n---\nHi\n":                                   "ana@example.org  email",
		"---\nto: ana@example.org\nTo: ana@example.org\n---\nHi\n":                "ana@example.org  email",
		"---\nto: ana@example.org\nTo: rui@example.org\n---\nHi\n":                "error: to: names 2 addressees; a draft is for one",
		"---\nto:\n  - ana@example.org\n  - rui@example.org\n---\nHi\n":           "error: to: names 2 addressees; a draft is for one",
		"---\nto: {email: ana@example.org}\n---\nHi\n":                            "error: to: takes an address",
		"---\nto: ana@example.org\nsubject: a: b: c\n---\nHi\n":                   "error: its header cannot be read",
		"---\nto: ana@example.org\n\n# Hi\n":                                      "error: its header cannot be read: it has no end",
		"Para: ana@example.org\nAssunto: Bom dia\n\nOlá Ana,\n":                   "ana@example.org Bom dia email",
		"De: rui@example.org\nPara: Ana <ana@example.org>\n\nOlá Ana,\n":          "ana@example.org  email",
		"To: ana@example.org\n\nHi Ana,\n":                                        "ana@example.org  email",
		"To: ana@example.org\nPara: rui@example.org\nSubject: x\n\nHi Ana,\n":     "error: to: names 2 addressees",
		"Para: quem quiser\n\nEste texto não é correio.\n":                        "  ",
		"---\nwhat stands above a rule: is prose\nand so is this\n\n---\nMore.\n": "  ",
	} {
		d, err := Read("x.md", []byte(text))
		var got string
		if err != nil {
			got = "error: " + err.Error()
		} else {
			got = fmt.Sprintf("%s %s %s", d.To, d.Subject, d.Type)
		}
		if got != want && !(strings.HasPrefix(want, "error: ") && strings.HasPrefix(got, want)) {
			t.Errorf("%q: %s; want %s", text, got, want)
		}
		if errors.Is(err, ErrHeader) && d == nil {
			t.Errorf("%q: what was read is not given", text)
		}
	}
}

func TestComplete(t *testing.T) {
	for _, test := range []struct {
		name, draft, to string
		kind            decision.ArtifactType
		want            string
	}{
		{"x.txt", "Hi Ana,", "ana@example.org", "", "ana@example.org email"},
		{"x.txt", "Hi Ana,", "", decision.Email, " email"},
		{"x.txt", "Hi Ana,", "ana@example.org, rui@example.org", "", "--to: holds more than one address alone; a draft is for one"},
		{"x.md", "---\ntype: claim\n---\nText.", "", decision.Claim, " claim"},
		{"x.md", "---\ntype: claim\n---\nText.", "", decision.Email, "it says that it is of type claim, and --type says email"},
		{"x.json", `{"body":"x"}`, "", decision.Claim, " claim"},
		{"x.json", `{"body":"x","type":"email"}`, "", decision.Claim, "it says that it is of type email, and --type says claim"},
		{"x.json", `{"body":"x","to":"Ana <Ana@example.org>"}`, "ana@example.org", "", "Ana <Ana@example.org> email"},
		{"x.json", `{"body":"x","to":"ana@example.org"}`, "rui@example.org", "", "it names another addressee than --to"},
		{"x.json", `{"body":"x"}`, "", "", " email"},
	} {
		d, err := Read(test.name, []byte(test.draft))
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if err := d.Complete(test.to, test.kind); err != nil {
			got = err.Error()
		} else {
			got = fmt.Sprintf("%s %s", d.To, d.Type)
		}
		if got != test.want {
			t.Errorf("%s with %q and %q: %s; want %s", test.draft, test.to, test.kind, got, test.want)
		}
	}
}

func TestDraftsAreForOneAddress(t *testing.T) {
	for _, to := range []string{"ana@example.org, rui@example.org", "ana@example.org;rui@example.org", "3rd ana@example.org", "ana@example.org/rui@example.org"} {
		for name, text := range map[string]string{
			"a.json": `{"to": "` + to + `", "body": "x"}`, "b.json": `{"to": ["` + to + `"], "body": "x"}`, "c.json": `{"to": {"email": "` + to + `"}, "body": "x"}`,
			"d.json": `{"lead": {"email": "` + to + `"}, "body": "x"}`, "a.md": "---\nto: " + to + "\n---\nx\n", "a.eml": "To: " + to + "\nSubject: x\n\nx\n",
		} {
			d, err := Read(name, []byte(text))
			if err == nil {
				t.Errorf("%s for %s: %+v", name, to, d)
			}
			if strings.HasSuffix(name, ".json") {
				if d, err := ReadJSON([]byte(text)); err == nil {
					t.Errorf("a line with %s: %+v", to, d)
				}
			}
		}
	}
	for _, to := range []string{"Ana <ana@example.org>", "ana", "@ana", "", "mailto:ana@example.org"} {
		if _, err := Read("a.json", []byte(`{"to": "`+to+`", "body": "x"}`)); err != nil {
			t.Errorf("%s: %v", to, err)
		}
	}
}

func TestReadMail(t *testing.T) {
	const head = "From: a@example.org\nTo: \"Reis, Ana\" <Ana@Example.org>\nSubject: =?utf-8?q?Ol=C3=A1?= again\n"
	multipart := head + "MIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/html\n\n<p>no</p>\n" +
		"--b\nContent-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\nOl=E1 Ana,\n--b--\n"
	for text, body := range map[string]string{
		head + "\nHi Ana,\n": "Hi Ana,\n",
		multipart:            "Olá Ana,",
		head + "Content-Transfer-Encoding: base64\n\nSGkgQW5hLA==\n":                                          "Hi Ana,",
		head + "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n\n<p>x</p>\n--b--": "<p>x</p>",
	} {
		d, err := Read("mail.txt", []byte(text))
		if err != nil || d.To != "Ana@Example.org" || d.Subject != "Olá again" || strings.TrimRight(d.Body, "\n") != strings.TrimRight(body, "\n") || d.Type != decision.Email {
			t.Errorf("%s\n%+v %v", text, d, err)
		}
	}
	var deep strings.Builder
	for i := range 8 {
		fmt.Fprintf(&deep, "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i, i)
	}
	for text, want := range map[string]string{
		"To: a@b.org, c@d.org\nSubject: x\n\nHi\n":                     "names 2 addressees",
		"Subject: x\nContent-Type: text/plain; charset=koi8-r\n\nHi\n": "character set",
		"Subject: x\nContent-Type: image/png\n\nHi\n":                  "no part that is text",
		"Subject: x\n" + deep.String():                                 "nests deeper than 4 levels",
		"Subject: x\nContent-Transfer-Encoding: base64\n\n!!!\n":       "the text of the message: ",
		"Subject: x\nContent-Type: multipart/mixed; boundary=b\n\n" + strings.Repeat("--b\nContent-Type: image/png\n\nx\n", 101) + "--b--": "more than 100 parts",
	} {
		if d, err := Read("mail.txt", []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80q: %+v, %v; want %s", text, d, err, want)
		}
	}
}

// Mail programs show other parts than the first, or the HTML: whatever is shown is what is judged.
func TestReadMailShowsAll(t *testing.T) {
	const head = "From: s@example.org\nTo: ana@example.org\n"
	several := func(kind string, parts ...string) string {
		return head + "Subject: x\nContent-Type: multipart/" + kind + "; boundary=b\n\n--b\n" + strings.Join(parts, "\n--b\n") + "\n--b--\n"
	}
	const plain, html = "Content-Type: text/plain\n\n", "Content-Type: text/html\n\n"
	for name, c := range map[string]struct{ text, body string }{
		"two texts":        {several("mixed", plain+"Quinces ripen late.", plain+"Orchards bloom early."), "Quinces ripen late.\n\nOrchards bloom early."},
		"an attachment":    {several("mixed", "Content-Disposition: ATTACHMENT; filename=a\n"+plain+"Quinces ripen late.", plain+"Orchards bloom early."), "Orchards bloom early."},
		"an empty text":    {several("alternative", plain+" ", html+"<p>Orchards bloom</p>"), "<p>Orchards bloom</p>"},
		"the same":         {several("alternative", html+"<p>Orchards <b>bl&#111;om</b> early</p>", plain+"Orchards bloom early"), "Orchards bloom early"},
		"another":          {several("alternative", plain+"Quinces ripen late.", html+"<p>Orchards bloom early</p>"), ""},
		"more than read":   {several("alternative", plain+"Quinces", html+strings.Repeat("<p>Quinces</p>", 10<<10)), ""},
		"no subject":       {head + "\nOrchards bloom", "Orchards bloom"},
		"an empty subject": {head + "Subject:\n\nOrchards bloom", "Orchards bloom"},
		"of a mailbox":     {"From s@example.org Mon Nov 23 2026\n" + head + "\nOrchards bloom", "Orchards bloom"},
		"a mark of order":  {"\ufeff" + head + "\nOrchards bloom", "Orchards bloom"},
		"a copy alone":     {"Bcc: ana@example.org\n\nOrchards bloom", "Orchards bloom"},
		"two addressees":   {"To: z@example.org\n" + head + "\nOrchards bloom", ""},
		"a comment":        {head + "Content-Transfer-Encoding: quoted-printable (so)\n\nOrch=61rds bloom", "Orchards bloom"},
		"no headers":       {"Orchards bloom\n\nearly", ""},
	} {
		d, err := Read("a.eml", []byte(c.text))
		switch {
		case c.body == "" && err == nil:
			t.Errorf("%s: %+v", name, d)
		case c.body != "" && (err != nil || strings.TrimSpace(d.Body) != c.body || d.Type != decision.Email || d.To != "ana@example.org"):
			t.Errorf("%s: %+v, %v", name, d, err)
		}
	}
}

func schemaOf(t testing.TB) *jsonschema.Schema {
	t.Helper()
	var doc any
	if err := json.Unmarshal(JSONSchema(), &doc); err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("draft.json", doc); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("draft.json")
	if err != nil {
		t.Fatal(err)
	}
	return compiled
}

func FuzzRead(f *testing.F) {
	f.Add("a.json", []byte(whole))
	f.Add("", []byte(`{"passed":false,"draft_fingerprint":"`+strings.Repeat("0", 64)+`","personalization_evidence":[]}`))
	f.Add("", []byte("To: a@b.org\nSubject: =?utf-8?b?YQ==?=\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nx\n--b--"))
	f.Add("a.md", []byte("---\nto: a@b.org\n---\nHi"))
	f.Add("", []byte(`{"body":"x","lead":{"hooks":[{"value":"a","at":"2026-11-02"}],"company":{"employee_count":"1,0"}},"to":[{"email":"x"}]}`))
	f.Add("", []byte(`{"body":"x","lead":"","type":[],"to":null,"subject":{},"draft_fingerprint":""}`))
	f.Add("", []byte(`{"body":"x","lead":{"signals":[{"value":"a","at":null}],"company":{"employee_count":[1]}}}`))
	s := schemaOf(f)
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		lead, noLead := ReadLead(data)
		d, err := Read(name, data)
		if err != nil {
			return
		}
		isDraft := slices.ContainsFunc(d.Members, func(m Member) bool { return m.Name == "body" || m.Name == "lead" })
		if isDraft && (noLead != nil || !reflect.DeepEqual(lead, d.Lead)) {
			t.Fatalf("the lead alone is %+v (%v), in the draft %+v", lead, noLead, d.Lead)
		}
		if d.Members == nil {
			return
		}
		// What is read as JSON fits the schema, and its fields are all there.
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff"))))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Validate(value); err != nil {
			t.Errorf("%s is read, and the schema refuses it: %v", data, err)
		}
		if all := value.(map[string]any); len(all) != len(d.Members) {
			t.Errorf("%d fields of %d", len(d.Members), len(all))
		}
	})
}
