package english

// tag is the part a word plays in a clause.
type tag uint8

const (
	noun tag = iota
	adjective
	adverb
	determiner
	numeral
	pronoun
	preposition
	infinitiveTo
	conjunction
	subordinator // because, if, when …
	relative     // who, which, that after a noun
	complement   // that before a clause
	interrogative
	finite     // a verb form with tense
	base       // bare infinitive
	participle // past participle
	gerund
	negation
	comma
	contraction // a subject and its copula: it's, there's
)

// kind of verb, by what it takes next.
type kind uint8

const (
	lexical kind = iota
	copula
	have
	do
	modal
)

// number is a set: a word may be singular, plural, or either.
type number uint8

const (
	singular number = 1 << iota
	plural
	either = singular | plural
)

// reading is one tag a word can have, at a cost in tenths of a nat.
type reading struct {
	tag    tag
	kind   kind
	number number
	cost   int16
}

// readings is a small set of them, kept by value so that nothing is allocated.
type readings struct {
	list [8]reading
	n    int
}

func (r *readings) add(t tag, n number, cost int) {
	if r.n < len(r.list) {
		r.list[r.n] = reading{tag: t, number: n, cost: int16(cost)}
		r.n++
	}
}

func (r *readings) addVerb(t tag, k kind, n number, cost int) {
	if r.n < len(r.list) {
		r.list[r.n] = reading{tag: t, kind: k, number: n, cost: int16(cost)}
		r.n++
	}
}

// cost is the least cost of reading the word as t.
func (r *readings) cost(t tag) int {
	least := impossible
	for i := range r.n {
		if r.list[i].tag == t {
			least = min(least, int(r.list[i].cost))
		}
	}
	return least
}

// nominal tells whether the word is about as likely a noun as a verb.
func (r *readings) nominal() bool { return r.cost(noun) <= 25 }

// verbNumber is the number of the word as a finite verb, 0 if it is none.
func (r *readings) verbNumber() number {
	for i := range r.n {
		if r.list[i].tag == finite {
			return r.list[i].number
		}
	}
	return 0
}
