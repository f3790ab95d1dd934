package store

import (
	"context"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/store/tree"
)

// Breach is a commit that took something from the store, which may only grow.
type Breach struct {
	Commit string
	Path   string // below the store's folder
	Gone   bool   // the file is gone, where otherwise it is another
	Mended bool   // the file is again what it was at first
	// Swapped says that separate histories had several files of that name first, and that some of them are gone.
	Swapped bool
	// Why says why a folder cannot be read, as the end of a sentence that begins with the path, and Others is how many more such
	// folders the commit has. What the commit did in them is not known.
	Why    string
	Others int
}

// History gives the breaches among all commits of the store, or among those since one. Readme files may change. A merge may give the
// name of a file to another file if a sync of its parents would (unions). Only files count.
func (s *Store) History(ctx context.Context, since string) ([]Breach, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now, err := s.now()
	if err != nil || now.commit == "" {
		return nil, err
	}
	return s.breaches(ctx, since, now)
}

func (b *branch) breaches(ctx context.Context, since string, now *State) ([]Breach, error) {
	lost, opaque, err := b.losses(ctx, since, now.commit)
	if err != nil {
		return nil, err
	}
	unions, err := b.unions(ctx, now.commit, lost)
	if err != nil {
		return nil, err
	}
	var all []Breach
	for i, l := range lost {
		breach := Breach{Commit: l.Commit, Path: b.below(l.Old.Path), Gone: l.New.Mode == ""}
		if !unions[i] && (len(all) == 0 || all[len(all)-1] != breach) { // a merge differs from each of its parents
			all = append(all, breach)
		}
	}
	if err := b.mended(ctx, now, all); err != nil {
		return nil, err
	}
	for _, o := range opaque {
		first := o.First[0]
		all = append(all, Breach{Commit: o.Commit, Path: b.below(first.Path), Gone: first.Gone, Why: first.Why, Others: len(o.First) - 1 + o.More})
	}
	return all, nil
}

// below is a path below the store's folder, of one from the top.
func (b *branch) below(name string) string {
	return strings.TrimPrefix(strings.TrimPrefix(name, b.Folder), "/")
}

// losses are the files, other than readmes, that commits since another one changed or removed.
func (b *branch) losses(ctx context.Context, since, tip string) ([]git.Trace, []git.Opaque, error) {
	lost, opaque, err := git.Losses(ctx, b.repo, since, tip, b.Folder)
	return slices.DeleteFunc(lost, func(l git.Trace) bool { return isReadme(l.Old.Path) || !tree.IsFile(l.Old.Mode) }), opaque, err
}

// mended marks the breaches of files that are again what they were at first. A file below a path that was a file at first, and is one
// again, had only taken the place of that file.
func (b *branch) mended(ctx context.Context, now *State, all []Breach) error {
	var paths []string
	for _, breach := range all {
		paths = append(paths, breach.Path, path.Dir(breach.Path))
	}
	slices.Sort(paths)
	first, _, err := b.firsts(ctx, []string{now.commit}, slices.Compact(paths))
	if err != nil {
		return err
	}
	for i := range all {
		breach := &all[i]
		above, within, err := now.folderOf(path.Join(b.Folder, path.Dir(breach.Path)))
		if err != nil {
			return err
		}
		isFirst := func(name string, e tree.Entry) bool { return e.IsFile() && has(first[name], e) }
		name := path.Base(breach.Path)
		own, isSwapped := within.names[name], len(absent(name, first[breach.Path], within.names)) > 0
		breach.Mended = isFirst(breach.Path, own) && !isSwapped || isFirst(path.Dir(breach.Path), above)
		breach.Swapped = isSwapped && own.IsFile()
	}
	return nil
}

// has reports whether a name had an entry first; of folders, whatever they held.
func has(first []origin, e tree.Entry) bool {
	return slices.ContainsFunc(first, func(f origin) bool { return f.Mode == e.Mode && (f.ID == e.ID || e.IsFolder()) })
}

// absent gives those of the several first contents of a name that stand neither under the name nor beside it.
func absent(name string, first []origin, names tree.Names) (gone []tree.Entry) {
	if len(first) < 2 {
		return nil
	}
	for _, f := range first {
		f.Name = name
		if there, _ := names.Copied(f.Entry); f.IsFile() && names[name].ID != f.ID && !there {
			gone = append(gone, f.Entry)
		}
	}
	return gone
}

// swapped gives the files that commits since another one removed from names with several first contents, at the paths at which they are
// to stand beside these names.
func (b *branch) swapped(ctx context.Context, since, tip string) (gone []File, err error) {
	lost, _, err := b.losses(ctx, since, tip)
	if err != nil {
		return nil, err
	}
	asked := map[string]bool{}
	for _, l := range lost {
		name := b.below(l.Old.Path)
		if CheckPath(name) != nil {
			continue
		}
		asked[name] = true
		if own := tree.CopyOf(name); own != "" {
			asked[own] = true
		}
	}
	first, _, err := b.firsts(ctx, []string{tip}, slices.Sorted(maps.Keys(asked)))
	if err != nil || len(asked) == 0 {
		return nil, err
	}
	now, err := b.state(tip)
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(first)) {
		if len(first[name]) < 2 {
			continue
		}
		at, within, err := now.folderOf(path.Join(b.Folder, path.Dir(name)))
		if err != nil {
			return nil, err
		}
		if !at.IsFolder() && at.Mode != "" || within.names == nil { // nothing can be put there
			continue
		}
		own := path.Base(name)
		for _, f := range absent(own, first[name], within.names) {
			data, err := b.record(f.ID)
			if err != nil {
				return nil, err
			}
			to := own
			if within.names[own].Mode != "" {
				_, to = within.names.Copied(f)
			}
			if data != nil && to != "" {
				within.names[to] = f
				gone = append(gone, File{path.Join(path.Dir(name), to), data})
			}
		}
	}
	return gone, nil
}

// unions reports for each loss whether the commit is a merge as a sync makes it: of the contents that its parents had under the name, the
// one that was there first, or else the smaller blob, has the name, and the other stands beside it. Any other content was recorded by
// nobody.
func (b *branch) unions(ctx context.Context, tip string, lost []git.Trace) ([]bool, error) {
	unions := make([]bool, len(lost))
	var asked []int // losses that are unions if the content with the name had it first
	var names []string
	inParent := map[string]bool{} // by merge and path: a parent has the same content there
	for i, l := range lost {
		was := tree.Entry{Mode: l.Old.Mode, Name: path.Base(l.Old.Path), ID: string(l.Old.Blob)}
		now := tree.Entry{Mode: l.New.Mode, ID: string(l.New.Blob)}
		if len(l.Parents) < 2 || !now.IsFile() || !b.stands(l.Commit, path.Join(path.Dir(l.Old.Path), was.CopyName()), was.ID) {
			continue
		}
		at := l.Commit + ":" + l.Old.Path
		came, known := inParent[at]
		if !known {
			came = slices.ContainsFunc(l.Parents, func(parent string) bool { return b.stands(parent, l.Old.Path, now.ID) })
			inParent[at] = came
		}
		if !came {
			continue
		}
		if unions[i] = now.Rank(was) <= 0; !unions[i] {
			asked, names = append(asked, i), append(names, b.below(l.Old.Path))
		}
	}
	first, line, err := b.firsts(ctx, []string{tip}, names)
	if err != nil {
		return nil, err
	}
	var pairs [][2]string // the commit of a first content, and a merge to which it may lead
	for i, name := range names {
		if all := first[name]; len(all) > 1 && len(all) <= mostFirst {
			for _, at := range all {
				pairs = append(pairs, [2]string{at.commit, lost[asked[i]].Commit})
			}
		}
	}
	var lead []bool
	if len(pairs) > 0 {
		lead = line.Lead(pairs)
	}
	for i, name := range names {
		before := first[name] // those that lead to the merge
		switch {
		case len(before) > mostFirst:
			continue
		case len(before) > 1:
			var all []origin
			for j, at := range before {
				if lead[j] {
					all = append(all, at)
				}
			}
			lead, before = lead[len(before):], all
		}
		unions[asked[i]] = len(before) == 1 && before[0].ID == string(lost[asked[i]].New.Blob)
	}
	return unions, nil
}

// mostFirst is the largest number of first contents that a name may have in separate histories for a merge to count as that of a sync.
const mostFirst = 64

// origin is a content that a path had first, and the commit that brought it.
type origin struct {
	commit string
	tree.Entry
}

// firsts gives the contents that paths below the store's folder had first in the history of some commits: several, where separate
// histories each brought one. Then it also gives the lineage of these commits.
func (b *branch) firsts(ctx context.Context, commits, paths []string) (map[string][]origin, *git.Lineage, error) {
	if len(paths) == 0 {
		return nil, nil, nil
	}
	wanted := map[string]bool{}
	var asked []string
	for _, p := range paths {
		wanted[p] = true
		asked = append(asked, path.Join(b.Folder, p))
	}
	came := map[string][]origin{} // oldest first
	err := git.Additions(ctx, b.repo, commits, asked, func(t git.Trace) {
		name := b.below(t.New.Path)
		e := tree.Entry{Mode: t.New.Mode, ID: string(t.New.Blob)}
		for ; name != "."; name, e = path.Dir(name), (tree.Entry{Mode: tree.Folder}) {
			if all := came[name]; wanted[name] && (len(all) == 0 || all[len(all)-1].commit != t.Commit) {
				came[name] = append(all, origin{t.Commit, e})
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
	line, err := git.LineageOf(ctx, b.repo, commits)
	if err != nil {
		return nil, nil, err
	}
	for i, earliest := range line.Earliest(groups) {
		is := map[string]bool{}
		for _, commit := range earliest {
			is[commit] = true
		}
		came[names[i]] = slices.DeleteFunc(came[names[i]], func(at origin) bool { return !is[at.commit] })
	}
	return came, line, nil
}
