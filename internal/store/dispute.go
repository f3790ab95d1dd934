package store

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/store/tree"
)

// sides of a meeting.
const (
	ours = iota
	theirs
)

// dispute is a path below the store's folder at which two states differ.
type dispute struct {
	path   string
	has    [2]tree.Entry // what each side has, without a mode where it has nothing
	base   tree.Entry    // what the state had from which both came
	shared tree.Entry    // what this clone and the remote had in common when they last met
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
	var has [4]tree.Names
	names := tree.Names{}
	for i, id := range trees {
		entries, err := w.read(id)
		if err != nil {
			return err
		}
		has[i] = tree.ByName(entries)
		if i <= theirs {
			for _, e := range entries {
				names[e.Name] = tree.Entry{Name: e.Name}
			}
		}
	}
	for _, n := range names.Sorted() {
		d := dispute{path.Join(folder, n.Name), [2]tree.Entry{has[0][n.Name], has[1][n.Name]}, has[2][n.Name], has[3][n.Name]}
		a, b := d.has[ours], d.has[theirs]
		switch {
		case a == b:
		case (a.IsFolder() || a.Mode == "") && (b.IsFolder() || b.Mode == ""):
			within := [4]string{a.ID, b.ID}
			for i, e := range []tree.Entry{d.base, d.shared} {
				if e.IsFolder() {
					within[2+i] = e.ID
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
	keep   tree.Entry   // what has the name, nothing where it has no mode
	beside []tree.Entry // what stays beside it
}

// meeting is two states of a store that become one, and what is known of how they came about.
type meeting struct {
	*writing
	commits   [2]string
	states    [2]*State
	base, met *State          // from which both came, and which this clone shared with the remote last
	shared    string          // the commit of that, "" for none
	kept      map[string]Keep // see Store.Kept
	rewritten [2]bool         // the side no longer leads to what was shared
	restored  [2]int          // how many files a side had changed or taken away that are as they were
	takenOut  [2]bool         // texts were taken out of the side's history, and stay out
	lack      []string        // the files that they were taken out of
}

// judge decides disputes. A file that one side alone has, both shall have. Of two contents the one that the histories had
// first under the name keeps it, whoever asks; so a change never does. Anybody can make a history that had several: then what
// this clone has shared before keeps it (defends), then what both came from, then what one side has made of it since both
// contents were known, so that no two clones are at odds for ever, and at last the smaller blob.
func (m *meeting) judge(ctx context.Context, all []dispute) (map[string]verdict, error) {
	verdicts := map[string]verdict{}
	rest, err := m.takeOut(ctx, all, verdicts)
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, d := range rest {
		if d.has[ours].Mode != "" && d.has[theirs].Mode != "" && !isReadme(d.path) {
			paths = append(paths, d.path)
		}
	}
	first, _, err := m.firsts(ctx, m.commits[:], paths)
	if err != nil {
		return nil, err
	}
	for _, d := range rest {
		if isReadme(d.path) {
			verdicts[d.path] = d.keepReadme()
			continue
		}
		a, b := d.has[ours], d.has[theirs]
		var v verdict
		switch {
		case a.Mode == "":
			v.keep = b
		case b.Mode == "":
			v.keep = a
		default:
			if v, err = m.decide(d, first[d.path]); err != nil {
				return nil, err
			}
			verdicts[d.path] = v
		}
		folders := a.IsFolder() && b.IsFolder()
		isAs := func(e, other tree.Entry) bool { return e == other || !folders && e.IsFolder() && other.IsFolder() }
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
func (m *meeting) decide(d dispute, first []origin) (verdict, error) {
	a, b := d.has[ours], d.has[theirs]
	if a.IsFolder() && b.IsFolder() {
		return m.keepFolder(d)
	}
	isFirst := func(e tree.Entry) bool { return has(first, e) }
	defended, err := m.defends(d)
	if err != nil {
		return verdict{}, err
	}
	began, err := m.base.isAlone(d.path, d.base)
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
		if knows[side], err = state.hasCopy(d.path, d.has[1-side]); err != nil {
			return verdict{}, err
		}
	}
	if knows[ours] != knows[theirs] {
		return d.keepOne(knows[ours]), nil
	}
	return d.keepOne(a.Rank(b) < 0), nil
}

// keepFolder says which of two folders keeps a name where no walk could tell in what they differ: one that can be read, so that a folder
// that cannot takes no records away; else that which was there before. The other stands beside it.
func (m *meeting) keepFolder(d dispute) (verdict, error) {
	var can [2]bool
	for side, e := range d.has {
		_, err := m.entries(e.ID)
		if can[side] = err == nil; err != nil && !isClosed(err) {
			return verdict{}, err
		}
	}
	a, b := d.has[ours], d.has[theirs]
	isTheirs := b.Rank(a) < 0
	switch wasOurs, wasTheirs := a == d.base || a == d.shared, b == d.base || b == d.shared; {
	case can[ours] != can[theirs]:
		isTheirs = can[theirs]
	case wasOurs != wasTheirs:
		isTheirs = wasTheirs
	}
	if isTheirs {
		a, b = b, a
	}
	return verdict{a, []tree.Entry{b}}, nil
}

// keepOne has one side keep the name.
func (d dispute) keepOne(isOurs bool) verdict {
	if isOurs {
		return d.keep(d.has[ours])
	}
	return d.keep(d.has[theirs])
}

// keep has an entry keep the name, and whatever else was there stay beside it. A folder is kept as a side has it now.
func (d dispute) keep(e tree.Entry) verdict {
	v := verdict{keep: e}
	for _, other := range d.has {
		switch {
		case other == e:
		case other.IsFolder() && e.IsFolder():
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
func (m *meeting) defends(d dispute) (bool, error) {
	if alone, err := m.met.isAlone(d.path, d.shared); alone || err != nil || d.shared.Mode == "" {
		return alone, err
	}
	if m.kept[path.Join(m.Folder, d.path)].Blob != d.shared.ID {
		return false, nil
	}
	for _, e := range d.has {
		if e == d.shared {
			continue
		}
		if known, err := m.met.hasCopy(d.path, e); known || err != nil {
			return false, err
		}
	}
	return true, nil
}

// keepReadme decides about a file that is no record, and may change: what one side has made of it holds.
func (d dispute) keepReadme() verdict {
	a, b := d.has[ours], d.has[theirs]
	switch {
	case a == d.base || a.Mode == "" && b != d.base:
		return verdict{keep: b}
	case b == d.base || b.Mode == "":
		return verdict{keep: a}
	case a.Rank(b) < 0:
		return verdict{a, []tree.Entry{b}}
	}
	return verdict{b, []tree.Entry{a}}
}

// isReadme reports whether a file of the store is one that tells people what is there.
func isReadme(name string) bool { return strings.HasPrefix(strings.ToLower(path.Base(name)), "readme") }

// takeOut finds the files whose text somebody has taken out of a side's history, so that it never was there: the side was
// rewritten, has what allows just that, and nothing of what was shared. Where the side has made anything else of a file, or a name had
// another content first, it was not rewritten for the sake of texts, and nothing is taken over. It gives the other disputes.
func (m *meeting) takeOut(ctx context.Context, all []dispute, verdicts map[string]verdict) ([]dispute, error) {
	for side := range m.states {
		if m.MayLack == nil || !m.rewritten[side] {
			continue
		}
		out, err := m.takenOutOf(ctx, side, all)
		if err != nil || len(out) == 0 {
			return all, err
		}
		if alike, err := m.beganAlike(ctx, side, all, out); err != nil || !alike {
			return all, err
		}
		first, _, err := m.firsts(ctx, m.commits[side:side+1], out)
		if err != nil {
			return nil, err
		}
		var rest []dispute
		for _, d := range all {
			if !slices.Contains(out, d.path) || slices.ContainsFunc(first[d.path], func(f origin) bool { return f.ID == d.shared.ID }) {
				rest = append(rest, d)
				continue
			}
			verdicts[d.path] = verdict{keep: d.has[side]}
			m.takenOut[side], m.lack = true, append(m.lack, d.path)
		}
		all = rest
	}
	return all, nil
}

// beganAlike reports whether every name that was shared had first in a side's history, which was rewritten, what it had first in the
// one that was shared: what tells who was first is lost with the latter. A file may have been first without a text that was taken out of
// it, and what is left of several may be that which was shared.
func (m *meeting) beganAlike(ctx context.Context, side int, all []dispute, out []string) (bool, error) {
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
			without[d.path+" "+d.shared.ID] = d.has[side].ID
		}
	}
	_, opaque, err := git.Losses(ctx, m.repo, "", m.commits[side], m.Folder)
	if err != nil || len(opaque) > 0 { // which may hide what was first
		return false, err
	}
	was, _, err := m.firsts(ctx, []string{m.shared}, paths)
	if err != nil {
		return false, err
	}
	is, _, err := m.firsts(ctx, m.commits[side:side+1], paths)
	if err != nil {
		return false, err
	}
	for _, name := range paths {
		blobs := func(entries []origin) (ids []string) {
			for _, e := range entries {
				ids = append(ids, cmp.Or(without[name+" "+e.ID], e.ID))
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

// takenOutOf are the paths at which a side that was rewritten may lack what it lacks; none where it has changed anything else.
func (m *meeting) takenOutOf(ctx context.Context, side int, all []dispute) (paths []string, err error) {
	may, err := m.MayLack(ctx, m.states[side])
	if err != nil {
		return nil, err
	}
	for _, d := range all {
		if !d.shared.IsFile() || d.has[side] == d.shared || isReadme(d.path) {
			continue
		}
		own, lacks := d.has[side], false
		if own.Mode == "" || own.IsFile() {
			if lacks, err = m.lacks(may, d.path, d.shared.ID, own.ID); err != nil {
				return nil, err
			}
		}
		switch {
		case lacks && d.has[1-side] == d.shared:
			paths = append(paths, d.path)
		case !lacks && own.Mode != "":
			return nil, nil
		}
	}
	return paths, nil
}
