package main

import (
	"errors"
	"io/fs"
	"maps"
	"slices"
	"time"

	"github.com/kbgate/kbgate/internal/cli"

	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/onboard"
	"github.com/kbgate/kbgate/internal/text"
)

func newBaseline() cli.Command {
	var update, prune bool
	var req check.Request
	return cli.Command{
		Use:   "baseline [PATH]",
		Short: "Record today's findings, so that only new ones count",
		Long: `Record the findings of the whole knowledge base in .kbgate-baseline.yaml in its root, so that an old
base can adopt the gates: from then on ` + "`kbgate check`" + ` passes over them and counts new ones only. A
finding is known by its gate, its note and the text at fault, so it stays known where lines move.
With a folder of the base, or a note, only the findings there are recorded, and what the file has of
others stays as it is. Deal terms and edited records are never passed over.`,
		Example: `  kbgate baseline             record today's findings; commit the file
  kbgate baseline --prune     take out what has been mended since
  kbgate baseline --update    record all of today's findings anew
  kbgate baseline claims/     record those of a folder, beside what is recorded already
  kbgate check --no-baseline  see all findings`,
		Run: func(c *cli.Call) error {
			if update && prune {
				return hint.Misuse("--prune only takes out what no longer occurs, --update also adds what is new", "--update and --prune exclude each other")
			}
			bar := cli.NewProgress(c, "judging")
			req.Dir, req.Paths, req.Now, req.Progress = c.Dir, c.Args, time.Now(), bar.Set
			var recording *onboard.Recording
			var err error
			if prune {
				recording, err = onboard.Prune(c.Ctx, req)
			} else {
				recording, err = onboard.Record(c.Ctx, req, update)
			}
			bar.Done()
			if err != nil {
				return err
			}
			return writeBaseline(c, recording, prune)
		},
		Options: []cli.Option{
			cli.Flag(&update, "update", "replace a baseline that is already there by today's findings"),
			cli.Flag(&prune, "prune", "take out what no longer occurs, and add nothing"),
			cli.Flag(&req.ConfigFile, "config", "read this `FILE` instead of .kbgate.yaml"),
		},
	}
}

// writeBaseline writes what has been worked out, and says what it is.
func writeBaseline(c *cli.Call, r *onboard.Recording, prune bool) error {
	for _, notice := range r.Notices {
		cli.Say(c, "%s", notice)
	}
	for _, gate := range slices.Sorted(maps.Keys(r.Refused)) {
		cli.Say(c, "not recorded, for nothing may silence that gate: %s of %s", text.Count(r.Refused[gate], "finding", "findings"), gate)
	}
	gone := text.Count(r.Gone, "entry", "entries")
	if prune && r.Gone == 0 {
		return cli.Show(c, "all %s of %s still occur\n", text.Count(len(r.Baseline), "entry", "entries"), r.Name)
	}
	if err := r.Write(); errors.Is(err, fs.ErrPermission) {
		return hint.Misuse("kbgate baseline needs a folder in which it may write", "%w", err)
	} else if err != nil {
		return err
	}
	switch {
	case prune && len(r.Baseline) == 0:
		return cli.Show(c, "took out %s; the baseline is empty now, and %s may be deleted\n", gone, r.Name)
	case prune:
		return cli.Show(c, "took out %s of %s; %d left\n", gone, r.Name, len(r.Baseline))
	}
	return cli.Show(c, "wrote %s: %s in %s (%d added, %d taken out)\n", r.Name, text.Count(len(r.Baseline), "finding", "findings"),
		text.Count(r.Baseline.Paths(), "note", "notes"), r.Added, r.Gone)
}
