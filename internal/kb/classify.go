package kb

import (
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/config"
)

// ClaimType is the value of the field `type` that makes a note a claim.
const ClaimType = claim.TypeOfClaims

// everyNote is the pattern that stands for every note, whatever its markdown ending and the case of it.
const everyNote = "**/*.md"

// IsClaim reports whether a note is one that the gates judge, by the rules of docs/contracts.md (Claims): it stands where claims
// may stand and has the type `claim`, or no type but two of the fields that only claims have, or no other type in a
// folder that holds claims alone. Where a header leaves doubt about its type, for it names several or cannot be read, a
// note that may be a claim is one: nobody passes the gates by a header that is broken.
func IsClaim(c *claim.Claim, rules *config.Claims) bool {
	if !MayBeClaim(c.Path, rules) {
		return false
	}
	return c.Header.MakesClaim() || inFolder(c.Path, rules.Folders) && len(c.Header.Types()) == 0
}

// MayBeClaim reports whether claims may stand at a path at all. They stand in notes alone, whatever the patterns fit.
func MayBeClaim(notePath string, rules *config.Claims) bool {
	return IsNote(notePath) && fits(notePath, rules)
}

// fits reports whether the patterns fit a path.
func fits(notePath string, rules *config.Claims) bool {
	return (matchesAny(notePath, rules.Paths) || inFolder(notePath, rules.Folders)) && !matchesAny(notePath, rules.Exclude)
}

// MayHoldClaims reports whether claims may stand at a path or, were it a folder, anywhere below it.
func MayHoldClaims(folder string, rules *config.Claims) bool {
	if strings.HasPrefix(folder, ".") || strings.Contains(folder, "/.") {
		return false // IsNote has none there
	}
	// What names the path itself leaves it out, and so does what leaves out all that could stand in it.
	inside := folder + "/a.md"
	if matchesAny(folder, rules.Exclude) || matchesAny(inside, rules.Exclude) && matchesAny(folder+"/a/a.md", rules.Exclude) {
		return false
	}
	if fits(folder, rules) || inFolder(inside, rules.Folders) || matchesAny(inside, rules.Paths) {
		return true
	}
	parts := strings.Split(folder, "/")
	leads := func(pattern string) bool { return leadsInto(parts, strings.Split(pattern, "/")) }
	return slices.ContainsFunc(rules.Paths, leads) || slices.ContainsFunc(rules.Folders, func(folder string) bool { return leads(cleanFolder(folder) + "/**") })
}

// leadsInto reports whether a pattern may match something below a folder; both are in their parts. A brace that spans several
// parts may match anything.
func leadsInto(folder, pattern []string) bool {
	switch {
	case len(pattern) == 0:
		return false
	case len(folder) == 0 || pattern[0] == "**" || strings.Contains(pattern[0], "{") && !strings.Contains(pattern[0], "}"):
		return true
	}
	return doublestar.MatchUnvalidated(pattern[0], folder[0]) && leadsInto(folder[1:], pattern[1:])
}

func matchesAny(notePath string, patterns []string) bool {
	for _, pattern := range patterns {
		if pattern == everyNote && IsNote(notePath) {
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
	folder = cleanFolder(folder)
	return folder == "." || folder == "" || strings.HasPrefix(notePath, folder+"/") ||
		strings.ContainsAny(folder, "*?[{") && doublestar.MatchUnvalidated(folder+"/**", notePath)
}

func cleanFolder(folder string) string { return strings.Trim(strings.TrimPrefix(folder, "./"), "/") }
