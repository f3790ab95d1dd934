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
	"github.com/kbgate/kbgate/internal/finding"
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

// rootBefore gives the root of the base that holds a folder as it was before the change: the nearest folder upward that had a
// configuration; "" where none had. A change that takes a configuration away, or puts one beside its notes, is still judged
// by the one that stood there.
func (s *inquiry) rootBefore(dir string, repo git.Folder) string {
	commit := "HEAD"
	if s.Diff != "" {
		commit, _ = ends(s.Diff)
	}
	if strings.ContainsAny(commit, "\n:") || strings.HasPrefix(commit, "-") {
		return ""
	}
	files := git.NewBlobs(s.ctx, repo)
	defer func() { _ = files.Close() }()
	for up := ""; ; up += "../" {
		_, err := files.ReadFile(commit, "./"+up+config.FileName, maxConfig)
		if err == nil || errors.Is(err, git.ErrTooLarge) || errors.Is(err, git.ErrUnfetched) { // which is said where it is read
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
	if found, listErr := git.TreeEntries(s.ctx, s.repo, tree, name); listErr != nil || len(found) > 0 {
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
	repo, err := git.Open(s.ctx, s.repo)
	if err != nil {
		return "", err
	}
	return git.Tree(s.ctx, s.repo, s.change.policy, repo.Prefix+s.prefix)
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

// brokenPolicy are the findings on a configuration or a baseline that the change leaves so that nobody can read it: it would
// lock everybody out. They block whatever the configuration says. What counts for this change is that of the base, so all
// else is judged too.
func (s *inquiry) brokenPolicy(c *change) (all []finding.Finding, err error) {
	seen := map[string]bool{}
	for _, f := range c.files {
		name, _, isFolder := strings.Cut(f.Path, "/")
		if f.New.Mode == "" && !f.Submodule || name != config.FileName && name != baseline.FileName || seen[name] {
			continue
		}
		fault := "it is no regular file"
		if !isFolder && !f.Submodule {
			if fault, err = s.policyFault(name, f.New); err != nil {
				return nil, err
			}
		}
		if fault == "" {
			continue
		}
		seen[name] = true
		what, fix := "configuration", "`kbgate init --print` shows every key with its default."
		if name == baseline.FileName {
			what, fix = "baseline", "Mend that line, or record the findings anew: `kbgate baseline --update`."
		}
		one := blocked(name, fmt.Sprintf("the change leaves a %s that cannot be read: %s", what, fault), fix)
		one.Matched = fault
		all = append(all, one)
	}
	return all, nil
}

// policyFault says why a configuration or a baseline cannot be read, on one line, or "". An error is no fault of the file.
func (s *inquiry) policyFault(name string, e git.Entry) (string, error) {
	limit := int64(maxConfig)
	if name == baseline.FileName {
		limit = baseline.MaxSize
	}
	data, err := s.changedFile(e, limit)
	switch {
	case errors.Is(err, git.ErrMissing), errors.Is(err, git.ErrUnfetched):
		return "", unreadable(name, err)
	case err != nil && s.ctx.Err() != nil:
		return "", s.ctx.Err()
	case err != nil:
	case name == config.FileName:
		_, err = config.Parse(data, gate.Specs())
	default:
		_, err = baseline.Parse(data)
	}
	if err == nil {
		return "", nil
	}
	const most = 5 // faults of a file that are told
	lines := strings.Split(err.Error(), "\n")
	if n := len(lines) - most; n > 0 {
		lines = append(lines[:most], fmt.Sprintf("and %d more", n))
	}
	return strings.Join(lines, "; "), nil
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
