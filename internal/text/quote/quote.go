// Package quote finds the quotations of a text, and who is said to have spoken them. It knows how English names a
// speaker: before a quotation ("Castellan writes:"), after it ("says publisher Mara Feld", "-- Reto Caviezel"), and
// at second hand ("a line of the linguist Mark Seidenberg", "quoting her teacher Paul Rives").
package quote

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/text"
)

// Quotation is a text between quotation marks.
type Quotation struct {
	// Start and End are the byte offsets of what stands between the marks.
	Start, End int
	// Sentence is where the sentence begins in which it stands, and Tail where it ends.
	Sentence, Tail int
	// Words are hashes of its words.
	Words []uint32
	// Speaker is the person who said it according to the text, "" where the text names nobody.
	Speaker string
}

// spoken is from how many words on a quotation is somebody's words and not a term or a name.
const spoken = 4

// Spoken reports whether q is long enough to be somebody's words.
func (q *Quotation) Spoken() bool { return len(q.Words) >= spoken }

// Any reports whether a text holds quotation marks in which words may stand; single ones count as apostrophes.
func Any(s []byte) bool {
	return bytes.IndexByte(s, '"') >= 0 || bytes.Contains(s, []byte("“"))
}

// AnySingle is Any for a short text, in which single marks count too.
func AnySingle(s string) bool {
	return strings.IndexByte(s, '\'') >= 0 || strings.IndexByte(s, '"') >= 0 || strings.Contains(s, "“") || strings.Contains(s, "‘")
}

// Find gives the quotations of a text in the order of their ends. No quotation goes beyond a paragraph.
func Find(s []byte) []Quotation {
	f := finder{source: s}
	for start := 0; start < len(s); {
		end := len(s)
		if i := bytes.Index(s[start:], []byte("\n\n")); i >= 0 {
			end = start + i
		}
		f.paragraph(start, end)
		start = end + 2
	}
	return f.found
}

type finder struct {
	source []byte
	start  int // of the paragraph
	end    int
	found  []Quotation
}

// paragraph pairs the marks of one paragraph. Single marks may stand within double ones.
func (f *finder) paragraph(start, end int) {
	f.start, f.end = start, end
	double, single := -1, -1
	for i := start; i < end; {
		r, size := utf8.DecodeRune(f.source[i:end])
		switch r {
		case '"':
			if double >= 0 && !f.opens(i, size) {
				f.add(double, i)
				double = -1
			} else {
				double = i + size
			}
		case '“', '„', '«':
			double = i + size
		case '”', '»':
			if double >= 0 {
				f.add(double, i)
				double = -1
			}
		case '\'', '‘', '’':
			switch {
			case r != '’' && single < 0 && f.opens(i, size):
				single = i + size
			case single >= 0 && f.closes(i, size):
				f.add(single, i)
				single = -1
			}
		}
		i += size
	}
}

// opens reports whether the mark at i stands before a word and after none.
func (f *finder) opens(i, size int) bool {
	before, _ := utf8.DecodeLastRune(f.source[f.start:i])
	after, _ := utf8.DecodeRune(f.source[i+size : f.end])
	return !wordly(before) && !punctuation(before) && (wordly(after) || after == '[' || after == '.' || after == '\'' || after == '$')
}

// closes reports whether the mark at i stands after a word and before none.
func (f *finder) closes(i, size int) bool {
	before, _ := utf8.DecodeLastRune(f.source[f.start:i])
	after, _ := utf8.DecodeRune(f.source[i+size : f.end])
	return !wordly(after) && before != ' '
}

func wordly(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r >= 0x80 && r != utf8.RuneError &&
		r != '“' && r != '”' && r != '‘' && r != '’' && r != '—' && r != '–' && r != '…'
}

func punctuation(r rune) bool { return r == '.' || r == ',' || r == '!' || r == '?' }

func (f *finder) add(start, end int) {
	list := text.AppendWords(nil, f.source[start:end])
	if len(list) == 0 {
		return
	}
	q := Quotation{Start: start, End: end}
	for _, w := range list {
		q.Words = append(q.Words, uint32(w.Hash))
	}
	if q.Spoken() {
		f.attribute(&q)
	}
	f.found = append(f.found, q)
}

// Same reports whether two quotations hold the same words, though one may be cut: nearly all words of the shorter one
// stand close together in the longer one, in the same order.
func Same(a, b []uint32) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) < spoken {
		return false
	}
	for i, w := range b {
		if (w == a[0] || w == a[1]) && follows(a, b[i:min(len(b), i+2*len(a))]) {
			return true
		}
	}
	return false
}

// follows reports whether nearly all of a stand in b in the same order.
func follows(a, b []uint32) bool {
	missed := 0
	for _, w := range a {
		if i := slices.Index(b, w); i >= 0 {
			b = b[i+1:]
		} else if missed++; missed*5 > len(a) {
			return false
		}
	}
	return true
}
