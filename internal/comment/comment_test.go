package comment

import (
	"bytes"
	"crypto/ed25519"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"pgregory.net/rapid"

	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/gate"
)

var update = flag.Bool("update", false, "write the expected comments anew")

var (
	at      = time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)
	testKey = ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, ed25519.SeedSize))
	keys    = []ed25519.PublicKey{testKey.Public().(ed25519.PublicKey)}
)

const (
	someHead = "0123456789abcdef0123456789abcdef01234567"
	someBase = "89abcdef0123456789abcdef0123456789abcdef"
)

var someGates = gate.Registry{
	{ID: "scope_error", Title: "Scope qualification", Summary: "The claim uses an unscoped universal", Fix: "Say what is claimed of what.", Severity: gate.Blocking},
	{ID: "date_errors", Title: "Date accuracy", Summary: "The date is no real day", Fix: "Write it as YYYY-MM-DD.", Severity: gate.Blocking, Fixable: true},
	{ID: "broken_wiki_links", Title: "Wiki link validity", Summary: "A wiki link names a note that does not exist", Fix: "Write `<!-- claim pending: its title -->`.", Fixable: true},
}

func someFindings() []finding.Finding {
	return []finding.Finding{
		{Gate: "broken_wiki_links", Severity: finding.Warning, Path: "domains/a.md", Line: 12, Column: 5, Message: `no note is called "x"`, Fix: "Did you mean [[X]]?", AutoFixable: true, Target: "x", Suggestion: "X", Fingerprint: "0a"},
		{Gate: "scope_error", Severity: finding.Blocking, Path: "domains/ä b.md", Line: 1, Column: 1, Message: "“always” without a scope", Fix: "Say what is claimed of what.", Fingerprint: "0b"},
		{Gate: "broken_wiki_links", Severity: finding.Warning, Path: "domains/c.md", Line: 2, Column: 1, Message: "no note is called \"@everyone `` #1\"", Fix: "Write `<!-- claim pending: its title -->`.", Target: "@everyone `` #1", Fingerprint: "0c"},
		{Gate: "made_up", Severity: finding.Warning, Path: "d.md", Line: 3, Column: 1, Message: "what a later version finds", Fix: "mend it", Fingerprint: "0d"},
	}
}

var about = About{Repo: "org/repo", PR: 7, Head: someHead, Base: someBase, Agent: "rio", At: at}

// The comments that people see, whole.
func TestRenderGoldens(t *testing.T) {
	opts := Options{Gates: someGates, Pointer: "the quality gates"}
	signed, unverified := opts, opts
	signed.Key, unverified.Unverified = testKey, true
	of := func(findings ...finding.Finding) *Block {
		return New(&finding.Document{Findings: findings, Policy: strings.Repeat("ab", 32)}, about)
	}
	for name, render := range map[string]func() (string, error){
		"rejected":   func() (string, error) { return Render(of(someFindings()...), opts) },
		"signed":     func() (string, error) { return Render(of(someFindings()[1]), signed) },
		"warnings":   func() (string, error) { return Render(of(someFindings()[0]), opts) },
		"passed":     func() (string, error) { return Render(of(), opts) },
		"unverified": func() (string, error) { return Render(of(someFindings()[1]), unverified) },
		"upload_passed": func() (string, error) {
			return Render(New(&finding.Document{}, About{At: at}), unverified)
		},
		"tags_only": func() (string, error) {
			return Render(&Block{Schema: Schema, Issues: []string{"scope_error", "date_errors", "no_such_gate"}, Source: source, TS: "2026-11-21T10:00:00Z", Verdict: Rejected}, opts)
		},
		"summary": func() (string, error) { return Summary(of(someFindings()...), opts), nil },
	} {
		t.Run(name, func(t *testing.T) {
			got, err := render()
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join("testdata", name+".md")
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if want, err := os.ReadFile(file); err != nil || got != string(want) {
				t.Errorf("%v; `go test ./internal/comment -update` writes %s:\n%s", err, file, got)
			}
		})
	}
}

// The user's own reader finds a block where it always stood.
func TestTheUsersReader(t *testing.T) {
	body, err := Render(New(&finding.Document{Findings: someFindings()}, about), Options{Gates: someGates})
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`<!-- REJECTION: (\{.+?\}) -->`).FindStringSubmatch(body)
	if found == nil || !strings.HasPrefix(found[1], `{"schema":"kbgate.rejection/1","issues":["scope_error","broken_wiki_links","made_up"],"source":"validator","ts":"`) {
		t.Errorf("%q", found)
	}
}

func TestIssuesWorstFirst(t *testing.T) {
	var findings []finding.Finding
	add := func(tag, severity string, n int) {
		for range n {
			findings = append(findings, finding.Finding{Gate: tag, Severity: severity})
		}
	}
	add("many_warnings", finding.Warning, 9)
	add("b_blocks", finding.Blocking, 2)
	add("a_blocks", finding.Blocking, 2)
	add("most_blocks", finding.Blocking, 3)
	add("mixed", finding.Warning, 5)
	add("mixed", finding.Blocking, 1)
	b := New(&finding.Document{Findings: findings}, About{At: at})
	want := []string{"mixed", "most_blocks", "a_blocks", "b_blocks", "many_warnings"}
	if !slices.Equal(b.Issues, want) || b.Verdict != Rejected || *b.Counts != (Counts{Blocking: 8, Warning: 14}) {
		t.Errorf("%v %s %+v; want %v", b.Issues, b.Verdict, b.Counts, want)
	}
}

func TestNewCleans(t *testing.T) {
	doc := &finding.Document{Policy: "not a digest", Change: &finding.Change{Base: "HEAD", Head: strings.ToUpper(someHead), Agent: "../../x"},
		Findings: []finding.Finding{{Gate: "g", Severity: "fatal", Line: -4, Message: strings.Repeat("é", 5000), Path: "\xff"}}}
	b := New(doc, About{At: at.In(time.FixedZone("", 3600)).Add(time.Millisecond)})
	f := b.Findings[0]
	if b.Policy != "" || b.BaseSHA != "" || b.HeadSHA != someHead || b.Agent != "" || b.TS != "2026-11-21T10:00:00Z" || b.Verdict != Warnings ||
		f.Severity != finding.Warning || f.Line != 0 || len([]rune(f.Message)) != longestText || f.Path != "\ufffd" {
		t.Errorf("%+v", b)
	}
	if b := New(doc, About{Head: someBase, Base: someHead, Agent: "Rio", At: at}); b.HeadSHA != someBase || b.BaseSHA != someHead || b.Agent != "rio" {
		t.Errorf("what the caller says does not win: %+v", b)
	}
}

// anyBlock is a block as Render takes it: any texts that are valid, no empty list that is not left out.
func anyBlock() *rapid.Generator[*Block] {
	return rapid.Custom(func(t *rapid.T) *Block {
		text := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"-->", "<!--", "`", "\x7f", "\u2028", `\u002d`, `\`, "日本", "\U0001f642", "@a #1"}))
		b := &Block{
			Schema: Schema, Issues: rapid.SliceOfNDistinct(text, 0, 6, rapid.ID[string]).Draw(t, "issues"), Source: text.Draw(t, "source"),
			TS: text.Draw(t, "ts"), Verdict: rapid.SampledFrom([]string{Rejected, Warnings, Passed}).Draw(t, "verdict"),
			Repo: text.Draw(t, "repo"), PR: rapid.IntRange(0, 1<<40).Draw(t, "pr"), HeadSHA: text.Draw(t, "head"), BaseSHA: text.Draw(t, "base"),
			Policy: text.Draw(t, "policy"), Agent: text.Draw(t, "agent"),
			Truncated: rapid.Bool().Draw(t, "truncated"), Unverified: rapid.Bool().Draw(t, "unverified"), Strict: rapid.Bool().Draw(t, "strict"),
		}
		if rapid.Bool().Draw(t, "counted") {
			b.Counts = &Counts{rapid.Int().Draw(t, "blocking"), rapid.IntMin(0).Draw(t, "warning")}
		}
		for range rapid.IntRange(0, 4).Draw(t, "findings") {
			b.Findings = append(b.Findings, finding.Finding{
				Gate: text.Draw(t, "gate"), Severity: text.Draw(t, "severity"), Path: text.Draw(t, "path"), Line: rapid.Int().Draw(t, "line"),
				Column: rapid.Int().Draw(t, "column"), Message: text.Draw(t, "message"), Fix: text.Draw(t, "fix"), AutoFixable: rapid.Bool().Draw(t, "auto"),
				Target: text.Draw(t, "target"), Suggestion: text.Draw(t, "suggestion"), Fingerprint: text.Draw(t, "fingerprint"),
			})
		}
		return b
	})
}

// Parse(Render(x)) == x, signed and not, with HTML comments and without.
func TestParseIsTheInverseOfRender(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := anyBlock().Draw(t, "block")
		opts := Options{Gates: someGates, Pointer: "the quality gates"}
		if rapid.Bool().Draw(t, "signed") {
			opts.Key = testKey
		}
		roundTrip(t, b, opts)
	})
}

func roundTrip(t interface {
	Helper()
	Fatalf(string, ...any)
}, b *Block, opts Options) {
	t.Helper()
	body, err := Render(b, opts)
	if err != nil {
		t.Fatalf("%v", err)
	}
	for name, text := range map[string]string{"whole": body, "copy": htmlComment.ReplaceAllString(body, "")} {
		s, err := Parse(text)
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, body)
		}
		if !reflect.DeepEqual(&s.Block, b) {
			t.Fatalf("%s: %+v\nwant %+v", name, s.Block, *b)
		}
		if err := s.verifySignature(keys); (err == nil) != (opts.Key != nil) {
			t.Fatalf("%s: %v", name, err)
		}
		for _, c := range s.Payload {
			if c < ' ' || c >= 0x7f || strings.IndexByte("<>&'`~@#!%$", c) >= 0 {
				t.Fatalf("%q in %s", c, s.Payload)
			}
		}
		if bytes.Contains(s.Payload, []byte("--")) {
			t.Fatalf("-- in %s", s.Payload)
		}
	}
}

// 500 findings in one pull request: the comment fits, is valid, says that it is cut, and keeps the worst.
func TestFiveHundredFindings(t *testing.T) {
	for _, blocking := range []int{500, 300, 30, 3, 0} {
		t.Run(fmt.Sprint(blocking), func(t *testing.T) {
			var findings []finding.Finding
			for i := range 500 {
				f := finding.Finding{Gate: []string{"made_up", "broken_wiki_links"}[i%2], Severity: finding.Warning, Path: fmt.Sprintf("domains/a rather long path of a note %d.md", i), Line: i,
					Message: "no note is called “a rather long title that somebody gave to a note”", Fix: strings.Repeat("advice ", 30), Fingerprint: fmt.Sprintf("%016x", i)}
				if i >= 500-blocking {
					f.Gate, f.Severity = []string{"scope_error", "date_errors"}[i%2], finding.Blocking
				}
				findings = append(findings, f)
			}
			b := New(&finding.Document{Findings: findings}, about)
			body, err := Render(b, Options{Gates: someGates, Pointer: "the quality gates", Key: testKey})
			if err != nil || len(utf16.Encode([]rune(body))) > 60_000 || len(body) < 54_000 {
				t.Fatalf("%d characters, %v", length(body), err)
			}
			s, err := Parse(body)
			if err != nil || !s.Truncated || !slices.Equal(s.Issues, b.Issues) || *s.Counts != *b.Counts || len(s.Findings) < 30 {
				t.Fatalf("%v %+v", err, s)
			}
			if err := s.Verify(keys, Expect{Repo: "org/repo", PR: 7, Head: someHead}); err != nil {
				t.Error(err)
			}
			for i, f := range s.Findings {
				if want := i < blocking; (f.Severity == finding.Blocking) != want {
					t.Fatalf("finding %d of %d is %s", i, len(s.Findings), f.Severity)
				}
			}
			if copied, err := Parse(htmlComment.ReplaceAllString(body, "")); err != nil || !reflect.DeepEqual(copied.Block, s.Block) {
				t.Errorf("the copy is %+v, %v", copied, err)
			}
			if summary := Summary(b, Options{Gates: someGates}); strings.Count(summary, "  domains/") != 500 {
				t.Error("the summary does not list all")
			}
		})
	}
}

// Among what blocks, each issue keeps a finding before any keeps its second.
func TestEachIssueKeepsAFinding(t *testing.T) {
	var findings []finding.Finding
	for i := range 500 {
		findings = append(findings, finding.Finding{Gate: "scope_error", Severity: finding.Blocking, Path: fmt.Sprint(i), Message: strings.Repeat("m", 300)})
	}
	findings = append(findings, finding.Finding{Gate: "date_errors", Severity: finding.Blocking, Path: "last.md"})
	body, err := Render(New(&finding.Document{Findings: findings}, about), Options{Gates: someGates})
	if err != nil {
		t.Fatal(err)
	}
	s, err := Parse(body)
	if err != nil || !s.Truncated || s.Findings[len(s.Findings)-1].Path != "last.md" || s.Findings[0].Path != "0" {
		t.Errorf("%v, %+v", err, s)
	}
}

// What is counted is UTF-16 code units: no forge counts more.
func TestLength(t *testing.T) {
	for _, s := range []string{"", "abc", "é日", "\U0001f642a", "\n"} {
		if got, want := length(s), len(utf16.Encode([]rune(s))); got != want {
			t.Errorf("%q: %d, want %d", s, got, want)
		}
	}
}

// Ids and names without end leave no comment that is too long.
func TestNothingIsTooLong(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: reads and writes large comments")
	}
	var tags []finding.Finding
	for i := range 40_000 {
		tags = append(tags, finding.Finding{Gate: fmt.Sprintf("tag_%d", i), Severity: finding.Blocking, Message: strings.Repeat("@", 1000)})
	}
	b := New(&finding.Document{Findings: tags}, about)
	body, err := Render(b, Options{})
	s, parseErr := Parse(body)
	if err != nil || parseErr != nil || length(body) > MaxLength || !s.Truncated || len(s.Issues) < 1000 || s.Counts.Blocking != 40_000 {
		t.Errorf("%d characters, %v, %v", length(body), err, parseErr)
	}
	if n := len(Summary(b, Options{})); n > MaxSummary {
		t.Errorf("a summary of %d bytes", n)
	}
	if _, err := Render(&Block{Repo: strings.Repeat("x", MaxLength)}, Options{}); err == nil {
		t.Error("a name without end fits")
	}
}

// One finding fits, however long it is.
func TestOneFindingFits(t *testing.T) {
	long := strings.Repeat("\U0001f642", 5000)
	b := New(&finding.Document{Findings: []finding.Finding{{Gate: long, Severity: finding.Blocking, Path: long, Message: long, Fix: long, Target: long, Suggestion: long, Fingerprint: long}}},
		About{Repo: long, PR: 1 << 40, Head: strings.Repeat("a", 64), Base: strings.Repeat("b", 64), Agent: strings.Repeat("c", 64), At: at})
	body, err := Render(b, Options{Key: testKey, Pointer: "the quality gates"})
	if err != nil {
		t.Fatal(err)
	}
	if s, err := Parse(body); err != nil || s.Truncated || !reflect.DeepEqual(&s.Block, b) {
		t.Errorf("%d characters, %v, %+v", length(body), err, s)
	}
}
