package source

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/identity"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/workspace"
)

// FirstSeen gives a function that says on which day a note was first committed; today, if it never was. Of a note that a change between
// commits brings, it is the day of the change's own commit, whatever stood at that path before. The day is that of the author: a commit
// keeps it when it is rebased or amended, so it does not move while a pull request stays open. The function asks git when it is first
// called.
func (s *Source) FirstSeen(today time.Time) func(string) (time.Time, bool) {
	commit, starts, fault := s.Checkout.Head, []string{""}, s.unknown
	if fault == nil && s.Checkout.IsMissing {
		fault = git.ErrMissing
	}
	if c := s.Change; c != nil && c.after != "" {
		commit, fault = c.after, nil
		if c.before != "" {
			starts = []string{c.before, ""}
		}
	}
	var spans []func() (map[string]time.Time, error)
	for _, since := range starts {
		spans = append(spans, sync.OnceValues(func() (map[string]time.Time, error) {
			if fault != nil {
				return nil, fault
			}
			return git.FirstDays(s.ctx, s.Place.Repo, since, commit, s.Place.Folder())
		}))
	}
	return func(name string) (time.Time, bool) {
		for _, days := range spans {
			found, err := days()
			if err != nil && !errors.Is(err, git.ErrNoRepository) {
				return time.Time{}, false
			}
			if day, ok := found[name]; ok {
				if day.After(today) { // whoever commits chooses it
					day = today
				}
				return day, true
			}
		}
		return today, true // not committed yet, or never to be
	}
}

// IsNew gives a function that says whether a note of the work tree is not committed. The function asks git once, when it is first called.
// Without a repository no note is new.
func (s *Source) IsNew() func(string) bool {
	committed := sync.OnceValues(func() (map[string]Entry, error) {
		if s.unknown != nil {
			return nil, s.unknown
		}
		return s.FilesOf(s.Checkout.Tree)
	})
	return func(name string) bool {
		known, err := committed()
		_, ok := known[name]
		return err == nil && !ok
	}
}

// Unstaged gives the notes and other files of the work tree that a staged base does not have: files that were never added, or only announced
// (`git add --intent-to-add`).
func (s *Source) Unstaged(base *kb.Overlay) []string {
	files, _ := git.Files(s.ctx, s.Place.Repo) // where git cannot tell, a link to one is broken as others are
	files = slices.DeleteFunc(files, func(file string) bool {
		_, staged := base.Find(file)
		return staged || base.HasFile(file)
	})
	slices.Sort(files)
	return slices.Compact(files)
}

// Has reports whether the work tree has a file.
func (s *Source) Has(name string) bool {
	_, err := os.Lstat(filepath.Join(s.Place.Root, filepath.FromSlash(name)))
	return err == nil
}

// mostCommits is how many commits of a change, the newest, are asked for their agent.
const mostCommits = 1000

// Ends are the commits between which the change lies; the one before is "" where there is none, the one after for the index.
func (c *Change) Ends() (base, head string) { return c.policy, c.after }

// Before is the commit before the change, "" where there is none.
func (c *Change) Before() string { return c.before }

// Agent says which agent is behind a change between commits, by the ways that the configuration names, and which one by the authors of
// the commits alone. Branch is the name of the change's branch; "": git is asked.
func (s *Source) Agent(branch string, from []string, authors map[string]string) (agent, byAuthor string, err error) {
	if len(from) == 0 {
		return "", "", nil
	}
	commits, err := git.Authors(s.ctx, s.Place.Repo, s.Change.before, s.Change.after, mostCommits)
	if err != nil {
		return "", "", err
	}
	change := identity.Change{Commits: commits, Branch: branch}
	if branch == "" {
		_, head := workspace.Ends(s.Place.Diff)
		if change.Branch, err = git.Branch(s.ctx, s.Place.Repo, head); err != nil {
			return "", "", err
		}
	}
	return identity.Of(change, from, authors), identity.Of(change, []string{identity.Author}, authors), nil
}
