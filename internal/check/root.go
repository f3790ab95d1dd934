package check

import (
	"context"

	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/workspace"
)

// Locate finds the knowledge base that a request is about.
func Locate(ctx context.Context, r Request) (workspace.Place, error) {
	return workspace.Locate(ctx, workspace.Query{Dir: r.Dir, Paths: r.Paths, Draft: r.StdinName, Staged: r.Staged, Diff: r.Diff})
}

// selectCommitted gives the paths of the command line below the root, where no file is checked out.
func (s *inquiry) selectCommitted() (selected []string, err error) {
	for _, p := range s.Paths {
		inside, err := s.place.Inside(p)
		if err != nil {
			return nil, err
		}
		if inside != "." {
			entry, err := s.committedEntry(inside)
			switch {
			case err != nil:
				return nil, err
			case entry.Mode == "":
				return nil, hint.Misuse("give a folder or a note of the knowledge base, or no path for the whole of it", "%s does not exist, nor does either commit have it", p)
			case entry.Mode != git.ModeFolder && !kb.IsNote(inside):
				return nil, notANote(p)
			}
		}
		selected = append(selected, inside)
	}
	return selected, nil
}

// committedEntry is what stands at a path below the root after the change, or else before it.
func (s *inquiry) committedEntry(below string) (git.Entry, error) {
	for _, tree := range []string{s.change.afterTree, s.change.tree} {
		found, err := git.TreeEntries(s.ctx, s.repo, tree, below)
		if err != nil {
			return git.Entry{}, err
		}
		if len(found) > 0 {
			return found[0], nil
		}
	}
	return git.Entry{}, nil
}

func notANote(p string) error {
	return hint.Misuse("notes are markdown files (.md) outside folders whose name begins with a point", "%s is no note", p)
}
