package store

import (
	"cmp"
	"context"
	"errors"
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
	base, met *State          // from which both came, and which this clone shared with the remote last
	shared    string          // the commit of that, "" for none
	kept      map[string]Keep // see Store.Kept
	rewritten [2]bool         // the side no longer leads to what was shared
	restored  [2]int          // how many files a side had changed or taken away that are as they were
	takenOut  [2]bool         // texts were taken out of the side's history, and stay out
	out       []string        // the files that they were taken out of
}

// judge decides disputes. A file that one side alone has, both shall have. Of two contents the one that the histories had
// first under the name keeps it, whoever asks; so a change never does. Anybody can make a history that had several: then what
// this clone has shared before keeps it (defends), then what both came from, then what one side has made of it since both
// contents were known, so that no two clones are at odds for ever, and at last the smaller blob.
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
		isAs := entry.isAs
		if a.mode == modeFolder && b.mode == modeFolder {
			isAs = func(e, other entry) bool { return e == other }
		}
		if v.keep != b && (isAs(v.keep, d.base) || isAs(v.keep, d.shared)) {
			m.restored[theirs]++
		}
		if v.keep != a && isAs(v.keep, d.base) {
			m.restored[ours]++
		}
	}
	return verdicts, nil
}

// decide says which content keeps a name that both sides have.
func (s *Store) decide(m *meeting, d dispute, first []entry) (verdict, error) {
	a, b := d.has[ours], d.has[theirs]
	if a.mode == modeFolder && b.mode == modeFolder {
		return s.keepFolder(d)
	}
	isFirst := func(e entry) bool {
		return slices.ContainsFunc(first, func(f entry) bool { return f.mode == e.mode && (f.id == e.id || e.mode == modeFolder) })
	}
	defended, err := s.defends(m, d)
	if err != nil {
		return verdict{}, err
	}
	began, err := s.isAlone(m.base, d.path, d.base)
	if err != nil {
		return verdict{}, err
	}
	switch {
	case isFirst(a) != isFirst(b):
		return d.keepOne(isFirst(a)), nil
	case !isFirst(a) && isFirst(d.base):
		return d.keep(d.base), nil
	case defended:
		return d.keep(d.shared), nil
	case began && isFirst(d.base):
		return d.keep(d.base), nil
	case (a == d.base) != (b == d.base):
		return d.keepOne(b == d.base), nil
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
	if knows[ours] != knows[theirs] {
		return d.keepOne(knows[ours]), nil
	}
	return d.keepOne(a.rank(b) < 0), nil
}

// keepFolder says which of two folders keeps a name where no walk could tell in what they differ: one that can be read, so that a folder
// that cannot takes no records away; else that which was there before. The other stands beside it.
func (s *Store) keepFolder(d dispute) (verdict, error) {
	var can [2]bool
	for side, e := range d.has {
		_, err := s.entries(e.id)
		if can[side] = err == nil; err != nil && !isClosed(err) {
			return verdict{}, err
		}
	}
	a, b := d.has[ours], d.has[theirs]
	keep, other := a, b
	switch wasOurs, wasTheirs := a == d.base || a == d.shared, b == d.base || b == d.shared; {
	case can[ours] != can[theirs]:
		if can[theirs] {
			keep, other = b, a
		}
	case wasOurs != wasTheirs:
		if wasTheirs {
			keep, other = b, a
		}
	case b.rank(a) < 0:
		keep, other = b, a
	}
	return verdict{keep, []entry{other}}, nil
}

// keepOne has one side keep the name.
func (d dispute) keepOne(isOurs bool) verdict {
	if isOurs {
		return d.keep(d.has[ours])
	}
	return d.keep(d.has[theirs])
}

// keep has an entry keep the name, and whatever else was there stay beside it. A folder is kept as a side has it now.
func (d dispute) keep(e entry) verdict {
	v := verdict{keep: e}
	for _, other := range d.has {
		switch {
		case other == e:
		case other.mode == modeFolder && e.mode == modeFolder:
			v.keep = other
		default:
			v.beside = append(v.beside, other)
		}
	}
	return v
}

// defends reports whether a name stays with what this clone has shared before. It does once against each content: from then on
// both are known, and whoever reads goes by what was kept (Kept), so that two clones that had other things first do not take a
// name from each other for ever.
func (s *Store) defends(m *meeting, d dispute) (bool, error) {
	if alone, err := s.isAlone(m.met, d.path, d.shared); alone || err != nil || d.shared.mode == "" {
		return alone, err
	}
	if m.kept[path.Join(s.Folder, d.path)].Blob != d.shared.id {
		return false, nil
	}
	for _, e := range d.has {
		if e == d.shared {
			continue
		}
		there, err := m.met.entry(path.Join(s.Folder, path.Dir(d.path), beside(e)))
		if err != nil || there.id == e.id {
			return false, err
		}
	}
	return true, nil
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
// rewritten, has what allows just that, and nothing of what was shared. Where the side has made anything else of a file, or a name had
// another content first, it was not rewritten for the sake of texts, and nothing is taken over. It gives the other disputes.
func (s *Store) takeOut(ctx context.Context, m *meeting, all []dispute, verdicts map[string]verdict) ([]dispute, error) {
	for side := range m.states {
		if s.MayLack == nil || !m.rewritten[side] {
			continue
		}
		out, err := s.takenOut(ctx, m, side, all)
		if err != nil || len(out) == 0 {
			return all, err
		}
		if alike, err := s.beganAlike(ctx, m, side, all, out); err != nil || !alike {
			return all, err
		}
		first, err := s.firsts(ctx, m.commits[side:side+1], out)
		if err != nil {
			return nil, err
		}
		var rest []dispute
		for _, d := range all {
			if !slices.Contains(out, d.path) || slices.ContainsFunc(first[d.path], func(e entry) bool { return e.id == d.shared.id }) {
				rest = append(rest, d)
				continue
			}
			verdicts[d.path] = verdict{keep: d.has[side]}
			m.takenOut[side], m.out = true, append(m.out, d.path)
		}
		all = rest
	}
	return all, nil
}

// beganAlike reports whether every name that was shared had first in a side's history, which was rewritten, what it had first in the
// one that was shared: what tells who was first is lost with the latter. A file may have been first without a text that was taken out of
// it, and what is left of several may be that which was shared.
func (s *Store) beganAlike(ctx context.Context, m *meeting, side int, all []dispute, out []string) (bool, error) {
	names, err := m.met.Names(ctx, "")
	if err != nil {
		return false, err
	}
	tips, paths := map[string]string{}, []string{}
	for _, n := range names {
		if !isReadme(n.Path) {
			tips[n.Path], paths = n.Blob, append(paths, n.Path)
		}
	}
	without := map[string]string{} // of contents with a text, by path and content, that without it
	for _, d := range all {
		if slices.Contains(out, d.path) {
			without[d.path+" "+d.shared.id] = d.has[side].id
		}
	}
	_, opaque, err := git.Losses(ctx, s.repo, "", m.commits[side], s.Folder)
	if err != nil || len(opaque) > 0 { // which may hide what was first
		return false, err
	}
	was, err := s.firsts(ctx, []string{m.shared}, paths)
	if err != nil {
		return false, err
	}
	is, err := s.firsts(ctx, m.commits[side:side+1], paths)
	if err != nil {
		return false, err
	}
	for _, name := range paths {
		blobs := func(entries []entry) (ids []string) {
			for _, e := range entries {
				ids = append(ids, cmp.Or(without[name+" "+e.id], e.id))
			}
			slices.Sort(ids)
			return slices.Compact(ids)
		}
		then, now, tip := blobs(was[name]), blobs(is[name]), cmp.Or(without[name+" "+tips[name]], tips[name])
		alone := len(now) == 1 && now[0] == tip && slices.Contains(then, tip)
		if len(now) > 0 && !alone && !slices.Equal(then, now) {
			return false, nil
		}
	}
	return true, nil
}

// takenOut are the paths at which a side that was rewritten may lack what it lacks; none where it has changed anything else.
func (s *Store) takenOut(ctx context.Context, m *meeting, side int, all []dispute) (paths []string, err error) {
	may, err := s.MayLack(ctx, m.states[side])
	if err != nil {
		return nil, err
	}
	for _, d := range all {
		if !d.shared.isFile() || d.has[side] == d.shared || isReadme(d.path) {
			continue
		}
		var was, is []byte
		if was, err = s.recordOf(d.shared); err == nil && d.has[side].isFile() {
			is, err = s.recordOf(d.has[side])
		}
		switch {
		case err != nil:
			return nil, err
		case was != nil && (is != nil || d.has[side].mode == "") && may(d.path, was, is):
			if d.has[1-side] == d.shared {
				paths = append(paths, d.path)
			}
		case d.has[side].mode != "":
			return nil, nil
		}
	}
	return paths, nil
}

// recordOf gives the content of a file, nil where it is too large for a record or not there any more.
func (s *Store) recordOf(e entry) ([]byte, error) {
	o, err := s.objects.Read(e.id, mostCompared)
	if errors.Is(err, git.ErrTooLarge) || errors.Is(err, git.ErrMissing) {
		return nil, nil
	}
	return o.Data, err
}

// mostCompared is the size of the largest file that may lack a text, in bytes: four times that of a record.
const mostCompared = 1 << 20

// place is a content that a path had first, and the commit that brought it.
type place struct {
	commit string
	entry
}

// firsts are the contents that paths below the store's folder had first in the history of some commits: several, where
// they came apart, and neither knew of the other.
func (s *Store) firsts(ctx context.Context, commits, paths []string) (map[string][]entry, error) {
	places, _, err := s.firstPlaces(ctx, commits, paths)
	first := make(map[string][]entry, len(places))
	for name, all := range places {
		for _, at := range all {
			first[name] = append(first[name], at.entry)
		}
	}
	return first, err
}

// firstPlaces is firsts with the commits that brought them. Where any path has several, it gives the lineage of these commits too.
func (s *Store) firstPlaces(ctx context.Context, commits, paths []string) (map[string][]place, *git.Lineage, error) {
	if len(paths) == 0 {
		return nil, nil, nil
	}
	wanted := map[string]bool{}
	var asked []string
	for _, p := range paths {
		wanted[p] = true
		asked = append(asked, path.Join(s.Folder, p))
	}
	came := map[string][]place{} // oldest first
	err := git.Additions(ctx, s.repo, commits, asked, func(t git.Trace) {
		name := strings.TrimPrefix(t.New.Path, s.Folder+"/")
		e := entry{mode: t.New.Mode, id: string(t.New.Blob)}
		for ; name != "."; name, e = path.Dir(name), (entry{mode: modeFolder}) {
			if all := came[name]; wanted[name] && (len(all) == 0 || all[len(all)-1].commit != t.Commit) {
				came[name] = append(all, place{t.Commit, e})
			}
		}
	})
	if err != nil {
		return nil, nil, err
	}
	var names []string
	var groups [][]string
	for name, all := range came {
		if len(all) < 2 {
			continue
		}
		group := make([]string, len(all))
		for i, at := range all {
			group[i] = at.commit
		}
		names, groups = append(names, name), append(groups, group)
	}
	if len(groups) == 0 {
		return came, nil, nil
	}
	line, err := git.LineageOf(ctx, s.repo, commits)
	if err != nil {
		return nil, nil, err
	}
	for i, earliest := range line.Earliest(groups) {
		is := map[string]bool{}
		for _, commit := range earliest {
			is[commit] = true
		}
		came[names[i]] = slices.DeleteFunc(came[names[i]], func(at place) bool { return !is[at.commit] })
	}
	return came, line, nil
}
