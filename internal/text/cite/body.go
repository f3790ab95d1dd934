package cite

import (
	"bytes"
	"strings"

	"github.com/kbgate/kbgate/internal/lazy"
	"github.com/kbgate/kbgate/internal/text"
)

// Header counts the sources of a header's value, and remembers its names word by word, so that Body knows them again in any form.
func (t *Tally) Header(source []byte, from, to int) {
	t.sources = Named(t.sources, source, from, to)
	table := classes()
	for _, w := range text.AppendWords(nil, source[from:to]) {
		if isCapital(w) && table.At(w.Hash)&(plain|kind|venue|firm) == 0 {
			t.words = append(t.words, keyOf(string(source[from+int(w.Start):from+int(w.End)])))
		}
	}
}

// Body counts what the words of a body cite, until the tally is settled. A person, firm or product that the argument merely mentions is
// no source. A name counts in these places: with a year in brackets, with "et al.", before a verb of finding or of speech, with a study,
// survey or data set of its own, and after "according to". A case ("A v. B"), a handle, a web address, a DOI and an arXiv number count
// too. Words with the trait text.Custom are passed over.
func (t *Tally) Body(source []byte, words []text.Word) {
	if len(words) == 0 {
		return
	}
	b, from := prose{tally: t}, int(words[0].Start)
	b.tokens = make([]token, 0, 128)
	for len(words) > 0 && !t.Settled() {
		n := paragraph(source, words)
		b.list = cut(b.tokens[:0], source, words[:n], from, len(source))
		for i := 0; i < len(b.tokens) && !t.Settled(); {
			i = max(b.look(i), i+1)
		}
		from, words = int(words[n-1].End), words[n:]
	}
}

// paragraph is how many words the paragraph has that begins with the first. Brackets and quotation marks that it leaves open end with it.
func paragraph(source []byte, words []text.Word) int {
	for i := 1; i < len(words); i++ {
		if words[i].Is(text.Opens) && bytes.Count(source[words[i-1].End:words[i].Start], []byte("\n")) > 1 {
			return i
		}
	}
	return len(words)
}

// prose looks for citations in prose.
type prose struct {
	list
	tally *Tally
	cited bool // whether the sentence has a citation already
}

// look looks at one word, and gives the next one to look at.
func (b *prose) look(i int) int {
	t := &b.tokens[i]
	if t.Is(text.Opens) {
		b.cited = false
	}
	if t.before == 0 && !isCapital(t.Word) && !t.site && !t.is(number) {
		return i + 1 // as nearly always
	}
	s := Source{Start: t.Start, End: t.End}
	switch {
	case t.Is(text.Custom):
	case t.before&opens != 0 && t.depth > 0 && b.bracket(i) > i:
		return b.bracketEnd(i)
	case t.site:
		s.addAddress(b.word(i))
		b.located(s)
	case t.is(number) && i+1 < len(b.tokens) && b.tokens[i+1].Traits&text.HasDigit != 0:
		s.add(arxiv(b.word(i + 1)))
		b.located(s)
		return i + 2
	case t.before&at != 0 && (i == 0 || b.tokens[i-1].End+1 < t.Start):
		s.add(handle(b.source, int(t.Start)))
		b.add(s)
	case t.quoted && t.before&quotes != 0 && i > 0 && b.tokens[i-1].is(kind):
		return b.title(i, s)
	case b.begins(i):
		return b.name(i)
	}
	return i + 1
}

// begins reports whether a run of names begins at i: "Keller", "Bank of England", "World Bank".
func (b *prose) begins(i int) bool {
	t := &b.tokens[i]
	if t.isName() && !t.is(kind) || t.is(firm) && isCapital(t.Word) {
		return true
	}
	return isCapital(t.Word) && t.is(plain) && i+1 < len(b.tokens) && b.tokens[i+1].tight && b.tokens[i+1].is(firm) && isCapital(b.tokens[i+1].Word)
}

// located counts an address or number, unless the sentence says whose it is: "Huang and colleagues (arXiv …)".
func (b *prose) located(s Source) {
	if !b.cited {
		b.tally.Add(s)
	}
}

// add counts a source. The first authors whom a body names are those of a work that the header names by an address or a title only.
func (b *prose) add(s Source) {
	b.cited = true
	if all := b.tally.sources; len(all) == 1 && all[0].nameless {
		all[0].nameless = false
		all[0].merge(&s)
	}
	b.tally.Add(s)
}

// bracketEnd is the word after the bracket that opens before i.
func (b *prose) bracketEnd(i int) int {
	depth := b.tokens[i].depth
	for i < len(b.tokens) && b.tokens[i].depth >= depth {
		i++
	}
	return i
}

// bracket counts a citation in brackets: "(Page 2007; Chen & Lee, 2019)" names its sources, "(2015)" and "(PNAS, 2011)" say more of one
// that the sentence has named. It gives where the citation ends, or i where the bracket holds none.
func (b *prose) bracket(i int) int {
	const longest = 30 // words
	end, year := b.bracketEnd(i), 0
	for j := i; j < end; j++ {
		if b.tokens[j].year != 0 && len(b.word(j)) < 6 && (j == i || !b.tokens[j-1].is(month)) {
			year = j + 1
		}
	}
	first := &b.tokens[i]
	switch {
	case year == 0 || end-i > longest || first.is(month) || first.is(part) && !isCapital(first.Word):
		return i
	case year == i+1, b.cited && (first.is(venue) || b.tokens[year-1].before&comma != 0 && !first.Is(text.AllCaps)) && !bytes.ContainsAny(b.source[first.Start:b.tokens[end-1].End], "&;"):
	case isCapital(first.Word):
		for _, s := range Named(nil, b.source, int(first.Start), int(b.tokens[end-1].End)) {
			b.add(s)
		}
	default:
		return i
	}
	return end
}

// title counts a work that is named by its title: "the book *Seeing Like a State*".
func (b *prose) title(i int, s Source) int {
	end, capitals := i, 0
	for ; end < len(b.tokens) && b.tokens[end].quoted && (end == i || b.tokens[end].before&quotes == 0); end++ {
		if isCapital(b.tokens[end].Word) {
			capitals++
		} else if len(b.word(end)) > 4 {
			return i + 1
		}
	}
	if capitals > 1 {
		s.End = b.tokens[end-1].End
		s.add(b.key(i, end))
		b.add(s)
	}
	return end
}

// name looks at the run of names that starts at i, and gives the word after it. "X and Y", "X, Y and Z", "X & Y" are authors of one work.
func (b *prose) name(i int) int {
	n := len(b.tokens)
	end := b.nameEnd(i, n)
	last := end
	for next := b.coauthor(last); next > 0; next = b.coauthor(last) {
		last = b.nameEnd(next, n)
	}
	if b.cites(i, end, last) {
		s := Source{Start: b.tokens[i].Start, End: b.tokens[last-1].End}
		b.addName(&s, i, end)
		for to := end; to < last; {
			next := b.coauthor(to)
			to = b.nameEnd(next, n)
			b.addName(&s, next, to)
		}
		b.add(s)
		if last < n && b.word(last) == "v" {
			return b.nameEnd(last+1, n)
		}
		for last < min(n, end+20) && b.tokens[last].quoted { // its title
			last++
		}
	}
	return last
}

// coauthor is where a name follows that is joined to the one before i, or 0.
func (b *prose) coauthor(i int) int {
	n := len(b.tokens)
	switch {
	case i >= n:
	case b.tokens[i].is(and) && b.tokens[i].before&^comma == 0 && i+1 < n && b.tokens[i+1].tight && b.tokens[i+1].isName():
		return i + 1
	case b.tokens[i].before&^comma == joint && b.tokens[i].isName():
		return i
	case b.tokens[i].before == comma && b.tokens[i].isName() && i+1 < n && (b.tokens[i+1].is(and) || b.tokens[i+1].before == joint):
		return i
	}
	return 0
}

// cites reports whether the names i..last stand as a source; the first of them ends at end.
func (b *prose) cites(i, end, last int) bool {
	n := len(b.tokens)
	next := func(k int) *token {
		if last+k < n {
			return &b.tokens[last+k]
		}
		return &token{before: hard}
	}
	switch t := next(0); {
	case t.tight && (b.word(last) == "et" || t.is(and) && next(1).is(team)):
		return true
	case t.year != 0 && t.before == opens && t.End-t.Start < 6:
		return b.tokens[last-1].Traits&text.HasDigit == 0 // "GPT-3 (2020)"
	case t.tight && b.word(last) == "v" && next(1).isName():
		return true
	}
	long := end-i > 1 || b.tokens[i].Is(text.AllCaps)
	if b.credited(i, long) {
		return true
	}
	if b.isPossessive(last - 1) {
		for k := range 4 {
			if t := next(k); k == 0 && isCapital(t.Word) && (t.quoted || t.is(article)) || t.before&^quotes == 0 && t.is(kind|data|team) {
				return true
			} else if !t.tight {
				return false
			}
		}
		return false
	}
	if t := next(0); end == last && (t.tight && t.is(kind|data) && !isCapital(t.Word) && (long || t.is(data) && !b.tokens[i].Is(text.Opens)) || b.tokens[last-1].is(data) && last-i > 1) {
		return true
	}
	if i > 0 && b.tokens[i].tight && b.tokens[i-1].is(place) {
		return false // "in Kyoto"
	}
	verb := 0
	if t := next(0); t.tight && !isCapital(t.Word) && (strings.HasSuffix(b.word(last), "ly") || strings.HasSuffix(b.word(last), "mente") || t.is(again)) {
		verb = 1
	}
	t := next(verb)
	plural := b.tokens[i].Is(text.Opens) && !long && b.source[b.tokens[i].End-1] == 's' // "Volunteers reported"
	return t.tight && !isCapital(t.Word) && t.is(finding) && !plural
}

// credited reports whether what stands before the names at i gives them as whoever said or did it: "according to Smith", "segundo o
// IBGE", "a review by Smith", "figures from the Smith Institute", "dados do IBGE". A lone name after "from" may be a place.
func (b *prose) credited(i int, long bool) bool {
	j := i - 1
	for j > 0 && b.tokens[j].is(article) {
		j--
	}
	if j < 0 || b.tokens[i].before&^opens != 0 && j == i-1 {
		return false
	}
	before := ""
	if j > 0 {
		before = strings.ToLower(b.word(j - 1))
	}
	switch strings.ToLower(b.word(j)) {
	case "to":
		return before == "according"
	case "segundo", "conforme":
		return true
	}
	what := j > 0 && (b.tokens[j-1].is(kind|data) || before == "acordo")
	return b.tokens[j].is(maker) && (what || before == "led" || before == "replicated" || before == "repeated") || b.tokens[j].is(origin) && long && what
}

var (
	listHeading = lazy.Regexp(`(?i)^#+\W*(references?|sources?|bibliography|citations|works cited|further reading|literature|footnotes|refer[êe]ncias|fontes?|bibliografia|obras citadas|notas de rodapé)\W*$`)
	listEntry   = lazy.Regexp(`^\W*(?:\[\^[^\]]+\]:|\[\d{1,3}\]:|(?i:sources?|citation|references?|data|evidence|see|see also|refs?|via|fontes?|dados|ver|refer[êe]ncias?)\**:)[*_]*\s*`)
	listItem    = lazy.Regexp(`^\s*(?:[-*+]|\d{1,3}[.)]|\[\d{1,3}\])\s+`)
)

// References counts the works that a body lists: footnotes ("[^1]: …", "[1]: …"), lines that begin with "Source:", and the list items
// below a heading such as "References". It looks at the body line by line, until the tally is settled. A citation is a line's beginning:
// what stands after a dash is said about it.
func (t *Tally) References(source []byte, from, to int) {
	listed := false
	for at := from; at < to && !t.Settled(); {
		end := to
		if i := bytes.IndexByte(source[at:to], '\n'); i >= 0 {
			end = at + i
		}
		line := source[at:end]
		if len(line) > 0 && line[0] == '#' {
			listed = listHeading().Match(line)
		} else if listed || bytes.IndexByte(line[:min(len(line), 40)], ':') > 0 { // else no mark of an entry can stand there
			entry := listEntry().Find(line)
			if entry == nil && listed {
				entry = listItem().Find(line)
			}
			if entry != nil {
				start, stop := at+len(entry), end
				for _, dash := range []string{" — ", " -- ", " – "} {
					if i := bytes.Index(source[start:stop], []byte(dash)); i > 0 {
						stop = start + i
					}
				}
				for _, s := range Named(nil, source, start, stop) {
					t.Add(s)
				}
			}
		}
		at = end + 1
	}
}
