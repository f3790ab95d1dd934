package check

import (
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/identity"
	"github.com/kbgate/kbgate/internal/workspace"
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
		_, head := workspace.Ends(s.Diff)
		if change.Branch, err = git.Branch(s.ctx, s.repo, head); err != nil {
			return nil, err
		}
	}
	p.Agent = identity.Of(change, s.config.Agents.From, s.config.Agents.Authors)
	return p, nil
}
