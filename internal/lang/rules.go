package lang

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/kbgate/kbgate/internal/text"
)

// The rules of a language stand in its folder: classes.txt names classes of words, and each file of rules has paragraphs of
// patterns of one kind with sentences that they must and must not match:
//
//	certain: BE guaranteed to !DET
//	+ a lower fee is guaranteed to bring the riders back
//	- deposits are guaranteed to the last cent by the fund
//
// A pattern is made of elements. "a|b" is one of several words, "prov{e,es}" all forms of one, capitals a class, "*ed" any word
// that ends so, "#" one with a digit, "@" a name; "?" before an element marks what may be missing, "!" what must not follow and
// "<" what must not stand before; "_2" is up to two words of any kind within a clause, "^" the start of a clause, "^^" that of
// the sentence, "$" the end of a clause. A line "certain unless hedge denial:clause" names the kinds of phrases that take
// others back: anywhere in the sentence, before them, before them in the same clause, or anywhere but in a reason that follows ("main").
// Words of the class LINK begin a clause, those of BECAUSE a reason.
//
//go:embed en pt
var folders embed.FS

// rulebook is the rules of one language.
type rulebook struct {
	names   map[string]class
	classes [2]map[uint64]class // by word as written, and without accents
	// anchors are the phrases by the word of their anchor, as written and without accents: those of kinds that judge, and others.
	anchors [2][2]map[uint64][]*phrase
	members [2]map[class][]uint64 // the words of each class
	link    class                 // words that begin a clause
	reason  class                 // words that begin a reason
	kinds   map[string]*kind
	rules   []rule
}

// class is a set of classes of words.
type class uint64

// kind is what the phrases of a kind are, and what takes them back.
type kind struct {
	judges bool // a phrase of the kind is a fault, so that one which is quoted or asked does not count
	unless []exception
	loose  []*phrase // have no word that must stand in them, and are tried everywhere
}

// group tells kinds that judge, 1, from those that only take others back, 0, which are looked for less often.
func (k *kind) group() int {
	if k.judges {
		return 1
	}
	return 0
}

// exception is a kind of phrases that takes another back.
type exception struct {
	kind  string
	where scope
}

// scope is where an exception must stand.
type scope uint8

const (
	anywhere scope = iota
	before
	inClause // before, and in the same clause
	inMain   // anywhere but in the reason that follows
)

var scopes = map[string]scope{"": anywhere, "before": before, "clause": inClause, "main": inMain}

// phrase is one pattern of a rule. It is filed under the words that may stand at its anchor, the first element that must be
// there and lists its words; so many words may stand before that.
type phrase struct {
	kind         *kind
	rule         int
	elements     []element
	fewest, most int
}

// rule is a paragraph of patterns, with what it must match and what not.
type rule struct {
	at                 string // file and line
	kind               string
	matches, unmatched []string
}

// rulesOf gives the rules of a language that is judged. They are read on first use.
func rulesOf(l Language) *rulebook {
	if l == Portuguese {
		return portugueseRules()
	}
	return englishRules()
}

var (
	englishRules    = sync.OnceValue(func() *rulebook { return load("en") })
	portugueseRules = sync.OnceValue(func() *rulebook { return load("pt") })
)

// load reads the folder of a language. The files are part of the program and tested, so a mistake in them is one of the code.
func load(folder string) *rulebook {
	b := &rulebook{names: map[string]class{}, classes: [2]map[uint64]class{{}, {}}, members: [2]map[class][]uint64{{}, {}}, anchors: [2][2]map[uint64][]*phrase{{{}, {}}, {{}, {}}}, kinds: map[string]*kind{}}
	for line := range strings.Lines(read(folder + "/classes.txt")) {
		fields := strings.Fields(line)
		if len(fields) == 0 || fields[0] == "#" {
			continue
		}
		if b.names[fields[0]] == 0 {
			b.names[fields[0]] = 1 << len(b.names)
		}
		c := b.names[fields[0]]
		for _, word := range fields[1:] {
			for _, form := range forms(word) {
				for plain, h := range hashes(form) {
					b.classes[plain][h] |= c
					b.members[plain][c] = append(b.members[plain][c], h)
				}
			}
		}
	}
	b.link, b.reason = b.names["LINK"], b.names["BECAUSE"]
	files, err := folders.ReadDir(folder)
	if err != nil {
		panic(err)
	}
	for _, f := range files {
		if strings.HasSuffix(f.Name(), ".rules") {
			if err := b.read(folder + "/" + f.Name()); err != nil {
				panic(err)
			}
		}
	}
	return b
}

func read(name string) string {
	data, err := folders.ReadFile(name)
	if err != nil {
		panic(err)
	}
	return string(data)
}

// read takes the rules of a file.
func (b *rulebook) read(name string) error {
	open := false // within a paragraph
	n := 0
	for line := range strings.Lines(read(name)) {
		n++
		line = strings.TrimSpace(line)
		at := fmt.Sprintf("%s:%d", name, n)
		switch {
		case line == "":
			open = false
		case line[0] == '#':
		case line[0] == '+' || line[0] == '-':
			if !open {
				return fmt.Errorf("%s: a sentence without a rule", at)
			}
			r := &b.rules[len(b.rules)-1]
			if sentence := strings.TrimSpace(line[1:]); line[0] == '+' {
				r.matches = append(r.matches, sentence)
			} else {
				r.unmatched = append(r.unmatched, sentence)
			}
		default:
			if tag, kinds, ok := strings.Cut(line, " unless "); ok && !strings.Contains(tag, ":") {
				if slices.ContainsFunc(b.rules, func(r rule) bool { return r.kind == tag }) {
					return fmt.Errorf("%s: the phrases of this kind stand above", at)
				}
				b.except(tag, kinds)
				continue
			}
			tag, pattern, ok := strings.Cut(line, ":")
			if !ok {
				return fmt.Errorf("%s: neither a pattern nor a sentence", at)
			}
			if !open {
				b.rules, open = append(b.rules, rule{at: at, kind: tag}), true
			}
			elements, err := b.elements(pattern)
			if err != nil {
				return fmt.Errorf("%s: %w", at, err)
			}
			b.file(&phrase{kind: b.kind(tag), rule: len(b.rules) - 1, elements: elements})
		}
	}
	return nil
}

// kind gives the kind of that name, which it makes where there is none yet.
func (b *rulebook) kind(name string) *kind {
	if b.kinds[name] == nil {
		b.kinds[name] = &kind{}
	}
	return b.kinds[name]
}

// except notes what takes phrases of a kind back.
func (b *rulebook) except(tag, kinds string) {
	k := b.kind(tag)
	k.judges = true
	for name := range strings.FieldsSeq(kinds) {
		name, where, _ := strings.Cut(name, ":")
		b.kind(name)
		k.unless = append(k.unless, exception{name, scopes[where]})
	}
}

// file puts a phrase under the words of its anchor.
func (b *rulebook) file(p *phrase) {
	for i := range p.elements {
		e := &p.elements[i]
		switch {
		case e.kind == gapOf:
			p.most += e.gap
		case e.kind != oneOf:
		case e.optional || e.figure || e.name || e.suffixes != nil:
			p.most++
			if !e.optional {
				p.fewest++
			}
		default:
			for plain := range b.anchors[p.kind.group()] {
				under := slices.Clone(e.words[plain])
				for c, words := range b.members[plain] {
					if c&e.class != 0 {
						under = append(under, words...)
					}
				}
				slices.Sort(under)
				for _, h := range slices.Compact(under) {
					in := b.anchors[p.kind.group()][plain]
					in[h] = append(in[h], p)
				}
			}
			return
		}
	}
	p.kind.loose = append(p.kind.loose, p)
}

// is reports whether word i is of one of the classes.
func (b *rulebook) is(s *Sentence, i int, c class) bool {
	return b.classes[s.plain][s.words[i].Hash]&c != 0
}

// hashes gives the hash of a word as it is written, and that of the word without accents.
func hashes(word string) [2]uint64 {
	return [2]uint64{text.HashOf(word), text.HashOf(Unaccented(word))}
}

func unknownClass(name string) error { return fmt.Errorf("no class is called %q", name) }

// Unaccented takes accents and cedillas from a text, as people type it in file names.
func Unaccented(s string) string {
	if text.IsASCII(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(s))
}
