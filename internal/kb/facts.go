package kb

import (
	"cmp"
	"path"
	"strings"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/lang"
	"github.com/kbgate/kbgate/internal/lang/likeness"
	"github.com/kbgate/kbgate/internal/text"
	"github.com/kbgate/kbgate/internal/text/cite"
)

// facts are a Note before it is a record, which is all that is kept of a note once it has been read. They follow
// from the note's path and text and from what the configuration calls a claim, so they hold for as long as those stay.
type facts struct {
	Title string
	Type  string // as the header says, "" where it says nothing
	// Claim reports whether the note is one that the gates judge.
	Claim   bool
	Created string // as the header says
	Domain  string
	// TitleLanguage and BodyLanguage are those of a claim: each is the other's where too few words tell it.
	TitleLanguage, BodyLanguage lang.Language
	// Published is the day on which the work that a source note records appeared, as the header says.
	Published string
	Aliases   []string
	Links     []Link
	// Sources are the independent sources that the header names, known by hashes of their names.
	Sources []cite.Source
	// Sketch is what the title and the text of a claim look like, for likeness; notes that are no claims have none.
	Sketch *likeness.Sketch
	// Unread says why a note could not be read, and UnreadAt at which byte; all else is then empty.
	Unread   string
	UnreadAt int
}

// newFacts distils a parsed note. Whether it is a claim is a matter of configuration, so the caller says so. The words
// are those of AppendProse, which the caller has for other ends too; only those of a claim are looked at.
func newFacts(c *claim.Claim, isClaim bool, words []text.Word) facts {
	f := facts{
		Title:     c.Title.Text,
		Type:      c.Header.Type(),
		Claim:     isClaim,
		Created:   c.Header.Text("created"),
		Domain:    c.Header.Text("domain"),
		Published: cmp.Or(c.Header.Text("date"), c.Header.Text("published")),
		Aliases:   aliases(&c.Header),
	}
	f.Links = make([]Link, len(c.Links))
	for i, l := range c.Links {
		f.Links[i].Link = l
	}
	isSource := isSourceType(f.Type)
	f.Sources = sourcesOf(c, isSource)
	if isClaim {
		f.TitleLanguage, f.BodyLanguage = languagesOf(c, words)
		f.Sketch = ownVoice(c, f.BodyLanguage, words, f.Links)
	}
	return f
}

// isSourceType reports whether notes of a type are source notes: records of what somebody else published.
func isSourceType(kind string) bool {
	switch strings.ToLower(kind) {
	case "source", "evidence", "archive", "reference", "paper", "article", "literature":
		return true
	}
	return false
}

// aliases are the other names that a header gives its note, in the two spellings that editors know.
func aliases(h *claim.Header) []string {
	var names []string
	for _, key := range []string{"aliases", "alias"} {
		f, ok := h.Field(key)
		if !ok {
			continue
		}
		if f.Kind == claim.Text {
			names = append(names, f.Text)
		}
		for _, item := range f.Items {
			if item.Kind == claim.Text {
				names = append(names, item.Text)
			}
		}
	}
	return names
}

// IsNote reports whether a file is a note by its name: markdown, and not below a folder whose name begins with a
// point, as those belong to tools.
func IsNote(file string) bool {
	return noteEnding(file) != "" && !strings.HasPrefix(file, ".") && !strings.Contains(file, "/.")
}

// noteEnding is the markdown ending of a file name as it is written, or "".
func noteEnding(file string) string {
	if strings.HasSuffix(file, ".md") {
		return ".md"
	}
	ext := path.Ext(file)
	if strings.EqualFold(ext, ".md") || strings.EqualFold(ext, ".markdown") {
		return ext
	}
	return ""
}
