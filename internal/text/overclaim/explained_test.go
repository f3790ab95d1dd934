package overclaim

import (
	"strings"
	"testing"
)

// TestExplained holds titles that claim too much although they name a reason, a way or a time, and others with the same
// words that tell what happened, mention the words, or leave an exception.
func TestExplained(t *testing.T) {
	for title := range strings.Lines(explainedTitles) {
		if _, ok := Find(strings.TrimSpace(title)); !ok {
			t.Errorf("passes: %s", title)
		}
	}
	for title := range strings.Lines(measuredTitles) {
		if w, ok := Find(strings.TrimSpace(title)); ok {
			t.Errorf("fires on %q (%v): %s", title[w.Start:w.End], w.Kind, title)
		}
	}
}

const explainedTitles = `the telegraph annihilated distance because orders crossed an ocean in minutes
the northern pike has exterminated trout in the lake because its fry eat theirs
cold plunges rewire the brain by flooding it with noradrenaline
Kubernetes tamed deployment by hiding the machine
the gold standard strangled Europe until Britain let go of it
salt reduction does not matter because kidneys adjust
parliaments cannot control intelligence agencies because secrets stay secret
electronic bills of exchange eliminate forgery because a key cannot be copied
teaching apes to think in symbols guarantees speech
chain of thought makes deceit impossible
literature is dying because attention is gone
rent control was the century's dumbest blunder
Concorde was the most beautiful and purest aircraft of all time
canals were the reason the Midlands grew rich
lice and only lice beat the Grande Armée
rye alone kept Prussia from famine
the strike was purely a quarrel over tea breaks
index funds have won because fees compound
zoning is to blame for high rents because land is rationed
the tariff broke the back of the slump
quiet quitting is a figment of the business press
the pawn endings leave nothing of the old opening theory
fusion is on the verge of cheap power
we can be certain that the scribe was left-handed
magnetic tape met its match in the cassette
cryptography beats the state at its own game
the polygraph gets it wrong
a cable car is at the heart of the town's revival
coffee works wonders on memory because it blocks adenosine
carbon capture is a fig leaf for oil
the forger is as good as caught and the case is as good as won
harbour pilots' days of steering by eye are numbered
the tractor freed the village from the landlord
landlords seal the fate of corner shops by doubling rents
ferries hold the islands together if and only if fares stay low`

const measuredTitles = `the phrase too big to fail predates the crisis of 2008
the slogan nothing beats cash dates from a bank poster
only three of the eleven kilns held temperature overnight
the scrolls include every book of the Hebrew Bible except Esther
the battery fails below minus twenty
pumps fail on the windward slope because salt clogs the intake
ferry trips fell hardly at all after the fare rise
the team cannot yet explain the drop
the ledger suggests a loan but does not put a gift beyond doubt
four harvests are too few to show that the terraces gained
trade historians no longer agree that the toll made war unavoidable
dynamic pricing replaces fixed fares by quoting each seat anew
the insurer will publish its loss figures in March
critics call the vintage the find of a lifetime
households do not respond to small price changes because bills arrive late
the merger won approval after the firms sold two plants
subsidies kept the ferry open in winter
the emperor abolished the tax in 1720 and restored it in 1724
the tower is the tallest timber building in Norway
rested crews made fewer errors on the second night of the drill
sugar beet replaced cane in Prussia when the blockade raised prices`
