package recall

import (
	"context"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/store/index"
)

// Names are the paths that a file has and had, as learn.ArtifactKey has them.
type Names map[string]bool

// Has reports whether a path is one of them.
func (n Names) Has(path string) bool { return path != "" && n[learn.ArtifactKey(path, "")] }

// Touched reports whether a decision is on the file, or on a change that touched it. What has no path may go by it as its name.
func (n Names) Touched(d *decision.Decision) bool {
	return n.Has(d.Artifact.Path) || d.Artifact.Path == "" && n.Has(d.Artifact.Name) ||
		slices.ContainsFunc(d.Paths, func(f decision.ChangedFile) bool { return n.Has(f.Path) || n.Has(f.Was) })
}

// Renames are the files that recorded changes renamed: the paths before, by the path behind, both as learn.ArtifactKey has them.
type Renames map[string][]string

// RenamesIn gives those of a ledger.
func RenamesIn(ctx context.Context, l *ledger.Ledger) (Renames, error) {
	x, err := l.Index(ctx, index.Always)
	if err != nil {
		return nil, err
	}
	before := Renames{}
	isRename := index.Condition{Column: "paths", Fits: func(text string) bool { _, _, ok := decision.Renamed(text); return ok }}
	return before, x.Each(ctx, index.Query{Where: []index.Condition{isRename}}, func(r *index.Row) {
		for _, text := range r.Texts[0] {
			if was, path, ok := decision.Renamed(text); ok {
				key := learn.ArtifactKey(path, "")
				before[key] = append(before[key], learn.ArtifactKey(strings.Clone(was), ""))
			}
		}
	}, "paths")
}

// Names are those of a file by its path now, and by further ones that it is known to have had.
func (r Renames) Names(path string, former ...string) Names {
	names := Names{}
	open := []string{learn.ArtifactKey(path, "")}
	for _, name := range former {
		open = append(open, learn.ArtifactKey(name, ""))
	}
	for len(open) > 0 {
		name := open[0]
		if open = open[1:]; !names[name] {
			names[name] = true
			open = append(open, r[name]...)
		}
	}
	return names
}

// NamesOf gives the names of a file by the renames of recorded changes, and by the history of a commit, "" for what is checked out.
func NamesOf(ctx context.Context, l *ledger.Ledger, path, commit string) (Names, error) {
	renames, err := RenamesIn(ctx, l)
	if err != nil {
		return nil, err
	}
	former, err := git.FormerNames(ctx, l.Repository, commit, path)
	return renames.Names(path, former...), err
}
