package reading

// reach is how many words may stand between a denial and what it denies: "no real working code example".
const reach = 3

var (
	denials = SetOf("not never without nothing none neither nor zero nao nunca sem nada nenhum nenhuma nem jamais")
	// stops end what a denial reaches: what follows them is there ("I cannot run the example").
	stops = SetOf("the this that these those its your my our their if why what how which who because but with when where since " +
		"until unless after before than due only just even though sure about " +
		"os as do da dos das na nas este esse esses essas porque pois que como quando mas com por apenas so onde qual quais sobre")
	only = SetOf("only just so apenas somente merely simply")
)

// DeniedBy gives the place of the word that denies the last of the words, or -1.
func DeniedBy(words []Word, portuguese bool) int {
	last := len(words) - 1
	for i := last; i > 0 && last-i <= reach; i-- {
		if words[i].Opens {
			return -1
		}
		w := words[i-1].Text
		switch {
		case Denies(w, portuguese):
			if only[words[i].Text] {
				return -1 // "not only wrong"
			}
			return i - 1
		case stops[w], portuguese && (w == "o" || w == "a" || w == "no" || w == "nos"):
			return -1
		}
	}
	return -1
}

// Denies reports whether a word denies what follows. "No" is "in the" in Portuguese.
func Denies(w string, portuguese bool) bool {
	return denials[w] || !portuguese && w == "no"
}

// The words of the rule "applies to X, not Y": what says what a text is about, and what may stand between that and Y.
var (
	applying = SetOf("applies apply applicable about for targets target covers describes belongs refers relates fits meant intended written " +
		"aplica aplicam sobre fala trata serve vale refere descreve cobre pertence destina feito escrito para")
	linking = SetOf("to for about the a an our on of with in us para sobre de do da dos das o os ao aos a nosso nossa com")
	joining = SetOf("and but e mas")
	// adverbs follow a "not" that denies a verb or a quality.
	adverbs = SetOf("enough only just really clear always even quite so very yet all")
)

// appliesLength is how many words may name X.
const appliesLength = 8

// AppliesElsewhere finds "applies to X, not Y": a text is about something else than was asked for.
func AppliesElsewhere(reason string, words []Word) (start, end int, ok bool) {
	for i := range words {
		if !applying[words[i].Text] || i > 0 && Denies(words[i-1].Text, false) {
			continue
		}
		for j := i + 2; j < len(words)-1 && j <= i+appliesLength; j++ {
			if other := contrasted(reason, words, j); other > 0 {
				return words[i].Start, words[other].End, true
			}
			if words[j].Opens && !Denies(words[j].Text, true) {
				break
			}
		}
	}
	return 0, 0, false
}

// contrasted gives the place of Y where "not Y", "instead of Y" or "rather than Y" begins at j, and else 0.
func contrasted(reason string, words []Word, j int) int {
	next := j + 1
	switch words[j].Text + " " + words[next].Text {
	case "instead of", "rather than":
		return following(words, next+1)
	case "em vez", "ao inves":
		return following(words, next+2)
	}
	if words[j].Text != "not" && words[j].Text != "nao" || words[j].Start == words[j-1].Start {
		return 0
	}
	if !words[j].Opens && !joining[words[j-1].Text] || words[next].Opens || adverbs[words[next].Text] {
		return 0
	}
	y := following(words, next)
	if y > 0 && (y > next || isName(reason, words[y])) {
		return y
	}
	return 0
}

// following gives the first word from i on that links nothing, or 0.
func following(words []Word, i int) int {
	for ; i < len(words) && !words[i].Opens; i++ {
		if !linking[words[i].Text] {
			return i
		}
	}
	return 0
}

// isName reports whether a word is written as a name is, or is one that is known.
func isName(reason string, w Word) bool {
	return isCapital(reason, w) || technologies().at(reason, []Word{w}, 0) != nil
}
