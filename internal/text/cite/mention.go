package cite

import (
	"bytes"

	"github.com/kbgate/kbgate/internal/text"
)

// mention reports whether the names i..last, though they have the form of a citation, bring no further voice: a law or
// product with its year, a place where data are kept, a work of the authors who are known, a newspaper that passes a
// finding on.
func (r *reader) mention(i, last int) bool {
	return r.sameHand(i) || r.tool(i) || r.insideWork(i) || r.isThing(i, last) || r.retells(r.behindYear(last))
}

// sameHand: "their later book Slow Harvest", "the authors' thesis".
func (r *reader) sameHand(i int) bool {
	for j := i - 1; j >= 0 && j > i-5; j-- {
		if ownHands.Has(r.words[j]) {
			return j < i-1
		}
		if !r.is(j, publication|study|generic|numbers) && !belongings.Has(r.words[j]) || r.words[j].Is(text.Opens) {
			return false
		}
	}
	return false
}

var (
	ownHands   = text.NewSet("their", "his", "her", "authors", "author's", "same")
	belongings = text.NewSet("preregistration", "pre-registration", "registration", "protocol", "erratum", "corrigendum", "correction", "supplement",
		"appendix", "preprint", "postprint", "follow-up", "companion", "replication-package", "code", "data", "dataset")
)

// tool reports whether a name is that of what an author worked with: "using NHANES data", "the scale was taken from
// Holm (2011)", "the method of Angrist and Krueger (1991)".
func (r *reader) tool(i int) bool {
	j := i - 1
	for j > 1 && r.is(j, generic) && !uses.Has(r.words[j]) && !r.words[j].Is(text.Opens) && (r.words[j].Hash == wordThe || r.words[j].Hash == wordA || r.words[j].Is(text.Capital)) {
		j--
	}
	if j < 0 {
		return false
	}
	switch r.words[j].Hash {
	case wordFrom, wordTo, wordOn:
		return j > 0 && takes.Has(r.words[j-1])
	case wordOf:
		return j > 0 && methods.Has(r.words[j-1])
	}
	return uses.Has(r.words[j])
}

var (
	uses    = text.NewSet("use", "uses", "used", "using", "cite", "cites")
	takes   = text.NewSet("taken", "borrowed", "adapted", "adopted", "matched", "linked", "draws", "drew", "relies", "come", "comes", "came", "stem", "stems", "drawn", "are", "is", "were", "was", "sampled", "recruited", "merged", "due", "back")
	methods = text.NewSet("method", "methods", "design", "scale", "instrument", "procedure", "technique", "classification", "definition")
)

// affairs reports whether a verb of finding before word i has for its object what a firm tells of itself: "reported a
// loss".
func (r *reader) affairs(i int) bool { return r.soon(i, 4, business) }

var business = text.NewSet("loss", "losses", "sales", "revenue", "revenues", "profit", "profits", "earnings", "outage", "outages", "users", "subscribers", "margin",
	"margins", "turnover", "orders", "bookings", "results", "income", "layoffs")

// insideWork: "In the interview Mary Hale describes", "in chapter 4 Hale argues".
func (r *reader) insideWork(i int) bool {
	if i < 2 || !r.joined(i) {
		return false
	}
	if r.words[i-1].Traits&text.HasDigit != 0 {
		return r.is(i-2, part)
	}
	return r.is(i-1, publication|study) && definite.Has(r.words[i-2]) && i > 2 && within.Has(r.words[i-3])
}

var (
	definite = text.NewSet("the", "this", "that")
	within   = text.NewSet("in", "throughout")
)

// isThing reports whether a name is that of a law, an event, a product or an archive.
func (r *reader) isThing(i, last int) bool {
	if !r.withYear(last) {
		return false
	}
	named := things.Has(r.words[last-1]) || r.happens(i, last)
	for j := i; j < last; j++ {
		named = named || r.words[j].Traits&text.HasDigit != 0
	}
	if named {
		r.thing = last + 1
	}
	return named
}

// happens reports whether the sentence treats a name with a year as something that happened or was made: "after
// Chernobyl (1986)", "Frozen (2013) and Moana (2016) were dubbed", "shown at Basel (2019)".
func (r *reader) happens(i, last int) bool {
	if i > 0 && r.thing > 0 && (r.thing == i || r.thing == i-1 && r.words[i-1].Hash == wordAnd) {
		return true
	}
	if i > 0 && (times.Has(r.words[i-1]) || r.words[i-1].Hash == wordAs && i > 1 && r.words[i-2].Hash == wordSuch) {
		return true
	}
	verb := last + 1
	if verb+2 < len(r.words) && r.words[verb].Hash == wordAnd && r.withYear(verb+2) {
		verb += 3
	}
	return verb < len(r.words) && r.joinedBehind(verb) && events.Has(r.words[verb])
}

// joinedBehind reports whether only a closing bracket and a space part the word from the one before it.
func (r *reader) joinedBehind(i int) bool { return string(r.before(i)) == ") " }

var (
	times  = text.NewSet("after", "before", "since", "during", "until", "like", "at")
	events = text.NewSet("was", "were", "is", "are", "became", "won", "sold", "opened", "shipped", "broke", "cost", "ended", "made", "ran", "launched")
)

var things = text.NewSet("act", "treaty", "directive", "regulation", "accord", "accords", "agreement", "war", "crisis", "depression", "olympics",
	"cup", "championship", "championships", "bill", "amendment", "convention", "edict", "reform", "revolution", "expo", "games", "prize", "award", "medal",
	"osf", "zenodo", "dryad", "figshare", "github", "gitlab", "arxiv", "ssrn", "youtube", "dataverse")

// behindYear is the word after a name, or after the year in brackets after it.
func (r *reader) behindYear(last int) int {
	if r.withYear(last) {
		return last + 1
	}
	return last
}

// retells reports whether the verb at i says that somebody passes on what another found: "summarised it", "reported on
// the study", "repeated the figure".
func (r *reader) retells(i int) bool {
	if i+1 >= len(r.words) || r.words[i].Traits&(text.Capital|text.Opens) != 0 {
		return false
	}
	switch verb := r.words[i]; {
	case passing.Has(verb):
		return true
	case reporting.Has(verb):
		next := r.words[i+1].Hash
		return (next == wordOn || next == wordAbout) && r.within(i+2, 3, study|publication|numbers)
	case verb.Hash == wordRepeated || verb.Hash == wordRepeats:
		return r.within(i+1, 3, numbers) || r.soon(i+1, 3, told)
	}
	return false
}

var (
	passing   = text.NewSet("summarised", "summarises", "summarized", "summarizes", "quoted", "quotes", "covered", "covers", "reprinted", "relayed", "relays", "echoed", "echoes", "carried", "excerpted", "picked")
	reporting = text.NewSet("reported", "reports", "wrote", "writes")
	told      = text.NewSet("claim", "claims", "story", "figure", "number", "finding", "findings", "paragraphs", "headline", "result")
)

// within reports whether a word of a class stands among the next n of the sentence.
func (r *reader) within(i, n int, c class) bool {
	for j := i; j < min(i+n, len(r.words)) && !r.words[j].Is(text.Opens); j++ {
		if r.is(j, c) {
			return true
		}
	}
	return false
}

// coverage: "a Reuters report", "the Times story": a newspaper's word on what others did.
func (r *reader) coverage(i, last int) bool {
	if last >= len(r.words) || !r.joined(last) || !pieces.Has(r.words[last]) {
		return false
	}
	for j := i; j < last; j++ {
		if outlets.Has(r.words[j]) {
			return true
		}
	}
	return false
}

var (
	pieces  = text.NewSet("report", "reports", "article", "articles", "story", "piece", "feature", "interview", "write-up")
	outlets = text.NewSet("times", "post", "guardian", "journal", "reuters", "bbc", "npr", "cnn", "herald", "tribune", "gazette", "bloomberg",
		"wired", "verge", "techcrunch", "forbes", "atlantic", "economist", "telegraph", "spiegel", "monde", "magazine", "observer", "quanta", "vox")
)

// opening is the first word of the sentence around word i.
func (r *reader) opening(i int) int {
	for i > 0 && !r.words[i].Is(text.Opens) {
		i--
	}
	return i
}

// pending reports whether the sentence around word i says that the work is not done yet, or was not done.
func (r *reader) pending(i int) bool {
	from := r.opening(i)
	for j := from; j < len(r.words) && (j == from || !r.words[j].Is(text.Opens)); j++ {
		if undone.Has(r.words[j]) || r.words[j].Hash == wordNot && j > 0 && having.Has(r.words[j-1]) {
			return true
		}
	}
	return false
}

var (
	undone = text.NewSet("never", "nobody", "will", "yet", "underway", "under-way", "planned", "awaits", "awaited", "begins", "unpublished")
	having = text.NewSet("has", "have", "had", "was", "were")
)

// tells reports whether the rest of the sentence says what came out: "Ito's trial found the same", but not "Ito's trial
// is famous".
func (r *reader) tells(i int) bool {
	for j := i; j < len(r.words) && (j == i || !r.words[j].Is(text.Opens)); j++ {
		w := r.words[j]
		if w.Traits&text.HasDigit != 0 || r.is(j, finding|inquiry|stating|numbers) || outcomes.Has(w) || reaching.Has(w) && r.soon(j+1, 4, alike) {
			return true
		}
	}
	return false
}

var outcomes = text.NewSet("saw", "sees", "came", "comes", "reached", "reaches", "supports", "support", "supported", "suggests", "suggest", "suggested",
	"points", "point", "half", "twice", "third", "less", "more", "fewer", "no", "higher", "lower", "fell", "rose", "says", "said", "holds", "makes", "covers", "lasted")

// ownPaper reports whether i..last is nothing but a journal's name: "the Science paper" is one that was named before.
func (r *reader) ownPaper(i, last int) bool {
	for j := i; j < last; j++ {
		if !r.is(j, container|generic) {
			return false
		}
	}
	return !r.official(i, last)
}

// belongs reports whether the word before a bracket is a part of a work that is known: "the preregistration (OSF, 2018)".
func (r *reader) belongs(i int) bool {
	if i < 2 || !bytes.Equal(r.before(i), []byte(" (")) {
		return false
	}
	return belongings.Has(r.words[i-1]) || r.is(i, container) && r.is(i-1, publication|study) && definite.Has(r.words[i-2])
}
