package source

import (
	"errors"
	"maps"
	"strings"

	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/workspace"
)

// Change is what is being committed or proposed: two states of the base, and what differs between them.
type Change struct {
	// Files are those that differ, but for the notes that are beyond what one check judges.
	Files Differences
	// BeforeTree is that of the base's folder before, and SuppressionTree the one in which suppressions have to stand; "" where there is none.
	BeforeTree, SuppressionTree string
	// Apart are the files that count as changed: in a merge, only those that none of the parents has so; nil for all.
	Apart map[string]bool

	before, after, policy string // commits: the one before, the one after ("" is the index), and the one whose configuration counts
	policyTree, afterTree string // of the base's folder in them
	// closed are the folders beyond the bounds of a walk that the change leaves, and in the store those that its commits bring
	// meanwhile.
	closed        git.Closings
	unjudged      int // how many notes are beyond what one check judges
	firstUnjudged string
	others        []*Change // a merge as its other parents see it
}

// IsFirst reports whether there is no commit whose configuration counts, so that the change brings its own.
func (c *Change) IsFirst() bool { return c.policy == "" }

// HasMoved reports whether the base went on since the change left it.
func (c *Change) HasMoved() bool { return c.SuppressionTree != c.BeforeTree }

// Counts reports whether a file counts as changed.
func (c *Change) Counts(name string) bool { return c.Apart == nil || c.Apart[name] }

// change finds out what the query wants to have judged.
func (s *Source) change() (c *Change, err error) {
	repo, q := s.Place.Repo, s.Place.Query
	if q.Staged {
		if repo.IsBare() {
			return nil, workspace.NeedsWorkTree(s.Place.Root, git.ErrNoWorkTree)
		}
		return s.staged()
	}
	if c, err = s.between(q.Diff); err != nil {
		return nil, err
	}
	for _, folder := range []struct {
		tree   *string
		commit string
	}{{&c.BeforeTree, c.before}, {&c.policyTree, c.policy}, {&c.afterTree, c.after}} {
		if *folder.tree, err = git.Tree(s.ctx, repo, folder.commit, s.Place.Folder()); err != nil {
			return nil, err
		}
	}
	c.SuppressionTree = c.policyTree
	if c.IsFirst() {
		c.policyTree = c.afterTree
	}
	if c.Files, c.closed, err = git.TreeDiff(s.ctx, repo, c.BeforeTree, c.afterTree); err != nil {
		return nil, err
	}
	return c, c.bound(s.ctx, repo)
}

// staged is the change that the next commit will make.
func (s *Source) staged() (*Change, error) {
	checkout := s.Checkout
	c := &Change{before: checkout.Head, policy: checkout.Head, BeforeTree: checkout.Tree, SuppressionTree: checkout.Tree, policyTree: checkout.Tree}
	var err error
	if c.Files, err = git.StagedChanges(s.ctx, s.Place.Repo, checkout.Head); err != nil {
		return nil, err
	}
	for _, f := range c.Files {
		if f.Unmerged {
			return nil, hint.Misuse("resolve the conflicts and `git add` the files, then check again", "%s is not merged: the index holds several versions of it", f.Path)
		}
	}
	if len(checkout.MergeHeads) > 0 {
		c.Apart = c.Files.Touched()
	}
	for _, head := range checkout.MergeHeads {
		other := &Change{before: head, policy: c.policy, policyTree: c.policyTree, Apart: c.Apart}
		if other.Files, err = git.StagedChanges(s.ctx, s.Place.Repo, head); err != nil {
			return nil, err
		}
		if other.BeforeTree, err = git.Tree(s.ctx, s.Place.Repo, head, s.Place.Folder()); err != nil {
			return nil, err
		}
		other.SuppressionTree = other.BeforeTree
		differs := other.Files.Touched()
		maps.DeleteFunc(c.Apart, func(name string, _ bool) bool { return !differs[name] })
		c.others = append(c.others, other)
	}
	return c, c.bound(s.ctx, s.Place.Repo)
}

// Parents are what is checked as each parent of a merge sees it; of any other change, the source itself.
func (s *Source) Parents() []*Source {
	all := []*Source{s}
	for _, other := range s.Change.others {
		seen := *s
		seen.Change = other
		all = append(all, &seen)
	}
	return all
}

// between is the change between two commits: BASE...HEAD since they parted, BASE..HEAD from one to the other, COMMIT what it
// changes of its first parent. A BASE of zeros, as git's hooks and the events of forges write it, is the state before the first
// commit.
func (s *Source) between(names string) (c *Change, err error) {
	c = &Change{}
	base, head, isRange := strings.Cut(names, "..")
	head, isSince := strings.CutPrefix(head, ".")
	if !isRange {
		head = names
	} else if !git.IsNoCommit(base) {
		if c.policy, err = commitOf(s, base); err != nil {
			return nil, err
		}
	}
	if c.after, err = commitOf(s, head); err != nil {
		return nil, err
	}
	if !isRange {
		parents, err := git.Parents(s.ctx, s.Place.Repo, c.after)
		if err == nil && len(parents) > 0 {
			c.policy, err = commitOf(s, parents[0])
		}
		if err != nil {
			return nil, err
		}
	}
	c.before = c.policy
	if !isSince || c.IsFirst() {
		return c, nil
	}
	c.before, err = git.MergeBase(s.ctx, s.Place.Repo, c.policy, c.after)
	switch {
	case errors.Is(err, git.ErrShallow):
		err = isCutOff("where " + names + " parted is not in this clone")
	case errors.Is(err, git.ErrNoCommit):
		err = noSuchCommit(names, errors.New("the two share no history"))
	}
	return c, err
}

// commitOf gives the id of a commit of the command line; "" is the one that is checked out.
func commitOf(s *Source, name string) (string, error) {
	if name == "" {
		name = "HEAD"
	}
	id, err := git.Commit(s.ctx, s.Place.Repo, name)
	switch {
	case errors.Is(err, git.ErrNoCommit) && s.Place.Repo.IsShallow():
		err = isCutOff(name + " is not in this clone")
	case errors.Is(err, git.ErrNoCommit):
		err = noSuchCommit(name, git.ErrNoCommit)
	}
	return id, err
}

// noSuchCommit tells what to do about a name that git does not know.
func noSuchCommit(name string, err error) error {
	if git.IsObjectID(name) {
		return hint.Misuse("get it from where it is: `git fetch origin "+name+"`", "%s: %w here", name, err)
	}
	return hint.Misuse("name a commit, or two with .. or ... between them: main...HEAD", "%s: %w", name, err)
}

func isCutOff(what string) error {
	return hint.Misuse("fetch it: `git fetch --unshallow`, or in GitHub Actions `fetch-depth: 0` for actions/checkout", "%s: its history is cut off", what)
}

// Between gives the files that differ between two trees, if git knows both and can look into all of them.
func (s *Source) Between(from, to string) (Differences, bool) {
	if !git.IsObjectID(from) {
		return nil, false // as a name, git might take it for that of something else
	}
	files, closed, err := git.TreeDiff(s.ctx, s.Place.Repo, from, to)
	return files, err == nil && len(closed.First) == 0
}

// FilesOf gives the files of a tree.
func (s *Source) FilesOf(tree string) (map[string]Entry, error) {
	files, _, err := git.TreeList(s.ctx, s.Place.Repo, tree)
	entries := make(map[string]Entry, len(files))
	for _, e := range files {
		if e.Mode != git.ModeSubmodule {
			entries[e.Path] = e
		}
	}
	return entries, err
}

// Records finds what the change does to the store in a folder. Each commit counts: one that deletes a record and one that puts it back
// leave a history in which it is gone.
func (s *Source) Records(folder string) (records Differences, err error) {
	c := s.Change
	if c.after == "" {
		for _, f := range c.Files {
			if strings.HasPrefix(f.Path, folder+"/") {
				records = append(records, f)
			}
		}
		return records, nil
	}
	if c.before == "" {
		return nil, nil
	}
	records, closed, err := git.CommitChanges(s.ctx, s.Place.Repo, c.before, c.after, s.Place.Folder(), folder)
	c.closed.Add(closed)
	return records, err
}
