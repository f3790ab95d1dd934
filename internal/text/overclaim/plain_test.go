package overclaim

import (
	"strings"
	"testing"
)

// TestPlain holds titles whose strong words are meant otherwise, or that say no more than one study can.
func TestPlain(t *testing.T) {
	for title := range strings.Lines(plainTitles) {
		if w, ok := Find(strings.TrimSpace(title)); ok {
			t.Errorf("fires on %q (%v): %s", title[w.Start:w.End], w.Kind, title)
		}
	}
}

const plainTitles = `the committee reached no decision before the recess
the bill would abolish the Senate's filing fee
the memo claims that coal is finished in Europe
the guarantee fund paid claims within a week
survivors say that nobody warned them
three of nine pumps failed during the flood
the solver proves optimality on instances below forty nodes
a spanning tree with n nodes has exactly n-1 edges
TCP guarantees ordered delivery within one connection
the statute makes it impossible to sue after six years
under the treaty all members must ratify amendments
a Merkle proof lets light clients check inclusion
zero-day exploits sell for more when the target is mobile
total cost of ownership rises with fleet age
the Perfect Day group plays fewer shows
the End User licence grew longer after the merger
the killer whale pods moved north in 1998
dead reckoning drifts by about two percent a day
dead code removal shortened builds at two firms
complete case analysis biased the estimate upward
always-on displays drain batteries faster
never-smokers in the cohort lived longer
absolute zero is approached but not reached in the cryostat
the all-clear sounded at noon
final exams test recall more than reasoning
the best-fit line overstates early growth
the worst drought in the archive fell in 1540
the largest buyer took a third of the lots
the firm stopped shipping to Norway in May
growers replaced the hedges with fences after the storm
ministers reversed the cut within a month
the captain saved the ship's log before boarding the boat
surgeons stop bleeding faster with the new clamp
teachers fix few errors in second drafts
editors kill stories that lack a second source
crews empty the tank before they inspect the weld
firms that lost every tender left the market
towns where no bank remained saw fewer new firms
patients who never missed a dose recovered sooner
growth stalls once all land is leased
queues shorten when every lane is open
sales fall after the only bridge closes
the paper argues that lead pipes caused the fall of Rome
Keynes held that markets never clear on their own
traders believed the peg was unbreakable
some reviewers called it the best film of the decade
it is doubtful that any diet works for everyone
not every bubble bursts
no single factor explains the decline
there is little evidence that homework helps
the vaccine does not eliminate transmission
aspirin alone does not prevent strokes
few firms survive a second founder exit
whether phones cause anxiety remains unsettled
nearly all of the wells were dry by August
the drug nearly eliminated relapse in 40 patients
tutoring may be the most effective use of the grant
a land tax could end speculation in theory
robots might one day replace pickers
cash use fell to zero in two branches
the pilot ended early because funds ran out
absolute risk falls less than relative risk because baseline risk is low
price controls create queues because sellers hold back stock
juries convict less often when a photo is missing
villages nearer the mine report more coughs
readers skim longer paragraphs on phones
the museum closed every Monday in winter
the only surviving copy is held in Lisbon
the code review caught two of the three planted bugs
the last wolf in the county was shot in 1743
the company sold all its shares in the mill
Parliament abolished the window tax in 1851
the eruption destroyed the harbour at Rabaul
the storm sank four ships off Cadiz
the fire killed eleven people in the mill
the patch fixes the login bug on Android 9
the court ruled that no duty was owed
the regulation bans all single-use cups from July
the algorithm always terminates after n steps
a heap guarantees logarithmic insertion
an injective map never sends two points to one
mutation rates set a ceiling on genome length because errors pile up
nurses leave sooner on wards without a fixed rota
mice on the diet lived a fifth longer than controls
rain delays harvest more in clay soils
the grant reached no school outside the capital
the method is unsuitable for wet samples
unlimited vacation policies lower the days taken in two firms
critical mass for the network lies near 400 users
the key size limits throughput on small devices
the death rate among scribes fell after 1400
the solution turned blue within a minute
the ultimate tensile strength drops with humidity
the void fraction rises with flow
the engine stalls below four volts
the secret ballot raised turnout in two counties
the trap catches more moths in calm weather
a free lunch raises attendance at rural schools
luxury goods sell better near airports
prison visits lower reoffending because ties last
lottery winners save more than they spend in the Dutch panel
universal credit payments arrive monthly which shifts rent arrears
permanent staff take fewer sick days than temporary staff
genetic distance grows with river distance
loot boxes raise weekly spending among teenagers because rewards are unpredictable
a carbon price shifted Swedish heating to heat pumps because oil became dearer
some patients report that microdosing ends their low moods
the Stockholm charge cut traffic by a fifth because shoppers changed the hour
mixers slow tracing because outputs share one pool
retrieval lowers but does not remove hallucination because answers lean on text
diners rate open kitchens cleaner than closed ones
standing orders save dispatchers about an hour a day
seed oil intake correlates with obesity in cohort data
drought weakened Bronze Age trade because harvests failed in Anatolia
grain prices may account for part of the unrest
longbows slowed the advance at Agincourt because horses could not be armoured
stack ranking lowers help between colleagues because bonuses are fixed in sum
children in preschool scored higher at six but not at ten
the platform began with one side subsidised because buyers waited for sellers
nobody on the survey team had seen the earlier results
Elixir handled more chat sessions per core than Java in one benchmark
the battery of last resort failed twice in May
the end-of-life review retired nine models
warehouse robots lift heavier boxes than pickers but drop more of them
passkeys cut login failures in the Danish pilot
docket length predicts settlement because waiting is costly
gold trades weaker on days when Bitcoin falls
remote teams meet less often because calendars fill up
defaults surprise the market when ratings lag
zero trust networks raise latency because every hop is checked
smart contracts shift disputes to oracles because code needs outside facts
the new index halves bias against small firms
tau appears along axons in mouse slices
people returned more wallets with money than without
cheap coal drew mills to the valley because water wheels froze
the fossil has feathers along the forearm
managers name bonuses last when asked what drives staff
the recession began before the first tariff
banana growers left Panama as the fungus spread
badges raise the number of edits for about two weeks
light in the morning advances sleep because it shifts the clock
spaced repetition slows forgetting in vocabulary tests
a good brief shortens revision because the client sees the goal
legal aid cuts lengthen hearings because litigants speak for themselves
regions with plough agriculture have lower female employment today
printing spread Luther's tracts because presses stood near universities
flat hierarchies slow decisions past sixty staff
index funds return more than most active funds after fees
rent control lowers turnover because leaving means losing the rate
advertising moves turnout more than choice
club players misjudge endings because they count material
enrolment in the humanities fell by a third after 2010
loneliness raises mortality about as much as light smoking
the guarantee lapses when the bill of lading is altered
crews repair the worst potholes first
the company killed the project after the second delay
the ministry eliminated the fuel subsidy in 2014
the bank solved its queue with a second counter
no-fault divorce rose with female wages
the all-party group met twice in the session
first-best pricing is rare in ports
the hardest questions separate strong pupils from weak ones
always-open libraries lend more textbooks
never-events fell after the checklist was signed by two people
researchers cannot observe the treatment directly so they use letters as a proxy
the dataset cannot distinguish renters from owners
buyers cannot see the engine before the auction
tenants have no lift above the fourth floor
the design has no moving parts which lowers maintenance
workers without contracts report no sick leave
the lower court has no jurisdiction over marine claims
panels without an outsider reach agreement sooner
tele-rehab helped most of the forty stroke patients who finished it
bleached corals in the lagoon regained colour within a year
the paper reopens the debate on cold fusion
referees trained with video called fewer fouls late in matches
output held steady in the two firms that cut a day
agile teams in the survey ship smaller changes
horses let Mongol riders cover sixty miles a day
brand recall decays faster than recognition
rates and land supply both move house prices
dual-class firms trade at a discount because outsiders cannot vote
rewilded valleys regain insects before birds
carbon capture costs more per tonne than wind avoids
child credits lowered child poverty in the year they were paid
voters mention petrol prices more often than wages
first movers lose their lead where switching is free
messengers without encryption leak metadata to carriers
jurors trust video less after a deepfake warning
delegated votes pool around a few names in the two parties studied
small languages lose speakers faster where schooling switches
gold standard countries left the Depression later because they could not devalue
nudged workers saved one point more of their pay
tenured staff publish fewer but longer papers
bootcamp graduates write working code but weak tests
unions raise wages in firms with few rivals
patients who expect recovery exercise more
survey trenches at the site found no walls
most dogs learned the cue in a week
teenagers with smoking friends smoke more
the tax raised about half of what it cost to collect
receptor loss explains some of the resistance in mice
Greek yields rose when the bank said nothing
panda numbers rose after corridors were planted
face checks can slow bots but lock out some users
loyalty cards predict milk better than wine
cheap credit fed building in Spain because land was rezoned
the reanalysis weakens the case for charter schools in Texas
longer sentences deter little because few offenders know them
the novelists in the sample moved often as children
miners buy surplus wind power in Texas
the perpetual licence ended with version nine
death duties fell on land first
the impossible trinity binds small open economies
the Proven Reserves report lists six fields
a complete genome of the wheat rust was read in 2011
a no-claims bonus lowers reported accidents
best practice guides age quickly
the universal joint wears first
the never-ending tour sold out twice
the total eclipse of 1919 bent starlight by the amount predicted
the dead sea scrolls were copied by several hands
hydrogen cuts emissions of one Swedish steel line because ore is reduced without coke
antidepressants outperform placebo by two points on the scale
mangroves lowered wave height by a third along the surveyed coast
trained cats responded to four cues
a wet spring was followed by a better harvest in six of nine years
sortition panels in Ireland moved opinion among their members
the Company kept exporting grain while prices rose
deposit insurance made runs rarer after 1934
illustrators lost small commissions to image models because turnaround counts
drivers with GPS recall fewer landmarks
monorepos make wide refactors cheaper because one commit carries the change
the central bank raised rates twice before wages slowed
lottery winners of school places scored no higher after two years
wages grew more slowly after 1973
octopuses change colour in sleep
the emails mention the shipment three times
Venetian pepper imports recovered after 1540
Prussian staff moved orders by telegraph faster than Austrian staff
fasting lowers white cell counts for a day
cement kilns emit about eight percent of carbon dioxide
open papers are cited earlier because preprints circulate
prosecutors drop insider cases when tips come from relatives
elephants returned to the same pool after twelve years
contempt in the first interview goes with later divorce
feedback changes behaviour less among strangers
Esperanto clubs shrank after 1922
orphan drugs rarely reach trials without patents
reserve audits slow redemptions because holders wait for the letter
currency crises preceded state failure in eleven of thirty cases
whale calls vary by clan
the absolute majority rule delayed the vote
total station surveys take longer than drone surveys
perfect pitch is commoner among speakers of tone languages
zero-hours contracts grew after the reform
the dead zone in the gulf widened in wet years
a killer application was missing in the first consoles
the no-fly list holds few names
an ever-closer union was dropped from the draft
a final solution of the cubic was printed in 1545
end-to-end tests find fewer bugs per hour than unit tests
seaweed feed cut methane by a third in one Danish herd
Bauhaus graduates taught at most American design schools by 1950
sprint estimates miss by more when scope moves daily
cash recipients spent more on food than voucher recipients
the licence fee paid for regional news until 2016
silver outflow strained Qing finances because taxes were set in silver
screen reader users skip carousels in nine of ten sessions
sceptics named side effects as their first worry
founders who code raise seed money a month sooner in the sample
sleep after study improves recall of word pairs
hours fell by four a week in the council's pilot
Medici branches balanced their books each spring
cold showers raise heart rate for some minutes
AI review flags style more often than logic
carbon labels shifted few purchases because shoppers looked at price
small clubs lost gate money after the leagues merged
ocean heat rose faster than the median model in the last decade
Roman concrete heals small cracks because lime dissolves and settles again
poor sleepers report burnout more often
councils handed planning to the ministry under the 1974 act
writers finish more pages on days without meetings
the tunnel cut travel from the valley to an hour
rote drills raise scores on facts but not on transfer
open tendering drew more bidders because notices were public
homeowners associations raise prices near their borders
the company stopped selling the model after the recall
the union ended the strike without a deal
the minister killed the bill in committee
the editor cured the text of its typos in proof
engineers eliminated the bottleneck with a cache
the perfect tense is rare in the dialect
best man speeches run longer than eulogies
the only child in the class read first
critics have argued that sanctions never work
nobody claims that the method is complete
the treaty never entered into force`
