package store

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
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

// grower adds files to the folders of a commit.
type grower struct {
	read  func(id string) ([]entry, error)
	write objectWriter
}

// leaf is a file to add, by what is left of its path.
type leaf struct {
	path string
	blob string
	file int // its place among those that Append was given
}

// grow gives the id of a folder with more files in it; leaves are sorted by path. A file that is there keeps its content,
// and met hears of it.
func (g *grower) grow(folder string, leaves []leaf, met func(leaf, string)) (string, error) {
	var entries []entry
	if folder != "" {
		var err error
		if entries, err = g.read(folder); err != nil {
			return "", err
		}
	}
	find, changed := finder(entries, len(leaves)), false
	for len(leaves) > 0 {
		name, _, isFolder := strings.Cut(leaves[0].path, "/")
		n := 1
		if isFolder {
			for n < len(leaves) && strings.HasPrefix(leaves[n].path, name+"/") {
				n++
			}
		}
		group := leaves[:n]
		leaves = leaves[n:]
		at := find(name)
		switch {
		case at >= 0 && (entries[at].mode == modeFolder) != isFolder:
			return "", &Refusal{fmt.Sprintf("%s in the store is %s, where the record needs %s", name, entries[at].what(), what(isFolder)), "take it out of the branch, or set store.dir to another folder"}
		case !isFolder && at >= 0:
			met(group[0], entries[at].id)
			continue
		}
		grown := entry{mode: modeFile, name: name, id: group[0].blob}
		if isFolder {
			inner, old := make([]leaf, n), ""
			for i, l := range group {
				inner[i] = leaf{path: l.path[len(name)+1:], blob: l.blob, file: l.file}
			}
			if at >= 0 {
				old = entries[at].id
			}
			id, err := g.grow(old, inner, met)
			if err != nil {
				return "", err
			}
			if id == old {
				continue
			}
			grown = entry{mode: modeFolder, name: name, id: id}
		}
		changed = true
		if at >= 0 {
			entries[at] = grown
		} else {
			entries = append(entries, grown)
		}
	}
	if !changed {
		return folder, nil
	}
	slices.SortFunc(entries, entry.order)
	tree, err := appendTree(nil, entries)
	if err != nil {
		return "", err
	}
	return putOne(g.write, "tree", tree)
}

// few is up to how many names it is quicker to look through a folder for each than to index it.
const few = 16

// finder finds the place of a name among entries, or -1.
func finder(entries []entry, names int) func(string) int {
	if names <= few {
		return func(name string) int { return slices.IndexFunc(entries, func(e entry) bool { return e.name == name }) }
	}
	places := make(map[string]int, len(entries))
	for i, e := range entries {
		places[e.name] = i
	}
	return func(name string) int {
		if i, ok := places[name]; ok {
			return i
		}
		return -1
	}
}
