package cite

import (
	"bytes"

	"github.com/kbgate/kbgate/internal/text"
)

// cites reports whether the names i..last stand as a source. The first of them ends at end.
func (r *reader) cites(i, end, last int, pair bool) bool {
	if i > 0 && isPossessive(r.source, r.words[i-1]) && r.joined(i) && r.properName(i-1) && !r.title(i) {
		return false // "Cohen's Cisco study": Cohen's
	}
	switch {
	case r.withOthers(last) || r.withYear(last) || r.isCase(last):
	case r.accordingTo(i, last) || r.ownStudy(i, end, last) || r.doneBy(i, last) || r.finds(i, last, pair) || r.states(i, last):
		if r.pending(i) {
			return false
		}
	default:
		return false
	}
	return !r.mention(i, last)
}

// nameless: "an independent laboratory in Kyoto".
func (r *reader) nameless(i int) {
	for j := i + 1; j < i+3 && r.joined(j); j++ {
		if teams.Has(r.words[j]) {
			r.one(i, j+1, keyOf(r.source[r.words[i].Start:r.words[j].End]))
			return
		}
	}
}

// withOthers: "Smith et al.", "Smith and colleagues".
func (r *reader) withOthers(i int) bool {
	if i+1 >= len(r.words) || !r.joined(i) {
		return false
	}
	first, second := r.words[i].Hash, r.words[i+1]
	return first == wordEt && second.Hash == wordAl || first == wordAnd && colleagues.Has(second)
}

// withYear: "Smith (2010".
func (r *reader) withYear(i int) bool {
	if i >= len(r.words) || yearOf(r.source, r.words[i]) == 0 || string(r.before(i)) != " (" {
		return false
	}
	year := r.words[i]
	span := year.End-year.Start > 5 || bytes.HasPrefix(r.source[year.End:], []byte("–")) // a reign, a life
	return !span
}

// accordingTo: "according to Smith", "figures from the Smith Institute". One whose role is explained after his name
// takes part in what is told.
func (r *reader) accordingTo(i, last int) bool {
	first := i
	if i > 2 && r.words[i-1].Hash == wordThe {
		i--
	}
	if i < 2 {
		return false
	}
	if r.words[i-1].Hash == wordFrom && r.is(i-2, numbers|survey) {
		return r.official(first, last)
	}
	return r.words[i-1].Hash == wordTo && r.words[i-2].Hash == wordAccording && !r.explained(last) && !r.introduced(first, last)
}

// explained: "Novak, who runs the plant", "Novak, a nurse".
func (r *reader) explained(last int) bool {
	return last < len(r.words) && string(r.before(last)) == ", " && roles.Has(r.words[last])
}

var roles = text.NewSet("who", "whose", "a", "an", "the", "then", "its", "their", "head", "chief", "founder", "owner", "director", "manager")

// official reports whether a name is that of an office or agency.
func (r *reader) official(i, last int) bool {
	for j := i; j < last; j++ {
		if agencies.Has(r.words[j]) || offices.Has(r.words[j]) || r.is(j, firm) && last-i > 1 {
			return true
		}
	}
	return false
}

// doneBy: "a review by Smith", "replicated by Smith", "a second team, led by Smith".
func (r *reader) doneBy(i, last int) bool {
	first := i
	for i > 2 && (r.words[i-1].Hash == wordThe || r.words[i-1].Hash == wordDr) {
		i--
	}
	if i < 2 || !r.joined(i-1) {
		return false
	}
	if r.words[i-1].Hash == wordOf {
		return works.Has(r.words[i-2]) || r.is(i-2, numbers|survey) && r.official(first, last)
	}
	if r.words[i-1].Hash != wordByWord || last-first == 1 && nations.Has(r.words[first]) {
		return false
	}
	return r.is(i-2, study) || repeating.Has(r.words[i-2]) || r.words[i-2].Hash == wordLed && r.cited == 0
}

// states: "Statistics Norway counts", "the OECD puts it at": agencies with their numbers.
func (r *reader) states(i, last int) bool {
	if last >= len(r.words) || !r.joined(last) || !r.is(last, stating) {
		return false
	}
	return r.official(i, last) && !r.affairs(last+1)
}

// ownStudy: "Smith's large review", "the Cochrane review", "OECD data".
func (r *reader) ownStudy(i, end, last int) bool {
	if isPossessive(r.source, r.words[last-1]) {
		for j := last; j < last+4 && r.joined(j); j++ {
			if r.is(j, study) && r.tells(j+1) || r.is(j, numbers) && r.official(i, last) || groups.Has(r.words[j]) || r.words[j].Hash == wordTeam && r.is(j+1, finding|inquiry) {
				return true
			}
		}
		return r.title(last)
	}
	if last-i > 1 && r.is(last-1, survey) {
		return true // "the British Crime Survey"
	}
	if end != last || !r.joined(last) || r.ownPaper(i, last) || r.coverage(i, last) || r.retells(last+1) {
		return false
	}
	known := agencies.Has(r.words[last-1]) || last-i > 1
	if !known && (r.words[i].Traits&(text.Opens|text.AllCaps) != 0 || i > 0 && r.words[i-1].Hash == wordThe) {
		return false // "the Leeds trial" is the one that was spoken of, "an MRI study" is of a kind
	}
	if i > 2 && r.words[i-1].Hash == wordThe && sampled.Has(r.words[i-3]) {
		return false // "participants in the Framingham study"
	}
	return (r.is(last, survey) || r.official(i, last) && r.is(last, study|numbers)) && r.tells(r.opening(i))
}

var sampled = text.NewSet("participants", "people", "patients", "men", "women", "subjects", "members", "children", "adults", "households", "pupils", "students")

// groups are the words that follow the name of a leader: “Smith's team”.
var groups = text.NewSet("group", "lab", "laboratory", "co-authors", "coauthors", "colleagues", "collaborators")

// agencies publish numbers under their name alone; before "data" other capitals are things ("GPS data").
var agencies = text.NewSet("bls", "bea", "oecd", "imf", "who", "unctad", "fao", "unesco", "eurostat", "cdc", "fda", "sec", "ons",
	"fed", "census", "gallup", "pew", "nielsen", "bank", "reserve", "bureau", "statistics", "treasury", "nasa", "noaa", "epa", "ipcc", "iea",
	"cochrane", "campbell", "framingham", "whitehall", "nhanes", "biobank", "eurobarometer", "un", "who", "undp", "unicef", "statistics")

// title reports whether a work's title begins at i: in quotation marks or italics, or several
// capital words after "the".
func (r *reader) title(i int) bool {
	gap := r.before(i)
	if i+1 >= len(r.words) || len(gap) == 0 {
		return false
	}
	if quoted := gap[len(gap)-1] == '"' || gap[len(gap)-1] == '*' || bytes.HasSuffix(gap, []byte("“")); quoted && r.words[i].Is(text.Capital) {
		return true
	}
	return (r.words[i].Hash == wordThe || r.words[i].Hash == wordA) && r.words[i].Is(text.Capital) && r.words[i+1].Is(text.Capital)
}

// finds: "Smith found", "Smith and Jones followed", "Smith saw the same".
func (r *reader) finds(i, last int, pair bool) bool {
	if last < len(r.words) && r.joined(last) && adverb(r.source, r.words[last]) {
		last++
	}
	if last >= len(r.words) || !r.joined(last) || r.words[last].Is(text.Capital) || r.inStory(i) {
		return false
	}
	switch verb := r.words[last]; {
	case reporting.Has(verb) && r.affairs(last+1):
		return false
	case pair && r.is(last, finding|inquiry):
	case r.is(last, finding) && (lone.Has(verb) || last-i > 1) && !r.introduced(i, last):
	case reaching.Has(verb) && r.soon(last+1, 4, alike):
	case pair && r.soon(last+1, 12, results):
	default:
		return false
	}
	// A common noun may open a sentence: "Volunteers reported".
	return !r.words[i].Is(text.Opens) || last-i > 1 && r.words[i+1].Is(text.Capital) || r.source[r.words[i].End-1] != 's'
}

// introduced reports whether a lone last name belongs to somebody whose full name the text has given before.
func (r *reader) introduced(i, last int) bool {
	if last-i > 1 {
		return false
	}
	for j := i - 1; j > 0; j-- {
		if r.words[j].Hash == r.words[i].Hash && r.joined(j) && r.properName(j-1) {
			return true
		}
	}
	return false
}

var results = text.NewSet("found", "find", "showed", "concluded", "estimated", "observed")

// soon reports whether one of the words stands among the next n of the sentence.
func (r *reader) soon(i, n int, words text.Set) bool {
	for j := i; j < min(i+n, len(r.words)) && !r.words[j].Is(text.Opens); j++ {
		if words.Has(r.words[j]) {
			return true
		}
	}
	return false
}

// inStory reports whether a name belongs to somebody who takes part in the events, as the role before it says: "the
// nurse Hirut Bekele". A scholar's profession is no such role.
func (r *reader) inStory(i int) bool {
	if callings.Has(r.words[i]) {
		return true
	}
	if i == 0 || !r.joined(i) || r.words[i].Is(text.Opens) {
		return false
	}
	role := r.words[i-1]
	if role.Traits&text.HasDigit != 0 || role.Is(text.Capital) && !role.Is(text.Opens) || r.is(i-1, generic|particle|creator|origin|publication|study|finding) {
		return false
	}
	if i > 1 && r.joined(i-1) && r.is(i-2, generic) && seniority.Has(r.words[i-2]) {
		return true // "chief economist Dana Ruiz"
	}
	word := r.source[role.Start:role.End]
	return !(bytes.HasSuffix(word, []byte("ist")) || bytes.HasSuffix(word, []byte("ists")) || bytes.HasSuffix(word, []byte("ian")) || len(word) < 4)
}

var seniority = text.NewSet("chief", "senior", "lead", "staff")

// callings open the names of people who take part in what is told: "Nurse Bekele found".
var callings = text.NewSet("nurse", "foreman", "manager", "engineer", "captain", "director", "farmer", "teacher", "coach", "minister", "mayor",
	"officer", "inspector", "pilot", "baker", "driver", "founder", "co-founder", "cofounder", "partner", "lawyer", "doctor", "chef", "editor",
	"producer", "author", "co-author", "coauthor", "moderator", "maintainer", "developer", "analyst", "trader", "keeper", "sister", "father", "mother", "brother", "king", "queen",
	"president", "general", "chairman", "chairwoman", "owner", "head", "lead", "staff")

func adverb(source []byte, w text.Word) bool {
	return bytes.HasSuffix(source[w.Start:w.End], []byte("ly"))
}

// isCase: "Ramos v. Louisiana".
func (r *reader) isCase(last int) bool {
	return last+1 < len(r.words) && r.joined(last) && r.words[last].Hash == wordV && r.properName(last+1)
}
