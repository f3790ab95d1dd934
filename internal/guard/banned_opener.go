package guard

import (
	_ "embed"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/draft"
	"github.com/kbgate/kbgate/internal/lang"
)

// BannedOpener is GUARD-004.
var BannedOpener = &Guard{
	ID:      "GUARD-004",
	Title:   "Banned opener",
	Summary: "The e-mail begins as a mail to anybody does, or as two rejected drafts to the same person did",
	Why: "Who reads \"I hope this finds you well\" knows that the next sentence was not written for them either. Such openers are known, in " +
		"English and in Portuguese. An opener of four words or more that two rejected drafts had is known too: it did not work twice.",
	Fix:   "Begin with what you know of the company or of the person's work: what they opened, wrote, asked or are hiring for.",
	Types: []decision.ArtifactType{decision.Email},
	Bad:   `{"to": "denise@example.com", "subject": "Docks", "body": "Hi Denise,\n\nI hope this email finds you well. We schedule docks."}`,
	Good:  `{"to": "denise@example.com", "subject": "Docks", "body": "Hi Denise,\n\nYour blast-freeze building opens in March. We schedule docks."}`,
	Run:   bannedOpener,
}

// What an opener must have to be learned: so many rejections, and so many words.
const (
	learnedFrom  = 2
	learnedWords = 4
)

func bannedOpener(in *Input) *Failure {
	body := in.body()
	parts := draft.PartsOf(body)
	for _, start := range startsOf(body, parts) {
		for _, o := range openers() {
			if at := o.pattern.FindString(start); at != "" {
				return &Failure{Message: fmt.Sprintf("the draft begins with %q, which could be sent to anybody; begin with what you know of the company or the person", strings.TrimSpace(at))}
			}
		}
	}
	opener := normalOpener(parts.Opener)
	if len(strings.Fields(opener)) < learnedWords {
		return nil
	}
	times := 0
	for _, r := range in.Memory.Rejections {
		// A part of a text has none but its words, and takes longer to find than they do.
		if strings.Contains(normalOpener(r.Opener), opener) && normalOpener(draft.PartsOf(r.Opener).Opener) == opener {
			times++
		}
	}
	if times < learnedFrom {
		return nil
	}
	return &Failure{Message: fmt.Sprintf("%d rejected drafts to the same person began with %q; begin with something else", times, shortened(parts.Opener))}
}

// startsOf gives the folded text of a body from each place at which it may be said to begin: the first character, the opener behind
// the salutation, and what follows a name in front of the opener.
func startsOf(body string, parts draft.Parts) []string {
	text := parts.Start[:min(len(parts.Start), mostFolded)]
	starts := []string{folded(parts.Salutation + " " + text), folded(text)}
	if name, rest, ok := strings.Cut(text, ","); ok && len(strings.Fields(name)) <= 3 {
		starts = append(starts, folded(rest))
	}
	return append(starts, folded(body[:min(len(body), mostFolded)]))
}

// mostFolded is how many bytes are looked at for an opener.
const mostFolded = 2 << 10

// apostrophes are the marks that people type for one.
var apostrophes = strings.NewReplacer("’", "'", "‘", "'", "ʼ", "'", "´", "'", "`", "'", "′", "'", "＇", "'")

// folded gives a text as the patterns of openers see it.
func folded(s string) string {
	s = strings.TrimLeft(apostrophes.Replace(withoutHidden(s)), "*_\"“'«»> ")
	return lang.Unaccented(draft.Normalise(s))
}

// normalOpener gives the form in which openers compare: the words alone.
func normalOpener(s string) string {
	return strings.Join(strings.FieldsFunc(folded(s), func(r rune) bool { return !isOfWord(r) }), " ")
}

// opener is one pattern of openers that are banned.
type opener struct {
	pattern *regexp.Regexp
	group   int
}

// openerGroup is a paragraph of the list.
type openerGroup struct {
	language           string
	patterns           []string
	matches, unmatched []string
}

//go:embed banned_openers.txt
var bannedOpeners string

// openers are the patterns of the list. They are read on first use.
var openers = sync.OnceValue(func() []opener {
	var all []opener
	for i, g := range readOpeners(bannedOpeners) {
		for _, p := range g.patterns {
			all = append(all, opener{regexp.MustCompile("(?i)" + p), i})
		}
	}
	return all
})

// readOpeners reads the list. It is part of the program and tested.
func readOpeners(list string) (groups []openerGroup) {
	open := false
	for line := range strings.Lines(list) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case line == "":
			open = false
		case strings.HasPrefix(line, "#"):
		case !open:
			groups, open = append(groups, openerGroup{language: line}), true
		case strings.HasPrefix(line, "+ "):
			groups[len(groups)-1].matches = append(groups[len(groups)-1].matches, line[2:])
		case strings.HasPrefix(line, "- "):
			groups[len(groups)-1].unmatched = append(groups[len(groups)-1].unmatched, line[2:])
		default:
			groups[len(groups)-1].patterns = append(groups[len(groups)-1].patterns, line)
		}
	}
	return groups
}
