package recall_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decide"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/ledger/ledgertest"
	"github.com/kbgate/kbgate/internal/recall"
	"github.com/kbgate/kbgate/internal/records"
	"github.com/kbgate/kbgate/internal/store"
	"github.com/kbgate/kbgate/internal/store/index"
)

// Through the index, the log says what it says without, whatever lies in the store; and so does each question by a part of an
// id.
func TestLogIsThePlainLog(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: reads many records")
	}
	for seed := range uint64(8) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			ctx, l := context.Background(), ledgertest.New(t)
			r := rand.New(rand.NewPCG(seed, 2))
			made := strewn{rand: r}
			for round := range 1 + r.IntN(3) {
				at := indexNoon.Add(time.Duration(round*r.IntN(30)) * time.Hour)
				if _, err := l.Store.Append(ctx, at, "more", made.files(t, at, round)...); err != nil {
					t.Fatal(err)
				}
				x, err := l.Index(ctx, index.Always)
				if err != nil {
					t.Fatal(err)
				}
				for range 20 {
					compareLogs(t, l, x, made.filter())
				}
			}
			compareFinds(t, l, made.ids)
		})
	}
}

// strewn makes the files of a store: good, bad and strange ones.
type strewn struct {
	rand       *rand.Rand
	decisions  []*decision.Decision
	amendments []*decision.Amendment
	ids        []string
}

func (s *strewn) files(t *testing.T, at time.Time, round int) (files []store.File) {
	t.Helper()
	r := s.rand
	for i := range 2 + r.IntN(8) {
		at := at.Add(time.Duration(r.IntN(60*72)) * time.Minute)
		d := madeDecision(at, fmt.Sprint(round, "-", i), r)
		d.Agent = []string{"rio", "Rio", "RIO", "tea", "ſtrange", "Strange"}[r.IntN(6)]
		d.Artifact.Name, d.Artifact.Path = fmt.Sprint("x", r.IntN(3)), []string{"", "x0", "skills/X1"}[r.IntN(3)]
		d.ReviewPoint, d.PR.Repo = []string{"", "HITL-1", "hitl-1"}[r.IntN(3)], []string{"", "a/b", "A/b", "a/b#1"}[r.IntN(4)]
		f := ledgertest.Encoded(t, d.Path(), d)
		switch r.IntN(9) {
		case 0:
			f.Data = []byte("verdict: [")
		case 1:
			f.Data = make([]byte, decision.MaxRecord+1)
		case 2: // another's name
			d.ID = decision.DerivedID(at, "another", d.SourceID)
			f = ledgertest.Encoded(t, f.Path, d)
		case 3: // a twin
			files = append(files, store.File{Path: strings.TrimSuffix(f.Path, ".yaml") + "-0123abcd.yaml", Data: f.Data})
		default:
			s.decisions = append(s.decisions, d)
		}
		s.ids, files = append(s.ids, d.ID), append(files, f)
	}
	for i := 0; i < r.IntN(10) && len(s.decisions) > 0; i++ {
		a := madeAmendment(at.Add(time.Duration(r.IntN(600))*time.Minute), fmt.Sprint(round, "-", i), r, s.decisions, s.amendments)
		f := ledgertest.Encoded(t, a.Path(), a)
		switch r.IntN(8) {
		case 0:
			f.Data = []byte("of: [")
		case 1:
			f.Path = strings.Replace(f.Path, "/20", "/19", 1)
		case 2:
			files = append(files, store.File{Path: strings.TrimSuffix(f.Path, ".yaml") + "-0123abcd.yaml", Data: f.Data})
		}
		s.amendments, s.ids, files = append(s.amendments, a), append(s.ids, a.ID), append(files, f)
	}
	for _, name := range []string{"decisions/README.md", "decisions/x.yaml", "decisions/2026/11/21/x.yaml", "amendments/Readme", "amendments/x.yaml", "elsewhere/x.yaml"} {
		if r.IntN(6) == 0 {
			files = append(files, store.File{Path: name, Data: fmt.Append(nil, name)})
		}
	}
	return files
}

func (s *strewn) filter() recall.Filter {
	r, f := s.rand, recall.Filter{Limit: s.rand.IntN(4)}
	pick := func(texts ...string) string {
		if r.IntN(3) > 0 {
			return ""
		}
		return texts[r.IntN(len(texts))]
	}
	f.Agent, f.Artifact, f.ReviewPoint = pick("rio", "STRANGE", "nobody"), pick("X0", "x1", "skills/x1"), pick("Hitl-1", "no")
	f.Verdict, f.Category = decision.Verdict(pick("rejected", "APPROVED")), decision.Category(pick("clarity", "Examples"))
	f.Issue, f.Repo = pick("scope_error", "Near_Duplicate"), pick("a/B", "a/b#1")
	if r.IntN(4) == 0 {
		f.PR = r.IntN(3)
	}
	if r.IntN(3) == 0 {
		f.Since = indexNoon.Add(time.Duration(r.IntN(60*72)-600) * time.Minute)
	}
	if r.IntN(3) == 0 {
		f.Until = indexNoon.Add(time.Duration(r.IntN(60*96)) * time.Minute)
	}
	return f
}

// told gives what a log gives, as the program would print it, and which records were bad.
func told(t *testing.T, log func(yield func(*decision.Decision, error) bool)) (good, bad []string) {
	t.Helper()
	for d, err := range log {
		if broken := (*records.BadRecord)(nil); errors.As(err, &broken) {
			bad = append(bad, broken.Path)
			continue
		} else if err != nil {
			t.Fatal(err)
		}
		data, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		good = append(good, fmt.Sprint(string(data), d.Redacted))
	}
	slices.Sort(bad)
	return good, bad
}

func compareLogs(t *testing.T, l *ledger.Ledger, x *index.Index, f recall.Filter) {
	t.Helper()
	ctx := context.Background()
	g, err := l.Learning(ctx)
	if err != nil {
		t.Fatal(err)
	}
	want, wantBad := told(t, func(yield func(*decision.Decision, error) bool) { recall.Plain(ctx, l, g, f, yield) })
	got, gotBad := told(t, func(yield func(*decision.Decision, error) bool) {
		if err := recall.Indexed(ctx, l, x, g, f, yield); err != nil {
			t.Fatal(err)
		}
	})
	if !slices.Equal(got, want) {
		t.Fatalf("%+v gives\n%s\nwant\n%s", f, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if f.Limit > 0 { // the plain log ends before it has met all
		wantBad = slices.DeleteFunc(gotBad, func(name string) bool { return !slices.Contains(wantBad, name) })
		gotBad = wantBad
	}
	if !slices.Equal(gotBad, wantBad) {
		t.Fatalf("%+v: bad are %q, want %q", f, gotBad, wantBad)
	}
}

// compareFinds asks one ledger that has an index, and one that has none.
func compareFinds(t *testing.T, l *ledger.Ledger, ids []string) {
	t.Helper()
	if err := os.RemoveAll(l.Store.Derived()); err != nil {
		t.Fatal(err)
	}
	plain, err := ledger.Open(context.Background(), ledger.Options{Root: l.Root, Config: config.Default(nil)})
	if err != nil {
		t.Fatal(err)
	}
	defer plain.Close()
	var parts []string
	for _, id := range ids {
		parts = append(parts, id, strings.ToLower(id[:11]), id[:25], id[20:], id[12:])
	}
	for _, part := range append(parts, "0", "", "01I", "8", "Z", "01M01M01M01M01M01M01M01M01M01M") {
		want, wantErr := found(plain, part)
		if got, err := found(l, part); got != want || fmt.Sprint(err) != fmt.Sprint(wantErr) {
			t.Fatalf("%s is\n%s %v\nwant\n%s %v", part, got, err, want, wantErr)
		}
	}
	if _, err := plain.Index(context.Background(), index.Never); !errors.Is(err, index.ErrNone) {
		t.Fatal("an index was made")
	}
}

func found(l *ledger.Ledger, part string) (string, error) {
	f, err := recall.Find(context.Background(), l, part)
	if err != nil {
		way, _ := hint.Of(err)
		return way, err
	}
	data, err := json.Marshal(f)
	return string(data), err
}

// Where no index can be kept, none is made for one question, and the answers are the same.
func TestLogWithoutIndex(t *testing.T) {
	ctx, l := context.Background(), ledgertest.New(t)
	if _, err := decide.Record(ctx, l, decide.Lines(l, strings.NewReader(ledgertest.Lines(3)), ledgertest.Now), ledgertest.Now, func(r decide.Remark) { t.Error(r) }); err != nil {
		t.Fatal(err)
	}
	l = forgetIndex(t, l)
	if err := os.WriteFile(l.Store.Derived(), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, err := range recall.Log(ctx, l, recall.Filter{Agent: "unknown", Limit: 2}) {
		if err != nil {
			t.Fatal(err)
		}
		count++
	}
	if _, err := l.Index(ctx, index.Never); count != 2 || !errors.Is(err, index.ErrNone) {
		t.Errorf("%d of 2 decisions; the index: %v", count, err)
	}
	if x, err := l.Index(ctx, index.Always); err != nil || x.Len() != 3 || x.SaveErr() == nil {
		t.Errorf("the index: %v", err)
	}
}

// A log of several pages is whole, whatever its limit. The newest are told without an index, and a question makes one.
func TestLogInPages(t *testing.T) {
	ctx, l := context.Background(), ledgertest.New(t)
	const n = 2*recall.Page + 3
	if _, err := decide.Record(ctx, l, decide.Lines(l, strings.NewReader(ledgertest.Lines(n)), ledgertest.Now), ledgertest.Now, func(r decide.Remark) { t.Error(r) }); err != nil {
		t.Fatal(err)
	}
	l = forgetIndex(t, l)
	read := 0
	l.Progress = func(done, of int) { read = max(read, done) }
	for _, test := range []struct{ limit, want, read int }{{1, 1, 0}, {0, n, n}, {1, 1, n}, {recall.Page, recall.Page, n}, {recall.Page + 1, recall.Page + 1, n}, {n, n, n}, {n + 1, n, n}} {
		count := 0
		for _, err := range recall.Log(ctx, l, recall.Filter{Limit: test.limit}) {
			if err != nil {
				t.Fatal(err)
			}
			count++
		}
		if count != test.want || read != test.read {
			t.Errorf("limit %d: %d decisions, %d records read for the index; want %d, %d", test.limit, count, read, test.want, test.read)
		}
	}
	for range recall.Log(ctx, l, recall.Filter{}) { // whoever has enough leaves
		break
	}
}

// forgetIndex takes away the index that the memory logs have asked for, and opens the ledger again.
func forgetIndex(t *testing.T, l *ledger.Ledger) *ledger.Ledger {
	t.Helper()
	if err := os.RemoveAll(l.Store.Derived()); err != nil {
		t.Fatal(err)
	}
	again, err := ledger.Open(context.Background(), ledger.Options{Root: l.Root, Config: l.Config})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { again.Close() })
	return again
}
