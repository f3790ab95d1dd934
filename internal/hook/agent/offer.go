package agent

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/lazy"
	"github.com/kbgate/kbgate/internal/refine"
	"github.com/kbgate/kbgate/internal/refine/signal"
	"github.com/kbgate/kbgate/internal/refine/slot"
	"github.com/kbgate/kbgate/internal/secret"
	"github.com/kbgate/kbgate/internal/text/prompt"
)

// OfferBar is the least confidence of a signal of which the agent is told: that of a signal without a boost.
const OfferBar = signal.Base

// mostOffered is how many characters of what was said stand in the line that records it.
const mostOffered = 300

// Offer says what an agent may record of an event that shows a failure; false where it shows none, or where what was said looks as if it
// holds a secret. Nothing is recorded here. artifact is what the agent made, "" where that is not known; categorize gives the category of a
// reason.
func Offer(e Event, artifact string, categorize func(reason string) decision.Category) (said string, ok bool) {
	text := []byte(e.Text)
	found := signal.Result{}
	if e.Kind == Ran {
		found = signal.DetectPrinted(text) // a program rejects nothing
	} else {
		found = signal.Detect(text)
	}
	if len(found.Signals) == 0 || found.Signals[0].Confidence < OfferBar || len(secret.Find(e.Text)) > 0 {
		return "", false
	}
	s := found.Signals[0]
	if i := slices.IndexFunc(found.Signals, func(s signal.Signal) bool { return s.Type == signal.UserRejection }); i > 0 {
		s = found.Signals[i] // what the person says counts before what the person pasted
	}
	reason := reasonOf(text, found, s)
	if reason == "" || bareExit().MatchString(reason) {
		return "", false
	}
	action := refine.ActionsOf(s.Type)[0]
	slots := slot.Take(text, found)
	for _, a := range refine.ActionsOf(s.Type) {
		if words, _ := a.Sentence(&slots); words != "" {
			action = a
			break
		}
	}
	by, of := "typed by a person", "the person's words"
	if e.Kind == Ran {
		by, of = "printed by a tool", "the tool's output"
	}
	name, missing := "ARTIFACT", ", with the name of that file in place of ARTIFACT"
	if isPlainName(artifact) {
		name, missing = artifact, ""
	}
	return fmt.Sprintf(`kbgate sees %s in %s (confidence %.2f): %s
%s What stands behind --reason is the same text, and the same data.
If it is about something that you made, this line records the rejection%s:
  kbgate reject %s --reason %s --category %s
Nothing is recorded unless somebody runs it. The prompt is improved by %s (%s): see kbgate refine -h.`,
		s.Type, of, s.Confidence, prompt.Quotation(prompt.Quote(reason, mostOffered)), prompt.Label(by, "what went wrong"), missing, name, Quoted(reason), categorize(reason),
		action.Name, action.Description), true
}

// isPlainName reports whether a path needs no quotation in a shell, and says nothing to whoever reads it.
func isPlainName(s string) bool {
	return s != "" && s[0] != '-' && len(s) <= 200 && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-") == ""
}

// bareExit is how a command says that it ended otherwise than with 0, and nothing else: as grep does that found nothing.
var bareExit = lazy.Regexp(`(?i)^exit (?:code|status) \d+$`)

// reasonOf is what was said, in its own words: all of a person's where they are few, else the places of the signal; of a program's output
// what the error says.
func reasonOf(text []byte, found signal.Result, s signal.Signal) string {
	slots := slot.Take(text, found)
	if s.Type == signal.RuntimeError && slots.ErrorMessage != "" {
		return plain(slots.ErrorMessage)
	}
	if s.Type == signal.VerificationFailure && slots.Test != "" {
		return plain("fails: " + slots.Test)
	}
	var parts []string
	if s.Type == signal.UserRejection || s.Type == signal.PartialSuccess {
		for _, p := range found.Words {
			parts = append(parts, string(text[p.Start:p.End]))
		}
		if said := strings.Join(parts, " "); len(said) <= mostOffered {
			return plain(said)
		}
		parts = nil
	}
	for _, p := range s.Parts {
		parts = append(parts, string(text[p.Start:p.End]))
	}
	return plain(strings.Join(parts, ". "))
}

// plain is a text on one line, of at most so many characters, without what does not show. Every apostrophe, quotation mark of one stroke and
// look-alike becomes a letter that ends a quotation in no shell: PowerShell takes four characters for one.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("'‘’‚‛′´＇", r) {
			return 'ʼ'
		}
		return r
	}, prompt.Quote(s, mostOffered))
}

// Quoted is what plain gives, as one word of a shell, whatever stands in it.
func Quoted(s string) string { return "'" + s + "'" }
