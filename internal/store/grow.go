package store

import (
	"fmt"
	"iter"
	"slices"
	"strings"
)

// trees reads folders and writes them, and knows those that it has written before git does.
type trees struct {
	stored func(id string) ([]entry, error)
	write  objectWriter
	made   map[string][]entry
}

func (s *Store) newTrees(w objectWriter) *trees {
	return &trees{stored: s.entries, write: w, made: map[string][]entry{}}
}

// read gives the entries of a folder, "" for one of none.
func (t *trees) read(id string) ([]entry, error) {
	if made, ok := t.made[id]; ok || id == "" {
		return slices.Clone(made), nil
	}
	return t.stored(id)
}

// put makes a folder, and gives its id.
func (t *trees) put(entries []entry) (string, error) {
	slices.SortFunc(entries, entry.order)
	data, err := appendTree(nil, entries)
	if err != nil {
		return "", err
	}
	id, err := putOne(t.write, "tree", data)
	t.made[id] = slices.Clone(entries)
	return id, err
}

// leaf is a file to add, by what is left of its path.
type leaf struct {
	path     string
	blob     string
	file     int  // its place among those that Append was given
	replaces bool // it takes the place of one that is there
}

// order puts what stands in a folder together.
func (l leaf) order(other leaf) int { return strings.Compare(sortPath(l.path), sortPath(other.path)) }

// group is what of some leaves lies under one name of a folder.
type group struct {
	name     string
	at       int // of the entry of that name, or -1
	isFolder bool
	leaves   []leaf // by their paths from within the folder
}

// groups parts sorted leaves by the names in a folder. It refuses a file where a folder is needed, and a folder for a file.
func groups(entries []entry, leaves []leaf) iter.Seq2[group, error] {
	return func(yield func(group, error) bool) {
		find := finder(entries, len(leaves))
		for len(leaves) > 0 {
			name, _, isFolder := strings.Cut(leaves[0].path, "/")
			n := 1
			for isFolder && n < len(leaves) && strings.HasPrefix(leaves[n].path, name+"/") {
				n++
			}
			g := group{name: name, at: find(name), isFolder: isFolder, leaves: leaves[:n]}
			leaves = leaves[n:]
			var err error
			if g.at >= 0 && ((entries[g.at].mode == modeFolder) != isFolder || g.leaves[0].replaces && !isFolder && !entries[g.at].isFile()) {
				err = inTheWay(entries[g.at], g)
			}
			if isFolder {
				g.leaves = slices.Clone(g.leaves)
				for i := range g.leaves {
					g.leaves[i].path = g.leaves[i].path[len(name)+1:]
				}
			}
			if !yield(g, err) || err != nil {
				return
			}
		}
	}
}

func inTheWay(e entry, g group) error {
	if g.leaves[0].replaces {
		return &Refusal{fmt.Sprintf("%s on the branch of the store is %s, where a view needs %s", e.name, e.what(), what(g.isFolder)), "take it out of the branch, or set learn.memory_log to another folder"}
	}
	return &Refusal{fmt.Sprintf("%s in the store is %s, where the record needs %s", e.name, e.what(), what(g.isFolder)), "`kbgate verify` names the place and the commit; take it out of the branch as docs/store.md tells, or set store.dir to another folder"}
}

// meet tells of the leaves that a folder has already, and of the blobs that it has there.
func (t *trees) meet(folder string, leaves []leaf, met func(leaf, string)) error {
	entries, err := t.read(folder)
	if err != nil {
		return err
	}
	for g, err := range groups(entries, leaves) {
		switch {
		case err != nil:
			return err
		case g.at < 0:
		case g.isFolder:
			if err := t.meet(entries[g.at].id, g.leaves, met); err != nil {
				return err
			}
		default:
			met(g.leaves[0], entries[g.at].id)
		}
	}
	return nil
}

// grow gives the id of a folder with more files in it. One that is there keeps its content, unless the leaf replaces it.
func (t *trees) grow(folder string, leaves []leaf) (string, error) {
	entries, err := t.read(folder)
	if err != nil {
		return "", err
	}
	changed := false
	for g, err := range groups(entries, leaves) {
		if err != nil {
			return "", err
		}
		grown := entry{mode: modeFile, name: g.name, id: g.leaves[0].blob}
		was := entry{}
		if g.at >= 0 {
			was = entries[g.at]
		}
		switch {
		case g.isFolder:
			grown.mode = modeFolder
			if grown.id, err = t.grow(was.id, g.leaves); err != nil {
				return "", err
			}
		case g.at >= 0 && g.leaves[0].replaces:
			grown.mode = was.mode
		case g.at >= 0:
			continue
		}
		switch {
		case grown == was:
			continue
		case g.at >= 0:
			entries[g.at] = grown
		default:
			entries = append(entries, grown)
		}
		changed = true
	}
	if !changed {
		return folder, nil
	}
	return t.put(entries)
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
