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
	perPiece
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
	rivalStarts
	someoneStarts
	strangerStarts
	placeStarts
	onePerson
	statistical
	counts
	wideMarkets
	untold
	inQuestion
	conditional

	// The organisation is named in the sentence.
	doubtful
	apartNear
	nameGives
	givesName
	paperOfName
	workBehind
	workBefore
	asOther
	rivalActs
	strangersBetween
	openersBetween
	otherLinkBetween
	namedMoney
	namedGivesMoney
	namedSure
	namedInquiry

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
	takesUpOther
	strangerSubject

	// The note.
	sourcePapers
	sourcePublic
	onlyObserved
	signs
)

// weights are what the signs are worth, in tenths of a nat for each time they are met: the log-odds of a term that is
// an organisation's. They are the coefficients of a logistic regression on labelled notes and sentences, in which the
// heaviest term stands for the note. Two were set by hand, because those notes say too little about them.
var weights = [signs]int{
	constant:    -8,  // met by every term
	isLarge:     10,  // “four million” of nothing in particular
	isMoney:     -6,  // money has many uses, so it says less than its words do
	isPoints:    12,  // “two points”
	isWords:     -17, // no figure at all
	perPiece:    -9,  // the price of a thing by the piece
	nounFollows: -12, // a noun after the figure is what it counts
	countedNear: -16, // answers, readers, errors

	isBase:       12,  // “percent of the company”
	isNotBase:    -15, // “percent of the answers”
	headVague:    13,  // a word of deals in the head of its column, or where its list is announced
	giveBefore:   6,   // a verb of giving and taking right before the figure
	partSure:     -7,  // words of deals alone in its part of the sentence; where no name stands by, the talk is of deals in general
	vagueWords:   3,   // words of deals and other things in the sentence
	lasts:        22,  // money, and how long it lasts
	ofPrices:     8,
	ofRights:     4,
	ofPapers:     5,
	ofBargains:   4,
	ofConditions: 8,
	ofPermits:    9,
	ofHolders:    9,
	ofPublic:     -14,
	ofInquiry:    -5,
	ofSampled:    -7,

	rivalStarts:    -12, // another name is its subject
	someoneStarts:  -6,  // “a carpet mill takes”
	strangerStarts: -4,  // “A bank in Zurich”
	placeStarts:    -5,  // “In Utrecht”, “At a fund”
	onePerson:      8,   // “she”
	statistical:    -7,  // “median”
	counts:         -16, // numbers that count things
	wideMarkets:    -19, // markets and states
	untold:         -7,  // “has not disclosed”
	inQuestion:     -10, // “whether”, “how”
	conditional:    11,  // “would”

	doubtful:         -11, // perhaps it is not its name
	apartNear:        9,   // the term is close by
	nameGives:        8,   // it gives, takes or agrees
	givesName:        9,   // it is given
	paperOfName:      13,  // “the contract with Teleo”, “Teleo's cap”
	workBehind:       -24, // “Teleo's agents”
	workBefore:       -7,  // “an agent at Teleo”
	asOther:          -4,  // “unlike Teleo”
	rivalActs:        -22, // another name stands between and acts
	strangersBetween: -10, // a firm without a name stands between
	openersBetween:   -8,  // a clause opens between: “where”, “whose”
	otherLinkBetween: -40, // one of both stands in the title of another note; set by hand
	namedMoney:       6,   // with an amount
	namedGivesMoney:  7,   // it gives or takes an amount
	namedSure:        15,  // with words of deals alone
	namedInquiry:     -5,  // with words of inquiry

	carried:         -21,
	justNamed:       11,  // the sentence before names it
	otherParagraph:  9,   // a paragraph begins since
	laterNamed:      -32, // it is first named, or named again, further on
	fromSource:      -16, // only the source or another field names it
	listGoesOn:      17,  // a list or table of it
	topicObserves:   -9,  // it was named as one who looks at things
	opensReferring:  11,  // “it”, “the company”
	firmMeant:       20,  // “The founders” open a later paragraph; raised by hand
	saysWe:          11,
	ownsIts:         -8,  // “its” may be anybody's
	takesUpOther:    -5,  // the sentence is about something else that was brought in before
	strangerSubject: -15, // somebody else is the subject

	sourcePapers: 12,  // its source is a paper of a deal
	sourcePublic: -12, // its source is public
	onlyObserved: -9,  // its body names the organisation only as one who looks at things
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
