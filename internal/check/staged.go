package check

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/identity"
	"github.com/kbgate/kbgate/internal/verdict"
)

// keepVerdict keeps what the gates found in what was staged, for the next write of the store, if the user's own settings of git ask for
// that. A file of the work tree that git's configuration includes is none of them. Of a part of it, or by another configuration, nothing is
// kept.
func (s *Session) keepVerdict(r *Result) error {
	if !s.Staged || s.Source.Change == nil || len(s.Source.Asked) > 0 || s.ConfigFile != "" || s.NoBaseline || len(s.Select)+len(s.Ignore) > 0 {
		return nil
	}
	settings, err := s.Source.Settings()
	setting, _ := git.Last(settings, git.RecordSetting)
	if isOn, _ := setting.Truth(); err != nil || !isOn { // what is no truth value is remarked on with all settings
		return err
	}
	v := verdict.Of(&r.Document)
	v.At, v.State, v.Base = s.Now.UTC().Truncate(time.Millisecond), s.staged(), s.Source.Checkout.Head
	if v.Agent, err = s.agentHere(); err != nil {
		return err
	}
	place := &s.Source.Place
	_, err = verdict.SpoolOf(place.Repo, place.Folder()).Add(s.ctx, v)
	if errors.Is(err, verdict.ErrFull) {
		err = fmt.Errorf("%w (%d KiB); `kbgate sync`, or whatever is recorded next, takes it in", err, verdict.MaxSpool>>10)
	}
	return err
}

// staged is a digest of what is staged: the same files upon the same tree have the same.
func (s *Session) staged() string {
	sum := sha256.New()
	fmt.Fprintf(sum, "%s\x00%s\x00", s.Source.Place.Folder(), s.Source.Checkout.Tree)
	for _, f := range s.Source.Change.Files {
		fmt.Fprintf(sum, "%s\x00%s\x00%s\x00", f.Path, f.New.Mode, f.New.Blob)
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// agentHere is who is at work, as far as the branch and git's own variables for its hooks say; "" where they do not.
func (s *Session) agentHere() (string, error) {
	c := identity.Change{Commits: []identity.Commit{{Author: os.Getenv("GIT_AUTHOR_EMAIL")}}}
	from := s.config.Agents.From
	if slices.Contains(from, identity.Branch) {
		var err error
		if c.Branch, err = git.CurrentBranch(s.ctx, s.Source.Place.Repo); err != nil {
			return "", err
		}
	}
	return identity.Of(c, from, s.config.Agents.Authors), nil
}
