package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/cli"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/ledger"
)

func newReject() cli.Command {
	var flags decideFlags
	return cli.Command{
		Use:   "reject ARTIFACT",
		Short: "Record that a reviewer rejected something, and why",
		Long: `Record that a reviewer rejected an artifact: a file, or anything that has a name. On a terminal and
without --reason you are asked for the reason, once; Enter skips the question, and after 30 seconds
the decision is recorded with what stands there by then. Where there is no terminal nothing is asked.
` + "`kbgate amend ID --reason TEXT`" + ` adds a reason later.

The reason gets a category, unless you give one, and what is to be done differently is learned from it;
if most of the agent's rejections are of one kind, that is said. docs/learning.md has the details.

What the flags leave open is looked up: the type follows from the path (a claim of the knowledge base
is a claim), the agent from the file's last commit and the branch as agents.from says, the reviewer
is git's user.name, and of a file the SHA-256 of its content is kept. --ref takes all this from a branch
or commit that is not checked out, and so does --pr where this clone has the pull request's head. E-mail addresses as --subject
are stored as hashes (with the key in ` + ledger.SubjectKeyVariable + `, if it is set). docs/store.md tells where the
record goes.`,
		Example: `  kbgate reject skills/redis-cache.md --reason "Examples don't work correctly"
  kbgate reject skills/redis-cache.md --reason "I got lost twice" --category clarity
  kbgate reject claims/foam-is-protein.md --ref origin/rio/foam --reason "Which proteins?"
  kbgate reject claims/foam-is-protein.md --issue scope_error --pr team/kb#12
  kbgate reject welcome-mail --type email --subject ana@example.org --draft mail.txt --agent rio`,
		Run:     func(c *cli.Call) error { return flags.decide(c, decision.Rejected, askReason) },
		Options: flags.options(),
		Formats: []string{"text", "json"},
	}
}

// reasonWait is how long askReason waits for an answer. Tests wait less.
var reasonWait = 30 * time.Second

// reply is what came of asking for a reason.
type reply struct {
	reason string
	late   bool // the time ran out
}

// askReason asks for a reason where there is a terminal to ask on.
func askReason(c *cli.Call) (reply, error) {
	in, ok := c.In.(*os.File)
	if !ok || !cli.IsTerminal(in) || !cli.IsTerminal(c.Errs) {
		return reply{reason: learn.NoReason}, nil
	}
	timer := time.NewTimer(reasonWait)
	defer timer.Stop()
	return awaitReason(c.Ctx, in, c.Errs, timer.C, func() func() { return cli.ReleaseLine(in) })
}

// skipReason stands below the question and says what happens without an answer.
const skipReason = "(Enter skips; without an answer the decision is recorded in 30 seconds)"

// grace is for how long a terminal is given to hand over a line that was not ended.
const grace = 200 * time.Millisecond

// awaitReason asks once, and goes on without an answer when late says so. What had been typed by then counts where release makes
// the terminal give it; the reader is left behind, and ends with the program.
func awaitReason(ctx context.Context, in io.Reader, out io.Writer, late <-chan time.Time, release func() (restore func())) (reply, error) {
	fmt.Fprintf(out, "%s\n%s\n> ", learn.AskReason, skipReason)
	typed := make(chan string)
	go readChunks(in, typed)
	line, got := "", reply{}
	for open := true; open && !strings.Contains(line, "\n"); {
		select {
		case part, more := <-typed:
			line, open = line+part, more // an answer that is cut off is an answer
		case <-late:
			got.late, open = true, false
			line += unended(typed, release)
			fmt.Fprintln(out)
		case <-ctx.Done():
			return reply{}, ctx.Err()
		}
	}
	line, _, _ = strings.Cut(line, "\n")
	if got.reason = strings.TrimSuffix(line, "\r"); strings.TrimSpace(line) == "" {
		got.reason = learn.NoReason
	}
	return got, nil
}

// readChunks passes on what is read as it comes: of a terminal, a line.
func readChunks(in io.Reader, to chan<- string) {
	defer close(to)
	for buffer := make([]byte, decision.MaxReason); ; {
		n, err := in.Read(buffer)
		if n > 0 {
			to <- string(buffer[:n])
		}
		if err != nil {
			return
		}
	}
}

// unended gives what had been typed of a line when the time ran out, as far as the terminal gives it.
func unended(typed <-chan string, release func() (restore func())) string {
	defer release()()
	select {
	case part := <-typed:
		return part
	case <-time.After(grace):
		return ""
	}
}

// tellLate says what became of a decision for whose reason the time ran out.
func tellLate(c *cli.Call, d *decision.Decision) {
	if learn.IsMissing(d.Reason) {
		cli.Say(c, "no answer came; recorded without a reason; `kbgate amend %s --reason TEXT` adds one", d.ID)
		return
	}
	cli.Say(c, "the time ran out; recorded with what had been typed; `kbgate amend %s --reason TEXT` replaces it", d.ID)
}
