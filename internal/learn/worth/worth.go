// Package worth says what each gate is worth in a house: of what it found in proposals, how much was mended before anybody reviewed it,
// upheld by a reviewer, or let pass. It does no I/O, and the order of what it is told does not matter.
package worth

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/stats"
)

// Enough is how many findings with a known outcome an advice needs.
const Enough = 20

// mostly is the share, in percent, above which the whole interval of what was mended, upheld or let pass has to lie for an advice.
const mostly = 50

// Told is what one decision tells.
type Told struct {
	Key      [16]byte // of its id; of two decisions of the same time, the greater is the newer
	At       time.Time
	Proposal string // the pull request, or what stands for one
	Verdict  decision.Verdict
	// IsOfGates says that it holds what gates found: Found in the column's form, on the state of the proposal that State names. Of any
	// other decision, Issues are the tags.
	IsOfGates bool
	State     string
	Found     []string
	Issues    []string
}

// Allowed is an allowance: a finding that a reviewer let through.
type Allowed struct {
	At       time.Time
	Gate     string
	Proposal string // "" where it names no pull request
}

// Severity is what a gate does now: blocking, warning or off.
type Severity func(gate string, isPossible bool) string

// Tally folds decisions, in whatever order they come.
type Tally struct {
	proposals map[string]*proposal
	allowed   []Allowed
}

// New begins a tally.
func New() *Tally { return &Tally{proposals: map[string]*proposal{}} }

// proposal is what was told of one proposal.
type proposal struct {
	judged []judged
	said   []said
}

type judged struct {
	moment
	state string
	found []string
}

type said struct {
	moment
	verdict decision.Verdict
	issues  []string
}

// moment is when something was decided.
type moment struct {
	at  time.Time
	key [16]byte
}

func (m moment) compare(o moment) int {
	return cmp.Or(m.at.Compare(o.at), bytes.Compare(m.key[:], o.key[:]))
}

// Add takes in a decision. One on no proposal tells nothing.
func (t *Tally) Add(d Told) {
	if d.Proposal == "" {
		return
	}
	p := t.proposals[d.Proposal]
	if p == nil {
		p = &proposal{}
		t.proposals[d.Proposal] = p
	}
	if m := (moment{d.At, d.Key}); d.IsOfGates {
		p.judged = append(p.judged, judged{m, d.State, slices.Clone(d.Found)})
	} else {
		p.said = append(p.said, said{m, d.Verdict, slices.Clone(d.Issues)})
	}
}

// Allow takes in an allowance that nobody has taken back.
func (t *Tally) Allow(a Allowed) { t.allowed = append(t.allowed, a) }

// outcome is what became of what a gate found in a proposal.
type outcome int

const (
	open outcome = iota // nothing yet, or it went after a review that does not name the gate
	mended
	upheld
	letPass
)

// found is a gate and a certainty.
type found struct {
	gate       string
	isPossible bool
}

// Worth is what is known of the gates.
type Worth struct {
	Since     time.Time // zero: all
	Proposals int       // in which gates were at work
	Gates     []Gate
}

// Gate is what is known of the findings of one certainty of a gate. A proposal counts once.
type Gate struct {
	Gate       string
	IsPossible bool
	Severity   string // what it does now
	Fired      stats.Share
	Mended     stats.Share // of those in which it fired
	Upheld     stats.Share
	LetPass    stats.Share
	Open       int
	Held       stats.Share // mended or upheld, of those of which the outcome is known
	Advice     Advice
}

// Advice is what follows.
type Advice string

// The advices.
const (
	None     Advice = ""
	TooFew   Advice = "too_few"
	Warn     Advice = "warn"
	MayBlock Advice = "block"
)

// Of gives what the gates are worth, by the proposals that they judged from a time on. HintsOnly reports whether all that a gate finds
// is possible.
func (t *Tally) Of(since time.Time, severity Severity, hintsOnly func(gate string) bool) *Worth {
	w := &Worth{Since: since}
	allowedIn := map[string][]string{}
	for _, a := range t.allowed {
		if a.Proposal != "" {
			allowedIn[a.Proposal] = append(allowedIn[a.Proposal], a.Gate)
		}
	}
	sums := map[found]*[4]int{}
	add := func(f found, o outcome) {
		if sums[f] == nil {
			sums[f] = new([4]int)
		}
		sums[f][o]++
	}
	shown := map[string]time.Time{} // when a judged state last showed that a gate's finding was let through
	for name, p := range t.proposals {
		states := p.states()
		if len(states) == 0 {
			continue
		}
		for _, s := range states {
			for _, text := range s.found {
				if gate, ok := strings.CutPrefix(text, decision.FoundAllowed+" "); ok && s.at.After(shown[gate]) {
					shown[gate] = s.at
				}
			}
		}
		if states[len(states)-1].at.Before(since) {
			continue
		}
		w.Proposals++
		for f, o := range p.outcomes(states, allowedIn[name], hintsOnly) {
			add(f, o)
		}
	}
	for _, a := range t.allowed {
		// One that no judged state shows, on no pull request that was judged, stands for a proposal of its own.
		if p := t.proposals[a.Proposal]; !a.At.Before(since) && a.At.After(shown[a.Gate]) && (p == nil || len(p.judged) == 0) {
			w.Proposals++
			add(found{a.Gate, hintsOnly(a.Gate)}, letPass)
		}
	}
	for f, n := range sums {
		w.Gates = append(w.Gates, gateOf(f, n, w.Proposals, severity(f.gate, f.isPossible)))
	}
	slices.SortFunc(w.Gates, func(a, b Gate) int {
		return cmp.Or(b.Fired.Count-a.Fired.Count, strings.Compare(a.Gate, b.Gate), boolCompare(a.IsPossible, b.IsPossible))
	})
	return w
}

func boolCompare(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// gateOf gives the shares of counts by outcome, and the advice.
func gateOf(f found, n *[4]int, proposals int, severity string) Gate {
	fired := n[open] + n[mended] + n[upheld] + n[letPass]
	of := func(o outcome) stats.Share { return stats.Share{Count: n[o], Of: fired} }
	g := Gate{Gate: f.gate, IsPossible: f.isPossible, Severity: severity, Fired: stats.Share{Count: fired, Of: proposals},
		Mended: of(mended), Upheld: of(upheld), LetPass: of(letPass), Open: n[open],
		Held: stats.Share{Count: n[mended] + n[upheld], Of: fired - n[open]}}
	switch held := g.Held.Interval(); {
	case g.Held.Of < Enough:
		g.Advice = TooFew
	case severity == finding.Blocking && held.High < mostly:
		g.Advice = Warn
	case severity == finding.Warning && held.Low > mostly:
		g.Advice = MayBlock
	}
	return g
}

// states are what was judged, each state once, in the order of time.
func (p *proposal) states() []judged {
	all := slices.Clone(p.judged)
	slices.SortFunc(all, func(a, b judged) int { return a.compare(b.moment) })
	kept, places := all[:0], map[string]int{}
	for _, j := range all {
		at, again := places[j.state]
		if !again {
			places[j.state] = len(kept)
			kept = append(kept, j)
			continue
		}
		kept[at].found = slices.Concat(kept[at].found, j.found) // by another configuration, say
	}
	return kept
}

// outcomes says what became of all that gates found in a proposal.
func (p *proposal) outcomes(states []judged, allowed []string, hintsOnly func(string) bool) map[found]outcome {
	slices.SortFunc(p.said, func(a, b said) int { return a.compare(b.moment) })
	last := states[len(states)-1]
	reviewed := last // the state that the first review is about
	if len(p.said) > 0 {
		at := slices.IndexFunc(states, func(s judged) bool { return s.compare(p.said[0].moment) > 0 })
		if at > 0 {
			reviewed = states[at-1]
		} else if at == 0 {
			reviewed = states[0]
		}
	}
	isApproved := len(p.said) > 0 && p.said[len(p.said)-1].verdict != decision.Rejected
	all := map[found]outcome{}
	for f, first := range fired(states, allowed, hintsOnly) {
		text := f.text()
		isAllowed := slices.Contains(allowed, f.gate) || slices.ContainsFunc(states, func(s judged) bool {
			return slices.Contains(s.found, decision.FoundAllowed+" "+f.gate)
		})
		switch {
		case slices.ContainsFunc(p.said, func(s said) bool { return s.verdict == decision.Rejected && slices.Contains(s.issues, f.gate) }):
			all[f] = upheld
		case isAllowed, isApproved && slices.Contains(last.found, text):
			all[f] = letPass
		case first.compare(reviewed.moment) < 0 && !slices.Contains(reviewed.found, text):
			all[f] = mended
		default:
			all[f] = open
		}
	}
	return all
}

// fired gives what gates found in the states of a proposal, each with the first that shows it. What was let through from the beginning
// counts as found with the certainty that the gate has.
func fired(states []judged, allowed []string, hintsOnly func(string) bool) map[found]moment {
	all := map[found]moment{}
	see := func(f found, m moment) {
		if _, known := all[f]; !known {
			all[f] = m
		}
	}
	var passed []string
	for _, s := range states {
		for _, text := range s.found {
			way, gate, _ := strings.Cut(text, " ")
			switch way {
			case decision.FoundCertain, decision.FoundPossible:
				see(found{gate, way == decision.FoundPossible}, s.moment)
			case decision.FoundAllowed:
				passed = append(passed, gate)
			}
		}
	}
	for _, gate := range slices.Concat(passed, allowed) {
		_, certain := all[found{gate, false}]
		_, possible := all[found{gate, true}]
		if !certain && !possible {
			see(found{gate, hintsOnly(gate)}, states[0].moment)
		}
	}
	return all
}

// text is what a decision's column has of it.
func (f found) text() string {
	if f.isPossible {
		return decision.FoundPossible + " " + f.gate
	}
	return decision.FoundCertain + " " + f.gate
}
