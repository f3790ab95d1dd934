package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/regular"
)

// MaxConfig is the size in bytes above which a file is not read as a configuration.
const MaxConfig = 1 << 20

// ParseConfig parses the configuration in a file that people know by name.
func ParseConfig(name string, data []byte, gates []config.GateSpec) (*config.Config, error) {
	c, err := config.Parse(data, gates)
	if err != nil {
		return nil, hint.Misuse("`kbgate init --print` shows every key with its default", "%s: %w", name, err)
	}
	return c, nil
}

// UnreadConfig says that a configuration is there, but cannot be read.
func UnreadConfig(name string, err error) error {
	if errors.Is(err, git.ErrMissing) || errors.Is(err, git.ErrUnfetched) {
		return fmt.Errorf("reading %s: %w", name, err)
	}
	return hint.Misuse(fmt.Sprintf("a configuration is a regular file of at most %d MiB; `kbgate init --print` shows one", MaxConfig>>20),
		"reading the configuration %s: %w", name, err)
}

// MissingIn gives the error for a file that could not be found in a tree or a commit: fs.ErrNotExist if the tree lacks it, else
// err, because a file that is there and cannot be read must not count as none.
func MissingIn(ctx context.Context, repo git.Folder, tree, name string, err error) error {
	if found, listErr := git.Entries(ctx, repo, tree, name); listErr != nil || len(found) > 0 {
		return errors.Join(err, listErr)
	}
	return fs.ErrNotExist
}

// Settings gives the configuration of the knowledge base that holds a folder: the one in a commit, or, without a commit, the
// one in the work tree. The folder is relative to dir, and "" is dir itself; for a commit it need not be checked out. Where there is no
// file, the defaults hold.
func Settings(ctx context.Context, dir, folder, commit string, gates []config.GateSpec) (*config.Config, error) {
	q := Query{Dir: dir}
	if folder != "" {
		q.Paths = []string{folder}
	}
	if commit != "" {
		id, err := git.Commit(ctx, git.Find(ctx, dir), commit)
		switch {
		case errors.Is(err, git.ErrNoCommit):
			return nil, hint.Misuse("name a commit that this clone has; `git fetch` brings it", "%w", err)
		case err != nil:
			return nil, hint.Misuse("the configuration of a commit is read in its repository", "%s: %w", commit, err)
		}
		commit, q.Diff = id, id+".."
	}
	p, err := Locate(ctx, q)
	if err != nil {
		return nil, err
	}
	defer p.Objects.Close()
	c, _, err := p.settings(ctx, commit, gates)
	return c, err
}

// Deciding are the settings of git that say where and what is recorded.
func (p *Location) Deciding(ctx context.Context) ([]git.Configured, error) {
	all, err := git.Configuration(ctx, p.Repo, git.Deciding)
	own, _ := p.Repo.Parted(all)
	return own, err
}

// StoreOf says where a configuration, and the user's own settings of git, have records kept.
func (p *Location) StoreOf(c *config.Config, settings []git.Configured) (config.Store, error) {
	own := *c
	err := (&agreed{settings: settings}).override(&own)
	return own.Store, err
}

// Published is the commit at which the default branch stands: that of the remote, where it is fetched from one. It is "" where nothing
// says which branch that is.
func (p *Location) Published(ctx context.Context, settings []git.Configured) (commit string, err error) {
	p.Objects.Use(func(objects *git.Objects) {
		var branch git.Default
		if branch, err = p.Repo.Default(ctx, settings, objects); len(branch.Refs) > 0 {
			commit = branch.Refs[len(branch.Refs)-1].ID
		}
	})
	return commit, err
}

// settings gives the configuration that stands in a place, and whether there is one.
func (p *Location) settings(ctx context.Context, commit string, gates []config.GateSpec) (c *config.Config, isSet bool, err error) {
	file := filepath.Join(p.Name, config.FileName)
	var data []byte
	if commit == "" {
		data, err = regular.ReadFile(file, false, MaxConfig)
	} else {
		data, err = p.fileOf(ctx, commit, config.FileName, MaxConfig)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist) && commit == "" && p.Misnamed != "":
		return nil, false, p.RefuseMisnamed(ctx)
	case errors.Is(err, fs.ErrNotExist):
		return config.Default(gates), false, nil
	case err != nil:
		return nil, false, UnreadConfig(file, err)
	}
	c, err = ParseConfig(p.Shown(file), data, gates)
	return c, true, err
}

// fileOf reads a file of the place's folder as a commit has it; fs.ErrNotExist where there is none.
func (p *Location) fileOf(ctx context.Context, commit, name string, limit int64) ([]byte, error) {
	tree, err := git.Tree(ctx, p.Repo, commit, p.Folder())
	if err != nil {
		return nil, err
	}
	if tree == "" {
		return nil, fs.ErrNotExist
	}
	file, err := p.Objects.Read(tree+":"+name, limit)
	if errors.Is(err, git.ErrMissing) {
		err = MissingIn(ctx, p.Repo, tree, name, err)
	}
	return file.Data, err
}
