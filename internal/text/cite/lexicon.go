package cite

import (
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/text"
)

// class is a set of things that a word can be in a citation.
type class uint16

const (
	publication class = 1 << iota // what kind of thing is cited: report, trial, thread
	study                         // those of them that a body calls by an author's or maker's name
	container                     // where it appeared: a word of the names of journals and series
	generic                       // no part of a name by itself
	firm                          // what follows the proper part of an organisation's name
	finding                       // verb: what an author does with a result
	inquiry                       // verb: what people do to obtain one
	part                          // chapter, page, slide
	particle                      // van, de
	creator                       // preposition before an author: by, with
	cause                         // may tell that somebody speaks for his own cause
	located                       // a web address or a DOI; no word of the lists
	origin                        // preposition before an author in a name that begins with a kind: of, from
	survey                        // those of them that follow a name directly: "the Cochrane review"
	stating                       // verb: what an agency does with numbers
	numbers                       // data, figures
)

var lists = map[class]string{
	publication: `abstract account accounts axioms charter constitution declaration advisories advisory ama analyses analysis announcement announcements archive archives article articles
		assessment audit barometer blog blogpost book books briefing bulletin card cards census commentary comment compilation conversation coverage
		dashboard data database dataset datasets deck decks dialogue discussion disclosure dissertation documentation docs draft drafts editorial
		episode essay essays estimate estimates evaluation evidence excerpt experiment experiments feature figures file files filing filings forum
		framework guidance guide handbook hearing interview interviews journal keynote lecture lectures ledger letter letters log logs magazine manifesto manual
		memo memoir memorandum meta-analysis model newsletter note notebook notes pack page pamphlet panel paper papers playbook podcast poll polls post poster
		postmortem posts precedent preprint presentation priorities prospectus proposal readme rebuttal record records registry release releases
		report reports research results returns review reviews rfc roundtable ruling scorecard scorecards series session sheet slides speech spec
		specification standard statement statements studies study summary survey surveys table tables talk talks telemetry terms testimony
		text textbook thesis thread threads transcript treatise trial trials tweet tweets update video webinar website whitepaper white-paper wiki workshop writing writings s-1 10-k 10-q`,
	study: `analysis article assessment audit book census database dataset essay evaluation experiment experiments finding findings interview meta-analysis
		meta-analyses monograph paper papers poll preprint reanalysis replication replications report reports research review reviews studies
		study survey surveys systematic trial trials textbook thesis working-paper postmortem filing barometer scorecard scorecards`,
	survey:  `barometer census cohort dataset experiment experiments meta-analysis meta-analyses paper papers poll polls register registry report review reviews study studies survey surveys trial trials`,
	numbers: `data statistics figures numbers estimates records tables returns series`,
	container: `academy acta advances american annals annual applied archives arxiv biology bmj british bulletin cell chemistry chronicle
		communications computing conference cognitive economica economist economics ecology education energy engineering european forum geophysical
		history icml iclr neurips nips acl emnlp cvpr fse esec oopsla icst icse kdd sigmod vldb international jama jama's journal journals lancet law letters
		magazine mathematics medical medicine monthly nature nber nejm neuroscience neurology physics plos pnas political press proceedings psychiatry
		psychological psychologist psychology qje quarterly rand review reviews research royal science sciences scientific scientist sociology
		sociological springer ssrn statistics statistical studies sustainability symposium systems technology transactions trends university wiley world
		qje aer asq prl ieee acm jpe apsr chi cscw aaai ijcai osdi sosp nsdi usenix ccs mnras apj cacm harvard oxford cambridge mit princeton policy finance financial marketing management organization behavior behaviour behavioral geophysics astronomical
		astrophysical astronomy climate nutrition clinical surgery epidemiology public health environmental journalism`,
	generic: `a about according after ai all also an and announcing annual another any api april as at attempts august b based because before began below between big board both but by c can case
		ceo chapter chief co co-founder cofounder company comparing compared confidential consider cross cto culture customer customers d data dec december deep despite development
		did does dr draft drug during each early economic edition efficacy eight empirical english evidence every everyone everything example experience
		experimental experts external fact factory feb february few fifteen fifty figure file final first five five-year followed for former four founder fourth french friday from full
		further general german global good government grand grant great group guest had half harvard-style has have he head health her here high his
		historical history how however human humans hundred i ibid if impact in inbox independent industry insight instead interim internal
		into investor investors is issue it its jan january jointly july june just key lab large last late later law lead legal less life like
		literature living-document local long low main major making management many march market marketing markets material may medium members men method methods mid minister
		model models monday month months more most mr mrs ms my national network networks neither never new next night nine no nobody none nor north not nothing nov
		november now number numbers oct october of official often old on once one online only open operator opinion or original other others our out over
		own panel participants part parts people perhaps period personal phase pilot pitch podcast policy power practice
		preliminary president press primary prior private product professor prof project public published q1 q2 q3 q4 quarterly
		rather real recent regional related release relevant repo research researchers result results s same sample saturday science scientists second
		section seed senior sep sept september series seven several she shot since single site six small social software some sometimes source south special speech spring
		staff state states step steps strategic strategy subject such summer sunday support survey synthesis system systematic systems table team teams technical ten than that the their
		them then theory there these they third this those though thousand three through thursday thus to today together top topic topics total toward towards trade
		trends tuesday twelve twenty two uk un under unlike unpublished until up us usa use usage user users using usual various vendor version very via
		vision wall was we web wednesday week weeks were west what when where whereas whether which while white who whole whose why wide will winter with within without
		women work workers working world would written x year years yes yesterday yet you young your living substack twitter mastodon linkedin youtube reddit github telegram discord facebook
		east eastern western northern southern europe european america american africa african asia asian china chinese india indian japan japanese
		germany britain british france italy italian spain spanish canada canadian australia australian russia russian internet crypto defi nav dao daos ico icos
		llm llms ml bitcoin ethereum solana`,
	firm: `academy agency ai ama analytics app association authority bank banks bureau capital case center centre co college collective commission
		committee company consortium consulting corp corporation council court dao department desk devoted digital dr exchange finance financial
		forum foundation freight fund funders gmbh group health holdings hospital inc industries initiative institute
		insights insurance international journal lab laboratory labs letter library ltd llc llp media ministry museum network networks newspaper office
		organisation organization partners payments platform plc press project protocol quarterly records report research review retail school securities series service
		services society solutions studio studios survey systems team tech technologies times trust union university ventures watch works
		aerospace airlines airways brewing biosciences chemicals coffee construction dynamics electric electronics energy engineering farms foods games
		interactive logistics materials mills mobility motors optics pharma pharmaceuticals pictures power railways robotics sciences security
		semiconductor semiconductors shipping software solar steel telecom textiles therapeutics transport water`,
	finding: `repeated reproduced reran agree agrees agreed corroborated corroborates found finds find showed shows show shown demonstrated demonstrates demonstrate estimated estimates estimate argued argues argue concluded
		concludes conclude documented documents observed observes proposed proposes calculated calculates measured measures identified identifies
		reported reports discovered discovers established replicated confirmed confirms confirm predicted predicts quantified coined warned contends contended posited
		posits hypothesised hypothesized theorised theorized formalised formalized proved proves described describes traced traces distinguish distinguishes`,
	stating: `counts counted estimates estimated gives gave lists listed puts put publishes published records recorded reports reported shows showed states tallies`,
	inquiry: `analysed analyzed assigned compared counted examined filmed followed interviewed investigated measured modelled modeled placed pooled randomised
		randomized reanalysed reran sampled sequenced simulated studied surveyed tracked watched`,
	part: `appendix ch chap chapter chapters ed edition eds ep eps episode fig figure n no number p page pages part pp section sections slide slides table version vol
		volume session accessed retrieved`,
	particle: `van von de der den di da du la le el al-`,
	cause: `deck decks pitch pitchdeck pitches investor investors shareholder shareholders fundraising seed sales presentation presentations update
		updates letter letters memo call materials data press news company ama founder founders co-founder cofounder co-founders cofounders ceo cto cfo
		chief marketing brochure advertisement advertorial sponsored promotional vendor testimonial testimonials infomercial product landing white
		customer self-reported unaudited corporate own impact kickstarter indiegogo crowdfunding litepaper lightpaper
		homepage advert advertising whitepaper white-paper sustainability transparency progress community monthly quarterly launch teaser one-pager roadshow datasheet tokenomics internal in-house case president managing inventor earnings startup start-up manufacturer
		maker supplier provider demo success app spokesperson spokesman spokeswoman newsroom spokespeople commissioned client buyer head director manager vp
		chairman chairwoman chair owner executive officer boss partner lead`,
	creator: `by with`,
	origin:  `of from about at for on`,
}

// lexicon gives the classes of words by their hash.
var lexicon = sync.OnceValue(func() map[uint64]class {
	m := make(map[uint64]class, 1024)
	for c, words := range lists {
		for word := range strings.FieldsSeq(words) {
			m[text.HashOf(word)] |= c
		}
	}
	return m
})

// Words that are looked for by themselves.
var (
	wordAnd, wordEt, wordAl                   = text.HashOf("and"), text.HashOf("et"), text.HashOf("al")
	wordV                                     = text.HashOf("v")
	wordHTTP, wordHTTPS                       = text.HashOf("http"), text.HashOf("https")
	wordArxiv, wordDOI                        = text.HashOf("arxiv"), text.HashOf("doi")
	wordThe, wordTo, wordA                    = text.HashOf("the"), text.HashOf("to"), text.HashOf("a")
	wordAccording, wordBased                  = text.HashOf("according"), text.HashOf("based")
	wordOn, wordFrom                          = text.HashOf("on"), text.HashOf("from")
	wordExtracted, wordDrawn                  = text.HashOf("extracted"), text.HashOf("drawn")
	wordFor, wordOf                           = text.HashOf("for"), text.HashOf("of")
	wordByWord, wordLed                       = text.HashOf("by"), text.HashOf("led")
	wordAbout, wordNot                        = text.HashOf("about"), text.HashOf("not")
	wordRepeated, wordRepeats                 = text.HashOf("repeated"), text.HashOf("repeats")
	wordDr, wordTeam                          = text.HashOf("dr"), text.HashOf("team")
	teams                                     = text.NewSet("team", "group", "lab", "laboratory", "institute", "university", "authors", "researchers", "department", "unit")
	lone                                      = text.NewSet("found", "argued", "argues", "concluded", "concludes", "demonstrated", "demonstrates", "proposed", "proposes", "hypothesised", "hypothesized", "contends", "contended", "coined", "discovered", "repeated", "replicated", "reproduced", "posits", "posited", "theorised", "theorized", "distinguishes", "corroborated", "proved")
	repeating                                 = text.NewSet("repeated", "replicated", "reproduced", "confirmed", "corroborated", "reran", "disputed", "contradicted")
	works                                     = text.NewSet("work", "findings", "experiments", "paper", "papers", "thesis", "book", "writings")
	wordIndependent, wordUnrelated, wordRival = text.HashOf("independent"), text.HashOf("unrelated"), text.HashOf("rival")
	reaching                                  = text.NewSet("saw", "sees", "see", "reached", "reaches", "came", "comes", "arrived", "arrives", "got", "gets", "obtained", "obtains", "makes", "made", "has", "had", "report")
	alike                                     = text.NewSet("same", "similar", "similarly", "likewise", "comparable")
	wordIt, wordThis, wordThat                = text.HashOf("it"), text.HashOf("this"), text.HashOf("that")
	colleagues                                = text.NewSet("colleagues", "coauthors", "co-authors", "co-workers", "coworkers", "collaborators")
	wordAs, wordSuch                          = text.HashOf("as"), text.HashOf("such")
	wordSSRN                                  = text.HashOf("ssrn")
	wordOthers                                = text.HashOf("others")
	wordWho                                   = text.HashOf("who")
	wordSame                                  = text.HashOf("same")
	repetitions                               = text.NewSet("same", "also", "registration", "registered", "accompanying", "erratum", "corrigendum", "its", "their", "his", "her", "ibid", "idem", "thereof", "reprint", "reprinted", "excerpt", "excerpted", "republished", "thereon")
	retelling                                 = text.NewSet("reports", "explaining", "describes", "summarises", "summarizes", "through", "citing", "covering", "quoting", "describing", "summarising", "summarizing", "discussing", "reporting", "retelling", "reviewing", "cited", "quoted", "reported", "covered", "on", "of", "about")
	versions                                  = text.NewSet("version", "published", "edition", "preprint", "postprint", "summary", "summaries", "coverage", "translation", "follow-up", "copy", "retelling", "write-up")
	investors                                 = text.NewSet("investor", "investors", "shareholder", "shareholders", "fundraising", "seed", "sales")
	chiefs                                    = text.NewSet("founder", "founders", "co-founder", "cofounder", "co-founders", "cofounders", "ceo", "cto", "cfo")
	sellers                                   = text.NewSet("marketing", "brochure", "advertisement", "advertorial", "sponsored", "promotional", "vendor", "kickstarter", "indiegogo", "crowdfunding", "litepaper", "lightpaper", "homepage", "testimonial", "testimonials", "infomercial", "advert", "advertising")
	selfReports                               = text.NewSet("self-reported", "unaudited")
	decks                                     = text.NewSet("deck", "decks", "pitch", "pitchdeck", "pitches")
	wordPress, wordNews                       = text.HashOf("press"), text.HashOf("news")
	wordChief                                 = text.HashOf("chief")
	wordCompany, wordOwn                      = text.HashOf("company"), text.HashOf("own")
	wordData, wordRoom                        = text.HashOf("data"), text.HashOf("room")
	wordAMA                                   = text.HashOf("ama")
	wordProduct, wordLanding                  = text.HashOf("product"), text.HashOf("landing")
	wordCustomer, wordWhite                   = text.HashOf("customer"), text.HashOf("white")
	wordCase, wordCorporate                   = text.HashOf("case"), text.HashOf("corporate")
	releases                                  = text.NewSet("release", "releases", "kit", "kits")
	pages                                     = text.NewSet("page", "pages", "site", "website")
	stories                                   = text.NewSet("story", "stories", "figures", "numbers", "metrics")
	papers                                    = text.NewSet("paper", "papers")
	blogs                                     = text.NewSet("blog", "website", "site", "figures", "numbers", "metrics", "statement", "announcement", "dashboard", "claims")
	presentations                             = text.NewSet("presentation", "presentations", "deck", "decks", "update", "updates", "letter", "letters", "memo", "call", "materials")
)
