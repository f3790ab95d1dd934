package gate

import (
	"fmt"
	"strings"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/finding"
)

// InvalidSuppression reports comments that suppress a gate without need or without a reason.
var InvalidSuppression = &Gate{
	ID:       "invalid_suppression",
	Title:    "Suppression comments",
	Summary:  "A comment that silences a gate has no reason or no effect",
	Why:      "An exception is a decision, and a decision without a reason cannot be reviewed. A comment that silences nothing any more hides the next fault of its kind.",
	Fix:      "Give the reason behind the colon, or take the comment out.",
	Severity: Warning, EveryNote: true,
	Bad:  "-- tea.md --\n# tea\n\n<!-- kbgate-ignore broken_wiki_links -->\n\nSee [[milk]].\n",
	Good: "-- tea.md --\n# tea\n\n<!-- kbgate-ignore broken_wiki_links: the note on milk comes next week -->\n\nSee [[milk]].\n",
	Conclude: func(c *Conclusion) error {
		told := map[string]int{} // by note
		for i := range c.Suppressions {
			s := &c.Suppressions[i]
			f := s.Comment
			if f.Message, f.Fix = s.fault(c.Context); f.Message == "" || c.Off && !s.NotYetValid && !s.Unjudged {
				continue
			}
			if s.NotYetValid || s.Unjudged {
				f.Severity = Blocking
			}
			if s.NotYetValid && !s.OnHint {
				f.Message += ", and once it stands in the base it would hide one"
			}
			if !s.Unjudged {
				told[f.Path]++
			}
			if told[f.Path] <= MostFindings {
				c.Report(f)
			}
		}
		for path, n := range told {
			if more := n - MostFindings; more > 0 {
				f := Further(more)
				c.Report(finding.OnPath(path, "", f.Message, f.Fix))
			}
		}
		return nil
	},
}

// SuppressionMark begins the comments that suppress gates.
const SuppressionMark = "kbgate-ignore"

// Suppression is one `<!-- kbgate-ignore GATE: reason -->`. It stands for the whole note.
type Suppression struct {
	Gate, Reason string
	// Comment is a finding on the comment, located, that has no message yet.
	Comment finding.Finding
	// Used reports whether the comment suppresses a finding, or would once the base has it.
	Used bool
	// OnHint reports whether a comment of a change stands in a note in which its gate, which may block, only hints at something.
	OnHint bool
	// NotYetValid reports whether a comment of a change suppresses nothing yet but would suppress a gate that blocks in a later change,
	// when nobody is asked about it any more.
	NotYetValid bool
	// Unjudged reports whether a change of the configuration makes a claim of the note of a comment that suppresses a gate
	// which blocks.
	Unjudged bool
}

// SuppressionsOf finds the suppression comments of a note.
func SuppressionsOf(c *claim.Claim) (all []Suppression) {
	places := claim.NewLocator(c.Source)
	for _, region := range c.Hidden {
		if region.Kind != claim.Comment {
			continue
		}
		inside := strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(c.Slice(region.Span), "<!--"), "-->"))
		rest, ok := strings.CutPrefix(inside, SuppressionMark)
		if !ok {
			continue
		}
		tag, reason, _ := strings.Cut(rest, ":")
		s := Suppression{Gate: strings.TrimSpace(tag), Reason: strings.TrimSpace(reason), Comment: finding.Finding{Path: c.Path, At: region.Span}}
		s.Comment.Locate(c, places)
		all = append(all, s)
	}
	return all
}

// fault says what is wrong with the comment, or "", and what to do about it.
func (s *Suppression) fault(ctx *Context) (message, fix string) {
	g, known := ctx.Gates.Find(s.Gate)
	switch {
	case s.Unjudged:
		return fmt.Sprintf("the configuration of the change makes this note a claim, and nobody has judged its suppression of %s", s.Gate),
			"Take the comment out, or ask a reviewer to let it in."
	case s.Gate == "":
		return "the comment names no gate", "Write `<!-- kbgate-ignore GATE: the reason -->`."
	case !known:
		fix = "Name a gate; `kbgate explain` lists them."
		if near, ok := config.Nearest(s.Gate, ctx.Gates.IDs()); ok {
			fix = fmt.Sprintf("Write %s, if that is the gate meant.", near)
		}
		return fmt.Sprintf("no gate is called %q", s.Gate), fix
	case g.Unsilenceable:
		return fmt.Sprintf("%s may not be suppressed", s.Gate), "Take the comment out, and mend what the gate finds."
	case s.Reason == "":
		return fmt.Sprintf("the suppression of %s gives no reason", s.Gate), "Give the reason behind a colon."
	case s.NotYetValid && s.OnHint:
		return fmt.Sprintf("the comment is new, and %s only hints here; once the comment stands in the base it would hide a fault that blocks", s.Gate),
			"Take the comment out: a hint blocks nothing, and there is nothing to do if you disagree."
	case !s.Used && ctx.Config.Gates[s.Gate].Severity != Off && (!g.OfDrafts || ctx.Drafts):
		return fmt.Sprintf("the comment suppresses nothing: %s finds no fault here", s.Gate), "Take the comment out."
	}
	return "", ""
}
