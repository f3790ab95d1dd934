package store

import (
	"encoding/hex"
	"errors"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/git"
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

// parseTree gives the entries of a tree object as git reads them, which is how a verification reads them too; idLen is the number of
// bytes of an id. Git reads more than it writes, so what it would not write is put in order here (inOrder).
func parseTree(data []byte, idLen int) ([]entry, error) {
	var all []entry
	written := true // as git writes folders
	ok := git.EachMember(data, idLen, func(mode, name, id string) {
		e := entry{mode: mode, name: name, id: id}
		written = written && isName(name) && (len(all) == 0 || all[len(all)-1].order(e) < 0)
		all = append(all, e)
		if written && mode == modeFolder {
			_, twice := slices.BinarySearchFunc(all, entry{mode: modeFile, name: name}, entry.order)
			written = !twice
		}
	})
	switch {
	case !ok:
		return nil, errBadTree
	case !written:
		all = inOrder(all)
	}
	return all, nil
}

// inOrder puts entries in the order of git, each name once. What has the name of another one stands beside it, as after a merge,
// so that no record hides another. Names that are no names of files are left out.
func inOrder(all []entry) []entry {
	all = slices.DeleteFunc(all, func(e entry) bool { return !isName(e.name) })
	slices.SortFunc(all, entry.rank)
	names := map[string]entry{}
	var others []entry
	for _, e := range all {
		switch there := names[e.name]; {
		case there.mode == "":
			names[e.name] = e
		case there.id != e.id:
			others = append(others, e)
		}
	}
	for _, e := range others {
		if there, free := besideIn(names, e); !there && free != "" {
			e.name = free
			names[free] = e
		}
	}
	return sortedEntries(names)
}

// isName reports whether a name in a folder is that of one file or folder in it.
func isName(name string) bool { return name != "." && name != ".." && !strings.Contains(name, "/") }

// errBadTree says that nobody can read a folder, git neither.
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
