package benchmark

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Shape says what a made-up knowledge base holds.
type Shape struct {
	Claims int
	Seed   uint64
}

// The make-up of a base: claims of about 3 KB with eight links, one link in a hundred broken, a source note for every
// ten claims, and for every gate claims at which it fires.
const (
	linksPerClaim   = 8
	brokenPerMille  = 10 // of the links
	faultyEvery     = 50 // claims, one is faulty
	faults          = 12 // kinds of them
	claimsPerSource = 10
	bodyBytes       = 2450 // of prose, beside links and header
	domains         = 20
)

// Generate writes a knowledge base into dir. The same shape makes the same base.
func Generate(dir string, shape Shape) error {
	g := newGenerator(shape)
	if err := os.WriteFile(filepath.Join(dir, ".kbgate.yaml"), []byte(g.config()), 0o600); err != nil {
		return err
	}
	for i := range shape.Claims / claimsPerSource {
		if err := write(dir, "sources/"+g.sourceName(i)+".md", g.source(i)); err != nil {
			return err
		}
	}
	for d := range domains {
		if err := write(dir, fmt.Sprintf("maps/%s.md", g.domain(d)), "# "+g.domain(d)+"\n\nWhat we hold about it.\n"); err != nil {
			return err
		}
	}
	for i := range shape.Claims {
		if err := write(dir, g.path(i), g.claim(i)); err != nil {
			return err
		}
	}
	return nil
}

func write(dir, name, text string) error {
	name = filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, []byte(text), 0o600)
}

type generator struct {
	shape  Shape
	titles []string
	terms  []string // made-up words of a trade, for the long tail of a vocabulary
}

func newGenerator(shape Shape) *generator {
	g := &generator{shape: shape}
	r := g.rand(1, 0)
	for range 20000 {
		g.terms = append(g.terms, coin(r))
	}
	taken := map[string]bool{}
	for i := range shape.Claims {
		r := g.rand(2, i)
		title := g.title(r)
		for taken[title] {
			title = g.title(r)
		}
		taken[title] = true
		g.titles = append(g.titles, title)
	}
	return g
}

// rand is the source of chance for one thing, so that it does not depend on what was made before it.
func (g *generator) rand(kind, i int) *rand.Rand {
	return rand.New(rand.NewPCG(g.shape.Seed+uint64(kind)<<32, uint64(i)))
}

func (g *generator) config() string {
	return "claims:\n  folders: [domains]\ngates:\n  opsec_internal_deal_terms:\n    organisations: [Juniper & Hart]\n"
}

func (g *generator) domain(i int) string { return nouns[i%domains] + "-" + nouns[(i*7+3)%len(nouns)] }

func (g *generator) path(i int) string {
	return "domains/" + g.domain(i%domains) + "/" + g.titles[i] + ".md"
}

func (g *generator) sourceName(i int) string {
	return fmt.Sprintf("%s-%d-%s-%d", strings.ToLower(pick(g.rand(3, i), names)), 1990+i%36, pick(g.rand(4, i), nouns), i)
}

// title is a proposition.
func (g *generator) title(r *rand.Rand) string {
	return g.fill(r, "$adjective $nouns $verb $adjective $nouns in $place because $adjective $nouns $verb the $noun")
}

// fault chooses what is wrong with a claim, each fault equally often; -1: nothing.
func (g *generator) fault(i int) int {
	if i%faultyEvery != faultyEvery-1 {
		return -1
	}
	return i / faultyEvery % faults
}

// claim writes a claim, now and then with one of the faults that the gates look for.
func (g *generator) claim(i int) string {
	r := g.rand(5, i)
	fault := g.fault(i)
	if fault == 0 && i > 0 { // a near duplicate of an earlier claim
		r = g.rand(5, r.IntN(i))
	}
	h := header{
		typ: "claim", domain: g.domain(i % domains), confidence: g.fill(r, "$level"),
		description: g.sentence(r), created: g.fill(r, "2026-${01+9}-${01+28}"),
		source: g.citation(r),
	}
	second := r.IntN(10) < 7
	if second {
		h.source += "; " + g.citation(r)
	}
	title := g.titles[i]
	paragraphs := g.paragraphs(r, i)
	switch fault {
	case 1:
		h.confidence = "certain"
	case 2:
		h.created = "2026-02-30"
	case 3:
		title = g.fill(r, "every $common always ${verb}s its $noun")
		h.description = "What the trade has to say about it"
	case 4:
		title += g.fill(r, " by ${11+80} percent")
	case 5:
		paragraphs = []string{"This important aspect deserves further attention."}
	case 6:
		paragraphs = append(paragraphs, g.fill(r, "Juniper & Hart raises $$${1+9} million at a valuation cap of $$${10+80} million."))
	case 7:
		h.source, h.confidence, second = g.citation(r), "proven", false
		paragraphs = []string{g.fill(r, "When the $noun cools, the $noun draws water from the $noun, so that ${20+19} of 40 samples cracked within ${2+9} days and the rest lost a tenth of their weight. "+
			"Kept at 60 degrees they did not crack, because the water had no colder place to go.")}
	case 8:
		title = g.fill(r, "the $noun of $place")
	case 9:
		title = "one study proves beyond doubt that " + title
		h.confidence, h.source, second = "experimental", g.citation(r), false
	case 10:
		paragraphs[0] = strings.Replace(paragraphs[0], "e", "e\u200b", 1)
	case 11:
		title = g.fill(r, "$common ${verb}s")
	}
	if !second && fault != 7 && fault != 9 {
		paragraphs = append(paragraphs, g.fill(r, "The same stands in $citation, with other data."))
	}
	return h.String() + "\n# " + title + "\n\n" + strings.Join(paragraphs, "\n\n") + "\n\n---\n\nTopics:\n- [[" + g.domain(i%domains) + "]]\n"
}

type header struct{ typ, domain, description, confidence, source, created string }

func (h header) String() string {
	return fmt.Sprintf("---\ntype: %s\ndomain: %s\ndescription: \"%s\"\nconfidence: %s\nsource: \"%s\"\ncreated: %s\n---\n",
		h.typ, h.domain, h.description, h.confidence, h.source, h.created)
}

// paragraphs is an argument with eight links, the map at the end counted.
func (g *generator) paragraphs(r *rand.Rand, i int) []string {
	var all []string
	var b strings.Builder
	links, size := 0, 0
	for size < bodyBytes || links < linksPerClaim-1 {
		s := g.sentence(r)
		switch {
		case links < linksPerClaim-1 && size*(linksPerClaim-1) >= links*bodyBytes:
			s = "Since [[" + g.target(r, i, links) + "]], " + s
			links++
		case r.IntN(4) == 0:
			s += " (" + g.citation(r) + ")"
		}
		b.WriteString(s + ". ")
		size += len(s)
		if b.Len() > 500 {
			all = append(all, strings.TrimSpace(b.String()))
			b.Reset()
		}
	}
	if b.Len() > 0 {
		all = append(all, strings.TrimSpace(b.String()))
	}
	return all
}

// target is the name of another note, or of none.
func (g *generator) target(r *rand.Rand, i, n int) string {
	title := g.titles[r.IntN(len(g.titles))]
	if n == 0 && g.shape.Claims >= claimsPerSource {
		title = g.sourceName((i / claimsPerSource) % (g.shape.Claims / claimsPerSource))
	}
	if r.IntN(1000) >= brokenPerMille {
		return title
	}
	if r.IntN(2) == 0 {
		return title[:len(title)-1] // a slip of the fingers
	}
	return g.fill(r, "the $noun of the $noun")
}

func (g *generator) source(i int) string {
	return g.fill(g.rand(6, i), "---\ntype: source\nauthor: $name\nsource: \"$citation\"\ndate: 2024-${01+12}-${01+28}\n---\n\n"+
		"# $sentence\n\n$sentence. $sentence.\n\n\"$sentence\" -- $name\n")
}

func (g *generator) citation(r *rand.Rand) string { return g.fill(r, "$citation") }

// sentences are prose with a mechanism and now and then a figure.
var sentences = []string{
	"$name found in ${1950+75} that ${3+90} percent of $nouns $verb their $noun within ${2+30} $nouns",
	"when the $adjective $noun meets $adjective $nouns, the $noun ${verb}s, and so the $nouns of $place $verb less $noun than the $adjective ones",
	"the $noun ${verb}s a $noun because its $noun cannot $verb what the $adjective $noun has left behind",
	"for example the $noun of $place $past ${10+900} $nouns before any $noun could $verb",
	"$name held that $adjective $nouns are not $adjective but $adjective, for their $noun ${verb}s with every $noun",
	"neither $nouns nor $nouns $verb the $noun that a $adjective $noun of $place needs for its $noun",
}

func (g *generator) sentence(r *rand.Rand) string { return g.fill(r, pick(r, sentences)) }

// fill puts words and numbers in place of their names: ${3+90} is one of the 90 numbers from 3 on.
func (g *generator) fill(r *rand.Rand, template string) string {
	return os.Expand(template, func(name string) string {
		switch name {
		case "$":
			return name
		case "noun":
			return g.noun(r)
		case "nouns":
			return g.nouns(r)
		case "past":
			return past(pick(r, verbs))
		case "sentence":
			return g.sentence(r)
		case "citation":
			return g.fill(r, "$name, $paper of $noun (${1980+46})")
		}
		if from, n, ok := strings.Cut(name, "+"); ok {
			first, _ := strconv.Atoi(from) // the templates are ours
			many, _ := strconv.Atoi(n)
			return fmt.Sprintf("%0*d", len(from), first+r.IntN(many))
		}
		return pick(r, vocabulary[name])
	})
}

var vocabulary = map[string][]string{
	"adjective": adjectives, "verb": verbs, "place": places, "name": names, "common": nouns,
	"paper": {"Journal", "Review", "Annals", "Survey"}, "level": {"likely", "likely", "experimental", "proven"},
}

// past is the past tense of a regular verb.
func past(verb string) string { return strings.TrimSuffix(verb, "e") + "ed" }

// nouns is a plural.
func (g *generator) nouns(r *rand.Rand) string {
	noun := g.noun(r)
	if stem, ok := strings.CutSuffix(noun, "y"); ok && !strings.ContainsRune("aeiou", rune(stem[len(stem)-1])) {
		return stem + "ies"
	}
	if strings.HasSuffix(noun, "x") || strings.HasSuffix(noun, "s") {
		return noun + "es"
	}
	return noun + "s"
}

// noun is a common noun, or by Zipf's law a term of the trade.
func (g *generator) noun(r *rand.Rand) string {
	if r.IntN(3) > 0 {
		return pick(r, nouns)
	}
	return g.terms[int(math.Pow(float64(len(g.terms)), r.Float64()))-1]
}

func pick[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

// coin makes up a word.
func coin(r *rand.Rand) string {
	var b strings.Builder
	for range 2 + r.IntN(2) {
		b.WriteString(pick(r, []string{"b", "br", "c", "d", "dr", "f", "fl", "g", "gr", "h", "k", "l", "m", "n", "p", "pl", "r", "s", "st", "t", "tr", "v"}))
		b.WriteString(pick(r, []string{"a", "e", "i", "o", "u", "ea", "ou", "io"}))
		b.WriteString(pick(r, []string{"", "l", "m", "n", "r", "s", "t", "x"}))
	}
	return b.String()
}

var (
	nouns = strings.Fields(`market river engine library orchard harbour lantern treaty molecule glacier novel verdict enzyme circuit garden
		ledger satellite bakery muscle reef festival algorithm cathedral vaccine railway meadow orchestra parliament crystal tournament
		kettle archive bridge canal dialect estuary furnace guild hormone island jury kiln lagoon membrane nebula oven portrait quarry
		ritual sonnet tariff union valley workshop yeast zone basin charter dynasty embryo fleet grain hedge index journal kernel loan`)
	verbs = strings.Fields(`enter shelter divide answer feed weaken balance mirror follow reward protect borrow shape filter gather
		absorb delay attract govern prevent repeat store transform settle harden select expand replace support repair`)
	adjectives = strings.Fields(`silent narrow public ancient liquid private rapid coastal brittle hidden formal dense local distant warm
		sterile modern rural bitter steep hollow common fertile urban shallow robust tacit porous mobile scarce`)
	places = strings.Fields(`Norway Kyoto Lagos Peru Bavaria Ontario Kerala Chile Tunis Java Wales Crete Utah Sicily Bergen Cairo`)
	names  = strings.Fields(`Almeida Brandt Castellano Dimitrov Eriksen Farouk Galloway Haverford Ishikawa Jansen Kowalczyk Lindqvist
		Mbeki Novak Okafor Petrov Quintero Rasmussen Sandoval Takahashi Ueda Villanueva Whitcombe Xiong Yilmaz Zhou`)
)
