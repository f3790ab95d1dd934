package overclaim

import (
	"strings"
	"testing"
)

// TestMaxims holds proverbs, slogans and idioms of certainty, and look-alikes that claim no more than was seen.
func TestMaxims(t *testing.T) {
	for title := range strings.Lines(slogansAndIdioms) {
		if _, ok := Find(strings.TrimSpace(title)); !ok {
			t.Errorf("passes: %s", title)
		}
	}
	for title := range strings.Lines(lookAlikes) {
		if w, ok := Find(strings.TrimSpace(title)); ok {
			t.Errorf("fires on %q (%v): %s", title[w.Start:w.End], w.Kind, title)
		}
	}
}

func TestDoubtless(t *testing.T) {
	for title, want := range map[string]bool{
		"it is beyond any conceivable doubt that the peg was attacked":         true,
		"that the peg was attacked is now settled":                             true,
		"pegs have been scientifically proven to fail":                         true,
		"the auction eliminated herding, and that is an established fact":      true,
		"the finding that fees do not matter admits of no rebuttal":            true,
		"the ledger proves that the peg was attacked":                          false,
		"auctions eliminate herding":                                           false,
		"the belief that pegs hold has been debunked":                          false,
		"some argue that it is beyond doubt, but the peg may have been robust": false,
	} {
		if w, _ := Find(title); w.Doubtless != want {
			t.Errorf("doubtless %v, want %v: %s", w.Doubtless, want, title)
		}
	}
}

const slogansAndIdioms = `loneliness kills
breast is best
attention is the new oil
private credit is the next subprime
chess makes children cleverer
bilingual children are smarter
salt built Venice
villagers loathe wind farms
DAOs are inherently ungovernable
quadratic voting finally cracks the problem of collective choice
the crowd is wiser than its wisest member
diets don't work
trust, once broken, is never regained
memory foam mattresses end back pain
futarchy beats every other form of governance
the reforms clearly failed
every L2 without a sequencer is a zombie
drones will make delivery virtually free
regulation invariably protects incumbents
the riddle of the lost colony is solved
gone are the days of the paper ballot
say goodbye to the branch bank
airdrops are to loyalty what sugar is to hunger
the clerk is a dying breed
who needs banks when there is code
not even the best audit finds a patient attacker
anyone with a laptop can now build a bank
wolves brought the valley back to life
video referees have made football fair
bicycle helmets do more harm than good
boredom is the mother of invention
fractional reserve banking is a Ponzi scheme
the proof is in that pegs break
who would deny that the dam starved the delta
the collapse was no accident
the founders have lied from the start
the crash had to come
a reckoning is coming
not a cent of the aid reached the poor
social media has rewired our brains
veganism would save the climate
the strategy beats the market year after year without fail
teams that skip retrospectives never improve
the evidence is in and fluoride is safe
only the wilfully blind deny that tariffs failed`

const lookAlikes = `Chinese patent filings rose after local subsidies
girls outperform boys in reading in all surveyed countries
noise is the most common complaint in open offices
losses are shifted to whoever rebalances last
the goalkeeper's gloves stopped nine shots in one season
dough rested overnight had larger pores
lonely adults die earlier on average
the will must be read aloud by a notary
every validator must sign each block in this protocol
the puzzle has been solved by 41 of 60 crows
few if any of the sampled shops displayed prices
not one of the nine sites met the standard
the clearly labelled bins collected more glass
clearly marked exits shortened evacuation in the drill
the report states clearly which firms were excluded
prices are better than in the first round
the committee is the new owner of the land
the firm is the next target
frost shaped the soil into polygons
clay made the bricks heavy
the model is free of charge for students
the drought drew more herders than the richest wells did
the panel finally closed after twelve waves
the wall's cracks have been mapped and numbered
the last hour of trading has the most volume
the clerk decides who needs aid
the offer was welcome to the union
the ring road is to be widened next to what remains of the wall
the lecture on Gutenberg drew those who need credits`
