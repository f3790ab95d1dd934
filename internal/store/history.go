package store

import (
	"context"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/git"
)

// Breach is a commit that took something from the store: it only ever grows.
type Breach struct {
	Commit string
	Path   string // below the store's folder
	Gone   bool   // the file is gone, where otherwise it is another
	Mended bool   // the file is again what it was at first
	// Swapped says that histories which came apart had several files of that name first, of which some are gone.
	Swapped bool
	// Why says of a folder that nobody could look into what is the matter with it, as the end of a sentence that begins with
	// the path; Others is how many more such folders the commit has. What a commit did to such folders is not known.
	Why    string
	Others int
}

// History looks through all commits of the store, or those since one, for breaches. Read-me files may change. A merge may
// give a file's name to another file of that name, if that is what a sync does with what its parents have (unions). What is no
// file was never kept.
func (s *Store) History(ctx context.Context, since string) ([]Breach, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	tip, err := s.tip()
	if err != nil || tip.ID == "" {
		return nil, err
	}
	lost, opaque, err := git.Losses(ctx, s.repo, since, tip.ID, s.Folder)
	if err != nil {
		return nil, err
	}
	lost = slices.DeleteFunc(lost, func(l git.Trace) bool {
		return isReadme(strings.TrimPrefix(l.Old.Path, s.Folder+"/")) || !isFileMode(l.Old.Mode)
	})
	unions, err := s.unions(ctx, tip.ID, lost)
	if err != nil {
		return nil, err
	}
	var all []Breach
	for i, l := range lost {
		name := strings.TrimPrefix(l.Old.Path, s.Folder+"/")
		if unions[i] {
			continue
		}
		breach := Breach{Commit: l.Commit, Path: name, Gone: l.New.Mode == ""}
		if len(all) == 0 || all[len(all)-1] != breach { // a merge differs from each of its parents
			all = append(all, breach)
		}
	}
	if err := s.mended(ctx, tip.ID, all); err != nil {
		return nil, err
	}
	for _, o := range opaque {
		first := o.First[0]
		all = append(all, Breach{Commit: o.Commit, Path: strings.TrimPrefix(strings.TrimPrefix(first.Path, s.Folder), "/"), Gone: first.Gone, Why: first.Why,
			Others: len(o.First) - 1 + o.More})
	}
	return all, nil
}

// mended marks the breaches of files that are again what they were at first. What stood below a path that was a file at first, and is
// one again, had taken its place.
func (s *Store) mended(ctx context.Context, tip string, all []Breach) error {
	var paths []string
	for _, b := range all {
		if !slices.Contains(paths[max(0, len(paths)-2):], b.Path) {
			paths = append(paths, b.Path, path.Dir(b.Path))
		}
	}
	first, err := s.firsts(ctx, []string{tip}, paths)
	if err != nil || len(paths) == 0 {
		return err
	}
	now, err := s.stateOf(tip)
	if err != nil {
		return err
	}
	var above entry
	var last string
	var names map[string]entry
	for i, b := range all {
		if folder := path.Join(s.Folder, path.Dir(b.Path)); i == 0 || folder != last { // breaches of a folder come together
			if above, names, err = now.folderOf(folder); err != nil {
				return err
			}
			last = folder
		}
		isFirst := func(name string, e entry) bool {
			return e.isFile() && slices.ContainsFunc(first[name], func(f entry) bool { return f.id == e.id && f.mode == e.mode })
		}
		own := names[path.Base(b.Path)]
		all[i].Swapped = len(absent(path.Base(b.Path), first[b.Path], names)) > 0
		all[i].Mended = isFirst(b.Path, own) && !all[i].Swapped || isFirst(path.Dir(b.Path), above)
		all[i].Swapped = all[i].Swapped && own.isFile()
	}
	return nil
}

// absent are those of several contents which a name had first that stand neither under it nor beside it.
func absent(name string, first []entry, names map[string]entry) (gone []entry) {
	if len(first) < 2 {
		return nil
	}
	for _, f := range first {
		f.name = name
		if there, _ := besideIn(names, f); f.isFile() && names[name].id != f.id && !there {
			gone = append(gone, f)
		}
	}
	return gone
}

// besideIn reports whether a file stands beside its name among others, and else under which name it may: the beginning of its id may
// be longer, where somebody took the name with the shortest.
func besideIn(names map[string]entry, e entry) (there bool, free string) {
	ending := path.Ext(e.name)
	for n := len(e.id); n >= shortTwin; n-- {
		name := strings.TrimSuffix(e.name, ending) + "-" + e.id[:n] + ending
		switch names[name].id {
		case e.id:
			return true, name
		case "":
			free = name
		}
	}
	return false, free
}

// swapped are the files that commits since another one took away from names which several histories had first, as they are to
// stand beside those names.
func (s *Store) swapped(ctx context.Context, since, tip string) (gone []File, err error) {
	lost, _, err := git.Losses(ctx, s.repo, since, tip, s.Folder)
	if err != nil {
		return nil, err
	}
	asked := map[string]bool{}
	for _, l := range lost {
		name := strings.TrimPrefix(l.Old.Path, s.Folder+"/")
		if isReadme(name) || !isFileMode(l.Old.Mode) || CheckPath(name) != nil {
			continue
		}
		asked[name] = true
		if own := twinOf(name); own != "" {
			asked[own] = true
		}
	}
	first, err := s.firsts(ctx, []string{tip}, slices.Sorted(maps.Keys(asked)))
	if err != nil || len(asked) == 0 {
		return nil, err
	}
	now, err := s.stateOf(tip)
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(first)) {
		if len(first[name]) < 2 {
			continue
		}
		at, names, err := now.folderOf(path.Join(s.Folder, path.Dir(name)))
		if err != nil {
			return nil, err
		}
		if at.mode != modeFolder && at.mode != "" || names == nil { // nothing can be put there
			continue
		}
		own := path.Base(name)
		for _, f := range absent(own, first[name], names) {
			data, err := s.recordOf(f)
			if err != nil {
				return nil, err
			}
			to := own
			if names[own].mode != "" {
				_, to = besideIn(names, f)
			}
			if data != nil && to != "" {
				names[to] = f
				gone = append(gone, File{path.Join(path.Dir(name), to), data})
			}
		}
	}
	return gone, nil
}

// folderOf gives what stands under the name of a folder, and what that holds; nothing, of one that cannot be gone through.
func (t *State) folderOf(name string) (e entry, names map[string]entry, err error) {
	var entries []entry
	if e, err = t.entry(name); err == nil && e.mode == modeFolder {
		entries, err = t.store.entries(e.id)
	}
	if isClosed(err) {
		return entry{}, nil, nil
	}
	return e, byName(entries), err
}

// unions reports of losses whether each is that of a merge as a sync makes it: of what its parents had under a name, the file that was
// there first, or else that whose blob is smaller, has it, and the other stands beside it. Any other content is one that nobody
// had recorded.
func (s *Store) unions(ctx context.Context, tip string, lost []git.Trace) ([]bool, error) {
	unions := make([]bool, len(lost))
	var asked []int // those that are unions if what has the name had it first
	var names []string
	inParent := map[string]bool{} // whether a parent of a merge has what that has under a name
	for i, l := range lost {
		was := entry{mode: l.Old.Mode, name: path.Base(l.Old.Path), id: string(l.Old.Blob)}
		now := entry{mode: l.New.Mode, id: string(l.New.Blob)}
		if len(l.Parents) < 2 || !now.isFile() || !s.stands(l.Commit, path.Join(path.Dir(l.Old.Path), beside(was)), was.id) {
			continue
		}
		at := l.Commit + ":" + l.Old.Path
		came, known := inParent[at]
		if !known {
			came = slices.ContainsFunc(l.Parents, func(parent string) bool { return s.stands(parent, l.Old.Path, now.id) })
			inParent[at] = came
		}
		if !came {
			continue
		}
		if unions[i] = now.rank(was) <= 0; !unions[i] {
			asked, names = append(asked, i), append(names, strings.TrimPrefix(l.Old.Path, s.Folder+"/"))
		}
	}
	first, line, err := s.firstPlaces(ctx, []string{tip}, names)
	if err != nil {
		return nil, err
	}
	var pairs [][2]string // what came first, and the merge to which it may lead
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
		all := first[name]
		var before []place // that leads to the merge
		switch {
		case len(all) == 1:
			before = all
		case len(all) <= mostFirst:
			for j, at := range all {
				if lead[j] {
					before = append(before, at)
				}
			}
			lead = lead[len(all):]
		}
		unions[asked[i]] = len(before) == 1 && before[0].id == string(lost[asked[i]].New.Blob)
	}
	return unions, nil
}

// mostFirst is how many contents a name may have had first, in histories that came apart, for a merge to be taken for that of a sync.
const mostFirst = 64

// stands reports whether a commit has a file of that content.
func (s *Store) stands(commit, name, blob string) bool {
	if strings.Contains(name, "\n") { // which cannot be asked for
		return false
	}
	o, err := s.objects.Read(commit+":"+name, maxObject)
	return err == nil && o.ID == blob
}
