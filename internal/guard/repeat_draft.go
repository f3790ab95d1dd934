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
// a better text.
func repeats(in *Input) *Failure {
	d := in.Draft
	isMail := d.Type == decision.Email
	var content *draft.Content // read when it is first needed
	fingerprint := ""
	if strings.TrimSpace(d.Subject+d.Body) != "" {
		fingerprint = draft.Fingerprint(d.Subject, d.Body)
	}
	var found *Failure
	best := 0
	for i := len(in.Memory.Rejections) - 1; i >= 0; i-- { // the last one first: of equals it is named
		r := &in.Memory.Rejections[i]
		isSame := fingerprint != "" && r.Fingerprint == fingerprint
		switch {
		case !isMail && d.SHA != "" && d.SHA == r.SHA && r.Files < 2:
			return &Failure{Message: fmt.Sprintf("this is the file that %s, unchanged; %s", was(r), answerOf(in.Draft))}
		case !isMail && d.SHA != "" && d.SHA == r.SHA:
			found, best = &Failure{Possible: true, Message: fmt.Sprintf("this is the file that %s, unchanged, with others of one change: was it about this one?", was(r))}, 100
		case isMail && isSame:
			return &Failure{Message: fmt.Sprintf("this is the e-mail that %s: subject and first 500 characters are the same; %s", was(r), answerOf(in.Draft))}
		case isMail && r.Fingerprint == "" && r.Sketch == "":
			continue // its text was not at hand
		}
		var like draft.Likeness
		if r.Sketch != "" {
			if content == nil {
				content = draft.ContentOf(d)
			}
			like = content.Compare(r.Sketch)
		}
		if isMail && content != nil && content.IsCut() && best == 0 { // a like one, if any is seen, says more
			found = &Failure{Message: fmt.Sprintf("the body shows more than the %d KiB that are compared, so that nobody can tell whether the draft that %s stands in it; write less", draft.MostCompared>>10, was(r))}
		}
		least, soon := thresholdOf(in, r)
		switch {
		case like.Score >= least && like.Score > best:
			best = like.Score
			found = &Failure{Possible: !isMail, Message: fmt.Sprintf("the draft is %d of 100 like the one that %s, and from %d on it counts as the same%s: it keeps %d %% of its words, and brings %s; %s",
				like.Score, was(r), least, soon, like.Kept, specifics(in.Draft, like.New), answerOf(in.Draft))}
		case like.Score == 0 && isSame && found == nil: // too short a text to tell what is like it
			found = &Failure{Possible: true, Message: fmt.Sprintf("title and first 500 characters are those of the text that %s; %s", was(r), answerOf(in.Draft))}
		}
	}
	return found
}

// answerOf says what is to be done about a repeat.
func answerOf(d *draft.Draft) string {
	if d.Type != decision.Email {
		return "answer what its reviewer said"
	}
	return "answer what its reviewer said with an opener or evidence that it did not have"
}

// thresholdOf is the score from which on a draft repeats a rejected one, and why it is another than the usual one.
func thresholdOf(in *Input, r *memory.Rejection) (least int, soon string) {
	switch {
	case in.Draft.Type != decision.Email:
		return draft.RepeatOfNote, ""
	case in.Draft.Campaign == r.Campaign && in.Now.Sub(r.At) <= in.Settings.Suppress:
		return draft.RepeatSoon, " so soon after a rejection in the same campaign"
	}
	return draft.RepeatOfMail, ""
}

// was says when a draft was rejected, and by which record.
func was(r *memory.Rejection) string {
	return "was rejected on " + r.At.UTC().Format(time.DateOnly) + " (record " + r.ID + ")"
}

// specifics says in words how many specific things a draft has that the rejected one had not.
func specifics(d *draft.Draft, n int) string {
	one, many := "new name or figure", "new names and figures"
	if d.Type == decision.Email {
		one, many = "new name, figure or fact of the lead", "new names, figures or facts of the lead"
	}
	if n == 0 {
		return "no " + one
	}
	return "only " + text.Count(n, one, many)
}
