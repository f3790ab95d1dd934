package check

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/identity"
)

// mostCommits is how many commits of a change, the newest, are asked for their agent.
const mostCommits = 1000

// propose says between which commits the change lies, and which agent is behind it.
func (s *inquiry) propose(c *change) (*finding.Change, error) {
	p := &finding.Change{Base: c.policy, Head: c.after}
	if len(s.config.Agents.From) == 0 {
		return p, nil
	}
	commits, err := git.Authors(s.ctx, s.repo, c.before, c.after, mostCommits, identity.TrailerKey, identity.CoAuthorKey)
	if err != nil {
		return nil, err
	}
	change := identity.Change{Branch: s.Branch}
	for _, a := range commits {
		change.Commits = append(change.Commits, identity.Commit{Author: a.Author,
			Agents: a.Trailers[identity.TrailerKey], CoAuthors: a.Trailers[identity.CoAuthorKey]})
	}
	if change.Branch == "" {
		if change.Branch, err = git.Branch(s.ctx, s.repo, headOf(s.Diff)); err != nil {
			return nil, err
		}
	}
	p.Agent = identity.Of(change, s.config.Agents.From, s.config.Agents.Authors)
	return p, nil
}

// headOf is the name of the commit after the change.
func headOf(diff string) string {
	if _, head, ok := strings.Cut(diff, ".."); ok {
		return strings.TrimPrefix(head, ".")
	}
	return diff
}

// CommitID is the full id of a commit: the name itself where it is one, else what git knows under the name.
func CommitID(ctx context.Context, dir, name string) (string, error) {
	if name == "" || git.IsObjectID(name) {
		return name, nil
	}
	id, err := git.Commit(ctx, git.Find(ctx, dir), name)
	if err != nil && ctx.Err() == nil {
		err = &UsageError{Err: fmt.Errorf("%s: %w", name, err), Hint: "give the full id of a commit, as `git rev-parse` prints it, or a name that this clone knows"}
	}
	return id, err
}

// IsOf reports whether a commit, by its full id, is another one or comes before it. One that is not at hand does not.
func IsOf(ctx context.Context, dir, commit, of string) bool {
	if !git.IsObjectID(commit) {
		return false
	}
	repo := git.Find(ctx, dir)
	tip, err := git.Commit(ctx, repo, of)
	if err != nil {
		return false
	}
	if commit == tip {
		return true
	}
	parted, err := git.MergeBase(ctx, repo, commit, tip)
	return err == nil && parted == commit
}

// Settings gives the configuration of the base that holds a folder: the one that a commit has, or, without a commit, that of
// the work tree. The folder counts from dir, and "" is dir itself; of a commit it need not be checked out. Where there is no
// file, the defaults hold.
func Settings(ctx context.Context, dir, folder, commit string) (*config.Config, error) {
	s := &inquiry{Request: Request{Dir: dir}, ctx: ctx, blobs: &blobs{ctx: ctx}}
	defer s.blobs.close()
	if folder != "" {
		s.Paths = []string{folder}
	}
	if commit != "" {
		id, err := git.Commit(ctx, git.Find(ctx, dir), commit)
		switch {
		case errors.Is(err, git.ErrNoCommit):
			return nil, &UsageError{Err: err, Hint: "name a commit that this clone has; `git fetch` brings it"}
		case err != nil:
			return nil, &UsageError{Err: fmt.Errorf("%s: %w", commit, err), Hint: "the configuration of a commit is read in its repository"}
		}
		s.Diff = id + ".."
		s.change = &change{policy: id}
	}
	if err := s.findRoot(); err != nil {
		return nil, err
	}
	s.blobs.repo = s.repo
	err := s.loadConfig()
	return s.config, err
}
