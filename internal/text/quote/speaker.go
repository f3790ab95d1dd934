package quote

import (
	"bytes"
	"strings"

	"github.com/kbgate/kbgate/internal/text"
)

// The words that show who speaks.
var (
	saying = text.NewSet("say", "says", "said", "saying", "write", "writes", "wrote", "note", "notes", "noted", "tell",
		"tells", "told", "put", "puts", "add", "adds", "added", "warn", "warns", "warned", "argue", "argues", "argued",
		"comment", "comments", "commented", "remark", "remarks", "remarked", "observe", "observes", "observed", "claim",
		"claims", "claimed", "explain", "explains", "explained", "recall", "recalls", "recalled", "insist", "insists",
		"insisted", "admit", "admits", "admitted", "conclude", "concludes", "concluded", "call", "calls", "called",
		"coined", "answered", "replied", "asked", "joked", "quipped", "declared", "complained", "likes", "liked",
		"conceded", "concedes", "summarised", "summarized", "summed", "sums", "himself", "herself", "once", "describes",
		"described", "states", "stated", "reported", "reports")
	// relaying verbs have the speaker after them.
	relaying = text.NewSet("quoting", "quotes", "quoted", "citing", "cites", "cited", "borrowing", "borrows", "borrowed",
		"echoing", "echoes", "paraphrasing", "repeating", "repeats", "from", "by", "after")
	pronouns = text.NewSet("he", "she", "his", "her")
	// places are the prepositions after which an organisation, a place or a listener stands.
	places = text.NewSet("of", "at", "in", "on", "for", "to", "with", "near", "via", "about", "against", "told", "tells",
		"telling", "asked", "asks", "between", "into", "through", "than", "like", "under", "over")
	// utterances are what "of" may join to a speaker.
	utterances = text.NewSet("words", "word", "line", "lines", "saying", "sayings", "phrase", "motto", "dictum", "rule",
		"remark", "quip", "observation", "maxim", "adage", "warning", "complaint", "formula", "verdict", "view", "advice",
		"answer", "question", "aphorism", "sentence", "quote", "quotation", "joke", "mantra", "law")
	// starters begin sentences with a capital and are no names.
	starters = text.NewSet("the", "a", "an", "in", "on", "at", "as", "and", "but", "or", "so", "if", "when", "while", "for",
		"from", "to", "by", "with", "he", "she", "it", "they", "we", "i", "you", "his", "her", "its", "their", "our", "my",
		"your", "this", "that", "these", "those", "one", "no", "not", "yet", "there", "here", "then", "thus", "after",
		"before", "once", "only", "even", "asked", "source", "quote", "note", "example", "finding", "why", "how", "what",
		"who", "nobody", "somebody", "everyone", "some", "many", "most", "all", "each", "both", "another", "other")
)

// name is a run of capitalised words.
type name struct{ from, to int }

// attribute finds the speaker of a quotation and the bounds of its sentence.
func (f *finder) attribute(q *Quotation) {
	before := text.AppendWords(nil, f.source[f.start:q.Start])
	first := sentenceStart(before)
	q.Sentence = q.Start
	if first < len(before) {
		q.Sentence = f.start + int(before[first].Start)
	}
	tail := f.source[q.End:f.end]
	if i := bytes.IndexByte(tail, '\n'); i >= 0 {
		tail = tail[:i]
	}
	behind := text.AppendWords(nil, tail)
	q.Tail = q.End + tailEnd(tail, behind)
	introduced := bytes.HasSuffix(bytes.TrimRight(f.source[f.start:q.Start], " \"'“‘"), []byte(":"))
	if !introduced {
		if q.Speaker = behindQuote(tail, behind); q.Speaker != "" {
			return
		}
	}
	q.Speaker = beforeQuote(f.source[f.start:q.Start], before[first:])
	if q.Speaker == "" && first > 0 && pronouns.Has(before[first]) {
		q.Speaker = subject(f.source[f.start:q.Start], before[sentenceStart(before[:first]):first])
	}
}

// subject is the first person named in a sentence. “She” in the next sentence means that person.
func subject(s []byte, words []text.Word) string {
	for _, n := range names(s, words) {
		if !listener(words, n.from) && (n.from > 0 || n.to > 1 || opensSpeech(s, words)) {
			return spell(s, words, n)
		}
	}
	return ""
}

// sentenceStart is the first word of the last sentence that begun before the quotation.
func sentenceStart(words []text.Word) int {
	for i := len(words) - 1; i >= 0; i-- {
		if words[i].Is(text.Opens) && !initial(words, i) {
			return i
		}
	}
	return 0
}

// initial reports whether word i only seems to open a sentence, since a name's initial stands before it.
func initial(words []text.Word, i int) bool {
	return i > 0 && words[i-1].End-words[i-1].Start == 1 && words[i-1].Is(text.Capital)
}

func tailEnd(tail []byte, words []text.Word) int {
	for i, w := range words {
		if i > 0 && w.Is(text.Opens) && !initial(words, i) {
			return int(w.Start)
		}
	}
	return len(tail)
}

// beforeQuote gives the last person who is named in the sentence before its quotation.
func beforeQuote(s []byte, words []text.Word) string {
	all := names(s, words)
	for i := len(all) - 1; i >= 0; i-- {
		n := all[i]
		if n.from == 0 && n.to == 1 && !opensSpeech(s, words) {
			continue
		}
		if listener(words, n.from) && !possessive(s, words[n.to-1]) {
			continue
		}
		for i > 0 && together(s, words, all[i-1], n) { // "Tomas Brandl and Yuki Arai, comment"
			i--
			n.from = all[i].from
		}
		return spell(s, words, n)
	}
	return ""
}

// together reports whether "and" alone joins two names.
func together(s []byte, words []text.Word, a, b name) bool {
	return b.from == a.to+1 && string(s[words[a.to].Start:words[a.to].End]) == "and" && a.to-a.from > 1
}

// opensSpeech reports whether the sentence's first word is a name by what follows: a colon, a verb of saying, or the
// possessive that it carries.
func opensSpeech(s []byte, words []text.Word) bool {
	w := words[0]
	if starters.Has(w) {
		return false
	}
	if bytes.HasSuffix(s[:w.End], []byte("'s")) || bytes.HasSuffix(s[:w.End], []byte("’s")) {
		return true
	}
	if rest := bytes.TrimLeft(s[w.End:], " "); bytes.HasPrefix(rest, []byte(":")) {
		return true
	}
	return len(words) > 1 && (saying.Has(words[1]) || relaying.Has(words[1]))
}

// listener reports whether the name at word i is the listener or the place, not the speaker.
func listener(words []text.Word, i int) bool {
	k := i - 1
	if k >= 0 && starters.Has(words[k]) && !places.Has(words[k]) && !relaying.Has(words[k]) {
		k-- // an article
	}
	if k < 0 || !places.Has(words[k]) {
		return false
	}
	return k == 0 || !utterances.Has(words[k-1])
}

// names are the runs of capitalised words, those that open the sentence included unless they cannot be names.
func names(s []byte, words []text.Word) []name {
	var all []name
	for i := 0; i < len(words); i++ {
		if !nameWord(words[i]) || i == 0 && starters.Has(words[i]) {
			continue
		}
		n := name{from: i, to: i + 1}
		for !possessive(s, words[n.to-1]) && n.to < len(words) && nameWord(words[n.to]) && joined(s, words[n.to-1], words[n.to]) {
			n.to++
		}
		if n.to-n.from > 1 || words[i].End-words[i].Start > 1 { // a single letter is a unit or a variable
			all = append(all, n)
		}
		i = n.to - 1
	}
	return all
}

func nameWord(w text.Word) bool {
	return w.Is(text.Capital) && !w.Is(text.HasDigit) && !(w.Is(text.Opens) && starters.Has(w)) && w.End-w.Start > 1 || w.Is(text.Capital) && w.End-w.Start == 1 && !starters.Has(w)
}

func possessive(s []byte, w text.Word) bool {
	word := s[w.Start:w.End]
	return bytes.HasSuffix(word, []byte("'s")) || bytes.HasSuffix(word, []byte("’s"))
}

// joined reports whether two words are parted by one space, or by the point of an initial.
func joined(s []byte, a, b text.Word) bool {
	gap := string(s[a.End:b.Start])
	return gap == " " || gap == ". " && a.End-a.Start <= 2
}

func spell(s []byte, words []text.Word, n name) string {
	spelled := string(s[words[n.from].Start:words[n.to-1].End])
	return strings.TrimSuffix(strings.TrimSuffix(spelled, "'s"), "’s")
}

// The most words after a quotation among which its speaker is sought.
const behindReach = 6

// behindQuote gives the speaker who is named after a quotation: `-- Name, ...`, `says publisher Name`, `Name writes`.
func behindQuote(tail []byte, words []text.Word) string {
	if len(words) == 0 {
		return ""
	}
	lead := strings.Trim(string(tail[:words[0].Start]), "\"'”’»*_ ,.")
	dash := lead == "--" || lead == "—" || lead == "–" || lead == "-"
	if dash {
		return signature(tail, words)
	}
	if lead != "" || words[0].Is(text.Opens) && bytes.ContainsAny(tail[:words[0].Start], ".!?") {
		return ""
	}
	all := names(tail, words[:min(len(words), behindReach)])
	if len(all) == 0 {
		return ""
	}
	n := all[0]
	said := saying.Has(words[0]) && !listener(words, n.from) && n.from > 0
	says := n.from == 0 && n.to < len(words) && saying.Has(words[n.to])
	if said || says {
		return spell(tail, words, n)
	}
	return ""
}

// signature reads what stands after a dash: the first name, or the one after "quoting".
func signature(tail []byte, words []text.Word) string {
	all := names(tail, words)
	if len(all) == 0 || all[0].from > 3 {
		return ""
	}
	first := spell(tail, words, all[0])
	for i, w := range words {
		if i >= all[0].to && relaying.Has(w) && bytes.HasSuffix(bytes.ToLower(tail[w.Start:w.End]), []byte("ing")) {
			for _, n := range all[1:] {
				if n.from > i && !listener(words, n.from) {
					return spell(tail, words, n)
				}
			}
		}
	}
	return first
}

// SamePerson reports whether two names may be one person's: they share a word that is more than an initial.
func SamePerson(a, b string) bool {
	for one := range strings.FieldsSeq(text.Fold(a)) {
		for other := range strings.FieldsSeq(text.Fold(b)) {
			if one == other && len(one) > 2 {
				return true
			}
		}
	}
	return false
}
