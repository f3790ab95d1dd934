package check

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/store"
)

// Home is the folder of a knowledge base, with the configuration by which decisions are recorded and read. In a repository both
// are those of the default branch: what is checked out may be a proposal.
type Home struct {
	Root       string
	Config     *config.Config
	Repository git.Folder    // Root in its repository; the zero value outside of one
	Reader     *store.Reader // of that repository, which whoever gets it has to close; nil outside of one
	IsSet      bool          // whether it has a configuration of its own
	Remarks    []string      // for people: what they see in the work tree and does not count

	authority *authority
}

// HomeOf gives the knowledge base that holds dir. A repository without a work tree is such a folder too, and has the
// configuration of its HEAD.
func HomeOf(ctx context.Context, dir string) (Home, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return Home{}, err
	}
	top, repo, err := around(ctx, dir)
	if err != nil {
		return Home{}, err
	}
	if top == "" {
		return homeOutside(ctx, dir)
	}
	var settings []git.Configured
	var asking sync.WaitGroup
	asking.Go(func() { settings, err = git.Configuration(ctx, repo, git.Deciding) })
	reader := store.NewReader(ctx, repo)
	_ = reader.Start() // Read fails by itself
	asking.Wait()
	if err != nil {
		return Home{}, errors.Join(err, reader.Close())
	}
	h, err := homeIn(ctx, top, repo, settings, reader)
	if err != nil {
		return Home{}, errors.Join(err, reader.Close())
	}
	return h.orAround(ctx)
}

// homeIn gives the knowledge base in a repository that holds the folder that was asked about.
func homeIn(ctx context.Context, top string, repo git.Folder, settings []git.Configured, reader *store.Reader) (Home, error) {
	a, err := newAuthority(ctx, top, repo, settings, reader.Objects)
	if err != nil {
		return Home{}, err
	}
	p, err := a.policyFor(repo.Prefix)
	if err != nil {
		return Home{}, err
	}
	return a.home(p, repo.Prefix, reader)
}

func (a *authority) home(p policy, prefix string, reader *store.Reader) (Home, error) {
	c, err := a.parse(p)
	if err == nil {
		err = a.refuseProposal(c.Store.Ref)
	}
	if err != nil {
		return Home{}, err
	}
	repo := a.repo
	if !repo.IsBare() {
		repo = repo.At(filepath.Join(repo.Top, filepath.FromSlash(p.folder)))
	}
	return Home{Root: filepath.Join(a.top, filepath.FromSlash(p.folder)), Config: c, Repository: repo, Reader: reader, IsSet: p.isSet,
		Remarks: a.remarks(p, prefix), authority: a}, nil
}

// refuseProposal refuses a store's branch that is a proposal's, as programs that check out pull requests make one of its name: who
// proposes may write what a sync would push with the rights of who runs it.
func (a *authority) refuseProposal(ref string) error {
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
	return &UsageError{Err: fmt.Errorf("%s, which holds decisions, is here the branch of a proposal: %s", name, of),
		Hint: fmt.Sprintf("`git branch -m %s NAME` takes it out of the way; `kbgate sync` then brings the one of the remote", name)}
}

// around finds the repository that holds dir, and the top of its work tree as dir names it: of one without a work tree, dir
// itself; "" where there is none.
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

// homeOutside gives the knowledge base of a folder outside of any repository.
func homeOutside(ctx context.Context, dir string) (h Home, err error) {
	s := &inquiry{Request: Request{Dir: dir}, ctx: ctx, blobs: &blobs{ctx: ctx}}
	if err = s.findRoot(); err != nil {
		return h, err
	}
	err = s.loadConfig()
	return Home{Root: s.named, Config: s.config, IsSet: s.policy != nil}, err
}

// orAround gives, for a repository without a configuration that lies in another one's knowledge base, that base.
func (h Home) orAround(ctx context.Context) (Home, error) {
	above := filepath.Dir(h.authority.top)
	if h.IsSet || h.Repository.IsBare() || upward(above, hasConfig) == "" {
		return h, nil
	}
	outer, err := HomeOf(ctx, above)
	if err != nil || !outer.IsSet || outer.Reader == nil { // outside of a repository anybody may have left a configuration
		return h, outer.Close()
	}
	return outer, h.Close()
}

// Nested gives the knowledge base of a folder in the same repository, if it is another one, further down. What it reads with is
// what h does.
func (h Home) Nested(folder string) (Home, bool, error) {
	if h.authority == nil || h.Repository.IsBare() {
		return h, false, nil
	}
	top, err := filepath.EvalSymlinks(h.authority.top)
	if err != nil {
		return h, false, err
	}
	if folder, err = filepath.EvalSymlinks(folder); err != nil {
		return h, false, err
	}
	inside, ok := below(top, folder)
	if !ok || inside == "." {
		return h, false, nil
	}
	p, err := h.authority.policyFor(inside + "/")
	if err != nil || p.folder == h.Repository.Prefix || !strings.HasPrefix(p.folder, h.Repository.Prefix) {
		return h, false, err
	}
	inner, err := h.authority.home(p, inside+"/", h.Reader)
	if err != nil {
		return h, false, err
	}
	return inner, true, nil
}

// Close ends the program that reads, where no ledger has taken it over.
func (h Home) Close() error {
	if h.Reader == nil {
		return nil
	}
	return h.Reader.Close()
}
