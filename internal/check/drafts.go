package check

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/draft"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/guard"
	"github.com/kbgate/kbgate/internal/guard/memory"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/lang"
	"github.com/kbgate/kbgate/internal/recall"
	"github.com/kbgate/kbgate/internal/source"
	"github.com/kbgate/kbgate/internal/text"
)

// mostDrafts is how many notes of one check are judged as drafts.
const mostDrafts = 10_000

// drafts judges notes that are proposed by what package guard knows of drafts.
type drafts struct {
	*Session
	*runner
	settings guard.Settings
	found    []finding.Finding
	remarks  []string
}

// proposedNote is a note as a draft.
type proposedNote struct {
	recall.Proposed
	draft   *draft.Draft
	wording bool // whether its wording is judged
}

// isProposed reports whether what a session checks is proposed.
func isProposed(s *Session) bool { return s.Source.Change != nil || s.Drafts }

// judgeDrafts gives the findings of the gates of drafts.
func judgeDrafts(s *Session, run *runner) (found []finding.Finding, remarks []string, err error) {
	d := &drafts{Session: s, runner: run}
	isOff := func(g *gate.Gate) bool { return s.config.Gates[g.ID].Severity == gate.Off }
	if !isProposed(s) || isOff(gate.RepeatDraft) && isOff(gate.GenericPhrases) {
		return nil, nil, nil
	}
	if d.settings, err = guard.SettingsOf(s.config.Guard, os.LookupEnv); err != nil || d.settings.Mode == guard.Off {
		return nil, nil, err
	}
	kept, err := d.recordsKept()
	if err != nil {
		return nil, nil, err
	}
	remembers := kept != nil && !isOff(gate.RepeatDraft)
	if !remembers && isOff(gate.GenericPhrases) {
		return nil, nil, nil
	}
	notes, err := d.notes()
	if err != nil {
		return nil, nil, err
	}
	if remembers {
		if err := d.repeats(kept, notes); err != nil {
			return nil, nil, err
		}
	}
	if !isOff(gate.GenericPhrases) {
		d.phrases(notes)
	}
	return d.found, d.remarks, nil
}

// notes reads the notes under check.
func (d *drafts) notes() (notes []proposedNote, err error) {
	open := d.open()
	defer open.Close()
	selected := 0
	for id := range d.base.IDs() {
		note := d.base.Note(id)
		if !d.isSelected(id) || note.IsUnread() {
			continue
		}
		if selected++; selected > mostDrafts {
			continue
		}
		text, trouble, err := source.Read(open, note.Path)
		if err != nil || trouble != nil { // it has changed since it was judged
			if d.ctx.Err() != nil {
				return nil, d.ctx.Err()
			}
			continue
		}
		notes = append(notes, d.proposed(note, text))
	}
	if selected > mostDrafts {
		d.say("of %d notes the first %d are compared with what was rejected before", selected, mostDrafts)
	}
	return notes, nil
}

func (d *drafts) proposed(note kb.Note, text []byte) proposedNote {
	p := proposedNote{draft: draft.ReadMarkdown(note.Path, text), wording: gate.JudgesWording(note)}
	if p.draft.Type = decision.Claim; !note.IsClaim() {
		p.draft.Type = decision.Documentation // whatever its header says
		p.wording = isReadable(p.draft)
	}
	p.Path, p.SHAs, p.Fingerprint = note.Path, hashesOf(text), draft.Fingerprint(p.draft.Subject, p.draft.Body)
	p.draft.SHA = p.SHAs[0]
	return p
}

// isReadable reports whether the wording of a note that is no claim can be judged: the base knows the languages of claims alone.
func isReadable(d *draft.Draft) bool {
	body := []byte(d.Body)
	title, rest := lang.OfNote(d.Subject, body, text.AppendWords(nil, body))
	return title.IsJudged() && rest.IsJudged()
}

// hashesOf gives the SHA-256 of a text in each of its forms.
func hashesOf(text []byte) []string {
	var all []string
	for _, form := range formsOf(text) {
		sum := sha256.Sum256(form)
		if digest := hex.EncodeToString(sum[:]); !slices.Contains(all, digest) {
			all = append(all, digest)
		}
	}
	return all
}

// phrases reports notes that are made of generic phrases.
func (d *drafts) phrases(notes []proposedNote) {
	for i := range notes {
		if n := &notes[i]; n.wording {
			in := &guard.Input{Draft: n.draft, Memory: &memory.Memory{}, Settings: d.settings, Now: d.Now}
			if failure := guard.GenericPhrases.Run(in); failure != nil {
				d.report(gate.GenericPhrases, n, failure.Message, true)
			}
		}
	}
}

// repeats reports notes that were rejected before.
func (d *drafts) repeats(kept *recordStore, notes []proposedNote) error {
	h, err := d.history(kept, notes)
	if err != nil || h == nil {
		return err
	}
	for i := range notes {
		n := &notes[i]
		m := h.memoryOf(&n.Proposed, d.settings.TTL, d.Now)
		if len(m.Rejections) == 0 {
			continue
		}
		if r := unchanged(m, n.SHAs); r != nil {
			isRenamed, err := d.isRenamed(n)
			if err != nil {
				return err
			}
			if !isRenamed {
				d.repeated(h, n, r)
			}
			continue
		}
		in := &guard.Input{Draft: n.draft, Memory: m, Settings: d.settings, Now: d.Now}
		if failure := guard.RepeatDraft.Run(in); failure != nil {
			d.report(gate.RepeatDraft, n, failure.Message, true)
		}
	}
	return nil
}

// unchanged gives the newest rejection of a content; nil for none.
func unchanged(m *memory.Memory, contents []string) (newest *memory.Rejection) {
	for i := range m.Rejections {
		if r := &m.Rejections[i]; r.SHA != "" && slices.Contains(contents, r.SHA) && (newest == nil || !r.At.Before(newest.At)) {
			newest = r
		}
	}
	return newest
}

// repeated reports a file that was rejected. Where it was rejected with others, it is certain only if all of them come back unchanged.
func (d *drafts) repeated(h *history, n *proposedNote, r *memory.Rejection) {
	as := ""
	if r.Artifact != "" && r.Artifact != n.Path {
		as = " as " + r.Artifact
	}
	message := fmt.Sprintf("this is the file that was rejected on %s%s, unchanged; `kbgate show %s` tells why", r.At.UTC().Format(time.DateOnly), as, r.ID)
	isCertain := h.back[r.ID]
	if !isCertain {
		message += "; it was rejected with others of one change, which are not all here as they were: was it about this one?"
	}
	d.report(gate.RepeatDraft, n, message, !isCertain)
}

// isRenamed reports whether a change only renames a note, whose text the base has.
func (d *drafts) isRenamed(n *proposedNote) (bool, error) {
	old := d.was[n.Path]
	if old == "" || d.before == nil {
		return false, nil
	}
	text, trouble, err := source.Read(d.Source.Objects(d.Source.Change.BeforeTree, nil), old)
	if err != nil || trouble != nil {
		return false, d.ctx.Err()
	}
	return hashesOf(text)[0] == n.SHAs[0], nil
}

// report takes a finding. Its fingerprint follows from the note's content, so that what lets it through lets no other text through.
func (d *drafts) report(g *gate.Gate, n *proposedNote, message string, isPossible bool) {
	f := finding.OnPath(n.Path, n.SHAs[0], message, g.Fix)
	f.Gate = g.ID
	switch {
	case isPossible:
		f.Certainty = finding.Possible
	case d.settings.Mode == guard.Soft && severityOf(&f, d.config) == finding.Blocking:
		f.Severity, f.Message = finding.Warning, "would block: "+message
	}
	d.found = append(d.found, f)
}

func (d *drafts) say(format string, args ...any) {
	d.remarks = append(d.remarks, fmt.Sprintf(format, args...))
}

// nameOf is what people call a reviewer.
func nameOf(d *decision.Decision) string {
	return cmp.Or(strings.TrimSpace(d.Reviewer), "nobody who is named")
}
