package store

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/git"
)

// sides of a meeting.
const (
	ours = iota
	theirs
)

// dispute is a path below the store's folder at which two states differ.
type dispute struct {
	path   string
	has    [2]entry // what each side has, without a mode where it has nothing
	base   entry    // what the state had from which both came
	shared entry    // what this clone and the remote had in common when they last met
}

// disputes are all the paths at which two folders differ, beside what two earlier ones have there. A folder into which a walk may not
// go is one such path.
func (w *walk) disputes(ctx context.Context, trees [4]string, folder string, tell func(dispute)) error {
	if trees[ours] == trees[theirs] {
		return nil
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	var has [4]map[string]entry
	names := map[string]entry{}
	for i, id := range trees {
		if id == "" {
			continue
		}
		entries, err := w.read(id)
		if err != nil {
			return err
		}
		has[i] = byName(entries)
		if i <= theirs {
			for _, e := range entries {
				names[e.name] = entry{name: e.name}
			}
		}
	}
	for _, n := range sortedEntries(names) {
		d := dispute{path.Join(folder, n.name), [2]entry{has[0][n.name], has[1][n.name]}, has[2][n.name], has[3][n.name]}
		a, b := d.has[ours], d.has[theirs]
		switch {
		case a == b:
		case (a.mode == modeFolder || a.mode == "") && (b.mode == modeFolder || b.mode == ""):
			within := [4]string{a.id, b.id}
			for i, e := range []entry{d.base, d.shared} {
				if e.mode == modeFolder {
					within[2+i] = e.id
				}
			}
			entered, err := w.enter(d.path, within[ours]+within[theirs], func() error { return w.disputes(ctx, within, d.path, tell) })
			if err != nil {
				return err
			}
			if !entered {
				tell(d)
			}
		default:
			tell(d)
		}
	}
	return nil
}

// verdict is what becomes of a path that is disputed.
type verdict struct {
	keep   entry   // what has the name, nothing where it has no mode
	beside []entry // what stays beside it
}

// meeting is two states of a store that become one, and what is known of how they came about.
type meeting struct {
	commits   [2]string
	states    [2]*State
	rewritten [2]bool // the side no longer leads to what was shared
	restored  [2]int  // how many files a side had changed or taken away that are as they were
	takenOut  [2]bool // texts were taken out of the side's history, and stay out
}

// judge decides disputes. A file that one side alone has, both shall have. Of two contents the one that the history had
// first under the name keeps it, whoever asks; so a change never does. Where the history had several, as when two programs
// wrote one record apart, what this clone has shared already comes before what a rewritten branch made of it, what one
// side has decided before holds, and at last the smaller blob.
func (s *Store) judge(ctx context.Context, m *meeting, all []dispute) (map[string]verdict, error) {
	verdicts := map[string]verdict{}
	rest, err := s.takeOut(ctx, m, all, verdicts)
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, d := range rest {
		if d.has[ours].mode != "" && d.has[theirs].mode != "" && !isReadme(d.path) {
			paths = append(paths, d.path)
		}
	}
	first, err := s.firsts(ctx, m.commits[:], paths)
	if err != nil {
		return nil, err
	}
	for _, d := range rest {
		a, b := d.has[ours], d.has[theirs]
		var v verdict
		switch {
		case isReadme(d.path):
			v = d.settleReadme()
		case a.mode == "":
			v.keep = b
		case b.mode == "":
			v.keep = a
		default:
			if v, err = s.decide(m, d, first[d.path]); err != nil {
				return nil, err
			}
			verdicts[d.path] = v
		}
		if isReadme(d.path) {
			verdicts[d.path] = v
			continue
		}
		if v.keep != b && (v.keep == d.base || v.keep == d.shared) {
			m.restored[theirs]++
		}
		if v.keep != a && v.keep == d.base {
			m.restored[ours]++
		}
	}
	return verdicts, nil
}

// decide says which content keeps a name that both sides have.
func (s *Store) decide(m *meeting, d dispute, first []entry) (verdict, error) {
	a, b := d.has[ours], d.has[theirs]
	isFirst := func(e entry) bool {
		return slices.ContainsFunc(first, func(f entry) bool { return f.mode == e.mode && (f.id == e.id || e.mode == modeFolder) })
	}
	keepOurs := verdict{a, []entry{b}}
	keepTheirs := verdict{b, []entry{a}}
	switch {
	case isFirst(a) && !isFirst(b):
		return keepOurs, nil
	case isFirst(b) && !isFirst(a):
		return keepTheirs, nil
	case !isFirst(a) && isFirst(d.base):
		return verdict{d.base, []entry{a, b}}, nil
	case m.rewritten[theirs] && !m.rewritten[ours] && a == d.shared:
		return keepOurs, nil
	case m.rewritten[ours] && !m.rewritten[theirs] && b == d.shared:
		return keepTheirs, nil
	}
	var knows [2]bool // a side has what the other has beside its own
	for side, state := range m.states {
		other := d.has[1-side]
		there, err := state.entry(path.Join(s.Folder, path.Dir(d.path), beside(other)))
		if err != nil {
			return verdict{}, err
		}
		knows[side] = there.id == other.id
	}
	if knows[ours] != knows[theirs] && knows[ours] || knows[ours] == knows[theirs] && a.rank(b) < 0 {
		return keepOurs, nil
	}
	return keepTheirs, nil
}

// settleReadme settles a file that is no record, and may change: what one side has made of it holds.
func (d dispute) settleReadme() verdict {
	a, b := d.has[ours], d.has[theirs]
	switch {
	case a == d.base || a.mode == "" && b != d.base:
		return verdict{keep: b}
	case b == d.base || b.mode == "":
		return verdict{keep: a}
	case a.rank(b) < 0:
		return verdict{a, []entry{b}}
	}
	return verdict{b, []entry{a}}
}

// isReadme reports whether a file of the store is one that tells people what is there.
func isReadme(name string) bool { return strings.HasPrefix(strings.ToLower(path.Base(name)), "readme") }

// takeOut finds the files whose text somebody has taken out of a side's history, so that it never was there: the side was
// rewritten, has what allows it, and nothing of what was shared. It gives the other disputes.
func (s *Store) takeOut(ctx context.Context, m *meeting, all []dispute, verdicts map[string]verdict) ([]dispute, error) {
	for side := range m.states {
		if s.MayLack == nil || !m.rewritten[side] {
			continue
		}
		may, err := s.MayLack(ctx, m.states[side])
		if err != nil {
			return nil, err
		}
		isOut := func(d dispute) bool {
			return d.shared.mode != "" && d.has[side] != d.shared && d.has[1-side] == d.shared && may(d.path)
		}
		var paths []string
		for _, d := range all {
			if isOut(d) {
				paths = append(paths, d.path)
			}
		}
		first, err := s.firsts(ctx, m.commits[side:side+1], paths)
		if err != nil {
			return nil, err
		}
		var rest []dispute
		for _, d := range all {
			if !isOut(d) || slices.ContainsFunc(first[d.path], func(e entry) bool { return e.id == d.shared.id }) {
				rest = append(rest, d)
				continue
			}
			verdicts[d.path] = verdict{keep: d.has[side]}
			m.takenOut[side] = true
		}
		all = rest
	}
	return all, nil
}

// mostNamed is for how many paths git is asked by name; it looks through all of them at each folder.
const mostNamed = 64

// firsts are the contents that paths below the store's folder had first in the history of some commits: several, where
// they came apart, and neither knew of the other.
func (s *Store) firsts(ctx context.Context, commits, paths []string) (map[string][]entry, error) {
	if len(paths) == 0 {
		return nil, nil
	}
	asked := []string{s.Folder}
	if len(paths) <= mostNamed {
		asked = nil
		for _, p := range paths {
			asked = append(asked, path.Join(s.Folder, p))
		}
	}
	added, err := git.Additions(ctx, s.dir, commits, asked)
	if err != nil {
		return nil, err
	}
	wanted := map[string]bool{}
	for _, p := range paths {
		wanted[p] = true
	}
	type place struct{ commit, path string }
	parents := map[place]int{}   // from which a file is new there
	came := map[string][]place{} // of each path, oldest first
	what := map[place]entry{}
	for _, t := range added {
		name := strings.TrimPrefix(t.New.Path, s.Folder+"/")
		e := entry{mode: t.New.Mode, id: string(t.New.Blob)}
		at := place{t.Commit, name}
		if parents[at]++; parents[at] < len(t.Parents) {
			continue // another parent has it
		}
		for ; name != "."; name, e = path.Dir(name), (entry{mode: modeFolder}) {
			if at := (place{t.Commit, name}); wanted[name] && what[at].mode == "" {
				what[at] = e
				came[name] = append(came[name], at)
			}
		}
	}
	first := map[string][]entry{}
	known := map[[2]string]bool{}
	for name, places := range came {
		for i, later := range places {
			isLater := false
			for _, earlier := range places[:i] {
				pair := [2]string{earlier.commit, later.commit}
				led, asked := known[pair]
				if !asked {
					if led, err = git.IsAncestor(ctx, s.dir, pair[0], pair[1]); err != nil {
						return nil, err
					}
					known[pair] = led
				}
				isLater = isLater || led
			}
			if !isLater {
				first[name] = append(first[name], what[later])
			}
		}
	}
	return first, nil
}
