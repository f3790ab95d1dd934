package decide

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/draft"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/guard"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/regular"
)

// ErrNoFile says that no file has the name of a draft.
var ErrNoFile = errors.New("there is no such file")

// ReadDraft reads a draft of any form. No link of a repository is followed to it: who names a tracked draft does not mean what somebody
// linked it to. With an error that is draft.ErrHeader the draft is given too, as far as it was read.
func ReadDraft(dir, name string) (*draft.Draft, error) {
	root, inside := outermost(ledger.Absolute(dir, name))
	files := regular.New(root, "a draft", draft.MaxSize)
	defer files.Close()
	data, _, why, err := contentOf(files, inside)
	switch {
	case errors.Is(err, regular.ErrGone):
		err = ErrNoFile
	case err != nil:
	case why != "":
		err = errors.New("it " + why)
	case data == nil:
		err = fmt.Errorf("it is larger than %d KiB", draft.MaxSize>>10)
	}
	var d *draft.Draft
	if err == nil {
		d, err = draft.Read(name, data)
	}
	if err != nil {
		err = fmt.Errorf("the draft %s: %w", name, err)
	}
	return d, err
}

// Text gives the draft that an artifact is: an e-mail, or a note whose text can be known again. It is nil for anything else, and where
// the content is not known.
func (f *File) Text() *draft.Draft {
	isMail := slices.ContainsFunc([]string{".json", ".eml"}, func(ending string) bool { return strings.HasSuffix(strings.ToLower(f.Name), ending) })
	isNote := slices.Contains([]decision.ArtifactType{decision.Claim, decision.Skill, decision.Persona, decision.Documentation, decision.Email}, f.Type)
	if f.Data == nil || !isMail && !isNote {
		return nil
	}
	d, err := draft.Read(f.Name, f.Data)
	if errors.Is(err, draft.ErrHeader) {
		err = nil // that may be what is wrong with it
	}
	if err != nil || !d.HasText() {
		return nil
	}
	d.Type = cmp.Or(d.Type, f.Type)
	return d
}

// KeepLikeness keeps in a record what the like of a note is known by, and none of its texts: they stay where they are. A note that was
// approved is known by its content, so only a rejection needs the sketch.
func KeepLikeness(d *decision.Decision, note *draft.Draft) {
	d.Draft.Fingerprint = draft.Fingerprint(note.Subject, note.Body)
	if d.Verdict == decision.Rejected {
		d.Draft.Sketch = draft.Sketch(note)
	}
}

// KeepTitle keeps the title of a note that a branch proposes, which may be gone when its rejection is read. Deal terms stand in titles, too:
// where they are what was found, it is left out, as it is where no record could hold it.
func KeepTitle(d *decision.Decision, note *draft.Draft) {
	if d.HasIssue(gate.OpsecInternalDealTerms.ID) {
		return
	}
	d.Draft.Title = strings.TrimSpace(note.Subject)
	d.DropWrong("draft.title")
}

// Kept is what a record keeps of a draft, so that the draft and its like are known again. Of the data of its lead it keeps what a guard
// takes for evidence. A rejection needs the sketch for its like, and an approval to tell exactly what was approved.
func Kept(d *draft.Draft, verdict decision.Verdict) decision.Draft {
	kept := decision.Draft{Title: strings.TrimSpace(d.Subject), Fingerprint: d.Judged, Template: d.Template, Evidence: guard.KnownEvidence(d)}
	if d.HasText() {
		kept.Opener = openerOf(d)
		kept.Fingerprint = draft.Fingerprint(d.Subject, d.Body)
		if verdict != decision.ApprovedWithChanges {
			kept.Sketch = draft.Sketch(d)
		}
	}
	return kept
}

// openerOf gives the first sentence of a draft's text, else the first line.
func openerOf(d *draft.Draft) string {
	body := d.Body
	if d.Type == decision.Email {
		body = draft.Shown(body)
	}
	if opener := draft.PartsOf(body).Opener; opener != "" {
		return opener
	}
	for line := range strings.Lines(body) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			return line
		}
	}
	return ""
}

// keepText keeps of the text that a record is given with what makes it known again, and not the text.
func keepText(d *decision.Decision) {
	subject, body, ok := d.Draft.TakeText()
	if !ok {
		return
	}
	text := &draft.Draft{Subject: cmp.Or(d.Draft.Title, subject), Body: body, Type: d.Artifact.Type, Template: d.Draft.Template, Evidence: d.Draft.Evidence}
	kept := Kept(text, d.Verdict)
	kept.Opener, kept.Rest = cmp.Or(d.Draft.Opener, kept.Opener), d.Draft.Rest
	d.Draft = kept
}
