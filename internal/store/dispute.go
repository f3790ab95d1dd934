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

// The sides of a meeting.
const (
	ours = iota
	theirs
)

// dispute is a path below the store's folder at which two states differ.
type dispute struct {
	path   string
	has    [2]tree.Entry // what each side has, without a mode where it has nothing
	base   tree.Entry    // what the state had from which both came
	shared tree.Entry    // what this clone and the remote shared when they last met
}

// disputes tells all the paths at which the first two of four folders differ, with what the two others, which are earlier, have there. A
// folder that the walk may not enter counts as one path.
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

// meeting is two states of a store that become one, with what is known of their histories.
type meeting struct {
	*writing
	commits   [2]string
	states    [2]*State
	base, met *State                  // the merge base, and what this clone shared with the remote last
	shared    string                  // the commit of met, "" for none
	kept      map[string]FirstContent // see Store.FirstContents
	rewritten [2]bool                 // the side no longer leads to what was shared
	restored  [2]int                  // how many files a side had changed or taken away that are as they were
	takenOut  [2]bool                 // somebody took texts out of the side's history, and they stay out
	lack      []string                // the files without these texts

	recordsAlone bool // the result has the store's folder and nothing else, for nobody but readers of records gets it
}

// judge decides disputes. A file that one side alone has stays. Of two contents, the name goes to the first of these that tells them
// apart: which one the histories had first under the name, so that a change never gets it; what this clone has shared before (defends),
// because anybody can make a history that had several contents first; what both sides came from; what one side has made of it, knowing
// both contents, so that no two clones disagree for ever; the smaller blob.
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
	var knows [2]bool // a side has the content of the other side as a conflict copy
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

// keepFolder says which of two folders keeps a name, where the walk could not compare them: one that can be read, so that a folder that
// nobody can read takes no records away; else the one that was there before. The other folder stands beside it.
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

// keep gives the name to an entry, and keeps beside it what else the sides have. A folder of an earlier state is kept as a side has it
// now.
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

// defends reports whether a name stays with what this clone has shared before. A clone defends a name once against each content. From
// then on it knows both contents, and readers go by FirstContents. So two clones that had different contents first do not take the name from each
// other for ever.
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

// keepReadme decides about a readme, which is no record and may change: the side that changed it wins.
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

// isReadme reports whether a file of the store is a readme.
func isReadme(name string) bool { return strings.HasPrefix(strings.ToLower(path.Base(name)), "readme") }

// takeOut finds the files from which somebody took a text by rewriting a side's history, and gives the other disputes. The rewritten
// side must allow exactly these files to lack their text (LacksHiddenTextAlone). Where the side changed anything else, or a name had
// another content first, the rewrite did more than take texts out, and takeOut accepts nothing of it.
func (m *meeting) takeOut(ctx context.Context, all []dispute, verdicts map[string]verdict) ([]dispute, error) {
	for side := range m.states {
		if m.MayLackTexts == nil || !m.rewritten[side] {
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

// beganAlike reports whether every shared name had the same contents first in a side's rewritten history as in the shared history, which
// nobody can look at once it is replaced. A content counts as the same without a text that was taken out. Where several contents were
// first, the rewritten history may have kept the shared one alone.
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
	without := map[string]string{} // by path and content with a text, the content without it
	for _, d := range all {
		if slices.Contains(out, d.path) {
			without[d.path+" "+d.shared.ID] = d.has[side].ID
		}
	}
	_, opaque, err := git.Losses(ctx, m.repo, "", m.commits[side], m.Folder)
	if err != nil || len(opaque) > 0 { // folders that nobody can read may hide what was first
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

// takenOutOf gives the paths at which a rewritten side lacks a text and may; none where the side has changed anything else.
func (m *meeting) takenOutOf(ctx context.Context, side int, all []dispute) (paths []string, err error) {
	may, err := m.MayLackTexts(ctx, m.states[side])
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
