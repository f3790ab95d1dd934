package english

import (
	_ "embed"
	"sync"
)

//go:generate go run ./internal/gen -wordnet /usr/share/wordnet -out words.txt

// table holds word forms with the costs of their readings, one to a line, in
// byte order; internal/gen documents the columns. Its licence is
// LICENSE.wordnet.
//
//go:embed words.txt
var table string

// Inflections of a verb that a form can be, as internal/gen writes them.
const (
	formBase = 1 << iota
	formThird
	formPast
	formParticiple
	formGerund
)

// absent is the cost of a reading that a word does not have.
const absent = -1

// entry is a row of the table; costs are in tenths of a nat.
type entry struct {
	verb, noun, adj, adv int
	forms                int
	number               number
	counted              bool // a singular noun that wants a determiner
	intransitive         int  // share of uses without an object, in tenths
	loose                int  // the same with phrasal uses: account for, run out
}

// buckets says where in the table the words with given first three letters
// start, so that a look-up touches one short run of lines.
var buckets = sync.OnceValue(index)

func index() *[27*27*27 + 1]uint32 {
	var starts [27*27*27 + 1]uint32
	next := 0
	for at := 0; at < len(table); {
		for key := bucket(table[at:]); next <= key; next++ {
			starts[next] = uint32(at)
		}
		for table[at] != '\n' {
			at++
		}
		at++
	}
	for ; next < len(starts); next++ {
		starts[next] = uint32(len(table))
	}
	return &starts
}

// bucket ranks the first three bytes; the tab that ends a shorter word ranks first.
func bucket(s string) int {
	third := 0
	if s[1] != '\t' {
		third = rank(s[2])
	}
	return (rank(s[0])*27+rank(s[1]))*27 + third
}

func rank(c byte) int { return max(0, int(c)-'a'+1) }

// lookup finds the row of a lower-case word of plain letters.
func lookup(word []byte) (e entry, ok bool) {
	if len(word) < 2 || !letter(word[0]) || !letter(word[1]) || len(word) > 2 && !letter(word[2]) {
		return e, false
	}
	starts := buckets()
	key := (rank(word[0])*27 + rank(word[1])) * 27
	if len(word) > 2 {
		key += rank(word[2])
	}
	low, high := int(starts[key]), int(starts[key+1])
	for low < high {
		mid := int(uint(low+high) / 2)
		for mid > low && table[mid-1] != '\n' {
			mid--
		}
		switch c, end := compare(word, mid); {
		case c == 0:
			return decode(table[end+1:]), true
		case c < 0:
			high = mid
		default:
			for table[end] != '\n' {
				end++
			}
			low = end + 1
		}
	}
	return e, false
}

// compare orders word against the row starting at; end is where they part.
func compare(word []byte, at int) (order, end int) {
	for _, c := range word {
		if d := int(c) - int(table[at]); d != 0 {
			return d, at
		}
		at++
	}
	if table[at] == '\t' {
		return 0, at
	}
	return -1, at
}

func decode(row string) entry {
	cost := func(c byte) int {
		if c == '-' {
			return absent
		}
		return 5 * int(c-'0')
	}
	e := entry{verb: cost(row[0]), forms: int(row[1] - 'A'), noun: cost(row[2]), adj: cost(row[4]), adv: cost(row[5])}
	e.intransitive, e.loose = int(row[6]-'0'), int(row[7]-'0')
	switch row[3] {
	case 's', 'c':
		e.number, e.counted = singular, row[3] == 'c'
	case 'p':
		e.number = plural
	case 'a':
		e.number = either
	}
	return e
}

func letter(c byte) bool { return 'a' <= c && c <= 'z' }
