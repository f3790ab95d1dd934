package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/kbgate/kbgate/internal/cache"
	"github.com/kbgate/kbgate/internal/source"
)

func newCache() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cache",
		Short: "See and clear what is kept of the notes for the next check",
		Long: `Below the git directory, kbgate keeps what it knows of the notes of the last trees that it judged, so
that a change is checked without reading the whole base. It may be deleted at any time: what is
missing, damaged or of another version is made anew.`,
		Example: `  kbgate cache stats
  kbgate cache clear`,
	}
	cmd.AddCommand(
		&cobra.Command{
			Use:     "stats",
			Short:   "Say where the cache is and how large",
			Example: "  kbgate cache stats",
			RunE: onCache(func(cmd *cobra.Command, dir string) error {
				stats, err := cache.At(dir).Stats()
				if err != nil {
					return fmt.Errorf("looking at the cache: %w", err)
				}
				return show(cmd, "folder: %s\ntrees:  %d\nsize:   %d KB\n", dir, stats.Entries, (stats.Bytes+999)/1000)
			}),
		},
		&cobra.Command{
			Use:     "clear",
			Short:   "Delete the cache",
			Example: "  kbgate cache clear",
			RunE: onCache(func(cmd *cobra.Command, dir string) error {
				if err := cache.At(dir).Clear(); err != nil {
					return fmt.Errorf("clearing the cache: %w", err)
				}
				say(cmd, "the cache is empty")
				return nil
			}),
		},
	)
	return cmd
}

// onCache gives a command the folder of the cache.
func onCache(do func(cmd *cobra.Command, dir string) error) func(*cobra.Command, []string) error {
	return here(func(cmd *cobra.Command, dir string, _ []string) error {
		dir, err := source.CacheOf(cmd.Context(), dir)
		if err != nil {
			return err
		}
		return do(cmd, dir)
	})
}
