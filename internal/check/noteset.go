package check

import (
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/source"
)

// noteSet is the notes of a run and what is to be done with them.
type noteSet struct {
	base *kb.Overlay
	// unknown are the notes whose facts have to be read.
	unknown []kb.ID
	// selected tells the notes under check; nil: all.
	selected map[kb.ID]bool
	// lost, where it is set, gives the notes that may have links to what a change took away. It is asked when the facts of
	// all notes are known.
	lost func() []kb.ID
	// before is the base before the change that is judged, nil where none is.
	before *kb.Overlay
	// moved are the files that the change has renamed, by their paths; was has the old paths by the new ones.
	moved, was map[string]string
	// former are names that notes bore earlier, of those for which that was asked.
	former map[string][]string
	// wasClaim are the paths of the notes that were claims before the change.
	wasClaim map[string]bool
	// stood is what the base has of notes in which the change may suppress gates, nil where no change is judged.
	stood *standingNotes
	// files are those of the work tree.
	files []string
	// previous is what an earlier run has found out, nil where none did; keeps tells to keep what this one finds out, which
	// began at start.
	previous *previousRun
	keeps    bool
	start    time.Time
	// open gives a reader of the notes for the use of one goroutine.
	open func() source.Reader
}

func (v *noteSet) isSelected(id kb.ID) bool { return v.selected == nil || v.selected[id] }

// findUnknown fills unknown with the notes of which no facts are known, from an ID on.
func (v *noteSet) findUnknown(from int) {
	for id := kb.ID(from); id < kb.ID(v.base.Len()); id++ {
		if !v.base.Known(id) {
			v.unknown = append(v.unknown, id)
		}
	}
}

// workView is the notes of the work tree; what is remembered of them need not be read again.
func (s *Session) workView() *noteSet {
	v := &noteSet{files: s.Source.Files, open: s.Source.Reader, start: time.Now(), keeps: s.facts.on && len(s.Source.Overlay()) == 0}
	if v.previous = s.facts.loadPrevious(); v.previous == nil {
		v.base = kb.NewOverlay(s.Source.Files)
	} else {
		v.base = v.previous.snapshot.With(s.differences(v.previous))
	}
	if asked := s.Source.Asked; len(asked) > 0 && !slices.Contains(asked, ".") {
		v.selected = map[kb.ID]bool{}
		for id := range v.base.IDs() {
			if s.Source.IsAsked(v.base.Path(id)) {
				v.selected[id] = true
			}
		}
	}
	v.findUnknown(0)
	return v
}

// changeView is the base as a change leaves it, with the changed notes under check and the base before it beside.
func (s *Session) changeView() (*noteSet, error) {
	c := s.Source.Change
	snapshot, since, err := s.snapshotOf(c.BeforeTree)
	if err != nil {
		return nil, err
	}
	v := &noteSet{before: snapshot.With(since.Paths()), selected: map[kb.ID]bool{}, wasClaim: map[string]bool{},
		stood: &standingNotes{notes: s.Source.Objects(c.SuppressionTree, nil), claims: &s.config.Claims, known: map[string]standing{}}}
	if err := s.fill(v.before, snapshot.Len(), since.Entries()); err != nil {
		return nil, err
	}
	whole := since.Then(c.Files)
	entries := whole.Entries()
	v.base = snapshot.With(whole.Paths())
	v.open = func() source.Reader { return s.Source.Objects(c.BeforeTree, entries) }
	changed := c.Files.Touched()
	for id := kb.ID(snapshot.Len()); id < kb.ID(v.base.Len()); id++ {
		name := v.base.Path(id)
		v.unknown = append(v.unknown, id)
		if changed[name] && c.Counts(name) && s.Source.IsAsked(name) {
			v.selected[id] = true
		}
		if old, ok := v.before.Find(name); ok && v.before.Note(old).IsClaim() || c.HasMoved() && v.stood.of(name).claim {
			v.wasClaim[name] = true
		}
	}
	v.was = map[string]string{}
	renames := source.Renames{Source: s.Source}
	if v.moved, err = renames.Pairs(c.Files); err != nil {
		return nil, err
	}
	for from, to := range v.moved {
		v.was[to] = from
	}
	v.lost = func() []kb.ID {
		gone, _ := c.Files.Paths()
		return withLostTargets(v.before, v.base, gone)
	}
	return v, nil
}

// withLostTargets are the notes that a change leaves as they are, but that have links which may have led to what it took away:
// names of files, and aliases.
func withLostTargets(before, after *kb.Overlay, gone []string) []kb.ID {
	lost := map[string]bool{}
	for _, name := range gone {
		left := after.Keys(name) // a note that was only edited keeps its name, and perhaps its aliases
		for _, key := range before.Keys(name) {
			if !slices.Contains(left, key) {
				lost[key] = true
			}
		}
	}
	var all []kb.ID
	for key := range lost {
		after.Linking(key, func(id kb.ID) { all = append(all, id) })
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// unstaged gives the note or other file of the work tree that a link would mean if it were staged, and whether it is there. The source is asked
// once, and only when a gate wants to know.
func unstaged(from *source.Source, base *kb.Overlay) func(kb.ID, string) (string, bool) {
	others := sync.OnceValue(func() *kb.Overlay {
		notes := kb.NewOverlay(from.Unstaged(base))
		for id := range notes.IDs() {
			notes.PutUnread(id, "", 0)
		}
		return notes
	})
	return func(id kb.ID, target string) (string, bool) {
		notes := others()
		folder := strings.TrimPrefix(path.Dir(base.Path(id)), ".")
		file, ok := "", false
		if to, isNote := notes.ResolveIn(folder, target, false); isNote && to != kb.None {
			file, ok = notes.Path(to), true
		} else if kb.NamesFile(target) {
			file, ok = notes.Attachment(folder, target)
		}
		return file, ok && from.Has(file)
	}
}

// renamed gives the note that a link led to in the last commit, where the work tree has it under another name. The source is asked once, and
// only when a gate wants to know. Where git cannot tell, nothing was renamed.
func renamed(from *source.Source, base *kb.Overlay) func(kb.ID, string, bool) (kb.ID, bool) {
	type former struct {
		notes *kb.Overlay
		now   map[string]string
	}
	moved := sync.OnceValue(func() former {
		now, err := source.Renames{Source: from}.MovedAway(base)
		if err != nil || len(now) == 0 {
			return former{}
		}
		notes := kb.NewOverlay(slices.Sorted(maps.Keys(now)))
		for id := range notes.IDs() {
			notes.PutUnread(id, "", 0)
		}
		return former{notes, now}
	})
	return func(id kb.ID, target string, embed bool) (kb.ID, bool) {
		was := moved()
		if was.notes == nil {
			return kb.None, false
		}
		folder := strings.TrimPrefix(path.Dir(base.Path(id)), ".")
		to, ok := was.notes.ResolveIn(folder, target, embed)
		if !ok || to == kb.None {
			return kb.None, false
		}
		return base.Find(was.now[was.notes.Path(to)])
	}
}
