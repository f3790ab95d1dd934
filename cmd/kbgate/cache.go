package main

import (
	"fmt"

	"github.com/kbgate/kbgate/internal/cache"
	"github.com/kbgate/kbgate/internal/source"
)

func newCache() command {
	return command{
		use:   "cache",
		short: "See and clear what is kept of the notes for the next check",
		long: `Below the git directory, kbgate keeps what it knows of the notes of the last trees that it judged, so
that a change is checked without reading the whole base. It may be deleted at any time: what is
missing, damaged or of another version is made anew.`,
		example: `  kbgate cache stats
  kbgate cache clear`,
		commands: []command{{
			use:     "stats",
			short:   "Say where the cache is and how large",
			example: "  kbgate cache stats",
			run: onCache(func(c *call, dir string) error {
				stats, err := cache.At(dir).Stats()
				if err != nil {
					return fmt.Errorf("looking at the cache: %w", err)
				}
				return show(c, "folder: %s\ntrees:  %d\nsize:   %d KB\n", dir, stats.Entries, (stats.Bytes+999)/1000)
			}),
		}, {
			use:     "clear",
			short:   "Delete the cache",
			example: "  kbgate cache clear",
			run: onCache(func(c *call, dir string) error {
				if err := cache.At(dir).Clear(); err != nil {
					return fmt.Errorf("clearing the cache: %w", err)
				}
				say(c, "the cache is empty")
				return nil
			}),
		}},
	}
}

// onCache gives a command the folder of the cache.
func onCache(do func(c *call, dir string) error) func(*call) error {
	return func(c *call) error {
		dir, err := source.CacheOf(c.ctx, c.dir)
		if err != nil {
			return err
		}
		return do(c, dir)
	}
}
