// Package substance counts the words of a body that are argument: beside title, headings, links, lists of other notes, and the
// marks that a template left behind. It knows the boilerplate of English and Portuguese, and counts the words of any language.
package substance

import (
	"bytes"

	"github.com/kbgate/kbgate/internal/text"
)

// Passage is a body whose words are counted.
type Passage struct {
	Source     []byte // the note; the body is Source[Start:End]
	Start, End int
	Words      []text.Word // of the body in order, code and comments left out; text.Custom marks those within links
	Title      string
}

// Count is what was found in a body, or in the part of it that was read before there was enough.
type Count struct {
	Words int // of argument
	// Start and End are the first line of argument; they are equal where there is none.
	Start, End int
}

// Of counts the words of a passage, and may stop at enough. A sentence that says the title again counts for nothing.
func Of(p Passage, enough int) (c Count) {
	var buffer [64]text.Word
	title := text.AppendWords(buffer[:0], []byte(p.Title))
	words := p.Words
	var o outline
	for at := p.Start; at < p.End && c.Words < enough; {
		end, next := p.End, p.End
		if i := bytes.IndexByte(p.Source[at:p.End], '\n'); i >= 0 {
			end, next = at+i, at+i+1
		}
		n := 0
		for n < len(words) && int(words[n].Start) < end {
			n++
		}
		if o.argues(p.Source[at:end]) {
			c.Words += p.own(words[:n], title)
			if c.Start == c.End && c.Words > 0 {
				c.Start, c.End = at, end
			}
		}
		words, at = words[n:], next
	}
	return c
}

// own counts the words of a line that are neither in links nor in addresses, nor in a sentence that is the title.
func (p *Passage) own(line, title []text.Word) (n int) {
	address := int32(0) // end of the one that is being passed
	for i := 0; i < len(line); {
		if same := saysAgain(line[i:], title); same > 0 {
			i += same
			continue
		}
		w := line[i]
		switch {
		case w.Start < address || w.Is(text.Custom) || i == 0 && p.numbersItem(w):
		case p.beginsAddress(w):
			address = p.addressEnd(w)
		default:
			n += w.Units(p.Source)
		}
		i++
	}
	return n
}

// saysAgain is how many words of a line are the title as a sentence of its own.
func saysAgain(line, title []text.Word) int {
	n := len(title)
	if n == 0 || len(line) < n || !line[0].Is(text.Opens) || len(line) > n && !line[n].Is(text.Opens) {
		return 0
	}
	for i := range title {
		if line[i].Hash != title[i].Hash {
			return 0
		}
	}
	return n
}

// numbersItem reports whether the first word of a line is the number of a list item.
func (p *Passage) numbersItem(w text.Word) bool {
	end := int(w.End)
	return w.Is(text.HasDigit) && end < p.End && (p.Source[end] == '.' || p.Source[end] == ')')
}

// beginsAddress reports whether the address of a page or of a markdown link begins with this word.
func (p *Passage) beginsAddress(w text.Word) bool {
	return bytes.HasPrefix(p.Source[w.End:p.End], []byte("://")) || bytes.HasSuffix(p.Source[p.Start:w.Start], []byte("]("))
}

// addressEnd is where the address that begins with a word ends.
func (p *Passage) addressEnd(w text.Word) int32 {
	if i := bytes.IndexAny(p.Source[w.End:p.End], " \n)>"); i >= 0 {
		return w.End + int32(i)
	}
	return int32(p.End)
}
