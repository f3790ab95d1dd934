package english

// closed gives the readings of the words of English that are a closed class:
// pronouns, determiners, prepositions, conjunctions and auxiliaries. It is false
// for every other word. Apostrophes are left out of word, as file names do.
func closed(word []byte) (r readings, ok bool) {
	switch string(word) {
	case "the", "my", "your", "our", "their", "whose":
		r.add(determiner, either, 0)
		if len(word) == 5 && word[0] == 'w' {
			r = readings{}
			r.add(relative, either, 2)
			r.add(interrogative, either, 5)
		}
	case "a", "an", "every":
		r.add(determiner, singular, 0)
	case "his":
		r.add(determiner, either, 0)
	case "her":
		r.add(determiner, either, 2)
		r.add(pronoun, singular, 20)
	case "its":
		r.add(determiner, either, 0)
		r.add(contraction, singular, 14)
	case "each", "another", "either", "neither":
		r.add(determiner, singular, 5)
		if len(word) == 7 && word[0] == 'a' || len(word) == 4 {
			r.add(pronoun, singular, 12)
		} else {
			r.add(pronoun, either, 12)
		}
		if word[0] == 'e' || word[0] == 'n' {
			r.add(conjunction, either, 15)
			r.add(adverb, either, 10)
		}
	case "this":
		r.add(determiner, singular, 3)
		r.add(pronoun, singular, 12)
	case "these", "those":
		r.add(determiner, plural, 5)
		r.add(pronoun, plural, 8)
	case "that":
		r.add(relative, either, 7)
		r.add(complement, either, 9)
		r.add(determiner, singular, 20)
		r.add(pronoun, singular, 25)
	case "no":
		r.add(determiner, either, 0)
		r.add(adverb, either, 20)
	case "some", "any", "all", "most", "many", "few", "several", "both", "enough":
		r.add(determiner, either, 3)
		r.add(pronoun, plural, 12)
		if len(word) == 4 && word[0] != 's' || len(word) == 6 || string(word) == "all" {
			r.add(adverb, either, 12)
		}
	case "much", "more", "less", "little", "half", "fewer":
		r.add(determiner, either, 7)
		r.add(adverb, either, 7)
		r.add(pronoun, either, 7)
	case "such":
		r.add(determiner, either, 5)
		r.add(adverb, either, 10)
	case "one":
		r.add(determiner, singular, 8)
		r.add(pronoun, singular, 8)
		r.add(noun, singular, 15)
	case "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
		"twenty", "thirty", "forty", "fifty", "hundred", "thousand", "million", "billion", "trillion", "dozen":
		r.add(numeral, plural, 0)
	case "i", "we", "they", "you":
		r.add(pronoun, plural, 0)
	case "he", "she", "it", "nobody", "everyone", "everybody", "anyone", "anybody", "someone", "somebody",
		"everything", "nothing", "anything", "something":
		r.add(pronoun, singular, 0)
	case "none":
		r.add(pronoun, either, 0)
	case "them", "him", "us", "me", "itself", "themselves", "himself", "herself", "ourselves", "themself", "oneself":
		r.add(pronoun, 0, 0)
	case "there":
		r.add(pronoun, either, 5)
		r.add(adverb, either, 12)
	case "self", "non", "anti", "multi", "semi", "post", "pre", "ultra", "quasi", "pseudo", "inter", "next":
		r.add(adjective, either, 0)
		if string(word) == "self" || string(word) == "post" {
			r.add(noun, singular, 20)
		}
	case "de", "co", "mis":
		r.add(adverb, either, 0)
		r.add(adjective, either, 8)
	case "majority", "minority", "handful", "fraction", "percent", "bulk", "lot": // of what counts
		r.add(noun, either, 0)
	case "others", "people", "police", "cattle", "bacteria", "folk":
		r.add(noun, plural, 0)
	case "data", "media", "staff", "livestock", "fish", "sheep", "deer", "salmon", "shrimp", "poultry", "youth", "personnel", "aircraft", "series", "species":
		r.add(noun, either, 0)
	case "whoever", "whatever", "whichever", "whether", "why", "how", "what":
		r.add(interrogative, either, 0)
	case "who", "which", "whom":
		r.add(relative, either, 3)
		r.add(interrogative, either, 5)
	case "where", "when":
		r.add(subordinator, either, 4)
		r.add(interrogative, either, 7)
	case "wherever", "whenever":
		r.add(subordinator, either, 0)
	default:
		return linking(word)
	}
	return r, true
}

// linking gives prepositions, conjunctions and adverbs.
func linking(word []byte) (r readings, ok bool) {
	switch string(word) {
	case "because", "although", "though", "unless", "if", "while", "whereas", "lest":
		r.add(subordinator, either, 0)
	case "until", "till", "before", "after", "since", "as", "than":
		r.add(subordinator, either, 6)
		r.add(preposition, either, 6)
		switch word[0] {
		case 'b':
			r.add(adverb, either, 15)
		case 'a':
			r.add(adverb, either, 10)
		case 't':
			r.add(conjunction, either, 10)
		}
	case "once":
		r.add(subordinator, either, 6)
		r.add(adverb, either, 6)
	case "so":
		r.add(adverb, either, 5)
		r.add(conjunction, either, 5)
		r.add(subordinator, either, 10)
	case "of", "at", "from", "with", "into", "onto", "upon", "among", "amongst", "toward", "towards", "against",
		"during", "without", "despite", "per", "via", "beyond", "beside", "besides", "except", "amid", "amidst",
		"unlike", "alongside", "versus", "vs", "for", "by", "about", "between", "throughout", "atop", "underneath", "minus":
		r.add(preposition, either, 0)
	case "in", "on", "over", "through", "across", "along", "around", "behind", "within", "under", "above", "below",
		"beneath", "inside", "outside", "near", "past", "off", "round":
		r.add(preposition, either, 1)
		r.add(adverb, either, 20)
		if string(word) == "past" {
			r.add(noun, singular, 12)
			r.add(adjective, either, 10)
		}
	case "up", "out", "down":
		r.add(adverb, either, 4)
		r.add(preposition, either, 8)
	case "away", "apart", "together", "aside":
		r.add(adverb, either, 0)
	case "like":
		r.add(preposition, either, 2)
		r.add(subordinator, either, 25)
		r.addVerb(finite, lexical, plural, 25)
		r.addVerb(base, lexical, 0, 25)
	case "to":
		r.add(infinitiveTo, either, 2)
		r.add(preposition, either, 4)
	case "and", "or", "but", "nor", "yet", "plus":
		r.add(conjunction, either, 0)
	case "rather", "instead":
		r.add(adverb, either, 0)
	case "not", "never":
		r.add(negation, either, 0)
	case "only", "just", "even", "also", "still", "often", "always", "seldom", "rarely", "sometimes", "already", "soon", "again",
		"ever", "too", "very", "quite", "almost", "merely", "here", "now", "then", "thus", "hence", "therefore", "however",
		"otherwise", "elsewhere", "twice", "perhaps", "maybe", "mostly", "largely", "well", "alike", "ago", "else", "later",
		"everywhere", "nowhere", "somewhere", "anyway", "meanwhile", "indeed", "likely", "today":
		r.add(adverb, either, 0)
		if string(word) == "still" || string(word) == "likely" || string(word) == "very" || string(word) == "later" {
			r.add(adjective, either, 12)
		}
	default:
		return auxiliary(word)
	}
	return r, true
}

// auxiliary gives the modals and the forms of be, have and do.
func auxiliary(word []byte) (r readings, ok bool) {
	switch string(word) {
	case "is", "was", "isnt", "wasnt", "aint":
		r.addVerb(finite, copula, singular, 0)
	case "are", "were", "am", "arent", "werent":
		r.addVerb(finite, copula, plural, 0)
	case "be":
		r.addVerb(base, copula, 0, 0)
	case "been":
		r.addVerb(participle, copula, 0, 0)
	case "being":
		r.addVerb(gerund, copula, 0, 0)
		r.add(noun, singular, 20)
	case "has", "hasnt":
		r.addVerb(finite, have, singular, 0)
	case "had", "hadnt":
		r.addVerb(finite, have, either, 0)
		r.addVerb(participle, lexical, 0, 15)
	case "have", "havent":
		r.addVerb(finite, have, plural, 2)
		r.addVerb(base, have, 0, 2)
	case "having":
		r.addVerb(gerund, have, 0, 0)
	case "does", "doesnt":
		r.addVerb(finite, do, singular, 0)
	case "did", "didnt":
		r.addVerb(finite, do, either, 0)
	case "do", "dont":
		r.addVerb(finite, do, plural, 2)
		r.addVerb(base, do, 0, 5)
	case "can", "could", "will", "would", "shall", "should", "may", "might", "must", "cannot",
		"cant", "couldnt", "wont", "wouldnt", "shouldnt", "mustnt", "neednt", "shant", "oughtnt", "ought":
		r.addVerb(finite, modal, either, 0)
		if string(word) == "will" || string(word) == "might" || string(word) == "may" || string(word) == "can" {
			r.add(noun, singular, 45)
		}
	case "theres", "thats", "heres":
		r.add(contraction, singular, 0)
	case "theyre", "youre":
		r.add(contraction, plural, 0)
	default:
		return r, false
	}
	return r, true
}
