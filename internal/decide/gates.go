package decide

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/recall"
	"github.com/kbgate/kbgate/internal/store"
	"github.com/kbgate/kbgate/internal/verdict"
)

// MostHeads is how many heads of one pull request have a verdict of the gates in the store. Whoever may push to a branch makes as many
// heads as they like.
const MostHeads = 20

// Pull is a pull request whose head the gates judged.
type Pull struct {
	Repo   string
	Number int
	Head   string // that was asked about; "": that of the verdict
	// IsFork says that the change comes from another repository: then nothing is kept before a reviewer decided on it, and its agent is
	// the one whom agents.authors says.
	IsFork bool
}

// RecordVerdict records what the gates found at the head of a pull request, once for each head. leftOut says why nothing is recorded; "":
// it is, or was.
func RecordVerdict(ctx context.Context, l *ledger.Ledger, v *verdict.Verdict, of Pull, now time.Time) (outcome store.Outcome, leftOut string, err error) {
	if !git.IsObjectID(v.State) {
		return 0, "", hint.Misuse("`kbgate check --diff BASE...HEAD --format json` writes them", "the findings are of no change between two commits")
	}
	if of.Head != "" && of.Head != v.State {
		return 0, "", hint.Misuse("judge the head that is meant", "the findings are of %.12s, and not of %.12s", v.State, of.Head)
	}
	err = l.Spool().Alone(ctx, func() (err error) {
		outcome, leftOut, err = recordAlone(ctx, l, v, of, now)
		return err
	})
	return outcome, leftOut, err
}

// recordAlone is RecordVerdict while no other process does so, for two that count at one time would both add a head.
func recordAlone(ctx context.Context, l *ledger.Ledger, v *verdict.Verdict, of Pull, now time.Time) (outcome store.Outcome, leftOut string, err error) {
	known, err := recall.JudgedOf(ctx, l, of.Repo, of.Number)
	name := fmt.Sprintf("%s#%d", of.Repo, of.Number)
	switch {
	case err != nil:
		return 0, "", err
	case known.Heads[v.State]:
		return store.Known, "", nil
	case of.IsFork && !known.Reviewed:
		return 0, "left out: " + name + " comes from a fork, and no reviewer has decided on it yet", nil
	case len(known.Heads) >= MostHeads:
		return 0, fmt.Sprintf("left out: the store has verdicts on %d heads of %s, which are the most that it takes", len(known.Heads), name), nil
	}
	kept := *v
	if kept.At = cmp.Or(v.At, now); of.IsFork {
		kept.Agent = v.AgentByAuthor
	}
	d := kept.OfPull(of.Repo, of.Number)
	setDefaults(l, d, now)
	if err := Refuse(d, now); err != nil {
		return 0, "", err
	}
	outcomes, err := appendRecords(ctx, l, now, "Record what the gates found in "+name, d)
	if err != nil {
		return 0, "", err
	}
	return outcomes[0], "", nil
}
