package brief

import (
	"bytes"
	_ "embed" // the page
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"text/template"

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

//go:embed brief.md
var markdownText string

// markdownTemplate is the brief for a prompt. text/template escapes nothing: what people typed has gone through Quote, and
// stands in quotations.
var markdownTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("brief").Funcs(template.FuncMap{
		"name": (*Brief).name, "opening": (*Brief).opening, "basis": (*Brief).basis, "leftOut": (*Brief).leftOut, "counted": counted,
		"patterns": (*Brief).patterns, "told": (*Brief).told, "sentence": func(a *Action) string { return strings.TrimSuffix(a.String(), ".") + "." },
		"quotation": prompt.Quotation, "things": func(b *Brief) string { return b.Gates.things },
	}).Parse(markdownText))
})

// Markdown renders a brief for a prompt.
func Markdown(b *Brief) string {
	var w strings.Builder
	if err := markdownTemplate().Execute(&w, b); err != nil {
		panic(err) // the template fits the type
	}
	return w.String()
}

// strength are the patterns of a brief that are more than chance, or those that are not.
type strength struct {
	Habit bool
	Of    []Pattern
}

// patterns parts those of a brief, each kind only if there are any.
func (b *Brief) patterns() (parts []strength) {
	for _, habit := range []bool{true, false} {
		part := strength{Habit: habit}
		for _, p := range b.Patterns {
			if p.Habit == habit {
				part.Of = append(part.Of, p)
			}
		}
		if len(part.Of) > 0 {
			parts = append(parts, part)
		}
	}
	return parts
}

// told reports whether a lesson has the advice of a gate already.
func (b *Brief) told(tag string) bool {
	return slices.ContainsFunc(b.Lessons, func(l Lesson) bool { return l.Tag == tag && tag != "" })
}

// leftOut says how much of what is left out, the least important first.
func (b *Brief) leftOut() string {
	var all []string
	say := func(items string) {
		if n := b.LeftOut[items]; n > 0 {
			all = append(all, counted(n, strings.ReplaceAll(strings.TrimSuffix(items, "s"), "_", " ")))
		}
	}
	for _, s := range slices.Backward(sections) {
		say(s.name)
	}
	say(olderRejections)
	return strings.Join(all, ", ")
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
	said := learn.RejectedTimes(h.Type, h.Rejections, quoted)
	if h.Approved != "" {
		said += "\n\nIt was approved since, on " + h.Approved + "."
	}
	return said
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
