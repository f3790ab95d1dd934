package verdict

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/git"
)

var now = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

const (
	head   = "2479a48a561de164f283210065c7d71b1acd7d67"
	policy = "66c9f4cf93c36d61f693c83cfb7dcb51ba689128c8349a6a6255d408eac5bcdc"
)

func isGate(tag string) bool { return tag == "links" || tag == "dates" || tag == "scope" }

func TestOf(t *testing.T) {
	doc := &finding.Document{Schema: finding.Schema, Policy: policy, Change: &finding.Change{Base: "b", Head: head, Agent: "rio", AgentByAuthor: "leo"},
		Findings: []finding.Finding{
			{Gate: "links", Severity: finding.Warning, Path: "secret.md", Message: "secret"}, {Gate: "links", Severity: finding.Warning},
			{Gate: "dates", Severity: finding.Warning, Certainty: finding.Possible, Fix: "secret"},
		},
		Suppressed: []finding.Suppressed{{Gate: "scope", Fingerprint: "f", By: "ana", Reason: "secret"}, {Gate: "thin", Reason: "by a comment"}}}
	want := &Verdict{Schema: Schema, State: head, Base: "b", Policy: policy, Agent: "rio", AgentByAuthor: "leo",
		Findings: []Count{{Gate: "dates", Possible: 1}, {Gate: "links", Certain: 2}, {Gate: "scope", Allowed: 1}}}
	if got := Of(doc); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	for _, c := range []struct {
		strict bool
		first  finding.Finding
		want   bool
	}{
		{false, finding.Finding{Severity: finding.Warning}, false}, {true, finding.Finding{Severity: finding.Warning}, true},
		{true, finding.Finding{Severity: finding.Warning, Certainty: finding.Possible}, false}, {false, finding.Finding{Severity: finding.Blocking}, true},
	} {
		doc.Strict, doc.Findings = c.strict, []finding.Finding{c.first}
		if got := Of(doc).Rejected; got != c.want {
			t.Errorf("strict %t, %+v: rejected %t", c.strict, c.first, got)
		}
	}
}

// A record of it is one that the store takes, holds no text, and has an id that follows from what was judged.
func TestDecision(t *testing.T) {
	v := &Verdict{State: head, Base: head, Policy: policy, At: now, Rejected: true, Agent: "rio", Findings: []Count{{"dates", 0, 1, 0}, {"links", 2, 0, 1}}}
	d := v.OfPull("team/kb", 7)
	if err := d.Validate(now); err != nil {
		t.Fatal(err)
	}
	data, err := d.Encode()
	if err != nil {
		t.Fatal(err)
	}
	back, err := decision.Decode(data)
	if err != nil || !reflect.DeepEqual(back.Findings, d.Findings) || back.Policy != policy || back.PR.BaseSHA != head {
		t.Errorf("%v: %+v in\n%s", err, back, data)
	}
	if d.Verdict != decision.Rejected || !d.IsOfGates() || strings.Join(d.Issues, " ") != "links" || d.PR.String() != "team/kb#7" || d.Artifact.SHA != head {
		t.Errorf("%+v", d)
	}
	again, other := v.OfPull("team/kb", 7), v.OfPull("team/kb", 8)
	if again.ID != d.ID || other.ID == d.ID || v.OfStaged().ID == d.ID {
		t.Errorf("ids %s %s %s %s", d.ID, again.ID, other.ID, v.OfStaged().ID)
	}
	staged := v.OfStaged()
	if err := staged.Validate(now); err != nil || staged.Artifact.Name != "staged on 2479a48a561d" || staged.PR.Number != 0 {
		t.Errorf("%v: %+v", err, staged)
	}
}

func TestRead(t *testing.T) {
	given := func(rest string) string { return `{"schema":"` + Schema + `","state":"` + head + `"` + rest + `}` }
	v, unknown, err := Read([]byte(given(`,"findings":[{"gate":"links","certain":2},{"gate":"sk-live-secret","certain":1},{"gate":"dates"}],"new":1`)), isGate)
	if err != nil || unknown != 1 || len(v.Findings) != 2 || v.Findings[0].Gate != "dates" {
		t.Errorf("%v, %d unknown, %+v", err, unknown, v)
	}
	for _, bad := range []string{"", "[]", "{}", `{"schema":"kbgate.verdict/2"}`, `{"schema":"kbgate.verdict/1"}`, given(`,"findings":[{"gate":"links"},{"gate":"links"}]`),
		given(`,"findings":[{"gate":"links","certain":-1}]`), given(`,"findings":"x"`), given(`,"agent":"` + strings.Repeat("x", MaxSize) + `"`), given("") + given(""),
		`{"schema":"kbgate.findings/1","gates":["links"],"findings":[],"change":{"base_sha":"b","head_sha":"a"}}`} {
		if _, _, err := Read([]byte(bad), isGate); err == nil {
			t.Errorf("%.80q is read", bad)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"schema":"kbgate.verdict/1","state":"a","findings":[{"gate":"links","certain":2}]}`))
	f.Add([]byte(`{"schema":"kbgate.findings/1","findings":[{"gate":"links"}],"change":{"head_sha":"a"}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		v, _, err := Read(data, isGate)
		if err != nil {
			return
		}
		line, err := v.Line()
		if err != nil || bytes.Count(line, []byte("\n")) != 1 {
			t.Fatalf("%v: %q", err, line)
		}
		for _, c := range v.Findings {
			if !isGate(c.Gate) {
				t.Fatalf("%q is kept", c.Gate)
			}
		}
		if v.State == "" {
			return
		}
		again, _, err := Read(line, isGate)
		if err != nil || !reflect.DeepEqual(v.OfStaged(), again.OfStaged()) {
			t.Fatalf("%v: %+v and %+v", err, v, again)
		}
	})
}

func newSpool(t *testing.T) Spool {
	return SpoolOf(git.Folder{Common: t.TempDir()}, "notes/")
}

func staged(n int) *Verdict {
	return &Verdict{Schema: Schema, At: now, State: fmt.Sprintf("%064d", n), Policy: policy, Findings: []Count{{Gate: "links", Certain: n}}}
}

func add(t *testing.T, s Spool, n int) bool {
	t.Helper()
	added, err := s.Add(context.Background(), staged(n))
	if err != nil {
		t.Fatal(err)
	}
	return added
}

func take(t *testing.T, s Spool) (states []string, b *Batch) {
	t.Helper()
	b, err := s.Take(context.Background(), isGate)
	if err != nil {
		t.Fatal(err)
	}
	if b == nil {
		return nil, nil
	}
	for _, d := range b.Decisions {
		states = append(states, strings.TrimLeft(d.Artifact.SHA, "0"))
	}
	return states, b
}

// The same state counts once, until others were taken in; and what one process left is the next one's.
func TestSpool(t *testing.T) {
	s := newSpool(t)
	if states, _ := take(t, s); states != nil || s.Waits() {
		t.Errorf("an empty spool gives %q", states)
	}
	if !add(t, s, 1) || add(t, s, 1) || !add(t, s, 2) {
		t.Error("a state does not count once")
	}
	states, b := take(t, s)
	if fmt.Sprint(states) != "[1 2]" {
		t.Fatalf("taken is %q", states)
	}
	if others, _ := take(t, s); others != nil {
		t.Errorf("two take %q at once", others)
	}
	if add(t, s, 1) || !add(t, s, 3) {
		t.Error("what is being taken in counts again")
	}
	if err := b.Leave(); err != nil {
		t.Fatal(err)
	}
	again, b := take(t, s)
	if fmt.Sprint(again) != "[1 2]" {
		t.Errorf("left is %q", again)
	}
	if err := b.Done(); err != nil {
		t.Fatal(err)
	}
	if add(t, s, 2) {
		t.Error("what was taken in counts again")
	}
	states, b = take(t, s)
	if fmt.Sprint(states) != "[3]" {
		t.Errorf("then %q is taken", states)
	}
	if err := b.Done(); err != nil || s.Waits() {
		t.Errorf("%v, waits %t", err, s.Waits())
	}
}

// An empty file of what is being taken in holds nothing up, and reading makes none.
func TestSpoolWithoutBatch(t *testing.T) {
	s := newSpool(t)
	add(t, s, 1)
	if _, err := os.Lstat(s.file(taking)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("to add a verdict makes a file of what is being taken in: %v", err)
	}
	if err := os.WriteFile(s.file(taking), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if states, _ := take(t, s); fmt.Sprint(states) != "[1]" {
		t.Errorf("beside an empty file %q is taken", states)
	}
}

func TestSpoolIsBounded(t *testing.T) {
	s := newSpool(t)
	for n := 1; ; n++ {
		_, err := s.Add(context.Background(), staged(n))
		if errors.Is(err, ErrFull) && n > 500 {
			break
		}
		if err != nil || n > 5000 {
			t.Fatalf("after %d: %v", n, err)
		}
	}
	if info, err := os.Stat(s.file(waiting)); err != nil || info.Size() > MaxSpool {
		t.Errorf("%v: %v", info, err)
	}
}

// A line that was cut as its writer was killed spoils no other, and a link is not written through.
func TestSpoolOfTheKilled(t *testing.T) {
	s := newSpool(t)
	add(t, s, 1)
	file, err := os.OpenFile(s.file(waiting), os.O_APPEND|os.O_WRONLY, 0)
	if err == nil {
		_, err = file.WriteString(`{"schema":"kbgate.ver`)
	}
	if err = errors.Join(err, file.Close()); err != nil {
		t.Fatal(err)
	}
	add(t, s, 2)
	states, b := take(t, s)
	if fmt.Sprint(states) != "[1 2]" || b.Unread != 1 {
		t.Errorf("taken is %q, unread %d", states, b.Unread)
	}
	if err := b.Done(); err != nil {
		t.Fatal(err)
	}
	victim := filepath.Join(t.TempDir(), "victim")
	if err := os.WriteFile(victim, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(victim, s.file(waiting)); err != nil {
		t.Skip(err)
	}
	_, err = s.Add(context.Background(), staged(9))
	if data, _ := os.ReadFile(victim); err == nil || string(data) != "mine" {
		t.Errorf("%v: the file is %q", err, data)
	}
}

// A hook waits less than 10 ms for a verdict to be kept, also where the spool is nearly full.
func BenchmarkAdd(b *testing.B) {
	s := SpoolOf(git.Folder{Common: b.TempDir()}, "")
	n := 0
	for {
		n++
		if _, err := s.Add(context.Background(), staged(n)); err != nil {
			break
		}
	}
	if err := os.Truncate(s.file(waiting), MaxSpool-8192); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		n++
		if _, err := s.Add(context.Background(), staged(n)); errors.Is(err, ErrFull) {
			b.StopTimer()
			if err := os.Truncate(s.file(waiting), MaxSpool-8192); err != nil {
				b.Fatal(err)
			}
			b.StartTimer()
		} else if err != nil {
			b.Fatal(err)
		}
	}
}
