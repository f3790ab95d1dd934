package store

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/lazy"
)

// mostKept is for how many names it is remembered what had them first. Of any more nobody had anything first, which is safe.
const mostKept = 100_000

// Keep is what this clone knows of a name that several files bear, and no remote can change.
type Keep struct {
	Blob string // the id of the content that had it here before others came from a remote, "" where none had
	// Sure says that the history leaves no doubt: it had that content first, and the others came by changes.
	Sure bool `json:",omitempty"`
	// Asked are the contents for which the history was asked.
	Asked string `json:",omitempty"`
}

// Kept tells what this clone knows of names, by their paths below the store's folder; *Unreadable where nobody can read that.
func (s *Store) Kept() (map[string]Keep, error) {
	all, err := s.kept()
	below := map[string]Keep{}
	for name, k := range all {
		if name, ok := strings.CutPrefix(name, s.Folder+"/"); ok {
			below[name] = k
		}
	}
	return below, err
}

// Keep notes what is known of names.
func (s *Store) Keep(ctx context.Context, known map[string]Keep) error {
	_, err := inTurn(ctx, s, func(turn) (struct{}, error) {
		all, err := s.kept()
		if err != nil {
			return struct{}{}, err
		}
		for name, k := range known {
			if name = path.Join(s.Folder, name); len(all) < mostKept || all[name] != (Keep{}) {
				all[name] = k
			}
		}
		return struct{}{}, s.saveKept(ctx, all)
	})
	return err
}

// Origins gives the contents that files of the store had first, where the history leaves no doubt: each was first alone, and others
// of that name, by the ids of their contents, came into being as changes of it. A file of which there is doubt is not among them. One
// look at the history tells of all. git.ErrShallow says that the clone lacks a part of it, so that it tells nothing.
func (s *Store) Origins(ctx context.Context, others map[string][]string) (map[string]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	tip, err := s.tip()
	if err != nil || tip.ID == "" || len(others) == 0 {
		return nil, err
	}
	cut, err := git.CutOff(ctx, s.repo, tip.ID)
	if err != nil || len(cut) > 0 {
		return nil, cmp.Or(err, git.ErrShallow)
	}
	first, err := s.firsts(ctx, []string{tip.ID}, slices.Sorted(maps.Keys(others)))
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
	var closed []string // folders into which nobody could look
	for _, o := range opaque {
		for _, c := range o.First {
			closed = append(closed, c.Path)
		}
	}
	for name, blobs := range others {
		whole := path.Join(s.Folder, name)
		isSure := len(first[name]) == 1 && !slices.ContainsFunc(closed, func(folder string) bool { return folder == "" || inside(whole, folder) })
		for _, blob := range blobs {
			isSure = isSure && (blob == first[name][0].id || made[content{whole, blob}])
		}
		if isSure {
			origins[name] = first[name][0].id
		}
	}
	return origins, nil
}

// keptFile lies below the git directory, and is no reference: those come along with a mirror.
func (s *Store) keptFile() string { return filepath.Join(s.repo.Common, "kbgate", "kept.json") }

// kept are the names from the top of the repository.
func (s *Store) kept() (map[string]Keep, error) {
	branches, err := s.keptOfAll()
	if branches[s.Ref] == nil {
		return map[string]Keep{}, err
	}
	return branches[s.Ref], err
}

func (s *Store) keptOfAll() (map[string]map[string]Keep, error) {
	data, err := os.ReadFile(s.keptFile())
	branches := map[string]map[string]Keep{}
	const hint = "bring it back, or move it away: without it this clone no longer knows which of twins it had first, and defends none of those"
	switch {
	case ignoreMissing(err) != nil:
		return nil, &Unreadable{s.keptFile() + " cannot be read: " + err.Error(), hint}
	case err != nil:
		return branches, nil
	case json.Unmarshal(data, &branches) != nil || branches == nil:
		return nil, &Unreadable{s.keptFile() + " is not as it was written", hint}
	}
	return branches, nil
}

func (s *Store) saveKept(ctx context.Context, all map[string]Keep) error {
	branches, err := s.keptOfAll()
	if err != nil {
		return err
	}
	branches[s.Ref] = all
	data, err := json.Marshal(branches)
	if err != nil {
		return err
	}
	name := s.keptFile()
	if err = os.WriteFile(name+".part", data, 0o666); err == nil {
		err = errors.Join(syncFile(name+".part"), s.Share(ctx, name+".part"))
	}
	if err == nil {
		err = os.Rename(name+".part", name)
	}
	if err != nil {
		os.Remove(name + ".part")
	}
	return err
}

// twinName is what a file is called that gave up its own name (beside).
var twinName = lazy.Regexp(`^(.+)-[0-9a-f]{8,64}(\.[^.]*)?$`)

// twinOf is the name that a file gave up, "" where it did not.
func twinOf(name string) string {
	parts := twinName().FindStringSubmatch(path.Base(name))
	if parts == nil {
		return ""
	}
	return path.Join(path.Dir(name), parts[1]+parts[2])
}

// keep remembers what had a name alone where this clone last stood with a remote, for each name of which another file has
// come since, in this sync or by git itself.
func (s *Store) keep(ctx context.Context, kept map[string]Keep, shared, to string) error {
	earlier, err := s.earlier(ctx, shared)
	if err != nil || len(earlier) == 0 || to == "" {
		return err
	}
	now, err := s.folderAt(to, "")
	if err != nil {
		return err
	}
	var names []string
	err = s.added(ctx, earlier[0].folder, now, "", func(n Name) {
		if own := twinOf(n.Path); own != "" {
			names = append(names, own)
		}
	})
	if err != nil {
		return err
	}
	return s.keepNames(ctx, kept, earlier, names)
}

// keepNames remembers what had names alone in the first of some states.
func (s *Store) keepNames(ctx context.Context, kept map[string]Keep, earlier []*State, names []string) error {
	all := maps.Clone(kept)
	for _, name := range names {
		if all[path.Join(s.Folder, name)] != (Keep{}) || len(all) >= mostKept {
			continue
		}
		first, err := s.alone(earlier, name)
		if err != nil {
			return err
		}
		if first.isFile() {
			all[path.Join(s.Folder, name)] = Keep{Blob: first.id}
		}
	}
	if len(all) == len(kept) {
		return nil
	}
	return s.saveKept(ctx, all)
}

// earlier are the states that this clone has shared with remotes, that of the one at hand before others.
func (s *Store) earlier(ctx context.Context, shared string) (states []*State, err error) {
	commits := []string{shared}
	seen, err := git.References(ctx, s.repo, git.Tracking+"*/"+strings.TrimPrefix(s.Ref, "refs/heads/"))
	if err != nil {
		return nil, err
	}
	for _, ref := range seen {
		commits = append(commits, ref.ID)
	}
	for _, commit := range commits {
		at, err := s.stateOf(commit)
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

// alone is what had a name alone in the first of some states that had it.
func (s *Store) alone(states []*State, name string) (entry, error) {
	for _, at := range states {
		e, err := at.entry(path.Join(s.Folder, name))
		if err != nil {
			return entry{}, err
		}
		if e.mode == "" {
			continue
		}
		if alone, err := s.isAlone(at, name, e); !alone || err != nil {
			return entry{}, err
		}
		return e, nil
	}
	return entry{}, nil
}

// isAlone reports whether a state has an entry under a name, and no file that gave that name up.
func (s *Store) isAlone(at *State, name string, e entry) (bool, error) {
	if e.mode == "" || at.folder == "" {
		return false, nil
	}
	folder, err := at.entry(path.Join(s.Folder, path.Dir(name)))
	if err != nil || folder.mode != modeFolder {
		return false, err
	}
	l, err := at.list(folder.id)
	if isClosed(err) {
		return false, nil
	}
	return err == nil && !l.gaveUp(path.Base(name)), err
}
