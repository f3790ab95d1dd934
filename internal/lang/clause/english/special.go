package english

// special marks the few words whose own identity matters to the grammar.
type special uint8

const (
	plain   special = iota
	letVerb         // let, make, help …: an object and a bare infinitive follow
	getVerb         // get, become …: an adjective or participle follows
	sayVerb         // show, suggest …: a clause may follow without "that"
	of
	ofVerb // consist, think: of follows
	by
	than
	why
	question      // how, where: a clause of theirs is rather a title than a subject
	because       // or although …: no noun phrase takes it
	adverbialPrep // with, at …: rather after a verb than a noun
	nominalPrep   // between, among …: rather after a noun
	timeNoun      // year, spring …
	lastNext      // last, each …: before a time, a phrase without a preposition
	month         // may, march: before a number, a month
	frequency     // always, often …: no participle is cut off after it
	before        // or after, until: prepositions that as well begin a clause
	claimNoun     // claim, evidence …: a clause with that follows
	wayNoun       // way, reason …: a clause without its pronoun follows
	combining     // based, driven …: with a noun in front, an adjective
	who           // or what, which: can be the subject of its clause
	here
	comparative
	the
	and
	that
)

// identity finds what is special about a word, if anything.
func identity(form []byte) special {
	switch string(form) {
	case "let", "lets", "make", "makes", "made", "help", "helps", "helped", "letting", "making", "helping", "have", "has", "had", "see", "sees", "saw":
		return letVerb
	case "get", "gets", "got", "become", "becomes", "became", "seem", "seems", "remain", "remains", "remained", "stay", "stays",
		"grow", "grows", "grew", "go", "goes", "went", "run", "runs", "ran", "feel", "feels", "felt", "look", "looks", "looked",
		"appear", "appears", "prove", "proves", "proved", "taste", "tastes", "tasted", "turn", "turns", "fall", "falls", "fell", "sound", "sounds":
		return getVerb
	case "show", "shows", "showed", "suggest", "suggests", "suggested", "mean", "means", "meant", "imply", "implies", "say", "says", "said",
		"think", "thinks", "thought", "believe", "believes", "claim", "claims", "know", "knows", "knew", "argue", "argues",
		"find", "finds", "found", "assume", "assumes", "ensure", "ensures", "overestimate", "hope", "hopes", "fear", "fears",
		"expect", "expects", "doubt", "forget", "forgot", "wish", "wishes", "told", "tell", "tells", "reveal", "reveals", "feared", "notice", "notices":
		return sayVerb
	case "consist", "consists", "consisted", "dream", "dreams", "dreamed", "dreamt", "die", "dies", "died", "speak", "speaks", "spoke",
		"complain", "complains", "complained", "approve", "approves", "approved", "dispose", "disposes", "disposed", "smell", "smells",
		"hear", "hears", "heard", "talk", "talks", "talked", "admit", "admits", "come", "comes", "came", "warn", "warns", "warned",
		"conceive", "conceives", "conceived", "partake", "tire", "tires", "beware", "remind", "reminds":
		return ofVerb
	case "of":
		return of
	case "by":
		return by
	case "than":
		return than
	case "why":
		return why
	case "how", "where", "whether":
		return question
	case "because", "although", "though", "unless", "whereas":
		return because
	case "with", "at", "into", "onto", "through", "from", "under", "across", "via", "without", "during", "within", "around", "along", "away":
		return adverbialPrep
	case "between", "among", "amongst", "per", "since", "versus", "vs":
		return nominalPrep
	case "year", "month", "week", "day", "night", "morning", "evening", "afternoon", "decade", "century", "spring", "summer", "autumn", "winter",
		"season", "quarter", "hour", "time", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday":
		return timeNoun
	case "way", "ways", "reason", "reasons", "moment", "extent", "degree":
		return wayNoun
	case "before", "after", "until", "till":
		return before
	case "evidence", "idea", "argument", "hypothesis", "belief", "fact", "proof", "view", "notion", "theory", "finding", "assumption",
		"signs", "arguments", "doubts", "proofs":
		return claimNoun
	case "last", "next", "each", "every", "this":
		return lastNext
	case "may", "march":
		return month
	case "always", "often", "seldom", "rarely", "sometimes", "usually", "frequently", "generally", "still", "already":
		return frequency
	case "based", "driven", "oriented", "related", "induced", "assisted", "aided", "centred", "centered",
		"weighted", "mediated", "coupled", "shaped", "sized":
		return combining
	case "who", "what", "which", "whoever", "whatever", "whichever":
		return who
	case "here", "there":
		return here
	case "the":
		return the
	case "and":
		return and
	case "that":
		return that
	case "more", "less", "bigger", "fewer", "lower", "faster", "better", "worse":
		return comparative
	}
	return plain
}
