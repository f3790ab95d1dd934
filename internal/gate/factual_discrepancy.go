package gate

import (
	"slices"
	"sync"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/text"
	"github.com/kbgate/kbgate/internal/text/figure"
)

// FactualDiscrepancy reports figures and quotations that the body or a linked source note does not bear out.
var FactualDiscrepancy = &Gate{
	ID:      "factual_discrepancy",
	Title:   "Factual accuracy",
	Summary: "A figure or a quotation is not what the body or the linked source says",
	Why: "A title is what gets cited. When its number is not in the body, or the source note gives another one, every note " +
		"that builds on the claim repeats the error. Numbers are compared by value and unit, so \"half\", \"50%\" and " +
		"\"24 of 48\" agree, and what follows from the body by a ratio, a difference or a sum counts as said. A description " +
		"may add figures of its own; only one that contradicts is reported. A quotation belongs to the person who said " +
		"it, not to the one who passed it on.",
	Fix:      "Re-read the source and correct the number, the year or the name, or give the figure in the body with what it rests on. Where source X quotes Y, attribute the words to Y.",
	Severity: Blocking,
	Wording:  true,
	Bad: `-- claims/ferry.md --
---
type: claim
description: "The fleet manager's own log agrees"
source: "[[ferry audit]]"
---
# ferries are cancelled for want of crew because 81 percent of the cancellations name it

Of 412 cancelled departures 61 percent were put down to missing crew, and 22 percent to weather.

-- sources/ferry audit.md --
---
type: source
---
412 departures were cancelled. Of the cancellations, 61 percent were put down to missing crew.
`,
	Good: `-- claims/ferry.md --
---
type: claim
description: "Weather explains about a fifth of the cancellations"
source: "[[ferry audit]]"
---
# ferries are cancelled for want of crew because three cancellations in five name it

Of 412 cancelled departures 61 percent were put down to missing crew, and 22 percent to weather.

-- sources/ferry audit.md --
---
type: source
---
412 departures were cancelled. Of the cancellations, 61 percent were put down to missing crew and 22 percent to weather.
`,
	Run:      checkOwnFacts,
	RunOnAll: checkLinkedFacts,
}

// fact is one claim under this check, with the buffers that its reading takes.
type fact struct {
	*Pass
	title claim.Title
	body  []figure.Figure

	ofTitle, ofDescription, ofSource fieldReader
	ofBody                           figure.Reader
}

var factPool = sync.Pool{New: func() any { return new(fact) }}

// fieldReader reads the figures of a short text.
type fieldReader struct {
	figure.Reader
	buffer []byte
	words  []text.Word
}

func (r *fieldReader) read(s string) []figure.Figure {
	r.buffer = append(r.buffer[:0], s...)
	r.words = text.AppendWords(r.words[:0], r.buffer)
	all := r.Read(r.buffer, r.words, 0)
	return all[:min(len(all), kb.MostFigures)]
}

// checkOwnFacts holds title and description against the claim's own body. What a linked source note may excuse or
// contradict waits until those are known.
func checkOwnFacts(p *Pass) {
	f := factPool.Get().(*fact)
	defer factPool.Put(f)
	f.Pass, f.title = p, p.Claim().Title
	stated := f.checkFigures()
	f.checkNames()
	if !p.Note().HasLinks() {
		f.reportFirst(stated.Faults)
		return
	}
	stated.Quoted = f.quotes()
	switch {
	case len(stated.Title)+len(stated.Description) > 0:
		kept := stated
		kept.Title = figure.Keep(stated.Title, f.ofTitle.buffer)
		kept.Description = figure.Keep(stated.Description, f.ofDescription.buffer)
		p.Deferred, p.Carried = true, kept.Bytes()
	case stated.Quoted:
		p.Deferred, p.Carried = true, onlyQuoted
	}
}

// onlyQuoted is what most claims state.
var onlyQuoted = (&kb.Stated{Quoted: true}).Bytes()

// reportFirst reports the first fault of each field: one says enough.
func (f *fact) reportFirst(faults []kb.Fault) {
	inTitle, inDescription := false, false
	for i := range faults {
		done := &inDescription
		if faults[i].InTitle() {
			done = &inTitle
		}
		if !*done && !faults[i].Unmeasured {
			f.report(&faults[i])
			*done = true
		}
	}
}

// report reports a fault of a figure, at the field in which it stands.
func (f *fact) report(fault *kb.Fault) {
	at := f.Claim().Title.Span
	if !fault.InTitle() {
		field, _ := f.Claim().Header.Field("description")
		at = field.Span
	}
	f.Report(finding.Finding{At: at, Message: fault.Message, Fix: fault.Fix})
}

// checkLinkedFacts holds what a claim states against the source notes to which it links.
func checkLinkedFacts(p *Pass) {
	stated := kb.ReadStated(p.Carried)
	sources := linkedSources(p)
	f := linked{fact: fact{Pass: p}, Stated: stated, sources: sources}
	f.judge(stated.Title, "title", 0)
	f.judge(stated.Description, "description", kb.MostFigures)
	for _, s := range sources {
		if stated.Quoted && len(s.Evidence.Quotes) > 0 {
			f.title = p.Claim().Title
			f.checkQuotes()
			break
		}
	}
}

// source is a source note to which a claim links.
type source struct {
	kb.Note
	*kb.Evidence
}

// linkedSources are the source notes with evidence to which the note under check links, each once. A note that does not
// say what it is counts where the header links to it.
func linkedSources(p *Pass) []source {
	var all []source
	for _, l := range p.Links() {
		if l.To == kb.None || l.To == p.ID {
			continue
		}
		n := p.Notes.Note(l.To)
		if n.HasEvidence() && (n.IsSource() || l.InHeader) && !slices.ContainsFunc(all, func(s source) bool { return s.Path == n.Path }) {
			all = append(all, source{n, n.Evidence()})
		}
	}
	return all
}
