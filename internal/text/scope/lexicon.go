package scope

import (
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/text"
)

// class is a set of things that a word can be.
type class uint64

const (
	adverb class = 1 << iota // a universal adverb
	every                    // universal determiners, one bit each
	all
	anyOne
	no
	body        // a universal pronoun
	never       // the negative ones among adverbs and pronouns
	negation    // turns a universal into its opposite, or softens it
	sub         // opens a clause that is a reason, a condition or a comparison
	contrast    // opens a clause that is asserted beside the first
	rel         // relative pronouns
	prep        // prepositions
	place       // prepositions that put a claim somewhere
	be          // finite forms of be
	auxiliary   // finite forms of do and have
	past        // finite verbs of the past
	modal       // verbs of prediction and obligation
	weakModal   // verbs of possibility
	determiner  // articles, possessives, demonstratives
	approximate // quantities and frequencies short of all
	reports     // X argues that: somebody else's claim
	shows       // X shows that: still our claim
	number      // number words from two up
	sampled     // what was looked at: a stated data set
	period      // words of a stated time
	formal      // objects of mathematics, logic, formal systems and exact sciences
	praise      // adjectives that make a set as small as one likes
	broad       // nouns so wide that all of them means everything
	fuzzy       // words of reasons and domains that say nothing
	generic     // acronyms that are no names
	relevance   // adjectives that say only that something counts
	tangled     // adjectives that say only that something is not simple
	emphasis    // adverbs before such adjectives
	size        // adjectives of an effect whose direction is not told
	plenty      // quantities that nobody counted
	aspects     // nouns of such quantities
	sides       // nouns for good and bad
	foremost    // adjectives of the one and only
	keystone    // nouns of the one and only
	wellbeing   // nouns for whatever is wished for
	good        // adjectives of approval
	world       // what there is no more of than one
	opener      // light verbs
	empty       // words of grammar, and adverbs and nouns as empty as they
	appraisal   // adjectives that weigh a thing and say nothing of it
	shell       // nouns that stand for something yet to be told
	head        // a word without which there is no universal

	// vacant words tell nothing by themselves, the last four kinds because they are as wide as all.
	vacant = empty | opener | appraisal | shell | determiner | be | auxiliary | modal | weakModal | prep | contrast | rel |
		emphasis | relevance | tangled | plenty | aspects | sides | approximate | sub | every | all | no | negation | body |
		broad | wellbeing | good | fuzzy
)

// members are the words of each class; verbs ending in "~" stand for all their regular forms.
var members = []struct {
	class class
	name  string // how phrases call the class; "" where they need not
	words string
}{
	{adverb | head, "", "always never invariably inevitably universally unfailingly unavoidably everywhere forever eternally necessarily nowhere"},
	{never, "", "never nobody nothing none nowhere no-one"},
	{every | head, "EVERY", "every each"},
	{all | head, "ALL", "all"},
	{anyOne | head, "ANY", "any"},
	{no | head, "NO", "no"},
	{body | head, "BODY", "everyone everybody nobody nothing everything none anyone anybody anything no-one"},
	{negation, "", "not isn't aren't wasn't weren't doesn't don't didn't won't can't cannot couldn't wouldn't hasn't haven't nor neither almost nearly virtually practically hardly rarely seldom scarcely barely far near"},
	{sub, "SUB", "because since why as when if where unless until whether before after than once whenever wherever lest"},
	{contrast, "", "while whereas though although and but yet so or nor"},
	{rel, "", "who which whose whom"},
	{prep | place, "PREP", "in at of for among within across between under from to on during throughout inside outside near behind below above around off along"},
	{prep, "PREP", "with without by against into onto through over about toward towards per despite via beyond upon except like"},
	{be, "BE", "is are am be been being isn't aren't remains remain becomes become seems seem"},
	{auxiliary, "", "do does has have doesn't don't hasn't haven't"},
	{past, "", "was were had did wasn't weren't didn't hadn't won fell rose came went lost held made built took broke ran saw grew kept led sold sent spent began became gave got left met paid fought chose drove wrote bought brought caught felt found knew meant said stood taught thought told wore shrank sank"},
	{be, "BE", "was were wasn't weren't"},
	{modal, "MODAL", "will must shall won't should"},
	{weakModal | fuzzy, "CAN", "can may might could"},
	{determiner, "DET", "the a an this these that those its their our your his her my"},
	{approximate, "", "most many some few several often usually typically generally sometimes tends tend mostly largely commonly frequently probably likely half majority minority occasionally seldom rarely roughly"},
	{reports, "", "argue~ claim~ believe~ hold held say says said assert~ maintain~ contend~ insist~ write~ wrote think thinks thought warn~ predict~ hypothesise~ hypothesize~ conjecture~ propose~ theorise~ theorize~ assume~ suppose~ according"},
	{shows, "", "show~ shown prove~ proven demonstrate~ mean~ meant imply implies implied implying teach teaches taught suggest~ confirm~ reveal~ establish~ know knows known knew ensure~ guarantee~"},
	{number, "NUM", "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen eighteen twenty thirty forty fifty sixty seventy eighty ninety hundred hundreds thousand thousands million billion trillion dozen half third quarter twice double doubles triple tenth fifth percent"},
	{sampled, "SAMPLE", "sample samples cohort cohorts trial trials dataset datasets data-set study studies survey surveys benchmark benchmarks experiment experiments replay replays census corpus archive log logs series pilot meta-analysis meta-analyses audit audits interview interviews fieldwork panel registry record records"},
	{sampled, "", "tested studied observed surveyed sampled measured examined reviewed replicated audited interviewed analysed analyzed recorded documented enrolled randomised randomized"},
	{period, "PERIOD", "century centuries decade decades era war medieval ancient postwar post-war prewar pre-war interwar modern-day contemporary victorian soviet colonial wartime january february march april june july august september october november december"},
	{formal, "", "tree trees graph graphs vertex vertices proof proofs polynomial polynomials integer integers prime primes matrix matrices function functions sequence sequences permutation permutations lattice theorem theorems lemma hash hashes logarithm bipartite monotone convex finite infinite linear quadratic algebra eigenvalue eigenvalues norm metric-space manifold manifolds axiom axioms halting decidable computable np-hard np-complete np recursion recursive automaton automata grammar grammars regex bijection isomorphic isomorphism homomorphism triangle triangles circle circles polygon polygons convergent divergent derivative integral integrals vector vectors tensor tensors topology topological equilateral inequality equation equations divisor divisors lexicographic cardinality countable boolean tautology contradiction nonce preimage ciphertext plaintext zero-knowledge crdt crdts idempotent commutative associative electron electrons photon photons proton neutron neutrons atom atoms isotope isotopes molecule molecules enzyme ion ions sort sorting bit bits subgraph clique node nodes validator validators request requests transaction transactions packet packets query queries thread threads block blocks pixel pixels byte bytes row rows signature signatures mammal mammals vertebrate vertebrates chromosome orbit orbits half-life entropy thermodynamics isothermal adiabatic conserved segment segments goroutine goroutines debit debits bookkeeping auction auctions bid bids monopolist equilibrium"},
	{praise, "GREAT", "great greatest successful success best good true real major serious effective important lasting enduring strong healthy meaningful significant worthwhile sustainable durable winning world-class top elite powerful truly genuine lasting mature well-run thriving"},
	{broad, "BROAD", "people humans human persons companies firms businesses startups start-ups organizations organisations teams markets industries sectors countries nations states societies society cultures civilizations civilisations empires empire wars war conflicts conflict problems systems pupils students learners children patients workers employees customers consumers investors traders founders leaders governments institutions economies cases situations contexts settings circumstances conditions subjects subject domains domain fields field disciplines areas levels ages types kinds forms aspects life lives history progress growth innovation innovations behavior behaviour change decisions relationships failure failures success disease diseases crises crisis bubbles bubble revolutions revolution products technology technologies software code languages art science knowledge religion religions culture country nation market industry sector organization organisation company firm business startup team project projects person student pupil patient child decision relationship economy institution context setting situation discipline age era eras region regions stage stages level area company's users user dish dishes city cities community communities job jobs profession professions task tasks office office-job workplace century generation generations application applications model models recipe recipes sport sports game games language class classroom school schools network networks protocol protocols platform platforms product brand brands role roles question questions system population populations continent continents dispute disputes debate debates disorder disorders ecosystem ecosystems government civilization civilisation leader front measure metric dimension way respect step scale turn founder worker customer investor employee"},
	{world, "WORLD", "world planet earth globe history nature life universe humanity mankind society societies civilization civilisation civilizations civilisations existence time continent continents century centuries era eras age ages culture cultures generation generations population populations business reality practice day size kind sort type shape name"},
	{fuzzy, "FUZZY", "economic social political cultural technical technological ethical legal psychological practical emotional environmental moral philosophical financial personal public private creative human many various several different differently differ differs vary varies help helps better improve improves quality error errors problem problems thing things people outcomes outcome results result success successful understand understanding important matters matter complex issues issue challenges challenge together everyone everything factors needs need adapt growing changing change changes risks risk benefits benefit want wants feel feels information experience experiences right well often sometimes certain some individual individuals care play plays new lot make makes provide provides allow allows offer offers create creates each teams users customers patients companies players"},
	{generic, "", "ai agi asi llm llms ml nlp dao daos defi nft nfts ceo ceos cfo cto vc vcs api apis hiv it hr pr tv ipo ipos ico icos gdp saas esg kpi kpis rct rcts dna rna ui ux ci cd sql gpu gpus cpu cpus bmi mri etf etfs b2b i i'm cbdc cbdcs crispr covid adhd ptsd sme smes ngo ngos pe qa rl rlhf us-style"},
	{relevance, "KEY", "integral important essential crucial critical vital valuable significant useful helpful beneficial relevant key necessary indispensable imperative paramount central worthwhile desirable fundamental pivotal invaluable instrumental advisable meaningful consequential"},
	{tangled, "COMPLEX", "complex complicated multifaceted multi-faceted nuanced multidimensional multi-dimensional multilayered multi-layered evolving changing shifting dynamic challenging diverse interconnected intertwined interrelated interdependent many-sided delicate subtle difficult hard tricky varied manifold context-dependent contextual multifactorial subjective"},
	{emphasis, "VERY", "very increasingly extremely highly quite so also often generally truly really absolutely critically especially particularly still all always both inherently deeply rapidly constantly closely somewhat rather fairly usually sometimes continually continuously ever become becoming considered seen as such equally clearly undoubtedly certainly potentially of vitally fundamentally now therefore likely just too well"},
	{size, "BIG", "significant profound major big huge large substantial deep lasting important positive negative real considerable meaningful strong great powerful wide-ranging far-reaching enormous tremendous massive notable measurable crucial critical key vital central pivotal essential prominent decisive valuable fundamental dramatic transformative broad mixed complex varying varied different instrumental useful leading defining growing increasing increasingly large-scale widespread clear"},
	{plenty, "MANY", "many several various multiple numerous different diverse countless myriad certain"},
	{aspects, "ASPECTS", "factors factor reasons ways causes aspects effects elements things dimensions considerations variables components forces influences perspectives stakeholders challenges benefits implications circumstances conditions facets layers parameters sources consequences advantages disadvantages uses forms levels strengths weaknesses limitations contexts inputs pieces angles"},
	{sides, "SIDES", "opportunities opportunity challenges challenge risks risk benefits benefit drawbacks drawback advantages advantage disadvantages disadvantage pros cons costs cost strengths strength weaknesses weakness upsides upside downsides downside limitations limits rewards reward promise peril perils threats threat positives negatives positive negative good bad merits pitfalls gains losses harms harm hopes fears possibilities dangers winners losers ups downs"},
	{foremost, "ONLY", "fundamental root sole only ultimate true real single central foundational underlying basic defining decisive overriding overarching master supreme"},
	{keystone, "KEYSTONE", "driver drivers determinant determinants cause causes principle principles law laws source sources basis force forces factor factors reason reasons problem truth mechanism constraint unit pattern property ingredient key purpose task goal foundation pillar element requirement flaw limit feature dynamic engine variable currency metric measure predictor lever explanation skill value quality bottleneck barrier obstacle weakness need motive drive instinct resource way thing path route answer solution cure remedy moat advantage defense defence building-block substrate challenge test secret essence motor motivator medium determinator arbiter prerequisite"},
	{wellbeing, "WELFARE", "health wellbeing well-being performance outcomes outcome success productivity learning behavior behaviour life society culture economy economies growth development quality results innovation efficiency effectiveness satisfaction happiness engagement experience decisions teams organizations organisations business businesses people everyone communities careers future world work care practice experiences understanding"},
	{opener, "", lightVerbs},
	{empty, "", emptyWords},
	{appraisal, "", appraisals},
	{shell, "", shellNouns},
	{good, "GOOD", "good better effective strong proper healthy careful sound quality improved stronger positive poor bad weak skilled well-designed regular greater happier happy thoughtful"},
}

// english is the lexicon, made when it is first needed.
var english = sync.OnceValue(func() *lexicon {
	lex := &lexicon{words: map[uint64]entry{}, names: map[string]class{}}
	for _, m := range members {
		if m.name != "" {
			lex.names[m.name] |= m.class
		}
		for w := range strings.FieldsSeq(m.words) {
			for _, form := range forms(w) {
				lex.add(text.HashOf(form), m.class)
			}
		}
	}
	for name := range lex.names {
		lex.names[name] &= -lex.names[name] // the lowest bit stands for the class
	}
	lex.compile()
	return lex
})

// lexicon is what is known of words.
type lexicon struct {
	words   map[uint64]entry
	names   map[string]class
	phrases []phrase
}

// entry is what is known of one word.
type entry struct {
	class   class
	phrases []int32 // those that may begin with the word
}

func (l *lexicon) add(hash uint64, c class) {
	e := l.words[hash]
	e.class |= c
	l.words[hash] = e
}

// fewNews is how many words of news a title may hold to be suspected of saying nothing; hollow titles of the sets that
// the weights come from hold five at most.
const fewNews = 7

// suspects reports whether any of the words may open a universal, and whether few of them say anything.
func (l *lexicon) suspects(words []text.Word) (sweeping, terse bool) {
	news := 0
	for _, w := range words {
		c := l.words[w.Hash].class
		sweeping = sweeping || c&head != 0
		if c&vacant == 0 {
			news++
		}
	}
	return sweeping, news <= fewNews
}

// forms are a word, or all regular forms of a verb that is marked so.
func forms(w string) []string {
	stem, verb := strings.CutSuffix(w, "~")
	if !verb {
		return []string{w}
	}
	if bare, ok := strings.CutSuffix(stem, "e"); ok {
		return []string{stem, stem + "s", stem + "d", bare + "ing"}
	}
	n := len(stem)
	if stem[n-1] == 'y' && !strings.ContainsRune("aeo", rune(stem[n-2])) {
		return []string{stem, stem[:n-1] + "ies", stem[:n-1] + "ied", stem + "ing"}
	}
	return []string{stem, stem + "s", stem + "es", stem + "ed", stem + "ing"}
}
