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
	"github.com/kbgate/kbgate/internal/kb"
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

// sieve passes over the findings that stand in a baseline.
type sieve struct {
	known  baseline.Baseline
	judge  *judge
	change *change              // nil: the work tree
	met    map[baseline.ID]bool // the entries whose findings there are
}

func (s *inquiry) sieve(j *judge) *sieve {
	return &sieve{known: s.passed, judge: j, change: s.change, met: map[baseline.ID]bool{}}
}

// holds reports whether a finding stands in the baseline. What no comment may silence no baseline may either, and what a finding
// says of a note that the change has brought is new.
func (v *sieve) holds(f *found) bool {
	if len(v.known) == 0 || f.gate.Unsilenceable || f.severity == string(gate.Blocking) || slices.ContainsFunc(f.Others, v.isNew) || !v.honours(f) {
		return false
	}
	for _, notePath := range v.names(f.path) {
		subjects := []string{f.subject()}
		if f.isOfPair() {
			subjects = v.names(f.Target)
		}
		for _, subject := range subjects {
			if v.has(f.baselineID(notePath, subject)) {
				return true
			}
		}
	}
	return !v.isNew(f.id) && v.holdsOthers(f)
}

// honours reports whether the baseline counts for a finding. In a change, a gate that blocks honours it only for what the base
// has: entries can be landed before what they excuse. The first commit of all brings its own.
func (v *sieve) honours(f *found) bool {
	if v.change == nil || v.change.policy == "" || v.judge.context.Config.Gates[f.gate.ID].Severity != string(gate.Blocking) {
		return true
	}
	if f.id == kb.None {
		return v.stood(f.path)
	}
	return !v.isUnjudged(f.id) && !slices.ContainsFunc(f.Others, v.isUnjudged)
}

// isUnjudged reports whether the base does not have a note, or has it as none of the claims while it is one now.
func (v *sieve) isUnjudged(id kb.ID) bool {
	notePath := v.judge.base.Path(id)
	old, was := v.judge.before.Find(cmp.Or(v.judge.was[notePath], notePath))
	return !was || v.judge.base.Note(id).IsClaim() && !v.judge.before.Note(old).IsClaim()
}

// stood reports whether the base has a link or another repository in the place of a folder.
func (v *sieve) stood(name string) bool {
	name = cmp.Or(v.judge.was[name], name)
	return slices.ContainsFunc(v.change.files, func(f git.Change) bool {
		return f.Path == name && (f.Old.Mode == git.ModeLink || f.WasSubmodule)
	})
}

// holdsOthers reports whether one of the other notes that a finding is about has it in the baseline: which of them carries it
// depends on what is under check.
func (v *sieve) holdsOthers(f *found) bool {
	held := false
	for _, id := range f.Others {
		for _, other := range v.names(v.judge.base.Path(id)) {
			if !f.isOfPair() {
				for _, e := range v.known.Of(shownPath(other), f.gate.ID) {
					v.met[e.ID], held = true, true
				}
				continue
			}
			for _, notePath := range v.names(f.path) {
				held = v.has(f.baselineID(other, notePath)) || held
			}
		}
	}
	return held
}

// has reports whether an entry stands in the baseline, and notes that it was met.
func (v *sieve) has(id baseline.ID) bool {
	if !v.known.Has(id) {
		return false
	}
	v.met[id] = true
	return true
}

// names are the paths by which a baseline may know a note: its own, and the one that it had before the change.
func (v *sieve) names(notePath string) []string {
	if was, renamed := v.judge.was[notePath]; renamed {
		return []string{notePath, was}
	}
	return []string{notePath}
}

// isNew reports whether the change has brought a note, and not by renaming one.
func (v *sieve) isNew(id kb.ID) bool {
	if v.judge.before == nil || id == kb.None {
		return false
	}
	notePath := v.judge.base.Path(id)
	_, was := v.judge.before.Find(notePath)
	return !was && v.judge.was[notePath] == ""
}

// baselineID is how a baseline would name the finding if it stood in the note at that path and were about that.
func (f *found) baselineID(notePath, subject string) baseline.ID {
	return baseline.ID{Path: shownPath(notePath), Gate: f.gate.ID, Fingerprint: f.fingerprint(notePath, subject)}
}

// idleEntries are the entries of the baseline that no finding has met. It is asked in a check of the whole base only, and says
// nothing of gates that are off and of notes that could not be read: they may still have their findings.
func (s *inquiry) idleEntries(j *judge, doc *finding.Document, met map[baseline.ID]bool) []baseline.Entry {
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
		g, exists := gate.Find(e.Gate)
		if !met[e.ID] && !unseen[e.Path] && (!exists || g.Unsilenceable || slices.Contains(j.gates, g)) {
			idle = append(idle, e)
		}
	}
	return idle
}
