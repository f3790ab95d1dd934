package dealterms

import (
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/text"
)

// class is a set of things that a word can be.
type class uint64

const (
	small    class = 1 << iota // number words
	scale                      // magnitudes
	fraction                   // parts of one
	ordinal                    // fractions that are ordinals unless a number stands before them
	currency                   // units of money, coins among them
	percent                    // words after a percentage
	point                      // a percentage by its other name
	span                       // units of time
	strong                     // nouns and adjectives of deals alone
	base                       // what is divided between holders: after "percent of"
	hold                       // verbs by which somebody has or gets a part
	binding                    // verbs of clauses: convert, mature, vest
	quotes                     // nouns before or after which a bare number is a term: "a cap of 6", "ten post"
	party                      // who holds, gives and takes in deals
	paper                      // documents of deals
	firm                       // nouns that stand for an organisation
	pronoun                    // words that refer to an organisation or its people
	work                       // nouns by which an organisation is at work on something else: "an agent at"
	works                      // verbs of such work
	function                   // words without content
	preposition
	determiner
	auxiliary
	negation
	disclosing // verbs of telling: what is not told is no term
	token_     // tokens, coins
	counted    // what percentages of work count: accuracy, answers
	reserve    // words for the money that is left
	lasting    // words for how long it will do
	boards     // whoever sits there
	core       // nouns of ownership, finance and pay
	statistic  // words of a sample
	opener     // opens a clause within another
	wide       // markets and places, whose money is nobody's deal
	bids       // words of a price asked or paid, before a bare number
)

// members are the words of each class. A "~" stands for the regular forms of a verb, a "+" for those of a noun.
var members = []struct {
	class class
	words string
}{
	{small, `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
		eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred dozen several few couple`},
	{scale, `hundred hundreds thousand thousands million millions billion billions trillion grand mio mn bn mil lakh crore`},
	{fraction, "thousandth thousandths half halves tenth tenths twentieth twentieths hundredth hundredths"},
	{ordinal, `third thirds quarter quarters fourth fourths fifth fifths sixth sixths seventh sevenths eighth eighths ninth
		ninths eleventh twelfth twelfths thirteenth fourteenth fifteenth sixteenth`},
	{currency, `dollar+ euro+ pound+ franc+ yen yuan rupee+ krona kronor krone kroner cent+ usd eur gbp chf jpy cad aud sgd usdc
		usdt eth btc sol bucks quid sterling`},
	{percent, "percent pct percentage bps"},
	{point, "point+"},
	{span, "day+ week+ month+ year+ quarter+"},

	{strong, `stake+ stock stockholder+ shareholder+ shareholding+ valuation+ valued dilution dilute~ undiluted dividend+
		warrant+ convertible+ preferred ratchet+ leaver+ runway burn seed tranche+ ticket+ retainer+ kicker+ buyback+
		buyout+ redemption+ syndicate investor+ backer+ lender+ angel+ acquirer+ funding fundraise~ fundraiser+ loan+
		debt overdraft severance escrow holdback+ clawback+ coupon+ covenant+ facility maturity carry carried hurdle
		waterfall+ postmoney premoney esop rsu rsus safes earnout+ vesting vest~ unvested cliff payout+ indemnity
		guarantee+ salary salaries bonus bonuses wage+ payroll options valuing rata prorata preference+ royalty
		royalties subscription+ drawdown lockup+ acquihire financing recapitalisation recapitalization secondary
		divestment subordinated collateral repayment+ repaid bridge`},
	{base, `pay wages itself themselves equity stock house studio lab publisher share+ common preferred company firm
		business capital
		revenue+ profit+ income earnings receipts proceeds fee+ sales turnover takings margin+ net gross round fund
		stake supply token+ pool upside ownership price purchase valuation spread gain+ surplus cash royalties royalty
		subscription+ commitment+ holding+ treasury consideration exit cap commission+ outstanding diluted class series
		notes bonds principal salary debt loan amount investment money sale query bill invoice everything whatever what`},
	{hold, `own~ hold~ held keep~ kept take~ took taken get~ got gotten getting receive~ give~ gave given earn~ sell~ sold
		buy~ bought retain~ sign~ signed charge~ pay~ paid grant~ offer~ issue~ put puts putting set sets setting cede~
		part parted hand handed hands pledge~ promise~ reserve~ command~ control~ acquire~ claim~ divide~ split splits
		share shares lend~ lent borrow~ raise~ invest~ accept~ demand~ want~ ask~ allot~ allocate~ assign~ transfer~
		surrender~ collect~ return~ pocket~ cut cuts go goes went belong~ fall falls left leave leaves has have had owe~
		contribute~ commit~ committed bring~ brought draw~ drew wire~ wired`},
	{binding, `convert~ mature~ accrue~ vest~ vested lapse~ drag~ dilute~ dragged dragging redeem~ repay~ repaid forfeit~
		unlock~ unlocked revert~ clawed subordinate~ exercisable repurchase~ reprice~ escrow~ escrowed amortise~
		amortize~`},
	{quotes, `cap post pre valuation postmoney premoney premium strike exit floor hurdle carry coupon ticket vesting cliff
		runway lockup preference dividend discount warrants shares ratchet dilution`},
	{party, `founder+ cofounder+ accelerator+ incubator+ university ministry stockholders landlords investor+ holder+
		shareholder+ stockholder+ backer+ lender+ angel+ adviser+ advisor+ director+ employee+ staff engineer+
		contributor+ expert+ buyer+ seller+ acquirer+ trust partner+ board management owner+ family chair chairman
		chairwoman ceo cfo cto author+ writer+ illustrator+ designer+ noteholder+ member+ hire hires executive+
		creditor+ bank donor+ sponsor+ supplier+ landlord agency agencies team vc vcs fund foundation scout+ agents
		agent validator+ curator+ hospital customer+ licensee+ licensor+ distributor+ bookseller+ reviewer+`},
	{paper, `agreement+ contract+ letter+ paper+ paperwork memorandum memo+ charter bylaws articles draft+ forma register
		deed+ deck sheet spreadsheet ledger invoice+ terms termsheet offer+ deal round note licence lease mandate
		filing+ room prospectus side accounts books minutes clause+ budget model schedule+ plan+ proposal+ statement+
		resolution`},
	{firm, `company firm studio house press lab laboratory startup publisher fund group business organisation organization
		enterprise venture partnership foundation platform project network`},
	{pronoun, "it they them its their theirs we our ours us she he her his"},
	{work, `handbook manual example+ fair fairs conference+ event+ festival+ talk+ agent+ base claim+ reviewer+
		review+ test+ benchmark+ study studies book+ essay+ chapter+ page+ site website
		blog post posts dataset+ database survey+ index evaluation+ service members member reader+ editor+ experiment+
		graph corpus archive catalogue list analysis analyses report+ reports log logs newsletter podcast audit+
		classifier pipeline model+ models tool+ workshop class course project+ librarian data records record seminar
		team researchers researcher analyst+ exhibition map maps library measurement+ estimate+ sample+ position+
		view+ opinion+ stance belief game+ exercise+ trial+ challenge+ meeting+ lesson+ diagram+ glossary release+
		version+ user+ contributors contributor volunteer+ group code repository api server+ crawler translation
		edition+ title titles backlist readership guide interns intern colleagues colleague summary summaries
		infrastructure architecture system+ users thesis proposition+ principle+ strategy worldview`},
	{works, `follow~ test~ list~ rate~ mention~ publish~ compile~ count~ devote~ measure~ adopt~ describe~ find~ found
		report~ note~ noted noting estimate~ track~ calculate~ survey~ analyse~ analyze~ write~ wrote written cite~
		record~ recorded argue~ observe~ study studied studies review~ examine~ compare~ collect~ summarise~ summarize~
		print~ flag~ extract~ host~ teach~ taught train~ map~ mapped document~ archive~ research~ evaluate~ benchmark~
		score~ ran run runs classify classified conclude~ read reads discuss~ simulate~ replicate~ translate~ predict~
		index~ search~ check~ reject~ merge~ treat~ trace~ call calls called log logs logged quote~ explain~ believe~
		suggest~ warn~ expect~ forecast~ forecasts learn~ model~ modelled interview~ show~ shows`},
	{function, `a an the and or of in on at to for from by with as is are was were be been being has have had do does did will
		would shall should may might can could must not no nor but if when while until till before after below above
		under over since than then that this these those there here it its they their them which who whom whose what so
		too also only each every any all some both either neither more most less least much many very just still even
		now already again once ever never always often per plus minus between through during into onto out up down off
		about around against within without because although though where how why yet however instead rather such same
		other another own his her he she we our us you your i across behind beyond among upon via toward towards versus
		respectively ago later earlier next last first altogether total flat needs requires buys brings seems stays sits
		lies remains covers suffices come comes came arrive arrives arrived remain makes made goes went according itself net gross early late outright upfront apiece thereafter afterwards otherwise plus`},
	{preposition, `of in on at to for from by with into onto under over between against within without via through during about
		around among upon toward towards after before below above per versus as`},
	{bids, `cost costs fetch fetches fetched want wants wanted offer offers offered ask asks asked bid bids price
		priced cheque cheques check grant grants sell sells sold sale
		raise raised raises paid pays pay invested invest owe owes loan loans debt round valuation commitment`},
	{core, `equity shares stock pool options stake stakes ownership discount cap note notes revenue revenues profit profits
		proceeds salary salaries fee fees price round owners holders founders founder investors investor loan debt money
		surplus margin margins interest earnings dividend dividends commission royalty`},
	{statistic, "median mean average averaged typical typically usual usually sample samples"},
	{opener, "that where whose who whom which as when"},
	{wide, `market markets industry sector economy city cities country countries government state states gdp bets`},
	{boards, "board boards director directors observer observers"},
	{determiner, "a an the this that these those each every any some no such another"},
	{auxiliary, `is are was were be been being has have had do does did will would shall should may might can could must`},
	{negation, `no not never neither nor none nothing nobody without cannot don't doesn't didn't isn't aren't hasn't haven't
		won't undisclosed confidential unknown unclear whether decline~ refuse~`},
	{disclosing, `disclose~ publish~ reveal~ say~ says said state~ mention~ give gives given gave name~ announce~ tell~
		told know knows known discuss~ public answer~ comment~ specify specified specifies undisclosed confidential
		unknown quantify quantified release~ cover~`},
	{token_, "token+ coin+"},
	{counted, `failure+ defect+ turnout accuracy accurate precision recall error+ answer+ user+ visitor+ reader+ time
		student+ claim+ question+
		response+ review+ page+ link+ citation+ quote+ document+ sample+ item+ test+ confidence distribution traffic
		discovery attention participant+ respondent+ voters signups downloads sessions`},
	{reserve, "money cash funds runway reserves savings treasury bank expenses costs payroll spending"},
	{lasting, "until till lasts last lasted left remain remains enough through end ends out beyond"},
}

// entry is what the tables say of a word.
type entry struct {
	class
	deals
}

// entries gives the classes of a word.
var entries = sync.OnceValue(func() map[uint64]entry {
	table := map[uint64]entry{}
	add := func(words string, meant entry) {
		for w := range strings.FieldsSeq(words) {
			for _, form := range forms(w) {
				e := table[text.HashOf(form)]
				table[text.HashOf(form)] = entry{e.class | meant.class, e.deals | meant.deals}
			}
		}
	}
	for _, m := range members {
		add(m.words, entry{class: m.class})
	}
	for _, m := range vocabulary {
		add(m.words, entry{deals: m.class})
	}
	return table
})

// forms are the regular forms of a word of the table.
func forms(w string) []string {
	if noun, ok := strings.CutSuffix(w, "+"); ok {
		return []string{noun, noun + "s"}
	}
	verb, ok := strings.CutSuffix(w, "~")
	if !ok {
		return []string{w}
	}
	stem := strings.TrimSuffix(verb, "e")
	third := verb + "s"
	if strings.HasSuffix(verb, "sh") || strings.HasSuffix(verb, "ch") || strings.HasSuffix(verb, "ss") {
		third = verb + "es"
	}
	all := []string{verb, third, stem + "ed", stem + "ing"}
	if n := len(verb); n <= 4 || strings.HasSuffix(verb, "it") {
		last := verb[n-1:]
		all = append(all, verb+last+"ed", verb+last+"ing")
	}
	return all
}

// wordlist is a small closed set of words in small letters, parted by blanks.
type wordlist string

const (
	insiders         wordlist = "founder founders team lead investor investors"
	streets          wordlist = "street road lane row square avenue hill park quay bridge"
	locative         wordlist = "on along down off across"
	restricting      wordlist = "that who whose where" // open a clause that says which one is meant
	definiteArticles wordlist = "the this both"
	multiple         wordlist = "times fold"
	abbreviations    wordlist = "al e.g i.e vs approx inc ltd co corp no ca cf dr mr mrs ms st fig vol" // their point ends no sentence
)

// has reports whether word is one of the list.
func (l wordlist) has(word string) bool {
	for w := range strings.FieldsSeq(string(l)) {
		if strings.EqualFold(w, word) {
			return true
		}
	}
	return false
}
