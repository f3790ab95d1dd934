package clause

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
	because       // or although …: no noun phrase takes it
	adverbialPrep // with, at …: rather after a verb than a noun
	combining     // based, driven …: with a noun in front, an adjective
	who           // or what, which: can be the subject of its clause
	here
	comparative
	the
)

// identity finds what is special about a word, if anything.
func identity(form []byte) special {
	switch string(form) {
	case "let", "lets", "make", "makes", "made", "help", "helps", "helped", "have", "has", "had", "see", "sees", "saw":
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
	case "because", "although", "though", "unless", "whereas":
		return because
	case "with", "at", "into", "onto", "through", "from", "under", "across", "via", "without", "during", "within", "around", "along", "away":
		return adverbialPrep
	case "based", "driven", "oriented", "related", "induced", "assisted", "aided", "centred", "centered",
		"weighted", "mediated", "coupled", "shaped", "sized":
		return combining
	case "who", "what", "which", "whoever", "whatever", "whichever":
		return who
	case "here", "there":
		return here
	case "the":
		return the
	case "more", "less", "bigger", "fewer", "lower", "faster", "better", "worse":
		return comparative
	}
	return plain
}
