package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/onboard"
)

func newBaseline(io streams) *cobra.Command {
	var update, prune bool
	var configFile string
	cmd := &cobra.Command{
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
		Args: takes(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if update && prune {
				return hint.Misuse("--prune only takes out what no longer occurs, --update also adds what is new", "--update and --prune exclude each other")
			}
			dir, err := os.Getwd()
			if err != nil {
				return err
			}
			bar := newProgress(io.err, "judging")
			req := check.Request{Dir: dir, Paths: args, ConfigFile: configFile, Now: time.Now(), Progress: bar.set}
			var recording *onboard.Recording
			if prune {
				recording, err = onboard.Prune(cmd.Context(), req)
			} else {
				recording, err = onboard.Record(cmd.Context(), req, update)
			}
			bar.done()
			if err != nil {
				return err
			}
			return writeBaseline(recording, prune, io)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&update, "update", false, "replace a baseline that is already there by today's findings")
	f.BoolVar(&prune, "prune", false, "take out what no longer occurs, and add nothing")
	f.StringVar(&configFile, "config", "", "read this `FILE` instead of .kbgate.yaml")
	return cmd
}

// writeBaseline writes what has been worked out, and says what it is.
func writeBaseline(r *onboard.Recording, prune bool, std streams) error {
	for _, notice := range r.Notices {
		say(std.err, "%s", notice)
	}
	for _, gate := range slices.Sorted(maps.Keys(r.Refused)) {
		say(std.err, "not recorded, for nothing may silence that gate: %s of %s", plural(r.Refused[gate], "finding", "findings"), gate)
	}
	if prune && r.Gone == 0 {
		_, err := fmt.Fprintf(std.out, "all %s of %s still occur\n", plural(len(r.Baseline), "entry", "entries"), r.Name)
		return err
	}
	if err := r.Write(); err != nil {
		if errors.Is(err, fs.ErrPermission) {
			return hint.Misuse("kbgate baseline needs a folder in which it may write", "%w", err)
		}
		return err
	}
	var err error
	switch {
	case prune && len(r.Baseline) == 0:
		_, err = fmt.Fprintf(std.out, "took out %s; the baseline is empty now, and %s may be deleted\n", plural(r.Gone, "entry", "entries"), r.Name)
	case prune:
		_, err = fmt.Fprintf(std.out, "took out %s of %s; %d left\n", plural(r.Gone, "entry", "entries"), r.Name, len(r.Baseline))
	default:
		_, err = fmt.Fprintf(std.out, "wrote %s: %s in %s (%d added, %d taken out)\n", r.Name, plural(len(r.Baseline), "finding", "findings"),
			plural(r.Baseline.Paths(), "note", "notes"), r.Added, r.Gone)
	}
	return err
}

// plural is a number and its word.
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
