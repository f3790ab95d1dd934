package workspace

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/store"
)

// Workspace is a knowledge base, with the configuration by which decisions are recorded and read. In a repository both are those of
// the default branch: what is checked out may be a proposal.
type Workspace struct {
	Root       string
	Config     *config.Config
	Repository git.Folder    // Root in its repository; the zero value outside of one
	Reader     *store.Reader // of that repository, which whoever gets it has to close; nil outside of one
	Remote     string        // of the repository: origin, or the only one; "" for none
	IsSet      bool          // whether it has a configuration of its own
	Remarks    []string      // for people: what they see in the work tree and does not count

	agreed *agreed
}

// Open gives the knowledge base that holds dir. A repository without a work tree is such a folder too, and has the
// configuration of its HEAD.
func Open(ctx context.Context, dir string, gates []config.GateSpec) (Workspace, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return Workspace{}, err
	}
	top, repo, err := around(ctx, dir)
	if err != nil {
		return Workspace{}, err
	}
	if top == "" {
		return outsideOfGit(ctx, dir, gates)
	}
	var settings []git.Configured
	var asking sync.WaitGroup
	asking.Go(func() { settings, err = git.Configuration(ctx, repo, git.Deciding) })
	reader := store.NewReader(ctx, repo)
	_ = reader.Start() // Read fails by itself
	asking.Wait()
	if err != nil {
		return Workspace{}, errors.Join(err, reader.Close())
	}
	a := newAgreed(ctx, top, repo, settings, reader.Objects, gates)
	w, err := a.workspaceOf(repo.Prefix, reader)
	if err != nil {
		return Workspace{}, errors.Join(err, reader.Close())
	}
	return w.orAround(ctx)
}

// workspaceOf gives the knowledge base that holds a folder, which is named as git.Folder.Prefix is.
func (a *agreed) workspaceOf(prefix string, reader *store.Reader) (Workspace, error) {
	p, err := a.policyFor(prefix)
	if err != nil {
		return Workspace{}, err
	}
	c, err := a.parse(p)
	if err == nil {
		err = a.refuseProposal(c.Store.Ref)
	}
	if err != nil {
		return Workspace{}, err
	}
	repo := a.repo
	if !repo.IsBare() {
		repo = repo.At(filepath.Join(repo.Top, filepath.FromSlash(p.folder)))
	}
	return Workspace{Root: filepath.Join(a.top, filepath.FromSlash(p.folder)), Config: c, Repository: repo, Remote: a.branch.Remote, Reader: reader, IsSet: p.isSet,
		Remarks: a.remarks(p, prefix), agreed: a}, nil
}

// refuseProposal refuses a branch of the store that follows a pull request. Programs that check out a pull request give the local
// branch its name. A sync would then push the proposer's records with the rights of the user who runs it.
func (a *agreed) refuseProposal(ref string) error {
	name, ok := strings.CutPrefix(ref, "refs/heads/")
	if !ok {
		return nil
	}
	of, follows := git.FollowsProposal(a.settings, name)
	if !follows {
		return nil
	}
	if id, err := git.RefID(a.ctx, a.repo, ref); err != nil || id == "" {
		return err // what is recorded will be no proposal's
	}
	return hint.Misuse(fmt.Sprintf("`git branch -m %s NAME` takes it out of the way; `kbgate sync` then brings the one of the remote", name),
		"%s, which holds decisions, is here the branch of a proposal: %s", name, of)
}

// around finds the repository that holds dir, and the top of its work tree as dir names it. Without a work tree the top is dir
// itself; without a repository it is "".
func around(ctx context.Context, dir string) (top string, repo git.Folder, err error) {
	top, err = topBy(dir, func(at string) (string, error) {
		repo = git.Find(ctx, at)
		return repo.Toplevel()
	})
	if errors.Is(err, git.ErrNoWorkTree) && repo.IsBare() {
		return dir, repo, nil
	}
	if err != nil || top != "" {
		return top, repo, err
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil && real != dir {
		return around(ctx, real)
	}
	return repo.Top, repo, nil // which the environment names, wherever dir is
}

// outsideOfGit gives the knowledge base of a folder outside of any repository.
func outsideOfGit(ctx context.Context, dir string, gates []config.GateSpec) (Workspace, error) {
	p, err := Locate(ctx, Query{Dir: dir})
	if err != nil {
		return Workspace{}, err
	}
	c, isSet, err := p.settings(ctx, "", gates)
	return Workspace{Root: p.Name, Config: c, IsSet: isSet}, err
}

// orAround gives, for a repository without a configuration that lies in another one's knowledge base, that base.
func (w Workspace) orAround(ctx context.Context) (Workspace, error) {
	above := filepath.Dir(w.agreed.top)
	if w.IsSet || w.Repository.IsBare() || upward(above, hasConfig) == "" {
		return w, nil
	}
	outer, err := Open(ctx, above, w.agreed.gates)
	if err != nil || !outer.IsSet || outer.Reader == nil { // outside of a repository anybody may have left a configuration
		return w, outer.Close()
	}
	return outer, w.Close()
}

// Nested gives the knowledge base of a folder further down in the same repository, if that is another one. It shares the reader of w.
func (w Workspace) Nested(folder string) (Workspace, bool, error) {
	if w.agreed == nil || w.Repository.IsBare() {
		return w, false, nil
	}
	top, err := filepath.EvalSymlinks(w.agreed.top)
	if err != nil {
		return w, false, err
	}
	if folder, err = filepath.EvalSymlinks(folder); err != nil {
		return w, false, err
	}
	inside, ok := below(top, folder)
	if !ok || inside == "." {
		return w, false, nil
	}
	inner, err := w.agreed.workspaceOf(inside+"/", w.Reader)
	if err != nil || inner.Repository.Prefix == w.Repository.Prefix || !strings.HasPrefix(inner.Repository.Prefix, w.Repository.Prefix) {
		return w, false, err
	}
	return inner, true, nil
}

// Close ends the program that reads, where no ledger has taken it over.
func (w Workspace) Close() error {
	if w.Reader == nil {
		return nil
	}
	return w.Reader.Close()
}
