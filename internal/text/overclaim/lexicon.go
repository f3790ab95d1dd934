package overclaim

import (
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/text"
)

// trait is a set of things that a word can do in a title.
type trait uint64

const (
	certain     trait = 1 << iota // says that there is no doubt: "undeniably"
	prove                         // verb: proves, guarantees
	fate                          // cannot be otherwise: "inevitable"
	flawless                      // admits no failure: "foolproof", "impossible"
	total                         // verb: does away with the whole of something
	wholly                        // adverb: completely
	always                        // at all times, everywhere
	every                         // for all of a kind
	nothing                       // for none
	determines                    // leaves no room for other causes
	hype                          // changes everything
	best                          // superlative of worth
	excels                        // follows "most" in a superlative of worth: "effective"
	cause                         // noun: driver, factor, predictor
	moot                          // what a total effect leaves of a thing: obsolete
	hedge                         // leaves room: may, suggests
	negation                      // not, cannot, without
	near                          // just short of: almost
	report                        // verb or noun: argues, belief
	boundary                      // begins another clause: while, but
	reason                        // begins the reason: because
	be                            // is, are, remains
	able                          // can, could
	causative                     // makes, renders
	explains                      // verb that "fully" turns into a strong claim
	setting                       // noun: trial, sample; "in the trial" scopes
	unit                          // noun: day, hour; "every day"
	mathematics                   // theorem, lemma
	asks                          // whether, which
	opens                         // begins a phrase; no word of the lists
	knows                         // tells, predicts
	ruins                         // verb: puts an end to what it acts on
	verdict                       // noun or adjective: condemns or praises without measure
	causal                        // verb: says what a thing comes from
	settles                       // verb: closes a question
	intense                       // adverb: of a high degree that is not measured
	ruined                        // verb in the past: put an end to
	ceases                        // verb: comes to an end, comes to nothing
)

var lists = map[trait]string{
	certain: `unquestionably undeniably indisputably undoubtedly doubtless indubitably irrefutably irrefutable incontrovertibly incontrovertible
		incontestably incontestable inarguably definitively definitive conclusively conclusive certainly surely assuredly demonstrably provably
		unequivocally unequivocal unmistakably obviously undeniable indisputable unquestionable undisputed unarguably unarguable absolutely
		definitely positively  unambiguously self-evident self-evidently undisputedly axiomatic uncontested manifestly patently`,
	prove: `prove proves proved proving proven disprove disproves disproved refute refutes refuted debunk debunks debunked guarantee guarantees guaranteed
		guaranteeing clinches vindicates`,
	fate: `inevitable inevitably inevitability unavoidable unavoidably inescapable inescapably necessarily invariably unfailingly infallibly inexorable
		inexorably unstoppable fated doom dooms doomed destined irrevocably irreversibly preordained`,
	flawless: `impossible impossibility unsolvable insoluble unbeatable unbreakable unhackable unassailable invincible invulnerable incorruptible
		infallible foolproof fool-proof failsafe fail-safe failproof bulletproof bullet-proof watertight airtight ironclad surefire sure-fire flawless
		flawlessly faultless faultlessly perfect perfectly impervious impregnable untouchable unmanipulable ungameable uncensorable panacea cure-all
		indestructible unlimited limitless risk-free riskless riskfree manipulation-proof tamper-proof tamperproof error-free unerring unerringly unfalsifiable unhackably unforgeable unerasable unmatchable unanswerable unfixable unwinnable unkillable undefeatable
		unstealable irreplaceable inexhaustible irresistible incurable insurmountable insuperable irreparable inviolable incomparable hackproof hack-proof recession-proof
		future-proof futureproof collusion-proof spam-proof untraceable undetectable zero-risk no-brainer`,
	total: `solve solves solved solving eliminate eliminates eliminated eliminating eradicate eradicates eradicated eradicating abolish abolishes abolished
		cure cures cured curing annihilate annihilates annihilated obliterate obliterates obliterated obviate obviates obviated
		nullify nullifies nullified vanquish vanquishes vanquished extinguish extinguishes banish banishes banished erase erases erased conquer conquers conquered  neutralises neutralizes decimates`,
	wholly:     `completely entirely totally utterly wholly fully perfectly thoroughly altogether`,
	always:     `always forever everywhere universally anytime everytime  unconditionally eternally perpetually ubiquitously `,
	every:      `every everyone everybody anyone anybody everything`,
	nothing:    `never none nobody nothing nowhere`,
	determines: `determines dictates determine dictate`,
	hype: `revolutionise revolutionises revolutionised revolutionize revolutionizes revolutionized revolutionising revolutionizing revolutionary game-changer game-changing gamechanger world-changing
		groundbreaking earth-shattering miraculous miracle magical`,
	best: `best worst ultimate greatest fairest strongest safest finest smartest wisest surest unmatched unrivalled unrivaled unparalleled unsurpassed peerless
		unequalled unequaled unbeaten supreme`,
	excels: `accurate beneficial compelling consequential critical crucial damaging dangerous decisive destructive dominant effective efficient
		essential fair fundamental harmful impactful important influential intelligent irresistible just lucrative meaningful potent powerful
		productive profitable promising reliable resilient robust secure serious significant successful transformative trustworthy useful
		valuable versatile vital democratic`,
	cause: `cause causes driver drivers factor factors predictor predictors determinant determinants determiner explanation reason force lever obstacle barrier threat
		source engine key way method tool weapon remedy cure defence defense safeguard bottleneck influence asset strategy approach solution`,
	moot: `obsolete redundant unnecessary irrelevant impossible inevitable pointless useless superfluous worthless meaningless needless extinct powerless
		unthinkable unavoidable immune`,
	hedge: `may might could would should perhaps possibly probably likely unlikely seem seems seemed appear appears appeared suggest suggests suggested
		suggesting indicate indicates indicated indicating hint hints hinted hinting imply implies implied point points pointed pointing tend tends tended often usually sometimes occasionally seemingly
		generally typically mostly largely partly partially mainly chiefly rarely seldom help helps helped apparently arguably presumably supposedly allegedly
		ostensibly potentially conceivably plausibly promise promises aim aims aimed try tries tried attempt attempts attempted seek seeks sought hope
		hopes hoped expected intended designed meant purport purports purported associated correlated correlates correlate linked consistent ought plausible
		conceivable possible improbable tentative tentatively preliminary reportedly unclear uncertain unproven whether almost nearly virtually
		practically roughly approximately`,
	negation: `not no cannot never neither nor without hardly scarcely barely doesn't don't didn't isn't aren't wasn't weren't can't won't couldn't wouldn't shouldn't
		hasn't haven't hadn't doesnt dont didnt isnt arent wasnt werent cant wont nothing none nobody fail fails failed failing unable
		rather instead little few`,
	near: `almost nearly virtually practically near hardly not seldom rarely mostly`,
	report: `argue argues argued arguing claim claims claimed claiming hold held holds believe believes believed believing assert asserts asserted
		say says said saying thought think thinks contend contends contended insist insists insisted maintained maintains belief beliefs
		myth myths idea notion hypothesis view assumption assumptions assume assumes assumed assuming promised slogan dogma advertised
		advertises sold marketed called calls dubbed touted tout touts critics proponents advocates predicted predicts forecast forecasts
		assertion allegation doctrine expectation hope fear fears feared perceive perceived perceives perception regard regarded regards consider considered considers fallacy
		question questions asked ask asks debate debated doubt doubts doubted deny denies denied`,
	boundary:  `but while whereas although though yet and or when where which that who`,
	reason:    `because since`,
	be:        `is are was were be been being remain remains remained become becomes became stay stays`,
	able:      `can could`,
	causative: `make makes made making render renders rendered rendering leave leaves left leaving`,
	explains: `account accounts accounted automate automates automates capture captures captured compensate compensates cover covers covered cure cures destroy destroys determine determines eliminate
		eliminates eliminated explain explains explained fix fixes fixed neutralise neutralises neutralize neutralizes offset offsets predict predicts predicted prevent prevents prevented protect protects
		protected purify purifies purified remove removes removed replace replaces replaced resolve resolves resolved restore restores
		restored reverse reverses reversed solve solves solved stop stops stopped transform transforms transformed wipe wipes substitute substitutes erase erases erased safe secure
		immune reliable predictable trustless free wrong useless obsolete accurate objective fair neutral dependent responsible unnecessary irrelevant`,
	setting: `trial trials sample samples study studies pilot pilots cohort cohorts experiment experiments survey surveys audit record records data dataset
		corpus archive archives simulation simulations laboratory lab test tests model models tournament series season seasons census panel dataset
		cases runs sites villages plots participants period year years quarter month months audits logs table tables review database`,
	unit: `day days year years month months week weeks night nights hour hours minute minutes second seconds time times other additional extra further
		two three four five six seven eight nine ten few dollar euro pound degree percent percentage point doubling new unit metre meter kilometre kilometer step`,
	mathematics: `theorem theorems lemma lemmas corollary axiom axioms identity definition conjecture proof proofs arithmetic tautology trilemma`,
	asks:        `whether which what who whom when where how if why`,
	knows: `tell tells told predict predicts predicted know knows show shows reveal reveals revealed pinpoint pinpoints identify identifies
		say says`,
	ruins: `kill kills ends destroy destroys ruin ruins wreck wrecks bury buries crush crushes cripple cripples strangle strangles suffocate suffocates
		choke chokes starve starves paralyse paralyses paralyze paralyzes poison poisons shatter shatters gut guts hollow hollows doom drown drowns
		devastate devastates demolish demolishes rob robs strip strips betray betrays defeat defeats defy defies silence silences sink sinks
		sabotage sabotages wipe wipes bankrupt bankrupts empty empties corrupt corrupts erase erases replace replaces abolish supersede supersedes supplant supplants
		swallow swallows devour devours unlock unlocks  defang defangs outlive outlives
		dissolve dissolves halt halts forbid forbids preclude precludes banish vanquish overrides override trump trumps dwarf dwarfs waste wastes stifle stifles smother smothers spoil spoils
		thwart thwarts negate negates uproot uproots subvert subverts bulldoze bulldozes deprive deprives sacrifice sacrifices derail derails dismantle dismantles
		stop stops prevent prevents fix fixes heal heals force forces compel compels invalidate invalidates reverse reverses`,
	verdict: `fiction farce lie sham charade hoax fraud scam mistake waste joke disaster catastrophe poison death suicide lunch cure panacea miracle theatre theater
		lost fatal futile hopeless bunk nonsense pseudoscience myth illusion mirage fantasy fig-leaf delusion dead doomed lethal incapable unable powerless bankrupt deadly finished over broken false wrong
		irrelevant obsolete unnecessary harmless safe essential indispensable vital nothing everything mandatory priceless folly snake-oil placebo trap relic curse
		foundation cornerstone backbone lifeblood root antidote remedy answer key secret future destiny rhetoric noise superstition quackery astrology
		ineffective toxic ideal optimal superior inferior identical interchangeable innate hereditary genetic universal absolute permanent irreversible eternal immune
		empty hollow bogus fake fraudulent illusory imaginary nonexistent arbitrary decisive paramount enough sufficient settled obvious evident certain
		law axiom certainty necessity prerequisite precondition plague cancer ritual lottery casino ponzi cult religion scapegoat engine heart soul essence culprit villain
		killer enemy opposite weapon drug substitute superpower revolution failure success triumph blunder bargain luxury prison void`,
	causal: `causes cause explains explain decides decide governs govern dictate dictates determines determine guarantee ensures ensure means equals doubles triples quadruples halves stems stem owes owe originates springs`,
	ruined: `killed ended destroyed ruined wrecked buried crushed crippled strangled suffocated choked starved paralysed paralyzed poisoned shattered gutted hollowed
		devastated demolished robbed stripped emptied doomed corrupted halted banished toppled swallowed devoured caused created invented decided sank broke won lost`,
	ceases: `fail fails backfire backfires collapse collapses vanish vanishes disappear disappears die dies crumble crumbles perish perishes evaporate evaporates
		implode implodes unravel unravels flop flops wither withers incapable backfired`,
	settles: `demonstrates demonstrate confirms confirm establishes establish settles settle confirmed established settled shows show reveals reveal`,
	intense: `vastly massively dramatically hugely radically profoundly overwhelmingly enormously drastically immeasurably infinitely endlessly instantly overnight truly literally fundamentally essentially permanently`,
}

// lexicon gives the traits of words by their hash.
var lexicon = sync.OnceValue(func() map[uint64]trait {
	m := make(map[uint64]trait, 1024)
	for t, words := range lists {
		for word := range strings.FieldsSeq(words) {
			m[text.HashOf(word)] |= t
		}
	}
	for _, phrases := range idioms {
		for _, p := range phrases {
			first, _, _ := strings.Cut(p, " ")
			m[text.HashOf(first)] |= opens
		}
	}
	return m
})

// idioms are phrases of several words that are strong as they stand. An ellipsis stands for one or two words.
var idioms = map[Kind][]string{
	Certainty: {"beyond question", "beyond doubt", "beyond dispute", "beyond … doubt", "without doubt", "without a doubt", "without question", "no doubt", "no question",
		"for certain", "certain to", "is certain", "are certain", "a certainty", "sure to", "once and for all", "have established", "has established",
		"have proven", "has proven", "has proved", "have proved", "has settled", "have settled", "settles the", "settle the question", "proof that", "proof positive",
		"there is no denying", "leaves no doubt", "it is a fact", "proven fact", "established fact", "the fact is", "end the debate", "ends the debate", "the final word", "there can be no", "put beyond", "puts beyond", "puts to rest", "put to rest", "lays to rest", "lay to rest", "is a myth", "are a myth", "is a fact", "settled fact", "settled matter", "settled question", "as sure as", "surely as", "simply cannot", "cannot but", "cannot possibly", "is settled", "it is clear", "sure way", "sure sign", "sure route", "sure bet", "shadow of a doubt", "shadow of doubt", "leave no doubt", "leaving no doubt", "case closed", "is proof", "are proof", "living proof", "confirms that", "confirm that", "demonstrates that", "demonstrate that", "establishes that", "establish that", "hard fact", "foregone conclusion", "matter of time", "resolves the debate", "resolves the question", "resolves the dispute", "resolves the paradox", "ends the dispute", "closes the question", "answers the question", "proof against", "unconditionally", "bound to", "guaranteed to", "sure thing"},
	Totality: {"a thing of the past", "things of the past", "put an end to", "puts an end to", "put paid to", "puts paid to", "do away with", "does away with", "did away with",
		"wipe out", "wipes out", "wiped out", "wipe … out", "wipes … out", "wipe … off the", "wipes … off the", "wipe off the", "get rid of", "gets rid of", "stamp out", "stamps out",
		"everything else is", "nothing else", "the end of", "solution to all", "silver bullet", "magic bullet", "holy grail", "dead end", "spells the end", "changes everything",
		"change everything", "changed everything", "100 percent", "a hundred percent", "one hundred percent", "zero risk", "no risk", "zero cost", "no downside", "no limit", "no exceptions", "without exception",
		"to zero", "to nothing", "for good", "like clockwork", "iron law", "law of nature", "no matter", "each and every", "every time", "each time", "across the board", "is dead", "are dead", "no future", "will not survive", "with no loss", "without side effects", "rules out", "rule out", "roots out", "stops dead", "explains everything", "explains all", "explain all", "explains every", "accounts for all", "accounts for every", "the whole of", "without fail", "spells doom", "no turning back", "is sealed", "no escape", "no escaping", "leaves no room", "leave no room", "leaves no", "at a stroke", "at one stroke", "once and forever", "spell doom", "death knell", "the death of", "has no equal", "without equal", "no rival", "without rival", "without peer",
		"whatsoever", "does nothing", "costs nothing", "loses nothing", "every last", "per cent certain", "100 per cent", "a hundred per cent",
		"whatever the", "to the last", "here to stay", "reigns supreme", "in all cases", "in every case", "at all times", "under all circumstances", "under any circumstances", "in any circumstances", "second to none", "root and branch",
		"through and through", "as a matter of course", "pure and simple", "plain and simple", "out of existence", "in all but name", "for millennia", "for centuries", "for generations", "for eternity", "exactly the same",
		"one and the same", "full stop", "to the bone", "by another name", "in disguise", "tantamount to", "amounts to", "the moment", "for life", "to the core", "from the outset", "on every count", "at every turn", "in every respect", "in every way", "of every kind", "once for all", "beyond repair", "beyond recognition", "past saving", "beyond saving", "at any price", "at any cost", "by definition"},
	Exclusivity: {"nothing but", "no other", "none other", "no alternative", "no substitute", "no way to", "no way around", "the sole", "by itself explains", "alone explains", "alone explain",
		"alone determines", "alone determine", "alone accounts", "alone decides", "alone suffices", "is enough to", "suffices to", "can only be", "could only be", "can only come", "nothing except", "nothing more than", "nothing less than", "nothing short of", "comes down to", "boils down to", "necessary and sufficient", "all there is to", "solely because", "purely by", "entirely due", "wholly due", "entirely down", "the real cause", "the true cause", "the sole cause", "the root cause", "the reason why", "the reason that", "the cause of", "the one thing", "the one measure", "holds the key", "hold the key", "no choice but", "nothing to do with", "is what keeps", "is what makes", "single handedly", "single-handedly", "one and only", "all you need", "all that matters", "all it takes",
		"nowhere else", "no one else", "nobody else", "solely responsible", "wholly responsible", "entirely responsible", "alone responsible", "what stands between", "no such thing", "no match for", "no better than", "no different from", "no worse than", "little more than"},
	Superlative: {"the single", "the key to", "the secret to", "the secret of", "the answer to", "the cure for", "the remedy for", "the solution to", "game changer", "gold standard",
		"like nothing else", "the key", "the answer", "the secret", "the solution", "the cure", "the future", "by far the", "far and away", "bar none", "hands down", "head and shoulders", "beyond compare", "beyond comparison", "than anything", "than any other", "of all time", "in history", "ever made", "ever devised", "ever invented", "ever built"},
}
