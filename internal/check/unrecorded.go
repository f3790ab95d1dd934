package check

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/git"
)

// compare finds out, beside other work, what the configuration of the work tree has otherwise than the default branch, where that
// alone counts: what is judged by it may be another's proposal. Changes between commits have no work tree.
func (s *inquiry) compare(repo git.Repository) {
	if !repo.Bare {
		s.compared = sync.OnceValue(func() []string { return s.unrecorded(repo) })
		go s.compared()
	}
}

// unrecorded says what is otherwise. What fails is said by git itself, and where it matters.
func (s *inquiry) unrecorded(repo git.Repository) []string {
	settings, err := git.Configuration(s.ctx, s.repo, git.Deciding)
	if err != nil {
		return nil
	}
	blobs := s.blobs.get()
	defer s.blobs.put(blobs)
	top := filepath.FromSlash(strings.TrimSuffix(filepath.ToSlash(s.root)+"/", repo.Prefix))
	a, err := newAuthority(s.ctx, filepath.Clean(top), s.repo, settings, blobs.Objects())
	if err != nil {
		return nil
	}
	p, err := a.policyFor(repo.Prefix)
	if unknown := (*UsageError)(nil); errors.As(err, &unknown) {
		return a.undecided(repo.Prefix, unknown)
	}
	if err != nil {
		return nil
	}
	return a.remarks(p, repo.Prefix)
}

// undecided says that nobody knows what counts, where the work tree has something that may not.
func (a *authority) undecided(folder string, why *UsageError) []string {
	data, err := a.readHere(folder)
	if err != nil {
		return nil
	}
	here, err := config.Parse(data, gate.Specs())
	if err != nil || len(config.Differences(here, config.Default(gate.Specs()))) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%s; %s", why.Err, why.Hint)}
}
