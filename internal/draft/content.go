package draft

import (
	"hash/fnv"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/lang"
	"github.com/kbgate/kbgate/internal/lang/number"
	"github.com/kbgate/kbgate/internal/lazy"
	"github.com/kbgate/kbgate/internal/text"
	"github.com/kbgate/kbgate/internal/text/rendered"
)

// Content is what likeness reads of a draft: the words that say something. Reading a draft is slow and comparing it is fast, so a draft
// that is compared with many is read once.
type Content struct {
	isMail bool
	title  []term
	header []term // of a note: description, confidence and source
	body   []term // without its frame, in order
	frame  []term // salutation, signature, the quoted mail
	// given are terms of the lead's data that the draft could stand on, and names are those of the lead, which every draft has.
	given, names set
	has          set    // all terms of the draft
	isFirst      []bool // by term of the body: it stands there for the first time
	isCut        bool   // of an e-mail: its body shows more than is read
}

// term is one word that says something, or one figure. Words are equal when they begin alike, whatever their case and accents, so that
// their forms are: no stemmer and no language is needed, and nobody can disguise a text from it by writing another language's ending.
type term struct {
	hash uint16
	kind kind
}

// kind is what a term tells beside itself.
type kind uint8

const (
	plain   kind = iota
	name         // a name, by its capital or digits
	figure       // a statistic
	handful      // a figure that may be a manner of speaking: few things, a year
	spoken       // a part, a multiple or an ordinal in words: it is told, and weighs nothing
)

// set holds terms by their hashes.
type set [1 << 16 / 64]uint64

func (s *set) add(hash uint16)      { s[hash/64] |= 1 << (hash % 64) }
func (s *set) has(hash uint16) bool { return s[hash/64]>>(hash%64)&1 != 0 }

func (s *set) addAll(all ...[]term) {
	for _, terms := range all {
		for _, t := range terms {
			s.add(t.hash)
		}
	}
}

const (
	// beginning is how many letters of a word tell it.
	beginning = 6
	// shortest is how many letters a word has that says something, unless it is a name.
	shortest = 4
	// readable bounds how many bytes of a text are read, of those that show: half of them from its start, half from its end.
	readable = 64 << 10
)

// ContentOf reads a draft.
func ContentOf(d *Draft) *Content {
	c := &Content{isMail: d.Type == decision.Email, title: terms(d.Subject)}
	header, body := d.Header, strings.ReplaceAll(d.Body, "\r\n", "\n")
	if header == "" && !c.isMail {
		header, body = parted(body)
	}
	c.header = terms(telling(header))
	if c.isMail {
		var frame string
		body = rendering(body)
		c.isCut = len(body) > readable
		frame, body = framed(within(body))
		c.frame, c.body = termsShown(frame), termsShown(body)
	} else {
		c.body = terms(body)
	}
	if l := d.Lead; l != nil {
		c.names.addAll(terms(strings.Join([]string{l.FirstName, l.LastName, l.Company.Name, l.Company.Domain, l.Email}, " ")))
		said := append([]string{l.HiringSignal, l.SourceName, l.EngagementContent, l.Company.Description}, l.Hooks...)
		said = append(append(said, l.Intent...), l.Company.Technologies...)
		c.given.addAll(terms(strings.Join(said, "\n\n")))
	}
	for _, t := range c.body {
		c.isFirst = append(c.isFirst, !c.has.has(t.hash))
		c.has.add(t.hash)
	}
	c.has.addAll(c.title, c.header, c.frame)
	return c
}

// parted parts the header of a whole markdown file from what stands below it.
func parted(s string) (header, body string) {
	const fence = "---\n"
	if rest, ok := strings.CutPrefix(s, fence); ok {
		if header, body, ok := strings.Cut(rest, "\n"+fence); ok {
			return header, body
		}
	}
	return "", s
}

// telling gives the values of a header that a mend changes: what the claim says, how sure it is, and where it comes from.
func telling(header string) string {
	var b strings.Builder
	isWanted := false
	for line := range strings.Lines(header) {
		value := line
		if key, rest, ok := strings.Cut(line, ":"); ok && key != "" && key == strings.TrimSpace(key) {
			value = rest
			isWanted = key == "description" || key == "confidence" || key == "source" || key == "sources"
		}
		if isWanted {
			b.WriteString(value)
		}
	}
	return b.String()
}

// MostCompared is how many bytes of an e-mail likeness reads, of those that show.
const MostCompared = readable

// block is a tag of HTML that parts words.
var block = lazy.Regexp(`(?i)</?(?:p|br|div|li|ul|ol|tr|td|table|h[1-6]|blockquote)\b`)

// shown is a text as its reader sees it, as far as it is read.
func shown(s string) string { return within(rendering(s)) }

// rendering is a text as its reader sees it: without marks and tags, without characters that nobody sees, in the letters that it seems to
// be written in. What does not show takes no room, so that nothing can be hidden behind it.
func rendering(s string) string {
	s = s[:min(len(s), MaxSize)]
	if strings.IndexByte(s, '<') >= 0 {
		s = block().ReplaceAllString(s, "\n$0")
	}
	s = string(rendered.Of([]byte(s), rendered.Markdown|rendered.Alike).Bytes)
	if len(s) > readable {
		s = blank().ReplaceAllStringFunc(s, func(gap string) string {
			if strings.Contains(gap, "\n") {
				return "\n"
			}
			return " "
		})
	}
	return s
}

// markup is what HTML has and markdown hardly: a tag, a comment, or a character by its number or name.
var markup = lazy.Regexp(`</?[A-Za-z][^<>]*>|<!--|&(?:#[0-9]+|#[xX][0-9A-Fa-f]+|[A-Za-z]{2,8});`)

// Shown is the body of an e-mail as its reader sees it: without the marks of HTML, where it has any, without characters that nobody sees,
// and in the letters that it seems to be written in.
func Shown(body string) string {
	if markup().MatchString(body) {
		return strings.TrimSpace(rendering(body))
	}
	return strings.TrimSpace(string(rendered.Of([]byte(body[:min(len(body), MaxSize)]), rendered.Letters|rendered.Alike).Bytes))
}

// blank is what stands between words, and may stand there any number of times.
var blank = lazy.Regexp(`[\s\p{Z}]{2,}`)

// within gives what is read of a text.
func within(s string) string {
	if len(s) <= readable {
		return s
	}
	return strings.ToValidUTF8(s[:readable/2], "") + "\n\n" + strings.ToValidUTF8(s[len(s)-readable/2:], "")
}

// IsCut reports whether an e-mail shows more than is read of it, so that likeness cannot tell what stands in the rest.
func (c *Content) IsCut() bool { return c.isCut }

// framed parts the body of an e-mail from its frame: a salutation on a line of its own, the short lines of a signature, and lines quoted
// from another mail. What is all frame has none.
func framed(s string) (frame, body string) {
	const (
		salutation = 6 // words at most
		signature  = 9
	)
	var quoted, lines []string
	for line := range strings.Lines(s) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, ">") {
			quoted = append(quoted, strings.TrimLeft(line, "> "))
			continue
		}
		if line != "" || len(lines) > 0 {
			lines = append(lines, line)
		}
	}
	first, end := 0, len(lines)
	ends := func(line, marks string) bool { return line != "" && strings.ContainsAny(line[len(line)-1:], marks) }
	if end > 0 && len(strings.Fields(lines[0])) <= salutation && !ends(lines[0], ".?") {
		first = 1
	}
	for end > first && len(strings.Fields(lines[end-1])) <= signature && !ends(lines[end-1], ".?!") {
		end--
	}
	if first == end {
		return "", s
	}
	frame = strings.Join(lines[:first], "\n") + "\n\n" + strings.Join(lines[end:], "\n") + "\n\n" + strings.Join(quoted, "\n")
	return frame, strings.Join(lines[first:end], "\n")
}

func terms(s string) []term { return termsShown(shown(s)) }

// termsShown gives the terms of a text as a reader sees it, in order.
func termsShown(s string) (all []term) {
	source := []byte(s)
	words := text.AppendWords(nil, source)
	figures := number.Read(source, words, lang.Of(s))
	areAll := capitalised(words)
	for i := range words {
		w := &words[i]
		for len(figures) > 0 && figures[0].End <= int(w.Start) {
			figures = figures[1:]
		}
		if len(figures) > 0 && figures[0].Start < int(w.End) {
			f := &figures[0]
			if i == 0 || int(words[i-1].End) <= f.Start {
				all = appendFigure(all, f)
			}
			if w.Is(text.HasDigit) || f.IsSpelled {
				continue
			}
		}
		isName := w.Is(text.HasDigit) || !areAll && (w.Is(text.AllCaps) || w.Is(text.Capital) && !w.Is(text.Opens))
		all = appendWord(all, w.In(source), isName)
	}
	return all
}

// capitalised reports whether a text is set in capitals, or with one at each word, which then tell no names.
func capitalised(words []text.Word) bool {
	n := 0
	for i := range words {
		if words[i].Is(text.Capital) {
			n++
		}
	}
	return n*2 > len(words)
}

// appendFigure appends a figure, or both ends of a range, by its value: "22" and "twenty-two" are the same.
func appendFigure(all []term, f *number.Figure) []term {
	k := figure
	switch {
	case f.IsRough:
		k = spoken // "half of the battle"
	case f.IsLight():
		k = handful
	}
	values := [2]float64{f.Raw}
	n := 1
	if f.High != f.Low && f.Low != 0 {
		values[1] = f.Raw * f.High / f.Low
		n = 2
	}
	for _, v := range values[:n] {
		all = append(all, term{hashOf("#" + strconv.FormatFloat(v, 'g', 6, 64)), k})
	}
	return all
}

// appendWord appends the parts of a word between hyphens and apostrophes that say something.
func appendWord(all []term, word string, isName bool) []term {
	for part := range strings.FieldsFuncSeq(word, func(r rune) bool { return r == '-' || r == '\'' || r == '’' }) {
		part = bare(part)
		k := plain
		switch {
		case isName:
			k = name
		case ordinals()[part]:
			k = spoken
		}
		if least := utf8.RuneCountInString(part); least < 2 || least < shortest && !isName || functionWords()[part] {
			continue
		}
		all = append(all, term{hashOf(begin(part)), k})
	}
	return all
}

// bare is a word in small letters without accents.
func bare(word string) string {
	word = strings.ToLower(word)
	if text.IsASCII(word) {
		return word
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, norm.NFKD.String(word))
}

// begin is how a word begins.
func begin(word string) string {
	n := 0
	for i := range word {
		if n == beginning {
			return word[:i]
		}
		n++
	}
	return word
}

// functionWords are those of both languages, bare.
var functionWords = sync.OnceValue(func() map[string]bool {
	words := map[string]bool{}
	for _, l := range []lang.Language{lang.English, lang.Portuguese} {
		for _, w := range lang.FunctionWords(l) {
			words[bare(w)] = true
		}
	}
	return words
})

// ordinals are the number words of both languages, which tell a place and count nothing, bare.
var ordinals = sync.OnceValue(func() map[string]bool {
	words := map[string]bool{}
	for _, w := range strings.Fields(`first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth
		sixteenth seventeenth eighteenth nineteenth twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth hundredth thousandth`) {
		words[w] = true
	}
	for _, stem := range strings.Fields(`primeir segund terceir quart quint sext setim oitav non decim vigesim trigesim quadragesim quinquagesim centesim milesim`) {
		words[stem+"o"], words[stem+"a"] = true, true
	}
	return words
})

// hashOf gives 16 bits of a word's FNV-1a hash, the same on every machine. Several words share each value: two drafts of some hundred
// terms have one in common by chance, and nobody can tell for sure which of the words of a dictionary was meant.
func hashOf(word string) uint16 {
	h := fnv.New32a()
	h.Write([]byte(word))
	sum := h.Sum32()
	return uint16(sum>>16 ^ sum)
}
