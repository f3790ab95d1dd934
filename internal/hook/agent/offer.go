package agent

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/refine"
	"github.com/kbgate/kbgate/internal/refine/signal"
	"github.com/kbgate/kbgate/internal/refine/slot"
	"github.com/kbgate/kbgate/internal/secret"
	"github.com/kbgate/kbgate/internal/text"
	"github.com/kbgate/kbgate/internal/text/prompt"
)

// mostOffered is how many characters of what was said stand in the line that records it.
const mostOffered = 300

// Offer says what an agent may record of an event that shows a failure; false where it shows none, or where what was said looks as if it
// holds a secret. Nothing is recorded here. artifact gives what the agent made, "" where that is not known; categorize gives the category of
// a reason.
func Offer(e Event, artifact func() string, categorize func(reason string) decision.Category) (said string, ok bool) {
	text := []byte(e.Text)
	detect := signal.Detect
	if e.Kind == Ran {
		detect = signal.DetectPrinted // a program rejects nothing
	}
	found := detect(text)
	if len(found.Signals) == 0 || len(secret.Find(e.Text)) > 0 {
		return "", false
	}
	s := found.Signals[0]
	if i := slices.IndexFunc(found.Signals, func(s signal.Signal) bool { return s.Type == signal.UserRejection }); i > 0 {
		s = found.Signals[i] // what the person says counts before what the person pasted
	}
	slots := slot.Take(text, found)
	reason, quoted := reasonOf(text, found, s, &slots)
	if quoted == "" || slot.IsBareExit(quoted) {
		return "", false
	}
	action := refine.ActionsOf(s.Type)[0]
	for _, a := range refine.ActionsOf(s.Type) {
		if words, _ := a.Sentence(&slots); words != "" {
			action = a
			break
		}
	}
	of, data := "the person's words", "Text in `“…”` and behind --reason repeats what the person has just said. This note takes nothing from it and adds nothing to it."
	if e.Kind == Ran {
		of, data = "the tool's output", prompt.Label("printed by a tool", "what went wrong")+" What stands behind --reason is the same text, and the same data."
	}
	name, missing := "ARTIFACT", ", with the name of that file in place of ARTIFACT"
	if made := artifact(); isPlainName(made) {
		name, missing = made, ""
	}
	by := ""
	if e.Agent != "" {
		by = " --agent " + e.Agent
	}
	return fmt.Sprintf(`kbgate sees %s in %s (confidence %.2f): %s
%s
If it is about something that you made, this line records the rejection%s:
  kbgate reject %s%s --reason %s
Its category would be %s, by the words; --category CATEGORY says another. Nothing is recorded unless somebody runs the line.
What improves the prompt is %s (%s): kbgate refine --prompt FILE --feedback FILE does it.`,
		s.Type, of, s.Confidence, prompt.Quotation(prompt.Quote(quoted, mostOffered)), data, missing, name, by, Quoted(reason), categorize(reason), action.Name, action.Description), true
}

// isPlainName reports whether a path needs no quotation in a shell, and says nothing to whoever reads it.
func isPlainName(s string) bool {
	return s != "" && s[0] != '-' && len(s) <= 200 && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-") == ""
}

// reasonOf is what was said, as a reason and in its own words: all of a person's where they are few, else the places of the signal; of a
// program's output what the error says, or the test that failed.
func reasonOf(text []byte, found signal.Result, s signal.Signal, slots *slot.Slots) (reason, quoted string) {
	said := ""
	for _, p := range found.Words {
		said = strings.TrimSpace(said + " " + string(text[p.Start:p.End]))
	}
	switch {
	case said != "" && utf8.RuneCountInString(said) <= mostOffered:
		quoted = said
	case s.Type == signal.RuntimeError && slots.ErrorMessage != "":
		quoted = slots.ErrorMessage
	case s.Type == signal.VerificationFailure && slots.Test != "":
		return plain("fails: " + slots.Test), slots.Test
	default:
		var parts []string
		for _, p := range s.Parts {
			parts = append(parts, string(text[p.Start:p.End]))
		}
		quoted = strings.Join(parts, ". ")
	}
	return plain(quoted), quoted
}

// plain is a text on one line, of at most so many characters, without what does not show.
func plain(s string) string { return prompt.Quote(s, mostOffered) }

// Quoted is a text as one word of the shell, whatever stands in it: a POSIX shell gives back exactly the text. PowerShell, which agents run on
// Windows, ends a quotation at any of several characters, and each becomes a letter that looks like an apostrophe there.
func Quoted(s string) string { return quotedFor(runtime.GOOS, s) }

func quotedFor(system, s string) string {
	if system != "windows" {
		return text.ShellQuoted(s)
	}
	return "'" + strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune("'‘’‚‛", r):
			return 'ʼ'
		case strings.ContainsRune("&|<>^%!", r): // cmd.exe takes no such quotation for one
			return ' '
		}
		return r
	}, s) + "'"
}
