package worth

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/decision"
)

var start = time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)

// day is so many days after the start.
func day(n int) time.Time { return start.AddDate(0, 0, n) }

// key is one of its own for each number.
func key(n int) (k [16]byte) {
	binary.BigEndian.PutUint64(k[:], uint64(n))
	return k
}

// judge is what gates found in a state of a proposal: "links" is certain, "links?" possible, "links!" let through.
func judge(n int, proposal, state string, found ...string) Told {
	d := Told{Key: key(n), At: day(n), Proposal: proposal, IsOfGates: true, State: state}
	for _, f := range found {
		way := decision.FoundCertain
		switch f[len(f)-1] {
		case '?':
			way = decision.FoundPossible
		case '!':
			way = decision.FoundAllowed
		}
		d.Found = append(d.Found, way+" "+strings.TrimRight(f, "?!"))
	}
	return d
}

func say(n int, proposal string, verdict decision.Verdict, issues ...string) Told {
	return Told{Key: key(n), At: day(n), Proposal: proposal, Verdict: verdict, Issues: issues}
}

func severity(gate string, isPossible bool) string {
	if isPossible {
		return "warning"
	}
	return map[string]string{"links": "blocking", "off": "off"}[gate] + map[bool]string{true: "warning"}[gate != "links" && gate != "off"]
}

func isHint(gate string) bool { return gate == "scope" }

// short tells what became of each gate: gate, certainty, fired, mended, upheld, let pass, open.
func short(w *Worth) (all []string) {
	for _, g := range w.Gates {
		name := g.Gate
		if g.IsPossible {
			name += "?"
		}
		all = append(all, fmt.Sprint(name, " ", g.Fired.Count, ": ", g.Mended.Count, " ", g.Upheld.Count, " ", g.LetPass.Count, " ", g.Open))
	}
	slices.Sort(all)
	return all
}

func TestOutcomes(t *testing.T) {
	rejected, approved := decision.Rejected, decision.Approved
	for name, c := range map[string]struct {
		told    []Told
		allowed []Allowed
		want    []string
	}{
		"nothing recorded by gates":       {told: []Told{say(1, "7", rejected, "links")}},
		"found, and nothing since":        {told: []Told{judge(1, "7", "a", "links", "scope?")}, want: []string{"links 1: 0 0 0 1", "scope? 1: 0 0 0 1"}},
		"mended, and not reviewed yet":    {told: []Told{judge(1, "7", "a", "links"), judge(2, "7", "b")}, want: []string{"links 1: 1 0 0 0"}},
		"mended before the review":        {told: []Told{judge(1, "7", "a", "links"), judge(2, "7", "b"), say(3, "7", approved)}, want: []string{"links 1: 1 0 0 0"}},
		"mended after the review":         {told: []Told{judge(1, "7", "a", "links"), say(2, "7", rejected), judge(3, "7", "b"), say(4, "7", approved)}, want: []string{"links 1: 0 0 0 1"}},
		"upheld":                          {told: []Told{judge(1, "7", "a", "links", "dates"), say(2, "7", rejected, "links"), judge(3, "7", "b"), say(4, "7", approved)}, want: []string{"dates 1: 0 0 0 1", "links 1: 0 1 0 0"}},
		"upheld in both certainties":      {told: []Told{judge(1, "7", "a", "links", "links?"), say(2, "7", rejected, "links")}, want: []string{"links 1: 0 1 0 0", "links? 1: 0 1 0 0"}},
		"an approval's tags uphold none":  {told: []Told{judge(1, "7", "a", "links"), say(2, "7", approved, "links")}, want: []string{"links 1: 0 0 1 0"}},
		"let pass":                        {told: []Told{judge(1, "7", "a", "links"), say(2, "7", approved)}, want: []string{"links 1: 0 0 1 0"}},
		"let pass with changes":           {told: []Told{judge(1, "7", "a", "links"), say(2, "7", decision.ApprovedWithChanges)}, want: []string{"links 1: 0 0 1 0"}},
		"approved, then rejected":         {told: []Told{judge(1, "7", "a", "links"), say(2, "7", approved), say(3, "7", rejected)}, want: []string{"links 1: 0 0 0 1"}},
		"back again, and merged":          {told: []Told{judge(1, "7", "a", "links"), judge(2, "7", "b"), judge(3, "7", "c", "links"), say(4, "7", approved)}, want: []string{"links 1: 0 0 1 0"}},
		"let through in a later state":    {told: []Told{judge(1, "7", "a", "links"), judge(2, "7", "b", "links!")}, want: []string{"links 1: 0 0 1 0"}},
		"let through from the beginning":  {told: []Told{judge(1, "7", "a", "links!", "scope!")}, want: []string{"links 1: 0 0 1 0", "scope? 1: 0 0 1 0"}},
		"let through on its pull request": {told: []Told{judge(1, "7", "a", "links"), judge(3, "7", "b")}, allowed: []Allowed{{day(2), "links", "7"}}, want: []string{"links 1: 0 0 1 0"}},
		"let through in a clone":          {allowed: []Allowed{{day(2), "links", ""}}, want: []string{"links 1: 0 0 1 0"}},
		"let through in a clone and seen": {told: []Told{judge(3, "7", "a", "links!")}, allowed: []Allowed{{day(2), "links", ""}}, want: []string{"links 1: 0 0 1 0"}},
		"one state twice":                 {told: []Told{judge(1, "7", "a", "links"), judge(2, "7", "a")}, want: []string{"links 1: 0 0 0 1"}},
		"two proposals":                   {told: []Told{judge(1, "7", "a", "links"), judge(2, "8", "b", "links", "links")}, want: []string{"links 2: 0 0 0 2"}},
		"on nothing":                      {told: []Told{judge(1, "", "a", "links")}},
	} {
		t.Run(name, func(t *testing.T) {
			all := New()
			for _, d := range c.told {
				all.Add(d)
			}
			for _, a := range c.allowed {
				all.Allow(a)
			}
			if got := short(all.Of(time.Time{}, severity, isHint)); !slices.Equal(got, c.want) {
				t.Errorf("got %q; want %q", got, c.want)
			}
		})
	}
}

func TestSince(t *testing.T) {
	all := New()
	for _, d := range []Told{judge(1, "7", "a", "links"), say(2, "7", decision.Approved), judge(1, "8", "b", "links"), judge(5, "8", "c")} {
		all.Add(d)
	}
	all.Allow(Allowed{day(1), "dates", ""})
	w := all.Of(day(5), severity, isHint)
	if got := short(w); w.Proposals != 1 || !slices.Equal(got, []string{"links 1: 1 0 0 0"}) {
		t.Errorf("%d proposals, %q", w.Proposals, got)
	}
}

func TestAdvice(t *testing.T) {
	for _, c := range []struct {
		gate    string
		pass    int // let pass, of 20
		of      int
		want    Advice
		waiting int // open beside
	}{
		{"links", 20, 20, Warn, 0}, {"links", 15, 20, Warn, 3}, {"links", 14, 20, None, 0}, {"links", 0, 20, None, 0}, {"links", 19, 19, TooFew, 30},
		{"dates", 0, 20, MayBlock, 0}, {"dates", 5, 20, MayBlock, 0}, {"dates", 6, 20, None, 0}, {"dates", 20, 20, None, 0}, {"off", 0, 20, None, 0},
	} {
		all, n := New(), 0
		next := func() int { n++; return n }
		for i := range c.of + c.waiting {
			name := fmt.Sprint(i)
			all.Add(judge(next(), name, "a"+name, c.gate))
			switch {
			case i >= c.of:
			case i < c.pass:
				all.Add(say(next(), name, decision.Approved))
			case i%2 == 0:
				all.Add(judge(next(), name, "b"+name))
			default:
				all.Add(say(next(), name, decision.Rejected, c.gate))
			}
		}
		w := all.Of(time.Time{}, severity, isHint)
		if g := w.Gates[0]; g.Advice != c.want || g.Held.Of != c.of || g.Held.Count != c.of-c.pass || g.Open != c.waiting {
			t.Errorf("%s, %d of %d let pass: %+v; want %q", c.gate, c.pass, c.of, g, c.want)
		}
	}
}

// The order in which records come tells nothing, and a plain recount comes to the same.
func TestOrderAndRecount(t *testing.T) {
	gates := []string{"links", "dates", "scope", "thin"}
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		var told []Told
		var allowed []Allowed
		for n := range 1 + r.IntN(60) {
			proposal := fmt.Sprint(r.IntN(6))
			switch r.IntN(5) {
			case 0:
				told = append(told, say(n, proposal, decision.Approved))
			case 1:
				told = append(told, say(n, proposal, decision.Rejected, gates[r.IntN(len(gates))]))
			default:
				var found []string
				for _, g := range gates {
					for _, way := range []string{"", "?", "!"} {
						if r.IntN(6) == 0 {
							found = append(found, g+way)
						}
					}
				}
				told = append(told, judge(n, proposal, fmt.Sprint(proposal, "/", r.IntN(4)), found...))
			}
			if r.IntN(8) == 0 {
				allowed = append(allowed, Allowed{day(n), gates[r.IntN(len(gates))], []string{"", proposal}[r.IntN(2)]})
			}
		}
		since := []time.Time{{}, day(20)}[r.IntN(2)]
		one := tally(told, allowed).Of(since, severity, isHint)
		r.Shuffle(len(told), func(i, j int) { told[i], told[j] = told[j], told[i] })
		r.Shuffle(len(allowed), func(i, j int) { allowed[i], allowed[j] = allowed[j], allowed[i] })
		other := tally(told, allowed).Of(since, severity, isHint)
		if !reflect.DeepEqual(one, other) {
			t.Fatalf("seed %d: in another order\n%q\nand not\n%q", seed, short(other), short(one))
		}
		if want := recount(told, allowed, since); !slices.Equal(short(one), want) {
			t.Fatalf("seed %d: %q; counted plainly %q", seed, short(one), want)
		}
	}
}

func tally(told []Told, allowed []Allowed) *Tally {
	all := New()
	for _, d := range told {
		all.Add(d)
	}
	for _, a := range allowed {
		all.Allow(a)
	}
	return all
}

// recount counts as the documents say it, by looking at everything for each question.
func recount(told []Told, allowed []Allowed, since time.Time) []string {
	has := func(all []Told, state, text string) bool {
		return slices.ContainsFunc(all, func(d Told) bool { return d.State == state && slices.Contains(d.Found, text) })
	}
	sums := map[string]*[4]int{}
	count := func(name string, o int) {
		if sums[name] == nil {
			sums[name] = new([4]int)
		}
		sums[name][o]++
	}
	byTime := slices.Clone(told)
	slices.SortFunc(byTime, func(a, b Told) int { return a.At.Compare(b.At) })
	latest := map[string]time.Time{}
	judgedAll := map[string]bool{}
	for _, name := range []string{"0", "1", "2", "3", "4", "5"} {
		var judged, said []Told
		var states []string // each once, by the first time
		when := map[string]time.Time{}
		for _, d := range byTime {
			switch {
			case d.Proposal != name:
			case d.IsOfGates:
				judged = append(judged, d)
				if !slices.Contains(states, d.State) {
					states = append(states, d.State)
					when[d.State] = d.At
				}
			default:
				said = append(said, d)
			}
		}
		if len(states) == 0 {
			continue
		}
		judgedAll[name] = true
		last := states[len(states)-1]
		for _, gate := range []string{"links", "dates", "scope", "thin"} {
			isAllowed := slices.ContainsFunc(allowed, func(a Allowed) bool { return a.Gate == gate && a.Proposal == name })
			certain, possible := false, false
			for _, s := range states {
				if has(judged, s, "allowed "+gate) {
					isAllowed = true
					if when[s].After(latest[gate]) {
						latest[gate] = when[s]
					}
				}
				certain, possible = certain || has(judged, s, "certain "+gate), possible || has(judged, s, "possible "+gate)
			}
			if isAllowed && !certain && !possible {
				certain, possible = !isHint(gate), isHint(gate)
			}
			if when[last].Before(since) {
				continue
			}
			for _, way := range []string{"certain ", "possible "} {
				if way == "certain " && !certain || way == "possible " && !possible {
					continue
				}
				shown := map[string]string{"certain ": gate, "possible ": gate + "?"}[way]
				before := states
				if len(said) > 0 {
					before = slices.DeleteFunc(slices.Clone(states), func(s string) bool { return when[s].After(said[0].At) })
				}
				isMended := len(before) > 0 && !has(judged, before[len(before)-1], way+gate) && slices.ContainsFunc(before, func(s string) bool { return has(judged, s, way+gate) })
				switch {
				case slices.ContainsFunc(said, func(d Told) bool { return d.Verdict == decision.Rejected && slices.Contains(d.Issues, gate) }):
					count(shown, 1)
				case isAllowed, len(said) > 0 && said[len(said)-1].Verdict == decision.Approved && has(judged, last, way+gate):
					count(shown, 2)
				case isMended:
					count(shown, 0)
				default:
					count(shown, 3)
				}
			}
		}
	}
	for _, a := range allowed {
		if !a.At.Before(since) && a.At.After(latest[a.Gate]) && !judgedAll[a.Proposal] {
			count(map[bool]string{false: a.Gate, true: a.Gate + "?"}[isHint(a.Gate)], 2)
		}
	}
	var all []string
	for name, n := range sums {
		all = append(all, fmt.Sprint(name, " ", n[0]+n[1]+n[2]+n[3], ": ", n[0], " ", n[1], " ", n[2], " ", n[3]))
	}
	slices.Sort(all)
	return all
}
