package store

import (
	"bytes"
	"encoding/hex"
	"errors"
	"strings"
)

// The modes of entries that a store makes, as git writes them.
const (
	modeFile   = "100644"
	modeFolder = "40000"
)

// entry is one name in a folder.
type entry struct {
	mode string
	name string
	id   string // in hexadecimal
}

// what says what stands under the name.
func (e entry) what() string {
	switch e.mode {
	case "120000":
		return "a symbolic link"
	case "160000":
		return "a submodule"
	}
	return what(e.mode == modeFolder)
}

func what(isFolder bool) string {
	if isFolder {
		return "a folder"
	}
	return "a file"
}

// order is git's: by bytes, a folder as if its name ended with a slash.
func (e entry) order(other entry) int { return strings.Compare(e.sortName(), other.sortName()) }

func (e entry) sortName() string {
	if e.mode == modeFolder {
		return e.name + "/"
	}
	return e.name
}

// parseTree reads a tree object: for each entry its mode, a space, its name, a NUL and the bytes of its id
// (git's tree-walk.c, decode_tree_entry). idLen is the number of those bytes.
func parseTree(data []byte, idLen int) ([]entry, error) {
	var all []entry
	for len(data) > 0 {
		mode, rest, ok := bytes.Cut(data, []byte(" "))
		if !ok || len(mode) == 0 || len(mode) > 6 {
			return nil, errBadTree
		}
		name, rest, ok := bytes.Cut(rest, []byte("\x00"))
		if !ok || len(name) == 0 || len(rest) < idLen {
			return nil, errBadTree
		}
		all = append(all, entry{mode: string(mode), name: string(name), id: hex.EncodeToString(rest[:idLen])})
		data = rest[idLen:]
	}
	return all, nil
}

var errBadTree = errors.New("a folder of the repository is not written as git writes folders; `git fsck` tells more")

// appendTree writes entries as a tree object.
func appendTree(b []byte, entries []entry) ([]byte, error) {
	for _, e := range entries {
		id, err := hex.DecodeString(e.id)
		if err != nil {
			return nil, err
		}
		b = append(b, e.mode...)
		b = append(b, ' ')
		b = append(b, e.name...)
		b = append(b, 0)
		b = append(b, id...)
	}
	return b, nil
}
