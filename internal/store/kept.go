package store

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/atomicfile"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/store/tree"
)

// mostKept is the largest number of names for which this clone remembers what had them first. It defends no further names, which is
// safe.
const mostKept = 100_000

// FirstContent is what this clone knows of a name that several files claim. No remote can change it.
type FirstContent struct {
	Blob string // the id of the content that had the name here before others came from a remote, "" for none
	// Sure says that the history leaves no doubt: the name had that content first, and changes made the others.
	Sure bool `json:",omitempty"`
	// Asked are the contents for which the history was searched.
	Asked string `json:",omitempty"`
}

// FirstContents gives what this clone knows of names, by their paths below the store's folder. Where its file cannot be read,
// the error says what to do.
func (s *Store) FirstContents() (map[string]FirstContent, error) {
	all, err := s.kept()
	below := map[string]FirstContent{}
	for name, k := range all {
		if name, ok := strings.CutPrefix(name, s.Folder+"/"); ok {
			below[name] = k
		}
	}
	return below, err
}

// RememberFirst stores what is known of names.
func (s *Store) RememberFirst(ctx context.Context, known map[string]FirstContent) error {
	return s.locked(ctx, func(writeLock) error {
		all, err := s.kept()
		if err != nil {
			return err
		}
		for name, k := range known {
			if name = path.Join(s.Folder, name); len(all) < mostKept || all[name] != (FirstContent{}) {
				all[name] = k
			}
		}
		return s.saveKept(ctx, all)
	})
}

// Origins gives the contents that names had first, where the history leaves no doubt: the name had one content first, and a change made
// each of the other contents of the name. Names with any doubt are left out. One walk of the history answers for all names.
// git.ErrShallow says that the clone lacks a part of the history.
func (s *Store) Origins(ctx context.Context, others map[string][]string) (map[string]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	tip, err := s.seenTip(ctx)
	if err != nil || tip.ID == "" || len(others) == 0 {
		return nil, err
	}
	cut, err := git.CutOff(ctx, s.repo, tip.ID)
	if err != nil || len(cut) > 0 {
		return nil, cmp.Or(err, git.ErrShallow)
	}
	first, _, err := s.firsts(ctx, []string{tip.ID}, slices.Sorted(maps.Keys(others)))
	if err != nil {
		return nil, err
	}
	var asked []string
	for name := range others {
		if len(first[name]) == 1 {
			asked = append(asked, path.Join(s.Folder, name))
		}
	}
	origins := map[string]string{}
	if len(asked) == 0 {
		return origins, nil
	}
	changes, opaque, err := git.Losses(ctx, s.repo, "", tip.ID, asked...)
	if err != nil || slices.ContainsFunc(opaque, func(o git.Opaque) bool { return o.More > 0 }) {
		return nil, err
	}
	type content struct{ name, blob string }
	made := map[content]bool{} // by a change
	for _, t := range changes {
		if len(t.Parents) == 1 {
			made[content{t.New.Path, string(t.New.Blob)}] = true
		}
	}
	var closed []string // folders that cannot be read
	for _, o := range opaque {
		for _, c := range o.First {
			closed = append(closed, c.Path)
		}
	}
	for name, blobs := range others {
		whole := path.Join(s.Folder, name)
		isSure := len(first[name]) == 1 && !slices.ContainsFunc(closed, func(folder string) bool { return folder == "" || inside(whole, folder) })
		for _, blob := range blobs {
			isSure = isSure && (blob == first[name][0].ID || made[content{whole, blob}])
		}
		if isSure {
			origins[name] = first[name][0].ID
		}
	}
	return origins, nil
}

// kept is FirstContents with paths from the top of the repository.
func (p *location) kept() (map[string]FirstContent, error) {
	branches, err := p.keptOfAll()
	if branches[p.Ref] == nil {
		return map[string]FirstContent{}, err
	}
	return branches[p.Ref], err
}

// keptOfAll reads what is kept, by branch. It is a file and no reference, because a mirror fetches references.
func (p *location) keptOfAll() (map[string]map[string]FirstContent, error) {
	name := p.own("kept.json")
	data, err := os.ReadFile(name)
	branches := map[string]map[string]FirstContent{}
	const wayOut = "bring it back, or move it away: without it this clone no longer knows which of several files of one name it had first, and defends none of them"
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return branches, nil
	case err != nil:
		return nil, hint.Broken(wayOut, "%s cannot be read: %w", name, err)
	case json.Unmarshal(data, &branches) != nil || branches == nil:
		return nil, hint.Broken(wayOut, "%s is not as it was written", name)
	}
	return branches, nil
}

func (p *location) saveKept(ctx context.Context, all map[string]FirstContent) error {
	branches, err := p.keptOfAll()
	if err != nil {
		return err
	}
	branches[p.Ref] = all
	data, err := json.Marshal(branches)
	if err != nil {
		return err
	}
	return atomicfile.Write(p.own("kept.json"), data, 0o666, func(f *os.File) error { return p.Share(ctx, f.Name()) })
}

// keepEarlier remembers, for each name that another file has claimed since this clone last met the remote, what had the name alone
// then. The other file came with this sync, or git brought it.
func (w *writing) keepEarlier(ctx context.Context, shared, to string) error {
	earlier, err := w.earlier(ctx, shared)
	if err != nil || len(earlier) == 0 || to == "" {
		return err
	}
	now, err := w.state(to)
	if err != nil {
		return err
	}
	var names []string
	err = w.compare(ctx, earlier[0].folder, now.folder, "", func(c PathChange) {
		if c.Blob != "" {
			names = append(names, c.Path)
		}
	})
	if err != nil {
		return err
	}
	return w.keepNames(ctx, earlier, names)
}

// keepNames remembers, for the names of some conflict copies, what had the name alone in the first of some states that had it.
func (w *writing) keepNames(ctx context.Context, earlier []*State, copies []string) error {
	kept, err := w.kept()
	if err != nil {
		return err
	}
	known := len(kept)
	for _, copied := range copies {
		name := tree.CopyOf(copied)
		whole := path.Join(w.Folder, name)
		if name == "" || kept[whole] != (FirstContent{}) || len(kept) >= mostKept {
			continue
		}
		first, err := alone(earlier, name)
		if err != nil {
			return err
		}
		if first.IsFile() {
			kept[whole] = FirstContent{Blob: first.ID}
		}
	}
	if len(kept) == known {
		return nil
	}
	return w.saveKept(ctx, kept)
}

// earlier are the states that this clone has shared with remotes, that of the one at hand before others.
func (w *writing) earlier(ctx context.Context, shared string) (states []*State, err error) {
	commits := []string{shared}
	seen, err := git.References(ctx, w.repo, git.Tracking+"*/"+strings.TrimPrefix(w.Ref, "refs/heads/"))
	if err != nil {
		return nil, err
	}
	for _, ref := range seen {
		commits = append(commits, ref.ID)
	}
	for _, commit := range commits {
		at, err := w.state(commit)
		if errors.Is(err, git.ErrMissing) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if at.folder != "" {
			states = append(states, at)
		}
	}
	return states, nil
}

// alone gives what the first state with a name had there, if it was alone.
func alone(states []*State, name string) (tree.Entry, error) {
	for _, at := range states {
		e, err := at.entry(path.Join(at.Folder, name))
		if err != nil {
			return tree.Entry{}, err
		}
		if e.Mode == "" {
			continue
		}
		if alone, err := at.isAlone(name, e); !alone || err != nil {
			return tree.Entry{}, err
		}
		return e, nil
	}
	return tree.Entry{}, nil
}
