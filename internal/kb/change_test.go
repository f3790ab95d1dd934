package kb

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/kbgate/kbgate/internal/claim"
)

// A base that a change makes of a snapshot answers every question as one that was made of the same files from nothing.
func TestChangedBaseIsAsOneMadeAnew(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: compares with many random cases")
	}
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 1))
		before := someNotes(r)
		after := maps.Clone(before)
		var gone, added []string
		for _, name := range slices.Sorted(maps.Keys(before)) {
			switch r.IntN(6) {
			case 0: // deleted
				delete(after, name)
				gone = append(gone, name)
			case 1: // edited
				after[name] = someText(r)
				gone, added = append(gone, name), append(added, name)
			case 2: // renamed
				delete(after, name)
				gone = append(gone, name)
				if to := someName(r); after[to] == "" && !slices.Contains(gone, to) {
					after[to] = before[name]
					added = append(added, to)
				}
			}
		}
		slices.Sort(added)
		snapshot := NewSnapshot(slices.Sorted(maps.Keys(before)))
		put(snapshot.With(nil, nil), before)
		changed := snapshot.With(gone, slices.Compact(added))
		for id := ID(snapshot.Len()); id < ID(changed.Len()); id++ {
			changed.put(id, factsOf(changed.Path(id), after[changed.Path(id)]))
		}
		anew := NewOverlay(slices.Sorted(maps.Keys(after)))
		put(anew, after)
		if got, want := answers(changed), answers(anew); !maps.Equal(got, want) {
			for q := range want {
				if got[q] != want[q] {
					t.Errorf("seed %d: %s: %s, want %s", seed, q, got[q], want[q])
				}
			}
			t.Fatal(len(got), len(want))
		}
	}
}

func put(b *Overlay, texts map[string]string) {
	for id := range ID(b.Len()) {
		b.put(id, factsOf(b.Path(id), texts[b.Path(id)]))
	}
}

func factsOf(name, text string) facts {
	c := claim.Parse(name, []byte(text))
	return newFacts(c, true, AppendProse(nil, c))
}

// answers asks a base all that can be asked, by the names of its notes.
func answers(b *Overlay) map[string]string {
	all := map[string]string{}
	show := func(ids ...ID) string {
		var paths []string
		for _, id := range ids {
			if id == None {
				paths = append(paths, "none")
			} else {
				paths = append(paths, b.Path(id))
			}
		}
		return fmt.Sprint(paths)
	}
	for id := range ID(b.Len()) {
		if !b.Has(id) {
			continue
		}
		p := b.Path(id)
		all["namesakes of "+p] = show(slices.Collect(b.Namesakes(id))...)
		all["twins of "+p] = show(slices.Collect(b.Lookalikes(id))...)
		all["link name of "+p] = b.LinkName(id)
		all["title of "+p] = b.Note(id).Title()
		if found, ok := b.Find(p); !ok || found != id {
			all["find "+p] = "lost"
		}
		for _, l := range b.Note(id).AppendLinks(nil) {
			to, found := b.Follow(id, &l)
			all[p+" links to "+l.Target] = fmt.Sprint(show(to), found)
			if !found {
				near, name, ok := b.Nearest(l.Target)
				all["nearest to "+l.Target] = fmt.Sprint(show(near), name, ok)
			}
		}
		for _, m := range b.Similar(id, 0) {
			all[p+" is like "+b.Path(m.ID)] = fmt.Sprint(m.Score, m.Cited)
		}
	}
	return all
}

func someNotes(r *rand.Rand) map[string]string {
	notes := map[string]string{}
	for range 20 + r.IntN(60) {
		notes[someName(r)] = someText(r)
	}
	return notes
}

var (
	someFolders = []string{"", "a/", "b/", "a/deep/", "b/deep/"}
	someWords   = []string{"tea", "Tea", "green tea", "green-tea", "gren tea", "chai", "water", "the water boils at noon", "the water boils at noon because of salt", "Größe"}
)

func someName(r *rand.Rand) string {
	ending := []string{".md", ".md", ".md", ".MD", ".markdown", ".png"}[r.IntN(6)]
	return someFolders[r.IntN(len(someFolders))] + someWords[r.IntN(len(someWords))] + ending
}

func someText(r *rand.Rand) string {
	link := func() string {
		return "[[" + []string{"", "", "a/", "deep/", "../", "./", "/"}[r.IntN(7)] + someWords[r.IntN(len(someWords))] + []string{"", "", ".md"}[r.IntN(3)] + "]]"
	}
	alias := ""
	if r.IntN(4) == 0 {
		alias = "aliases: [" + someWords[r.IntN(len(someWords))] + ", other]\n"
	}
	text := fmt.Sprintf("---\ntype: claim\n%s---\n\n# the kettle of Brevik number %d whistles\n\nThat %s holds follows from %s and ![[tea.png]].\n", alias, r.IntN(9), link(), link())
	if r.IntN(3) == 0 {
		text += "\nMeasured in Skarnes by Osland at 48.2 bar, 61 percent of 977 kettles whistled in the harbour of Hovland.\n"
	}
	return text + "\n- " + link() + "\n"
}
