// Package gittest is for tests. It puts objects into a repository that git's own commands would never make: folders that
// stand in many places at once, hold millions of names or lie thousands deep. It writes the loose objects of a SHA-1
// repository itself, so a test starts no program for each object.
package gittest

import (
	"bytes"
	"compress/zlib"
	"crypto/sha1"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Repository is the git directory of a repository.
type Repository string

// In is the repository whose work tree, or bare folder, is dir.
func In(dir string) Repository {
	if _, err := os.Stat(filepath.Join(dir, "objects")); err == nil {
		return Repository(dir)
	}
	return Repository(filepath.Join(dir, ".git"))
}

// Modes of entries, as a tree holds them.
const (
	File   = "100644"
	Folder = "40000"
	Link   = "120000"
)

// Entry is one name in a folder.
type Entry struct{ Mode, Name, ID string }

// Blob writes a content.
func (r Repository) Blob(data []byte) (string, error) { return r.object("blob", data) }

// Tree writes a folder, with its entries in git's order.
func (r Repository) Tree(entries ...Entry) (string, error) {
	entries = slices.Clone(entries)
	slices.SortFunc(entries, func(a, b Entry) int { return strings.Compare(a.sortName(), b.sortName()) })
	return r.Unsorted(entries...)
}

// Unsorted writes a folder with its entries as they are given.
func (r Repository) Unsorted(entries ...Entry) (string, error) {
	var b bytes.Buffer
	for _, e := range entries {
		id, err := hex.DecodeString(e.ID)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "%s %s\x00%s", e.Mode, e.Name, id)
	}
	return r.object("tree", b.Bytes())
}

func (e Entry) sortName() string {
	if e.Mode == Folder {
		return e.Name + "/"
	}
	return e.Name
}

// Commit writes a commit of the first second of 2025 plus a number of seconds.
func (r Repository) Commit(tree, message string, second int, parents ...string) (string, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "tree %s\n", tree)
	for _, p := range parents {
		fmt.Fprintf(&b, "parent %s\n", p)
	}
	const who, start = "Mallory <mallory@example.org>", 1735689600
	fmt.Fprintf(&b, "author %s %d +0000\ncommitter %[1]s %[2]d +0000\n\n%s\n", who, start+second, message)
	return r.object("commit", b.Bytes())
}

// Point has a branch lead to a commit.
func (r Repository) Point(branch, commit string) error {
	name := filepath.Join(string(r), "refs", "heads", filepath.FromSlash(branch))
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	return os.WriteFile(name, []byte(commit+"\n"), 0o666)
}

// Wide is a folder with so many names for one thing.
func (r Repository) Wide(names int, mode, id string) (string, error) {
	entries := make([]Entry, names)
	for i := range entries {
		entries[i] = Entry{mode, fmt.Sprintf("n%07d.md", i), id}
	}
	return r.Tree(entries...)
}

// Bomb is levels of folders, each with so many names for the one below; the last names the leaf, a file or a folder.
func (r Repository) Bomb(levels, names int, mode, leaf string) (id string, err error) {
	for id = leaf; levels > 0 && err == nil; levels-- {
		id, err = r.Wide(names, mode, id)
		mode = Folder
	}
	return id, err
}

// Chain is so many folders, each within the other, around what a mode and an id name.
func (r Repository) Chain(depth int, mode, id string) (_ string, err error) {
	for ; depth > 0 && err == nil; depth-- {
		id, err = r.Tree(Entry{mode, "d", id})
		mode = Folder
	}
	return id, err
}

// object writes an object as git keeps it when it stands alone: deflated, behind its kind and size.
func (r Repository) object(kind string, data []byte) (string, error) {
	whole := slices.Concat(fmt.Appendf(nil, "%s %d\x00", kind, len(data)), data)
	sum := sha1.Sum(whole)
	id := hex.EncodeToString(sum[:])
	name := filepath.Join(string(r), "objects", id[:2], id[2:])
	if _, err := os.Stat(name); err == nil {
		return id, nil
	}
	var b bytes.Buffer
	w, err := zlib.NewWriterLevel(&b, zlib.BestSpeed)
	if err != nil {
		return "", err
	}
	_, err = w.Write(whole)
	if err = errors.Join(err, w.Close()); err != nil {
		return "", err
	}
	if err := os.Mkdir(filepath.Dir(name), 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", err
	}
	return id, os.WriteFile(name, b.Bytes(), 0o444)
}
