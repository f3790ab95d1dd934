package hook

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/identity"
	"github.com/kbgate/kbgate/internal/lazy"
)

// maxMessage is the size in bytes above which the message of a commit is left alone.
const maxMessage = 1 << 20

// mostJoined is how many digests of what a squashed merge joins are kept.
const mostJoined = 8

// Briefs are the digests of the briefs that the maker of a commit had been given, of which the trailers of its message are known.
type Briefs func(identity.Commit) ([]string, error)

// AddBriefs adds a trailer for each brief to the message of a commit, in a file that git gives its hook prepare-commit-msg. source is what
// git says of where the message comes from. A message that names a brief already keeps it, a merge gets none, and neither does a message
// that is still to be written: whoever leaves it empty wants no commit. A squashed merge names what the commits that it joins name. of is
// nil where no brief was given.
func AddBriefs(ctx context.Context, repo git.Folder, file, source string, of Briefs) error {
	if source == "" || source == "template" || source == "merge" || isReplayed(repo) {
		return nil
	}
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxMessage {
		return err
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if source == "squash" {
		if joined := joinedBriefs(string(text)); len(joined) > 0 {
			of = func(identity.Commit) ([]string, error) { return joined, nil }
		}
	}
	if of == nil {
		return nil
	}
	now, err := withTrailers(ctx, repo, string(text), source != "message", of)
	if err != nil || now == string(text) {
		return err
	}
	return os.WriteFile(file, []byte(now), info.Mode().Perm()) // git reads it next
}

// withTrailers is a message with a trailer for each brief behind its last line, unless it has one. Comments may stand below that line.
func withTrailers(ctx context.Context, repo git.Folder, text string, mayHaveComments bool, of Briefs) (string, error) {
	message := text
	if mayHaveComments {
		if at := scissors().FindStringIndex(text); at != nil {
			message = text[:at[0]]
		}
		var err error
		if message, err = git.WithoutComments(ctx, repo, message); err != nil {
			return text, err
		}
	}
	message = strings.TrimRight(message, " \t\r\n")
	if message == "" {
		return text, nil
	}
	trailers, err := git.Trailers(ctx, repo, message+"\n")
	if err != nil {
		return text, err
	}
	var made identity.Commit
	for _, line := range trailers {
		key, value, _ := strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		switch {
		case strings.EqualFold(key, identity.BriefKey):
			return text, nil
		case strings.EqualFold(key, identity.TrailerKey):
			made.Agents = append(made.Agents, value)
		case strings.EqualFold(key, identity.CoAuthorKey):
			made.CoAuthors = append(made.CoAuthors, value)
		}
	}
	briefs, err := of(made)
	if err != nil || len(briefs) == 0 {
		return text, err
	}
	last := message[strings.LastIndexByte(message, '\n')+1:]
	at := strings.LastIndex(text, last) + len(last)
	added := "\n"
	if len(trailers) == 0 {
		added = "\n\n"
	}
	for _, b := range briefs {
		added += identity.BriefKey + ": " + b + "\n"
	}
	return text[:at] + added + strings.TrimLeft(text[at:], " \t\r\n"), nil
}

// scissors is the line below which git keeps nothing of a message.
var scissors = lazy.Regexp(`(?m)^[^\n]{1,8} -{10,40} >8 -{10,40}$`)

// joinedBrief is a trailer in a message that git has put, indented, into that of a squashed merge.
var joinedBrief = lazy.Regexp(`(?im)^[ \t]+` + identity.BriefKey + `:[ \t]*([0-9a-f]{16}|none)[ \t]*\r?$`)

func joinedBriefs(text string) (briefs []string) {
	for _, found := range joinedBrief().FindAllStringSubmatch(text, -1) {
		if !slices.Contains(briefs, found[1]) && len(briefs) < mostJoined {
			briefs = append(briefs, found[1])
		}
	}
	return briefs
}

// isReplayed reports whether git is making commits again.
func isReplayed(repo git.Folder) bool {
	for _, name := range []string{"rebase-merge", "rebase-apply", "CHERRY_PICK_HEAD", "REVERT_HEAD"} {
		if _, err := os.Lstat(filepath.Join(repo.GitDir, name)); err == nil {
			return true
		}
	}
	return false
}
