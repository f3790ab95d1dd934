package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/kbgate/kbgate/internal/cli"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/recall"
	"github.com/kbgate/kbgate/internal/records"
	"github.com/kbgate/kbgate/internal/text"
)

func newExplainCategory() cli.Command {
	var kind decision.ArtifactType
	return cli.Command{
		Use:   "explain-category TEXT|-",
		Short: "Say which category a reason has, and which words decide",
		Long: `Say which category the reason of a rejection would get now, and which of its words decide; nothing is
recorded. Keywords come first: those of the contract and those under learn.keywords. Where none stands
there, a model proposes a category by what reviewers have set in this repository's store, and outside
of one by general words of English and Portuguese. What is learned is said in the words of the type that most
rejections of the category have here, or of --type. With - the text is read from standard input.`,
		Example: `  kbgate explain-category "Too generic, no real examples"
  kbgate log --limit 1 --format jsonl | jq -r .reason | kbgate explain-category -`,
		Run: func(c *cli.Call) error {
			reason, err := reasonOf(c, c.Args[0])
			if err != nil {
				return err
			}
			g, kinds, err := taught(c)
			if err != nil {
				return err
			}
			e := explained{Explanation: g.Categorizer.Explain(reason), Missing: learn.IsMissing(reason)}
			if kind == "" {
				kind = kinds.Of(e.Category)
			}
			e.LearnedAction = learn.Action(decision.Summary{Reason: reason, Category: e.Category, Type: kind}, nil)
			return cli.PrintResult(c, e, e.text())
		},
		Options: []cli.Option{
			cli.Flag(cli.Choice(&kind, decision.ArtifactTypes...), "type", "say what is learned of an artifact of this `TYPE`: skill, persona, code, documentation, claim, email, other\n(default: that of most rejections of the category here)"),
		},
		Formats: []string{"text", "json"},
	}
}

// taught is what the store teaches, and of which types the artifacts are that were rejected; outside of a repository, neither.
func taught(c *cli.Call) (*records.Learning, learn.Kinds, error) {
	l, err := c.Ledger("")
	if errors.Is(err, git.ErrNoRepository) {
		g, err := ledger.LearningAt(c.Ctx, c.Dir, ledger.Options{Warn: func(string) {}}) // which the call has said
		return g, nil, err
	} else if err != nil {
		return nil, nil, err
	}
	g, err := l.Learning(c.Ctx)
	if err != nil {
		return nil, nil, err
	}
	byAgent, err := recall.Kinds(c.Ctx, l, recall.Filter{})
	all := learn.Kinds{}
	for _, some := range byAgent {
		all.Merge(some)
	}
	return g, all, err
}

// maxExplained is the longest text that is looked at, in bytes. A recorded reason is shorter.
const maxExplained = 1 << 20

func reasonOf(c *cli.Call, arg string) (string, error) {
	if arg != "-" {
		return arg, nil
	}
	data, err := io.ReadAll(io.LimitReader(c.In, maxExplained+1))
	if err != nil {
		return "", fmt.Errorf("reading the reason: %w", err)
	}
	if len(data) > maxExplained {
		return "", hint.Misuse(fmt.Sprintf("a reason takes at most %d KiB", decision.MaxReason>>10), "the text takes more than 1 MiB")
	}
	return strings.TrimRight(string(data), "\r\n"), nil
}

// explained is why a reason has its category, and what would be learned from it.
type explained struct {
	learn.Explanation
	LearnedAction string `json:"learned_action"`
	Missing       bool   `json:"-"` // there is no reason
}

// How many words are shown to people; json has all.
const (
	mostKeywords = 20
	mostWords    = 8
)

func (e explained) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s", e.Category, e.decidedBy())
	if len(e.Also) > 0 {
		fmt.Fprintf(&b, "; keywords of %s stand there, too", strings.Join(cli.Strings(e.Also), ", "))
	}
	fmt.Fprintf(&b, "\naction: %s\n", e.LearnedAction)
	for _, m := range e.Matches[:min(len(e.Matches), mostKeywords)] {
		fmt.Fprintf(&b, "  keyword %q: %s", m.Phrase, m.Category)
		if m.DeniedBy != "" {
			fmt.Fprintf(&b, ", denied by %q", m.DeniedBy)
		}
		b.WriteByte('\n')
	}
	if more := len(e.Matches) - mostKeywords; more > 0 {
		fmt.Fprintf(&b, "  and %d more\n", more)
	}
	if e.Proposal != nil && e.Basis != decision.ByKeyword {
		writeProposal(&b, e.Proposal)
	}
	return b.String()
}

// decidedBy says what decided.
func (e explained) decidedBy() string {
	switch e.Basis {
	case decision.ByKeyword:
		for _, m := range e.Matches {
			if m.Category == e.Category && m.DeniedBy == "" {
				return fmt.Sprintf("decided by the keyword %q", m.Phrase)
			}
		}
	case decision.ByModel:
		return fmt.Sprintf("decided by the model, which is %s sure (%.0f %% are needed)", sure(e.Proposal), 100*e.Proposal.Bar)
	}
	why := "no keyword stands there"
	switch {
	case e.Missing:
		return "nothing decides: no reason is given"
	case len(e.Matches) > 0:
		why = "its keywords are denied"
	}
	if p := e.Proposal; p != nil && len(p.Words) > 0 && p.Complaint < learn.ComplaintBar {
		return "nothing decides: " + why + ", and the model sees no complaint"
	}
	return "nothing decides: " + why + ", and the model knows too little of its words"
}

// writeProposal says what the model knows of a text, and what it makes of that.
func writeProposal(w io.Writer, p *learn.Proposal) {
	from := "the lexicon alone"
	if p.Learned > 0 {
		from = "the lexicon and " + text.Count(p.Learned, "reason", "reasons") + " whose category people have set"
	}
	switch {
	case len(p.Words) == 0:
		fmt.Fprintf(w, "the model, made from %s, knows none of these words\n", from)
		return
	case p.Complaint < learn.ComplaintBar:
		fmt.Fprintf(w, "the model, made from %s, takes it for no complaint: thanks, a question, agreement or a note (%.0f %% that it is one; %.0f %% are needed)\n",
			from, 100*p.Complaint, 100*learn.ComplaintBar)
	case p.Probability < p.Bar:
		fmt.Fprintf(w, "the model, made from %s, holds %s for the likeliest, but is only %s sure; %.0f %% are needed\n", from, p.Category, sure(p), 100*p.Bar)
	default:
		fmt.Fprintf(w, "the model is made from %s\n", from)
	}
	fmt.Fprintf(w, "what speaks for %s (+) or against it (-):\n", p.Category)
	for _, word := range p.Words[:min(len(p.Words), mostWords)] {
		denied := ""
		if strings.Contains(word.Stem, "!") {
			denied = " (denied)"
		}
		fmt.Fprintf(w, "  %+.2f %q%s, from %s\n", word.Weight, strings.Join(strings.Fields(word.Words), " "), denied, origin(word))
	}
}

// sure is a probability in words: a model is never quite sure.
func sure(p *learn.Proposal) string { return fmt.Sprintf("%.0f %%", min(99, 100*p.Probability)) }

// origin says from where the weight of a word is.
func origin(w learn.Weight) string {
	store := text.Count(w.Reasons, "reason", "reasons") + " of this store"
	switch {
	case w.Reasons == 0:
		return "the lexicon"
	case w.General:
		return "the lexicon and " + store
	}
	return store
}
