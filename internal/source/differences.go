package source

import (
	"maps"
	"slices"

	"github.com/kbgate/kbgate/internal/git"
)

// Differences are the files that differ between two states, in the order of their paths.
type Differences []Difference

// Then gives the differences that two steps make together.
func (d Differences) Then(second Differences) Differences {
	if len(d) == 0 {
		return second
	}
	all := map[string]Difference{}
	for _, f := range d {
		all[f.Path] = f
	}
	for _, f := range second {
		if before, ok := all[f.Path]; ok {
			f.Old = before.Old
		}
		all[f.Path] = f
	}
	var both Differences
	for _, name := range slices.Sorted(maps.Keys(all)) {
		both = append(both, all[name])
	}
	return both
}

// Paths gives the files that are gone and those that came, in order; one that was edited is both.
func (d Differences) Paths() (gone, came []string) {
	for _, f := range d {
		if f.Old.Mode != "" {
			gone = append(gone, f.Path)
		}
		if f.New.Mode != "" {
			came = append(came, f.Path)
		}
	}
	slices.Sort(came)
	return gone, came
}

// Entries are the files that are left, by path.
func (d Differences) Entries() map[string]Entry {
	entries := map[string]Entry{}
	for _, f := range d {
		if f.New.Mode != "" {
			entries[f.Path] = f.New
		}
	}
	return entries
}

// Touched are the paths of all files that differ.
func (d Differences) Touched() map[string]bool {
	names := make(map[string]bool, len(d))
	for _, f := range d {
		names[f.Path] = true
	}
	return names
}

// Renames pairs files that are gone with files that came and have the same text, where just one of each has it. It gives the new
// paths by the old ones.
func (d Differences) Renames() map[string]string {
	gone, came := map[string][]string{}, map[string][]string{}
	for _, f := range d {
		switch {
		case f.New.Mode == "":
			gone[f.Old.Blob] = append(gone[f.Old.Blob], f.Path)
		case f.Old.Mode == "":
			came[f.New.Blob] = append(came[f.New.Blob], f.Path)
		}
	}
	renames := map[string]string{}
	for blob, from := range gone {
		if to := came[blob]; len(from) == 1 && len(to) == 1 {
			renames[from[0]] = to[0]
		}
	}
	return renames
}

// find gives the difference at a path, nil where there is none.
func (d Differences) find(name string) *Difference {
	for i := range d {
		if d[i].Path == name {
			return &d[i]
		}
	}
	return nil
}

// Touches reports whether the change touches a file, and what it leaves of it.
func (c *Change) Touches(name string) (Entry, bool) {
	if f := c.Files.find(name); f != nil {
		return f.New, true
	}
	return Entry{}, false
}

// HidBefore reports whether a link or another repository stood at a path that the change touches.
func (c *Change) HidBefore(name string) bool {
	return slices.ContainsFunc(c.Files, func(f Difference) bool {
		return f.Path == name && (f.Old.Mode == git.ModeLink || f.WasSubmodule)
	})
}
