package check

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/lang"
	"github.com/kbgate/kbgate/internal/text"
)

// notices are what people should know of a run beside its findings.
func (s *Session) notices(run *runner, doc *finding.Document, remarks []string) (all []string) {
	say := func(format string, a ...any) { all = append(all, fmt.Sprintf(format, a...)) }
	isChange := s.Source.Change != nil
	switch {
	case doc.Checked.Notes > 0:
	case isChange && s.Hook:
	case isChange:
		say("the change touches no notes")
	default:
		say("there are no notes (markdown files) here")
	}
	for _, name := range s.Source.Asked {
		if id, ok := run.base.Find(name); ok && !run.base.Note(id).IsClaim() && !run.base.Note(id).IsUnread() {
			say("%s is no claim, so it is judged as a note: by its links, its name and its characters", name)
		}
	}
	if place := &s.Source.Place; place.PassedOver != "" {
		say("%s is not committed, so it makes no knowledge base of its folder yet: what counts is the one around it", place.Shown(filepath.Join(place.PassedOver, config.FileName)))
	}
	if misnamed := s.Source.Place.RemarkMisnamed(s.ctx); misnamed != "" && s.ConfigFile == "" {
		say("%s", misnamed)
	}
	slices.Sort(run.stale)
	for _, id := range run.stale {
		say("%s changed while it was being judged, so not all gates have seen it", run.base.Path(id))
	}
	if !isChange {
		all = append(all, s.idlePatterns(run.base)...)
	}
	for _, g := range run.gates {
		if g.Idle == nil || isChange || !s.wants(g.ID) { // whoever commits has heard it where the whole base was judged
			continue
		}
		if why := g.Idle(s.config.Gates[g.ID]); why != "" && !setsAny(s.policy, g) {
			say("%s is idle: %s", g.ID, why)
		}
	}
	if wanted := s.wanted(); wanted != nil {
		say("the findings of %d of %d gates are shown, as --select and --ignore say", len(wanted), len(s.gates))
	}
	if left := leftAlone(run); left != "" {
		say("%s", left)
	}
	all = append(all, remarks...)
	if isChange && s.Diff != "" && !strings.Contains(s.Diff, "..") {
		say("judged is what the commit %s itself changes; what a branch changes is --diff %s...HEAD", s.Diff, s.Diff)
	}
	if s.Staged && doc.Summary.Blocking > 0 {
		say("judged is what is staged, not what is in the work tree: mend the notes, `git add` them, and commit again")
	}
	return append(all, s.Source.Unrecorded()...)
}

// leftAlone says how many claims under check the gates on wording leave alone, and why; "" where there are none.
func leftAlone(run *runner) string {
	if !slices.ContainsFunc(run.gates, func(g *gate.Gate) bool { return g.Wording }) {
		return ""
	}
	foreign, short := 0, 0
	for id := range run.base.IDs() {
		note := run.base.Note(id)
		switch {
		case !note.IsClaim() || note.IsUnread() || !run.isSelected(id) || gate.JudgesWording(note):
		default:
			if title, body := note.Languages(); title == lang.Other || body == lang.Other {
				foreign++
			} else {
				short++
			}
		}
	}
	var why []string
	if foreign > 0 {
		why = append(why, fmt.Sprintf("%d in another language than English or Portuguese", foreign))
	}
	if short > 0 {
		why = append(why, fmt.Sprintf("%d too short to tell the language", short))
	}
	if why == nil {
		return ""
	}
	return fmt.Sprintf("the gates on wording leave %s alone: %s", text.Count(foreign+short, "claim", "claims"), strings.Join(why, ", "))
}

// setsAny reports whether the configuration sets something of a gate, so that somebody has decided what it is to be.
func setsAny(policy []byte, g *gate.Gate) bool {
	return slices.ContainsFunc(g.Settings, func(setting config.Setting) bool {
		return config.Sets(policy, "gates", g.ID, setting.Name)
	})
}

// idlePatterns names the patterns of the configuration that fit no note, for they are probably mistyped.
func (s *Session) idlePatterns(base *kb.Overlay) []string {
	var all []string
	if base.Len() == 0 {
		return nil
	}
	for _, list := range []struct {
		key      string
		patterns []string
	}{{"claims.paths", s.config.Claims.Paths}, {"claims.folders", s.config.Claims.Folders}, {"claims.exclude", s.config.Claims.Exclude}} {
		for _, pattern := range list.patterns {
			if !fitsAny(base, s.Source.Files, list.key, pattern) {
				all = append(all, fmt.Sprintf("no file fits %q, of %s in the configuration", pattern, list.key))
			}
		}
	}
	return all
}

// fitsAny reports whether a pattern fits a note, or spares a file that is none: a link or a submodule that nobody need look behind.
func fitsAny(base *kb.Overlay, files []string, key, pattern string) bool {
	fits := func(name string) bool { return doublestar.MatchUnvalidated(pattern, name) }
	if key == "claims.folders" {
		fits = func(name string) bool { return kb.InFolder(name, pattern) }
	}
	for id := range base.IDs() {
		if fits(base.Path(id)) {
			return true
		}
	}
	return key == "claims.exclude" && slices.ContainsFunc(files, fits)
}
