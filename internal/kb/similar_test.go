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
	"github.com/kbgate/kbgate/internal/text"
	"github.com/kbgate/kbgate/internal/text/likeness"
)

// library makes n claims of about 130 words out of a vocabulary in which, as in texts, few words are frequent and most
// are rare, with ten figures each. What they share of a template comes first. Of the second half, each tenth claim
// retells the one that stands half the library before it: with two words in five, two title words in five and four
// figures in five.
func library(n int, template string) *Base {
	r := rand.New(rand.NewPCG(1, 2))
	often := rand.NewZipf(r, 1.2, 20, 200_000)
	b := &Base{notes: make([]Facts, n)}
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
	for i := range b.notes {
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
		builder.Begin(title.String())
		builder.Add(source, prose)
		b.notes[i] = Facts{Path: fmt.Sprint(i, ".md"), Claim: true, Sketch: builder.Sketch()}
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
	const n = 4000
	for _, template := range []string{"", sharedTemplate} {
		base := library(n, template)
		found, all := 0, 0
		for id := range ID(n) {
			if !retells(int(id), n) || likeness.Compare(base.notes[id].Sketch, base.notes[id-n/2].Sketch).Score < 0.45 {
				continue
			}
			all++
			for _, m := range base.Similar(id) {
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
	one := newSimilarIndex(base.notes)
	runtime.GOMAXPROCS(3)
	if three := newSimilarIndex(base.notes); !reflect.DeepEqual(one, three) {
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
	for _, m := range base.Similar(0) {
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
	if a, b := base.Note(0).Sketch, base.Note(1).Sketch; likeness.Compare(a, b) != likeness.Compare(a, a) {
		t.Errorf("%+v", likeness.Compare(a, b))
	}
	quoting := claimsOf(map[string]string{"a.md": "He wrote \"the tide was never paid for, said the pilots of Hovland in 1977\" and left.", "b.md": "He wrote \"\" and left."})
	if a, b := quoting.Note(0).Sketch, quoting.Note(1).Sketch; *a != *b {
		t.Error("a long quotation counts")
	}
}

// claimsOf makes claims of the same title.
func claimsOf(bodies map[string]string) *Base {
	b := NewBase(slices.Sorted(maps.Keys(bodies)))
	for id := range ID(b.Len()) {
		name := b.Note(id).Path
		c := claim.Parse(name, []byte("---\ntype: claim\ntitle: ferries to Brevik lose money at night\n---\n\n"+bodies[name]+"\n"))
		b.Put(id, FactsOf(c, true, AppendProse(nil, c)))
	}
	b.Seal()
	return b
}

// BenchmarkSimilar makes the index and asks for every claim; "found" is the share of retellings that it leads to.
func BenchmarkSimilar(b *testing.B) {
	for _, form := range []struct{ name, template string }{{"different", ""}, {"template", sharedTemplate}} {
		for _, n := range []int{1_000, 10_000, 100_000} {
			b.Run(fmt.Sprintf("%s/%d", form.name, n), func(b *testing.B) {
				base := library(n, form.template)
				for b.Loop() {
					base.similar = newSimilarIndex(base.notes)
					base.similarOnce.Do(func() {})
					inParallel(64, func(i int) {
						for id := n * i / 64; id < n*(i+1)/64; id++ {
							base.Similar(ID(id))
						}
					})
				}
				found, all := 0, 0
				for id := range n {
					if retells(id, n) && likeness.Compare(base.notes[id].Sketch, base.notes[id-n/2].Sketch).Score > 0.45 {
						all++
						for _, m := range base.Similar(ID(id)) {
							if m.ID == ID(id-n/2) {
								found++
							}
						}
					}
				}
				b.ReportMetric(float64(found)/float64(all), "found")
				b.ReportMetric(float64(all)/float64(n), "alike")
				b.ReportMetric(float64(len(base.similar.sizes)*8+len(base.similar.starts)*4+len(base.similar.owners)*4)/float64(n), "index-B/claim")
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/claim")
			})
		}
	}
}
