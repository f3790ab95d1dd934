package brief

import (
	"fmt"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/text/prompt"
)

// Theme is what comes back in an agent's rejections: the tag of a gate, or where a rejection has none the category of its reason.
type Theme struct {
	Tag, Gate string // of a gate that advises something; "": the theme is a category
	Category  decision.Category
	Count, Of int              // of its rejections, of all that were looked at
	Newest    decision.Summary // of its rejections
	Told      bool             // its reason is in the history of the artifact
	Pairs     []Pair           // as the files have them
}

// Pair is a claim that was sent back, and what was accepted in its place.
type Pair struct {
	SentBack Version `json:"sent_back"`
	Accepted Version `json:"accepted"`
}

// Version is what of a claim tells why it was sent back or accepted. Each is "" where the claim says none.
type Version struct {
	Title      string `json:"title"`
	Confidence string `json:"confidence,omitempty"`
	Source     string `json:"source,omitempty"` // on which the confidence stands
	Figure     string `json:"figure,omitempty"` // the first that is no manner of speaking
}

// MostPairs is how many pairs a lesson has at most.
const MostPairs = 2

// The most characters of what is shown of a claim: several of these stand on one line.
const (
	longestTitle  = 120
	longestSource = 80
	longestWord   = 24
	longestFigure = 60
)

func (v Version) quoted() Version {
	return Version{prompt.Quote(v.Title, longestTitle), prompt.Quote(v.Confidence, longestWord), prompt.Quote(v.Source, longestSource), prompt.Quote(v.Figure, longestFigure)}
}

// String tells a version in quotations.
func (v Version) String() string {
	said := prompt.Quotation(v.Title)
	for _, part := range [][2]string{{"confidence", v.Confidence}, {"source", v.Source}, {"figure", v.Figure}} {
		if part[1] != "" {
			said += ", " + part[0] + " " + prompt.Quotation(part[1])
		}
	}
	return said
}

func themeOf(t *Theme, advice learn.Advice) Lesson {
	r := known(t.Newest)
	l, _ := lessonOf(r, advice)
	l.Count, l.Of = t.Count, t.Of
	if t.Told {
		l.Reason = ""
	}
	if t.Tag != "" { // the gate's advice, whatever was guessed when the rejection was recorded
		l.Tag, l.Gate = t.Tag, t.Gate
		if fix, ok := advice(t.Tag); ok {
			l.Action = &Action{Text: fix}
		}
	}
	for _, p := range t.Pairs[:min(MostPairs, len(t.Pairs))] {
		l.Pairs = append(l.Pairs, Pair{p.SentBack.quoted(), p.Accepted.quoted()})
	}
	return l
}

// Heading is what a lesson is about: its theme with its figure, else the rejection's day and category.
func (l *Lesson) Heading() string {
	switch {
	case l.Count == 0:
		return fmt.Sprintf("%s, %s", l.What(), l.Category)
	case l.Tag != "":
		return fmt.Sprintf("%s (%s), %d of %s", l.Gate, l.Tag, l.Count, counted(l.Of, "rejection"))
	}
	return fmt.Sprintf("%s, %d of %s", l.Category, l.Count, counted(l.Of, "rejection"))
}

// What names the rejection that a lesson is told by.
func (l *Lesson) What() string {
	kind := string(l.Type)
	if l.Type == decision.OtherType {
		kind = "artifact"
	}
	return fmt.Sprintf("%s, %s %s", l.At, kind, prompt.Quotation(l.Artifact))
}

// pairs are those of all lessons that a brief was composed of, in their order. Those of a lesson that is left out are no use, so a
// brief that has them does not fit.
type pairs struct{ lessons []Lesson }

func pairsOf(b *Brief) items { return pairs{b.Lessons[:cap(b.Lessons)]} }

func (p pairs) count() (n int) {
	for i := range p.lessons {
		n += len(p.lessons[i].Pairs)
	}
	return n
}

func (p pairs) keep(n int) {
	for i := range p.lessons {
		l := &p.lessons[i]
		l.Pairs = l.Pairs[:min(n, cap(l.Pairs))]
		n -= len(l.Pairs)
	}
}

// isTold reports whether all pairs that are kept stand below a lesson that is kept.
func (b *Brief) isTold() bool { return pairsOf(b).count() == (pairs{b.Lessons}).count() }
