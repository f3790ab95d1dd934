package check

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/source"
)

// What a reader of meaning finds stands in no check, but its fingerprint follows from the gate, the path and the words that the reader
// quotes of the claim. So whoever wants to let it through needs no more than the claim: the words are looked for in it.

// MaxQuotation is how many characters a quotation has at most.
const MaxQuotation = 300

// mostSought is how many texts are compared with a fingerprint: all quotations of some ten claims.
const mostSought = 20_000_000

// WordsIn finds words in a claim, whatever white space parts them; the title where they do not stand so.
func WordsIn(c *claim.Claim, words string) claim.Span {
	fields := strings.Fields(words)
	for i := range fields {
		fields[i] = regexp.QuoteMeta(fields[i])
	}
	if at := regexp.MustCompile(strings.Join(fields, `[\s\p{Z}\x{85}]+`)).FindIndex(c.Source); at != nil {
		return claim.Span{Start: at[0], End: at[1]}
	}
	return c.Title.Span
}

// quoted gives the finding of a fingerprint that a reader has made of a claim under check, and the note's path; none where no words of one
// have that fingerprint.
func (l *letThrough) quoted(fingerprint string) (found []finding.Finding, at []string, err error) {
	var paths []string
	for id := range l.base.IDs() {
		if note := l.base.Note(id); l.isSelected(id) && note.IsClaim() && !note.IsUnread() {
			paths = append(paths, l.base.Path(id))
		}
	}
	slices.Sort(paths)
	left := mostSought
	for i, notePath := range paths {
		text, trouble, err := source.Read(l.notes, notePath)
		if err != nil || trouble != nil {
			continue // it was there a moment ago, and its findings are said elsewhere
		}
		c := claim.Parse(notePath, text)
		for _, g := range l.gates {
			if !g.OfMeaning || !g.IsAllowable() || l.config.Gates[g.ID].Severity == gate.Off {
				continue
			}
			words, isFound := seek(c, finding.NewSeeker(fingerprint, g.ID, notePath), &left)
			if isFound {
				f := finding.Finding{Gate: g.ID, Path: source.ShownPath(notePath), At: WordsIn(c, words), Matched: words, Fingerprint: fingerprint, Fix: g.Fix, By: aReader}
				return []finding.Finding{f}, []string{notePath}, nil
			}
		}
		if left <= 0 && i+1 < len(paths) {
			l.say("what readers may have quoted was compared with %s in %d of %d claims; --diff names the change that has the finding", fingerprint, i+1, len(paths))
			break
		}
	}
	return nil, nil, nil
}

// aReader stands for the name of a reader that nothing tells.
const aReader = "a reader"

// seek looks for words of a claim as a reader may quote them: those between two places where no word is cut in two.
func seek(c *claim.Claim, of *finding.Seeker, left *int) (words string, isFound bool) {
	if of == nil {
		return "", false
	}
	if title := fold([]byte(c.Slice(c.Title.Span))); of.Is(title) {
		return title, true
	}
	text := fold(c.Source)
	edges := edgesOf(text)
	for i, from := range edges {
		if text[from:] == "" || text[from] == ' ' {
			continue
		}
		for _, to := range edges[i+1:] {
			if to-from > MaxQuotation && utf8.RuneCountInString(text[from:to]) > MaxQuotation || *left <= 0 {
				break
			}
			if *left--; text[to-1] != ' ' && of.Is(text[from:to]) {
				return text[from:to], true
			}
		}
	}
	return "", false
}

// edgesOf are the places of a text at which no word is cut in two.
func edgesOf(text string) (all []int) {
	isWord := func(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) }
	was := false
	for at, r := range text {
		if is := isWord(r); !is || !was {
			all = append(all, at)
			was = is
		}
	}
	return append(all, len(text))
}
