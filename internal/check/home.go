package check

import (
	"context"
	"errors"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/git"
)

// Home is the folder of a knowledge base, with its configuration.
type Home struct {
	Root       string
	Config     *config.Config
	Repository *git.Place // that holds it, where git had to be asked for the folder; nil elsewhere
}

// HomeOf gives the knowledge base that holds dir. A repository without a work tree is such a folder too, and has the
// configuration of its HEAD.
func HomeOf(ctx context.Context, dir string) (h Home, err error) {
	s := &inquiry{Request: Request{Dir: dir}, ctx: ctx, blobs: &blobs{ctx: ctx}}
	defer s.blobs.close()
	var place git.Place
	s.toplevel = func(ctx context.Context, dir string) (top string, err error) {
		if place, err = git.Locate(ctx, dir); err == nil && place.Top == "" {
			err = git.ErrNoWorkTree
		}
		return place.Top, err
	}
	err = s.findRoot()
	if errors.Is(err, git.ErrNoWorkTree) {
		if !place.Bare {
			return h, err
		}
		cfg, err := Settings(ctx, dir, "", "HEAD")
		if errors.Is(err, git.ErrNoCommit) {
			cfg, err = config.Default(gate.Specs()), nil
		}
		return Home{dir, cfg, &place}, err
	}
	if err != nil {
		return h, err
	}
	h.Root, s.blobs.root = s.named, s.root
	if err = s.loadConfig(); err != nil {
		return h, err
	}
	if h.Config = s.config; place.Top != "" && sameFolder(h.Root, place.Top) {
		place.Prefix, h.Repository = "", &place
	}
	return h, nil
}
