package benchmark

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decide"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/forge/event"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/learn/brief"
	"github.com/kbgate/kbgate/internal/learn/evolution"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/recall"
)

var replayed = flag.Int("pulls", 200, "how many pull requests TestReplay makes up, with four events each")

// happened is an event with the comments on its pull request.
type happened struct {
	event.Event
	page []byte
}

// replay records what happened as `kbgate record --since` does, a thousand events in a commit.
func replay(tb testing.TB, l *ledger.Ledger, parts ...[]happened) (sum decide.Tally) {
	tb.Helper()
	seen := decide.NewSeen(context.Background(), l)
	sum = replayWith(tb, l, seen, parts)
	if err := seen.Close(); err != nil {
		tb.Error(err)
	}
	return sum
}

// replayWith replays with what was seen before; nil: git is asked for each event anew.
func replayWith(tb testing.TB, l *ledger.Ledger, seen *decide.Seen, parts [][]happened) (sum decide.Tally) {
	tb.Helper()
	ctx, now := context.Background(), firstRecord.AddDate(2, 0, 0)
	var commits [][]happened
	for _, part := range parts {
		commits = slices.AppendSeq(commits, slices.Chunk(part, 1000))
	}
	for _, part := range commits {
		var heard []decide.Heard
		for _, h := range part {
			one, err := decide.Hear(ctx, l, h.Event, decide.Beside{Comments: h.page, Author: gateAccount, Seen: seen})
			if err != nil {
				tb.Fatal(err)
			}
			if one.LeftOut != "" {
				sum.LeftOut++
			} else if one.Decision != nil {
				heard = append(heard, one)
			}
		}
		_, tally, err := decide.RecordHeard(ctx, l, heard, now, func(d *decision.Decision) { tb.Errorf("%s differs", d.SourceID) })
		if err != nil {
			tb.Fatal(err)
		}
		sum = sum.Plus(tally)
	}
	return sum
}

// replayAnswers records the comments that answer questions.
func replayAnswers(tb testing.TB, l *ledger.Ledger, all []happened) int {
	tb.Helper()
	ctx, now := context.Background(), firstRecord.AddDate(2, 0, 0)
	var answers []*decision.Amendment
	for _, h := range all {
		a, err := decide.Answer(ctx, l, h.Event, h.page, gateAccount)
		if err != nil {
			tb.Fatal(err)
		}
		if a != nil {
			answers = append(answers, a)
		}
	}
	answered, err := decide.RecordAnswers(ctx, l, answers, now)
	if err != nil {
		tb.Fatal(err)
	}
	return answered
}

func isSentBack(h happened) bool {
	return h.Review != nil && h.Review.State == event.ChangesRequested
}

// eventsOf are all events, the rejections apart and first, or in the order of time.
func eventsOf(pulls []pull, inTime bool) (all []happened, parts [][]happened) {
	for i := range pulls {
		for _, e := range pulls[i].events {
			all = append(all, happened{e, pulls[i].page})
		}
	}
	if inTime {
		slices.SortStableFunc(all, func(a, b happened) int { return timeOf(a.Event).Compare(timeOf(b.Event)) })
		return all, [][]happened{all}
	}
	parts = make([][]happened, 2)
	for _, h := range all {
		at := 1
		if isSentBack(h) {
			at = 0
		}
		parts[at] = append(parts[at], h)
	}
	return all, parts
}

func replayLedger(tb testing.TB, dir string) *ledger.Ledger {
	tb.Helper()
	l, err := ledger.Open(context.Background(), ledger.Options{Root: dir, Config: config.Default(gate.BuiltIn.Specs())})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { l.Close() })
	return l
}

// What is counted of recorded pull requests is what a plain recount of their events gives. A second replay adds nothing, nor does one that
// asks git for each event anew, and the order of the events changes nothing that is seen:
//
//	go test ./internal/benchmark -run '^TestReplay$' -pulls 10000 -v -timeout 30m
func TestReplay(t *testing.T) {
	ctx := context.Background()
	n := *replayed
	if testing.Short() {
		n = min(n, 60)
	}
	var trees [][]string
	var views []map[string]string
	for _, inTime := range []bool{false, true} {
		dir := t.TempDir()
		pulls := Pulls(n, proposedHeads(t, dir, min(400, n)))
		all, parts := eventsOf(pulls, inTime)
		l := replayLedger(t, dir)
		if _, err := l.Store.Ident(ctx); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		tally := replay(t, l, parts...)
		decided := time.Since(began)
		answered := replayAnswers(t, l, all)
		t.Logf("%d pull requests, %d events, in the order of time %t: %.1f s, %.0f events a second; answers %.1f s; %+v, %d answered", len(pulls), len(all), inTime, decided.Seconds(),
			float64(len(all))/decided.Seconds(), (time.Since(began) - decided).Seconds(), tally, answered)
		if inTime { // an approval that stands in one commit with a rejection learns of that the next time
			missed := replay(t, l, parts...)
			t.Logf("%d approvals stood in one commit with a rejection before them", missed.Amended)
			if missed.Added > 0 {
				t.Errorf("%+v", missed)
			}
		}
		tip, err := l.Store.Tip()
		if err != nil {
			t.Fatal(err)
		}
		began = time.Now()
		again := replay(t, l, parts...)
		once := replayAnswers(t, l, all)
		t.Logf("once more: %.1f s", time.Since(began).Seconds())
		if !inTime && n <= 1000 {
			if anew := replayWith(t, l, nil, parts); anew != again {
				t.Errorf("with git asked for each event: %+v, else %+v", anew, again)
			}
		}
		if then, err := l.Store.Tip(); err != nil || then != tip || again.Known != tally.Added || again.Added+again.Amended+once > 0 {
			t.Errorf("a second replay adds: %+v, %d answers, %v", again, once, err)
		}
		trees = append(trees, strings.Split(output(t, dir, "git", "ls-tree", "-r", "refs/heads/feedback:feedback"), "\n"))
		views = append(views, viewsOf(t, l))
		sameAsRecounted(t, l, pulls)
		if !inTime {
			sizes(t, dir)
			times(t, dir)
		}
	}
	for i, tree := range trees {
		other := map[string]bool{}
		for _, line := range trees[1-i] {
			other[line] = true
		}
		only := slices.DeleteFunc(slices.Clone(tree), func(line string) bool { return other[line] })
		t.Logf("in the order of time %t: %d records that the other order does not make", i == 1, len(only))
		for _, line := range only { // an approval was recorded before all rejections that came before it were
			if _, path, _ := strings.Cut(line, "\t"); !strings.HasPrefix(path, "amendments/") {
				t.Errorf("in the order of time %t: %s", i == 1, path)
			}
		}
	}
	if len(views[0]) == 0 || len(views[0]) != len(views[1]) {
		t.Errorf("%d decisions are seen, in the order of time %d", len(views[0]), len(views[1]))
	}
	for id, view := range views[0] {
		if view != views[1][id] {
			t.Fatalf("the order of the events changes what is seen:\n%s\n%s", view, views[1][id])
		}
	}
}

// viewsOf are all decisions of a store as people see them, by their ids.
func viewsOf(t *testing.T, l *ledger.Ledger) map[string]string {
	t.Helper()
	views := map[string]string{}
	for d, err := range recall.Log(context.Background(), l, recall.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		data, err := d.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		views[d.ID] = string(data)
	}
	return views
}

// sameAsRecounted compares all that is counted with a plain recount.
func sameAsRecounted(t *testing.T, l *ledger.Ledger, pulls []pull) {
	t.Helper()
	ctx := context.Background()
	all := recount(pulls)
	t.Logf("%d decisions", len(all))
	same := func(what string, got, want any) {
		t.Helper()
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, recounted %v", what, got, want)
		}
	}
	// patterns
	want := rejectionsOf(all)
	byAgent, err := recall.CountsByAgent(ctx, l, recall.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	same("agents with rejections", slices.Sorted(maps.Keys(byAgent)), slices.Sorted(maps.Keys(want)))
	total := learn.Counts{}
	for agent, counts := range want {
		same("rejections of "+agent, byAgent[agent], learn.Counts(counts))
		of, err := recall.Counts(ctx, l, recall.Filter{Agent: agent})
		if err != nil {
			t.Fatal(err)
		}
		same("the rejections of "+agent+" alone", of, learn.Counts(counts))
		for category, n := range counts {
			total[category] += n
		}
	}
	counts, err := recall.Counts(ctx, l, recall.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	same("rejections", counts, total)
	// statistics
	first, last := all[0].at, all[0].at
	for _, d := range all {
		if d.at.Before(first) {
			first = d.at
		}
		if d.at.After(last) {
			last = d.at
		}
	}
	now := last.Add(time.Minute)
	half := int(now.Sub(first).Hours() / 2)
	for _, hours := range []int{half, 24 * 1000} {
		since := now.Add(-time.Duration(hours) * time.Hour)
		standing := stands(all, since, since.Add(now.Sub(since)/2))
		got, err := recall.Agents(ctx, l, hours, now)
		if err != nil {
			t.Fatal(err)
		}
		same("agents", slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(standing)))
		for agent, s := range standing {
			g := got[agent]
			same(fmt.Sprint(agent, " in ", hours, " hours"), []any{g.TotalPRs, g.RejectedPRs, g.PRs, g.Halves, g.IssueBreakdown}, []any{s.prs, s.rejected, s.prs, [2]int{s.first, s.second}, s.tags})
			if rate := learn.Rate(float64(s.prs-s.rejected) / float64(s.prs)); g.ApprovalRate == nil || *g.ApprovalRate != rate {
				t.Errorf("the approval rate of %s", agent)
			}
		}
	}
	// the report
	until := now
	since := until.Add(-until.Sub(first) / 2).Add(-time.Minute)
	e, err := recall.Evolution(ctx, l, evolution.Window{Since: since, Until: until})
	if err != nil {
		t.Fatal(err)
	}
	rates, before := map[string]*evolution.Rate{"": {}}, evolution.Rate{}
	categories := map[decision.Category]int{}
	for _, d := range counted(all) {
		of := []*evolution.Rate{&before}
		if !d.at.Before(since) {
			if rates[agentName(d.agent)] == nil {
				rates[agentName(d.agent)] = &evolution.Rate{}
			}
			of = []*evolution.Rate{rates[""], rates[agentName(d.agent)]}
			if d.verdict == decision.Rejected {
				categories[d.category]++
			}
		}
		for _, r := range of {
			r.Decisions++
			switch d.verdict {
			case decision.Rejected:
				r.Rejected++
			case decision.ApprovedWithChanges:
				r.WithChanges++
			default:
				r.Approved++
			}
		}
	}
	same("the report's rates", e.Approval, *rates[""])
	same("the report's rates before", e.Earlier.Approval, before)
	for _, c := range e.Categories {
		same("the report's "+string(c.Category), c.Share.Count, categories[c.Category])
	}
	for _, a := range e.Agents {
		if of := rates[a.Name]; of == nil || *of != a.Approval {
			t.Errorf("the report's rates of %s: %+v, recounted %+v", a.Name, a.Approval, of)
		}
	}
	same("the report's agents", len(e.Agents)+1, len(rates))
	// the brief
	for agent := range want {
		if agent != decision.Unknown {
			sameBrief(t, l, all, agent, want[agent])
		}
	}
}

// sameBrief compares what a brief counts.
func sameBrief(t *testing.T, l *ledger.Ledger, all []told, agent string, want map[decision.Category]int) {
	t.Helper()
	b, err := recall.Brief(context.Background(), l, agent, l.Root, "", time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	var own []told
	for _, d := range all {
		if d.agent == agent {
			own = append(own, d)
		}
	}
	rejections, patterns := 0, map[string]int{}
	for _, n := range want {
		rejections += n
	}
	for category, n := range want {
		if category != decision.OtherReason && rejections >= 3 && n*100 > 30*rejections {
			patterns[string(category)] = n
		}
	}
	patternsTold := map[string]int{}
	for _, p := range b.Patterns {
		patternsTold[string(p.Category)] = p.OccurrenceCount
	}
	if b.Decisions != len(own) || b.Rejections != rejections || !maps.Equal(patternsTold, patterns) {
		t.Errorf("the brief of %s: %d decisions, %d rejections, %v; recounted %d, %d, %v", agent, b.Decisions, b.Rejections, patternsTold, len(own), rejections, patterns)
	}
	slices.SortFunc(own, func(a, b told) int { return b.at.Compare(a.at) })
	recent := stands(own[:min(500, len(own))], time.Time{}, time.Time{})[agent]
	if b.Gates.Of != recent.prs {
		t.Errorf("the brief of %s looks at %d pull requests, recounted %d", agent, b.Gates.Of, recent.prs)
	}
	for _, issue := range b.Gates.Issues {
		if issue.Count != recent.tags[issue.Tag] {
			t.Errorf("the brief of %s: %d times %s, recounted %d", agent, issue.Count, issue.Tag, recent.tags[issue.Tag])
		}
	}
}

func output(tb testing.TB, dir, name string, args ...string) string {
	tb.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		tb.Fatalf("%s: %v\n%s", cmd, err, out)
	}
	return string(out)
}

// sizes logs what the store takes.
func sizes(t *testing.T, dir string) {
	t.Helper()
	size := func(folder string) (n int64, files int) {
		err := filepath.WalkDir(filepath.Join(dir, ".git", folder), func(_ string, e fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			if err == nil && !e.IsDir() {
				info, failed := e.Info()
				if err = failed; err == nil {
					n, files = n+info.Size(), files+1
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return n, files
	}
	inStore := strings.Count(output(t, dir, "git", "ls-tree", "-r", "--name-only", "refs/heads/feedback"), "\n")
	objects, files := size("objects")
	index, _ := size(filepath.Join("kbgate", "index"))
	output(t, dir, "git", "gc", "-q", "--prune=now")
	packed, _ := size("objects")
	t.Logf("%d files in the store; objects %.1f MB in %d files, %.1f MB once packed; index %.1f MB", inStore, float64(objects)/1e6, files, float64(packed)/1e6, float64(index)/1e6)
}

// times logs how long commands take, each with a ledger of its own.
func times(t *testing.T, dir string) {
	t.Helper()
	ctx := context.Background()
	ask := func(what string, f func(l *ledger.Ledger) error) {
		var all []float64
		for range 5 {
			began := time.Now()
			l, err := ledger.Open(ctx, ledger.Options{Root: dir, Config: config.Default(gate.BuiltIn.Specs())})
			if err == nil {
				err = f(l)
			}
			if err == nil {
				err = l.Close()
			}
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, 1000*time.Since(began).Seconds())
		}
		t.Logf("%s: %.1f ms, the least %.1f", what, median(all), slices.Min(all))
	}
	ask("index made anew", func(l *ledger.Ledger) error {
		if err := os.RemoveAll(l.Store.Derived()); err != nil {
			return err
		}
		_, err := recall.Counts(ctx, l, recall.Filter{})
		return err
	})
	ask("patterns --agent", func(l *ledger.Ledger) error {
		_, err := recall.Counts(ctx, l, recall.Filter{Agent: "agent-07"})
		return err
	})
	ask("agents", func(l *ledger.Ledger) error {
		_, err := recall.Agents(ctx, l, 168, firstRecord.AddDate(0, 10, 0))
		return err
	})
	ask("brief", func(l *ledger.Ledger) error {
		b, err := recall.Brief(ctx, l, "agent-07", dir, "", time.Time{})
		if err == nil {
			b.Fit(4000, brief.Markdown)
		}
		return err
	})
}
