package gate

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/text"
	"github.com/kbgate/kbgate/internal/text/figure"
)

// checkFigures holds the figures of title and description against the body.
func (f *fact) checkFigures() (stated kb.Stated) {
	stated.Title = f.ofTitle.read(f.title.Text)
	field, ok := f.Claim().Header.Field("description")
	if ok && field.Kind == claim.Text {
		stated.Description = f.ofDescription.read(field.Text)
	}
	if len(stated.Title) == 0 && !slices.ContainsFunc(stated.Description, weighs) {
		stated.Description = nil
		return stated
	}
	f.body = f.ofBody.Read(f.Claim().Source, f.bodyWords(), Linked)
	if f.title.Origin == claim.FromFileName {
		stated.Title = f.withoutDecimals(stated.Title)
	}
	for i := range stated.Title {
		if f.checkFigure(&stated, stated.Title, i, 0, f.title.Text) {
			stated.Title = nil // one finding says enough of a title
			break
		}
	}
	for i := range stated.Description {
		if f.checkFigure(&stated, stated.Description, i, kb.MostFigures, field.Text) {
			stated.Description = nil
			break
		}
	}
	return stated
}

// fewToWeigh is from how many things on a count in words is worth a look in a description.
const fewToWeigh = 5

// weighs reports whether a figure of a description is worth a look: a handful in words is a manner of speaking.
func weighs(t figure.Figure) bool {
	return t.Weight() != figure.Light || !t.Is(figure.Spelled) || t.Unit == figure.Count && t.Raw >= fewToWeigh && !t.Is(figure.Few)
}

// checkFigure judges figure i of a field by the body alone, and reports whether it found a fault that no source note
// can excuse.
func (f *fact) checkFigure(stated *kb.Stated, list []figure.Figure, i, first int, whole string) (found bool) {
	t, inTitle := &list[i], first == 0
	said := whole[t.Start:t.End]
	name := "title"
	if !inTitle {
		name = "description"
	}
	bit := uint32(1) << (first + i)
	if figure.Stated(t, f.body) {
		stated.Said |= bit
	}
	if stated.Said&bit == 0 {
		f.unstated(stated, list, i, first, name, said)
		return false
	}
	stated.Borne |= bit
	other := figure.Misplaced(t, list, f.body)
	if other == nil {
		other = f.counterpart(stated, list, i, first)
	}
	if other == nil {
		return false
	}
	f.report(&kb.Fault{Figure: first + i, Message: f.against(name, said, other)})
	stated.Faults = slices.DeleteFunc(stated.Faults, func(e kb.Fault) bool { return e.InTitle() == inTitle })
	return true
}

// counterpart is the figure of the body that figure i of a field should be, nil where none contradicts it.
func (f *fact) counterpart(stated *kb.Stated, list []figure.Figure, i, first int) *figure.Figure {
	search := figure.Search{Siblings: list, InTitle: first == 0}
	if !search.InTitle {
		if search.Title = stated.Title; !weighs(list[i]) {
			return nil
		}
	}
	return search.Contradicting(&list[i], f.body)
}

// unstated judges a figure that the body does not state.
func (f *fact) unstated(stated *kb.Stated, list []figure.Figure, i, first int, name, said string) {
	t := &list[i]
	fault := kb.Fault{Figure: first + i}
	if q := t.Quotient(list); q >= 0 && stated.Borne&(1<<(first+q)) != 0 {
		stated.Borne |= 1 << fault.Figure
		return
	}
	if other := f.counterpart(stated, list, i, first); other != nil {
		fault.Message = f.against(name, said, other)
	} else if f.borneOut(t, said) {
		stated.Borne |= 1 << fault.Figure
	} else if first == 0 {
		f.faultInTitle(&fault, t, said)
	}
	if fault.Message != "" {
		stated.Faults = append(stated.Faults, fault)
	}
}

// faultInTitle fills in what is wrong with a figure of the title that the body does not bear out, if anything is.
func (f *fact) faultInTitle(fault *kb.Fault, t *figure.Figure, said string) {
	cited := f.citedFigures()
	switch {
	case t.Unit == figure.Year && standsIn([]byte(f.Claim().Header.Text("source")), said):
	case figure.Stated(t, cited), t.Unit == figure.Time && figure.Computed(t, slices.Concat(cited, f.body)):
	case t.Weight() == figure.Light && t.Is(figure.Spelled):
		fault.Message = f.miscounted(t, said)
	case t.Unit == figure.Year && int(t.Value) > f.Today.Year(): // a horizon, and no fact
	default:
		fault.Message = fmt.Sprintf("the title says %q, and the body does not", said)
		fault.Fix = "Give the figure in the body with what it rests on, or correct the title."
		fault.Unmeasured = (t.Is(figure.Rough) || t.Hedge != figure.Exact) && !figure.Measures(t, f.body)
	}
}

// against says that a figure of the body contradicts one of a field.
func (f *fact) against(field, said string, other *figure.Figure) string {
	return fmt.Sprintf("the %s says %q, the body says %q of it", field, said, f.Claim().Source[other.Start:other.End])
}

// citedFigures are the figures of the header's source.
func (f *fact) citedFigures() []figure.Figure {
	cited := f.ofSource.read(f.Claim().Header.Text("source"))
	for i := range cited {
		if cited[i].Unit == figure.Year {
			cited[i].Noun = 0 // the month in which a source appeared
		}
	}
	return cited
}

// bodyWords are the words of bodyText.
func (f *fact) bodyWords() []text.Word {
	words := f.Prose()
	start := int32(f.Claim().Body.End - len(f.bodyText()))
	for len(words) > 0 && words[0].Start < start {
		words = words[1:]
	}
	return words
}

// bodyText is the body without the heading that repeats the title.
func (f *fact) bodyText() []byte {
	c := f.Claim()
	if len(c.Headings) > 0 && c.Headings[0].Level == 1 {
		return c.Source[c.Headings[0].Span.End:c.Body.End]
	}
	return c.BodyText()
}

// withoutDecimals leaves out the digits of a file name that are parts of a decimal in the body: names are often written
// without points, "3-5 percent" for "3.5 percent".
func (f *fact) withoutDecimals(title []figure.Figure) []figure.Figure {
	kept := title[:0]
	for _, t := range title {
		start, end := int(t.Start), int(t.Start)
		for end < len(f.title.Text) && isDigit(f.title.Text[end]) {
			end++
		}
		for start > 0 && isDigit(f.title.Text[start-1]) || start > 1 && isJoint(f.title.Text[start-1]) && isDigit(f.title.Text[start-2]) {
			start--
		}
		for end+1 < len(f.title.Text) && isJoint(f.title.Text[end]) && isDigit(f.title.Text[end+1]) {
			for end++; end < len(f.title.Text) && isDigit(f.title.Text[end]); end++ {
			}
		}
		decimal := strings.NewReplacer("-", ".", " ", ".").Replace(f.title.Text[start:end])
		if strings.Count(decimal, ".") != 1 || !standsIn(f.bodyText(), decimal) {
			kept = append(kept, t)
		}
	}
	return kept
}

// isJoint reports whether b stands for a point in a file name.
func isJoint(b byte) bool { return b == '-' || b == ' ' }

// borneOut reports whether the body allows to compute a figure that it does not state. Of a number that has no unit it
// is enough that its digits stand there, perhaps in a name.
func (f *fact) borneOut(t *figure.Figure, written string) bool {
	if figure.Computed(t, f.body) {
		return true
	}
	if t.Unit != figure.Bare && t.Unit != figure.Count {
		return false
	}
	return standsIn(f.bodyText(), strings.TrimRight(written, " abcdefghijklmnopqrstuvwxyz"))
}

// standsIn reports whether digits stand in s with no digit beside them.
func standsIn(s []byte, digits string) bool {
	if digits == "" {
		return false
	}
	for at := 0; ; {
		i := bytes.Index(s[at:], []byte(digits))
		if i < 0 {
			return false
		}
		start, end := at+i, at+i+len(digits)
		if (start == 0 || !isDigit(s[start-1])) && (end == len(s) || !isDigit(s[end])) {
			return true
		}
		at = start + 1
	}
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }
