package figure

import (
	"strconv"
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/text"
)

// class is the part that a word plays around figures.
type class uint8

const (
	other    class = iota
	small          // a number up to nineteen
	tens           // twenty to ninety
	hundred        // multiplies what stands before it
	scale          // thousand and beyond
	dozen          //
	fraction       // "third", "quarters": value is one of them
	half           //
	halving        // a verb that names a multiple: "halves", "doubled"
	twice          // "twice", "double": a multiple where "as" or "the" follows
	fold           // "tenfold"
	times          // "times", "fold": makes a multiple of the number before it
	unit           //
	per            //
	article        //
	conj           // parts the members of an enumeration
	month          //
	label          // a word whose number is a name: "section 230"
	subset         // "other", "first": what follows is part of the things
	hedge          //
	change         // "less", "higher": makes a change of the share before it
	motion         // "rose", "cut": says that something became more or less
	function       // a word without content of its own
)

// entry is what the lexicon knows of a word.
type entry struct {
	class class
	unit  Unit
	hedge Hedge
	value float64
}

// silent reports whether the word tells nothing of what a figure is about.
func (e entry) silent() bool {
	return e.class >= per && e.class != label && e.class != change || e.class == unit && e.unit == Share
}

// The lexicon, one class per line: words with their values.
const numbersTable = `
small zero=0 one=1 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12 thirteen=13
small fourteen=14 fifteen=15 sixteen=16 seventeen=17 eighteen=18 nineteen=19
tens twenty=20 thirty=30 forty=40 fifty=50 sixty=60 seventy=70 eighty=80 ninety=90
hundred hundred=100
scale thousand=1e3 million=1e6 billion=1e9 trillion=1e12 mn=1e6 bn=1e9 tn=1e12
dozen dozen=12
fraction third=0.333333333 thirds=0.333333333 quarter=0.25 quarters=0.25 fourth=0.25 fourths=0.25 fifth=0.2 fifths=0.2
fraction sixth=0.166666667 sixths=0.166666667 seventh=0.142857143 sevenths=0.142857143 eighth=0.125 eighths=0.125
fraction ninth=0.111111111 ninths=0.111111111 tenth=0.1 tenths=0.1 twentieth=0.05 twentieths=0.05 hundredth=0.01
half half=0.5
halving halve=0.5 halves=0.5 halved=0.5 halving=0.5 doubled=2 doubles=2 doubling=2 triple=3 tripled=3 triples=3
halving tripling=3 trebled=3 quadrupled=4 quadruples=4 quadruple=4 quintupled=5
twice twice=2 double=2 thrice=3
fold twofold=2 threefold=3 fourfold=4 fivefold=5 sixfold=6 sevenfold=7 eightfold=8 ninefold=9 tenfold=10 twentyfold=20
fold hundredfold=100 thousandfold=1000
times times=1 fold=1 x=1
`

// unitsTable names units, each with its factor to the base.
const unitsTable = `
Share percent=0.01 pct=0.01
Points bps=0.0001 pp=0.01 point=0.01 points=0.01
Time second=1 seconds=1 sec=1 minute=60 minutes=60 min=60 mins=60 hour=3600 hours=3600 hrs=3600 day=86400 days=86400
Time week=604800 weeks=604800 month=2629800 months=2629800 year=31557600 years=31557600 decade=315576000
Time fortnight=1209600 fortnights=1209600 decades=315576000 century=3155760000 centuries=3155760000 millisecond=0.001 milliseconds=0.001 ms=0.001
Length metre=1 metres=1 meter=1 meters=1 kilometre=1000 kilometres=1000 kilometer=1000 kilometers=1000 km=1000
Length mile=1609.344 miles=1609.344 foot=0.3048 feet=0.3048 inch=0.0254 inches=0.0254 cm=0.01 mm=0.001
Length centimetre=0.01 centimetres=0.01 centimeters=0.01 millimetre=0.001 millimetres=0.001 millimeters=0.001
Area hectare=10000 hectares=10000 acre=4046.856 acres=4046.856
Mass gram=1 grams=1 kilogram=1000 kilograms=1000 kg=1000 kilo=1000 kilos=1000 tonne=1e6 tonnes=1e6 ton=1e6 tons=1e6 lb=453.592 lbs=453.592 ounce=28.3495 ounces=28.3495
Mass kilotonne=1e9 kilotonnes=1e9 kt=1e9 megatonne=1e12 megatonnes=1e12 gigatonne=1e15 gigatonnes=1e15
Volume litre=1 litres=1 liter=1 liters=1 ml=0.001 millilitre=0.001 millilitres=0.001 gallon=3.78541 gallons=3.78541
Power watt=1 watts=1 kw=1e3 kilowatt=1e3 kilowatts=1e3 mw=1e6 megawatt=1e6 megawatts=1e6 gw=1e9 gigawatt=1e9
Power gigawatts=1e9
Energy wh=1 kwh=1e3 mwh=1e6 gwh=1e9 twh=1e12
Data byte=1 bytes=1 kb=1e3 mb=1e6 gb=1e9 tb=1e12 megabytes=1e6 gigabytes=1e9 terabytes=1e12
Heat degree=1 degrees=1
Dollar dollar=1 dollars=1 usd=1
Euro euro=1 euros=1 eur=1
Pound pound=1 pounds=1 gbp=1 pence=0.01
Yen yen=1 yuan=1
Coin rupee=1 rupees=1 crown=1 crowns=1 franc=1 francs=1 krone=1 kroner=1 krona=1 kronor=1 peso=1 pesos=1 lira=1 rand=1
Coin cent=0.01 cents=0.01 reais=1 shilling=1 shillings=1 guilder=1 guilders=1 florin=1 florins=1 dirham=1 dirhams=1
`

// othersTable holds the other classes. The value of a function word tells what came earlier, 1, from
// what came later, 2, and 3 opens a clause of its own.
const othersTable = `
per per each every
article a an
conj and but while whereas against versus vs or to than compared
month january=1 february=2 march=3 april=4 may=5 june=6 july=7 august=8 september=9 october=10 november=11 december=12
label article section chapter episode phase part level layer version series round rule law number figure table page
label question type tier grade class category route title act appendix paragraph line item note volume issue q h
label pillar principle stage step proposal wave cohort batch
subset other others another first last next remaining these those further additional more extra
change less=2 more=1 fewer=2 lower=2 higher=1 faster slower cheaper larger smaller greater better worse longer shorter decline=2
change drop=2 reduction=2 increase=1 rise=1 cut=2 gain=1 reductions=2 discount=2 improvement growth=1 premium
change surcharge markup saving savings losses=2 jump=1 surge=1
motion rose=1 rises=1 risen=1 rising=1 grew=1 grow=1 grows=1 grown=1 growing=1 increased=1 increases=1 increasing=1
motion climbs=1 climbed=1 climbing=1 raised=1 raises=1 raise=1 raising=1 gained=1 gains=1 up=1 expanded=1 expands=1
motion jumped=1 jumps=1 surged=1 surges=1 swelled=1 swells=1 soared=1 added=1
motion fell=2 fall=2 falls=2 fallen=2 falling=2 dropped=2 drops=2 dropping=2 declined=2 declines=2 decreased=2
motion decreases=2 shrank=2 shrinks=2 shrunk=2 cuts=2 cutting=2 reduced=2 reduces=2 reduce=2 reducing=2 lost=2 loses=2
motion down=2 lowered=2 lowers=2 slid=2 sank=2 plunged=2 slashed=2 slashes=2 trimmed=2 shed=2 narrowed=2 narrows=2 widened=1 widens=1 brought went costs
function the of in on at by for from with as is are was were be been being that which who whom whose it its they them
function their he she his her we our you your i this there then if when where how what not no nor yet into onto
function because=3 although=3 though=3 unless=3 so=3 once=3 since during until upon between among through without within has have had do does did will
function would can could may might must should also only just even very much many most all both such than out off
function one's own same too ever never now here per while per via toward towards make makes made get gets
function before=1 used=1 formerly=1 previously=1 originally=1 now=2 still=2 after=2 afterwards=2 today=2 currently=2
function say says said come comes came go goes went take takes took give gives gave put puts
`

// hedges map the words that qualify a figure.
const hedgesTable = `
about=1 around=1 roughly=1 approximately=1 some=1 circa=1 near=1
nearly=2 almost=2 close=2
over=3 above=3 exceeds=3 exceeding=3 exceed=3 least=3 beyond=3 exceeded=3 minimum=3
under=4 below=4 most=4 within=4 maximum=4
`

// lexicon is a hash table with open addressing: slots lead to keys and entries by their number, 0 being none. It is
// small enough to stay in the cache, as every word of a text is looked up.
type lexicon struct {
	slots   [lexiconSlots]uint16
	keys    []uint64
	entries []entry
}

// lexiconSlots is a power of two, several times as large as the number of words.
const lexiconSlots = 4096

func (l *lexicon) put(word string, e entry) {
	h := text.HashOf(word)
	i := h % lexiconSlots
	for ; l.slots[i] != 0; i = (i + 1) % lexiconSlots {
		if l.keys[l.slots[i]-1] == h {
			return // the first meaning counts
		}
	}
	l.keys, l.entries = append(l.keys, h), append(l.entries, e)
	l.slots[i] = uint16(len(l.keys))
}

// find gives the entry of a word, by its hash.
func (l *lexicon) find(hash uint64) entry {
	for i := hash % lexiconSlots; ; i = (i + 1) % lexiconSlots {
		n := l.slots[i]
		if n == 0 {
			return entry{}
		}
		if l.keys[n-1] == hash {
			return l.entries[n-1]
		}
	}
}

var words = sync.OnceValue(func() *lexicon {
	l := new(lexicon)
	classes := map[string]class{"small": small, "tens": tens, "hundred": hundred, "scale": scale, "dozen": dozen,
		"fraction": fraction, "half": half, "halving": halving, "twice": twice, "fold": fold, "times": times, "per": per,
		"article": article, "conj": conj, "month": month, "label": label, "subset": subset, "change": change, "motion": motion,
		"function": function}
	units := map[string]Unit{"Share": Share, "Points": Points, "Time": Time, "Length": Length, "Area": Area,
		"Mass": Mass, "Volume": Volume, "Power": Power, "Energy": Energy, "Data": Data, "Heat": Heat, "Dollar": Dollar, "Euro": Euro,
		"Pound": Pound, "Yen": Yen, "Coin": Coin}
	l.read(numbersTable, func(name string, v float64) entry { return entry{class: classes[name], value: v} })
	l.read(unitsTable, func(name string, v float64) entry { return entry{class: unit, unit: units[name], value: v} })
	for item := range strings.FieldsSeq(hedgesTable) {
		word, v, _ := strings.Cut(item, "=")
		n, _ := strconv.Atoi(v)
		l.put(word, entry{class: hedge, hedge: Hedge(n)})
	}
	l.read(othersTable, func(name string, v float64) entry { return entry{class: classes[name], value: v} })
	return l
})

// read fills the lexicon from lines that begin with a name.
func (l *lexicon) read(table string, make func(name string, value float64) entry) {
	for line := range strings.Lines(table) {
		name, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		for item := range strings.FieldsSeq(rest) {
			word, v, _ := strings.Cut(item, "=")
			value, _ := strconv.ParseFloat(v, 64)
			l.put(word, make(name, value))
		}
	}
}
