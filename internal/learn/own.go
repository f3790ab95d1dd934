package learn

import (
	"slices"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/learn/reading"
)

// ownWords are how actions and sentences speak of artifacts that the contract's words do not fit: who is told to validate code
// examples learns nothing about a claim. An agent may do literally what they say, so none of them asks for what the sources do not have.
var ownWords = map[decision.ArtifactType]map[decision.Category]wording{
	decision.Claim: {
		decision.Examples: {"evidence", "is", "checked each statement against its source",
			"Verify the evidence behind the claim: open each source, correct what it does not say, and cite or quote it where the claim rests on it",
			"sources", "checked against the claim"},
		decision.Specificity: {"scope", "is", "said of whom, where, when and by which mechanism each claim holds",
			"Scope the claim: say of whom or what, where, when and by which mechanism it holds, with the figures that its sources give, and no further than they show",
			"claims", "scoped to what their sources show"},
		decision.Clarity: {"clarity", "is", "written title and argument as sentences that somebody can disagree with",
			"Write title and argument as plain sentences that somebody can disagree with, one statement each, in terms that the note explains",
			"titles and arguments", "written as plain sentences"},
		decision.Completeness: {"completeness", "is", "checked all required header fields and sections",
			"Verify all required header fields and sections are present, each with what the source says and none filled in by guess: name the source in `source`, and say why the claim holds in the body",
			"required header fields and sections", "verified"},
		decision.Relevance: {"relevance", "is", "checked each claim against the map of its domain",
			"Check the claim against the domain and the topic map where it stands: move it to where it belongs, or leave it out",
			"claims", "checked against the map of their domain"},
	},
	decision.Email: {
		decision.Examples: {"evidence", "is", "checked each statement about the recipient and the offer",
			"Verify each statement about the recipient and the offer against the data at hand, and take out what it does not show",
			"statements", "checked against the data at hand"},
		decision.Specificity: {"personalization", "is", "named what is true of this recipient alone",
			"Name what is true of this recipient alone, from the data at hand, and why that is the reason to write; where there is nothing, do not make it up",
			"openings", "made personal from the data at hand"},
		decision.Clarity: {"clarity", "is", "said in plain words who writes, why, and what is asked",
			"Say in plain words who writes, why to this person, and the one thing that is asked",
			"messages", "cut down to one ask"},
		decision.Completeness: {"completeness", "is", "checked greeting, reason to write, ask and signature",
			"Verify greeting, reason to write, ask and signature are present",
			"parts of the message", "verified"},
		decision.Relevance: {"relevance", "is", "checked for whom each message is",
			"Check whom the message is for: say what in it concerns this recipient, or do not send it",
			"recipients", "checked against the offer"},
	},
}

// ownAction is the action of a type that has words of its own, with the section or the technology that the reason names.
func ownAction(r *decision.Summary, own map[decision.Category]wording) string {
	action := own[r.Category].correction
	switch r.Category {
	case decision.Completeness:
		if name := reading.Section(r.Reason); name != "" {
			return SectionBefore + name + SectionBehind
		}
	case decision.Relevance:
		if t := wanted(r); t != nil {
			return "Ensure the " + typeName(r.Type) + " is about " + t.Name + " specifically"
		}
	case decision.Examples:
		if t := reading.Named(r.Reason); t != nil {
			return "Check what the " + typeName(r.Type) + " says of " + t.Name + ". " + action
		}
	}
	return action
}

// Kinds count the rejections of each category by the type of their artifacts.
type Kinds map[decision.Category]map[decision.ArtifactType]int

// Add counts further rejections. A type or a category that is none of the contract's counts as other.
func (k Kinds) Add(c decision.Category, t decision.ArtifactType, n int) {
	c = decision.Categories[indexOf(c)]
	if k[c] == nil {
		k[c] = map[decision.ArtifactType]int{}
	}
	if !slices.Contains(decision.ArtifactTypes, t) {
		t = decision.OtherType
	}
	k[c][t] += n
}

// Merge adds what others count.
func (k Kinds) Merge(others Kinds) {
	for c, types := range others {
		for t, n := range types {
			k.Add(c, t, n)
		}
	}
}

// Of is the type that most rejections of a category have; of equally many, the first in the contract's order. Where the
// category is not counted, most of all rejections tell.
func (k Kinds) Of(c decision.Category) decision.ArtifactType {
	counts := k[c]
	if len(counts) == 0 {
		counts = map[decision.ArtifactType]int{}
		for _, some := range k {
			for t, n := range some {
				counts[t] += n
			}
		}
	}
	most := decision.OtherType
	for _, t := range decision.ArtifactTypes {
		if counts[t] > counts[most] || counts[t] == counts[most] && counts[t] > 0 && most == decision.OtherType {
			most = t
		}
	}
	return most
}

// Word gives patterns in the words of the type that most of their rejections have.
func (k Kinds) Word(patterns []Pattern) []Pattern {
	for i := range patterns {
		p := &patterns[i]
		p.Type = k.Of(p.Category)
		p.Correction = correctionOf(p.Type, p.Category)
	}
	return patterns
}
