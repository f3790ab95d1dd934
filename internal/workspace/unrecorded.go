package workspace

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
)

// Unrecorded says what the configuration of the work tree of a place has otherwise than the default branch, where that alone counts:
// what is judged by it may be another's proposal. What fails is said by git itself, and where it matters.
func (p *Place) Unrecorded(ctx context.Context, objects *git.Objects, gates []config.GateSpec) []string {
	settings, err := git.Configuration(ctx, p.Repo, git.Deciding)
	if err != nil {
		return nil
	}
	prefix := p.Repo.Prefix
	top := filepath.FromSlash(strings.TrimSuffix(filepath.ToSlash(p.Root)+"/", prefix))
	a := newAgreed(ctx, filepath.Clean(top), p.Repo, settings, objects, gates)
	policy, err := a.policyFor(prefix)
	switch {
	case hint.IsUsage(err):
		return a.undecided(prefix, err)
	case err != nil:
		return nil
	}
	return a.remarks(policy, prefix)
}

// undecided says that nobody knows what counts, where the work tree has something that may not.
func (a *agreed) undecided(folder string, why error) []string {
	data, err := a.readHere(folder)
	if err != nil {
		return nil
	}
	here, err := config.Parse(data, a.gates)
	if err != nil || len(config.Differences(here, config.Default(a.gates))) == 0 {
		return nil
	}
	way, _ := hint.Of(why)
	return []string{fmt.Sprintf("%s; %s", why, way)}
}
