package kb

import "github.com/kbgate/kbgate/internal/claim"

// Link is a wiki link of a note, and where it leads.
type Link struct {
	Target string // as claim.Link has it
	// To is the note that the link means, None where it means no note.
	To ID
	// Found reports whether the link leads anywhere; an embed may lead to a file that is no note. Before Seal, what is
	// not found may still be found by an alias.
	Found bool

	Embed, InHeader      bool
	start, end           int32
	targetFrom, targetTo int32
}

// Span is the place of the link with its brackets in the note's source.
func (l *Link) Span() claim.Span { return claim.Span{Start: int(l.start), End: int(l.end)} }

// TargetSpan is the place of the target.
func (l *Link) TargetSpan() claim.Span {
	return claim.Span{Start: int(l.targetFrom), End: int(l.targetTo)}
}

// linksOf keeps the links of a note.
func linksOf(links []claim.Link) []Link {
	if len(links) == 0 {
		return nil
	}
	kept := make([]Link, len(links))
	for i, l := range links {
		kept[i] = Link{Target: l.Target, To: None, Embed: l.Embed, InHeader: l.InHeader,
			start: int32(l.Span.Start), end: int32(l.Span.End),
			targetFrom: int32(l.TargetSpan.Start), targetTo: int32(l.TargetSpan.End)}
	}
	return kept
}
