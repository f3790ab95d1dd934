package dealterms

// deals is a set of things of deals that a word may stand for.
type deals uint32

const (
	rounds      deals = 1 << iota // raising money, by its stages and parts
	instruments                   // what is bought and sold in it
	prices                        // what the whole is held to be worth, and what changes it
	equity                        // who owns which part
	rights                        // what a holder may do or prevent
	fees                          // what one firm pays another
	loans                         // money that has to be given back
	wages                         // what people get for their work
	cash                          // what is left, and for how long
	offers                        // bids, sales of the whole, and their refusal
	papers                        // where terms are written down
	transfers                     // verbs of giving, taking and holding
	bargains                      // verbs of asking, promising and agreeing
	conditions                    // on what, from when and until when
	permits                       // what one may and must not
	holders                       // who is a party to deals
	public                        // what everybody may read or buy
	inquiry                       // looking at things: its places, products and verbs
	sampled                       // many cases summed up
	sure                          // no other subject has the word
)

// dealing are the classes whose words make a figure a term.
const dealing = rounds | instruments | prices | equity | rights | fees | loans | wages | cash | offers

// vocabulary is the language of deals by class. A class that is marked sure has the words that have no
// other use that matters. A "~" stands for the regular forms of a verb, a "+" for those of a noun.
var vocabulary = []struct {
	class deals
	words string
}{
	{rounds | sure, `preseed seed tranche+ ticket+ syndicate fundraise~ fundraiser+ financing funding bridge oversubscribed
		cofinance~ bridged`},
	{rounds, `round+ raise~ series close~ closing cheque+ check+ wire~ invest~ investment+ commit~ commitment+ fund funded
		lead leads led upsize~ cofinanced contribute~ contribution grant+ sponsorship subscribe~ capital instalment+`},
	{instruments | sure, `safe safes convertible+ warrant+ preferred ordinary rsu rsus saft debenture+ noncumulative preference
		undiluted nonparticipating participating mfn isos`},
	{instruments, `note notes option+ options convert~ conversion bond+ token+ coin+ instrument+ strike+ exercise~ vested
		common series discount+ coupon+`},
	{prices | sure, `valuation+ valued valuing premoney postmoney ratchet+ antidilution uncapped undercut~ capped uplift`},
	{prices, `cap caps pre post premium discount price+ priced worth multiple+ value values headline double~ flat markup
		pegged floor ceiling money`},
	{equity | sure, `stake+ stock stockholder+ shareholder+ shareholding+ dilution dilute~ esop cliff vest~ vesting unvested
		buyback+ repurchase~ equity ownership cotransfer secondary`},
	{equity, `share+ points pool own~ owned holding+ hold holds held supply allocation+ allocate~ treasury unlock+ unlocks
		percent table reserve~ majority minority split~ splits slice+ part portion third quarter half fifth tenth`},
	{rights | sure, `veto~ vetoes rata dragalong tagalong exclusivity observer+ clawback+ noncompete standstill drag tag
		indemnity warranty warranties leaver+ rofr nonsolicit favoured sublicense~ covenant+ lockup+`},
	{rights, `right+ seat+ board vote+ votes consent~ consents approve~ approval director+ refusal exclusive exclusively
		preference+ information entitled appoint~ nominate~ chair+ chairs sole priority match~ reserved control~
		independent refuse~ rival+ notice window say assignment transfer audit`},
	{fees | sure, `royalty royalties retainer+ subcontract~ kickback+ upfront recoup~ recoupable subscription+ billing+
		invoice~ invoice+ rebate+ takings prepay~ prepaid`},
	{fees, `fee+ commission+ guarantee+ minimum+ advance+ deposit+ rent rents licence+ license~ licence order+ margin
		cut cuts receipts revenue+ sales profit+ proceeds income turnover charge~ charged bill bills billed
		discounted penalty penalties bonus cost+ budget rate rates tariff quote quoted contract balance free spread
		percentage flat invoice net gross half excess credit+ purchase~ purchased buy buys bought sell sells sold
		resale consignment instalments unit swap swaps upside surplus usage monthly yearly annual`},
	{loans | sure, `loan+ lend~ lent lender+ borrow~ repay~ repaid repayment+ debt+ overdraft collateral drawdown undrawn
		mortgage~ refinance~ creditor+ principal unsecured secured`},
	{loans, `interest covenant facility coupon+ owe~ maturity due base security drawn draw drew arrears credit guarantor
		default defaulted back`},
	{wages | sure, `salary salaries wage+ payroll severance payslip+ stipend+ retention`},
	{wages, `pay pays paid bonus bonuses draw drew compensation hire~ hires hourly contractor+ employee+ engineer+ staff
		earn~ gross freelancer+ starting raise`},
	{cash | sure, `runway burn burns burning insolvent insolvency solvent`},
	{cash, `cash money account accounts bank treasury reserve+ months left last lasts lasted spend~ spent spending
		payroll rate enough afford till until run runs empty expenses costs deficit loss losses`},
	{offers | sure, `offer~ offer+ bid+ bids bidder+ earnout+ acquirer+ acquihire buyout+ takeover+ counteroffer+ lowball`},
	{offers, `buyer+ suitor+ sale exit approach~ counter~ ask~ asks decline~ refuse~ reject~ acquire~ acquisition+ merger
		merge letter deal+ price table closing indication walked turned talks escrow holdback turn`},
	{papers, `agreement+ contract+ letter+ paper+ memo memorandum termsheet term sheet deck minutes register addendum
		schedule annex exhibit filing room side deed charter bylaws mandate invoice+ ledger spreadsheet draft
		tokenomics pack correspondence update accounts statement+ order tracker clause+ forma budget plan log thread
		diary counsel internal resolution treasury compensation separation finance note table partners shareholders
		accession files cap signed lease settlement`},
	{transfers, `pay~ pays paid get gets got getting receive~ take~ took taken give~ gave given keep~ kept hold~ held own~
		put puts putting brought bring~ draw~ drew drawn earn~ sell~ sold buy~ bought lend~ lent borrow~ grant~ owe~
		wire~ invest~ cost costs raise~ close~ part~ cede~ hand~ return~ contribute~ commit~ committed charge~
		spend~ spent went go goes has had have leave~ left split~ splits share~ divide~ fetch~ bill~ collect~
		retain~ transfer~ assign~ issue~ came come comes sign~ signed burn~ forfeit~ set sets add~`},
	{bargains, `agree~ agreed accept~ promise~ concede~ settle~ ask~ want~ refuse~ insist~ demand~ propose~ offer~ decline~
		negotiate~ bargain~ talked obtain~ won win wins waive~ reject~ turned walked secured guarantee~ pledge~
		commit~ undertake~ undertook consent~ grant~ allow~ let lets swap~ cap~ traded trade~ bound release~
		stipulate~ forbid~ fix~ fixed`},
	{conditions, `if unless until till provided once only before after within notice when whichever should subject condition+
		conditional expire~ lapse~ lapses end ends ended forfeit~ convert~ converts turns turn revert~ trigger~
		exchange return against instead whatever first ahead either never above below beyond`},
	{permits, `may must cannot can shall entitled obliged allowed free forbidden bound need needs able barred let lets`},
	{holders, `investor+ founder+ cofounder+ lender+ angel+ backer+ holder+ shareholder+ landlord+ university partner+
		fund+ vc vcs accelerator+ incubator+ foundation trust buyer+ seller+ owner+ creditor+ adviser+ advisor+
		publisher+ distributor+ bank acquirer+ licensee+ licensor+ sponsor+ counsel customer+ client+ council
		ministry museum supplier+ grower+ hospital board donor+ director+ agency chair contributor+ validator+
		employee+ engineer+ insider+ team`},
	{public, `public publicly publish~ published website site page pages prospectus announced announce~ listed printed
		posted advertised advertises list lists press free online open faq blog glossary brochure says states shows
		cc catalogue tier changelog tickets ticket shop copies visitors statistics report reports counts
		documentation website's posts newsletter release`},
	{inquiry, `study studies test+ test~ survey+ sample+ dataset+ data benchmark+ experiment+ trial+ subject+ claim+
		reviewer+ review+ review~ agent+ graph codex library domain+ queue log logs preprint paper seminar talk
		conference reader+ participant+ index database compile~ compared compare~ count~ measure~ list~ analyse~
		analyze~ record~ cite~ summarise~ summarize~ debate+ find~ found report~ estimate~ research~ teach~ workshop
		page entries glossary link~ links read reads host~ hosted model card note notes notebook questions essay
		article book group base rate~ rates tracks map exhibition archive lists author+ evaluate~ score~ monitored
		exercise+ example+ game+ ontology quiz template+ worked invented concept word+ definition defines defined
		volunteers volunteer users newsletter podcast files filed visits listeners`},
	{sampled, `median mean average averaged averages typical typically usual usually common commonly most many often rarely
		sample samples survey surveys respondents firms companies startups founders funds percentile worldwide
		nationally market markets industry cases every generally studies figures reported recipients practice sector
		members customary general standard elsewhere`},
}
