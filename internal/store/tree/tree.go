// Package tree holds git's folders as values: it reads and writes their entries, and adds files to them.
package tree

import (
	"cmp"
	"encoding/hex"
	"errors"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/lazy"
)

// The modes of entries that a store makes, as git writes them.
const (
	File   = "100644"
	Folder = "40000"
)

// Entry is one name in a folder; the zero value is nothing.
type Entry struct {
	Mode string
	Name string
	ID   string // in hexadecimal
}

// IsFile reports whether an entry is a file: neither a folder nor a link nor a repository within.
func (e Entry) IsFile() bool { return IsFile(e.Mode) }

// IsFile reports whether a mode is that of a file.
func IsFile(mode string) bool { return strings.HasPrefix(mode, "100") }

// IsFolder reports whether an entry is a folder.
func (e Entry) IsFolder() bool { return e.Mode == Folder }

// What says what stands under the name.
func (e Entry) What() string {
	switch e.Mode {
	case "120000":
		return "a symbolic link"
	case "160000":
		return "a submodule"
	case Folder:
		return "a folder"
	}
	return "a file"
}

// Order is git's: by bytes, a folder as if its name ended with a slash.
func (e Entry) Order(other Entry) int { return strings.Compare(e.sortName(), other.sortName()) }

func (e Entry) sortName() string {
	if e.IsFolder() {
		return e.Name + "/"
	}
	return e.Name
}

// Rank orders entries that claim one name: a folder before a file, then the smaller id.
func (e Entry) Rank(other Entry) int {
	if e.IsFolder() != other.IsFolder() {
		if e.IsFolder() {
			return -1
		}
		return 1
	}
	return cmp.Or(strings.Compare(e.ID, other.ID), strings.Compare(e.Mode, other.Mode))
}

// shortID is how much of its content's id the name of a conflict copy has.
const shortID = 8

// CopyName is the name of an entry as a conflict copy: ID.yaml becomes ID-BLOB8.yaml.
func (e Entry) CopyName() string { return e.copyName(shortID) }

func (e Entry) copyName(digits int) string {
	ending := path.Ext(e.Name)
	return strings.TrimSuffix(e.Name, ending) + "-" + e.ID[:digits] + ending
}

var copyName = lazy.Regexp(`^(.+)-[0-9a-f]{8,64}(\.[^.]*)?$`)

// CopyOf is the path of which a path names a conflict copy, "" for none.
func CopyOf(name string) string {
	parts := copyName().FindStringSubmatch(path.Base(name))
	if parts == nil {
		return ""
	}
	return path.Join(path.Dir(name), parts[1]+parts[2])
}

// Names are the entries of a folder by their names.
type Names map[string]Entry

// ByName gives entries by their names.
func ByName(entries []Entry) Names {
	all := make(Names, len(entries))
	for _, e := range entries {
		all[e.Name] = e
	}
	return all
}

// Sorted are the entries in git's order.
func (n Names) Sorted() []Entry { return slices.SortedFunc(maps.Values(n), Entry.Order) }

// Copied reports whether a file stands as a conflict copy, and else which name is free for it. The name has more of the id if another
// file has the shorter name.
func (n Names) Copied(e Entry) (there bool, free string) {
	for digits := len(e.ID); digits >= shortID; digits-- {
		name := e.copyName(digits)
		switch n[name].ID {
		case e.ID:
			return true, name
		case "":
			free = name
		}
	}
	return false, free
}

// KeepBoth keeps two entries of one name: one under that, the other as its copy.
func (n Names) KeepBoth(e, other Entry) {
	if e.Rank(other) > 0 {
		e, other = other, e
	}
	n[e.Name] = e
	other.Name = other.CopyName()
	n[other.Name] = other
}

// ErrMalformed says that nobody can read a folder, git neither.
var ErrMalformed = errors.New("a folder of the repository is not written as git writes folders; `git fsck` tells more")

// Parse gives the entries of a tree object as git reads them, which is how a verification reads them too; idLen is the number of
// bytes of an id. Git reads folders that it would not write; inOrder mends those.
func Parse(data []byte, idLen int) ([]Entry, error) {
	var all []Entry
	written := true // as git writes folders
	ok := git.EachMember(data, idLen, func(mode, name, id string) {
		e := Entry{Mode: mode, Name: name, ID: id}
		written = written && isName(name) && (len(all) == 0 || all[len(all)-1].Order(e) < 0)
		all = append(all, e)
		if written && mode == Folder {
			_, twice := slices.BinarySearchFunc(all, Entry{Mode: File, Name: name}, Entry.Order)
			written = !twice
		}
	})
	switch {
	case !ok:
		return nil, ErrMalformed
	case !written:
		all = inOrder(all)
	}
	return all, nil
}

// inOrder sorts entries as git does and keeps each name once. Of several entries of one name, the others become conflict copies, as after a
// merge, so that no record hides another. Entries whose names are no file names are left out.
func inOrder(all []Entry) []Entry {
	all = slices.DeleteFunc(all, func(e Entry) bool { return !isName(e.Name) })
	slices.SortFunc(all, Entry.Rank)
	names := Names{}
	var others []Entry
	for _, e := range all {
		switch there := names[e.Name]; {
		case there.Mode == "":
			names[e.Name] = e
		case there.ID != e.ID:
			others = append(others, e)
		}
	}
	for _, e := range others {
		if there, free := names.Copied(e); !there && free != "" {
			e.Name = free
			names[free] = e
		}
	}
	return names.Sorted()
}

// isName reports whether a name in a folder is that of one file or folder in it.
func isName(name string) bool { return name != "." && name != ".." && !strings.Contains(name, "/") }

// Encode writes entries, which are in order, as a tree object.
func Encode(entries []Entry) ([]byte, error) {
	var b []byte
	for _, e := range entries {
		id, err := hex.DecodeString(e.ID)
		if err != nil {
			return nil, err
		}
		b = append(append(b, e.Mode+" "+e.Name+"\x00"...), id...)
	}
	return b, nil
}
