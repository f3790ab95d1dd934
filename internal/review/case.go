package review

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"maps"
	"math"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/text"
)

// Case is a precedent with its whole text.
type Case struct {
	Precedent
	words  []uint64 // as wordsOf has them
	weight float64  // of all of them
	// order is the place of the case among others of its rank, which depends on nothing but the case.
	order [sha256.Size]byte
}

// compare puts decisions before what the history alone tells, and else cases by their order.
func (c *Case) compare(other *Case) int {
	return cmp.Or(c.rank()-other.rank(), slices.Compare(c.order[:], other.order[:]), strings.Compare(c.Path, other.Path))
}

// Pool is the decided claims of a house.
type Pool struct {
	// LeftOut says which bounds kept claims out.
	LeftOut []string

	cases  []Case
	rarity map[uint64]float64 // of a word, by its hash: the fewer cases have it, the more
}

// newPool makes a pool of precedents.
func newPool(all []Precedent, leftOut []string) *Pool {
	p := &Pool{LeftOut: leftOut, rarity: map[uint64]float64{}}
	for _, one := range all {
		c := Case{Precedent: one, words: wordsOf(claim.Parse(one.Path, []byte(one.Text)))}
		c.order = sha256.Sum256([]byte(c.Outcome + "\x00" + c.Path + "\x00" + c.Text))
		for _, w := range c.words {
			p.rarity[w]++
		}
		p.cases = append(p.cases, c)
	}
	for w, n := range p.rarity {
		p.rarity[w] = math.Log(float64(len(all)+1) / n)
	}
	for i := range p.cases {
		p.cases[i].weight = weight(p.cases[i].words, p.rarity)
	}
	return p
}

// weight is the sum of the squares of how rare words are, of those of which that is known.
func weight(words []uint64, rarity map[uint64]float64) (sum float64) {
	for _, w := range words {
		sum += rarity[w] * rarity[w]
	}
	return sum
}

// wordsOf are the distinct words of a claim's title, description, domain and body.
func wordsOf(c *claim.Claim) (all []uint64) {
	said := strings.Join([]string{c.Title.Text, c.Header.Text("description"), c.Header.Text("domain"), string(c.BodyText())}, "\n\n")
	seen := map[uint64]bool{}
	for _, w := range text.AppendWords(nil, []byte(said)) {
		if !seen[w.Hash] {
			seen[w.Hash] = true
			all = append(all, w.Hash)
		}
	}
	return all
}

// count gives how many of the latest cases were accepted, how many were sent back, and since which day they came in. What a house did
// when it began tells little of what it does now.
func (p *Pool) count() (accepted, sentBack int, since string) {
	latest := slices.SortedFunc(slices.Values(p.cases), func(a, b Case) int { return strings.Compare(b.Brought, a.Brought) })
	for _, c := range latest[:min(mostCounted, len(latest))] {
		since = cmp.Or(c.Brought, since)
		if c.Outcome == Accepted {
			accepted++
		} else {
			sentBack++
		}
	}
	return accepted, sentBack, since
}

// distinct are the cases in their order, of each outcome and file name the first: a knowledge base may hold one claim in two folders.
func (p *Pool) distinct() (all []*Case) {
	for i := range p.cases {
		all = append(all, &p.cases[i])
	}
	slices.SortFunc(all, (*Case).compare)
	seen := map[string]bool{}
	return slices.DeleteFunc(all, func(c *Case) bool {
		key := c.Outcome + "/" + path.Base(c.Path)
		wasSeen := seen[key]
		seen[key] = true
		return wasSeen
	})
}

// spread chooses the precedents for claims at some paths, which are none of their own: of each outcome as many as a request takes, of
// those that were sent back some for each gate, and of a file name one. The same pool gives the same ones.
func (p *Pool) spread(without func(path string) bool) (chosen []*Case) {
	var accepted []*Case
	groups := map[string][]*Case{} // of what was sent back, by the first gate
	for _, c := range p.distinct() {
		switch {
		case without(c.Path):
		case c.Outcome == Accepted:
			accepted = append(accepted, c)
		default:
			gate := strings.Join(c.Gates[:min(1, len(c.Gates))], "")
			groups[gate] = append(groups[gate], c)
		}
	}
	names := slices.Collect(maps.Keys(groups))
	// Gates whose first case has a decision come before those that the history alone tells of.
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(groups[a][0].rank()-groups[b][0].rank(), strings.Compare(a, b)) })
	var sent []*Case
	for round, isLast := 0, false; !isLast; round++ {
		isLast = true
		for _, name := range names {
			if len(sent) < mostOfEach && round < len(groups[name]) {
				sent, isLast = append(sent, groups[name][round]), false
			}
		}
	}
	return append(controls(accepted, sent), sent...)
}

// controls chooses accepted cases to set beside those that were sent back: for each the one that came in nearest to its day, of the same
// folder if it can be, and then the first of those that are left. So the two kinds differ by what the house minds, and not by the form
// that claims had at the time.
func controls(accepted, sent []*Case) (chosen []*Case) {
	left := slices.Clone(accepted)
	take := func(compare func(a, b *Case) int) {
		c := slices.MinFunc(left, compare)
		chosen, left = append(chosen, c), slices.DeleteFunc(left, func(other *Case) bool { return other == c })
	}
	for _, s := range sent {
		if len(left) > 0 {
			take(func(a, b *Case) int {
				return cmp.Or(a.rank()-b.rank(), daysApart(a, s)-daysApart(b, s), apart(a, s)-apart(b, s), a.compare(b))
			})
		}
	}
	for len(left) > 0 && len(chosen) < mostOfEach {
		take((*Case).compare)
	}
	return chosen
}

// apart is 0 for two cases of one folder, and 1 for others.
func apart(a, b *Case) int {
	if path.Dir(a.Path) == path.Dir(b.Path) {
		return 0
	}
	return 1
}

// daysApart is how many days lie between the arrivals of two cases; many where one is not known.
func daysApart(a, b *Case) int {
	x, err := time.Parse(time.DateOnly, a.Brought)
	y, err2 := time.Parse(time.DateOnly, b.Brought)
	if err != nil || err2 != nil {
		return math.MaxInt32
	}
	return int(x.Sub(y).Abs() / (24 * time.Hour))
}

func (c *Case) rank() int { return map[bool]int{true: 0, false: 1}[c.Decided != ""] }

// nearest gives the cases of each outcome that are most like a claim: that share most of its rarer words, by the cosine of both. Those
// that are left out are none.
func (p *Pool) nearest(of *claim.Claim, without func(path string) bool) (chosen []*Case) {
	own, rarity := wordsOf(of), map[uint64]float64{}
	for _, w := range own {
		rarity[w] = p.rarity[w]
	}
	whole := weight(own, rarity)
	all, likeness := []*Case{}, map[*Case]float64{}
	for i := range p.cases {
		c := &p.cases[i]
		if c.Text == "" || without(c.Path) {
			continue
		}
		if shared := weight(c.words, rarity); shared > 0 {
			likeness[c], all = shared/math.Sqrt(c.weight*whole), append(all, c)
		}
	}
	slices.SortFunc(all, func(a, b *Case) int { return cmp.Or(cmp.Compare(likeness[b], likeness[a]), a.compare(b)) })
	taken, number := map[string]bool{}, map[string]int{}
	for _, c := range all {
		if name := path.Base(c.Path); number[c.Outcome] < mostNearest && !taken[name] {
			chosen, taken[name] = append(chosen, c), true
			number[c.Outcome]++
		}
	}
	slices.SortStableFunc(chosen, func(a, b *Case) int { return strings.Compare(a.Outcome, b.Outcome) })
	return chosen
}

// cut is the case as a request has it.
func (c *Case) cut(id string) Precedent {
	p := c.Precedent
	p.ID, p.Path, p.Reason = id, oneLine(p.Path, 512), oneLine(p.Reason, maxReason)
	p.Text, p.Cut = beginning(shown(withoutLinkLists([]byte(p.Text))), maxPrecedent)
	p.Mended, p.MendedCut = beginning(shown([]byte(p.Mended)), maxMended)
	return p
}

// withoutLinkLists leaves out the items of lists that begin with a wiki link: what else is to be read teaches nothing about the bar.
func withoutLinkLists(data []byte) []byte {
	var kept [][]byte
	wasBlank := false
	for line := range bytes.Lines(data) {
		item := bytes.TrimSpace(line)
		isLink := len(item) > 4 && (item[0] == '-' || item[0] == '*') && bytes.HasPrefix(bytes.TrimSpace(item[1:]), []byte("[["))
		if isLink || wasBlank && len(item) == 0 {
			continue
		}
		kept, wasBlank = append(kept, line), len(item) == 0
	}
	return bytes.Join(kept, nil)
}
