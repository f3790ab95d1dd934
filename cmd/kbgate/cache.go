package main

import (
	"fmt"

	"github.com/kbgate/kbgate/internal/cli"

	"github.com/kbgate/kbgate/internal/cache"
	"github.com/kbgate/kbgate/internal/source"
)

func newCache() cli.Command {
	return cli.Command{
		Use:   "cache",
		Short: "See and clear what is kept of the notes for the next check",
		Long: `Below the git directory, kbgate keeps what it knows of the notes of the last trees that it judged, so
that a change is checked without reading the whole base. It may be deleted at any time: what is
missing, damaged or of another version is made anew.`,
		Example: `  kbgate cache stats
  kbgate cache clear`,
		Commands: []cli.Command{{
			Use:     "stats",
			Short:   "Say where the cache is and how large",
			Example: "  kbgate cache stats",
			Run: onCache(func(c *cli.Call, dir string) error {
				stats, err := cache.At(dir).Stats()
				if err != nil {
					return fmt.Errorf("looking at the cache: %w", err)
				}
				return cli.Show(c, "folder: %s\ntrees:  %d\nsize:   %d KB\n", dir, stats.Entries, (stats.Bytes+999)/1000)
			}),
		}, {
			Use:     "clear",
			Short:   "Delete the cache",
			Example: "  kbgate cache clear",
			Run: onCache(func(c *cli.Call, dir string) error {
				if err := cache.At(dir).Clear(); err != nil {
					return fmt.Errorf("clearing the cache: %w", err)
				}
				cli.Say(c, "the cache is empty")
				return nil
			}),
		}},
	}
}

// onCache gives a command the folder of the cache.
func onCache(do func(c *cli.Call, dir string) error) func(*cli.Call) error {
	return func(c *cli.Call) error {
		dir, err := source.CacheOf(c.Ctx, c.Dir)
		if err != nil {
			return err
		}
		return do(c, dir)
	}
}
