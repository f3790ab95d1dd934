package tree

import (
	"fmt"
	"slices"
	"strings"
)

// Builder reads folders and makes new ones. It can read the folders that it made before git has them.
type Builder struct {
	Stored func(id string) ([]Entry, error) // the entries of a folder that git has
	Write  func(object []byte) (id string)

	made map[string][]Entry
}

// Read gives the entries of a folder, "" for one of none.
func (b *Builder) Read(id string) ([]Entry, error) {
	if made, ok := b.made[id]; ok || id == "" {
		return slices.Clone(made), nil
	}
	return b.Stored(id)
}

// Make makes a folder and gives its id.
func (b *Builder) Make(entries []Entry) (string, error) {
	slices.SortFunc(entries, Entry.Order)
	data, err := Encode(entries)
	if err != nil {
		return "", err
	}
	if b.made == nil {
		b.made = map[string][]Entry{}
	}
	id := b.Write(data)
	b.made[id] = slices.Clone(entries)
	return id, nil
}

// Addition is a file to add to a folder.
type Addition struct {
	Path     string // from within the folder
	Blob     string
	Replaces bool // it replaces a file that is there
}

// Order sorts by path, so that the files of a folder come together.
func (a Addition) Order(other Addition) int {
	sortPath := func(p string) string { return strings.ReplaceAll(p, "/", "\x00") }
	return strings.Compare(sortPath(a.Path), sortPath(other.Path))
}

// InTheWayError says that something else stands where a file or a folder is to be.
type InTheWayError struct {
	There    Entry
	Needs    string // a file or a folder
	Replaces bool   // for a file that is to take the place of another
}

func (e *InTheWayError) Error() string { return fmt.Sprintf("%s is %s", e.There.Name, e.There.What()) }

// Add adds files, which are in order, to a folder and gives its new id. A file that is there keeps its content, unless the addition
// replaces it.
func (b *Builder) Add(folder string, files []Addition) (string, error) {
	was, err := b.Read(folder)
	if err != nil {
		return "", err
	}
	entries, changed := slices.Clone(was), false
	for len(files) > 0 {
		name, _, isFolder := strings.Cut(files[0].Path, "/")
		added := Entry{Mode: File, Name: name, ID: files[0].Blob}
		n := 1
		if isFolder {
			added.Mode = Folder
			for n < len(files) && strings.HasPrefix(files[n].Path, name+"/") {
				n++
			}
		}
		within, replaces := slices.Clone(files[:n]), files[0].Replaces
		files = files[n:]
		at, there := find(was, name), Entry{}
		if at >= 0 {
			there = was[at]
			if there.IsFolder() != isFolder || replaces && !isFolder && !there.IsFile() {
				return "", &InTheWayError{there, added.What(), replaces}
			}
		}
		switch {
		case isFolder:
			for i := range within {
				within[i].Path = within[i].Path[len(name)+1:]
			}
			if added.ID, err = b.Add(there.ID, within); err != nil {
				return "", err
			}
		case at >= 0 && replaces:
			added.Mode = there.Mode
		case at >= 0:
			continue
		}
		switch {
		case added == there:
			continue
		case at >= 0:
			entries[at] = added
		default:
			entries = append(entries, added)
		}
		changed = true
	}
	if !changed {
		return folder, nil
	}
	return b.Make(entries)
}

// find gives the place of a name among entries in order, or -1.
func find(entries []Entry, name string) int {
	for _, mode := range []string{File, Folder} {
		if at, ok := slices.BinarySearchFunc(entries, Entry{Mode: mode, Name: name}, Entry.Order); ok {
			return at
		}
	}
	return -1
}
