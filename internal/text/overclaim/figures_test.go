package overclaim

import (
	"strings"
	"testing"
)

// TestFigures holds titles that claim too much by a figure of speech, and others of the same matters that do not.
func TestFigures(t *testing.T) {
	for title := range strings.Lines(boldTitles) {
		if _, ok := Find(strings.TrimSpace(title)); !ok {
			t.Errorf("passes: %s", title)
		}
	}
	for title := range strings.Lines(soberTitles) {
		if w, ok := Find(strings.TrimSpace(title)); ok {
			t.Errorf("fires on %q (%v): %s", title[w.Start:w.End], w.Kind, title)
		}
	}
}

const boldTitles = `Prohibition made the American mafia and nothing else could have
if a museum charges admission it loses its soul
you cannot have innovation and regulation at the same time
Venice is sinking and no barrier will save it
the plague put an end to serfdom and that is all there is to it
sourdough starter age tells you all you need to know about the loaf
grass-fed beef wins every comparison
school uniforms turn bullies into friends
Mozart would have been nobody without his father
the strike was over the moment the miners voted
a good night's sleep fixes what therapy cannot
rhyme has left poetry and will not return
sea otters hold the kelp forest together
remove tariffs and prosperity follows
the bicycle liberated women
without the potato there is no industrial Europe
the penalty shootout is a coin toss and nothing besides
goalkeepers who move early always lose
altitude is everything in distance running
mandatory minimums have emptied the word justice of meaning
body cameras keep every officer honest
fingerprints never lie
the polygraph is astrology with wires
broken windows policing saved New York
gun buybacks accomplish nothing
seat belt laws have saved more lives than all of medicine
the Roman Empire fell because of lead and only because of lead
horses won the West
had Archduke Ferdinand stayed home there would have been no war
the cotton gin caused the Civil War
gunpowder flattened the castle and the class that lived in it
penicillin closed the age of infection
statistics has no answer to the replication crisis
peer review is broken past mending
preprints have made journals a museum piece
animal models tell us nothing about human depression
free will is an illusion, as the readiness potential demonstrates
memory is nothing like a recording and never was
grit beats talent every single time
happiness peaks at forty thousand dollars for everybody
phonics has won the reading wars
lectures teach nobody anything
the only good teacher is a strict one
boarding schools ruin boys
music lessons raise IQ, and the matter is beyond debate
plastic straws were the wrong enemy and recycling is a con
nuclear power is the answer
wind farms slaughter birds wholesale
hydrogen cars never stood a chance
biofuels starve the poor
glyphosate is harmless
bees will be gone in our children's lifetime
trees fix everything that ails a city
parking minimums killed the American downtown
the suburbs are finished
landlords pass on every cent of tax
the minimum wage destroys jobs
robots will leave us with nothing to do
the euro was doomed from birth
inflation is theft
the yield curve has never been wrong
short sellers are always right in the end
nobody beats the market
advertising works on everybody, including you
customers never know what they want
open offices are a catastrophe for thought
middle managers do no work
hiring is a lottery
remote work is here and it is not going away
the fax machine outlived every prophecy and will outlive email
handwriting trains the brain as no keyboard can
vinyl sounds better, period
autotune killed the singer
nobody has improved on Bach
the best novels are all unfinished
photography freed painting from likeness for ever
concrete ages worse than any other material
lime mortar forgives everything
green roofs pay off in all climates
induction has put gas in its grave
searing locks in nothing but flavour
butter makes everything better
MSG was framed
breakfast cereal is candy by another name
calories are all that count
coffee adds years to your life
barefoot shoes cure bad backs
yoga does what surgery cannot
masks stopped the flu stone cold
the appendix is useless
cloning brings back nothing but a shell
the asteroid alone did it
farming was the worst mistake in the history of the human race
apes will never speak
cats feel nothing for their owners
birdsong obeys a universal grammar
coral reefs are past saving
glaciers answer to one master and that is summer temperature
earthquakes give no warning
string theory is not even wrong
quantum mechanics abolished the objective world
mathematics is discovered and never invented
AI has passed the point where anyone can stop it
deep learning has hit a wall
passwords belong to the past
every startup dies of the same disease
bugs are born of haste and haste only
microservices were a collective delusion
blockchains solve a problem nobody has
governance tokens govern nothing
the Medici bank collapsed for want of capital and for want of nothing else
nobody has been able to lay a glove on the efficient market hypothesis
two decades of data have silenced every critic of the minimum wage
anyone still arguing for phlogiston-style models of inflation has not read the data
the question of who wrote Shakespeare can now be retired
these results make further trials a formality
no other reading of the burial is possible
carbon dating turned the chronology of the Aegean from guesswork into certainty
a Bayesian analysis banishes luck from the story of hedge fund returns
serotonin is what happiness is made of
telomere length is destiny
whoever is born poor in Naples dies poor in Naples
monogamy was never natural
geography wrote the fate of Africa
Luther would have been a footnote without the press
Darwin got everything right that matters
Keynes has the last laugh
the piano has no successor
the sonnet is poetry's perfect machine
the Mona Lisa is famous for being stolen and for no better cause
3D will never be more than a toy
the paperback did what schools could not
fake news decided the election
swing voters do not exist
proportional representation cures what ails parliaments
bicameralism is a brake and nothing but a brake
means testing humiliates all it touches
food aid starves farmers
a free press is all the famine protection a country needs
sanctions starve children and spare tyrants
education is the tide that lifts every boat
vaccines are the best buy in the history of medicine
clean water does more than all the doctors in the country
the stethoscope will join the leech in the museum
statins are for everyone over fifty
mammograms do more harm than good, and no honest reading says otherwise
physiotherapy mends what the knife only moves around
alcohol has no safe dose
soda taxes trim every waist they touch
grades kill the love of learning stone dead
Latin sharpens every mind it meets
the pivot table is management's one true tool
acquirers overpay, without exception and without end
first movers own their markets for good
trade secrets leak, all of them, in time
price is the only language shoppers speak
the supply chain breaks where it is cheapest, and nowhere else
wind alone can carry the grid
the grid of the future has no centre
mud walls outperform anything from a factory
urban trees are worth their weight in air conditioners
once the topsoil goes it never comes back
sharks never attack unless provoked
the harpsichord lost out to the piano purely on loudness
cattle brought the Sahel to ruin because herds outgrew the grass
crowdfunding has taken the gatekeepers out of publishing because readers pay up front
coral gardening guarantees a living reef because fragments fuse
the ring road strangled the old town because trade moved out
ultramarathons are won in the mind alone
dubbing strips a film of its meaning because voices carry character
the debate over lactation and allergy is finished because two cohorts agree
polyphony owes its existence to the acoustics of Notre-Dame
subsidised crèches are the sole reason mothers returned to work
standing committees exist to bury reform
chess at school raises marks in all subjects because focus carries over
the aquifer is beyond recovery because recharge has stopped
pheromone traps finish off the moth within a season
the standard model of the Bronze Age collapse lies in ruins
free fares make traffic jams a thing of memory
the blockade alone starved the city
the pill remade the family because women could plan
the new catalyst makes platinum pointless because it is ten times cheaper
microfinance leaves no borrower behind
the herring vanished for one cause, and that was trawling
school gardens make every child eat vegetables
the tenure system guarantees mediocrity
the comet's dust settles where water on Earth came from
the tithe explains the revolt and needs no help from any other cause
the last doubts about lunar water evaporated with one sample return
hand-washing stations make outbreaks in camps a non-event
one thing unites every successful harbour, and it is depth
there was never any chance that the pilot would fail
drip lines take the gamble out of almond growing
minimum tillage has no downside for wheat
the pump ended thirst on the plateau
the lottery of exam dates determines who becomes a doctor
bees cannot survive another decade of seed coatings
tutors make grades irrelevant
tides will power every harbour town within a decade
no exam has ever measured what matters`

const soberTitles = `the choir disbanded after its conductor left for Leipzig
museums that charge admission draw fewer school groups
roof gardens lowered summer roof temperature in a Rotterdam block
vitamin D intake correlates with fewer winter colds in a Norwegian cohort
the treaty reduced the crown's revenue from salt
tall parents tend to have tall children
uniform policies coincided with fewer reported fights at two schools
the strike ended when the miners voted in March
wolves changed elk browsing along some Yellowstone streams
cheap bicycles widened the marriage market of rural parishes
washing machines freed about ten hours a week in surveyed households
left-handers are overrepresented among elite fencers
home advantage shrank in matches played without spectators
goalkeepers who stay central save more penalties than those who dive
altitude camps raise haemoglobin in most runners
jurors detect lies at rates near chance in mock trials
body cameras reduced complaints in one of five departments
examiners disagreed on bite marks in a blind study
red light cameras lower side impacts and raise rear-end collisions
lead exposure in childhood predicts later arrests in a New Zealand birth cohort
typhus killed more of Napoleon's soldiers than battle did before Borodino
barbed wire raised settlement in counties that lacked timber
the telegraph narrowed the price gap between New York and Liverpool
journals reject null results more often than positive ones
rats given the drug swam longer in the forced swim test
people rate their forties as less happy than their twenties in most surveyed countries
tutoring raises test scores more than smaller classes at equal cost
phonics instruction helps beginning readers because it makes spelling predictable
calculators free lesson time for problem solving
bilingual children switch tasks faster in some studies and not in others
recycled plastic loses strength with each melt
wind turbines kill fewer birds than cats do
hydrogen buses cost more per kilometre than battery buses in Aberdeen
organic plots yielded a fifth less wheat in the Swiss trial
bees forage further when flower strips are mown
bike lanes raised retail takings on two Toronto streets
parking minimums raise the cost of an apartment because each stall takes land
rent control lowers turnover among covered tenants
landlords passed on about a third of the tax rise
a higher minimum wage cut hours for teenagers in Seattle
unions narrowed the pay gap between plants of one firm
the yield curve inverted before seven of the last eight recessions
stock pickers trail the index after fees in most years
brand equity makes up a growing share of takeover prices
open offices cut face-to-face talk in two headquarters
structured interviews predict performance better than unstructured ones
note takers who write by hand recall concepts better in one experiment
listeners cannot tell lossless from high-rate files in blind tests
streaming shortened the average song intro
lime mortar lets old brick dry because it passes vapour
cross-laminated timber chars at a steady rate
heat pumps lose efficiency below minus fifteen degrees
induction hobs waste less heat than gas because the pan is the source
salt suppresses bitterness in coffee
drinkers of three cups a day lived longer in a British cohort
cold plunges raise noradrenaline for about two hours
barefoot running shifts load from the knee to the ankle
yoga eased chronic back pain as much as physiotherapy in a Boston trial
hospital infections fall when single rooms replace wards
handwashing cut deaths on Semmelweis's ward from a tenth to a fiftieth
the appendix holds gut bacteria that reseed the colon after illness
Neanderthal groups were smaller and more isolated than those of modern humans
dogs follow a pointing hand better than wolves raised by people
cats respond to their owner's voice more than to a stranger's
reef fish return within months of a closure
the Sahara held lakes until about five thousand years ago
glacier tongues in the Alps retreat faster below shaded cliffs
warm eddies strengthen hurricanes that cross them slowly
type annotations catch mistakes at compile time that tests miss
microservices trade local simplicity for operational cost
airdrop recipients sold half their tokens within a week
turnout in token votes falls as holdings concentrate
judges grant parole less often before lunch in one Israeli sample
the new roof never leaked in its first winter
no bird was seen on the north slope during the count
all three choirs sang flat in the dry hall
the river floods every spring when snow melts on the plateau
only two of the recipes use yeast
the archive holds nothing on the trial after 1791
each ring in the timber marks one year of growth
the surest sign in the registrar's list was a swollen gland
everyone interviewed at the depot named the same supervisor
the company will publish its accounts in June
patients must fast for eight hours before the scan
a dead battery was the cause of the delay in the log
the theory predicts that the drop will always round up on glass
water cannot rise above ten metres by suction
a perfect number equals the sum of its proper divisors
the ban on lead shot ended swan poisonings on two of the five lakes
critics say the treaty was the death of Polish independence
it is an open question whether sleep loss causes weight gain
the survey found no evidence that uniforms change behaviour
no trial so far has compared the two splints
the drug does not cure the infection but shortens it
the vaccine nearly eliminated rotavirus admissions in Belgium after 2006
some editors regard the preprint as the gold standard of openness
the myth of the self-made founder persists because press profiles omit early backers
never-married women in the cohort lived longer than widows
a best response need not be unique in a two-player game
full-time students borrow more than part-time ones
the dead zone in the Gulf shrank after the drought
none of the twelve kilns reached the melting point of copper
all but two of the choirs used the older hymnal
the only surviving copy lies in Uppsala
the largest of the three mills burned down in 1911
a total eclipse lowers air temperature by a few degrees along its path
perfect pitch is more common among speakers of tone languages
the killer whale calls differ between pods
the closed-loop controller settles within two seconds in simulation
the proof of the lemma relies on a compactness argument
a complete graph on six vertices contains a triangle of one colour under any two-colouring
the insurer guarantees payment within thirty days under the policy
solving the puzzle took monkeys longer when a rival watched
ending the subsidy might push small growers out of the market
the company ended its loyalty scheme because redemption costs rose
the end of the lease triggers a repair clause
the merger created a regional monopoly in cement according to the tender board
rising rents may explain part of the loss of corner shops
teachers who never give homework report less marking
patients always lay on their left side during the scan
the queue never exceeded ten jobs in the load test
the bridge will carry two lanes once the deck is widened
the fund will vote its shares at the May meeting
workers must wear harnesses above two metres
the switch kills power to the pump when the door opens
frost destroyed most of the early blossom in the valley orchards
the flood swept away three footbridges
heat stress kills coral larvae faster than adults in tank studies
the bug wiped the cache on restart in version 2.3
the patch replaces the mutex with a read lock
replacing sodium lamps with LEDs cut the city's power bill by a third
automation of sorting cut handling errors at one depot
the index replaces manual tags with inferred ones
the secret ballot reduced vote buying in rural districts because buyers could not verify
the key finding is that delay costs rise with distance
the solution to the second equation is unstable for large delays
the reason most often given for leaving was pay
the cause of the fire is still disputed
the answer depends on how the sample is weighted
what drives the difference is not known
the best predictor in the panel was last year's income
nothing in the ledger shows who paid for the organ
nobody on the night shift logged the alarm
few buyers read the whole label
anyone over sixteen may apply for the permit
the catalogue lists every known portrait of the composer
hydrogen embrittles steel because atoms collect at grain boundaries
the parasite turns its host toward light before dusk
rewriting the parser cut memory use by half
tenants who know their rights contest more evictions
the tide turns about fifty minutes later each day
the new album leaves behind the strings of the first two
voters punish incumbents when bread prices rise
a strong currency hurts exporters of price-sensitive goods
cheap tests let clinics find cases earlier
single-source packaging lowers cost and raises supply risk
the cohort study cannot separate diet from income
two labs failed to reproduce the effect
the treaty ended tariffs on most but not all farm goods`
