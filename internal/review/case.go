package review

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/text"
)

// Case is a claim on which the house has decided.
type Case struct {
	Outcome string
	Path    string // below the root of the knowledge base
	Text    []byte // as it was handed in; nil where nobody has it any more
	Mended  string // what was changed until it was accepted, as differences or as a recorded diff
	Gates   []string
	Reason  string
	Decided bool // by a record of a decision, and not by the history alone

	// order is the place of the case among others of its rank, which depends on nothing but the case.
	order [sha256.Size]byte
}

// compare puts decisions before what the history alone tells, and else cases by their order.
func (c *Case) compare(other *Case) int {
	if c.Decided != other.Decided {
		return map[bool]int{true: -1, false: 1}[c.Decided]
	}
	return cmp.Or(slices.Compare(c.order[:], other.order[:]), strings.Compare(c.Path, other.Path))
}

// Pool is the decided claims of a house.
type Pool struct {
	// LeftOut says which bounds kept claims out.
	LeftOut []string

	cases []Case
	notes *kb.Snapshot     // the cases as notes
	at    map[string]*Case // by the path of that note
}

// newPool makes a pool of cases.
func newPool(cases []Case, leftOut []string) *Pool {
	p := &Pool{LeftOut: leftOut, cases: cases, at: map[string]*Case{}}
	var files []string
	for i := range cases {
		c := &cases[i]
		c.order = sha256.Sum256([]byte(c.Outcome + "\x00" + c.Path + "\x00" + string(c.Text)))
		name := fmt.Sprintf("cases/%06d.md", i)
		p.at[name], files = c, append(files, name)
	}
	all := kb.NewOverlay(files)
	for id := range all.IDs() {
		c := p.at[all.Path(id)]
		parsed := claim.Parse(c.Path, c.Text)
		all.Put(id, parsed, true, kb.AppendProse(nil, parsed))
	}
	p.notes = all.Bottom()
	return p
}

// count gives the numbers of accepted cases, and of those that were sent back.
func (p *Pool) count() (accepted, sentBack int) {
	for i := range p.cases {
		if p.cases[i].Outcome == Accepted {
			accepted++
		} else {
			sentBack++
		}
	}
	return accepted, sentBack
}

// spread chooses the precedents for claims at some paths, which are none of their own: of each outcome as many as a request takes, of
// those that were sent back some for each gate. The same pool gives the same ones.
func (p *Pool) spread(without func(path string) bool) (chosen []*Case) {
	groups := map[string][]*Case{}
	for i := range p.cases {
		c := &p.cases[i]
		if without(c.Path) {
			continue
		}
		group := Accepted
		if c.Outcome != Accepted {
			group = SentBack + " " + strings.Join(c.Gates[:min(1, len(c.Gates))], "")
		}
		groups[group] = append(groups[group], c)
	}
	var names []string
	for name, group := range groups {
		slices.SortFunc(group, (*Case).compare)
		if name != Accepted {
			names = append(names, name)
		}
	}
	chosen = append(chosen, groups[Accepted][:min(mostOfEach, len(groups[Accepted]))]...)
	// Gates whose first case has a decision come before those that the history alone tells of.
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(groups[a][0].rank()-groups[b][0].rank(), strings.Compare(a, b)) })
	sent := 0
	for round := 0; sent < mostOfEach; round++ {
		before := sent
		for _, name := range names {
			if sent < mostOfEach && round < len(groups[name]) {
				chosen = append(chosen, groups[name][round])
				sent++
			}
		}
		if sent == before {
			break
		}
	}
	return chosen
}

func (c *Case) rank() int { return map[bool]int{true: 0, false: 1}[c.Decided] }

// nearest gives the cases of each outcome that are most like a claim: by the likeness of claims, then of the same domain, then in
// their order. Those at paths without are none.
func (p *Pool) nearest(of *claim.Claim, without func(path string) bool) (chosen []*Case) {
	const self = "claim.md"
	notes := p.notes.With(nil, []string{self})
	id, _ := notes.Find(self) // it was just added
	notes.Put(id, of, true, kb.AppendProse(nil, of))
	score := map[*Case]float64{}
	for _, m := range notes.Similar(id, 0) {
		score[p.at[notes.Path(m.ID)]] = float64(m.Score)
	}
	domain := text.Fold(of.Header.Text("domain"))
	var all []*Case
	for other := range notes.IDs() {
		c := p.at[notes.Path(other)]
		if c == nil || c.Text == nil || without(c.Path) {
			continue
		}
		all = append(all, c)
		if domain != "" && text.Fold(notes.Note(other).Domain()) == domain {
			score[c] += 0.01 // below any difference that likeness makes
		}
	}
	slices.SortFunc(all, func(a, b *Case) int { return cmp.Or(cmp.Compare(score[b], score[a]), a.compare(b)) })
	for _, outcome := range []string{Accepted, SentBack} {
		n := 0
		for _, c := range all {
			if c.Outcome == outcome && n < mostNearest {
				chosen = append(chosen, c)
				n++
			}
		}
	}
	return chosen
}

// precedent is the case as a request has it.
func (c *Case) precedent(id string) Precedent {
	p := Precedent{ID: id, Outcome: c.Outcome, Path: oneLine(c.Path, 512), Gates: c.Gates, Reason: oneLine(c.Reason, maxReason)}
	var textCut, mendedCut bool
	p.Text, textCut = beginning(shown(c.Text), maxPrecedent)
	p.Mended, mendedCut = beginning(shown([]byte(c.Mended)), maxMended)
	p.Cut = textCut || mendedCut
	return p
}
