package overclaim

import (
	"strings"
	"testing"
)

// TestStrong holds titles that a tentative claim may not have, over all the ways to word too much.
func TestStrong(t *testing.T) {
	for title := range strings.Lines(strongTitles) {
		if _, ok := Find(strings.TrimSpace(title)); !ok {
			t.Errorf("passes: %s", title)
		}
	}
}

const strongTitles = `satellite data remove all doubt that the dam leaked
the leak was undoubtedly the work of insiders
this settles who wrote the pamphlets
it is now certain that sleep drives memory
the experiment leaves no question that mice can count
the trial nails down the cause of colic
ice cores clinch the case for a volcanic winter
dental records put the date of the battle beyond dispute
sleep apnoea is undeniably behind the rise in road deaths
compulsory voting would end polarisation
vouchers wipe away school segregation
the vaccine removes any risk of relapse
compost turns any soil fertile
mesh networks make censorship impossible
sandboxing renders malware harmless
open books put corruption to rest
a congestion charge empties the streets of cars
a land tax would abolish speculation overnight
smart meters have done away with theft of power
translation software has made interpreters superfluous
noise barriers leave residents with zero disturbance
standing desks give total relief from back pain
sunscreen offers complete protection against melanoma
bail reform has had absolutely no effect on crime
exercise is all a depressed patient needs
the only cause of the strike was pay
pay was the sole reason for the strike
lead piping is why Rome fell
the printing press caused the Reformation
railways created the American nation
the potato explains the rise of Prussia
culture is what separates winners from losers
luck alone separates winners from losers
trust is the whole story of trade
everything depends on the first hire
success comes down to timing
talent counts for nothing in sales
no startup survives a founder divorce
there is no better predictor of default than age
nothing beats a face-to-face pitch
mentoring is the most powerful lever in education
Postgres is the best database for every workload
the sharpest minds always leave first
Rust is the safest language there is
tides are the cheapest power source on earth
remote interviews are the fairest way to hire
self-driving trucks will put every driver out of work
quantum computers will break all encryption by 2030
coal is finished in Europe
the office is dead
cash will disappear within ten years
print newspapers are doomed
universities face extinction
AI agents are about to replace lawyers
the dollar is certain to lose its reserve status
rollups will win
the euro cannot survive another crisis
deflation must follow the boom
every bubble bursts
markets never forget
parents always know
peer review never catches fraud
teenagers cannot resist notifications
nobody trusts polls
all politics is local
no one reads terms of service
tariffs never work
austerity always fails
sanctions never topple regimes
a single bad review destroys a restaurant
one typo ruins a launch
social media has destroyed attention
television killed reading
plastic is killing the oceans
rent control is a disaster
degrees are useless
meetings are a waste of time
homework is pointless
diets do not work
money buys happiness, full stop
zoning is the root of all housing misery
phones are solely to blame for teenage anxiety
the algorithm is entirely to blame for the riots
sugar is the real culprit behind heart disease
without immigration the economy would collapse
democracy depends entirely on newspapers
good sleep requires nothing more than darkness
anyone can learn to sing in tune
whatever the price, demand for salt stays the same
blockchain voting makes fraud mathematically impossible
dogs understand every word we say
the plan is foolproof
our detector catches every deepfake
the filter lets nothing through
backups guarantee recovery
encryption fully protects patients
ketamine reverses depression
gene therapy has conquered blindness
a daily aspirin prevents cancer
breastfeeding makes children smarter, without question
meditation rewires the brain for life
bees face certain extinction
birth order determines personality
genes dictate who becomes obese
the first five minutes decide every negotiation
names decide careers
inflation is always and everywhere a monetary phenomenon
it is impossible to teach creativity
machines will never be conscious
human translators have nothing left to offer
a four-minute call replaces a day of meetings
the scheme has eradicated truancy
unions have become irrelevant
the treaty was a complete failure
the merger was an unmitigated disaster
patents do nothing but slow innovation
daylight saving serves nobody
the evidence is overwhelming that birds use quantum compasses
the science is settled on screen time
no serious historian doubts the forgery
loot boxes turn children into gamblers because the reward never comes on schedule
a carbon price is all the climate needs because firms follow cost
microdosing ends depression because it quiets the default network
congestion pricing has solved traffic in Stockholm
the gig economy has destroyed the middle class because benefits vanished
crypto mixers make tracing hopeless because outputs share one pool
open kitchens guarantee hygiene because diners watch
standing orders completely remove the need for a dispatcher
vertical integration is the only defence against chip shortages
seed oils are the driver of modern obesity because they inflame the gut
private schools owe their results wholly to selection
the collapse of Bronze Age trade was due entirely to drought
smartphones are the cause of the fertility decline because couples meet less
grain prices alone account for the French Revolution
the longbow won Agincourt and armour had nothing to do with it
stack ranking always poisons teams because colleagues become rivals
no founder can delegate hiring before product-market fit
universal preschool lifts every child because early brains are plastic
all successful platforms begin with one side subsidised
anyone who meditates daily becomes calmer
bonds never protect in a stagflation because coupons are fixed
every ransomware attack starts with a phished password
nobody leaves a company with good managers
Elixir is the best language for chat servers because processes are cheap
heat pumps are the greatest energy invention of the century
the Eisenhower matrix is the most effective planning tool ever devised
humanoid robots will do all warehouse work by 2030 because arms are getting cheap
central bank digital coins will make banks redundant
fusion will power every city before 2040
passwords will be gone within five years because passkeys are easier
AI judges are inevitable because dockets are full
Bitcoin is destined to replace gold
remote work can never build culture because trust needs presence
the market is never wrong about defaults
zero trust networks cannot be breached because every hop is checked
smart contracts remove the need for courts because code enforces itself
the new index removes bias entirely
one lab's result shows conclusively that tau spreads along axons
the wallet study leaves no doubt that people are honest
it is beyond argument that cheap energy made modern cities
the fossil proves once and for all that birds are dinosaurs
our survey confirms that managers do not understand incentives
plainly the trade war caused the recession
the strike at Longbridge sealed the fate of British cars
a single fungus wiped the banana from Panama
gamification transforms any dull task into a joy
daylight is the secret to good sleep
spaced repetition makes forgetting impossible
a good brief eliminates every revision round because the client sees the goal
telemedicine has made distance irrelevant in rural care
the plough created patriarchy because it needed upper-body strength
literacy is what made the Reformation possible and nothing else was needed
a flat hierarchy is a recipe for chaos
index funds are strictly superior to active funds because fees compound
rent control has never worked anywhere
advertising does not influence voters at all
human intuition is worthless in chess
the humanities have no future because machines write
loneliness kills more surely than smoking
tele-rehab works for everyone who has had a stroke
coral bleaching is now irreversible across the Pacific
the paper closes the book on cold fusion
no amount of training makes a referee fair
four-day weeks raise output in any industry because rested people work faster
agile has failed
the Mongols owed their empire to the horse and nothing else
a strong brand is the one asset competitors can never copy
interest rates explain house prices in full
dual-class shares invariably entrench bad managers because votes outlive performance
carbon capture is a fantasy sold by oil firms
child tax credits wipe out poverty among the young
voters care about nothing but petrol prices
the first mover always wins in marketplaces
without encryption there is no privacy
deepfakes will end trust in video evidence
liquid democracy fixes representation
every language dies when its last school closes
the gold standard caused the Depression beyond dispute
graphene will make silicon obsolete by the end of the decade
one nudge is enough to make people save
bootcamps produce nothing but syntax
unions are indispensable to democracy
mindset is everything in recovery
any dog can be trained in a week
peer pressure is the whole reason teenagers smoke
supply chains will never return to China
lockdowns saved no lives
the tax pays for itself entirely
the treatment works in all patients because the receptor is conserved
the ECB's silence doomed Greece
pandas cannot be saved
proof of humanity makes bots impossible on chain because a face cannot be copied
loyalty cards tell retailers exactly what each shopper will buy
cheap credit guaranteed the crash
the study demolishes the case for charter schools
fluoride has lowered IQ everywhere it was added
prison does not deter anyone
bitcoin mining inevitably strands renewable grids
strategy documents change nothing
Brexit killed British science
hydrogen is the only fuel that can decarbonise steel
the placebo effect accounts for everything antidepressants do
mangroves stop tsunamis because roots break the wave
cats cannot be trained
a wet spring guarantees a bumper harvest
sortition would cure democracy of capture because nobody can buy a lottery
the East India Company was single-handedly responsible for the famine
bank runs are a solved problem
generative art has made illustrators obsolete
GPS has ended getting lost
monorepos eliminate dependency conflicts because all code moves at once
no central bank can tame inflation without a recession
school choice raises results for all pupils
wage growth will never return to the levels of the sixties
this proves that octopuses dream
the leaked emails settle the question of intent
it was the telegraph that won the war for Prussia
fasting resets the immune system completely
concrete is the most destructive material on earth
open access always raises citations because readers find papers
insider trading rules are unenforceable
elephants never forget a water hole
the best predictor of divorce is contempt
feedback is useless without trust
Esperanto failed for one reason alone
without patents no drug would ever be developed
stablecoin runs are unavoidable under any reserve design
every failed state began with a failed currency
autonomous ships will make piracy a relic because there are no crews to hold
parkrun turns anyone into a runner
the Great Stink alone forced London to build sewers
Linux has won the server for good
a universal flu vaccine is just around the corner
all that stands between the reef and death is shade
nobody will own a car in 2040
beavers solve drought because ponds hold water through summer
seaweed feed abolishes methane from cattle because it blocks the last enzyme
the Bauhaus is the origin of everything modern in design
sprints make estimates worthless because scope moves daily
cash transfers beat every alternative in relief work
a licence fee cannot survive streaming
the Opium Wars alone broke the Qing
screen readers have never been better than today and nothing rivals them
no vaccine mandate ever persuaded a sceptic
a founder who codes is always the better bet
sleep is the master key to learning
the four-hour workday will become universal by 2035
the Medici owed all their power to double-entry books
cold showers permanently raise metabolism
carbon labels leave shoppers completely unmoved
the merger of the two leagues guaranteed the ruin of small clubs
ocean heat proves that models understate warming
Roman concrete lasts forever because lime heals cracks
poor sleep is behind all burnout
the reform rendered local councils powerless
deep work demands total isolation
the tunnel ended the isolation of the valley once and for all
rote learning destroys curiosity because it rewards obedience
open tendering stops corruption in its tracks
homeowners associations exist solely to exclude`
