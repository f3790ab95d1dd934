package gate

import (
	"fmt"
	"strings"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/text"
	"github.com/kbgate/kbgate/internal/text/quote"
)

// checkQuotes holds the quotations of title, description and body against those of the sources, and the quoted names
// of the title against the body.
func (f *fact) checkQuotes() {
	c := f.Claim()
	f.quotesIn([]byte(f.title.Text), f.title.Span, true)
	if d, ok := c.Header.Field("description"); ok && d.Kind == claim.Text {
		f.quotesIn([]byte(d.Text), d.Value, true)
	}
	if len(f.sources) > 0 {
		body := f.bodyText()
		f.quotesIn(body, claim.Span{Start: c.Body.End - len(body)}, false)
	}
	f.quotedNames()
}

// quotesIn checks the quotations of one text. A finding is at the whole of a field, but at the words in the body.
func (f *fact) quotesIn(s []byte, at claim.Span, field bool) {
	if len(f.sources) == 0 {
		return
	}
	for _, q := range quote.Find(s) {
		if !q.Spoken() || q.Speaker == "" {
			continue
		}
		place := at
		if !field {
			place = claim.Span{Start: at.Start + q.Start, End: at.Start + q.End}
		}
		if f.misattributed(&q, string(s[q.Sentence:q.Tail]), place) {
			return
		}
	}
}

// misattributed reports a quotation that a source note gives to somebody whom the claim's sentence does not name.
func (f *fact) misattributed(q *quote.Quotation, sentence string, at claim.Span) bool {
	for _, s := range f.sources {
		for _, known := range s.Evidence.Quotes {
			if !quote.Same(q.Words, known.Words) || quote.SamePerson(q.Speaker, known.Speaker) {
				continue
			}
			if quote.SamePerson(sentence, known.Speaker) {
				return false
			}
			f.Report(Finding{At: at,
				Message: fmt.Sprintf("the quotation is given to %s, while the linked source note %q gives it to %s", q.Speaker, s.Title, known.Speaker),
				Fix:     "Attribute the words to " + known.Speaker + ", who said them, not to the one who passes them on."})
			return true
		}
	}
	return false
}

// quotedNames reports a quoted name in the title of which the note says nothing.
func (f *fact) quotedNames() {
	title := f.title.Text
	if f.title.Origin == claim.FromFileName || !quote.Any([]byte(title)) {
		return
	}
	for _, q := range quote.Find([]byte(title)) {
		if q.Spoken() {
			continue
		}
		name := title[q.Start:q.End]
		if f.mentions(name) {
			continue
		}
		f.Report(Finding{At: f.title.Span, Message: fmt.Sprintf("the title speaks of %q, and the body does not", name),
			Fix: "Check the name against the source, and use the same one in title and body."})
		return
	}
}

// mentions reports whether the note names any word of a name outside its title.
func (f *fact) mentions(name string) bool {
	c := f.Claim()
	rest := text.Fold(string(f.bodyText()) + " " + c.Header.Text("source") + " " + c.Header.Text("description"))
	for word := range strings.FieldsSeq(text.Fold(name)) {
		if len(word) > 3 {
			word = strings.TrimSuffix(word, "s")
		}
		if strings.Contains(rest, word) {
			return true
		}
	}
	return false
}
