package check

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/kbgate/kbgate/internal/baseline"
	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/regular"
	"github.com/kbgate/kbgate/internal/workspace"
)

func (s *inquiry) loadConfig() error {
	name := filepath.Join(s.place.Name, config.FileName)
	var data []byte
	var err error
	if s.ConfigFile != "" {
		name = s.place.Absolute(s.ConfigFile)
		data, err = regular.ReadFile(name, true, workspace.MaxConfig)
	} else {
		data, err = s.policyFile(config.FileName, workspace.MaxConfig)
	}
	if errors.Is(err, fs.ErrNotExist) && s.ConfigFile == "" {
		s.config = config.Default(gate.Specs())
		return nil
	}
	if err != nil {
		return workspace.UnreadConfig(name, err)
	}
	s.policy = data
	s.config, err = workspace.ParseConfig(s.place.Shown(name), data, gate.Specs())
	return err
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
		return regular.ReadFile(filepath.Join(s.place.Name, name), false, limit)
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
	if !s.Staged {
		return workspace.ReadIn(s.ctx, blobs, s.repo, tree, name, limit)
	}
	data, err := blobs.ReadFile(tree, name, limit)
	if errors.Is(err, git.ErrMissing) { // where people wait, git is asked no further; and what they commit to is here
		err = fs.ErrNotExist
	}
	return data, err
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
	return git.Tree(s.ctx, s.repo, s.change.policy, repo.Prefix+s.place.Prefix)
}

func (s *inquiry) changedFile(e git.Entry, limit int64) ([]byte, error) {
	switch e.Mode {
	case git.ModeLink:
		return nil, regular.ErrLink
	case git.ModeFolder:
		return nil, regular.ErrIrregular
	}
	blobs := s.blobs.get()
	defer s.blobs.put(blobs)
	return blobs.Read(e.Blob, limit)
}

// brokenPolicy are the findings on a configuration or a baseline that the change leaves so that nobody can read it: it would
// lock everybody out. They block whatever the configuration says. What counts for this change is that of the base, so all
// else is judged too.
func (s *inquiry) brokenPolicy(c *change) (all []found, err error) {
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
		start := claim.Position{Line: 1, Column: 1, Byte: 1}
		all = append(all, found{gate: gate.UnreadableNote, severity: string(gate.Blocking), id: kb.None, path: name, start: start, end: start, matched: fault,
			Finding: gate.Finding{Message: fmt.Sprintf("the change leaves a %s that cannot be read: %s", what, fault), Fix: fix}})
	}
	return all, nil
}

// policyFault says why a configuration or a baseline cannot be read, on one line, or "". An error is no fault of the file.
func (s *inquiry) policyFault(name string, e git.Entry) (string, error) {
	limit := int64(workspace.MaxConfig)
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
