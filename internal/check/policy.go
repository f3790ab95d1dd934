package check

import (
	"fmt"
	"path"
	"strings"

	"github.com/kbgate/kbgate/internal/baseline"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/source"
	"github.com/kbgate/kbgate/internal/workspace"
)

// brokenPolicy are the findings on a configuration or a baseline that the change leaves so that nobody can read it: it would
// lock everybody out. They block whatever the configuration says. What counts for this change is that of the base, so all
// else is judged too.
func (s *Session) brokenPolicy() (all []finding.Finding, err error) {
	seen := map[string]bool{}
	for _, f := range s.Source.Change.Files {
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
		one := finding.OnPath(name, fault, fmt.Sprintf("the change leaves a %s that cannot be read: %s", what, fault), fix)
		one.Severity = finding.Blocking
		all = append(all, one)
	}
	return all, nil
}

// policyFault says why a configuration or a baseline cannot be read, on one line, or "". An error is no fault of the file.
func (s *Session) policyFault(name string, e source.Entry) (string, error) {
	limit := int64(workspace.MaxConfig)
	if name == baseline.FileName {
		limit = baseline.MaxSize
	}
	data, err := s.Source.Changed(e, limit)
	switch {
	case source.IsMissing(err):
		return "", fmt.Errorf("reading %s: %w", name, err)
	case err != nil && s.ctx.Err() != nil:
		return "", s.ctx.Err()
	case err != nil:
	case name == config.FileName:
		_, err = config.Parse(data, s.gates.Specs())
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

// recordsOf are the records of the store that a change edits, renames or deletes. Read-me files may change.
func recordsOf(touched source.Differences) (all []gate.Record) {
	seen := map[string]bool{}
	for _, f := range touched {
		if f.Old.Mode == "" || seen[f.Path] || strings.HasPrefix(strings.ToLower(path.Base(f.Path)), "readme") {
			continue
		}
		seen[f.Path] = true
		all = append(all, gate.Record{Path: f.Path, Gone: f.New.Mode == ""})
	}
	return all
}
