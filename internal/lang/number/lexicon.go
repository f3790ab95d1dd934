package number

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/lang"
	"github.com/kbgate/kbgate/internal/text"
)

// class is a part that a word or a phrase plays around figures. A word may have several.
type class uint8

const (
	small    class = iota // a number below a thousand
	scale                 // multiplies what stands before it
	article               // may stand for "one"
	and                   // joins the parts of a number
	fraction              // "third", "quarters"
	multiple              // "doubled", "dobro"
	unit
	suffix // letters that multiply the digits before them: "13M"
	month
	about // the hedges
	over
	under
	minus
	to      // joins the ends of a range
	between // opens a range
	from    // opens a change
	of      // joins part and whole: "24 of 27"
	each    // joins them too: "one in every four"
	in      // joins them where the part is small: "one in four"
	prefix  // may be joined to a year: "mid-2024"
	name    // makes a name of the number after it
	than    // behind "times", so that it multiplies and does not count
	nth     // before a fraction that is none: "the second half"
	down    // behind a part: in which direction it changes
	up
	loss // the classes of arithmetic.go
	gain
	change
	same
	rest
	classes
)

var classNames = [classes]string{"small", "scale", "article", "and", "fraction", "multiple", "unit", "suffix", "month", "about", "over",
	"under", "minus", "to", "between", "from", "of", "each", "in", "prefix", "name", "than", "nth", "down", "up", "loss", "gain", "change", "same", "rest"}

var unitNames = [...]string{"count", "share", "points", "multiple", "year", "time", "dollar", "euro", "pound", "real", "yen"}

// classSet is a set of classes, a bit for each.
type classSet uint32

type key struct {
	phrase uint64
	class  class
}

type entry struct {
	value float64
	unit  Unit
}

// lexicon is what is known of the words of a language.
type lexicon struct {
	phrases map[key]entry        // by phraseHash
	begins  text.Table[classSet] // the classes of the phrases that begin with a word
}

// longest is of how many words a phrase consists at most.
const longest = 3

//go:embed both.txt
var bothWords string

//go:embed en.txt
var englishWords string

//go:embed pt.txt
var portugueseWords string

var english = sync.OnceValue(func() *lexicon { return parseLexicon(bothWords, englishWords) })
var portuguese = sync.OnceValue(func() *lexicon { return parseLexicon(bothWords, portugueseWords) })

func lexiconOf(l lang.Language) *lexicon {
	if l == lang.Portuguese {
		return portuguese()
	}
	return english()
}

// parseLexicon reads lines of a class, for units the unit, for some classes a value, and phrases. Bad data panics: a test reads it.
func parseLexicon(files ...string) *lexicon {
	byName := map[string]class{}
	for c, name := range classNames {
		byName[name] = class(c)
	}
	phrases, begins := map[key]entry{}, map[uint64]classSet{}
	for _, file := range files {
		for line := range strings.Lines(file) {
			fields := strings.Fields(line)
			if len(fields) == 0 || fields[0] == "#" {
				continue
			}
			c, ok := byName[fields[0]]
			if !ok {
				panic("no such class: " + line)
			}
			fields = fields[1:]
			var e entry
			if c == unit {
				for e.unit = 0; unitNames[e.unit] != fields[0]; e.unit++ {
				}
				fields = fields[1:]
			}
			if v, err := strconv.ParseFloat(fields[0], 64); err == nil {
				e.value, fields = v, fields[1:]
			}
			for _, phrase := range fields {
				h := uint64(0)
				for word := range strings.SplitSeq(phrase, "_") {
					if h == 0 {
						begins[text.HashOf(word)] |= 1 << c
					}
					h = phraseHash(h, text.HashOf(word))
				}
				phrases[key{h, c}] = e
			}
		}
	}
	return &lexicon{phrases, text.NewTable(begins)}
}

// phraseHash is the hash of a phrase and one more word.
func phraseHash(phrase, word uint64) uint64 { return phrase*31 + word }
