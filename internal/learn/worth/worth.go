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
	ids       map[string]int32 // of what is found, by the column's text
	texts     []string         // by id
	proposals map[string]*proposal
	allowed   []Allowed
}

// New begins a tally.
func New() *Tally { return &Tally{ids: map[string]int32{}, proposals: map[string]*proposal{}} }

// proposal is what was told of one proposal.
type proposal struct {
	judged []judged
	said   []said
}

type judged struct {
	moment
	state string
	found []int32
}

type said struct {
	moment
	verdict decision.Verdict
	issues  []string
}

// moment is when something was decided.
type moment struct {
	at  int64 // nanoseconds since 1970
	key [16]byte
}

func (m *moment) compare(o *moment) int {
	if m.at != o.at {
		return cmp.Compare(m.at, o.at)
	}
	return bytes.Compare(m.key[:], o.key[:])
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
	m := moment{d.At.UnixNano(), d.Key}
	if !d.IsOfGates {
		p.said = append(p.said, said{m, d.Verdict, slices.Clone(d.Issues)})
		return
	}
	found := make([]int32, len(d.Found))
	for i, text := range d.Found {
		found[i] = t.id(text)
	}
	p.judged = append(p.judged, judged{m, d.State, found})
}

// id gives the number of what is found.
func (t *Tally) id(text string) int32 {
	id, known := t.ids[text]
	if !known {
		id = int32(len(t.texts))
		t.ids[text] = id
		t.texts = append(t.texts, text)
	}
	return id
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
	c := t.newCount(hintsOnly)
	isLate := func(at int64) bool { return since.IsZero() || at >= since.UnixNano() }
	for name, p := range t.proposals {
		if len(p.judged) > 0 && c.count(p, allowedIn[name], isLate) {
			w.Proposals++
		}
	}
	for _, a := range t.allowed {
		// One that no judged state shows, on no pull request that was judged, stands for a proposal of its own.
		p := t.proposals[a.Proposal]
		if shown, ok := c.shown[a.Gate]; !a.At.Before(since) && (!ok || a.At.UnixNano() > shown) && (p == nil || len(p.judged) == 0) {
			w.Proposals++
			c.add(found{a.Gate, hintsOnly(a.Gate)}, letPass, 1)
		}
	}
	for id, n := range c.byID {
		for o, times := range n {
			c.add(c.ways[id].found, outcome(o), times)
		}
	}
	for f, n := range c.sums {
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

// count counts outcomes, one proposal after the other.
type count struct {
	sums      map[found]*[4]int
	byID      [][4]int         // the same of what is found, by id, to be added up at the end
	shown     map[string]int64 // by gate, when a judged state last showed that a finding was let through
	hintsOnly func(gate string) bool
	ways      []way   // of what is found, by id
	seen      []sight // of what is found in the proposal at hand, by id
	touched   []int32 // the ids that were seen there
}

// way is what a text of the column tells.
type way struct {
	found
	isAllowed bool // not found, but let through
}

// sight is where something was found among the states of a proposal.
type sight struct {
	isSeen, inReviewed, inLast bool
	first                      int // the number of the first state
}

func (t *Tally) newCount(hintsOnly func(string) bool) *count {
	c := &count{sums: map[found]*[4]int{}, byID: make([][4]int, len(t.texts)), shown: map[string]int64{}, hintsOnly: hintsOnly, seen: make([]sight, len(t.texts))}
	for _, text := range t.texts {
		name, gate, _ := strings.Cut(text, " ")
		c.ways = append(c.ways, way{found{gate, name == decision.FoundPossible}, name == decision.FoundAllowed})
	}
	return c
}

func (c *count) add(f found, o outcome, times int) {
	if times == 0 {
		return
	}
	if c.sums[f] == nil {
		c.sums[f] = new([4]int)
	}
	c.sums[f][o] += times
}

// count counts what became of all that gates found in a proposal, if its last state is late enough. Allowed are the gates of which
// findings were let through there.
func (c *count) count(p *proposal, allowed []string, isLate func(at int64) bool) bool {
	states := p.states()
	slices.SortFunc(p.said, func(a, b said) int { return a.compare(&b.moment) })
	reviewed, last := p.reviewed(states), len(states)-1
	c.look(states, reviewed)
	defer c.forget()
	passed := slices.Clone(allowed)
	for _, id := range c.touched {
		if c.ways[id].isAllowed {
			passed = append(passed, c.ways[id].gate)
		}
	}
	if !isLate(states[last].at) {
		return false
	}
	isApproved := len(p.said) > 0 && p.said[len(p.said)-1].verdict != decision.Rejected
	fired := map[string]bool{}
	for _, id := range c.touched {
		s, w := c.seen[id], c.ways[id]
		if w.isAllowed {
			continue
		}
		if len(passed) > 0 {
			fired[w.gate] = true
		}
		switch {
		case p.isUpheld(w.gate):
			c.byID[id][upheld]++
		case slices.Contains(passed, w.gate), isApproved && s.inLast:
			c.byID[id][letPass]++
		case s.first < reviewed && !s.inReviewed:
			c.byID[id][mended]++
		default:
			c.byID[id][open]++
		}
	}
	// What was let through from the beginning counts as found with the certainty that the gate has.
	for _, gate := range passed {
		if fired[gate] {
			continue
		}
		fired[gate] = true
		if f := (found{gate, c.hintsOnly(gate)}); p.isUpheld(gate) {
			c.add(f, upheld, 1)
		} else {
			c.add(f, letPass, 1)
		}
	}
	return true
}

// look sees in which of the states something was found, and when a state last showed that something was let through.
func (c *count) look(states []judged, reviewed int) {
	for n := range states {
		for _, id := range states[n].found {
			s := &c.seen[id]
			if !s.isSeen {
				s.isSeen, s.first = true, n
				c.touched = append(c.touched, id)
			}
			s.inReviewed, s.inLast = s.inReviewed || n == reviewed, s.inLast || n == len(states)-1
			if w := &c.ways[id]; w.isAllowed {
				if at, ok := c.shown[w.gate]; !ok || states[n].at > at {
					c.shown[w.gate] = states[n].at
				}
			}
		}
	}
}

// forget makes ready for the next proposal.
func (c *count) forget() {
	for _, id := range c.touched {
		c.seen[id] = sight{}
	}
	c.touched = c.touched[:0]
}

// states are what was judged, each state once, in the order of time.
func (p *proposal) states() []judged {
	slices.SortFunc(p.judged, func(a, b judged) int { return a.compare(&b.moment) })
	kept := make([]judged, 0, len(p.judged))
	var places map[string]int // of the states; they are looked for one by one where they are few
	const few = 32
	if len(p.judged) > few {
		places = make(map[string]int, len(p.judged))
	}
	for _, j := range p.judged {
		at, again := places[j.state]
		if places == nil {
			at = slices.IndexFunc(kept, func(k judged) bool { return k.state == j.state })
			again = at >= 0
		}
		if again {
			kept[at].found = slices.Concat(kept[at].found, j.found) // by another configuration, say
			continue
		}
		if places != nil {
			places[j.state] = len(kept)
		}
		kept = append(kept, j)
	}
	return kept
}

// reviewed is the number of the state that the first review is about: the last one before it, and where nobody has reviewed the proposal
// the last of all.
func (p *proposal) reviewed(states []judged) int {
	if len(p.said) == 0 {
		return len(states) - 1
	}
	at := slices.IndexFunc(states, func(s judged) bool { return s.compare(&p.said[0].moment) > 0 })
	if at < 0 {
		at = len(states)
	}
	return max(at-1, 0)
}

// isUpheld reports whether somebody rejected the proposal with the tag of a gate.
func (p *proposal) isUpheld(gate string) bool {
	return slices.ContainsFunc(p.said, func(s said) bool { return s.verdict == decision.Rejected && slices.Contains(s.issues, gate) })
}
