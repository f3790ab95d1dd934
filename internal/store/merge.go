package store

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/git"
)

// mostAround is how deep folders beside the store may lie that are merged; of deeper ones that differ, both stay.
const mostAround = 256

// mergeTexts is git.MergeTexts.
var mergeTexts = git.MergeTexts

// merge makes a commit that has the files of both sides, which may have come from a common one: of the store all that either
// has, and outside of it what both have made of it. It does not matter which of the two comes first. Where one side has
// all that there is, it gives that. shared is where both were when they last met, "" for not known.
func (s *Store) merge(ctx context.Context, base, shared string, m *meeting, c commit) (string, error) {
	old := base
	if m.rewritten[ours] || m.rewritten[theirs] {
		old = shared // which is later
	}
	var j Join
	var met *State
	for i, to := range []**State{&j.Base, &j.Ours, &j.Theirs, &met} {
		var err error
		if *to, err = s.stateOf([]string{old, m.commits[ours], m.commits[theirs], shared}[i]); err != nil {
			return "", err
		}
	}
	m.states, m.met, m.shared = [2]*State{j.Ours, j.Theirs}, met, shared
	began := j.Base
	if old != base {
		var err error
		if began, err = s.stateOf(base); err != nil {
			return "", err
		}
	}
	m.base = began
	var disputed []dispute
	err := s.merging().disputes(ctx, [4]string{j.Ours.folder, j.Theirs.folder, began.folder, met.folder}, "", func(d dispute) { disputed = append(disputed, d) })
	if err != nil {
		return "", s.tooLarge(err)
	}
	verdicts, err := s.judge(ctx, m, disputed)
	if err != nil {
		return "", err
	}
	w := s.newWriter(ctx, 1)
	around := s.merging()
	around.deepest = mostAround
	u := union{trees: s.newTrees(w), around: around, store: s.Folder, verdicts: verdicts, text: merger(ctx, s.repo), objects: s.objects}
	both, err := u.records(j.Ours.folder, j.Theirs.folder, "")
	if err != nil {
		return "", err
	}
	canTake := true // else the branch as they have it can be read by nobody
	if j.Theirs.root != "" {
		if _, err := s.entries(j.Theirs.root); err != nil && !isClosed(err) {
			return "", err
		} else if err != nil {
			canTake = false
		}
	}
	switch {
	case canTake && base == m.commits[ours] && both == j.Theirs.folder:
		return m.commits[theirs], nil
	case base == m.commits[theirs] && both == j.Ours.folder:
		return m.commits[ours], nil
	}
	if err := w.flush(ctx); err != nil { // the view is to read them
		return "", err
	}
	j.Both = &State{store: s, folder: both, files: map[string]git.Object{}}
	made, err := s.join(ctx, w, j)
	if err != nil {
		return "", err
	}
	for _, l := range made {
		u.made = append(u.made, l.path)
	}
	u.both = both
	if c.tree, err = u.merge(j.Base.root, j.Ours.root, j.Theirs.root, ""); err != nil {
		return "", err
	}
	if c.tree, err = u.trees.grow(c.tree, made); err != nil {
		return "", err
	}
	c.parents = m.commits[:]
	if m.takenOut[theirs] { // our history has the text
		if c.tree == j.Theirs.root {
			return m.commits[theirs], nil
		}
		c.parents = m.commits[theirs:]
	}
	id, err := putOne(w, "commit", c.encode())
	if err != nil {
		return "", err
	}
	return id, w.flush(ctx)
}

// union merges folders.
type union struct {
	trees    *trees
	around   *walk // outside of the store
	objects  *git.Objects
	store    string                                  // the path of the store's folder
	verdicts map[string]verdict                      // what becomes of paths below it that are disputed
	both     string                                  // that folder with the records of both
	made     []string                                // paths of files that the view gives
	text     func(base, a, b []byte) ([]byte, error) // merges what two have made of a text
}

// records merges folders of records: it takes all that either has, and what is disputed as it was decided.
func (u *union) records(a, b, folder string) (string, error) {
	var decided []string
	deeper := false
	for name := range u.verdicts {
		switch {
		case path.Dir(name) == path.Clean(folder):
			decided = append(decided, name)
		case folder == "" || inside(folder, name):
			deeper = true
		}
	}
	if a == b || a == "" && len(decided) == 0 && !deeper {
		return b, nil
	}
	if b == "" && len(decided) == 0 && !deeper {
		return a, nil
	}
	left, err := u.trees.read(a)
	if err != nil {
		return "", err
	}
	right, err := u.trees.read(b)
	if err != nil {
		return "", err
	}
	all, others := byName(left), byName(right)
	for _, e := range sortedEntries(unionOf(all, others)) {
		name := path.Join(folder, e.name)
		one, other := all[e.name], others[e.name]
		if _, ok := u.verdicts[name]; ok || one == other {
			continue
		}
		if e.mode != modeFolder {
			all[e.name] = e
			continue
		}
		if e.id, err = u.records(one.id, other.id, name); err != nil {
			return "", err
		}
		all[e.name] = e
		if e.id == "" {
			delete(all, e.name)
		}
	}
	slices.Sort(decided)
	for _, name := range decided {
		u.verdicts[name].apply(all, path.Base(name))
	}
	switch isLeft, isRight := maps.Equal(all, byName(left)), maps.Equal(all, others); {
	case isLeft && isRight && len(all) > 0: // one of them, at least, is not as git writes folders
	case isLeft:
		return a, nil
	case isRight:
		return b, nil
	case len(all) == 0:
		return "", nil
	}
	return u.trees.put(sortedEntries(all))
}

// unionOf has each name of two folders once.
func unionOf(a, b map[string]entry) map[string]entry {
	all := maps.Clone(b)
	maps.Copy(all, a)
	return all
}

// apply makes of a folder's entries what was decided of a name.
func (v verdict) apply(all map[string]entry, name string) {
	delete(all, name)
	if v.keep.mode != "" {
		all[name] = v.keep
	}
	for _, e := range v.beside {
		e.name = beside(e)
		if there, ok := all[e.name]; ok && there.id != e.id {
			e.name = beside(e) // somebody made a file of that name
		}
		all[e.name] = e
	}
}

// keepBoth keeps two entries of one name: one under that, the other beside it.
func keepBoth(all map[string]entry, e, other entry) {
	if e.rank(other) > 0 {
		e, other = other, e
	}
	all[e.name] = e
	other.name = beside(other)
	all[other.name] = other
}

func byName(entries []entry) map[string]entry {
	all := make(map[string]entry, len(entries))
	for _, e := range entries {
		all[e.name] = e
	}
	return all
}

// merge merges two folders outside of the store, or around it, that came from a third: what one of them has changed is taken
// over, and where both have, both stay.
func (u *union) merge(base, a, b, folder string) (string, error) {
	switch {
	case folder == u.store:
		return u.both, nil
	case a == b:
		return a, nil
	}
	var sides [3]map[string]entry
	closed := 0
	for i, id := range []string{base, a, b} {
		entries, err := u.trees.read(id)
		if isClosed(err) {
			if closed++; folder != "" || closed > 1 {
				return "", errPassedOver
			}
			sides[i] = sides[0] // nothing that cannot be read takes the place of the whole branch
			continue
		}
		if err == nil {
			err = u.around.count(len(entries))
		}
		if err != nil {
			return "", err
		}
		sides[i] = byName(entries)
	}
	names := map[string]entry{}
	for _, side := range sides {
		for name := range side {
			names[name] = entry{name: name}
		}
	}
	all := map[string]entry{}
	for _, name := range sortedEntries(names) {
		if err := u.mergeOne(all, sides[0][name.name], sides[1][name.name], sides[2][name.name], path.Join(folder, name.name)); err != nil {
			return "", err
		}
	}
	if len(all) == 0 && folder != "" {
		return "", nil
	}
	return u.trees.put(sortedEntries(all))
}

// mergeOne merges what two folders have under a name.
func (u *union) mergeOne(all map[string]entry, base, a, b entry, name string) (err error) {
	isFolder := func(e entry) bool { return e.mode == modeFolder || e.mode == "" }
	if inside(name, u.store) && !(isFolder(a) && isFolder(b)) {
		return u.keepStore(all, a, b, name)
	}
	switch {
	case isFolder(a) && isFolder(b) && (inside(u.store, name) || a.mode == b.mode && a.id != b.id):
		e := entry{mode: modeFolder, name: path.Base(name)}
		if base.mode != modeFolder {
			base.id = ""
		}
		entered, err := u.around.enter(name, a.id+b.id, func() (err error) { e.id, err = u.merge(base.id, a.id, b.id, name); return err })
		switch {
		case err != nil:
			return err
		case entered && e.id != "":
			all[e.name] = e
		case !entered && a.id == base.id:
			all[e.name] = b
		case !entered && b.id == base.id:
			all[e.name] = a
		case !entered:
			keepBoth(all, a, b)
		}
		return nil
	case a == b || b == base || slices.Contains(u.made, name) && a.mode != "":
		b = entry{}
	case a == base:
		a, b = b, entry{}
	}
	switch {
	case a.mode == "" && b.mode == "":
	case a.mode == "" || b.mode == "":
		a.name = path.Base(name)
		if a.mode == "" {
			a = b
		}
		all[a.name] = a
	case a.isFile() && b.isFile():
		return u.mergeTexts(all, base, a, b)
	default:
		keepBoth(all, a, b)
	}
	return nil
}

// keepStore keeps the store's folder, or one above it, of which a side has made something else: that stays beside it.
func (u *union) keepStore(all map[string]entry, a, b entry, name string) error {
	for _, e := range []entry{a, b} {
		switch {
		case e.mode == modeFolder && name == u.store:
			e.id = u.both
			all[e.name] = e
		case e.mode == modeFolder:
			all[e.name] = e
		case e.mode != "":
			e.name = beside(e)
			all[e.name] = e
		}
	}
	return nil
}

// mergeTexts merges two files.
func (u *union) mergeTexts(all map[string]entry, base, a, b entry) error {
	var texts [3][]byte
	for i, e := range []entry{base, a, b} {
		if e.isFile() {
			o, err := u.objects.Read(e.id, maxView)
			if errors.Is(err, git.ErrTooLarge) {
				keepBoth(all, a, b)
				return nil
			}
			if err != nil {
				return err
			}
			texts[i] = o.Data
		}
	}
	merged, err := u.text(texts[0], texts[1], texts[2])
	if errors.Is(err, git.ErrBinary) {
		keepBoth(all, a, b)
		return nil
	}
	if err != nil {
		return err
	}
	e := entry{mode: max(a.mode, b.mode), name: a.name}
	if e.id, err = putOne(u.trees.write, "blob", merged); err == nil {
		all[e.name] = e
	}
	return err
}

// rank orders entries of one name: a folder keeps it before a file, and of files the one whose id is smaller.
func (e entry) rank(other entry) int {
	if isFolder := e.mode == modeFolder; isFolder != (other.mode == modeFolder) {
		if isFolder {
			return -1
		}
		return 1
	}
	return cmp.Or(strings.Compare(e.id, other.id), strings.Compare(e.mode, other.mode))
}

// beside is the name of a file that gave its own up to another: ID.yaml becomes ID-BLOB8.yaml.
func beside(e entry) string {
	ending := path.Ext(e.name)
	return strings.TrimSuffix(e.name, ending) + "-" + e.id[:shortTwin] + ending
}

// shortTwin is how much of its content's id the name of such a file has.
const shortTwin = 8

// isAs reports whether an entry is the same as another; of folders, whatever they hold.
func (e entry) isAs(other entry) bool {
	return e == other || e.mode == modeFolder && other.mode == modeFolder
}

func inside(folder, other string) bool {
	return folder == other || strings.HasPrefix(folder, other+"/")
}
