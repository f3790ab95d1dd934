package comment

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/finding"
)

func rendered(t testing.TB, a About, opts Options, findings ...finding.Finding) string {
	t.Helper()
	opts.Gates, opts.Pointer = someGates, "the quality gates"
	body, err := Render(New(&finding.Document{Findings: findings}, a), opts)
	if err != nil {
		t.Fatal(err)
	}
	return body
}

// quotations are comments of people who judge by themselves, and quote what the check said.
func quotations(visible string) map[string]string {
	const own = "**Rejected** — I do not agree with this:\n\n"
	alone, _, _ := strings.Cut(visible[strings.Index(visible, fenceOpen):], "\n"+fenceClose+"\n")
	return map[string]string{
		"in a longer fence":          own + "````\n" + visible + "````\n",
		"in a fence with a language": own + "`````markdown\n" + visible + "`````\n",
		"in tildes":                  own + "~~~\n" + visible + "~~~\n",
		"in an indented fence":       own + "   ````\n" + visible + "   ````\n",
		"in a fence that is open":    own + "````\n" + visible,
		"behind a marker":            own + "> " + strings.ReplaceAll(visible, "\n", "\n> "),
		"in a fence of its own":      own + "```text\n```x\n" + alone + "\n" + fenceClose + "\n",
		"behind a span":              own + "``` a`b\n````\n" + visible + "````\n",
		"indented":                   own + "    " + strings.ReplaceAll(visible, "\n", "\n    "),
	}
}

// What quotes, mentions or hides a block is none, and neither is what a block of ours quotes.
func TestParseRefuses(t *testing.T) {
	ours := rendered(t, about, Options{Key: testKey}, someFindings()...)
	visible := htmlComment.ReplaceAllString(ours, "")
	quoted := "> " + strings.ReplaceAll(ours, "\n", "\n> ")
	for name, body := range quotations(visible) {
		if s, err := Parse(body); !errors.Is(err, ErrNone) {
			t.Errorf("quoted %s: %+v, %v", name, s, err)
		}
	}
	for name, c := range map[string]struct{ body, says string }{
		"nothing":                     {"", "no rejection block"},
		"a remark":                    {"looks good to me", "no rejection block"},
		"a quotation":                 {quoted + "\n\nwhy?", "no rejection block"},
		"a quotation of the lines":    {"> " + strings.ReplaceAll(visible, "\n", "\n> "), "no rejection block"},
		"words before it":             {"see " + ours, "no rejection block"},
		"a line before it":            {"see\n" + ours, "no rejection block"},
		"code":                        {"    " + ours, "no rejection block"},
		"a fence":                     {"````\n" + ours + "````\n", "no rejection block"},
		"its copy in another text":    {"The bot said:\n\n" + visible, "no rejection block"},
		"its lines alone":             {"**Rejected** — 1 blocking issue\n", "no rejection block"},
		"its lines and another fence": {"**Rejected** — 1 blocking issue\n\n```json\n[1]\n```\n", "no rejection block"},
		"a long text":                 {strings.Repeat(" ", maxBody+1), "no rejection block: the text takes"},
		"cut off":                     {ours[:200], "no rejection block"},
		"no JSON":                     {Marker + "{ -->", "damaged: it is not JSON"},
		"no object":                   {Marker + "7 -->", "damaged"},
		"two values":                  {Marker + forged + " {} -->", "damaged: something stands behind"},
		"another version":             {Marker + `{"schema":"kbgate.rejection/2","issues":[]} -->`, "this program reads kbgate.rejection/1"},
		"no issues":                   {Marker + `{"schema":"kbgate.rejection/1"} -->`, "no `issues`"},
		"a key twice":                 {Marker + `{"issues":[],"issues":["x"]} -->`, `the key "issues" stands in it twice`},
		"a key in capitals":           {Marker + `{"issues":[],"ISSUES":["x"]} -->`, `"ISSUES" is no key`},
		"a key with an odd letter":    {Marker + `{"issues":[],"i\u017fsues":["x"]} -->`, "is no key"},
		"too deep":                    {Marker + `{"issues":[],"x":` + strings.Repeat("[", 40) + strings.Repeat("]", 40) + `} -->`, "deeper"},
		"much too deep":               {Marker + strings.Repeat("[", 1_000_000) + " -->", "deeper"},
		"a damaged signature":         {Marker + forged + " -->\n" + signatureMarker + "{} -->", "signature"},
		"a short signature":           {Marker + forged + " -->\n" + signatureMarker + `{"alg":"ed25519","sig":"AAAA"} -->`, "3 bytes are no signature"},
	} {
		s, err := Parse(c.body)
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %+v, %v; want %q", name, s, err, c.says)
		}
		if strings.HasPrefix(c.says, "no rejection") != errors.Is(err, ErrNone) {
			t.Errorf("%s: %v is ErrNone or is not", name, err)
		}
	}
}

// The first comments of this kind had neither schema nor verdict.
func TestParseReadsTheUsersFirstBlocks(t *testing.T) {
	s, err := Parse("<!-- REJECTION: {\"issues\": [\"date_errors\"], \"source\": \"validator\", \"ts\": \"2026-03-01T10:00:00.123456+00:00\"} -->\n\n**Rejected** — 1 blocking issue\n")
	if err != nil || len(s.Issues) != 1 || s.Issues[0] != "date_errors" || s.Source != "validator" || s.TS != "2026-03-01T10:00:00.123456+00:00" {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestVerify(t *testing.T) {
	body := rendered(t, about, Options{Key: testKey}, someFindings()...)
	other := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{8}, 32))
	others := []ed25519.PublicKey{other.Public().(ed25519.PublicKey)}
	want := Expect{Repo: "Org/Repo", PR: 7, Head: someHead}
	changed := strings.Replace(body, `"scope_error"`, `"date_errors"`, 1)
	for name, c := range map[string]struct {
		body    string
		keys    []ed25519.PublicKey
		want    Expect
		reasons []error
	}{
		"whole":                 {body, keys, want, nil},
		"one of several keys":   {body, append(others, keys...), want, nil},
		"nothing asked":         {body, keys, Expect{}, nil},
		"the copy":              {htmlComment.ReplaceAllString(body, ""), keys, want, nil},
		"without the copy":      {body[:strings.Index(body, "<details>")], keys, want, nil},
		"unsigned":              {rendered(t, about, Options{}, someFindings()...), keys, want, []error{ErrUnsigned}},
		"no keys":               {body, nil, want, []error{ErrUnknownKey}},
		"another key":           {body, others, want, []error{ErrUnknownKey}},
		"changed":               {changed, keys, want, []error{ErrBadSignature, ErrCopiesDiffer}},
		"its copy changed":      {strings.Replace(body, "```json\n{\"schema\"", "```json\n{ \"schema\"", 1), keys, want, []error{ErrCopiesDiffer}},
		"another repository":    {body, keys, Expect{Repo: "org/other"}, []error{ErrOtherRepo}},
		"another pull request":  {body, keys, Expect{PR: 8}, []error{ErrOtherPR}},
		"another commit":        {body, keys, Expect{Head: someBase}, []error{ErrOtherHead}},
		"about nothing":         {rendered(t, About{At: at}, Options{Key: testKey}), keys, want, []error{ErrNoRepo, ErrNoPR, ErrNoHead}},
		"unverified":            {rendered(t, about, Options{Key: testKey, Unverified: true}), keys, want, []error{ErrUnverified}},
		"another's signature":   {strings.Replace(body, signatureOf(t, body), signatureOf(t, rendered(t, About{At: at}, Options{Key: testKey})), 1), keys, want, []error{ErrBadSignature}},
		"signed by another key": {rendered(t, about, Options{Key: other}, someFindings()...), keys, want, []error{ErrUnknownKey}},
	} {
		s, err := Parse(c.body)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		err = s.Verify(c.keys, c.want)
		for _, reason := range []error{ErrUnsigned, ErrUnknownKey, ErrBadSignature, ErrOtherRepo, ErrOtherPR, ErrOtherHead, ErrNoRepo, ErrNoPR, ErrNoHead, ErrCopiesDiffer, ErrUnverified} {
			given := false
			for _, want := range c.reasons {
				given = given || want == reason
			}
			if errors.Is(err, reason) != given {
				t.Errorf("%s: %v; want %v", name, err, c.reasons)
			}
		}
	}
}

func signatureOf(t *testing.T, body string) string {
	t.Helper()
	s, err := Parse(body)
	if err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(s.Signature)
}

func TestFind(t *testing.T) {
	pr := func(n int, opts Options) string {
		a := about
		a.PR = n
		return rendered(t, a, opts, someFindings()...)
	}
	github := func(bodies ...string) string {
		var comments []map[string]any
		for i, body := range bodies {
			comments = append(comments, map[string]any{"id": i, "body": body, "user": map[string]any{"login": fmt.Sprint("user", i)},
				"created_at": fmt.Sprintf("2026-11-21T1%d:00:00Z", i), "updated_at": fmt.Sprintf("2026-11-21T1%d:00:00Z", i), "reactions": map[string]any{"+1": 0}})
		}
		data, err := json.Marshal(comments)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	object := func(v any) string {
		data, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	type m = map[string]any
	signed := Options{Key: testKey}
	for name, c := range map[string]struct {
		page       string
		conditions []Condition
		pr         int // 0: none
	}{
		"one comment":              {pr(1, signed), nil, 1},
		"GitHub's newest":          {github(pr(1, signed), pr(2, signed), "thanks"), nil, 2},
		"a quotation is newer":     {github(pr(1, signed), "> "+pr(2, signed)), nil, 1},
		"a damaged one is newer":   {github(pr(1, signed), Marker+"{ -->"), nil, 1},
		"by time, not by place":    {object([]m{{"body": pr(1, signed), "created_at": "2026-11-22T10:00:00Z"}, {"body": pr(2, signed), "created_at": "2026-11-21T10:00:00Z"}}), nil, 1},
		"in another time zone":     {object([]m{{"body": pr(1, signed), "created_at": "2026-11-21T10:00:00+02:00"}, {"body": pr(2, signed), "created_at": "2026-11-21T09:00:00Z"}}), nil, 2},
		"what was edited is newer": {object([]m{{"body": pr(1, signed), "created_at": "2026-11-21T10:00:00Z", "updated_at": "2026-11-23T10:00:00Z"}, {"body": pr(2, signed), "created_at": "2026-11-22T10:00:00Z"}}), nil, 1},
		"without times the last":   {object([]m{{"body": pr(1, signed)}, {"body": pr(2, signed)}}), nil, 2},
		"GitLab":                   {object([]m{{"body": pr(1, signed), "author": m{"username": "bot"}, "created_at": "2026-11-21T10:00:00.123Z", "system": false, "position": nil}}), []Condition{From("Bot")}, 1},
		"the program gh":           {object(m{"comments": []m{{"body": pr(1, signed), "author": m{"login": "bot"}, "createdAt": "2026-11-21T10:00:00Z"}}}), []Condition{From("bot")}, 1},
		"one object":               {object(m{"body": pr(1, signed), "user": nil}), nil, 1},
		"pages one behind another": {github(pr(1, signed)) + "\n" + github("x", pr(2, signed)), nil, 2},
		"a signed one wins":        {github(pr(1, signed), pr(2, Options{})), []Condition{SignedBy(keys)}, 1},
		"another account":          {github(pr(1, signed), pr(2, signed)), []Condition{From("user0")}, 1},
		"nobody signed":            {github(pr(1, Options{})), []Condition{SignedBy(keys)}, 0},
		"one that nobody signed":   {pr(1, Options{}), []Condition{SignedBy(keys)}, 0},
		"odd entries":              {`[null, 7, "x", {"body": 7}, {"user": "x", "body": null}, [[]], ` + strings.TrimPrefix(github(pr(1, signed)), "["), nil, 1},
		"no comments":              {"[]", nil, 0},
		"an empty object":          {"{}", nil, 0},
		"nothing":                  {"", nil, 0},
	} {
		s, err := Find([]byte(c.page), c.conditions...)
		switch {
		case c.pr == 0:
			if !errors.Is(err, ErrNone) {
				t.Errorf("%s: %+v, %v", name, s, err)
			}
		case err != nil || s.PR != c.pr:
			t.Errorf("%s: %+v, %v; want %d", name, s, err, c.pr)
		}
	}
	for _, page := range []string{"[", `{"body":`, strings.Repeat("[", 1_000_000), "[] x"} {
		if s, err := Find([]byte(page)); err == nil || errors.Is(err, ErrNone) {
			t.Errorf("%.20q: %+v, %v", page, s, err)
		}
	}
}

func TestKeys(t *testing.T) {
	key, err := NewKey()
	if err != nil {
		t.Fatal(err)
	}
	public := key.Public().(ed25519.PublicKey)
	if got, err := ParsePrivateKey(FormatPrivateKey(key) + "\n"); err != nil || !got.Equal(key) {
		t.Errorf("%v", err)
	}
	if got, err := ParsePublicKey(FormatPublicKey(public)); err != nil || !got.Equal(public) || len(KeyID(got)) != 16 {
		t.Errorf("%v", err)
	}
	secret := FormatPrivateKey(key)
	for _, text := range []string{"", "ed25519:", "ed25519:AAAA", "rsa:" + strings.Repeat("A", 44), secret, secret[:30], FormatPublicKey(public) + "=", "ed25519:" + strings.Repeat("*", 44)} {
		_, err := ParsePublicKey(text)
		if err == nil || text != "" && strings.Contains(err.Error(), strings.TrimPrefix(strings.TrimPrefix(text, privatePrefix), publicPrefix)+"x") {
			t.Errorf("%q: %v", text, err)
		}
		if err != nil && strings.Contains(err.Error(), secret[20:]) {
			t.Errorf("the error shows the key: %v", err)
		}
	}
	if _, err := ParsePrivateKey(FormatPublicKey(public)); err == nil {
		t.Error("a public key passes for a private one")
	}
}

// Foreign bytes are read or refused; what is read is rendered and read again as the same.
func FuzzParse(f *testing.F) {
	f.Add(rendered(f, about, Options{Key: testKey}, someFindings()...))
	f.Add(htmlComment.ReplaceAllString(rendered(f, about, Options{Key: testKey}, someFindings()...), ""))
	f.Add(Marker + forged + " -->")
	for _, s := range hostile[:12] {
		f.Add(Marker + s)
	}
	f.Fuzz(func(t *testing.T, body string) {
		s, err := Parse(body)
		if err != nil {
			return
		}
		if _, err := decode(s.Payload); err != nil {
			t.Fatalf("%q: %v", body, err)
		}
		_ = s.Verify(keys, Expect{Repo: "x", PR: 1, Head: someHead})
		again, err := Render(&s.Block, Options{Gates: someGates})
		if errors.Is(err, errTooLong) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if got, err := Parse(again); err != nil || !got.Truncated && fmt.Sprintf("%+v", got.Issues) != fmt.Sprintf("%+v", s.Issues) {
			t.Fatalf("%v: %+v\nwant %+v", err, got, s)
		}
	})
}

func FuzzFind(f *testing.F) {
	body := rendered(f, about, Options{Key: testKey}, someFindings()...)
	f.Add([]byte(body))
	page, _ := json.Marshal([]map[string]any{{"body": body, "created_at": "2026-11-21T10:00:00Z", "user": map[string]string{"login": "x"}}})
	f.Add(page)
	f.Add([]byte(`{"comments":[{"body":"x"}]}`))
	f.Add([]byte(`[{}][{}]`))
	f.Fuzz(func(t *testing.T, page []byte) {
		s, err := Find(page)
		if (s == nil) == (err == nil) {
			t.Fatalf("%+v, %v", s, err)
		}
		if s, err := Find(page, SignedBy(keys)); err == nil && s.verifySignature(keys) != nil {
			t.Fatalf("%+v is not signed", s)
		}
	})
}

// What a claim says is read back as it was said, and says nothing else.
func FuzzRender(f *testing.F) {
	for _, s := range hostile {
		f.Add("scope_error", "a.md", s, "fix")
		f.Add(s, s, "message", s)
	}
	f.Fuzz(func(t *testing.T, tag, path, message, fix string) {
		if len(tag)+len(path)+len(message)+len(fix) > 10_000 {
			t.Skip() // longer ones are cut
		}
		b := New(&finding.Document{Findings: []finding.Finding{{Gate: tag, Severity: finding.Blocking, Path: path, Message: message, Fix: fix}}}, about)
		roundTrip(t, b, Options{Gates: someGates, Key: testKey})
		body, err := Render(b, Options{Gates: someGates})
		if err != nil {
			t.Fatal(err)
		}
		harmless(t, body)
		for name, text := range sanitisers(body) {
			if s, err := Parse(text); err != nil || s.Repo != about.Repo {
				t.Fatalf("%s: %v\n%s", name, err, text)
			}
		}
	})
}
