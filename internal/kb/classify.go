package kb

import (
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/config"
)

// ClaimType is the value of the field `type` that makes a note a claim.
const ClaimType = "claim"

// IsClaim reports whether a note is one that the gates judge, by the rules of contract 5.4: it stands where claims
// may stand and has the type `claim`, or no type but two of the fields that only claims have, or no other type in a
// folder that holds claims alone.
func IsClaim(c *claim.Claim, rules *config.Claims) bool {
	if !MayBeClaim(c.Path, rules) {
		return false
	}
	if kind := c.Header.Type(); kind != "" {
		return strings.EqualFold(strings.TrimSpace(kind), ClaimType)
	}
	if inFolder(c.Path, rules.Folders) {
		return true
	}
	marks := 0
	for _, key := range []string{"confidence", "source", "domain"} {
		if _, ok := c.Header.Field(key); ok {
			marks++
		}
	}
	return marks >= 2
}

// MayBeClaim reports whether claims may stand at a path at all.
func MayBeClaim(notePath string, rules *config.Claims) bool {
	return matchesAny(notePath, rules.Paths) && !matchesAny(notePath, rules.Exclude)
}

func matchesAny(notePath string, patterns []string) bool {
	for _, pattern := range patterns {
		if pattern == "**/*.md" && strings.HasSuffix(notePath, ".md") {
			return true
		}
		if doublestar.MatchUnvalidated(pattern, notePath) {
			return true
		}
	}
	return false
}

func inFolder(notePath string, folders []string) bool {
	return slices.ContainsFunc(folders, func(folder string) bool { return InFolder(notePath, folder) })
}

// InFolder reports whether a note stands below a folder, which may be a pattern.
func InFolder(notePath, folder string) bool {
	folder = strings.Trim(strings.TrimPrefix(folder, "./"), "/")
	return folder == "." || folder == "" || strings.HasPrefix(notePath, folder+"/") ||
		strings.ContainsAny(folder, "*?[{") && doublestar.MatchUnvalidated(folder+"/**", notePath)
}
