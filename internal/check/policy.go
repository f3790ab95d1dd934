package check

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/kbgate/kbgate/internal/baseline"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/git"
)

// maxConfig is the size in bytes above which a file is not read as a configuration.
const maxConfig = 1 << 20

func (s *inquiry) loadConfig() error {
	name := filepath.Join(s.named, config.FileName)
	var data []byte
	var err error
	if s.ConfigFile != "" {
		name = s.absolute(s.ConfigFile)
		data, err = readRegular(name, true, maxConfig)
	} else {
		data, err = s.policyFile(config.FileName, maxConfig)
	}
	if errors.Is(err, fs.ErrNotExist) && s.ConfigFile == "" {
		s.config = config.Default(gate.Specs())
		return nil
	}
	if errors.Is(err, git.ErrMissing) || errors.Is(err, git.ErrUnfetched) {
		return unreadable(config.FileName, err)
	}
	if err != nil {
		return &UsageError{Err: fmt.Errorf("reading the configuration %s: %w", name, err),
			Hint: fmt.Sprintf("a configuration is a regular file of at most %d MiB; `kbgate init --print` shows one", maxConfig>>20)}
	}
	s.policy = data
	s.config, err = config.Parse(data, gate.Specs())
	if err != nil {
		return &UsageError{Err: fmt.Errorf("%s: %w", s.shown(name), err), Hint: "`kbgate init --print` shows every key with its default"}
	}
	return nil
}

// rootBefore gives the root of the base that holds start as it was before the change: the nearest folder upward that had a
// configuration; "" where none had. A change that takes a configuration away, or puts one beside its notes, is still judged
// by the one that stood there.
func (s *inquiry) rootBefore(start string) string {
	commit := "HEAD"
	if s.Diff != "" {
		commit, _ = ends(s.Diff)
	}
	if strings.ContainsAny(commit, "\n:") || strings.HasPrefix(commit, "-") {
		return ""
	}
	dir := upward(start, func(up string) bool {
		info, err := os.Stat(up)
		return err == nil && info.IsDir()
	})
	files := git.NewBlobs(s.ctx, dir)
	defer func() { _ = files.Close() }()
	for up := ""; ; up += "../" {
		_, err := files.ReadFile(commit, "./"+up+config.FileName, maxConfig)
		if err == nil || errors.Is(err, git.ErrTooLarge) {
			return dir
		}
		if _, top := os.Lstat(filepath.Join(dir, ".git")); !errors.Is(err, git.ErrMissing) || top == nil || dir == filepath.Dir(dir) {
			return ""
		}
		dir = filepath.Dir(dir)
	}
}

// shown is a file's name as people who stand in the folder of the call know it.
func (s *inquiry) shown(name string) string {
	if relative, err := filepath.Rel(s.Dir, name); err == nil && !strings.HasPrefix(relative, "..") {
		return relative
	}
	return name
}

// policyFile reads a file in the root that says how notes are judged. For a change it is that of the state before it, so that
// no change loosens its own gate. The error is fs.ErrNotExist where there is none.
func (s *inquiry) policyFile(name string, limit int64) ([]byte, error) {
	switch {
	case s.Files != nil:
		if data, ok := s.Files[name]; ok {
			return data, nil
		}
		return nil, fs.ErrNotExist
	case s.change == nil:
		return readRegular(filepath.Join(s.named, name), false, limit)
	case s.change.policy == "" && s.Staged:
		for _, f := range s.change.files {
			if f.Path == name && f.New.Mode != "" {
				return s.changedFile(f.New, limit)
			}
		}
		return nil, fs.ErrNotExist
	}
	tree, err := s.policyTree()
	if err != nil {
		return nil, err
	}
	if tree == "" {
		return nil, fs.ErrNotExist
	}
	blobs := s.blobs.get()
	defer s.blobs.put(blobs)
	data, err := blobs.ReadFile(tree, name, limit)
	switch {
	case !errors.Is(err, git.ErrMissing):
		return data, err
	case s.Staged: // where people wait; and what they commit to is here
		return nil, fs.ErrNotExist
	}
	// One that is there, but cannot be read, is not as good as none.
	if found, listErr := git.TreeEntries(s.ctx, s.root, tree, name); listErr != nil || len(found) > 0 {
		return nil, errors.Join(err, listErr)
	}
	return nil, fs.ErrNotExist
}

// policyTree is the tree of the base's folder in the commit whose configuration counts; "" where there is none.
func (s *inquiry) policyTree() (string, error) {
	if s.change.policyTree != "" || s.change.policy == "" {
		return s.change.policyTree, nil
	}
	// Whoever asks for the configuration alone has not looked at the change.
	repo, err := git.Open(s.ctx, s.root)
	if err != nil {
		return "", err
	}
	return git.Tree(s.ctx, s.root, s.change.policy, repo.Prefix+s.prefix)
}

func (s *inquiry) changedFile(e git.Entry, limit int64) ([]byte, error) {
	switch e.Mode {
	case git.ModeLink:
		return nil, errors.New("it is a symbolic link, which is not followed")
	case git.ModeFolder:
		return nil, errors.New("it is no regular file")
	}
	blobs := s.blobs.get()
	defer s.blobs.put(blobs)
	return blobs.Read(e.Blob, limit)
}

// newPolicy makes sure that a change of the configuration or of the baseline leaves one that can be read: it would lock
// everybody out.
func (s *inquiry) newPolicy(c *change) error {
	for _, f := range c.files {
		if f.New.Mode == "" {
			continue
		}
		switch f.Path {
		case config.FileName:
			data, err := s.changedFile(f.New, maxConfig)
			if err == nil {
				_, err = config.Parse(data, gate.Specs())
			}
			if err != nil {
				return &UsageError{Err: fmt.Errorf("the change leaves a configuration that cannot be read: %s: %w", config.FileName, err),
					Hint: "`kbgate init --print` shows every key with its default"}
			}
		case baseline.FileName:
			data, err := s.changedFile(f.New, baseline.MaxSize)
			if err == nil {
				_, err = baseline.Parse(data)
			}
			if err != nil {
				return &UsageError{Err: fmt.Errorf("the change leaves a baseline that cannot be read: %s: %w", baseline.FileName, err), Hint: mendBaseline}
			}
		}
	}
	return nil
}

// readRegular reads a configuration or a baseline. What is no regular file, or too large, is none: the files of a knowledge
// base come from its authors, and may neither halt the program nor show what they are linked to.
func readRegular(name string, follow bool, limit int64) ([]byte, error) {
	stat := os.Lstat
	if follow {
		stat = os.Stat
	}
	info, err := stat(name)
	switch {
	case err != nil:
		return nil, err
	case info.Mode()&fs.ModeSymlink != 0:
		return nil, errors.New("it is a symbolic link, which is not followed")
	case !info.Mode().IsRegular():
		return nil, errors.New("it is no regular file")
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if now, err := file.Stat(); err != nil || !os.SameFile(info, now) {
		return nil, errors.New("it changed while it was being read")
	}
	data, err := io.ReadAll(io.LimitReader(file, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = fmt.Errorf("it is too large: at most %d MiB are read", limit>>20)
	}
	return data, err
}
