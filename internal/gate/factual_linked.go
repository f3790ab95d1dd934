package gate

import (
	"fmt"

	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/text/figure"
)

// linked is a claim beside the source notes to which it links.
type linked struct {
	fact
	*kb.Stated
	sources []source
}

// judge holds the figures of a field against the source notes. The bits of the field's figures begin at first. One
// finding says enough of a field.
func (l *linked) judge(list []figure.Figure, field string, first int) {
	for i := range list {
		t := &list[i]
		if first > 0 && !weighs(*t) {
			continue
		}
		message := l.contradicted(t, list, field, first+i)
		if message != "" {
			l.report(&kb.Fault{Figure: first + i, Message: message})
			return
		}
		if l.borne(t) {
			continue
		}
		for k := range l.Faults {
			fault := &l.Faults[k]
			if fault.Figure == first+i && (!fault.Unmeasured || l.measured(t)) {
				l.report(fault)
				return
			}
		}
	}
}

// borne reports whether a source note bears out a figure: it states it, or allows to compute it, or is of that year by
// its name.
func (l *linked) borne(t *figure.Figure) bool {
	for _, s := range l.sources {
		if figure.BorneElsewhere(t, s.Evidence.Figures) {
			return true
		}
		if t.Unit == figure.Year && (standsIn([]byte(s.Title()), t.Text) || standsIn([]byte(s.Path), t.Text) || standsIn([]byte(s.Published()), t.Text)) {
			return true
		}
	}
	return false
}

// measured reports whether a source note measures what a figure measures.
func (l *linked) measured(t *figure.Figure) bool {
	for _, s := range l.sources {
		if figure.Measures(t, s.Evidence.Figures) {
			return true
		}
	}
	return false
}

// contradicted says how a source note contradicts a figure, "" where none does.
func (l *linked) contradicted(t *figure.Figure, siblings []figure.Figure, field string, bit int) string {
	search := figure.Search{Siblings: siblings, InTitle: bit < kb.MostFigures, Borne: l.Borne&(1<<bit) != 0, Source: true}
	if !search.InTitle {
		search.Title = l.Title
	}
	for _, s := range l.sources {
		figures := s.Evidence.Figures
		other := figure.Misplaced(t, siblings, figures)
		if other == nil {
			other = search.Contradicting(t, figures)
		}
		if other != nil {
			return fmt.Sprintf("the %s says %q, the linked source note %q says %q of it", field, t.Text, s.Title(), other.Text)
		}
	}
	return ""
}
