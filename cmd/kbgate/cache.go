package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/kbgate/kbgate/internal/cache"
	"github.com/kbgate/kbgate/internal/source"
)

func newCache(io streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cache",
		Short: "See and clear what is kept of the notes for the next check",
		Long: `Below the git directory, kbgate keeps what it knows of the notes of the last trees that it judged, so
that a change is checked without reading the whole base. It may be deleted at any time: what is
missing, damaged or of another version is made anew.`,
		Example: `  kbgate cache stats
  kbgate cache clear`,
		Args: takes(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(
		&cobra.Command{
			Use:     "stats",
			Short:   "Say where the cache is and how large",
			Example: "  kbgate cache stats",
			Args:    takes(0, 0),
			RunE: func(cmd *cobra.Command, _ []string) error {
				return withCache(cmd, func(dir string, c cache.Cache) error {
					stats, err := c.Stats()
					if err != nil {
						return fmt.Errorf("looking at the cache: %w", err)
					}
					_, err = fmt.Fprintf(io.out, "folder: %s\ntrees:  %d\nsize:   %d KB\n", dir, stats.Entries, (stats.Bytes+999)/1000)
					return err
				})
			},
		},
		&cobra.Command{
			Use:     "clear",
			Short:   "Delete the cache",
			Example: "  kbgate cache clear",
			Args:    takes(0, 0),
			RunE: func(cmd *cobra.Command, _ []string) error {
				return withCache(cmd, func(dir string, c cache.Cache) error {
					if err := c.Clear(); err != nil {
						return fmt.Errorf("clearing the cache: %w", err)
					}
					say(io.err, "the cache is empty")
					return nil
				})
			},
		},
	)
	return cmd
}

func withCache(cmd *cobra.Command, do func(dir string, c cache.Cache) error) error {
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	if dir, err = source.CacheOf(cmd.Context(), dir); err != nil {
		return err
	}
	return do(dir, cache.At(dir))
}
