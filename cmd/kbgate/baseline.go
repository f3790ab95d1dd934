package main

import (
	"errors"
	"io/fs"
	"maps"
	"slices"
	"time"

	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/onboard"
	"github.com/kbgate/kbgate/internal/text"
)

func newBaseline() command {
	var update, prune bool
	var req check.Request
	return command{
		use:   "baseline [PATH]",
		short: "Record today's findings, so that only new ones count",
		long: `Record the findings of the whole knowledge base in .kbgate-baseline.yaml in its root, so that an old
base can adopt the gates: from then on ` + "`kbgate check`" + ` passes over them and counts new ones only. A
finding is known by its gate, its note and the text at fault, so it stays known where lines move.
With a folder of the base, or a note, only the findings there are recorded, and what the file has of
others stays as it is. Deal terms and edited records are never passed over.`,
		example: `  kbgate baseline             record today's findings; commit the file
  kbgate baseline --prune     take out what has been mended since
  kbgate baseline --update    record all of today's findings anew
  kbgate baseline claims/     record those of a folder, beside what is recorded already
  kbgate check --no-baseline  see all findings`,
		run: func(c *call) error {
			if update && prune {
				return hint.Misuse("--prune only takes out what no longer occurs, --update also adds what is new", "--update and --prune exclude each other")
			}
			bar := newProgress(c, "judging")
			req.Dir, req.Paths, req.Now, req.Progress = c.dir, c.args, time.Now(), bar.set
			var recording *onboard.Recording
			var err error
			if prune {
				recording, err = onboard.Prune(c.ctx, req)
			} else {
				recording, err = onboard.Record(c.ctx, req, update)
			}
			bar.done()
			if err != nil {
				return err
			}
			return writeBaseline(c, recording, prune)
		},
		options: []option{
			{&update, "update", "replace a baseline that is already there by today's findings"},
			{&prune, "prune", "take out what no longer occurs, and add nothing"},
			{&req.ConfigFile, "config", "read this `FILE` instead of .kbgate.yaml"},
		},
	}
}

// writeBaseline writes what has been worked out, and says what it is.
func writeBaseline(c *call, r *onboard.Recording, prune bool) error {
	for _, notice := range r.Notices {
		say(c, "%s", notice)
	}
	for _, gate := range slices.Sorted(maps.Keys(r.Refused)) {
		say(c, "not recorded, for nothing may silence that gate: %s of %s", text.Count(r.Refused[gate], "finding", "findings"), gate)
	}
	gone := text.Count(r.Gone, "entry", "entries")
	if prune && r.Gone == 0 {
		return show(c, "all %s of %s still occur\n", text.Count(len(r.Baseline), "entry", "entries"), r.Name)
	}
	if err := r.Write(); errors.Is(err, fs.ErrPermission) {
		return hint.Misuse("kbgate baseline needs a folder in which it may write", "%w", err)
	} else if err != nil {
		return err
	}
	switch {
	case prune && len(r.Baseline) == 0:
		return show(c, "took out %s; the baseline is empty now, and %s may be deleted\n", gone, r.Name)
	case prune:
		return show(c, "took out %s of %s; %d left\n", gone, r.Name, len(r.Baseline))
	}
	return show(c, "wrote %s: %s in %s (%d added, %d taken out)\n", r.Name, text.Count(len(r.Baseline), "finding", "findings"),
		text.Count(r.Baseline.Paths(), "note", "notes"), r.Added, r.Gone)
}
