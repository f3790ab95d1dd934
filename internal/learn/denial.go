package learn

// reach is how many words may stand between a denial and what it denies: "no real working code example".
const reach = 3

var (
	denials = setOf("not never without nothing none neither nor zero nao nunca sem nada nenhum nenhuma nem jamais")
	// stops end what a denial reaches: what follows them is there ("I cannot run the example").
	stops = setOf("the this that these those its your my our their if why what how which who because but with when where since " +
		"until unless after before than due only just even though sure about " +
		"os as do da dos das na nas este esse esses essas porque pois que como quando mas com por apenas so onde qual quais sobre")
	only = setOf("only just so apenas somente merely simply")
)

// deniedBy gives the place of the word that denies the last of the words, or -1.
func deniedBy(words []word, portuguese bool) int {
	last := len(words) - 1
	for i := last; i > 0 && last-i <= reach; i-- {
		if words[i].opens {
			return -1
		}
		w := words[i-1].text
		switch {
		case denies(w, portuguese):
			if only[words[i].text] {
				return -1 // "not only wrong"
			}
			return i - 1
		case stops[w], portuguese && (w == "o" || w == "a" || w == "no" || w == "nos"):
			return -1
		}
	}
	return -1
}

// denies reports whether a word denies what follows. "No" is "in the" in Portuguese.
func denies(w string, portuguese bool) bool {
	return denials[w] || !portuguese && w == "no"
}

// The words of the rule "applies to X, not Y": what says what a text is about, and what may stand between that and Y.
var (
	applying = setOf("applies apply applicable about for targets target covers describes belongs refers relates fits meant intended written " +
		"aplica aplicam sobre fala trata serve vale refere descreve cobre pertence destina feito escrito para")
	linking = setOf("to for about the a an our on of with in us para sobre de do da dos das o os ao aos a nosso nossa com")
	joining = setOf("and but e mas")
	// adverbs follow a "not" that denies a verb or a quality.
	adverbs = setOf("enough only just really clear always even quite so very yet all")
)

// appliesLength is how many words may name X.
const appliesLength = 8

// appliesElsewhere finds "applies to X, not Y": a text is about something else than was asked for.
func appliesElsewhere(reason string, words []word) (start, end int, ok bool) {
	for i := range words {
		if !applying[words[i].text] || i > 0 && denies(words[i-1].text, false) {
			continue
		}
		for j := i + 2; j < len(words)-1 && j <= i+appliesLength; j++ {
			if other := contrasted(reason, words, j); other > 0 {
				return words[i].start, words[other].end, true
			}
			if words[j].opens && !denies(words[j].text, true) {
				break
			}
		}
	}
	return 0, 0, false
}

// contrasted gives the place of Y where "not Y", "instead of Y" or "rather than Y" begins at j, and else 0.
func contrasted(reason string, words []word, j int) int {
	next := j + 1
	switch words[j].text + " " + words[next].text {
	case "instead of", "rather than":
		return following(words, next+1)
	case "em vez", "ao inves":
		return following(words, next+2)
	}
	if words[j].text != "not" && words[j].text != "nao" || words[j].start == words[j-1].start {
		return 0
	}
	if !words[j].opens && !joining[words[j-1].text] || words[next].opens || adverbs[words[next].text] {
		return 0
	}
	y := following(words, next)
	if y > 0 && (y > next || isName(reason, words[y])) {
		return y
	}
	return 0
}

// following gives the first word from i on that links nothing, or 0.
func following(words []word, i int) int {
	for ; i < len(words) && !words[i].opens; i++ {
		if !linking[words[i].text] {
			return i
		}
	}
	return 0
}

// isName reports whether a word is written as a name is, or is one that is known.
func isName(reason string, w word) bool {
	return isCapital(reason, w) || technologies().at(reason, []word{w}, 0) != nil
}
