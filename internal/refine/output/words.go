package output

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// wordsSize is how many bytes of the beginning and of the end of a text are searched for what people wrote.
const wordsSize = 16 << 10

// findWords finds the runs of lines that a person may have written, and reports whether a program's lines stand in the text.
func (r *reader) findWords() (isProgram bool) {
	end := len(r.source)
	if end <= 2*wordsSize {
		return r.wordsIn(0, end)
	}
	r.bound("what people wrote is looked for in the first and the last %d KiB", wordsSize>>10)
	head := r.wordsIn(0, wordsSize)
	return r.wordsIn(startOfLine(r.source, end-wordsSize), end) || head
}

// wordsIn looks at a text by paragraphs. Where a program speaks too, people speak in the first paragraph and the last one, and every line
// of these is made of words.
func (r *reader) wordsIn(at, end int) (isProgram bool) {
	all := r.paragraphs(at, end)
	isProgram = slices.ContainsFunc(all, func(p paragraph) bool { return p.odd > 0 })
	for i, p := range all {
		switch {
		case len(p.lines) == 0:
		case !isProgram, p.odd == 0 && (i == 0 || i == len(all)-1), p.sentences > 0 && p.odd == 0 && p.personal:
			r.words(p.lines[0].Start, p.lines[len(p.lines)-1].End)
		case i == 0 || i == len(all)-1: // a person's lines stand right before or behind a program's
			for _, l := range p.lines {
				if isSentence(r.text(l)) || i == 0 && l == p.first && !strings.ContainsAny(r.text(l), "/_=") { // no command
					r.words(l.Start, l.End)
				}
			}
		}
	}
	return isProgram
}

// paragraph is lines without a blank one between them.
type paragraph struct {
	first     Part   // line
	lines     []Part // those that are made of words
	odd       int    // lines that are not
	sentences int
	personal  bool // it speaks of you or me
}

// paragraphs parts a text. Blocks of code are lines of no words.
func (r *reader) paragraphs(at, end int) (all []paragraph) {
	hits := 0
	fenced, open := false, false
	for at < end {
		next, stop := end, end
		if n := bytes.IndexByte(r.source[at:end], '\n'); n >= 0 {
			stop, next = at+n, at+n+1
		}
		raw := string(r.source[at:min(stop, at+mostLine)])
		l := strings.TrimSpace(raw)
		for hits < len(r.hits) && r.hits[hits].End < at {
			hits++
		}
		isHit := hits < len(r.hits) && r.hits[hits].Start < stop && r.hits[hits].End > at
		if l == "" {
			open, at = false, next
			continue
		}
		if !open {
			all = append(all, paragraph{first: Part{at, stop}})
			open = true
		}
		p := &all[len(all)-1]
		fence := strings.HasPrefix(l, "```") || strings.HasPrefix(l, "~~~")
		switch {
		case fence || fenced:
			fenced = fenced != fence
			p.odd++
		case isHit && !(isSentence(l) && isPersonal(l)), !isProse(raw):
			p.odd++
		default:
			p.lines = append(p.lines, Part{at, stop})
			if isSentence(l) {
				p.sentences++
			}
			p.personal = p.personal || isPersonal(l)
		}
		at = next
	}
	return all
}

// words adds a line to what people wrote.
func (r *reader) words(start, end int) {
	if n := len(r.Words); n > 0 && len(bytes.TrimSpace(r.source[r.Words[n-1].End:start])) == 0 {
		r.Words[n-1].End = end
		return
	}
	r.Words = append(r.Words, Part{start, end})
}

// isProse reports whether a line is made of words, as people type them: no columns, no indented code, no path or time at its beginning, few
// figures.
func isProse(raw string) bool {
	l := strings.TrimSpace(raw)
	first, _ := utf8.DecodeRuneInString(l)
	if l == "" || first == utf8.RuneError || strings.HasPrefix(raw, "    ") || strings.HasPrefix(raw, "\t") || strings.Contains(l, "   ") || strings.ContainsRune("$+|[{}<=!;/\\^~╷│╵", first) {
		return false
	}
	head, _, _ := strings.Cut(l, " ")
	if slices.Contains(labels, strings.ToLower(head)) || strings.Contains(head, "/") || len(head) > 4 && strings.Contains(head[:len(head)-1], ":") || strings.Contains(head, "::") || strings.HasPrefix(l, "at ") && strings.ContainsRune(l, '(') || strings.HasPrefix(head, "--") || strings.Contains(l, "::") || strings.Contains(l, "{ ") {
		return false
	}
	plain, figures, all := 0, 0, 0
	for f := range strings.FieldsSeq(l) {
		if all++; isWord(f) {
			plain++
		} else if c := strings.TrimLeft(f, "(\""); c != "" && c[0] >= '0' && c[0] <= '9' {
			figures++
		}
	}
	return plain > 0 && plain*10 >= all*6 && (figures < 3 || figures*5 < all)
}

// labels begin lines of programs.
var labels = []string{"warning:", "note:", "hint:", "help:", "info:", "debug:", "error:", "usage:", "fatal:"}

// isPersonal reports whether a line speaks of you or me.
func isPersonal(l string) bool {
	return slices.ContainsFunc(strings.Fields(strings.ToLower(l)), func(f string) bool { return slices.Contains(personal, strings.Trim(f, ".,;:!?'\"()")) })
}

var personal = strings.Fields("i you your i'm i've you've my me we our please eu você voce tu teu tua meu minha nosso pedi queria por")

// isSentence reports whether a line is prose that begins and goes on as a sentence does, so that a program's line is rarely taken for one.
func isSentence(l string) bool {
	if !isProse(l) {
		return false
	}
	lower := 0
	for f := range strings.FieldsSeq(l) {
		if isWord(f) && slices.Contains(common, strings.ToLower(strings.Trim(f, ".,;:!?'\"()"))) {
			lower++
		}
	}
	return lower >= 2 && len(strings.Fields(l)) >= 4
}

// common are words that people's sentences have and programs' lines seldom.
var common = strings.Fields("i you it's i'm we my your this that the a and but when please can could should would what why it me just still so do did does have has is are was " +
	"eu você voce tu ele ela isso isto esse este o a os as um uma e mas quando por que não nao pode me só so ainda está esta foi com para meu minha de do da no na")

// isWord reports whether a field of a line is a word, with the marks that stand around words.
func isWord(f string) bool {
	f = strings.TrimFunc(f, func(r rune) bool { return unicode.IsPunct(r) || unicode.IsSymbol(r) })
	if f == "" {
		return false
	}
	for _, r := range f {
		if !unicode.IsLetter(r) && r != '\'' && r != '’' && r != '-' {
			return false
		}
	}
	return true
}
