package check

import (
	"context"
	"errors"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/workspace"
)

// change is what is being committed or proposed: two states of the base, and what differs between them.
type change struct {
	before string // the commit before, "" where there is none
	after  string // the commit after; "" is the index
	policy string // the commit whose configuration counts, "" where there is none
	prefix string // of the base's folder in the repository, as git.Repository has it
	tree   string // of the base's folder before, "" where there is none
	base   string // the tree of that folder in which suppressions have to stand, likewise
	// policyTree and afterTree are those of its folder in the commits policy and after, likewise.
	policyTree, afterTree string
	files                 []git.Change
	// closed are the folders that it leaves which nobody could look into, and outside of the store those that its commits bring
	// there meanwhile.
	closed git.Closings
	// unjudged is how many of its notes are beyond what one check judges; they are not among files.
	unjudged      int
	firstUnjudged string
	// apart are the files that count as changed; in a merge, only those that none of the parents has so.
	apart map[string]bool
	// others are a merge as its other parents see it.
	others []*change
	// records are the changes to files of the store that its commits make.
	records []git.Change
	// remarks are what people should know of the change beside its findings.
	remarks []string
	// broken are the findings on a configuration or a baseline that it leaves unreadable.
	broken []found
	// replaced are the findings on folders under check in whose place it leaves something else, or nothing.
	replaced []found
	// silences are the suppression comments in the base, by note, as far as they were asked for.
	silences map[string]standing
	// early are the gates of blocking severity that comments of the change would silence, by note.
	early map[string][]early
}

// noSuchCommit tells what to do about a name that git does not know.
func noSuchCommit(name string, err error) error {
	if git.IsObjectID(name) {
		return hint.Misuse("get it from where it is: `git fetch origin "+name+"`", "%s: %w here", name, err)
	}
	return hint.Misuse("name a commit, or two with .. or ... between them: main...HEAD", "%s: %w", name, err)
}

// changeOf finds out what the request wants to have judged.
func (s *inquiry) changeOf() (*change, error) {
	repo, err := git.Open(s.ctx, s.repo)
	if err != nil {
		return nil, workspace.NeedsRepository(s.root, err)
	}
	if s.Staged && repo.Bare {
		return nil, workspace.NeedsWorkTree(s.root, git.ErrNoWorkTree)
	}
	s.common = repo.Common
	if s.Staged {
		s.compare(repo.Bare)
	}
	c := &change{prefix: repo.Prefix + s.place.Prefix, silences: map[string]standing{}, early: map[string][]early{}}
	if s.Staged {
		err = c.staged(s.ctx, s.repo, repo)
	} else {
		err = c.between(s.ctx, s.repo, s.Diff)
	}
	if err != nil {
		return nil, err
	}
	c.tree, c.policyTree = repo.Tree, repo.Tree
	for _, seen := range c.others {
		if seen.tree, err = git.Tree(s.ctx, s.repo, seen.before, c.prefix); err != nil {
			return nil, err
		}
		seen.base = seen.tree
	}
	if s.Staged {
		c.base = c.tree
		return c, c.bound(s.ctx, s.repo)
	}
	if c.tree, err = git.Tree(s.ctx, s.repo, c.before, c.prefix); err != nil {
		return nil, err
	}
	if c.policyTree, err = git.Tree(s.ctx, s.repo, c.policy, c.prefix); err != nil {
		return nil, err
	}
	if c.afterTree, err = git.Tree(s.ctx, s.repo, c.after, c.prefix); err != nil {
		return nil, err
	}
	c.base = c.policyTree
	if c.policy == "" {
		c.policyTree = c.afterTree // the first commit brings its own
	}
	if c.files, c.closed, err = git.TreeDiff(s.ctx, s.repo, c.tree, c.afterTree); err != nil {
		return nil, err
	}
	return c, c.bound(s.ctx, s.repo)
}

// staged is the change that the next commit will make.
func (c *change) staged(ctx context.Context, at git.Folder, repo git.Repository) (err error) {
	c.before, c.policy = repo.Head, repo.Head
	if c.files, err = git.StagedChanges(ctx, at, repo.Head); err != nil {
		return opaque(err)
	}
	var unmerged []string
	for _, f := range c.files {
		if f.Unmerged {
			unmerged = append(unmerged, f.Path)
		}
	}
	if len(unmerged) > 0 {
		return hint.Misuse("resolve the conflicts and `git add` the files, then check again", "%s is not merged: the index holds several versions of it", unmerged[0])
	}
	if len(repo.MergeHeads) == 0 {
		return nil
	}
	return c.merge(ctx, at, repo.MergeHeads)
}

// between is the change between two commits: BASE...HEAD since they parted, BASE..HEAD from one to the other, COMMIT what
// it changes of its first parent. A BASE of zeros, as git's hooks and the events of forges write it, is the state before
// the first commit.
func (c *change) between(ctx context.Context, repo git.Folder, names string) (err error) {
	commit := func(name string) (string, error) {
		if name == "" {
			name = "HEAD"
		}
		id, err := git.Commit(ctx, repo, name)
		if errors.Is(err, git.ErrNoCommit) {
			err = noSuchCommit(name, git.ErrNoCommit)
			if shallow, shallowErr := git.IsShallow(ctx, repo); shallowErr == nil && shallow {
				err = shallowClone(name + " is not in this clone")
			}
		}
		return id, err
	}
	if base, head, ok := strings.Cut(names, ".."); ok && git.IsNoCommit(base) {
		c.after, err = commit(strings.TrimPrefix(head, "."))
		return err
	}
	if base, head, ok := strings.Cut(names, "..."); ok {
		if c.policy, err = commit(base); err != nil {
			return err
		}
		if c.after, err = commit(head); err != nil {
			return err
		}
		c.before, err = git.MergeBase(ctx, repo, c.policy, c.after)
		switch {
		case errors.Is(err, git.ErrShallow):
			return shallowClone("where " + names + " parted is not in this clone")
		case errors.Is(err, git.ErrNoCommit):
			return noSuchCommit(names, errors.New("the two share no history"))
		}
		return err
	}
	if base, head, ok := strings.Cut(names, ".."); ok {
		if c.before, err = commit(base); err != nil {
			return err
		}
		c.policy = c.before
		c.after, err = commit(head)
		return err
	}
	if c.after, err = commit(names); err != nil {
		return err
	}
	parents, err := git.Parents(ctx, repo, c.after)
	if err != nil {
		return err
	}
	if len(parents) > 0 {
		if c.before, err = commit(parents[0]); err != nil {
			return err
		}
	}
	c.policy = c.before
	return nil
}

func shallowClone(what string) error {
	return hint.Misuse("fetch it: `git fetch --unshallow`, or in GitHub Actions `fetch-depth: 0` for actions/checkout", "%s: its history is cut off", what)
}

// loadRecords finds what the change does to the store. Each commit counts: one that deletes a record and one that puts it
// back leave a history in which it is gone.
func (s *inquiry) loadRecords(c *change) (err error) {
	dir := s.config.Store.Dir
	if s.Staged {
		for _, f := range c.files {
			if strings.HasPrefix(f.Path, dir+"/") {
				c.records = append(c.records, f)
			}
		}
		return nil
	}
	if c.before == "" {
		return nil
	}
	var opaque []git.Opaque
	c.records, opaque, err = git.CommitChanges(s.ctx, s.repo, c.before, c.after, c.prefix, dir)
	for _, o := range opaque {
		c.closed.Add(o.Closings)
	}
	return err
}

// brokenRecords are the findings on records that the change edits, renames or deletes. Read-me files may change.
func (c *change) brokenRecords(cfg *config.Config) []found {
	if cfg.Gates[gate.FeedbackAppendOnly.ID].Severity == string(gate.Off) {
		return nil
	}
	var all []found
	seen := map[string]bool{}
	for _, f := range c.records {
		if f.Old.Mode == "" || seen[f.Path] || strings.HasPrefix(strings.ToLower(path.Base(f.Path)), "readme") {
			continue
		}
		seen[f.Path] = true
		does := "edits"
		if f.New.Mode == "" {
			does = "deletes or renames"
		}
		start := claim.Position{Line: 1, Column: 1, Byte: 1}
		all = append(all, found{gate: gate.FeedbackAppendOnly, id: kb.None, path: f.Path, start: start, end: start,
			Finding: gate.Finding{Message: "the change " + does + " this record; the store only ever grows"}})
	}
	return all
}

// changeView is the base as a change leaves it, with the changed notes under check and the base before it beside.
func (s *inquiry) changeView(c *change) (*view, error) {
	layer, since, err := s.known(c.tree)
	if err != nil {
		return nil, err
	}
	v := &view{before: layer.With(pathsOf(since)), selected: map[kb.ID]bool{}, wasClaim: map[string]bool{}}
	if err := s.fill(v.before, layer, newEntries(since)); err != nil {
		return nil, err
	}
	whole := compose(since, c.files)
	entries := newEntries(whole)
	v.base = layer.With(pathsOf(whole))
	changed := map[string]bool{}
	for _, f := range c.files {
		changed[f.Path] = true
	}
	for id := kb.ID(layer.Len()); id < kb.ID(v.base.Len()); id++ {
		name := v.base.Path(id)
		v.unknown = append(v.unknown, id)
		if changed[name] && c.isJudged(name) && s.isWanted(name) {
			v.selected[id] = true
		}
		if old, ok := v.before.Find(name); ok && v.before.Note(old).IsClaim() || c.hasMoved() && s.standing(name).claim {
			v.wasClaim[name] = true
		}
	}
	v.open = func() noteReader {
		return s.blobs.reader(c.tree, entries)
	}
	v.moved = c.renames()
	v.was = inverse(v.moved)
	gone, _ := pathsOf(c.files)
	v.lost = func(base *kb.Base) []kb.ID { return bereft(v.before, base, gone) }
	return v, nil
}

// hasMoved reports whether the base went on since the change left it.
func (c *change) hasMoved() bool { return c.base != c.tree }

// compose gives the changes that two steps make together.
func compose(first, second []git.Change) []git.Change {
	if len(first) == 0 {
		return second
	}
	all := map[string]git.Change{}
	for _, f := range first {
		all[f.Path] = f
	}
	for _, f := range second {
		if before, ok := all[f.Path]; ok {
			f.Old = before.Old
		}
		all[f.Path] = f
	}
	var changes []git.Change
	for _, name := range slices.Sorted(maps.Keys(all)) {
		changes = append(changes, all[name])
	}
	return changes
}

// pathsOf gives the files that changes take away and those that they bring, in order; one that was edited is both.
func pathsOf(changes []git.Change) (gone, added []string) {
	for _, f := range changes {
		if f.Old.Mode != "" {
			gone = append(gone, f.Path)
		}
		if f.New.Mode != "" {
			added = append(added, f.Path)
		}
	}
	slices.Sort(added)
	return gone, added
}

// newEntries are the files as changes leave them, by path.
func newEntries(changes []git.Change) map[string]git.Entry {
	entries := map[string]git.Entry{}
	for _, f := range changes {
		if f.New.Mode != "" {
			entries[f.Path] = f.New
		}
	}
	return entries
}

// renames pairs files that are gone with files that came and have the same text, where just one of each has it.
func (c *change) renames() map[string]string {
	gone, came := map[git.Blob][]string{}, map[git.Blob][]string{}
	for _, f := range c.files {
		switch {
		case f.Old.Mode != "" && f.New.Mode == "":
			gone[f.Old.Blob] = append(gone[f.Old.Blob], f.Path)
		case f.Old.Mode == "" && f.New.Mode != "":
			came[f.New.Blob] = append(came[f.New.Blob], f.Path)
		}
	}
	moved := map[string]string{}
	for blob, from := range gone {
		if to := came[blob]; len(from) == 1 && len(to) == 1 {
			moved[from[0]] = to[0]
		}
	}
	return moved
}

func inverse(names map[string]string) map[string]string {
	inverse := make(map[string]string, len(names))
	for from, to := range names {
		inverse[to] = from
	}
	return inverse
}

// bereft are the notes that a change leaves as they are, but that have links which may have led to what it took away:
// names of files, and aliases.
func bereft(before, after *kb.Base, gone []string) []kb.ID {
	lost := map[string]bool{}
	for _, name := range gone {
		left := after.Keys(name) // a note that was only edited keeps its name, and perhaps its aliases
		for _, key := range before.Keys(name) {
			if !slices.Contains(left, key) {
				lost[key] = true
			}
		}
	}
	found := map[kb.ID]bool{}
	for key := range lost {
		after.Linking(key, func(id kb.ID) { found[id] = true })
	}
	var all []kb.ID
	for id := range found {
		all = append(all, id)
	}
	slices.Sort(all)
	return all
}
