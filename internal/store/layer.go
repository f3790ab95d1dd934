package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/regular"
)

// layer lays files into work tree and index, and can take them back while the index is locked.
type layer struct {
	store     *Store
	turn      turn
	write     objectWriter
	commit    string // that brings the files
	leaves    []leaf // records
	followers []follower

	laid    laid
	entries []git.Staged // what is to be staged
	copies  []copied
	done    int    // how many of the copies are in the work tree
	was     string // another name of the index as it was, "" while it is still that
}

// copied is a file of the work tree that changes.
type copied struct {
	path    string
	was, is []byte                           // nil: it is not there
	follow  func(old []byte) ([]byte, error) // of a view's file: gives it anew, of what it holds
}

// ownFile is how the names of what we make below the git directory begin. Nobody but who has the index locked makes such
// files, so those that are there then were left by the dead.
const ownFile = "kbgate-index-"

// plan looks at what is there, and notes what is to be laid, so that another process can take it back.
func (l *layer) plan(ctx context.Context, branch string) error {
	l.laid = laid{Commit: l.commit, Branch: branch}
	for _, leaf := range l.leaves {
		if err := l.planRecord(leaf); err != nil {
			return err
		}
	}
	if err := l.planView(ctx); err != nil {
		return err
	}
	if l.turn.file == nil {
		return nil
	}
	return l.store.note(l.laid)
}

// planRecord plans for a new file. One that is in the work tree must be the same.
func (l *layer) planRecord(leaf leaf) error {
	blob, err := l.store.objects.Read(leaf.blob, maxObject)
	if err != nil {
		return err
	}
	there, err := l.store.inWorkTree(leaf.path)
	if err != nil {
		return err
	}
	l.entries = append(l.entries, git.Staged{Mode: modeFile, Blob: leaf.blob, Path: leaf.path})
	file := laidFile{Path: leaf.path, Blob: leaf.blob}
	switch {
	case there == nil:
		l.copies = append(l.copies, copied{path: leaf.path, is: blob.Data})
		file.Copy = sumOf(blob.Data)
	case !bytes.Equal(there, blob.Data):
		return &Refusal{leaf.path + " stands in the work tree with other content", "move it away, and record again"}
	}
	l.laid.Files = append(l.laid.Files, file)
	return nil
}

// inWorkTree gives what a file of the work tree holds, nil where there is none. It follows no links, and waits for no pipe.
func (s *Store) inWorkTree(path string) ([]byte, error) {
	if err := s.noFolder(path); err != nil {
		return nil, err
	}
	files := regular.New(s.top, "a file of the store", maxView)
	defer files.Close()
	file, why, err := files.Open(path)
	if errors.Is(err, regular.ErrGone) {
		return nil, nil
	}
	var data []byte
	if err == nil && why == "" {
		defer file.Close()
		if data, err = io.ReadAll(io.LimitReader(file, maxView+1)); len(data) > maxView {
			why = fmt.Sprintf("is too large: at most %d MiB are read", maxView>>20)
		}
	}
	if why != "" {
		return nil, &Refusal{path + " in the work tree is no file to be read: it " + why, "move it away, and record again"}
	}
	return data, err // an empty file is there too, and no nil
}

// noFolder refuses a file of the work tree above which something else than a folder stands.
func (s *Store) noFolder(path string) error {
	for at, c := range path {
		if c != '/' {
			continue
		}
		if info, err := os.Lstat(s.inTop(path[:at])); err == nil && !info.IsDir() {
			return &Refusal{s.inTop(path[:at]) + " is no folder", "move it away, and record again"}
		}
	}
	return nil
}

// inTop is the name of a file of the work tree.
func (s *Store) inTop(path string) string { return filepath.Join(s.top, filepath.FromSlash(path)) }

// put lays what was planned.
func (l *layer) put(ctx context.Context) error {
	for i := range l.copies {
		if err := l.putCopy(&l.copies[i]); err != nil {
			return err
		}
		l.done++
	}
	reached("work tree")
	return l.stage(ctx)
}

// putCopy writes a file of the work tree. If somebody saved it since it was planned, that is what follows.
func (l *layer) putCopy(c *copied) error {
	if c.was == nil {
		if err := l.makeFolders(filepath.Dir(filepath.FromSlash(c.path))); err != nil {
			return err
		}
	}
	return writeWhole(l.store.repo.GitDir, l.store.inTop(c.path), c.is, func() ([]byte, error) {
		there, err := l.store.inWorkTree(c.path)
		if err != nil || c.follow == nil || bytes.Equal(there, c.was) {
			return nil, err
		}
		is, err := c.follow(there)
		c.was, c.is = there, is
		return is, err
	})
}

// makeFolders makes the folders for a file, and does not follow a link that stands in the place of one.
func (l *layer) makeFolders(path string) error {
	name := l.store.top
	for part := range strings.SplitSeq(path, string(filepath.Separator)) {
		name = filepath.Join(name, part)
		if err := os.Mkdir(name, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
		if info, err := os.Lstat(name); err != nil {
			return err
		} else if !info.IsDir() {
			return &Refusal{name + " is no folder", "move it away, and record again"}
		}
	}
	return nil
}

// writeWhole writes a file that is there whole or not at all. It is made in another folder, or beside where that is on
// another disk. Just before it takes its place, changed is asked, and may give other content.
func writeWhole(folder, name string, data []byte, changed func() ([]byte, error)) error {
	err := writeFrom(folder, name, data, changed)
	if errors.Is(err, syscall.EXDEV) {
		err = writeFrom(filepath.Dir(name), name, data, changed)
	}
	return err
}

func writeFrom(folder, name string, data []byte, changed func() ([]byte, error)) error {
	f, err := createTemp(folder, ownFile, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if info, absent := os.Lstat(name); absent == nil {
		err = errors.Join(err, f.Chmod(info.Mode().Perm()))
	}
	if err = errors.Join(err, f.Close()); err == nil {
		var other []byte
		if other, err = changed(); err == nil && other != nil {
			err = os.WriteFile(f.Name(), other, 0o666)
		}
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// stage changes entries of the index. The new index is made beside it, and takes its place whole.
func (l *layer) stage(ctx context.Context) (err error) {
	l.was, err = l.store.stage(ctx, l.entries)
	return err
}

// stage changes entries of the index, which must be locked; an entry of no mode goes. It gives another name of the index as
// it was.
func (s *Store) stage(ctx context.Context, entries []git.Staged) (was string, err error) {
	index := filepath.Join(s.repo.GitDir, "index")
	made := filepath.Join(s.repo.GitDir, fmt.Sprintf("%s%d", ownFile, os.Getpid()))
	was = made + "-was"
	for _, name := range []string{made, was} { // git writes a new file under the first name
		if err := os.Link(index, name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
	}
	var info strings.Builder
	for _, e := range entries {
		if e.Mode == "" {
			e.Mode, e.Blob = "0", strings.Repeat("0", len(e.Blob))
		}
		fmt.Fprintf(&info, "%s %s 0\t%s\x00", e.Mode, e.Blob, e.Path)
	}
	if err = git.UpdateIndex(ctx, s.repo, made, strings.NewReader(info.String())); err == nil {
		err = syncFile(made)
	}
	if err == nil {
		err = os.Rename(made, index)
	}
	if err != nil {
		os.Remove(made)
		os.Remove(was)
		return "", err
	}
	return was, nil
}

// keep says that the files are there to stay.
func (l *layer) keep() error {
	err := l.store.forget()
	if l.was != "" {
		err = errors.Join(err, ignoreMissing(os.Remove(l.was)))
	}
	return err
}

// undo takes the files back. What somebody has changed meanwhile stays.
func (l *layer) undo() error {
	var err error
	if l.was != "" {
		index := filepath.Join(l.store.repo.GitDir, "index")
		if err = os.Rename(l.was, index); errors.Is(err, fs.ErrNotExist) {
			err = os.Remove(index) // there was none
		}
	}
	for _, c := range l.copies[:l.done] {
		if there, failed := l.store.inWorkTree(c.path); failed == nil && bytes.Equal(there, c.is) {
			err = errors.Join(err, l.store.restore(c.path, c.was))
		}
	}
	if err != nil {
		return err // the note stays for the next one
	}
	return l.store.forget()
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
