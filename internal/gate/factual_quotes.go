package gate

import (
	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/text/quote"
)

// quotes reports whether the claim may quote somebody.
func (f *fact) quotes() bool {
	c := f.Claim()
	return quote.Any(c.BodyText()) || quote.AnySingle(f.title.Text) || quote.AnySingle(c.Header.Text("description"))
}

// checkQuotes holds the quotations of title, description and body against those of the sources.
func (l *linked) checkQuotes() {
	c := l.Claim()
	l.quotesIn([]byte(l.title.Text), l.title.Span, true)
	if d, ok := c.Header.Field("description"); ok && d.Kind == claim.Text {
		l.quotesIn([]byte(d.Text), d.Span, true)
	}
	body := l.bodyText()
	l.quotesIn(body, claim.Span{Start: c.Body.End - len(body)}, false)
}

// quotesIn checks the quotations of one text. A finding is at the whole of a field, but at the words in the body.
func (l *linked) quotesIn(s []byte, at claim.Span, field bool) {
	for _, q := range quote.Find(s) {
		if !q.Spoken() || q.Speaker == "" {
			continue
		}
		place := at
		if !field {
			place = claim.Span{Start: at.Start + q.Start, End: at.Start + q.End}
		}
		if l.misattributed(&q, string(s[q.Sentence:q.Tail]), place) {
			return
		}
	}
}

// misattributed reports a quotation that a source note gives to somebody whom the claim's sentence does not name.
func (l *linked) misattributed(q *quote.Quotation, sentence string, at claim.Span) bool {
	for _, s := range l.sources {
		for _, known := range s.Evidence.Quotes {
			if !quote.Same(q.Words, known.Words) || quote.SamePerson(q.Speaker, known.Speaker) {
				continue
			}
			if quote.SamePerson(sentence, known.Speaker) {
				return false
			}
			l.ReportFixf(at, "Attribute the words to "+known.Speaker+", who said them, not to the one who passes them on.",
				"the quotation is given to %s, while the linked source note %q gives it to %s", q.Speaker, s.Title(), known.Speaker)
			return true
		}
	}
	return false
}
