package check

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/kb"
)

// change is what is being committed or proposed: two states of the base, and what differs between them.
type change struct {
	before string // the commit before, "" where there is none
	after  string // the commit after; "" is the index
	policy string // the commit whose configuration counts, "" where there is none
	tree   string // of the base's folder before, "" where there is none
	files  []git.Change
	// apart are the files that count as changed; in a merge, only those that none of the parents has so.
	apart map[string]bool
	// others are a merge as its other parents see it.
	others []*change
	// records are the changes to files of the store that its commits make.
	records []git.Change
	// silences are the suppression comments before the change, by note, as far as they were asked for.
	silences map[string][]silence
}

// noSuchCommit tells what to do about a name that git does not know.
func noSuchCommit(name string, err error) error {
	return &UsageError{Err: fmt.Errorf("%s: %w", name, err), Hint: "name a commit, or two with .. or ... between them: main...HEAD"}
}

// changeOf finds out what the request wants to have judged.
func (s *inquiry) changeOf() (*change, error) {
	repo, err := git.Open(s.ctx, s.root)
	if err != nil {
		return nil, needsRepository(s.root, err)
	}
	c := &change{silences: map[string][]silence{}}
	if s.Staged {
		err = c.staged(s.ctx, s.root, repo.Head)
	} else {
		err = c.between(s.ctx, s.root, s.Diff)
	}
	if err != nil {
		return nil, err
	}
	for _, seen := range append(c.others, c) {
		if seen.tree, err = git.Tree(s.ctx, s.root, seen.before, repo.Prefix); err != nil {
			return nil, err
		}
	}
	if s.Staged {
		return c, nil
	}
	after, err := git.Tree(s.ctx, s.root, c.after, repo.Prefix)
	if err != nil {
		return nil, err
	}
	c.files, err = git.TreeChanges(s.ctx, s.root, c.tree, after)
	return c, err
}

func needsRepository(root string, err error) error {
	if errors.Is(err, git.ErrNoRepository) {
		return &UsageError{Err: fmt.Errorf("%s is %w", root, err), Hint: "without git, `kbgate check` judges the whole base, and `kbgate check PATH` a part of it"}
	}
	return asUsage(root, err)
}

// staged is the change that the next commit will make.
func (c *change) staged(ctx context.Context, root, head string) (err error) {
	c.before, c.policy = head, head
	if c.files, err = git.StagedChanges(ctx, root, head); err != nil {
		return err
	}
	var unmerged []string
	for _, f := range c.files {
		if f.Unmerged {
			unmerged = append(unmerged, f.Path)
		}
	}
	if len(unmerged) > 0 {
		return &UsageError{Err: fmt.Errorf("%s is not merged: the index holds several versions of it", unmerged[0]),
			Hint: "resolve the conflicts and `git add` the files, then check again"}
	}
	heads, err := git.MergeHeads(ctx, root)
	if err != nil || len(heads) == 0 {
		return err
	}
	return c.merge(ctx, root, heads)
}

// between is the change between two commits: BASE...HEAD since they parted, BASE..HEAD from one to the other, COMMIT what
// it changes of its first parent. A BASE of zeros, as git's hooks and the events of forges write it, is the state before
// the first commit.
func (c *change) between(ctx context.Context, root, names string) (err error) {
	commit := func(name string) (string, error) {
		if name == "" {
			name = "HEAD"
		}
		id, err := git.Commit(ctx, root, name)
		if errors.Is(err, git.ErrNoCommit) {
			err = noSuchCommit(name, git.ErrNoCommit)
			if shallow, shallowErr := git.IsShallow(ctx, root); shallowErr == nil && shallow {
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
		c.before, err = git.MergeBase(ctx, root, c.policy, c.after)
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
	parents, err := git.Parents(ctx, root, c.after)
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
	return &UsageError{Err: fmt.Errorf("%s: its history is cut off", what),
		Hint: "fetch it: `git fetch --unshallow`, or in GitHub Actions `fetch-depth: 0` for actions/checkout"}
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
	c.records, err = git.CommitChanges(s.ctx, s.root, c.before, c.after, dir)
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
		start := claim.Position{Line: 1, Column: 1}
		all = append(all, found{gate: gate.FeedbackAppendOnly, id: kb.None, path: f.Path, start: start, end: start,
			Finding: gate.Finding{Message: "the change " + does + " this record; the store only ever grows"}})
	}
	return all
}

// policyFile reads the configuration that counts for a change: that of the state before it, so that no change loosens its
// own gate. Where there was nothing before, it is the one that the change brings.
func (s *inquiry) policyFile(c *change) ([]byte, error) {
	if c.policy == "" {
		for _, f := range c.files {
			if f.Path == config.FileName {
				return s.changedFile(f.New)
			}
		}
		return nil, nil
	}
	data, _, err := git.File(s.ctx, s.root, c.policy, config.FileName, maxConfig)
	return data, err
}

func (s *inquiry) changedFile(e git.Entry) ([]byte, error) {
	if e.Mode == "" {
		return nil, nil
	}
	if e.Mode == git.ModeLink {
		return nil, errors.New("it is a symbolic link, which is not followed")
	}
	blobs := git.NewBlobs(s.ctx, s.root)
	data, err := blobs.Read(e.Blob, maxConfig)
	return data, errors.Join(err, blobs.Close())
}

// newPolicy makes sure that a change of the configuration leaves one that can be read: it would lock everybody out.
func (s *inquiry) newPolicy(c *change) error {
	for _, f := range c.files {
		if f.Path != config.FileName || f.New.Mode == "" {
			continue
		}
		data, err := s.changedFile(f.New)
		if err == nil {
			_, err = config.Parse(data, gate.Specs())
		}
		if err != nil {
			return &UsageError{Err: fmt.Errorf("the change leaves a configuration that cannot be read: %s: %w", config.FileName, err),
				Hint: "`kbgate init --print` shows every key with its default"}
		}
	}
	return nil
}

// changeView is the base as a change leaves it, with the changed notes under check and the base before it beside.
func (s *inquiry) changeView(c *change) (*view, error) {
	layer, err := s.layerOf(c.tree)
	if err != nil {
		return nil, err
	}
	v := &view{before: layer.With(nil, nil), selected: map[kb.ID]bool{}, wasClaim: map[string]bool{}}
	var gone, added []string
	entries := map[string]git.Entry{}
	for _, f := range c.files {
		if f.Old.Mode != "" {
			gone = append(gone, f.Path)
		}
		if f.New.Mode != "" {
			added = append(added, f.Path)
			entries[f.Path] = f.New
		}
	}
	slices.Sort(added)
	v.base = layer.With(gone, added)
	for id := kb.ID(layer.Len()); id < kb.ID(v.base.Len()); id++ {
		name := v.base.Path(id)
		v.unknown = append(v.unknown, id)
		if c.isJudged(name) && s.isWanted(name) {
			v.selected[id] = true
		}
		if old, ok := v.before.Find(name); ok && v.before.Note(old).IsClaim() {
			v.wasClaim[name] = true
		}
	}
	v.open = func() noteReader {
		return &blobReader{ctx: s.ctx, root: s.root, commit: c.before, entries: entries, blobs: git.NewBlobs(s.ctx, s.root)}
	}
	v.moved = c.renames()
	v.lost = func(base *kb.Base) []kb.ID { return bereft(v.before, base, gone) }
	return v, nil
}

// renames pairs files that are gone with files that came and have the same text, where just one of each has it.
func (c *change) renames() map[string]string {
	gone, came := map[git.Blob][]string{}, map[git.Blob][]string{}
	for _, f := range c.files {
		switch {
		case f.New.Mode == "":
			gone[f.Old.Blob] = append(gone[f.Old.Blob], f.Path)
		case f.Old.Mode == "":
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

// bereft are the notes that a change leaves as they are, but that have links which may have led to what it took away:
// names of files, and aliases.
func bereft(before, after *kb.Base, gone []string) []kb.ID {
	lost := map[string]bool{}
	for _, name := range gone {
		for _, key := range before.Keys(name) {
			lost[key] = true
		}
	}
	for _, name := range gone { // a note that was only edited keeps its name
		for _, key := range after.Keys(name) {
			delete(lost, key)
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

// layerOf is all that is known of the notes of a tree.
func (s *inquiry) layerOf(tree string) (*kb.Layer, error) {
	files, err := git.TreeFiles(s.ctx, s.root, tree)
	if err != nil {
		return nil, err
	}
	entries := make(map[string]git.Entry, len(files))
	names := make([]string, len(files))
	for i, f := range files {
		entries[f.Path], names[i] = f, f.Path
	}
	slices.Sort(names)
	layer := kb.NewLayer(names)
	base := layer.With(nil, nil)
	v := &view{base: base, selected: map[kb.ID]bool{}}
	for id := range kb.ID(base.Len()) {
		v.unknown = append(v.unknown, id)
	}
	v.open = func() noteReader {
		return &blobReader{ctx: s.ctx, root: s.root, entries: entries, blobs: git.NewBlobs(s.ctx, s.root)}
	}
	_, _, err = s.judgeOf(v).run(s.ctx)
	return layer, err
}

// blobReader reads notes out of the object store.
type blobReader struct {
	ctx     context.Context
	root    string
	commit  string // that has the notes of which there is no entry, or ""
	entries map[string]git.Entry
	blobs   *git.Blobs
}

func (r *blobReader) close() { _ = r.blobs.Close() }

func (r *blobReader) read(name string) (source []byte, why string, err error) {
	e, ok := r.entries[name]
	if !ok {
		found, err := git.TreeEntries(r.ctx, r.root, r.commit, name)
		if err != nil {
			return nil, "", err
		}
		if len(found) == 0 {
			return nil, "", errGone
		}
		e = found[0]
	}
	source, err = r.blobs.Read(e.Blob, MaxNote)
	switch {
	case e.Mode == git.ModeLink && err == nil:
		return nil, fmt.Sprintf("is a symbolic link to %q, which is not followed", source), nil
	case errors.Is(err, git.ErrTooLarge):
		return nil, tooLarge(0), nil
	case err != nil:
		return nil, "", fmt.Errorf("reading %s: %w", path.Clean(name), err)
	}
	return source, "", nil
}
