package main

import (
	"fmt"
	"path/filepath"
	"strings"
)

// A countable noun in the singular wants a determiner, so without one it is not
// the subject but the front of a compound: price moves, fee switches. WordNet
// does not say which nouns can be counted, but files every sense by subject, and
// some subjects hold things that come in pieces.

// pieces are WordNet's lexicographer files of such things: animals, artefacts,
// body parts, groups, objects, people, plants and shapes.
var pieces = map[string]bool{"05": true, "06": true, "08": true, "14": true, "17": true, "18": true, "20": true, "25": true}

// countable are nouns of other files that are counted.
const countable = `
	attempt ballot cache curve head house market stock bet bid bond breach bug call claim contract cost cut deal dividend drop exam exchange fee fine flaw fund grant
	hike hour index interview invoice job layoff loan loss margin meeting merger minute month move offer option patent payment
	penalty phone plan price quarter quota rate request run salary scandal schedule score session share shock signal spike
	strike subsidy switch tariff tax test ticket token transaction tender transfer trip vote wage week yield`

// uncounted are nouns filed under things that name a stuff, a field or an
// institution as such.
const uncounted = `
	air architecture art church clay clothing code congress content copper cotton court craft data earth equipment food
	furniture government hardware home housing infrastructure insulation land life light machinery management
	medicine metal mail media music news nature ocean opposition paper parliament plastic poetry pottery power press
	public radio rail rock sand school science sea silk society software soil space steel stone stuff technology
	television traffic transport wealth weather wood wool world leadership ownership training staff personnel man woman
	everyone infantry cavalry clergy audience folklore literature nobody theater theatre ware glass fabric cloth street
	text work wear wire gold silver bronze iron silt skin hair blood muscle bone brain tissue fat earth sky soul`

// commonNoun is the corpus count below which a noun is left to the reader.
const commonNoun = 4

// readThings finds the common nouns that are counted.
func (t *table) readThings(dir string) {
	t.things = map[string]bool{}
	file := map[string]string{} // synset offset -> lexicographer file
	lines(filepath.Join(dir, "data.noun"), func(line string) { file[line[:8]] = line[9:11] })
	counts := senseCounts(dir)
	lines(filepath.Join(dir, "index.noun"), func(line string) {
		word, offsets := indexEntry(line)
		var all, thing float64
		for i, offset := range offsets {
			w := counts[fmt.Sprintf("%s%%1#%d", word, i+1)] + smoothing
			all += w
			if pieces[file[offset]] {
				thing += w
			}
		}
		if word != "" && counts[word+"%1"] >= commonNoun && thing > .75*all {
			t.things[word] = true
		}
	})
	for _, word := range strings.Fields(countable) {
		t.things[word] = true
	}
	for _, word := range strings.Fields(uncounted) {
		delete(t.things, word)
	}
}
