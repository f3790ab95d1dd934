package check

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/kbgate/kbgate/internal/baseline"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/source"
)

// mendBaseline is the way out where a baseline cannot be read.
const mendBaseline = "mend that line, or record today's findings anew: `kbgate baseline --update`; --no-baseline judges without it"

// loadBaseline reads the findings that are passed over, if there is a file of them.
func (s *Session) loadBaseline() error {
	if s.NoBaseline {
		s.known = s.Baseline
		return nil
	}
	place := &s.Source.Place
	data, err := s.Source.PolicyFile(baseline.FileName, baseline.MaxSize)
	if err != nil && s.ctx.Err() != nil {
		return s.ctx.Err()
	}
	s.known, err = ParseBaseline(place.Shown(filepath.Join(place.Name, baseline.FileName)), data, err)
	return err
}

// ParseBaseline parses the baseline in a file that people know by name, or says why it could not be read. Where there is no file,
// nothing is known.
func ParseBaseline(name string, data []byte, err error) (known baseline.Baseline, _ error) {
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		known, err = baseline.Parse(data)
	}
	switch {
	case err == nil:
		return known, nil
	case source.IsMissing(err): // nobody's mistake
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return nil, hint.Misuse(mendBaseline, "%s: %w", name, err)
}

// baselineFilter passes over the findings that stand in a baseline.
type baselineFilter struct {
	*Session
	*noteSet
	met map[finding.ID]bool // the entries whose findings there are
}

// holds reports whether a finding stands in the baseline. What no comment may suppress no baseline may either, and what a
// finding says of a note that the change has brought is new.
func (v *baselineFilter) holds(f *finding.Finding) bool {
	if len(v.known) == 0 || f.Severity == finding.Blocking || slices.ContainsFunc(f.Others, v.isNew) || !v.honours(f) {
		return false
	}
	if g, ok := v.gates.Find(f.Gate); ok && g.Unsilenceable {
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
	if c := v.Source.Change; c == nil || c.IsFirst() || !v.blocks(f.Gate) {
		return true
	}
	if _, isNote := v.base.Find(f.Path); !isNote {
		return v.Source.Change.HidBefore(cmp.Or(v.was[f.Path], f.Path))
	}
	return !v.isUnjudged(f.Path) && !slices.ContainsFunc(f.Others, v.isUnjudged)
}

// isUnjudged reports whether the base does not have a note, or has it as none of the claims while it is one now.
func (v *baselineFilter) isUnjudged(notePath string) bool {
	id, _ := v.base.Find(notePath)
	old, was := v.before.Find(cmp.Or(v.was[notePath], notePath))
	return !was || v.base.Note(id).IsClaim() && !v.before.Note(old).IsClaim()
}

// holdsOthers reports whether one of the other notes that a finding is about has it in the baseline: which of them carries it
// depends on what is under check.
func (v *baselineFilter) holdsOthers(f *finding.Finding) bool {
	held := false
	for _, carrier := range f.Others {
		for _, other := range v.names(carrier) {
			if !f.IsOfPair() {
				for _, e := range v.known.Of(source.ShownPath(other), f.Gate) {
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
	id := finding.ID{Path: source.ShownPath(notePath), Gate: f.Gate, Fingerprint: f.FingerprintOf(notePath, subject)}
	known := v.known.Has(id)
	if known {
		v.met[id] = true
	}
	return known
}

// isNew reports whether the change has brought a note, and not by renaming one.
func (v *baselineFilter) isNew(notePath string) bool {
	if v.before == nil || v.was[notePath] != "" {
		return false
	}
	_, isNote := v.base.Find(notePath)
	_, was := v.before.Find(notePath)
	return isNote && !was
}

// idle are the entries of the baseline that no finding has met. It is asked in a check of the whole base only, and says
// nothing of gates that are off and of notes that could not be read: they may still have their findings.
func (v *baselineFilter) idle(doc *finding.Document, stale []kb.ID) []baseline.Entry {
	if v.Source.Change != nil || v.selected != nil {
		return nil
	}
	unseen := map[string]bool{}
	for _, u := range doc.Unread {
		unseen[u.Path] = true
	}
	for _, id := range stale {
		unseen[source.ShownPath(v.base.Path(id))] = true
	}
	var idle []baseline.Entry
	for _, e := range v.known {
		g, exists := v.gates.Find(e.Gate)
		if !v.wants(e.Gate) {
			continue
		}
		if !v.met[e.ID] && !unseen[e.Path] && (!exists || g.Unsilenceable || v.config.Gates[e.Gate].Severity != gate.Off) {
			idle = append(idle, e)
		}
	}
	return idle
}
