package report

import (
	"bufio"
	_ "embed" // the reference
	"io"
	"strings"
	"sync"
	"text/template"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/guard"
)

//go:embed guards.md
var guardsText string

var guards = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{"draft": draftExample, "judged": judgedTypes, "anchor": strings.ToLower}).Parse(guardsText))
})

// WriteGuard explains one guard in markdown: what it finds, why, what is bad, what is good, and how to mend it.
func WriteGuard(w io.Writer, g *guard.Guard) error { return writeGuards(w, "one", g) }

// WriteGuards writes the reference of all guards: a part of a page of markdown.
func WriteGuards(w io.Writer, r guard.Registry) error { return writeGuards(w, "all", r) }

func writeGuards(w io.Writer, part string, of any) error {
	b := bufio.NewWriter(w)
	if err := guards().ExecuteTemplate(b, part, of); err != nil {
		return err
	}
	return b.Flush()
}

// draftExample shows an example of a draft: one in JSON in a fence, one in words as it is.
func draftExample(said string) string {
	if strings.HasPrefix(said, "{") {
		return "\n\n```json\n" + said + "\n```"
	}
	return " " + said
}

// judgedTypes says which drafts a guard judges.
func judgedTypes(g *guard.Guard) string {
	if g.Types == nil {
		return "every draft"
	}
	names := make([]string, len(g.Types))
	for i, t := range g.Types {
		names[i] = string(t)
		if t == decision.Email {
			names[i] = "e-mails"
		}
	}
	return strings.Join(names, ", ") + " alone"
}
