package english

// Costs, in tenths of a nat, of readings the table does not list.
const (
	unknownVerb    = 40 // an unknown word in -s as a verb
	derivedVerb    = 4  // one formed as verbs are: tokenises, gamifies
	compoundVerb   = 20 // a hyphenated word as a verb: front-loads
	participleNoun = 15 // an -ing form as a noun
	modifier       = 6  // a participle as an adjective
)

// classify finds the readings of a word as it is written.
func (w *word) classify(text string, first bool) {
	var buf [maxLetter]byte
	form, hyphen, mark := fold(buf[:0], text)
	if len(form) == 0 {
		w.add(noun, either, 0)
		return
	}
	if mark.possessive && !contracted(form) {
		w.add(determiner, either, 0)
		return
	}
	w.is = identities()[string(form)]
	if mark.digits {
		w.add(numeral, either, 0)
		w.add(noun, either, 5)
		return
	}
	if hyphen == 0 {
		if mark.possessive {
			w.add(contraction, singular, 0)
			return
		}
		if r, ok := closed()[string(form)]; ok && !(mark.acronym && len(text) > 1 && string(form) != "a") {
			w.readings = r
			return
		}
	}
	if mark.acronym {
		if text[len(text)-1] == 's' { // LLMs
			w.add(noun, plural, 0)
			return
		}
		w.add(noun, singular, 0)
		w.add(noun, plural, 15) // MSF take …
		return
	}
	w.open(form[hyphen:], hyphen > 0, mark.capital && !first)
	if w.n == 0 {
		w.add(noun, singular, 0)
	}
	if w.is == combining {
		for i := range w.n {
			if w.list[i].tag == finite {
				w.list[i].cost += 20
			}
		}
	}
	if ends(form, "er") && w.cost(adjective) < w.cost(noun) {
		w.is = comparative
	}
}

// marks are what the spelling says of a word before its letters are looked up.
type marks struct{ capital, acronym, digits, possessive bool }

// fold writes text in lower case without apostrophes; hyphen is where its last
// hyphenated part starts, 0 if it has none.
func fold(form []byte, text string) (folded []byte, hyphen int, mark marks) {
	upper, lower := 0, 0
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case 'A' <= c && c <= 'Z':
			upper++
			mark.capital = mark.capital || i == 0
			c += 'a' - 'A'
		case 'a' <= c && c <= 'z':
			lower++
		case '0' <= c && c <= '9':
			mark.digits = mark.digits || i == 0
		case c == '\'' || c == 0xe2:
			rest := text[i+1:]
			if c == 0xe2 && len(rest) > 1 {
				rest = rest[2:]
				i += 2
			}
			mark.possessive = rest == "s" || rest == ""
			continue
		case c == '-' || c == '/' || c == '_':
			hyphen = len(form) + 1
		}
		if len(form) < cap(form) {
			form = append(form, c)
		}
	}
	if hyphen >= len(form) {
		hyphen = 0
	}
	if mark.digits && hyphen > 0 && lower > 0 {
		mark.digits = false
	}
	mark.acronym = upper > 1 && upper > lower || upper > 0 && lower > 0 && upper > 1
	return form, hyphen, mark
}

// contracted tells "it's" and "that's" from a possessive.
func contracted(form []byte) bool {
	switch string(form) {
	case "its", "thats", "theres", "heres":
		return true
	}
	return false
}

// open finds the readings of a word of an open class: form is the word, or
// the last part of a hyphenated one.
func (w *word) open(form []byte, compound, name bool) {
	verbCost := 0
	if compound {
		verbCost = compoundVerb
	}
	if name {
		verbCost = 25
	}
	if particle(form) && (compound || ends(form, "s")) { // trade-off, trade offs
		w.add(noun, either, 0)
		w.add(adjective, either, 5)
		w.addVerb(finite, lexical, plural, unknownVerb)
		w.addVerb(base, lexical, 0, compoundVerb)
		return
	}
	if e, ok := lookup(form); ok {
		w.fromEntry(e, verbCost, compound)
		return
	}
	n := len(form)
	switch {
	case ends(form, "is") || ends(form, "us"): // taxis, or a new thesis
		w.add(noun, either, 0)
	case ends(form, "s") && !ends(form, "ss") && !ends(form, "us") && !ends(form, "is") && n > 2:
		w.plural(form, verbCost)
	case ends(form, "ed") && n > 3:
		w.pastForm(form, verbCost)
	case ends(form, "ing") && n > 4:
		w.gerundForm(form, verbCost)
	case ends(form, "ly") && n > 3:
		w.add(adverb, either, 0)
		w.add(adjective, either, 20)
	case (ends(form, "er") || ends(form, "est")) && n > 4 && degree(form):
		w.is = comparative
		w.add(adjective, either, 3)
		w.add(adverb, either, 10)
		w.add(noun, singular, 15)
	default:
		w.unknown(form, verbCost, name)
	}
}

// particle tells the last part of nouns made of a phrasal verb.
func particle(form []byte) bool {
	switch string(form) {
	case "off", "up", "out", "in", "down", "over", "through", "offs", "ups", "outs", "ins", "downs", "overs", "throughs":
		return true
	}
	return false
}

// nounier lowers the cost of a noun reading: titles hold more nouns than the
// running text the counts come from.
func nounier(cost int) int { return cost * 7 / 10 }

// verbKnee is the cost above which a verb reading's counts are believed only by
// half: the fiction and news of the corpus say less often than notes do that
// something compounds, costs or accounts for.
const verbKnee = 10

// verbier lowers the cost of a verb reading that is rare in the corpus.
func verbier(cost int) int {
	if cost > verbKnee {
		return verbKnee + (cost-verbKnee)/2
	}
	return cost
}

// fromEntry takes the readings from a row of the table.
func (w *word) fromEntry(e entry, extra int, compound bool) {
	if e.noun != absent {
		w.add(noun, e.number, nounier(e.noun))
		w.counted = e.counted && !compound
	}
	if inflected := e.verb != absent && e.forms&(formParticiple|formGerund) != 0 && e.forms&formBase == 0; inflected {
		if e.adj == absent || e.adj > modifier {
			e.adj = modifier
		}
	}
	if e.adj != absent {
		w.add(adjective, either, e.adj)
	}
	if e.adv != absent {
		w.add(adverb, either, e.adv)
	}
	if e.verb == absent {
		return
	}
	w.valence(e)
	w.verbForms(e.forms, verbier(e.verb)+extra)
	if e.noun == absent && e.forms&(formBase|formGerund) != 0 {
		w.add(noun, singular, 30)
	}
}

// verbForms adds the verb readings of the given inflections.
func (w *word) verbForms(forms, cost int) {
	if forms&formThird != 0 {
		w.addVerb(finite, lexical, singular, cost)
	}
	if forms&formPast != 0 {
		w.addVerb(finite, lexical, either, cost)
		w.past = true
	} else if forms&formBase != 0 {
		w.addVerb(finite, lexical, plural, cost)
	}
	if forms&formBase != 0 {
		w.addVerb(base, lexical, 0, cost)
	}
	if forms&formParticiple != 0 {
		w.addVerb(participle, lexical, 0, cost)
	}
	if forms&formGerund != 0 {
		w.addVerb(gerund, lexical, 0, cost)
	}
}

// valence sets what an object, or none, costs. A past form without an object
// may as well be a participle, so phrasal uses count for other forms only.
func (w *word) valence(e entry) {
	costs := [10]int16{28, 23, 18, 14, 11, 8, 5, 3, 2, 0}
	w.noObject = costs[e.loose] * 4 / 5
	if e.forms&formParticiple != 0 && e.forms&formPast != 0 {
		w.noObject = costs[e.intransitive]
	}
	w.object = costs[9-e.intransitive] * 2 / 3
}

// fallback is the valence of a verb the table does not have.
var fallback = entry{intransitive: 4, loose: 4}

// plural reads a regular form in -s.
func (w *word) plural(form []byte, extra int) {
	e, ok := stripS(form)
	switch {
	case ok && e.verb != absent && e.forms&formBase != 0 && e.noun == absent:
		w.valence(e)
		w.addVerb(finite, lexical, singular, extra)
		w.add(noun, plural, 35)
	case ok && e.verb != absent && e.forms&formBase != 0:
		least := min(e.verb, e.noun) // an adjective takes no -s
		w.valence(e)
		w.addVerb(finite, lexical, singular, verbier(e.verb-least)+extra)
		w.add(noun, plural, nounier(e.noun-least))
	case ends(form, "ises") || ends(form, "izes") || ends(form, "ifies") || ends(form, "ates"):
		w.valence(fallback)
		w.addVerb(finite, lexical, singular, derivedVerb+extra)
		w.add(noun, plural, 10)
	case prefixed(form) > 0:
		w.plural(form[prefixed(form):], extra+5)
		w.add(noun, plural, 5)
	default: // a name or a new word
		w.add(noun, plural, 0)
		w.addVerb(finite, lexical, singular, unknownVerb+extra)
		w.valence(fallback)
	}
}

func (w *word) pastForm(form []byte, extra int) {
	e, ok := stem(form[:len(form)-2])
	cost := 0
	switch {
	case ok:
		e.forms = formPast | formParticiple
		w.valence(e)
	default:
		w.valence(fallback)
		cost = 8
	}
	w.verbForms(formPast|formParticiple, cost+extra)
	w.add(adjective, either, modifier)
}

func (w *word) gerundForm(form []byte, extra int) {
	e, ok := stem(form[:len(form)-3])
	if ok {
		w.valence(e)
	} else {
		w.valence(fallback)
	}
	w.addVerb(gerund, lexical, 0, 2+extra)
	w.add(noun, singular, participleNoun)
	w.add(adjective, either, modifier+4)
}

// unknown reads a form the table does not have: a noun, unless it is built as
// adjectives or verbs are.
func (w *word) unknown(form []byte, extra int, name bool) {
	for _, suffix := range [...]string{"al", "ic", "ous", "ive", "able", "ible", "ful", "less", "ish", "ary"} {
		if ends(form, suffix) && len(form) > len(suffix)+2 {
			w.add(adjective, either, 3)
			w.add(noun, either, 8)
			return
		}
	}
	if ends(form, "ise") || ends(form, "ize") || ends(form, "ify") {
		w.valence(fallback)
		w.verbForms(formBase, derivedVerb+extra)
		w.add(noun, singular, 15)
		return
	}
	w.add(noun, singular, 0)
	if !name && len(form) > 2 {
		w.valence(fallback)
		w.addVerb(finite, lexical, plural, unknownVerb+15+extra)
		w.addVerb(base, lexical, 0, unknownVerb+extra)
	}
}
