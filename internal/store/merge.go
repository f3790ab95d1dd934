package store

import (
	"context"
	"errors"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/store/objects"
	"github.com/kbgate/kbgate/internal/store/tree"
)

// mostAround is how deep a merge goes into folders beside the store. Of deeper folders that differ, both stay.
const mostAround = 256

// unite gives a commit that has all that both sides of a meeting have, or the commit of the side that has all already. The order of the
// sides does not matter. The remote's commit may be "". shared is the commit at which both sides last met, "" for not known.
func (m *meeting) unite(ctx context.Context, shared, message string) (id string, err error) {
	if m.shared, err = m.known(shared); err != nil {
		return "", err
	}
	for side, commit := range m.commits {
		if m.shared != "" && commit != "" {
			leads, err := git.IsAncestor(ctx, m.repo, m.shared, commit)
			if err != nil {
				return "", err
			}
			m.rewritten[side] = !leads
		}
	}
	base := ""
	if m.commits[theirs] != "" {
		base, err = git.MergeBase(ctx, m.repo, m.commits[ours], m.commits[theirs])
		if err != nil && !errors.Is(err, git.ErrNoCommit) { // two that began apart have none
			return "", err
		}
	}
	commits := []string{base, m.shared, m.commits[ours], m.commits[theirs]}
	for i, to := range []**State{&m.base, &m.met, &m.states[ours], &m.states[theirs]} {
		if *to, err = m.state(commits[i]); err != nil {
			return "", err
		}
	}
	return m.merge(ctx, base, message)
}

func (m *meeting) merge(ctx context.Context, base, message string) (string, error) {
	j := Join{Base: m.base, Ours: m.states[ours], Theirs: m.states[theirs], Merge: m.mergeText(ctx)}
	if m.rewritten[ours] || m.rewritten[theirs] {
		j.Base = m.met // it is later than the merge base
	}
	var disputed []dispute
	err := m.walk(deepest, mostMergedAgain).disputes(ctx, [4]string{j.Ours.folder, j.Theirs.folder, m.base.folder, m.met.folder}, "", func(d dispute) { disputed = append(disputed, d) })
	if err != nil {
		return "", m.tooLarge(err)
	}
	verdicts, err := m.judge(ctx, disputed)
	if err != nil {
		return "", err
	}
	u := union{meeting: m, trees: m.builder(), around: m.walk(mostAround, mostMergedAgain), verdicts: verdicts, text: j.Merge}
	if u.both, err = u.records(j.Ours.folder, j.Theirs.folder, ""); err != nil {
		return "", err
	}
	canTake := true // the root of their branch can be read
	if j.Theirs.root != "" {
		if _, err := m.entries(j.Theirs.root); err != nil && !isClosed(err) {
			return "", err
		} else if err != nil {
			canTake = false
		}
	}
	switch {
	case canTake && base == m.commits[ours] && u.both == j.Theirs.folder:
		return m.commits[theirs], nil
	case base == m.commits[theirs] && u.both == j.Ours.folder:
		return m.commits[ours], nil
	}
	parents := m.commits[:]
	if m.takenOut[theirs] { // our history has the text
		parents = m.commits[theirs:]
	}
	if m.recordsAlone {
		root, err := m.rootOf(u.trees, u.both)
		if err != nil {
			return "", err
		}
		return m.commit(ctx, root, parents, message, nil)
	}
	if err := m.out.Flush(ctx); err != nil { // the view reads the merged records
		return "", err
	}
	j.Both = &State{branch: m.branch, folder: u.both}
	made, err := m.join(ctx, j)
	if err != nil {
		return "", err
	}
	for _, file := range made {
		u.made = append(u.made, file.Path)
	}
	root, err := u.mergeFolders(j.Base.root, j.Ours.root, j.Theirs.root, "")
	if err != nil {
		return "", err
	}
	if root, err = m.grow(u.trees, root, made); err != nil {
		return "", err
	}
	if m.takenOut[theirs] && root == j.Theirs.root {
		return m.commits[theirs], nil
	}
	return m.commit(ctx, root, parents, message, nil)
}

// union merges folders.
type union struct {
	*meeting
	trees    *tree.Builder
	around   *walk                                   // outside of the store
	verdicts map[string]verdict                      // of the disputed paths below the store's folder
	both     string                                  // the store's folder with the records of both sides
	made     []string                                // paths of files that the view gives
	text     func(base, a, b []byte) ([]byte, error) // merges what two have made of a text
}

// records merges two folders of records: the result has all that either has, and for disputed paths what was decided.
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
	if untouched := len(decided) == 0 && !deeper; a == b || a == "" && untouched {
		return b, nil
	} else if b == "" && untouched {
		return a, nil
	}
	left, err := u.trees.Read(a)
	if err != nil {
		return "", err
	}
	right, err := u.trees.Read(b)
	if err != nil {
		return "", err
	}
	all, mine, others := tree.ByName(left), tree.ByName(left), tree.ByName(right)
	for _, e := range right {
		if all[e.Name].Mode == "" {
			all[e.Name] = e
		}
	}
	for _, e := range all.Sorted() {
		name := path.Join(folder, e.Name)
		one, other := mine[e.Name], others[e.Name]
		if _, ok := u.verdicts[name]; ok || one == other || !e.IsFolder() {
			continue
		}
		if e.ID, err = u.records(one.ID, other.ID, name); err != nil {
			return "", err
		}
		all[e.Name] = e
		if e.ID == "" {
			delete(all, e.Name)
		}
	}
	slices.Sort(decided)
	for _, name := range decided {
		u.verdicts[name].apply(all, path.Base(name))
	}
	switch isLeft, isRight := maps.Equal(all, mine), maps.Equal(all, others); {
	case isLeft && isRight && len(all) > 0: // one of them, at least, is not as git writes folders
	case isLeft:
		return a, nil
	case isRight:
		return b, nil
	case len(all) == 0:
		return "", nil
	}
	return u.trees.Make(all.Sorted())
}

// apply changes the entries of a folder to what was decided about a name.
func (v verdict) apply(all tree.Names, name string) {
	delete(all, name)
	if v.keep.Mode != "" {
		all[name] = v.keep
	}
	for _, e := range v.beside {
		e.Name = e.CopyName()
		if there, ok := all[e.Name]; ok && there.ID != e.ID {
			e.Name = e.CopyName() // somebody gave that name to another file
		}
		all[e.Name] = e
	}
}

// mergeFolders merges two versions of a folder outside of the store, or around it, with their base. Where one side changed an entry, the
// result has that change; where both did, it has both versions.
func (u *union) mergeFolders(base, a, b, folder string) (string, error) {
	switch {
	case folder == u.Folder:
		return u.both, nil
	case a == b:
		return a, nil
	}
	var sides [3]tree.Names
	closed := 0
	for i, id := range []string{base, a, b} {
		entries, err := u.trees.Read(id)
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
		sides[i] = tree.ByName(entries)
	}
	names := tree.Names{}
	for _, side := range sides {
		for name := range side {
			names[name] = tree.Entry{Name: name}
		}
	}
	all := tree.Names{}
	for _, e := range names.Sorted() {
		if err := u.mergeOne(all, sides[0][e.Name], sides[1][e.Name], sides[2][e.Name], path.Join(folder, e.Name)); err != nil {
			return "", err
		}
	}
	if len(all) == 0 && folder != "" {
		return "", nil
	}
	return u.trees.Make(all.Sorted())
}

// mergeOne merges what two folders have under a name.
func (u *union) mergeOne(all tree.Names, base, a, b tree.Entry, name string) (err error) {
	areFolders := (a.IsFolder() || a.Mode == "") && (b.IsFolder() || b.Mode == "")
	if inside(name, u.Folder) && !areFolders {
		u.keepStore(all, a, b, name)
		return nil
	}
	if areFolders && (inside(u.Folder, name) || a.Mode == b.Mode && a.ID != b.ID) {
		e := tree.Entry{Mode: tree.Folder, Name: path.Base(name)}
		if !base.IsFolder() {
			base.ID = ""
		}
		entered, err := u.around.enter(name, a.ID+b.ID, func() (err error) { e.ID, err = u.mergeFolders(base.ID, a.ID, b.ID, name); return err })
		switch {
		case err != nil:
			return err
		case entered && e.ID != "":
			all[e.Name] = e
		case !entered && a.ID == base.ID:
			all[e.Name] = b
		case !entered && b.ID == base.ID:
			all[e.Name] = a
		case !entered:
			all.KeepBoth(a, b)
		}
		return nil
	}
	switch {
	case a == b || b == base || slices.Contains(u.made, name) && a.Mode != "":
		b = tree.Entry{}
	case a == base:
		a, b = b, tree.Entry{}
	}
	switch {
	case a.Mode == "" && b.Mode == "":
	case a.Mode == "":
		all[b.Name] = b
	case b.Mode == "":
		all[a.Name] = a
	case a.IsFile() && b.IsFile():
		return u.mergeTexts(all, base, a, b)
	default:
		all.KeepBoth(a, b)
	}
	return nil
}

// keepStore keeps the store's folder, or one above it, in whose place a side has something else. The latter stays beside it.
func (u *union) keepStore(all tree.Names, a, b tree.Entry, name string) {
	for _, e := range []tree.Entry{a, b} {
		switch {
		case e.Mode == "":
			continue
		case e.IsFolder() && name == u.Folder:
			e.ID = u.both
		case !e.IsFolder():
			e.Name = e.CopyName()
		}
		all[e.Name] = e
	}
}

// mergeTexts merges two files.
func (u *union) mergeTexts(all tree.Names, base, a, b tree.Entry) error {
	var texts [3][]byte
	for i, e := range []tree.Entry{base, a, b} {
		if e.IsFile() {
			o, err := u.objects.Read(e.ID, maxView)
			if errors.Is(err, git.ErrTooLarge) {
				all.KeepBoth(a, b)
				return nil
			}
			if err != nil {
				return err
			}
			texts[i] = o.Data
		}
	}
	merged, err := u.text(texts[0], texts[1], texts[2])
	switch {
	case errors.Is(err, git.ErrBinary):
		all.KeepBoth(a, b)
	case err == nil:
		all[a.Name] = tree.Entry{Mode: max(a.Mode, b.Mode), Name: a.Name, ID: u.out.Put(objects.Blob, merged)}
	default:
		return err
	}
	return nil
}

func inside(folder, other string) bool {
	return folder == other || strings.HasPrefix(folder, other+"/")
}
