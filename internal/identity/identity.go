// Package identity tells which agent is behind a change: by a trailer of the commit messages, by the name of the branch, or
// by the author of the commits. It does no I/O. Strangers typed everything that it reads.
package identity

import (
	"net/mail"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// The sources of an agent's name, as `agents.from` of the configuration lists them.
const (
	Trailer = "trailer"
	Branch  = "branch"
	Author  = "author"
)

// TrailerKey and CoAuthorKey are the trailers of a commit's message that name agents: the first by name, the second by an
// e-mail address that the configuration knows.
const (
	TrailerKey  = "Agent"
	CoAuthorKey = "Co-authored-by"
)

// BriefKey is the trailer that says by its digest which brief the agent had been given.
const BriefKey = "Kbgate-Brief"

// longest is the length in bytes above which a name is none.
const longest = 64

// Commit is what a commit says of who made it.
type Commit struct {
	Author    string   // the e-mail address
	Agents    []string // the values of its Agent trailers
	CoAuthors []string // those of its Co-authored-by trailers, as "Name <address>"
	Briefs    []string // those of its Kbgate-Brief trailers
}

// Change is what is known of a change.
type Change struct {
	Commits []Commit // newest first
	Branch  string   // the name of its branch, "" where it has none
}

// Of gives the agent behind a change, or "" where nothing says. The sources are asked in the order of from, and the first
// that names an agent is believed. Where the commits name several, it is the one that most of them name; of several named
// equally often, the one named last. A commit counts once, by the last of its trailers that holds a name; Co-authored-by
// counts only where no commit has an Agent trailer. authors maps e-mail addresses to names; case does not matter in an address.
func Of(c Change, from []string, authors map[string]string) string {
	known := make(map[string]string, len(authors))
	for address, name := range authors {
		if clean, ok := Name(name); ok {
			known[strings.ToLower(address)] = clean
		}
	}
	for _, source := range from {
		name := ""
		switch source {
		case Trailer:
			name = most(c.Commits, byTrailer)
			if name == "" {
				name = most(c.Commits, func(c Commit) string { return byCoAuthor(c, known) })
			}
		case Branch:
			name = byBranch(c.Branch)
		case Author:
			name = most(c.Commits, func(c Commit) string { return known[strings.ToLower(c.Author)] })
		}
		if name != "" {
			return name
		}
	}
	return ""
}

// most is the name that most commits have, of several that of the newest commit.
func most(commits []Commit, nameOf func(Commit) string) (best string) {
	counts := map[string]int{}
	for _, c := range slices.Backward(commits) {
		name := nameOf(c)
		if name == "" {
			continue
		}
		if counts[name]++; counts[name] >= counts[best] {
			best = name
		}
	}
	return best
}

func byTrailer(c Commit) string {
	for _, value := range slices.Backward(c.Agents) {
		if name, ok := Name(value); ok {
			return name
		}
	}
	return ""
}

func byCoAuthor(c Commit, known map[string]string) string {
	for _, value := range slices.Backward(c.CoAuthors) {
		if address, err := mail.ParseAddress(value); err == nil {
			if name := known[strings.ToLower(address.Address)]; name != "" {
				return name
			}
		}
	}
	return ""
}

// kinds are the words before the slash of a branch that say what a change is, not whose: those of Conventional Commits 1.0.0
// and of git-flow, and where forges and robots put branches of their own.
var kinds = []string{
	"bug", "bugfix", "build", "bump", "change", "changes", "chore", "ci", "dev", "doc", "docs", "experiment", "feat", "feature",
	"features", "fix", "gh-readonly-queue", "heads", "hotfix", "issue", "issues", "main", "master", "merge", "patch", "perf", "pr", "pull",
	"refactor", "refs", "release", "releases", "revert", "style", "support", "task", "test", "tests", "topic", "update", "user",
	"users", "wip",
}

// byBranch is the part of a branch's name before its first slash. A branch that is named for a kind of change, such as
// feature/x, names nobody.
func byBranch(branch string) string {
	prefix, _, ok := strings.Cut(strings.TrimPrefix(branch, "refs/heads/"), "/")
	if !ok {
		return ""
	}
	name, ok := Name(prefix)
	if !ok || slices.Contains(kinds, name) {
		return ""
	}
	return name
}

// Name cleans an agent's name, and refuses what is none. A name becomes part of paths, keys and comments, so it is made of
// small ASCII letters, digits, hyphens, underscores and points, begins and ends with a letter or a digit, holds no two points
// in a row, and has at most 64 bytes; it is none that a system keeps for itself, as con and x.lock are. Capital letters become small, accents are dropped, a space becomes a hyphen, and an
// e-mail address behind the name ("Rio <rio@example.org>") or the mark of a forge's app ("rio[bot]") is cut off; anything else is refused: ../../x, control characters,
// letters that only look like others.
func Name(s string) (name string, ok bool) {
	if len(s) > 4*longest {
		return "", false
	}
	if before, _, has := strings.Cut(s, "<"); has && strings.HasSuffix(strings.TrimSpace(s), ">") {
		s = before
	}
	s = strings.TrimSpace(s)
	if n := len(s) - len(appMark); n > 0 && strings.EqualFold(s[n:], appMark) {
		s = s[:n]
	}
	var b strings.Builder
	for _, r := range norm.NFD.String(s) {
		switch {
		case r >= 'A' && r <= 'Z':
			b.WriteRune(r - 'A' + 'a')
		case isAlphanumeric(r) || r == '-' || r == '_' || r == '.':
			b.WriteRune(r)
		case r == ' ':
			b.WriteByte('-')
		case unicode.Is(unicode.Mn, r) && b.Len() > 0:
		default:
			return "", false
		}
	}
	name = b.String()
	if name == "" || len(name) > longest || strings.Contains(name, "..") ||
		!isAlphanumeric(rune(name[0])) || !isAlphanumeric(rune(name[len(name)-1])) || isReserved(name) {
		return "", false
	}
	return name, true
}

// appMark ends the account's name of an app at GitHub.
const appMark = "[bot]"

// isReserved reports whether a name, or a file of that name with any ending, is a device on Windows, or one that git keeps for
// its locks. See https://learn.microsoft.com/windows/win32/fileio/naming-a-file and git-check-ref-format(1).
func isReserved(name string) bool {
	device, _, _ := strings.Cut(name, ".")
	if len(device) == 4 && (strings.HasPrefix(device, "com") || strings.HasPrefix(device, "lpt")) {
		return device[3] >= '0' && device[3] <= '9'
	}
	return device == "con" || device == "prn" || device == "aux" || device == "nul" || strings.HasSuffix(name, ".lock")
}

func isAlphanumeric(r rune) bool { return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' }
