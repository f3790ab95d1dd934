package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/kbgate/kbgate/internal/git"
)

// mostAsked is of how many paths the index is asked by name; of more, all of it is read.
const mostAsked = 64

// planView plans for the files of the view. That which is staged and that in the work tree follow each by itself, so that
// what somebody has staged or edited there stays, and has the new part too. A file that somebody took out of the index or
// the work tree stays away.
func (l *layer) planView(ctx context.Context) error {
	if len(l.followers) == 0 {
		return nil
	}
	var paths []string
	for _, f := range l.followers {
		paths = append(paths, f.Path)
	}
	if len(paths) > mostAsked {
		paths = nil
	}
	entries, err := git.StagedFiles(ctx, l.store.repo, paths...)
	if err != nil {
		return err
	}
	staged := make(map[string]git.Staged, len(entries))
	for _, e := range entries {
		staged[e.Path] = e
	}
	put := 0
	for _, f := range l.followers {
		n, err := l.planFollower(f, staged[f.Path])
		if err != nil {
			return err
		}
		put += n
	}
	if put == 0 {
		return nil
	}
	return l.write.flush(ctx)
}

// planFollower plans for one file of the view, and says how many objects it has put for that.
func (l *layer) planFollower(f follower, staged git.Staged) (put int, err error) {
	switch {
	case staged.Unmerged:
		return 0, &Refusal{f.Path + " has a conflict that is not solved", "solve it, `git add` the file, and record again"}
	case staged.Mode == "" && f.was != nil, staged.Mode != "" && !(entry{mode: staged.Mode}).isFile():
		return 0, nil // whoever took it out, or put something else there, knows why
	}
	file := laidFile{Path: f.Path, Blob: f.isBlob, Mode: staged.Mode, Was: staged.Blob}
	if staged.Mode != "" && staged.Blob != f.wasBlob {
		o, err := l.store.objects.Read(staged.Blob, maxView)
		if errors.Is(err, git.ErrTooLarge) {
			err = &Refusal{Reason: fmt.Sprintf("it is larger than %d MiB", maxView>>20)}
		}
		if err != nil && !l.store.leavesOut(f.Path, "index", err) {
			return 0, fmt.Errorf("%s in the index: %w", f.Path, err)
		}
		if err != nil {
			return 0, nil
		}
		is, err := f.Apply(o.Data)
		if l.store.leavesOut(f.Path, "index", err) {
			return 0, nil
		}
		if err == nil {
			file.Blob, err = putOne(l.write, "blob", is)
		}
		if err != nil {
			return 0, err
		}
		put++
	}
	mode := staged.Mode
	if mode == "" {
		mode = modeFile
	}
	l.entries = append(l.entries, git.Staged{Mode: mode, Blob: file.Blob, Path: f.Path})
	n, err := l.planCopy(f, staged, &file)
	l.laid.Files = append(l.laid.Files, file)
	return put + n, err
}

// planCopy plans for the file in the work tree.
func (l *layer) planCopy(f follower, staged git.Staged, file *laidFile) (put int, err error) {
	there, err := l.store.inWorkTree(f.Path)
	switch {
	case l.store.leavesOut(f.Path, "work tree", err), err == nil && there == nil && staged.Mode != "":
		return 0, nil // something else is there, or it was deleted
	case err != nil:
		return 0, err
	}
	c := copied{path: f.Path, was: there, is: f.is, follow: f.Apply}
	file.CopyWas = f.wasBlob
	if !bytes.Equal(there, f.was) || (there == nil) != (f.was == nil) {
		if c.is, err = f.Apply(there); l.store.leavesOut(f.Path, "work tree", err) {
			file.CopyWas = ""
			return put, nil
		} else if err != nil {
			return 0, err
		}
		if file.CopyWas = ""; there != nil {
			if file.CopyWas, err = putOne(l.write, "blob", there); err != nil {
				return 0, err
			}
			put++
		}
	}
	if c.is == nil || bytes.Equal(c.is, there) {
		file.CopyWas = ""
		return put, nil
	}
	file.Copy = sumOf(c.is)
	l.copies = append(l.copies, c)
	return put, nil
}
