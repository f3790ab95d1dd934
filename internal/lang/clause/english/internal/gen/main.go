// Command gen derives the word table of package clause from a WordNet 3.0
// database folder.
//
// Every line of the table is one word form and its readings:
//
//	form TAB verb forms noun number adjective adverb intransitive loose
//
// "verb", "noun", "adjective" and "adverb" are the costs of that part of
// speech in half nats ('0' is likeliest, '-' is absent), estimated from the
// sense counts of the SemCor corpus that WordNet ships. "forms" says which
// inflections of a verb the form can be (see the form constants), "number" is
// 's', 'p', 'a' (any), 'c' (a singular that wants a determiner) or '-', and "intransitive" is the share, in tenths, of the verb's
// uses whose sentence frames take no object; "loose" counts its phrasal uses too.
//
// Forms that the reader can derive by stripping a regular ending are left out.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Inflections of a verb; package clause reads the same bits.
const (
	formBase = 1 << iota
	formThird
	formPast
	formParticiple
	formGerund
)

// share is how often a verb is met in each inflection, roughly as in SemCor.
var share = map[int]float64{formBase: .45, formThird: .15, formPast: .2, formParticiple: .15, formGerund: .12}

func main() {
	log.SetFlags(0)
	dir := flag.String("wordnet", "/usr/share/wordnet", "WordNet 3.0 database `folder`")
	out := flag.String("out", "words.txt", "table to write")
	flag.Parse()
	if _, err := os.Stat(*dir); errors.Is(err, fs.ErrNotExist) {
		log.Printf("%s stays as it is, for %s is missing: install WordNet 3.0 (Debian: wordnet-base)", *out, *dir)
		return
	}
	t := &table{rows: map[string]*row{}, verbs: map[string]*verb{}}
	t.readVerbs(*dir)
	t.readOthers(*dir)
	t.readThings(*dir)
	t.inflectVerbs(readExceptions(filepath.Join(*dir, "verb.exc")))
	t.inflectNouns(readExceptions(filepath.Join(*dir, "noun.exc")))
	if err := os.WriteFile(*out, t.encode(), 0o644); err != nil {
		log.Fatal(err)
	}
}

// row gathers the weights (corpus counts, smoothed) of a form's readings.
type row struct {
	verb, singular, plural, adj, adv float64
	forms                            int
	intransitive, loose              float64
	irregular                        bool // a plural such as bacteria, whatever else it is
	keep                             bool // not derivable by stripping an ending
}

type verb struct{ weight, intransitive, bare, phrasal float64 }

// loose is the share of uses that show no direct object, understood and phrasal
// ones included.
func (v *verb) loose() float64 {
	return (v.bare*v.weight + v.phrasal) / (v.weight + v.phrasal)
}

type table struct {
	rows    map[string]*row
	verbs   map[string]*verb
	nouns   map[string]float64
	adjs    map[string]float64
	counted map[string]bool // adjectives and adverbs that the corpus shows
	senses  map[string]int  // of a noun
	things  map[string]bool // singular nouns that want a determiner
}

func (t *table) row(form string) *row {
	r := t.rows[form]
	if r == nil {
		r = &row{}
		t.rows[form] = r
	}
	return r
}

// lines calls do for every line of a WordNet file but its licence.
func lines(path string, do func(line string)) {
	f, err := os.Open(path)
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		if !strings.HasPrefix(s.Text(), "  ") {
			do(s.Text())
		}
	}
	if err := s.Err(); err != nil {
		log.Fatal(err)
	}
}

// senseCounts reads cntlist.rev: how often each sense was met in SemCor, by
// word, part of speech ('1' noun … '5' satellite adjective) and sense number.
func senseCounts(dir string) map[string]float64 {
	counts := map[string]float64{}
	lines(filepath.Join(dir, "cntlist.rev"), func(line string) {
		f := strings.Fields(line)
		word, rest, ok := strings.Cut(f[0], "%")
		if !ok || len(f) < 3 {
			return
		}
		pos := rest[:1]
		if pos == "5" {
			pos = "3"
		}
		n, _ := strconv.ParseFloat(f[2], 64)
		counts[word+"%"+pos+"#"+f[1]] += n
		counts[word+"%"+pos] += n
	})
	return counts
}

// readVerbs reads the verbs and weighs each one's frames by its senses' counts.
func (t *table) readVerbs(dir string) {
	senses := map[string]frames{} // by synset offset
	lines(filepath.Join(dir, "data.verb"), func(line string) {
		f := strings.Fields(line[:strings.Index(line, "|")])
		words, _ := strconv.ParseInt(f[3], 16, 32)
		at := 4 + 2*int(words)
		pointers, _ := strconv.Atoi(f[at])
		senses[f[0]] = framesOf(f[at+1+4*pointers:])
	})
	counts := senseCounts(dir)
	lines(filepath.Join(dir, "index.verb"), func(line string) {
		word, offsets := indexEntry(line)
		if word == "" {
			return
		}
		v := &verb{}
		for i, offset := range offsets {
			w := counts[fmt.Sprintf("%s%%2#%d", word, i+1)] + smoothing
			v.weight += w
			v.intransitive += w * senses[offset].intransitive()
			v.bare += w * senses[offset].bare()
		}
		v.intransitive /= v.weight
		v.bare /= v.weight
		t.verbs[word] = v
	})
	for _, word := range strings.Fields(ergative) {
		t.verbs[word].intransitive = max(.5, t.verbs[word].intransitive)
		t.verbs[word].bare = max(.5, t.verbs[word].bare)
	}
	for _, word := range strings.Fields(objectless) {
		t.verbs[word].intransitive = max(.3, t.verbs[word].intransitive)
		t.verbs[word].bare = max(.5, t.verbs[word].bare)
	}
	for _, word := range strings.Fields(newer) {
		if t.verbs[word] == nil {
			t.verbs[word] = &verb{weight: 1, intransitive: .3, bare: .3}
		}
	}
	t.readPhrasal(dir, counts)
}

// stative are verbs far commoner in the third person of titles than the corpus
// of the 1960s has it: class size matters, fasting works.
const stative = " work matter cost account compound peak decay "

// clerical are verbs whose third person is, in titles, a plural noun: interview
// notes, data sources.
const clerical = " note source quote draft list "

// particles follow a verb that WordNet lists as a phrase: account for, run out.
const particles = " about across after against ahead along around at away back by down for forth in into of off on onto out over through to together toward towards under up upon with without "

// readPhrasal counts the phrasal uses of verbs: what follows is no object.
func (t *table) readPhrasal(dir string, counts map[string]float64) {
	lines(filepath.Join(dir, "index.verb"), func(line string) {
		phrase := strings.Fields(line)[0]
		word, rest, ok := strings.Cut(phrase, "_")
		rest, _, _ = strings.Cut(rest, "_")
		if v := t.verbs[word]; ok && v != nil && strings.Contains(particles, " "+rest+" ") {
			v.phrasal += counts[phrase+"%2"] + smoothing
		}
	})
}

// smoothing is the count given to a sense the corpus never shows.
const smoothing = .3

// indexEntry splits an index line; word is "" for collocations and names.
func indexEntry(line string) (word string, offsets []string) {
	f := strings.Fields(line)
	for i := range len(f[0]) {
		if f[0][i] < 'a' || f[0][i] > 'z' {
			return "", nil
		}
	}
	if len(f[0]) == 1 {
		return "", nil
	}
	n, _ := strconv.Atoi(f[2])
	return f[0], f[len(f)-n:]
}

func (t *table) readOthers(dir string) {
	counts := senseCounts(dir)
	t.nouns, t.adjs = map[string]float64{}, map[string]float64{}
	t.counted, t.senses = map[string]bool{}, map[string]int{}
	read := func(file, pos string, into func(word string, weight float64)) {
		lines(filepath.Join(dir, file), func(line string) {
			if word, offsets := indexEntry(line); word != "" {
				n := counts[word+"%"+pos]
				t.counted[word] = t.counted[word] || n > 0 && pos != "1"
				if pos == "1" {
					t.senses[word] = len(offsets)
				}
				into(word, n+smoothing*float64(len(offsets)))
			}
		})
	}
	read("index.noun", "1", func(word string, w float64) { t.nouns[word] = w })
	read("index.adj", "3", func(word string, w float64) {
		t.adjs[word] = w
		t.row(word).adj = w
		if len(word) <= 7 {
			t.row(comparative(word, "er")).adj += w * .1
			t.row(comparative(word, "est")).adj += w * .05
		}
	})
	read("index.adv", "4", func(word string, w float64) { t.row(word).adv = w })
	for _, word := range slices.Sorted(maps.Keys(t.rows)) {
		_, adj := t.adjs[word]
		t.rows[word].keep = (adj || t.rows[word].adv > 0) && t.counted[word]
	}
}

func comparative(word, ending string) string {
	switch {
	case strings.HasSuffix(word, "y"):
		return word[:len(word)-1] + "i" + ending
	case strings.HasSuffix(word, "e"):
		return word + ending[1:]
	case len(word) < 5 && doubles(word):
		return word + word[len(word)-1:] + ending
	}
	return word + ending
}

// encode writes the rows that carry more than stripping an ending would find.
func (t *table) encode() []byte {
	var b strings.Builder
	for _, form := range slices.Sorted(maps.Keys(t.rows)) {
		r := t.rows[form]
		keep := r.keep || r.singular > 0 && (t.misread(form) || t.things[form])
		if r.singular > 0 && r.verb == 0 && r.adj == 0 && r.adv == 0 && !keep {
			continue
		}
		classes := 0
		for _, w := range []float64{r.verb, r.singular, r.plural, r.adj, r.adv} {
			if w > 0 {
				classes++
			}
		}
		derivable := r.singular == 0 && r.adj == 0 && r.adv == 0 && (r.forms == formThird || r.forms == 0)
		if !keep && (classes < 2 || derivable) {
			continue
		}
		total := r.verb + r.singular + r.plural + r.adj + r.adv
		number := byte('-')
		if r.singular > 0 {
			number = 's'
			if t.things[form] {
				number = 'c'
			}
		}
		if r.plural > r.singular {
			number = 'p'
		}
		if r.singular > 0 && r.plural > 0 && (r.irregular || r.plural > r.singular/10 && r.singular > r.plural/10) {
			number = 'a'
		}
		fmt.Fprintf(&b, "%s\t%c%c%c%c%c%c%d%d\n", form, cost(r.verb, total), 'A'+r.forms,
			cost(r.singular+r.plural, total), number, cost(r.adj, total), cost(r.adv, total), int(r.intransitive*9.99), int(r.loose*9.99))
	}
	return []byte(b.String())
}

// endings are what the reader takes for signs of another class than a singular
// noun, prefixes for the front of a longer form of the same word.
var (
	endings = [...]string{"s", "ed", "ing", "ly", "ise", "ize", "ify", "ates",
		"al", "ic", "ous", "ive", "able", "ible", "ful", "less", "ish", "ary"}
	prefixes = [...]string{"re", "un", "de", "dis", "over", "under", "out", "mis", "pre", "co", "inter", "self",
		"cross", "sub", "super", "up", "down", "fore", "counter"}
)

// misread tells whether a noun without a row would be read as something else:
// atlas, expertise, music, family, number, republic.
func (t *table) misread(form string) bool {
	for _, ending := range [...]string{"ss", "us", "is"} {
		if strings.HasSuffix(form, ending) {
			return false
		}
	}
	for _, ending := range endings {
		if strings.HasSuffix(form, ending) {
			return true
		}
	}
	for _, prefix := range prefixes {
		if r := t.rows[strings.TrimPrefix(form, prefix)]; r != nil && len(form) >= len(prefix)+3 && strings.HasPrefix(form, prefix) {
			return r.verb > 0 || r.adj > 0 || r.adv > 0
		}
	}
	return t.adjs[strings.TrimSuffix(form, "er")] > 0 && strings.HasSuffix(form, "er")
}

// cost is minus the log of a reading's share, in half nats.
func cost(w, total float64) byte {
	if w <= 0 {
		return '-'
	}
	return byte('0' + min(9, math.Round(-2*math.Log(w/total))))
}
