package kb

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/lang"
	"github.com/kbgate/kbgate/internal/lang/likeness"
	"github.com/kbgate/kbgate/internal/parallel"
	"github.com/kbgate/kbgate/internal/text"
)

// library makes n claims of about 130 words out of a vocabulary in which, as in texts, few words are frequent and most
// are rare, with ten figures each. What they share of a template comes first. Of the second half, each tenth claim
// retells the one that stands half the library before it: with two words in five, two title words in five and four
// figures in five.
func library(n int, template string) *Overlay {
	r := rand.New(rand.NewPCG(1, 2))
	often := rand.NewZipf(r, 1.2, 20, 200_000)
	files := make([]string, n)
	for i := range files {
		files[i] = fmt.Sprintf("%07d.md", i)
	}
	b := NewOverlay(files)
	draw := func(i int) (words [142]uint64, figures [10]int) {
		r := rand.New(rand.NewPCG(3, uint64(i)))
		often := rand.NewZipf(r, 1.2, 20, 200_000)
		for j := range words {
			words[j] = often.Uint64()
		}
		for j := range figures {
			figures[j] = r.IntN(1000)
		}
		return words, figures
	}
	var builder likeness.Builder
	var prose []text.Word
	for i := range n {
		words, figures := draw(i)
		if retells(i, n) {
			words, figures = draw(i - n/2)
			for j := range words {
				if r.IntN(5) < 3 {
					words[j] = often.Uint64()
				}
			}
			for j := range figures {
				if r.IntN(5) == 0 {
					figures[j] = r.IntN(1000)
				}
			}
		}
		var body, title strings.Builder
		body.WriteString(template)
		title.WriteString(template[:min(len(template), 40)])
		for j, w := range words {
			if j < 12 {
				title.WriteString(" w" + spell(w))
			} else {
				body.WriteString(" w" + spell(w))
			}
		}
		for _, f := range figures {
			fmt.Fprintf(&body, " %d.%d", f/10, f%10)
		}
		source := []byte(body.String())
		prose = text.AppendWords(prose[:0], source)
		builder.Begin(title.String(), lang.English)
		builder.Add(source, prose)
		b.put(ID(i), facts{Claim: true, Sketch: builder.Sketch()})
	}
	return b
}

func retells(i, n int) bool { return i >= n/2 && i%10 == 0 }

func spell(n uint64) string {
	var letters []byte
	for ; n > 0; n /= 20 {
		letters = append(letters, "bcdfghjklmnpqrtvwxza"[n%20])
	}
	return string(letters)
}

const sharedTemplate = "quarterly tokenomics autopsy futarchy launchpad liquidity multisig treasury vesting cliff emissions buyback " +
	"oracle slippage validator staking airdrop snapshot quorum delegate proposer whitelisted escrow permissionless onchain"

func TestSimilarFindsRetellings(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: measures on labelled texts")
	}
	const n = 4000
	for _, template := range []string{"", sharedTemplate} {
		base := library(n, template)
		found, all := 0, 0
		for id := range ID(n) {
			if !retells(int(id), n) || alike(base, id, id-n/2).Score < 0.45 {
				continue
			}
			all++
			for _, m := range base.Similar(id, 0) {
				if m.ID == id-n/2 {
					found++
				}
			}
		}
		if all < 50 || found < all*98/100 {
			t.Errorf("found %d of %d retellings", found, all)
		}
	}
}

func TestSimilarIsTheSameOnAnyMachine(t *testing.T) {
	base := library(500, "")
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	one := base.snapshot.alike(16)
	runtime.GOMAXPROCS(3)
	if three := library(500, "").snapshot.alike(16); !reflect.DeepEqual(one, three) {
		t.Error("the index depends on the number of processors")
	}
}

func TestSimilarKnowsWhoSpeaksOfWhom(t *testing.T) {
	base := claimsOf(map[string]string{
		"a.md": "Wages make up 61 percent of 48,200 crossings by Osland.",
		"b.md": "That [[a]] makes wages 61 percent of 48,200 crossings by Osland.",
		"c.md": "Wages make up 61 percent of 48,200 crossings by Osland.\n\nRelevant Notes:\n- [[a]] -- the same",
	})
	cited := map[ID]bool{}
	for _, m := range base.Similar(0, 0) {
		cited[m.ID] = m.Cited
	}
	if want := map[ID]bool{1: true, 2: false}; !maps.Equal(cited, want) {
		t.Errorf("cited: %v, want %v", cited, want)
	}
}

func TestOwnVoiceLeavesOutWhatIsBorrowed(t *testing.T) {
	base := claimsOf(map[string]string{
		"a.md": "Wages make up 61 percent of 48,200 crossings by Osland.",
		"b.md": "## Evidence from Skarnes\n\nWages make up 61 percent of 48,200 crossings by Osland.\n\n> The tide was never paid for, said 77 pilots of Hovland.\n\n" +
			"`Rye 1.9`\n\n**Relevant Notes:**\n* [[another claim about Lofoten]] -- background at Bodin\n",
	})
	if got, want := alike(base, 0, 1), alike(base, 0, 0); got != want {
		t.Errorf("%+v", got)
	}
	quoting := claimsOf(map[string]string{"a.md": "He wrote \"the tide was never paid for, said the pilots of Hovland in 1977\" and left.", "b.md": "He wrote \"\" and left."})
	if sketchOf(quoting, 0) != sketchOf(quoting, 1) {
		t.Error("a long quotation counts")
	}
}

// claimsOf makes claims of the same title.
func claimsOf(bodies map[string]string) *Overlay {
	b := NewOverlay(slices.Sorted(maps.Keys(bodies)))
	for id := range ID(b.Len()) {
		name := b.Path(id)
		c := claim.Parse(name, []byte("---\ntype: claim\ntitle: ferries to Brevik lose money at night\n---\n\n"+bodies[name]+"\n"))
		b.put(id, newFacts(c, true, AppendProse(nil, c)))
	}
	return b
}

func sketchOf(b *Overlay, id ID) (s likeness.Sketch) {
	b.Note(id).Sketch(&s)
	return s
}

func alike(b *Overlay, one, other ID) likeness.Likeness {
	x, y := sketchOf(b, one), sketchOf(b, other)
	return likeness.Compare(&x, &y)
}

// BenchmarkSimilar makes the index and asks for every claim; "found" is the share of retellings that it leads to.
func BenchmarkSimilar(b *testing.B) {
	for _, form := range []struct{ name, template string }{{"different", ""}, {"template", sharedTemplate}} {
		for _, n := range []int{1_000, 10_000, 100_000} {
			b.Run(fmt.Sprintf("%s/%d", form.name, n), func(b *testing.B) {
				base := library(n, form.template)
				for b.Loop() {
					base.snapshot.similar = lazyIndex{}
					parallel.Map(stretches(n), func(ids []ID) (found int) {
						for _, id := range ids {
							found += len(base.Similar(id, 0))
						}
						return found
					})
				}
				found, all := 0, 0
				for id := range n {
					if retells(id, n) && alike(base, ID(id), ID(id-n/2)).Score > 0.45 {
						all++
						for _, m := range base.Similar(ID(id), 0) {
							if m.ID == ID(id-n/2) {
								found++
							}
						}
					}
				}
				b.ReportMetric(float64(found)/float64(all), "found")
				b.ReportMetric(float64(all)/float64(n), "alike")
				b.ReportMetric(float64(len(base.snapshot.similar.starts)*4+len(base.snapshot.similar.notes)*4)/float64(n), "index-B/claim")
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/claim")
			})
		}
	}
}
