package cite

import (
	"bytes"

	"github.com/kbgate/kbgate/internal/text"
)

// Header counts the sources of a header's value, and remembers its names word by word, so that Body knows them again
// in any form.
func (t *Tally) Header(source []byte, from, to int) {
	t.sources = Named(t.sources, source, from, to)
	var buffer [64]text.Word
	lex := lexicon()
	for _, w := range text.AppendWords(buffer[:0], source[from:to]) {
		if w.Traits&text.Capital != 0 && lex[w.Hash]&(generic|publication|container) == 0 {
			t.words = append(t.words, keyOf(source[from+int(w.Start):from+int(w.End)]))
		}
	}
}

// Body counts what the words of a body cite, until the tally is settled. A person, firm or product that the argument
// merely mentions is no source: a name counts where it stands with a year in brackets, with "et al.", before a verb of
// finding, with a study, survey or data set of its own, behind "according to", as a case ("A v. B"), handle, web
// address, DOI or arXiv number. Words that carry text.Custom are passed over.
func (t *Tally) Body(source []byte, words []text.Word) {
	r := reader{source: source, words: words, lex: lexicon(), tally: t}
	for i := 0; i < len(words) && !t.Settled(); {
		i = max(r.at(i), i+1)
	}
}

// reader looks for citations in prose.
type reader struct {
	source []byte
	words  []text.Word
	lex    map[uint64]class
	tally  *Tally
	cited  int32 // where the last citation of the sentence ends, or 0
}

func (r *reader) is(i int, c class) bool {
	return i >= 0 && i < len(r.words) && r.lex[r.words[i].Hash]&c != 0
}

// before is what stands between a word and the one before it.
func (r *reader) before(i int) []byte {
	if i >= len(r.words) {
		return nil
	}
	from := max(int(r.words[i].Start)-24, 0)
	if i > 0 {
		from = int(r.words[i-1].End)
	}
	return r.source[from:r.words[i].Start]
}

// joined reports whether only a space parts the word from the one before it.
func (r *reader) joined(i int) bool {
	gap := r.before(i)
	return i > 0 && i < len(r.words) && len(gap) == 1 && (gap[0] == ' ' || gap[0] == '\n')
}

// at looks at one word, and gives the next one to look at.
func (r *reader) at(i int) int {
	w := r.words[i]
	if w.Traits&text.Opens != 0 {
		r.cited = 0
	}
	switch {
	case w.Traits&text.Custom != 0:
		return i + 1
	case r.opens(i):
		return r.bracket(i)
	case w.Hash == wordHTTP || w.Hash == wordHTTPS:
		return r.address(i)
	case w.Hash == wordArxiv || w.Hash == wordDOI:
		if i+1 < len(r.words) && r.words[i+1].Traits&text.HasDigit != 0 {
			r.one(i, i+2, keyOf(r.source[r.words[i+1].Start:r.words[i+1].End]))
			return i + 2
		}
	case w.Start > 0 && r.source[w.Start-1] == '@' && !(w.Start > 1 && wordByte(r.source[w.Start-2])):
		r.one(i, i+1, handleAt(r.source, int(w.Start)))
	case w.Traits&text.Capital != 0:
		return r.name(i)
	case others.Has(w):
		r.nameless(i)
	}
	return i + 1
}

func wordByte(b byte) bool { return isLower(b|0x20) || '0' <= b && b <= '9' }

// address counts the web address that begins at i.
func (r *reader) address(i int) int {
	end := address(r.source, r.words[i], len(r.source))
	if end == 0 {
		return i + 1
	}
	s := Source{Start: r.words[i].Start, End: int32(end)}
	l := list{source: r.source}
	l.addAddress(&s, &token{Word: text.Word{Start: s.Start, End: s.End}})
	r.add(s)
	for i < len(r.words) && int(r.words[i].Start) < end {
		i++
	}
	return i
}

func (r *reader) one(from, to int, k Key) {
	s := Source{Start: r.words[from].Start, End: r.words[to-1].End}
	s.add(k)
	r.add(s)
}

// properName reports whether the word at i looks like a part of a name.
func (r *reader) properName(i int) bool {
	return i >= 0 && i < len(r.words) && r.words[i].Is(text.Capital) && !r.words[i].Is(text.Custom) && !r.is(i, generic|particle)
}

// nameEnd is where the run of names that starts at i ends: "Jeremiah Dittmar", "Bureau of Labor Statistics".
func (r *reader) nameEnd(i int) int {
	j := i + 1
	for r.joined(j) && !isPossessive(r.source, r.words[j-1]) {
		switch {
		case r.words[j].Is(text.Custom):
			return j
		case r.words[j].Is(text.Capital) && !month(&token{Word: r.words[j]}):
			j++
		case (r.words[j].Hash == wordOf || r.words[j].Hash == wordFor) && r.is(j-1, firm) && j+1 < len(r.words) && r.words[j+1].Is(text.Capital):
			j += 2
		default:
			return j
		}
	}
	return j
}

// name looks at the run of names that starts at i, and gives the word behind it.
func (r *reader) name(i int) int {
	if !r.properName(i) {
		return i + 1
	}
	if r.cited == 0 && r.inTitle(i) {
		return r.titleEnd(i)
	}
	end := r.nameEnd(i)
	s := r.named(i, end)
	// "X and Y", "X, Y and Z", "X & Y": authors of one work
	last, pair := end, false
	for next := r.coauthor(last); next > 0; next = r.coauthor(last) {
		last = r.nameEnd(next)
		more := r.named(next, last)
		s.merge(&more)
		pair = true
	}
	if r.cites(i, end, last, pair) {
		s.End = r.words[last-1].End
		r.add(s)
		if isPossessive(r.source, r.words[last-1]) && r.title(last) {
			return r.titleEnd(last)
		}
		if r.isCase(last) {
			return r.nameEnd(last + 1)
		}
	}
	return last
}

// add counts a source and remembers where it stands, for the brackets behind it.
func (r *reader) add(s Source) {
	r.tally.Add(s)
	r.cited = s.End
}

// coauthor is where a name follows that is joined to the one before i, or 0.
func (r *reader) coauthor(i int) int {
	if i >= len(r.words) {
		return 0
	}
	gap := string(r.before(i))
	if gap == " & " && r.properName(i) {
		return i
	}
	if (gap == " " || gap == ", ") && r.words[i].Hash == wordAnd && r.joined(i+1) && r.properName(i+1) {
		return i + 1
	}
	if gap == ", " && r.properName(i) && i+2 < len(r.words) && (r.words[i+1].Hash == wordAnd || string(r.before(i+1)) == " & ") {
		return i
	}
	return 0
}

// cites reports whether the names i..last, of which the first ends at end, stand as a source.
func (r *reader) cites(i, end, last int, pair bool) bool {
	if i > 0 && isPossessive(r.source, r.words[i-1]) && r.joined(i) && r.properName(i-1) && !r.title(i) {
		return false // "Cohen's Cisco study": Cohen's
	}
	return r.withOthers(last) || r.withYear(last) || r.accordingTo(i, last) || r.ownStudy(i, end, last) || r.doneBy(i, last) || r.finds(i, last, pair) || r.isCase(last) || r.states(i, last)
}

// nameless: "another team", "an independent laboratory in Kyoto".
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
	return i < len(r.words) && yearOf(r.source, r.words[i]) != 0 && string(r.before(i)) == " ("
}

// accordingTo: "according to Smith", "figures from the Smith Institute". One whose role is explained behind his name
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
	if r.words[i-1].Hash != wordByWord {
		return false
	}
	return r.is(i-2, study|finding) || r.words[i-2].Hash == wordLed && r.cited == 0
}

// states: "Statistics Norway counts", "the OECD puts it at": agencies with their numbers.
func (r *reader) states(i, last int) bool {
	if last >= len(r.words) || !r.joined(last) || !r.is(last, stating) {
		return false
	}
	return r.official(i, last)
}

// ownStudy: "Smith's large review", "the Cochrane review", "OECD data".
func (r *reader) ownStudy(i, end, last int) bool {
	if isPossessive(r.source, r.words[last-1]) {
		for j := last; j < last+4 && r.joined(j); j++ {
			if r.is(j, study|numbers) || groups.Has(r.words[j]) || r.words[j].Hash == wordTeam && r.is(j+1, finding|inquiry) {
				return true
			}
		}
		return r.title(last)
	}
	if last-i > 1 && r.is(last-1, survey) {
		return true // "the British Crime Survey"
	}
	if end != last || !r.joined(last) {
		return false
	}
	known := agencies.Has(r.words[last-1]) || last-i > 1
	if r.words[i].Is(text.Opens) && !known && !r.words[i].Is(text.AllCaps) {
		return false
	}
	if definite := i > 0 && r.words[i-1].Hash == wordThe; definite && !known && !r.words[i].Is(text.AllCaps) {
		return false // "the Leeds trial" is the one that was spoken of
	}
	return r.is(last, survey) || r.official(i, last) && r.is(last, study|numbers)
}

// groups are what stands behind the name of one who leads it.
var groups = text.NewSet("group", "lab", "laboratory", "co-authors", "coauthors", "colleagues", "collaborators")

// agencies publish numbers under their name alone; before "data" other capitals are things ("GPS data").
var agencies = text.NewSet("bls", "bea", "oecd", "imf", "who", "unctad", "fao", "unesco", "eurostat", "cdc", "fda", "sec", "ons",
	"fed", "census", "gallup", "pew", "nielsen", "bank", "reserve", "bureau", "statistics", "treasury", "nasa", "noaa", "epa", "ipcc", "iea",
	"cochrane", "campbell", "framingham", "whitehall", "nhanes", "biobank", "eurobarometer", "un", "who", "undp", "unicef", "statistics")

// title reports whether a work's title begins at i: in quotation marks or italics, or several
// capital words behind "the".
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

// introduced reports whether a lone last name belongs to somebody whom the text has shown before by his full name.
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

// inStory reports whether a name is that of somebody who takes part in what is told, as his role before it says:
// "the nurse Hirut Bekele"; a scholar's calling is none.
func (r *reader) inStory(i int) bool {
	if i == 0 || !r.joined(i) || r.words[i].Is(text.Opens) {
		return false
	}
	role := r.words[i-1]
	if role.Traits&(text.Capital|text.HasDigit) != 0 || r.is(i-1, generic|particle|creator|origin|publication|study|finding) {
		return false
	}
	word := r.source[role.Start:role.End]
	return !(bytes.HasSuffix(word, []byte("ist")) || bytes.HasSuffix(word, []byte("ists")) || bytes.HasSuffix(word, []byte("ian")) || len(word) < 4)
}

func adverb(source []byte, w text.Word) bool {
	return bytes.HasSuffix(source[w.Start:w.End], []byte("ly"))
}

// isCase: "Ramos v. Louisiana".
func (r *reader) isCase(last int) bool {
	return last+1 < len(r.words) && r.joined(last) && r.words[last].Hash == wordV && r.properName(last+1)
}

// opens reports whether a bracket opens before word i that may hold a citation.
func (r *reader) opens(i int) bool {
	start := r.words[i].Start
	return start > 0 && r.source[start-1] == '(' && r.words[i].Traits&(text.Capital|text.HasDigit) != 0
}

// bracket looks at a citation in brackets: "(Page 2007; Chen & Lee, 2019)" names its sources, "(2015)" and "(Quarterly
// Journal of Economics, 2011)" say more of one that the sentence has named before. It gives the word behind it, or the
// next one where the bracket holds no citation.
func (r *reader) bracket(i int) int {
	const longest = 160 // bytes of a citation in brackets
	open := int(r.words[i].Start)
	n := bytes.IndexAny(r.source[open:min(open+longest, len(r.source))], "()\n")
	if n < 0 || r.source[open+n] != ')' {
		return r.unbracketed(i)
	}
	year, joint, end := 0, false, i
	for ; end < len(r.words) && int(r.words[end].Start) < open+n; end++ {
		switch {
		case r.words[end].Traits&text.Custom != 0:
			return i + 1
		case r.words[end].Hash == wordAnd || r.words[end].Hash == wordEt:
			joint = true
		case yearOf(r.source, r.words[end]) != 0 && len(r.source[r.words[end].Start:r.words[end].End]) < 6:
			if end == i || !month(&token{Word: r.words[end-1]}) {
				year = end + 1
			}
		}
	}
	joint = joint || bytes.IndexByte(r.source[open:open+n], '&') >= 0 || bytes.IndexByte(r.source[open:open+n], ';') >= 0
	if year == 0 || r.is(i, part) && !r.words[i].Is(text.Capital) || month(&token{Word: r.words[i]}) {
		return r.unbracketed(i)
	}
	switch {
	case year == i+1: // nothing but a year
		if r.cited == 0 && r.titled(i) {
			r.quoted(i)
		}
	case r.cited > 0 && !joint && (r.is(i, container) || string(r.before(year-1)) != " "):
	case r.words[i].Is(text.Capital):
		for _, s := range Named(nil, r.source, open, open+n) {
			r.add(s)
		}
	default:
		return r.unbracketed(i)
	}
	return end
}

// unbracketed looks at the word at i as if no bracket stood before it.
func (r *reader) unbracketed(i int) int {
	if r.words[i].Is(text.Capital) {
		return r.name(i)
	}
	return i + 1
}

// titled reports whether the bracket before word i follows a quotation mark or italics.
func (r *reader) titled(i int) bool {
	gap := r.before(i)
	return len(gap) > 2 && (gap[len(gap)-3] == '"' || gap[len(gap)-3] == '*') || bytes.HasSuffix(gap, []byte("” ("))
}

// inTitle counts a work that is named by its title alone, "in *Seeing Like a State*", and reports whether there is one.
func (r *reader) inTitle(i int) bool {
	gap := r.before(i)
	if i == 0 || len(gap) < 2 || gap[len(gap)-1] != '"' && gap[len(gap)-1] != '*' && !bytes.HasSuffix(gap, []byte("“")) || !introduces.Has(r.words[i-1]) {
		return false
	}
	end := r.titleEnd(i)
	capitals := 0
	for j := i; j < end; j++ {
		switch {
		case r.words[j].Is(text.Capital):
			capitals++
		case r.words[j].End-r.words[j].Start > 4:
			return false
		}
	}
	if capitals < 2 || end-i > 14 {
		return false
	}
	s := Source{Start: r.words[i].Start, End: r.words[end-1].End}
	s.add(keyOf(r.source[r.words[i].Start:r.words[end-1].End]))
	r.add(s)
	return true
}

var introduces = text.NewSet("in", "book", "paper", "essay", "report", "study", "article", "memoir", "titled", "entitled", "of", "from", "see")

// quoted counts the title in quotation marks or italics that ends before word i.
func (r *reader) quoted(i int) {
	const longest = 20 // words of a title
	for j := i - 1; j >= 0 && j > i-longest; j-- {
		gap := r.before(j)
		if n := len(gap); n > 0 && (gap[n-1] == '"' || gap[n-1] == '*') || bytes.HasSuffix(gap, []byte("“")) {
			s := Source{Start: r.words[j].Start, End: r.words[i].End}
			s.add(keyOf(r.source[r.words[j].Start:r.words[i-1].End]))
			r.add(s)
			return
		}
	}
}

// titleEnd is the word behind the title that begins at i.
func (r *reader) titleEnd(i int) int {
	const longest = 20 // words of a title
	gap := r.before(i)
	quoted := gap[len(gap)-1] != ' '
	for j := i; j < min(i+longest, len(r.words)); j++ {
		switch {
		case quoted && r.unquotes(int(r.words[j].End)):
			return j + 1
		case !quoted && j > i && (!r.joined(j) || !r.words[j].Is(text.Capital) && !r.is(j, generic|particle|creator|origin)):
			return j
		}
	}
	return i + 1
}

// unquotes reports whether a quotation or italics end at a place, perhaps behind a comma.
func (r *reader) unquotes(at int) bool {
	rest := r.source[at:min(at+4, len(r.source))]
	if len(rest) > 1 && (rest[0] == ',' || rest[0] == '.') {
		rest = rest[1:]
	}
	return len(rest) > 0 && (rest[0] == '"' || rest[0] == '*') || bytes.HasPrefix(rest, []byte("”"))
}

// named makes a source of a run of names: the whole, its last word, the initials of a long one, and its first word
// where the rest is common.
func (r *reader) named(from, to int) Source {
	s := Source{Start: r.words[from].Start, End: r.words[to-1].End}
	end := to
	for end > from+1 && r.is(end-1, firm|publication|generic) {
		end--
	}
	s.add(keyOf(r.source[r.words[end-1].Start:r.words[end-1].End]))
	if to-from > 1 {
		s.add(keyOf(r.source[r.words[from].Start:r.words[end-1].End]))
		s.add(keyOf(r.source[r.words[from].Start:r.words[to-1].End]))
		s.add(initials(r.source, r.words[from:to]))
	}
	return s
}
