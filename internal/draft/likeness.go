package draft

import (
	"math"
	"slices"
)

// Likeness is how much a draft says the same as one that was rejected.
//
// A repeat keeps nearly all words of the rejected draft and brings nothing new that is specific: padding and synonyms have no names, no
// figures and no facts of the addressee. A new draft may keep as much, offer, request and signature, but it answers the objection with
// something that was not there. So the score weighs what is kept against what is new.
type Likeness struct {
	// Score is 0 to 100: the probability that a reader would call the draft a repeat, as the labelled texts behind the weights have it.
	Score int
	// Kept is how many in a hundred of the rejected draft's terms the draft has.
	Kept int
	// New is how many names, figures and facts of the lead's data the draft has that the rejected one had not. It counts number words that
	// weigh nothing in the score.
	New int
}

// features are what the likeness of a draft to a rejected one stands on. Shares are between 0 and 1.
type features struct {
	kept     float64 // share of the rejected draft's terms that the draft has
	opening  float64 // likewise of the terms with which it began
	fresh    float64 // share of the draft's terms that stand in a passage of new ones
	specific float64 // new names, figures and facts of the lead; half for words of them, and figures that may be a manner of speaking
	header   float64 // how much of a note's header is another; 1 from a seventh on
	title    float64 // 1 where the title has a new figure
	spoken   int     // new parts, multiples and ordinals in words, which weigh nothing: they stand in many a phrase
}

// The scores from which on a draft counts as a repeat.
const (
	RepeatOfMail = 92 // of an e-mail
	RepeatSoon   = 90 // of an e-mail that goes to the same subject in the same campaign while the rejection is fresh
	RepeatOfNote = 85 // of any other draft, and there it is a hint: an author has to be able to come back with a better text
)

const (
	// fewest is how many terms a rejected draft has at least that others are measured against: fewer are alike by chance.
	fewest = 8
	// passage is how many terms make a passage, two or three lines of text, and newOnes is how many of them have to be new.
	passage = 10
	newOnes = 7
	// mostSpecific is from how many new things on more of them tell no more.
	mostSpecific = 6
	// dropped is how much of the rejected e-mail has to be gone for each new thing beyond the first that no lead's data bears out: a
	// name stuck into a draft that keeps all else answers no objection.
	dropped = 0.05
	// padded is how many times as much as is gone of the rejected e-mail counts as new: what is only put around it answers no objection.
	padded = 2
	// reheaded is how much of a header has to be another to count in full: one word of a description in ten is a word replaced.
	reheaded = 0.15
)

// weights give the log-odds of a repeat from its features.
type weights struct {
	base, kept, opening, fresh, specific, header, title float64
}

// The weights come from a logistic regression over some 170 e-mails and 180 notes that people wrote as repeats of rejected ones or as
// honest new drafts, in English and Portuguese, and were then rounded and moved by hand in two places: the opening of an e-mail weighs
// half of what the regression gave it, for a new opening alone may be as empty as the old one, and of notes the share that is kept
// weighs more, for nearly all honest ones had another header, which a skill or a document has not.
var (
	ofMails = weights{base: -1.2, kept: 4.2, opening: 1.5, fresh: -2.8, specific: -0.85}
	ofNotes = weights{base: -3, kept: 6.5, fresh: -1.5, specific: -0.5, header: -4, title: -2}
)

// Compare measures the draft that was read against the sketch of a rejected one. A sketch that cannot be read is like nothing.
func (c *Content) Compare(rejected string) Likeness {
	var k sketch
	if err := k.read(rejected); err != nil || len(k.body) < fewest {
		return Likeness{}
	}
	f := c.features(&k)
	if f.kept == 1 && rejected == c.Sketch() { // a subject may have more words than a sketch keeps: they are not new
		return Likeness{Score: 100, Kept: 100}
	}
	w := &ofNotes
	if c.isMail {
		w = &ofMails
	}
	odds := w.base + w.kept*f.kept + w.opening*f.opening + w.fresh*f.fresh + w.specific*f.specific + w.header*f.header + w.title*f.title
	return Likeness{Score: int(100/(1+math.Exp(-odds)) + 0.5), Kept: int(100*f.kept + 0.5), New: min(mostSpecific, int(math.Ceil(f.specific))+f.spoken)}
}

// features measures what the draft keeps of a rejected one, and what it has beyond it.
func (c *Content) features(k *sketch) (f features) {
	var known set
	for _, part := range [][]uint16{k.header, k.title, k.frame, k.body} {
		for _, h := range part {
			known.add(h)
		}
	}
	f.kept, f.opening = c.share(k.body), c.share(k.opening)

	// Of a long text nothing is known of words beyond the last hash.
	last := k.last()
	var isNew [passage]bool // of the last terms, in a ring
	seen, fresh, within, count := 0, 0, 0, 0
	var given, own float64
	for i, t := range c.body {
		if t.hash > last {
			continue
		}
		at := seen % passage
		if isNew[at] {
			count--
		}
		isNew[at] = !known.has(t.hash)
		seen++
		if isNew[at] {
			count++
			if c.isFirst[i] {
				said, stated := c.specific(t)
				given, own = given+said, own+stated
				if t.kind == spoken && said == 0 {
					f.spoken++
				}
			}
		}
		within++
		if seen >= passage && count >= newOnes {
			fresh += min(within, passage) // of the terms of this passage those that no passage before it had
			within = 0
		}
	}
	if seen > 0 {
		f.fresh = float64(fresh) / float64(seen)
		if c.isMail {
			f.fresh = min(f.fresh, padded*(1-f.kept))
		}
		whole := float64(len(c.body)) / float64(seen)
		if own *= whole; c.isMail {
			own = min(own, 1+(1-f.kept)/dropped)
		}
		f.specific = min(mostSpecific, given*whole+own)
	}
	f.header = min(1, c.otherHeader(k)/reheaded)
	for _, t := range c.title {
		switch {
		case slices.Contains(k.title, t.hash):
		case t.kind == figure || t.kind == handful:
			f.title = 1
		case t.kind == spoken:
			f.spoken++
		}
	}
	return f
}

// specific is how much a new term says that is specific: from the lead's data, and by itself. A plain word of the data may be in a draft by
// chance, and the names of the lead are in every draft.
func (c *Content) specific(t term) (given, own float64) {
	isTelling := t.kind == name || t.kind == figure
	switch {
	case c.names.has(t.hash):
		return 0, 0
	case c.given.has(t.hash) && isTelling:
		return 1, 0
	case c.given.has(t.hash):
		return 0.5, 0
	case isTelling:
		return 0, 1
	case t.kind == handful:
		return 0, 0.5
	}
	return 0, 0
}

// share is the share of terms of a rejected draft that the draft has.
func (c *Content) share(hashes []uint16) float64 {
	n := 0
	for _, h := range hashes {
		if c.has.has(h) {
			n++
		}
	}
	return float64(n) / float64(max(1, len(hashes)))
}

// otherHeader is the share of the terms of two headers that only one of them has; 0 where one of the notes has no header.
func (c *Content) otherHeader(k *sketch) float64 {
	if len(c.header) == 0 || len(k.header) == 0 {
		return 0
	}
	var own set
	all, common := len(k.header), 0
	for _, t := range c.header {
		if own.has(t.hash) {
			continue
		}
		own.add(t.hash)
		if slices.Contains(k.header, t.hash) {
			common++
		} else if len(k.header) < mostHeader || t.hash <= k.header[len(k.header)-1] {
			all++
		}
	}
	return 1 - float64(common)/float64(all)
}
