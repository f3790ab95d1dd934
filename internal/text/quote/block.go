package quote

import (
	"bytes"

	"github.com/kbgate/kbgate/internal/text"
)

// Blocks gives the quotations that a text sets off as markdown block quotations, one for each paragraph of them. The
// speaker is the person whom the line before names, if that ends in a colon, or whose name follows a dash; else "".
func Blocks(s []byte) []Quotation {
	var all []Quotation
	before, open := "", false
	for start := 0; start < len(s); {
		end := len(s)
		if i := bytes.IndexByte(s[start:], '\n'); i >= 0 {
			end = start + i
		}
		line := bytes.TrimSpace(s[start:end])
		inner, quoted := bytes.CutPrefix(line, []byte(">"))
		inner = bytes.TrimSpace(bytes.TrimLeft(inner, "> "))
		switch {
		case !quoted && len(line) > 0:
			before, open = string(line), false
		case !quoted || len(inner) == 0:
			open = false
		case signed(inner) && len(all) > 0:
			list := text.AppendWords(nil, inner)
			all[len(all)-1].Speaker = signature(inner, list)
		case open:
			q := &all[len(all)-1]
			q.End, q.Tail = end, end
			q.Words = appendHashes(q.Words, inner)
		default:
			q := Quotation{Start: start, End: end, Sentence: start, Tail: end, Words: appendHashes(nil, inner)}
			if intro := []byte(before); bytes.HasSuffix(intro, []byte(":")) {
				list := text.AppendWords(nil, intro)
				q.Speaker = beforeQuote(intro, list[min(sentenceStart(list), len(list)):])
			}
			all, open = append(all, q), true
		}
		start = end + 1
	}
	return all
}

// signed reports whether a line is the signature of a quotation.
func signed(line []byte) bool {
	return bytes.HasPrefix(line, []byte("—")) || bytes.HasPrefix(line, []byte("–")) || bytes.HasPrefix(line, []byte("--"))
}

func appendHashes(hashes []uint32, s []byte) []uint32 {
	for _, w := range text.AppendWords(nil, s) {
		hashes = append(hashes, uint32(w.Hash))
	}
	return hashes
}
