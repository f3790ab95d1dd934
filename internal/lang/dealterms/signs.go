package dealterms

// A sign is something that speaks for or against a term being one of an organisation's.
type sign int

// The signs.
const (
	// What a term is.
	constant sign = iota
	isLarge
	isMoney
	isPoints
	isWords
	nounFollows
	countedNear

	// What stands around it.
	isBase
	isNotBase
	headVague
	giveBefore
	partSure
	vagueWords
	lasts
	ofPrices
	ofRights
	ofPapers
	ofBargains
	ofConditions
	ofPermits
	ofHolders
	ofPublic
	ofInquiry
	ofSampled

	// How the sentence is made.
	counts
	wideMarkets
	untold
	statistical
	inQuestion
	inPortuguese
	conditional

	// The organisation is named in the sentence.
	apartNear
	nameGives
	givesName
	paperOfName
	workBehind
	workBefore
	openersBetween
	otherLinkBetween
	namedMoney
	namedGivesMoney
	namedSure

	// It is not named, but the note is about it.
	carried
	justNamed
	otherParagraph
	laterNamed
	fromSource
	listGoesOn
	topicObserves
	opensReferring
	firmMeant
	saysWe
	ownsIts

	// The note.
	sourcePapers
	sourcePublic
	onlyObserved
	signs
)

// weights are what the signs are worth, in tenths of a nat for each time they are met: the log-odds of a term that is
// an organisation's. They began as the coefficients of a logistic regression on labelled notes and sentences, in which
// the heaviest term stands for the note. When signs were dropped, a search moved the rest so that no total fell on them;
// docs/quality.md says on which. Three were set by hand, because those notes say too little about them.
var weights = [signs]int{
	constant:    -10, // met by every term
	isLarge:     5,   // “four million” of nothing in particular
	isMoney:     -6,  // money has many uses, so it says less than its words do
	isPoints:    12,  // “two points”
	isWords:     -15, // no figure at all
	nounFollows: -6,  // a noun after the figure is what it counts
	countedNear: -16, // answers, readers, errors

	isBase:       14,  // “percent of the company”
	isNotBase:    -15, // “percent of the answers”
	headVague:    20,  // a word of deals in the head of its column, or where its list is announced
	giveBefore:   1,   // a verb of giving and taking right before the figure
	partSure:     -1,  // words of deals alone in its part of the sentence; where no name stands by, the talk is of deals in general
	vagueWords:   3,   // words of deals and other things in the sentence
	lasts:        22,  // money, and how long it lasts
	ofPrices:     11,
	ofRights:     5,
	ofPapers:     2,
	ofBargains:   0,
	ofConditions: 7,
	ofPermits:    10,
	ofHolders:    7,
	ofPublic:     -15,
	ofInquiry:    -7,
	ofSampled:    -6,

	counts:      -9,  // numbers that count things
	wideMarkets: -19, // markets and states
	untold:      -9,  // “has not disclosed”
	statistical: -8,  // “median”
	inQuestion:  -12, // “whether”, “how”
	conditional: 11,  // “would”

	inPortuguese: -3, // the other weights were found on English; set by hand

	apartNear:        9,   // the term is close by
	nameGives:        7,   // it gives, takes or agrees
	givesName:        9,   // it is given
	paperOfName:      13,  // “the contract with Teleo”, “Teleo's cap”
	workBehind:       -18, // “Teleo's agents”
	workBefore:       -7,  // “an agent at Teleo”
	openersBetween:   -8,  // a clause opens between: “where”, “whose”
	otherLinkBetween: -40, // one of both stands in the title of another note; set by hand
	namedMoney:       8,   // with an amount
	namedGivesMoney:  2,   // it gives or takes an amount
	namedSure:        13,  // with words of deals alone

	carried:        -13,
	justNamed:      14,  // the sentence before names it
	otherParagraph: 10,  // a paragraph begins since
	laterNamed:     -32, // it is first named, or named again, further on
	fromSource:     -16, // only the source or another field names it
	listGoesOn:     22,  // a list or table of it
	topicObserves:  -13, // it was named as one who looks at things
	opensReferring: 12,  // “it”, “the company”
	firmMeant:      22,  // “The founders” open a later paragraph; raised by hand
	ownsIts:        -9,  // “its” may be anybody's
	saysWe:         11,

	sourcePapers: 12,  // its source is a paper of a deal
	sourcePublic: -16, // its source is public; set by hand
	onlyObserved: -12, // its body names the organisation only as one who looks at things
}

// bar is the sum above which a term is reported.
const bar = 0

// evidence is how often each sign is met.
type evidence [signs]int8

func (e *evidence) mark(s sign, met bool) {
	if met {
		e[s] = 1
	}
}

func (e *evidence) count(s sign, n, limit int) { e[s] = int8(min(n, limit)) }

// sum weighs the signs.
func (e *evidence) sum() int {
	total := 0
	for i, n := range e {
		total += weights[i] * int(n)
	}
	return total
}
