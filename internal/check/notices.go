package check

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/kb"
)

// notices are what people should know of a run beside its findings.
func (s *inquiry) notices(j *judge, doc *finding.Document) []string {
	var all []string
	switch {
	case doc.Checked.Notes == 0 && s.change != nil:
		all = append(all, "the change touches no notes")
	case doc.Checked.Notes == 0:
		all = append(all, "there are no notes (markdown files) here")
	}
	all = append(all, s.noClaims(j)...)
	if s.place.PassedOver != "" {
		all = append(all, fmt.Sprintf("%s is not committed, so it makes no knowledge base of its folder yet: what counts is the one around it", s.place.Shown(filepath.Join(s.place.PassedOver, config.FileName))))
	}
	slices.Sort(j.stale)
	for _, id := range j.stale {
		all = append(all, fmt.Sprintf("%s changed while it was being judged, so not all gates have seen it", j.base.Path(id)))
	}
	if s.change == nil {
		all = append(all, s.idlePatterns(j.base)...)
	}
	for _, g := range j.gates {
		if g.Idle == nil {
			continue
		}
		if why := g.Idle(s.config.Gates[g.ID]); why != "" && !s.setsAny(g) {
			all = append(all, fmt.Sprintf("%s is idle: %s", g.ID, why))
		}
	}
	all = append(all, s.ofChange(doc)...)
	if s.compared != nil {
		all = append(all, s.compared()...)
	}
	return all
}

// setsAny reports whether the configuration sets something of a gate, so that somebody has decided what it is to be.
func (s *inquiry) setsAny(g *gate.Gate) bool {
	return slices.ContainsFunc(g.Settings, func(setting config.Setting) bool {
		return config.Sets(s.policy, "gates", g.ID, setting.Name)
	})
}

// ofChange are remarks on the judgement of a change.
func (s *inquiry) ofChange(doc *finding.Document) []string {
	if s.change == nil {
		return nil
	}
	all := slices.Clone(s.change.remarks)
	for _, name := range slices.Sorted(maps.Keys(s.change.early)) {
		for _, e := range s.change.early[name] {
			all = append(all, e.notice(name))
		}
	}
	if s.Diff != "" && !strings.Contains(s.Diff, "..") {
		all = append(all, fmt.Sprintf("judged is what the commit %s itself changes; what a branch changes is --diff %s...HEAD", s.Diff, s.Diff))
	}
	if s.Staged && doc.Summary.Blocking > 0 {
		all = append(all, "judged is what is staged, not what is in the work tree: mend the notes, `git add` them, and commit again")
	}
	return all
}

// noClaims names the files of the command line that are no claims.
func (s *inquiry) noClaims(j *judge) []string {
	var all []string
	for _, name := range s.selected {
		id, ok := j.base.Find(name)
		if !ok {
			continue
		}
		if note := j.base.Note(id); !note.IsClaim() && !note.IsUnread() {
			all = append(all, fmt.Sprintf("%s is no claim, so it is judged as a note: by its links, its name and its characters", name))
		}
	}
	return all
}

// idlePatterns names the patterns of the configuration that fit no note, for they are probably mistyped.
func (s *inquiry) idlePatterns(base *kb.Base) []string {
	var all []string
	if base.Len() == 0 {
		return nil
	}
	for _, list := range []struct {
		key      string
		patterns []string
	}{{"claims.paths", s.config.Claims.Paths}, {"claims.folders", s.config.Claims.Folders}, {"claims.exclude", s.config.Claims.Exclude}} {
		for _, pattern := range list.patterns {
			if !fitsAny(base, list.key, pattern) && !(list.key == "claims.exclude" && s.sparesAny(pattern)) {
				all = append(all, fmt.Sprintf("no file fits %q, of %s in the configuration", pattern, list.key))
			}
		}
	}
	return all
}

// sparesAny reports whether a pattern names a file that is no note: a link or a submodule that nobody need look behind.
func (s *inquiry) sparesAny(pattern string) bool {
	return slices.ContainsFunc(s.files, func(file string) bool { return doublestar.MatchUnvalidated(pattern, file) })
}

func fitsAny(base *kb.Base, key, pattern string) bool {
	for id := range base.Len() {
		p := base.Path(kb.ID(id))
		if !base.Has(kb.ID(id)) {
			continue
		}
		if key == "claims.folders" && kb.InFolder(p, pattern) || key != "claims.folders" && doublestar.MatchUnvalidated(pattern, p) {
			return true
		}
	}
	return false
}
