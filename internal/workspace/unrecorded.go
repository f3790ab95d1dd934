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

// Unrecorded says where the configuration of the work tree differs from that of the default branch, in the keys for which only the
// latter counts. The settings are all of git.Deciding. Failures are not reported here; the command that needs the answer reports them.
func (p *Location) Unrecorded(ctx context.Context, settings []git.Configured, objects *git.Objects, gates []config.GateSpec) []string {
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

// undecided says that the default branch is not known, if the work tree sets a key for which that branch alone counts.
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
