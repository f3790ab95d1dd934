package gate

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/text"
	"github.com/kbgate/kbgate/internal/text/hidden"
	"github.com/kbgate/kbgate/internal/text/rendered"
)

// mostHidden is how many hidden characters of one note are reported each by itself.
const mostHidden = 20

// HiddenCharacters reports characters that a reader does not see but a program does, in text and in names.
var HiddenCharacters = &Gate{
	ID:       "hidden_characters",
	Title:    "Visible text",
	Summary:  "The note holds characters that readers do not see, or its name looks like another",
	Why:      "Characters without a shape make two texts that look alike differ: a link that cannot be followed, a duplicate that no search finds, an instruction to an agent that no reviewer saw. Characters that turn the direction of writing show text in another order than it is read. They are allowed where a script needs them: joiners in Persian and Hindi, spaces without width in Thai and Khmer, marks of direction in Hebrew and Arabic.",
	Fix:      "Take the character out, and type the word anew.",
	Severity: Blocking, EveryNote: true,
	NeverAllowed: true,
	Bad:          "-- tea.md --\n# green tea loses its ar\u200boma in the light\n",
	Good:         "-- tea.md --\n# green tea loses its aroma in the light 👩\u200d🍳\n\nچای سبز عطر خود را از دست می\u200cدهد\n",
	Run: func(p *Pass) {
		c := p.Claim()
		n := 0
		for found := range hidden.In(c.Source) {
			if n++; n > mostHidden {
				p.Reportf(claim.Span{Start: found.Start, End: found.End}, "further hidden characters follow")
				break
			}
			p.Reportf(claim.Span{Start: found.Start, End: found.End}, "%s stands here, which no reader sees", found.Name)
		}
		hiddenEntities(p)
		hiddenEscape(p)
		hiddenName(p)
	},
	RunOnAll: judgeHiddenName,
}

// hiddenEntities judges the entities of HTML outside of code, which write a character as its name or number.
func hiddenEntities(p *Pass) {
	c := p.Claim()
	n := 0
	for at := c.Body.Start; at < c.Body.End; at++ {
		i := bytes.IndexByte(c.Source[at:c.Body.End], '&')
		if i < 0 {
			return
		}
		at += i
		decoded, size := rendered.Entity(c.Source[at:c.Body.End])
		if size == 0 || c.InHidden(at) || c.Source[at+size-1] != ';' && !inHTML(c.Source[c.Body.Start:at]) {
			continue
		}
		name, hides := hiddenAmong(c.Source[max(0, at-aroundEntity):at], decoded, c.Source[at+size:min(at+size+aroundEntity, c.Body.End)])
		if hides {
			if n++; n > mostHidden {
				return
			}
			p.Reportf(claim.Span{Start: at, End: at + size}, "the entity stands for %s, which no reader sees", name)
		}
		at += size - 1
	}
}

// inHTML reports whether what goes on behind a text is in HTML: a line since the last blank one begins with a tag, or one
// is open.
func inHTML(before []byte) bool {
	const most = 4096 // bytes that are looked through
	before = before[max(0, len(before)-most):]
	if i := bytes.LastIndex(before, []byte("\n\n")); i >= 0 {
		before = before[i+2:]
	}
	if bytes.LastIndexByte(before, '<') > bytes.LastIndexByte(before, '>') {
		return true
	}
	for line := range bytes.Lines(before) {
		if line = bytes.TrimLeft(line, " >\t"); len(line) > 1 && line[0] == '<' && line[1] > ' ' {
			return true
		}
	}
	return false
}

// aroundEntity is how many bytes on either side of an entity may give a reason for a character without a shape.
const aroundEntity = 80

// hiddenAmong reports whether a text hides a character among what stands around it.
func hiddenAmong(before []byte, text string, after []byte) (name string, hides bool) {
	whole := slices.Concat(before, []byte(text), after)
	for found := range hidden.In(whole) {
		if found.Start >= len(before) && found.Start < len(before)+len(text) {
			return found.Name, true
		}
	}
	return "", false
}

// hiddenEscape judges the keys and values of the header, however deep, which may write a character as its number.
func hiddenEscape(p *Pass) {
	h := &p.Claim().Header
	if bytes.IndexByte(p.Claim().Source[h.Inner.Start:h.Inner.End], '\\') < 0 {
		return
	}
	n := 0
	for _, s := range h.Texts() {
		if n < mostHidden && hiddenValue(p, s) {
			n++
		}
	}
}

// hiddenValue reports a character that a text of the header has and does not show where it is written.
func hiddenValue(p *Pass, s claim.Scalar) bool {
	at := s.Span
	if at.Len() == 0 { // nobody knows where it is written
		at = p.Claim().Header.Inner
	}
	for found := range hidden.In([]byte(s.Text)) {
		if !strings.Contains(p.Claim().Slice(at), s.Text[found.Start:found.End]) {
			p.Reportf(at, "the value holds %s, which no reader sees", found.Name)
			return true
		}
	}
	return false
}

// hiddenName judges the file name with its folders, and the title where it is not the name.
func hiddenName(p *Pass) {
	name := p.Notes.Name(p.ID)
	for found := range hidden.In([]byte(name)) {
		p.ReportFixf(claim.Span{}, "Rename the file.", "the file name %q holds %s, which no reader sees", text.Visible(name), found.Name)
		return
	}
	for found := range hidden.In([]byte(path.Dir(p.Claim().Path))) {
		p.ReportFixf(claim.Span{}, "Rename the folder.", "the name of a folder in the path %q holds %s, which no reader sees", text.Visible(p.Claim().Path), found.Name)
		return
	}
	if word, ok := hidden.MixedWord(name); ok {
		p.ReportFixf(claim.Span{}, "Rename the file with letters of one alphabet.", "the file name holds the word %q, which mixes letters of %s that look alike", word.Text, word.Scripts)
	} else if _, changed := hidden.Skeleton(name); changed {
		p.Deferred = true
	}
	for _, title := range p.Claim().ShownTitles() {
		mixedLetters(p, title)
	}
}

// mixedLetters judges the words of a title in the note.
func mixedLetters(p *Pass, title claim.Title) {
	word, ok := hidden.MixedWord(title.Text)
	if title.Origin == claim.FromFileName || !ok {
		return
	}
	at := title.Span
	if i := strings.Index(p.Claim().Slice(at), word.Text); i >= 0 {
		at = claim.Span{Start: at.Start + i, End: at.Start + i + len(word.Text)}
	}
	p.Reportf(at, "the word %q mixes letters of %s that look alike", word.Text, word.Scripts)
}

// judgeHiddenName looks for another note whose name looks the same.
func judgeHiddenName(p *Pass) {
	skeleton, _ := hidden.Skeleton(p.Notes.Name(p.ID))
	if id, ok := p.Notes.Resolve(p.ID, skeleton, false); ok && id != p.ID {
		p.ReportFixf(claim.Span{}, "Rename one of the two.", "the file name looks like that of %s, but is written with other letters", path.Base(p.Notes.Path(id)))
	}
}
