package main

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"time"

	"github.com/spf13/pflag"

	"github.com/kbgate/kbgate/internal/cli"

	"github.com/kbgate/kbgate/internal/decide"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/text"
)

// recordFlags are the flags of `kbgate record`.
type recordFlags struct {
	event, githubEvent, comments, author, diff, only string
	sourceFlags
	gates gateFlags
}

func newRecord() cli.Command {
	var flags recordFlags
	return cli.Command{
		Use:   "record [FILE]",
		Short: "Record decisions that a program gives",
		Long: `Record decisions (kbgate.decision/1) or decision events of a review service, told apart by their
fields, from a file or from standard input: JSON Lines, JSON objects, or YAML documents. A record
with an id or a source_id that is in the store already is not recorded again, so that a stream may be
given twice. An event has decision_id, decision (APPROVED, REJECTED, APPROVED_WITH_CHANGES) and
timestamp, and may have gate_id, epic_id, task_id, reviewer_id, review_duration_seconds,
agent_output_sha, approved_output_sha, correction_diff_path, reviewer_comment and tags. Agent and
artifact come from the maps under ` + "`agents`" + ` in .kbgate.yaml, else they are unknown. docs/records.md has
all fields; ` + "`kbgate schema decision`" + ` prints the JSON Schema of a decision.

What is wrong with a record is said with its line; the good ones are recorded. Exit status: 0 all are
in the store, 1 some are not, 2 wrong use or configuration, 3 kbgate itself failed.

With --event the FILE is an event of the forge whose CI runs this (GitHub, Gitea, Forgejo; else --forge
names it): a review that asks for changes is a rejection, one that approves an approval (with changes,
where changes had been asked for before); a pull request that is closed was rejected, and one that is
merged approved. Only whom store.associations and
store.accounts list decides anything: what others say is left out, and that is said. A comment or review
with a line "kbgate allow FINGERPRINT REASON" lets that finding through, if its author is a reviewer whom
rules.reviewers lists, and not who proposes the change; the variable KBGATE_SIGNING_KEY holds the key that
signs the record. One with a line "kbgate withdraw FINGERPRINT REASON" takes that back. docs/store.md has the
details.

Where a token is in the environment, as for ` + "`kbgate comment post`" + `, the API tells what the payload leaves
out: the remarks at lines of a review and the page of comments, and on Gitea and Forgejo the id of a review.
--github-event takes an event of GitHub by itself, without the API.

With --since the API tells what happened to all pull requests that changed: reviews, comments and ends.
A scheduled job does so for pull requests of forks, whose own jobs may not write, and on GitLab, where no
pipeline has an event of a review. What the store has already is not recorded again.

With --findings the FILE holds what ` + "`kbgate check --diff BASE...HEAD --format json`" + ` found at the head of a
pull request. Kept are the tags of the gates, how often each found something, and the digest of the
configuration: no text, no path. A head is recorded once, and at most 20 heads of a pull request. Of one
from a fork nothing is recorded before a reviewer decided on it, and its agent is the one whom
agents.authors says. Whoever gives the findings answers for them: take those of a program of yours, and
none that came with the change.`,
		Example: `  kbgate record decisions.jsonl
  redis-cli --raw XRANGE ... | jq -c '...' | kbgate record
  kbgate record --github-event "$GITHUB_EVENT_PATH"
  kbgate record --event "$GITHUB_EVENT_PATH"
  kbgate record --since 2d --forge github --repo team/kb
  kbgate record --github-event event.json --comments comments.json --author 'github-actions[bot]'
  kbgate record --findings findings.json --repo org/kb --pr 7`,
		Run: func(c *cli.Call) error {
			way, err := wayOf(c)
			switch {
			case err != nil:
				return err
			case way == "findings":
				return flags.gates.run(c, flags.of.Repo)
			case way == "event" || way == "github-event":
				return runEvent(c, flags)
			case way == "since":
				return runSince(c, flags)
			case len(c.Args) == 0 && cli.IsTerminal(c.In):
				return hint.Misuse("name a file, or pipe records into this; `-` reads what you type", "there is nothing to record")
			}
			return recordStream(c, inputOf(c.Args), func(l *ledger.Ledger, r io.Reader) iter.Seq2[decision.Line, error] {
				return decide.Lines(l, r, time.Now())
			})
		},
		Options: append([]cli.Option{
			cli.Flag(&flags.event, "event", "record what this `FILE` with an event of a forge says, and what its API says beside it"),
			cli.Flag(&flags.githubEvent, "github-event", "the same of a `FILE` with an event of GitHub, by itself: its API is not asked"),
			cli.Flag(&flags.comments, "comments", "a `FILE` with the pull request's comments: the issues are those of its last rejection block that is signed, or written by --author"),
			cli.Flag(&flags.diff, "diff", "where a comment lets a finding through, the pull request's commits, which this clone has: `BASE...HEAD`\n(default: those that the event names)"),
			cli.Flag(cli.Choice(&flags.only, onlyDecisions, onlyAllowances), "only", "record this `PART` of the event alone: decisions, or allowances"),
			cli.Flag(&flags.author, "author", "of the comments, only those by this `ACCOUNT` count"),
		}, slices.Concat(flags.options(), flags.gates.options())...),
		Formats: []string{"text", "json"},
	}
}

// recordWays are the flags that name what is recorded, where that is no stream of records.
var recordWays = []string{"event", "findings", "github-event", "since"}

// goesWith says with which of them each other flag goes.
var goesWith = map[string][]string{
	"comments": {"event", "github-event"}, "diff": {"event", "github-event"},
	"author": {"event", "github-event", "since"}, "only": {"event", "github-event", "since"},
	"forge": {"event", "since"}, "api": {"event", "since"}, "timeout": {"event", "since"}, "insecure-http": {"event", "since"},
	"repo": {"event", "findings", "since"},
	"pr":   {"findings"}, "head": {"findings"}, "fork": {"findings"}, "at": {"findings"}, "print": {"findings"},
}

// wayOf is which of the ways to record is asked for, "" for a stream. A flag that does not go with it is refused.
func wayOf(c *cli.Call) (way string, err error) {
	for _, name := range recordWays {
		switch flag := c.Flags().Lookup(name); {
		case !flag.Changed:
		case flag.Value.String() == "":
			return "", hint.Misuse("name it, or leave the flag out", "--%s is empty", name)
		case way != "":
			return "", hint.Misuse("record the two one after the other", "--%s stands beside --%s", name, way)
		default:
			way = name
		}
	}
	if way != "" && len(c.Args) > 0 {
		return "", hint.Misuse("record the two one after the other", "%s stands beside --%s", c.Args[0], way)
	}
	c.Flags().Visit(func(f *pflag.Flag) {
		with, isBound := goesWith[f.Name]
		if err != nil || !isBound || slices.Contains(with, way) {
			return
		}
		var named []string
		for _, name := range with {
			named = append(named, "--"+name)
		}
		of := "a stream of records"
		if way != "" {
			of = "--" + way
		}
		err = hint.Misuse("it goes with "+text.List("or", named...), "--%s says nothing of %s", f.Name, of)
	})
	return way, err
}

// recordStream stores the records of a stream, and says what became of them.
func recordStream(c *cli.Call, name string, read func(*ledger.Ledger, io.Reader) iter.Seq2[decision.Line, error]) error {
	in, err := openInput(c, name)
	if err != nil {
		return err
	}
	defer in.Close()
	whole := -1
	if file, ok := in.(*os.File); ok {
		if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
			whole = int(info.Size())
		}
	}
	l, err := c.Ledger("")
	if err != nil {
		return err
	}
	bar := cli.NewProgress(c, "recording")
	told := remarks{c: c, name: shownInput(name), lines: map[string]int{}, hints: map[string]bool{}}
	result := tallyOutput{}
	tally, err := decide.Record(c.Ctx, l, read(l, &counted{Reader: in, of: whole, tell: bar.Set}), time.Now(), told.tell, &result.Told)
	result.Tally = tally
	bar.Done()
	told.finish()
	if err == nil || tally.Added > 0 || cli.AsJSON(c) {
		err = errors.Join(err, cli.PrintResult(c, result, tallied(tally)+"\n"))
	}
	if err == nil && !tally.Whole() {
		return errFindings
	}
	return err
}

// tallyOutput is what is printed as JSON after recording.
type tallyOutput struct {
	decide.Tally
	decide.Told
}

// counted tells a progress bar how much of an input was read.
type counted struct {
	io.Reader
	done, of int
	tell     func(done, of int)
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.done += n
	c.tell(c.done, c.of)
	return n, err
}

// tallied says what became of the records of a stream.
func tallied(t decide.Tally) string {
	said := "recorded " + text.Count(t.Added, "decision", "decisions")
	if t.Amended > 0 {
		said += fmt.Sprintf("; more is known of %d", t.Amended)
	}
	if t.Known > 0 {
		said += fmt.Sprintf("; %d known already", t.Known)
	}
	if t.Answered > 0 {
		said += "; " + text.Count(t.Answered, "question", "questions") + " answered"
	}
	if t.LeftOut > 0 {
		said += fmt.Sprintf("; %d left out", t.LeftOut)
	}
	if bad := t.Bad + t.Differ; bad > 0 {
		said += fmt.Sprintf("; %d not recorded", bad)
	}
	return said
}
