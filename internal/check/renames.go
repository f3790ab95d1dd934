package check

import (
	"maps"
	"slices"

	"github.com/kbgate/kbgate/internal/baseline"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/source"
)

// A baseline and a store know a finding by the name that its note had. Where a note of that name is gone, the name may be an earlier one
// of the note that has such a finding now: the change, the work tree or the history has renamed it.

// The most notes whose former names are looked for, and the most fingerprints that are compared for that.
const (
	mostFollowed = 2000
	mostCompared = 200_000
)

// names are the paths by which a note may be known: its own, the one that it had before the change, and former ones.
func (v *noteSet) names(notePath string) []string {
	names := []string{notePath}
	if was, renamed := v.was[notePath]; renamed {
		names = append(names, was)
	}
	return append(names, v.former[notePath]...)
}

// formerNames finds the names that notes bore earlier.
type formerNames struct {
	*Session
	*noteSet
}

// orphaned are the entries of the baseline whose notes are gone, by gate.
func (s formerNames) orphaned() map[string][]finding.ID {
	orphans := map[string][]finding.ID{}
	for _, e := range s.known {
		if _, isThere := s.base.Find(e.Path); !isThere {
			orphans[e.Gate] = append(orphans[e.Gate], e.ID)
		}
	}
	return orphans
}

// follow finds out which former names the notes of findings bore, where an orphan is such a finding. For what counts whoever brings the
// note, the commits of a change may tell of its renames, too: by these alone an author could make one note of another.
func (s formerNames) follow(found []finding.Finding, orphans map[string][]finding.ID, inChange bool) error {
	if len(orphans)+len(s.known) == 0 || !s.isKept() {
		return nil
	}
	asked := map[string]bool{}
	compared := 0
	for i := range found {
		f := &found[i]
		for _, o := range orphans[f.Gate] {
			if compared++; compared > mostCompared || f.By != "" || f.FingerprintOf(o.Path, f.Subject()) == o.Fingerprint {
				asked[f.Path] = true
			}
		}
		if f.IsOfPair() && s.hasOtherPair(f) {
			asked[f.Target] = true // the other note of the pair may be the one that was renamed
		}
	}
	names := slices.Sorted(maps.Keys(asked))
	if names = names[:min(len(names), mostFollowed)]; len(names) == 0 {
		return nil
	}
	return s.fillIn(names, inChange)
}

// hasOtherPair reports whether the baseline has the note of a finding with other notes, and not with this one.
func (s formerNames) hasOtherPair(f *finding.Finding) bool {
	entries := s.known.Of(source.ShownPath(f.Path), f.Gate)
	own := f.FingerprintOf(f.Path, f.Subject())
	return len(entries) > 0 && !slices.ContainsFunc(entries, func(e baseline.Entry) bool { return e.Fingerprint == own })
}

// fillIn fills in the former names of notes.
func (s formerNames) fillIn(names []string, inChange bool) error {
	if s.former == nil {
		s.former = map[string][]string{}
	}
	renames := source.Renames{Source: s.Source}
	was, commit := s.was, s.Source.Checkout.Head
	if c := s.Source.Change; c != nil {
		commit = c.Before()
		if _, head := c.Ends(); inChange && head != "" {
			was, commit = nil, head
		}
	} else {
		var err error
		if was, err = renames.MovedHere(names, func(name string) bool { _, ok := s.base.Find(name); return ok }); err != nil {
			return err
		}
	}
	committed := make([]string, len(names))
	for i, name := range names {
		committed[i] = name
		if old, moved := was[name]; moved {
			committed[i] = old
		}
	}
	former, err := renames.FormerNames(commit, committed)
	if err != nil {
		return err
	}
	for i, name := range names {
		if s.former[name] = former[committed[i]]; committed[i] != name && s.was[name] == "" {
			s.former[name] = append([]string{committed[i]}, s.former[name]...)
		}
	}
	return nil
}
