package main

import (
	"github.com/kbgate/kbgate/internal/cli"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/recall"
	"github.com/kbgate/kbgate/internal/text"
)

// sayUnreadable says how much of the store cannot be read, so that nothing counts it.
func sayUnreadable(c *cli.Call, l *ledger.Ledger) error {
	if remote := l.LackedFrom(); remote != "" {
		cli.Say(c, "this clone has no records, and none of %s were fetched; `kbgate sync` brings them, if there are any", remote)
	}
	n, err := recall.Unreadable(c.Ctx, l)
	if n > 0 {
		cli.Say(c, "%s cannot be read; `kbgate verify` names them", text.Count(n, "record", "records"))
	}
	if err == nil {
		_, err = sayDisputes(c, l)
	}
	return err
}

// sayDisputes says of how many decisions there are records that disagree, and gives that; 0 where the clone lacks the part of the
// history that may tell which was first.
func sayDisputes(c *cli.Call, l *ledger.Ledger) (int, error) {
	open, err := l.Disputes(c.Ctx)
	if err != nil || len(open) == 0 {
		return len(open), err
	}
	have := func(n int) string { return text.Count(n, "decision has", "decisions have") }
	if cut, err := l.IsCutOff(c.Ctx); cut || err != nil {
		cli.Say(c, "%s twins, and this clone holds only a part of the history, which does not tell which was first; `git fetch --unshallow` gets the rest", have(len(open)))
		return 0, err
	}
	more := 0
	for _, d := range open {
		if d.Beyond {
			more++
		}
	}
	if n := len(open) - more; n > 0 {
		cli.Say(c, "%s twins that disagree; `kbgate verify` names them", have(n))
	}
	if more > 0 {
		cli.Say(c, "and %s twins, beyond what is judged: only what this clone had first counts of them", text.Count(more, "more decision has", "more decisions have"))
	}
	return len(open), nil
}
