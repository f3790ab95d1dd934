package gate

import (
	"strings"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/text"
	"github.com/kbgate/kbgate/internal/text/quote"
)

// checkNames reports a name in the title of which the note says nothing: one between quotation marks, or one that the
// body spells otherwise.
func (f *fact) checkNames() {
	if f.title.Origin == claim.FromFileName {
		return
	}
	title := f.title.Text
	if quote.AnySingle(title) {
		for _, q := range quote.Find([]byte(title)) {
			if name := title[q.Start:q.End]; !q.Spoken() && !f.mentions(name) {
				f.reportName("the title speaks of %q, and the body does not", name)
				return
			}
		}
	}
	f.checkSpelling()
}

func (f *fact) reportName(format string, names ...any) {
	f.ReportFixf(f.title.Span, "Check the name against the source, and use the same one in title and body.", format, names...)
}

// mentions reports whether the note names a word of a name outside its title: one with a capital if the name has any.
func (f *fact) mentions(name string) bool {
	c := f.Claim()
	rest := text.Fold(string(f.bodyText()) + " " + c.Header.Text("source") + " " + c.Header.Text("description"))
	capitals := strings.IndexFunc(name, isCapital) >= 0
	for word := range strings.FieldsSeq(name) {
		if capitals && !isCapital(rune(word[0])) {
			continue
		}
		if word = text.Fold(word); len(word) > 3 {
			word = strings.TrimSuffix(word, "s")
		}
		if strings.Contains(rest, word) {
			return true
		}
	}
	return false
}

func isCapital(r rune) bool { return 'A' <= r && r <= 'Z' }

// Bounds on names that may be spellings of one: words of at least so many letters that begin with the same ones.
const (
	shortestName = 6
	sameBegin    = 4
)

// checkSpelling reports a name of the title that the note does not have, while the body has one that is nearly the same.
func (f *fact) checkSpelling() {
	title := f.ofTitle.buffer
	for _, w := range f.ofTitle.words {
		if !w.Is(text.Capital|text.ASCIIOnly) || w.Is(text.Opens) || w.Is(text.HasDigit) || w.End-w.Start < shortestName {
			continue
		}
		other := f.nearlyNamed(string(title[w.Start:w.End]), w.Hash)
		if other != "" && !f.mentions(string(title[w.Start:w.End])) {
			f.reportName("the title speaks of %q, the body of %q", title[w.Start:w.End], other)
			return
		}
	}
}

// nearlyNamed gives a name of the body that is spelled nearly like one that it does not have, "" for none.
func (f *fact) nearlyNamed(name string, hash uint64) (near string) {
	source := f.Claim().Source
	for _, w := range f.bodyWords() {
		if w.Hash == hash {
			return ""
		}
		if near != "" || !w.Is(text.Capital) || w.Is(Linked) || w.End-w.Start < shortestName {
			continue
		}
		other := strings.TrimSuffix(w.In(source), "'s")
		if strings.EqualFold(other[:sameBegin], name[:sameBegin]) && !derived(other, name) && text.Distance(other, name, 3) <= 3 {
			near = other
		}
	}
	return near
}

// derived reports whether one word may be made from the other, as "European" is from "Europe": by their ends.
func derived(a, b string) bool {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	return ending(a[i:]) || ending(b[i:])
}

// ending reports whether s is an ending that makes one word of another.
func ending(s string) bool {
	switch strings.ToLower(s) {
	case "", "s", "n", "an", "ian", "ians", "ans", "ese", "ish", "ic", "ics", "er", "ers", "ist", "ists", "ism", "al", "ing", "ed",
		"ly", "ion", "ions", "ies", "y", "e", "es", "ar", "ity", "ment", "ments", "ive", "ate", "ated", "able", "or", "ors":
		return true
	}
	return false
}
