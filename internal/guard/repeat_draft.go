package guard

import (
	"fmt"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/draft"
	"github.com/kbgate/kbgate/internal/guard/memory"
	"github.com/kbgate/kbgate/internal/text"
)

// RepeatDraft is GUARD-002.
var RepeatDraft = &Guard{
	ID:      "GUARD-002",
	Title:   "Repeat draft",
	Summary: "The draft is one that was rejected, unchanged or disguised",
	Why: "A text that comes back as it was makes the reviewer say the same again. Padding, another greeting, sentences in another order, synonyms, " +
		"or another ending answer no objection: they keep what was rejected and bring nothing that was not there.",
	Fix: "Answer what the reviewer said. A new draft may keep its offer and its request, but has another opener or other evidence: names, figures or " +
		"facts of the lead that the rejected one did not have; a note has a corrected figure, title, confidence or source, or new evidence.",
	Bad:  "The rejected e-mail with another subject line, two sentences more, and the last paragraph in other words.",
	Good: "The rejected e-mail with the offer as it was, and an opener about the plant that the company opened in May.",
	Run:  repeats,
}

// repeats looks for the rejection that the draft is most like. The unchanged file, and the fingerprint of an e-mail, are certain. An e-mail
// that is like a rejected one blocks; any other draft blocks as the unchanged file alone, for its author has to be able to come back with
// a better text. A draft that was itself approved later is no repeat, whatever it is like.
func repeats(in *Input) *Failure {
	d := in.Draft
	p := proposed{Draft: d, isMail: d.Type == decision.Email}
	if strings.TrimSpace(d.Subject+d.Body) != "" {
		p.fingerprint, p.isShort = draft.Fingerprint(d.Subject, d.Body), draft.SeesAll(d.Body)
	}
	var found *Failure
	best := 0
	for i := len(in.Memory.Rejections) - 1; i >= 0; i-- { // the last one first: of equals it is named
		r := &in.Memory.Rejections[i]
		isSame := p.fingerprint != "" && r.Fingerprint == p.fingerprint
		isFile := !p.isMail && d.SHA != "" && d.SHA == r.SHA
		switch {
		case in.Memory.Frees(r, p.isApproved):
			continue
		case isFile && r.Files < 2:
			return &Failure{Message: fmt.Sprintf("this is the file that was %s, unchanged; %s", was(r), p.answer(r))}
		case isFile:
			found, best = &Failure{Possible: true, Message: fmt.Sprintf("this is the file that was %s, unchanged, with others of one change: was it about this one? %s", was(r), p.answer(r))}, 100
		case p.isMail && isSame:
			return &Failure{Message: fmt.Sprintf("this is the e-mail that was %s: subject and first 500 characters are the same; %s", was(r), p.answer(r))}
		case p.isMail && r.Fingerprint == "" && r.Sketch == "":
			continue // its text was not at hand
		}
		var like draft.Likeness
		if r.Sketch != "" {
			like = p.read().Compare(r.Sketch)
		}
		if p.isMail && p.content != nil && p.content.IsCut() && best == 0 { // a like one, if any is seen, says more
			found = &Failure{Message: fmt.Sprintf("more of the body shows than the %d KiB that are compared; nobody can tell whether the draft that was %s stands in it; write less", draft.MostCompared>>10, was(r))}
		}
		least, soon := thresholdOf(in, r)
		switch {
		case like.Score >= least && like.Score > best:
			best = like.Score
			found = &Failure{Possible: !p.isMail, Message: fmt.Sprintf("%d of 100 like the draft %s (a repeat from %d on%s); %s; %s",
				like.Score, was(r), least, soon, p.change(r, isSame, like), p.answer(r))}
		case like.Score == 0 && isSame && found == nil: // too short a text to tell what is like it
			found = &Failure{Possible: true, Message: fmt.Sprintf("title and first 500 characters are those of the text that was %s; %s", was(r), p.answer(r))}
		}
	}
	return found
}

// proposed is a draft that is compared with what was rejected.
type proposed struct {
	*draft.Draft
	isMail      bool
	fingerprint string         // "" for no text
	isShort     bool           // the fingerprint sees all of the body
	content     *draft.Content // by read
	sketched    string         // by sketch
}

// read gives the content, which is read when it is first needed.
func (p *proposed) read() *draft.Content {
	if p.content == nil {
		p.content = draft.ContentOf(p.Draft)
	}
	return p.content
}

// sketch gives the sketch, which is made when it is first needed.
func (p *proposed) sketch() string {
	if p.sketched == "" {
		p.sketched = p.read().Sketch()
	}
	return p.sketched
}

// isApproved reports whether an approval is of exactly this draft: of a file by its content, of an e-mail by its text. Where the
// fingerprint does not see all of the text, the sketch has to be the same too, so that nothing else comes behind an approved beginning.
func (p *proposed) isApproved(a *memory.Approval) bool {
	if !p.isMail {
		return p.SHA != "" && a.SHA == p.SHA
	}
	if p.fingerprint == "" || a.Fingerprint != p.fingerprint {
		return false
	}
	if a.Sketch == "" {
		return p.isShort
	}
	return a.Sketch == p.sketch()
}

// change says what a draft keeps of the rejected one, and what it brings.
func (p *proposed) change(r *memory.Rejection, isSame bool, like draft.Likeness) string {
	if isSame && r.Sketch == p.sketch() {
		return "nothing but white space or capitals is changed, as far as the record tells"
	}
	one, many := "new name or figure", "new names and figures"
	if p.isMail && p.Lead != nil {
		one, many = "new name, figure or fact of the lead", "new names, figures or facts of the lead"
	}
	brought := "no " + one
	if like.New > 0 {
		brought = "only " + text.Count(like.New, one, many)
	}
	return fmt.Sprintf("%d %% of its words kept; %s", like.Kept, brought)
}

// answer says what is to be done about a repeat.
func (p *proposed) answer(r *memory.Rejection) string {
	if !p.isMail {
		return "`kbgate show " + r.ID + "` tells why"
	}
	return "`kbgate show " + r.ID + "` tells why; write another opener or evidence, or get it approved (`kbgate approve NAME --draft FILE`)"
}

// thresholdOf is the score from which on a draft repeats a rejected one, and why it is another than the usual one.
func thresholdOf(in *Input, r *memory.Rejection) (least int, soon string) {
	switch {
	case in.Draft.Type != decision.Email:
		return draft.RepeatOfNote, ""
	case in.Draft.Campaign == r.Campaign && in.Now.Sub(r.At) <= in.Settings.Suppress:
		return draft.RepeatSoon, ", so soon in its campaign"
	}
	return draft.RepeatOfMail, ""
}

// was says when a draft was rejected.
func was(r *memory.Rejection) string { return "rejected on " + r.At.UTC().Format(time.DateOnly) }
