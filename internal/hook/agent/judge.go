package agent

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"

	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/workspace"
)

// Judged is what a knowledge base says of the notes of an event.
type Judged struct {
	Root     string // of the base
	Document *finding.Document
}

// Judge judges the notes that an event is about: the one that was edited; at the end of the work all that differ from the
// last commit in the repository around Event.Dir, each within its own base. An agent that was kept from ending before is
// let go, or it might never end. Nothing is said of files that are no notes, are ignored or gone, or stand in no base.
func Judge(ctx context.Context, e Event, now time.Time) ([]Judged, error) {
	if e.Dir == "" {
		e.Dir = "."
	}
	dir, err := filepath.Abs(e.Dir)
	if err != nil {
		return nil, err
	}
	var notes map[string][]string // by the root of their base
	switch {
	case e.Kind == Edited:
		file := e.File
		if !filepath.IsAbs(file) {
			file = filepath.Join(dir, file)
		}
		notes, err = edited(ctx, filepath.Clean(file))
	case e.Kind == Ending && !e.IsRepeated:
		notes, err = pending(ctx, dir)
	}
	if err != nil {
		return nil, err
	}
	var all []Judged
	for _, root := range slices.Sorted(maps.Keys(notes)) {
		result, err := check.Run(ctx, check.Request{Dir: root, Paths: notes[root], Drafts: true, Now: now})
		if err != nil {
			return nil, fmt.Errorf("judging the notes of %s: %w", root, err)
		}
		all = append(all, Judged{Root: root, Document: &result.Document})
	}
	return all, nil
}

// edited gives the edited file, if it is a note that its base knows.
func edited(ctx context.Context, file string) (map[string][]string, error) {
	if info, err := os.Lstat(file); err != nil || info.IsDir() || !kb.IsNote(filepath.Base(file)) {
		return nil, nil
	}
	folder, err := filepath.EvalSymlinks(filepath.Dir(file))
	if err != nil {
		return nil, err
	}
	file = filepath.Join(folder, filepath.Base(file)) // a note that is a link is not followed
	root, marked, err := workspace.Root(ctx, file)
	if err != nil || !marked {
		return nil, notInWorkTree(err)
	}
	name, err := filepath.Rel(root, file)
	if err != nil || !kb.IsNote(filepath.ToSlash(name)) {
		return nil, err
	}
	ignored, err := git.IsIgnored(ctx, git.Find(ctx, folder), filepath.Base(file))
	if ignored || err != nil && !errors.Is(err, git.ErrNoRepository) {
		return nil, err
	}
	return map[string][]string{root: {name}}, nil
}

// pending gives the notes that differ from the last commit, below the root of the base that holds dir.
func pending(ctx context.Context, dir string) (map[string][]string, error) {
	top, marked, err := workspace.Root(ctx, dir)
	if err != nil || !marked {
		return nil, notInWorkTree(err)
	}
	files, err := git.EditedFiles(ctx, git.Find(ctx, top))
	if err != nil {
		return nil, notInWorkTree(err)
	}
	roots := map[string]string{".": ""}
	notes := map[string][]string{}
	for _, file := range files {
		if info, err := os.Lstat(filepath.Join(top, filepath.FromSlash(file))); err != nil || info.IsDir() {
			continue
		}
		root := nearest(ctx, top, path.Dir(file), roots)
		name := file
		if root != "" {
			name = file[len(root)+1:]
		}
		if kb.IsNote(name) {
			at := filepath.Join(top, filepath.FromSlash(root))
			notes[at] = append(notes[at], filepath.FromSlash(name))
		}
	}
	return notes, nil
}

// nearest is the nearest folder upward from one below top that has a configuration, "" for top. Both are relative to top;
// known remembers.
func nearest(ctx context.Context, top, folder string, known map[string]string) string {
	root, ok := known[folder]
	if ok {
		return root
	}
	root = folder
	if !counts(ctx, filepath.Join(top, filepath.FromSlash(folder))) {
		root = nearest(ctx, top, path.Dir(folder), known)
	}
	known[folder] = root
	return root
}

// counts reports whether a folder has a configuration that makes it a base of its own.
func counts(ctx context.Context, folder string) bool {
	if _, err := os.Lstat(filepath.Join(folder, config.FileName)); err != nil {
		return false
	}
	base, _, err := workspace.Root(ctx, folder)
	return err != nil || base == folder
}

// notInWorkTree drops the error of a place that has no work tree, so that nothing can be pending there.
func notInWorkTree(err error) error {
	if errors.Is(err, git.ErrNoWorkTree) || errors.Is(err, git.ErrNoRepository) {
		return nil
	}
	return err
}

// Shown is a root as the agent should read it: nothing where it is the folder in which the agent works.
func (j Judged) Shown(dir string) string {
	relative, err := filepath.Rel(cmp.Or(dir, "."), j.Root)
	if err != nil || !filepath.IsLocal(relative) {
		return filepath.ToSlash(j.Root)
	}
	return filepath.ToSlash(relative)
}
