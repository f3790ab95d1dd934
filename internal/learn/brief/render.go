package brief

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/identity"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/text"
	"github.com/kbgate/kbgate/internal/text/prompt"
)

// JSON renders a brief as one line of JSON.
func JSON(b *Brief) string {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false) // no text of it has angles
	if enc.Encode(b) != nil {
		return "" // it holds nothing that cannot be written
	}
	return out.String()
}

// Markdown renders a brief for a prompt.
func Markdown(b *Brief) string {
	var w strings.Builder
	fmt.Fprintf(&w, "# Brief for %s\n\n%s\n", b.name(), b.opening())
	for _, s := range sections {
		s.write(&w, b)
	}
	if left := b.leftOut(); len(left) > 0 {
		fmt.Fprintf(&w, "\n(left out: %s)\n", strings.Join(left, ", "))
	}
	return w.String()
}

// leftOut says how much of what is left out, the least important first.
func (b *Brief) leftOut() (all []string) {
	say := func(items string) {
		if n := b.LeftOut[items]; n > 0 {
			all = append(all, counted(n, strings.ReplaceAll(strings.TrimSuffix(items, "s"), "_", " ")))
		}
	}
	for _, s := range slices.Backward(sections) {
		say(s.items)
	}
	say(olderRejections)
	return all
}

// name is that of the agent; what is none is a quotation.
func (b *Brief) name() string {
	if name, ok := identity.Name(b.Agent); ok {
		return name
	}
	return prompt.Quotation(b.Agent)
}

// label says what quotations are.
var label = prompt.Label("typed by people", "past work")

// opening says on what the brief stands.
func (b *Brief) opening() string {
	switch {
	case b.Decisions == 0:
		return "Nothing is known of this agent yet: no decision in the store is about its work."
	case b.Rejections == 0 && len(b.Gates.Issues)+b.LeftOut["gates"] == 0:
		return fmt.Sprintf("Of %s on your work none is a rejection, so there is nothing to learn from yet.", counted(b.Decisions, "decision"))
	}
	s := fmt.Sprintf("%s on your work, %s among them. %s", counted(b.Decisions, "decision"), counted(b.Rejections, "rejection"), label)
	if b.NoPattern != nil {
		s += "\n\n" + b.noPattern + "."
		if b.counted != "" {
			s += " (" + capital(b.counted) + ".)"
		}
	}
	return s
}

func counted(n int, what string) string { return text.Count(n, what, what+"s") }

func writePatterns(w *strings.Builder, b *Brief) {
	for i, p := range b.Patterns {
		if i == 0 {
			w.WriteString("\n## What keeps being rejected: see to it, and then say so" + b.basis() + "\n\n")
		}
		fmt.Fprintf(w, "- %s, %d of %s (%s%%; %.0f to %.0f%% with 95%% confidence): %s.\n  While you write, say: \"%s\"\n  Before you show it, say: \"%s\"\n",
			p.Category, p.OccurrenceCount, counted(p.TotalRejections, "rejection"), p.Percentage, p.Interval.Low, p.Interval.High, p.SuggestedCorrection, p.Noticed, p.Note)
	}
}

// basis says in brackets of which rejections the patterns are.
func (b *Brief) basis() string {
	if b.counted == "" {
		return ""
	}
	return " (" + b.counted + ")"
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// sentence is the contract's, with as many reasons as there is room for.
func (h *History) sentence() string {
	quoted := make([]string, len(h.Reasons))
	for i, reason := range h.Reasons {
		if quoted[i] = prompt.Quotation(reason); learn.IsMissing(reason) {
			quoted[i] = learn.ReasonAbsent // nobody said it
		}
	}
	return learn.RejectedTimes(h.Type, h.Rejections, quoted)
}

func writeHistory(w *strings.Builder, b *Brief) {
	h := b.History
	if h == nil {
		return
	}
	fmt.Fprintf(w, "\n## Before you touch %s\n\n", prompt.Quotation(h.Artifact))
	if h.Namesakes > 0 {
		fmt.Fprintf(w, "%s by that name; this is about the one that was rejected last.\n", are(h.Namesakes))
	}
	if h.Rejections == 0 {
		w.WriteString("The store knows of no rejection of your work on it.\n")
		return
	}
	w.WriteString(h.Sentence + "\n")
}

func are(n int) string {
	if n == 1 {
		return "There is 1 more artifact"
	}
	return fmt.Sprintf("There are %d more artifacts", n)
}

func writeActions(w *strings.Builder, b *Brief) {
	for i, a := range b.history().Actions {
		if i == 0 {
			w.WriteString("\nLearned from that, all together:\n\n")
		}
		fmt.Fprintf(w, "- %s\n", a)
	}
}

// String is an action in kbgate's own words, or as a quotation.
func (a Action) String() string {
	if a.name != "" {
		return learn.SectionBefore + prompt.Quotation(a.name) + learn.SectionBehind
	}
	if a.Quoted {
		return prompt.Quotation(a.Text)
	}
	return a.Text
}

func writeGates(w *strings.Builder, b *Brief) {
	for i, issue := range b.Gates.Issues {
		if i == 0 {
			fmt.Fprintf(w, "\n## Gates that your work fails most (of the newest %s)\n\n", b.Gates.things)
		}
		name := fmt.Sprintf("%s (%s)", issue.Gate, issue.Tag)
		if issue.Gate == issue.Tag {
			name = prompt.Quotation(issue.Tag)
		}
		fmt.Fprintf(w, "- %s, %d of %d (%s%%): %s\n", name, issue.Count, b.Gates.Of, issue.Percent, issue.Fix)
	}
}

func writeLessons(w *strings.Builder, b *Brief) {
	for i, l := range b.Lessons {
		if i == 0 {
			w.WriteString("\n## Most recent lessons\n\n")
		}
		kind := string(l.Type)
		if l.Type == decision.OtherType {
			kind = "artifact"
		}
		fmt.Fprintf(w, "- %s, %s %s, %s:", l.At, kind, prompt.Quotation(l.Artifact), l.Category)
		if l.Action != nil {
			fmt.Fprintf(w, " %s.", l.Action)
		}
		if l.Reason != "" {
			fmt.Fprintf(w, " The reviewer said: %s", prompt.Quotation(l.Reason))
		}
		w.WriteString("\n")
	}
}
