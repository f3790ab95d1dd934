package check

import (
	"cmp"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/kbgate/kbgate/internal/baseline"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
)

// mendBaseline is the way out where a baseline cannot be read.
const mendBaseline = "mend that line, or record today's findings anew: `kbgate baseline --update`; --no-baseline judges without it"

// loadBaseline reads the findings that are passed over, if there is a file of them.
func (s *inquiry) loadBaseline() error {
	if s.NoBaseline {
		return nil
	}
	name := s.place.Shown(filepath.Join(s.place.Name, baseline.FileName))
	data, err := s.policyFile(baseline.FileName, baseline.MaxSize)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case s.ctx.Err() != nil:
		return s.ctx.Err()
	}
	if err == nil {
		s.passed, err = baseline.Parse(data)
	}
	if err != nil {
		return hint.Misuse(mendBaseline, "%s: %w", name, err)
	}
	return nil
}

// baselineFilter passes over the findings that stand in a baseline.
type baselineFilter struct {
	known  baseline.Baseline
	judge  *judge
	change *change             // nil: the work tree
	met    map[finding.ID]bool // the entries whose findings there are
}

func (s *inquiry) baselineFilter(j *judge) *baselineFilter {
	return &baselineFilter{known: s.passed, judge: j, change: s.change, met: map[finding.ID]bool{}}
}

// holds reports whether a finding stands in the baseline. What no comment may suppress no baseline may either, and what a
// finding says of a note that the change has brought is new.
func (v *baselineFilter) holds(f *finding.Finding) bool {
	if len(v.known) == 0 || f.Severity == finding.Blocking || slices.ContainsFunc(f.Others, v.isNew) || !v.honours(f) {
		return false
	}
	if g, ok := gate.BuiltIn.Find(f.Gate); ok && g.Unsilenceable {
		return false
	}
	for _, notePath := range v.names(f.Path) {
		subjects := []string{f.Subject()}
		if f.IsOfPair() {
			subjects = v.names(f.Target)
		}
		for _, subject := range subjects {
			if v.has(f, notePath, subject) {
				return true
			}
		}
	}
	return !v.isNew(f.Path) && v.holdsOthers(f)
}

// honours reports whether the baseline counts for a finding. In a change, a gate that blocks honours it only for what the base
// has: entries can be landed before what they excuse. The first commit of all brings its own.
func (v *baselineFilter) honours(f *finding.Finding) bool {
	if v.change == nil || v.change.policy == "" || v.judge.context.Config.Gates[f.Gate].Severity != finding.Blocking {
		return true
	}
	if _, isNote := v.judge.base.Find(f.Path); !isNote {
		return v.stood(f.Path)
	}
	return !v.isUnjudged(f.Path) && !slices.ContainsFunc(f.Others, v.isUnjudged)
}

// isUnjudged reports whether the base does not have a note, or has it as none of the claims while it is one now.
func (v *baselineFilter) isUnjudged(notePath string) bool {
	id, _ := v.judge.base.Find(notePath)
	old, was := v.judge.before.Find(cmp.Or(v.judge.was[notePath], notePath))
	return !was || v.judge.base.Note(id).IsClaim() && !v.judge.before.Note(old).IsClaim()
}

// stood reports whether the base has a link or another repository in the place of a folder.
func (v *baselineFilter) stood(name string) bool {
	name = cmp.Or(v.judge.was[name], name)
	return slices.ContainsFunc(v.change.files, func(f git.Change) bool {
		return f.Path == name && (f.Old.Mode == git.ModeLink || f.WasSubmodule)
	})
}

// holdsOthers reports whether one of the other notes that a finding is about has it in the baseline: which of them carries it
// depends on what is under check.
func (v *baselineFilter) holdsOthers(f *finding.Finding) bool {
	held := false
	for _, carrier := range f.Others {
		for _, other := range v.names(carrier) {
			if !f.IsOfPair() {
				for _, e := range v.known.Of(shownPath(other), f.Gate) {
					v.met[e.ID], held = true, true
				}
				continue
			}
			for _, notePath := range v.names(f.Path) {
				held = v.has(f, other, notePath) || held
			}
		}
	}
	return held
}

// has reports whether the baseline has the finding as one on the note at that path with that subject. It notes that the entry
// was met.
func (v *baselineFilter) has(f *finding.Finding, notePath, subject string) bool {
	id := finding.ID{Path: shownPath(notePath), Gate: f.Gate, Fingerprint: f.FingerprintOf(notePath, subject)}
	known := v.known.Has(id)
	if known {
		v.met[id] = true
	}
	return known
}

// names are the paths by which a baseline may know a note: its own, and the one that it had before the change.
func (v *baselineFilter) names(notePath string) []string {
	if was, renamed := v.judge.was[notePath]; renamed {
		return []string{notePath, was}
	}
	return []string{notePath}
}

// isNew reports whether the change has brought a note, and not by renaming one.
func (v *baselineFilter) isNew(notePath string) bool {
	if v.judge.before == nil || v.judge.was[notePath] != "" {
		return false
	}
	_, isNote := v.judge.base.Find(notePath)
	_, was := v.judge.before.Find(notePath)
	return isNote && !was
}

// idleEntries are the entries of the baseline that no finding has met. It is asked in a check of the whole base only, and says
// nothing of gates that are off and of notes that could not be read: they may still have their findings.
func (s *inquiry) idleEntries(j *judge, doc *finding.Document, met map[finding.ID]bool) []baseline.Entry {
	if s.change != nil || j.selected != nil {
		return nil
	}
	unseen := map[string]bool{}
	for _, u := range doc.Unread {
		unseen[u.Path] = true
	}
	for _, id := range j.stale {
		unseen[shownPath(j.base.Path(id))] = true
	}
	var idle []baseline.Entry
	for _, e := range s.passed {
		g, exists := gate.BuiltIn.Find(e.Gate)
		if !met[e.ID] && !unseen[e.Path] && (!exists || g.Unsilenceable || s.config.Gates[e.Gate].Severity != gate.Off) {
			idle = append(idle, e)
		}
	}
	return idle
}
