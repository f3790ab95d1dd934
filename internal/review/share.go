package review

import (
	"slices"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/kbgate/kbgate/internal/config"
)

// isNamed reports whether review.share lets a note be seen: by its patterns, or, where there is none, if it is a claim or cited.
func isNamed(c *config.Config, name string, isClaim, isCited bool) bool {
	if len(c.Review.Share) == 0 {
		return isClaim || isCited
	}
	return slices.ContainsFunc(c.Review.Share, func(pattern string) bool { return doublestar.MatchUnvalidated(pattern, name) })
}
