package git

import (
	"context"
	"slices"
	"strings"
)

// Lineage tells which commits of a history lead to which others. One program reads it, whatever is asked then: to ask git about
// each two of many commits takes as long as there are pairs of them.
type Lineage struct {
	ids     []string // oldest first, so that parents stand before their children
	places  map[string]int
	parents [][]int
}

// LineageOf reads the lineage of all commits that lead to some.
func LineageOf(ctx context.Context, f Folder, commits []string) (*Lineage, error) {
	l := &Lineage{places: map[string]int{}}
	args := append([]string{"rev-list", "--reverse", "--topo-order", "--parents", "--end-of-options"}, commits...)
	err := command(ctx, reads, f, append(args, "--")...).each('\n', func(line string) (bool, error) {
		var parents []int
		words := strings.Fields(line)
		for _, parent := range words[1:] {
			if at, ok := l.places[parent]; ok { // else the clone holds no more of the history
				parents = append(parents, at)
			}
		}
		l.places[words[0]] = len(l.ids)
		l.ids, l.parents = append(l.ids, words[0]), append(l.parents, parents)
		return true, nil
	})
	return l, err
}

// marksAtOnce is how many marks one look through a lineage carries.
const marksAtOnce = 64

// carry hands the marks of commits on to all that they lead to, and tells for each commit that is asked about which it was handed.
func (l *Lineage) carry(marks, asked map[string]uint64, tell func(commit string, handed uint64)) {
	carried := make([]uint64, len(l.ids))
	for commit, mark := range marks {
		if at, ok := l.places[commit]; ok {
			carried[at] = mark
		}
	}
	wanted := make([]bool, len(l.ids))
	for commit := range asked {
		if at, ok := l.places[commit]; ok {
			wanted[at] = true
		}
	}
	for i, parents := range l.parents {
		var handed uint64
		for _, p := range parents {
			handed |= carried[p]
		}
		carried[i] |= handed
		if wanted[i] {
			tell(l.ids[i], handed)
		}
	}
}

// Earliest gives, of each of some groups of commits, those to which no other of the group leads, oldest first.
func (l *Lineage) Earliest(groups [][]string) [][]string {
	first := make([][]string, len(groups))
	for from := 0; from < len(groups); from += marksAtOnce {
		marks := map[string]uint64{}
		for i, group := range groups[from:min(from+marksAtOnce, len(groups))] {
			for _, commit := range group {
				marks[commit] |= 1 << i
			}
		}
		l.carry(marks, marks, func(commit string, handed uint64) {
			for i, fresh := 0, marks[commit]&^handed; fresh != 0; i, fresh = i+1, fresh>>1 {
				if fresh&1 != 0 {
					first[from+i] = append(first[from+i], commit)
				}
			}
		})
	}
	return first
}

// Lead reports of pairs of commits whether the first leads to the second, or is it.
func (l *Lineage) Lead(pairs [][2]string) []bool {
	lead := make([]bool, len(pairs))
	for from := 0; from < len(pairs); {
		bits, marks, asked := map[string]int{}, map[string]uint64{}, map[string]uint64{}
		to := from
		for ; to < len(pairs); to++ {
			commit := pairs[to][0]
			if _, ok := bits[commit]; !ok && len(bits) == marksAtOnce {
				break
			} else if !ok {
				bits[commit] = len(bits)
				marks[commit] = 1 << bits[commit]
			}
			asked[pairs[to][1]] = 0
		}
		l.carry(marks, asked, func(commit string, handed uint64) { asked[commit] = handed | marks[commit] })
		for i, pair := range pairs[from:to] {
			lead[from+i] = asked[pair[1]]&marks[pair[0]] != 0
		}
		from = to
	}
	return lead
}

// Arrivals gives, for each commit that leads to another one, the commit on that one's main line, which goes through first parents, by
// which it came: the merge that brought it, or the commit itself.
func (l *Lineage) Arrivals(tip string) map[string]string {
	var line []int
	at, ok := l.places[tip]
	for ok {
		line = append(line, at)
		if ok = len(l.parents[at]) > 0; ok {
			at = l.parents[at][0]
		}
	}
	by := map[string]string{}
	for _, main := range slices.Backward(line) {
		for left := []int{main}; len(left) > 0; {
			next := left[len(left)-1]
			left = left[:len(left)-1]
			if _, known := by[l.ids[next]]; known {
				continue
			}
			by[l.ids[next]] = l.ids[main]
			left = append(left, l.parents[next]...)
		}
	}
	return by
}
