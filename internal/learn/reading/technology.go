package reading

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

//go:embed technologies.txt
var technologiesText string

// Technology is a tool that reasons and artifacts name.
type Technology struct {
	Name        string
	Noun        string // what one runs of it: commands, code
	Environment string // where that is usually tried
	Uses        string // what it is used for; empty: nothing stands in the list
}

// spelling is one name of a technology.
type spelling struct {
	of     *Technology
	words  []string
	tail   string // what stands behind the last word and is no word: ++, #
	common bool   // a word of the language too
	short  string // as it is written, where it is so short that it may be anything: S3, Go
}

// vocabulary holds the spellings by their first word, longer ones first.
type vocabulary map[string][]spelling

var technologies = sync.OnceValue(func() vocabulary {
	v := vocabulary{}
	for line := range strings.Lines(technologiesText) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(strings.TrimRight(line, "\n"), "|")
		if len(fields) != 4 {
			panic("technologies: " + line)
		}
		names := strings.Split(fields[0], ",")
		t := &Technology{strings.TrimSuffix(names[0], "*"), fields[1], fields[2], fields[3]}
		for _, name := range names {
			v.add(t, name)
		}
	}
	return v
})

// shortName is up to how many bytes a name is written as it is also by what is none: the third skill may be s3.md.
const shortName = 2

func isAlphanumeric(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return !inWord(r) })
}

func (v vocabulary) add(t *Technology, name string) {
	name, common := strings.CutSuffix(name, "*")
	s := spelling{of: t, common: common}
	if len(name) <= shortName && isAlphanumeric(name) {
		s.short = name
	}
	for _, w := range Words(name) {
		s.words = append(s.words, w.Text)
		s.tail = name[w.End:]
	}
	if name == ".NET" {
		return // "net" alone is no name; dotnet and ASP.NET are
	}
	all := v[s.words[0]]
	i := 0
	for i < len(all) && (len(all[i].words) > len(s.words) || len(all[i].tail) > len(s.tail)) {
		i++
	}
	v[s.words[0]] = append(all[:i:i], append([]spelling{s}, all[i:]...)...)
}

// at gives the technology whose name begins with a word of the text, or nil.
func (v vocabulary) at(text string, words []Word, i int) *Technology {
	for _, s := range v[words[i].Text] {
		if s.matches(text, words[i:]) && (!s.common || isTechnical(text, words, i)) && (s.short == "" || s.isWritten(text, words, i)) {
			return s.of
		}
	}
	return nil
}

func (s *spelling) matches(text string, words []Word) bool {
	if len(words) < len(s.words) {
		return false
	}
	for j, want := range s.words {
		if words[j].Text != want || j > 0 && words[j].Opens {
			return false
		}
	}
	rest := text[words[len(s.words)-1].End:]
	if s.tail == "" {
		return !strings.HasPrefix(rest, "#") && !strings.HasPrefix(rest, "++")
	}
	return strings.HasPrefix(rest, s.tail)
}

// first gives the technology that a text names first, or nil.
func (v vocabulary) first(text string, words []Word) *Technology {
	for i := range words {
		if t := v.at(text, words, i); t != nil {
			return t
		}
	}
	return nil
}

// Named gives the technology that a text names first, or nil.
func Named(text string) *Technology {
	return technologies().first(text, Words(text))
}

// NamedIn gives the technology that words of a text name first, or nil.
func NamedIn(text string, words []Word) *Technology { return technologies().first(text, words) }

// NamedAt gives the technology whose name begins with the word at i, or nil.
func NamedAt(text string, words []Word, i int) *Technology { return technologies().at(text, words, i) }

// technical are the words beside which "go" or "swift" is the name of a technology.
var technical = SetOf("code module modules package packages program programs compiler function functions library script scripts app apps api " +
	"server syntax snippet snippets crate crates goroutine goroutines struct project repo version sdk cli developer developers service services bucket buckets " +
	"command commands example examples test tests tutorial basics guide skill cookbook concurrency language lang framework plugin config " +
	"codigo modulo modulos pacote programa funcao biblioteca aplicacao servidor sintaxe exemplo exemplos comando comandos linguagem projeto versao")

// leading are the words after which a capitalised word of the language is a name: "in Go", "not Rust".
var leading = SetOf("in using use uses with of for to not and or than from em usando usa com de do da para nao e ou")

// isWritten reports whether a short name stands as the name of a technology: written as that is, beside a technical word, quoted as
// code, or, where it is no word of the language, where a name may stand.
func (s *spelling) isWritten(text string, words []Word, i int) bool {
	w := words[i]
	switch {
	case text[w.Start:w.End] == s.short, isCode(text, w), isBeforeTechnical(words, i):
		return true
	case i == 0 || w.Opens:
		return false
	}
	before := words[i-1].Text
	return technical[before] || !s.common && leading[before]
}

// isBeforeTechnical reports whether a technical word of the same clause follows upon a word.
func isBeforeTechnical(words []Word, i int) bool {
	return i+1 < len(words) && !words[i+1].Opens && technical[words[i+1].Text]
}

func isCapital(text string, w Word) bool {
	r, _ := utf8.DecodeRuneInString(text[w.Start:])
	return unicode.IsUpper(r)
}

func isCode(text string, w Word) bool {
	return strings.HasPrefix(text[w.End:], "`") && w.Start > 0 && text[w.Start-1] == '`'
}

// isTechnical reports whether a word that is also one of the language stands as a name: beside a technical word, or
// capitalised where no sentence begins and a name may stand, or quoted as code.
func isTechnical(text string, words []Word, i int) bool {
	w := words[i]
	if isCode(text, w) || isBeforeTechnical(words, i) {
		return true
	}
	if i == 0 || w.Opens {
		return len(words) == 1 || len(words) == 2 && strings.HasPrefix(text[w.End:], ".") // rust.md
	}
	before, capital := words[i-1].Text, isCapital(text, w)
	return capital && leading[before] || technical[before] && (capital || text[w.Start-1] != ' ')
}
