package output

import (
	"encoding/json"
	"flag"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/kbgate/kbgate/internal/refine/loglinear"
	"github.com/kbgate/kbgate/internal/refine/loglinear/fit"
)

var update = flag.Bool("update", false, "fit the weights anew, and write them")

// options were found by cross-validation. Around them little changes.
var options = fit.Options{Ridge: func(string) float64 { return 0.3 }, Enough: 2, Rounds: 200}

// labelled is a text with whether it holds each kind of failure.
type labelled struct {
	author, id, text string
	is               []bool
}

func newLabelled(author, id, text string, labels []string) labelled {
	return labelled{author, id, text, []bool{Runtime: slices.Contains(labels, "runtime_error"), Verification: slices.Contains(labels, "verification_failure")}}
}

// readLabelled reads the texts in which programs speak: those that teach alone, the half of the sets of other authors of which the CRC-32 of
// the id is even, what programs printed here, and claims. The other half of the sets measures.
func readLabelled(t testing.TB) (all []labelled) {
	for _, pattern := range []string{"testdata/*.jsonl", "../signal/testdata/labelled/*.jsonl"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no labelled texts: %v", pattern, err)
		}
		for _, name := range files {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(string(data)) {
				var item struct {
					ID, Text string
					Labels   []string
				}
				if err := json.Unmarshal([]byte(line), &item); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				if strings.HasPrefix(pattern, "testdata") || crc32.ChecksumIEEE([]byte(item.ID))%2 == 0 {
					all = append(all, newLabelled(filepath.Base(name), item.ID, item.Text, item.Labels))
				}
			}
		}
	}
	data, err := os.ReadFile("../signal/testdata/programs.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range strings.Split("\n"+string(data), "\n== ")[1:] {
		head, text, _ := strings.Cut(part, "\n")
		labels, name, _ := strings.Cut(head, " ")
		all = append(all, labelled{"programs", name, text, []bool{Runtime: strings.Contains(labels, "R"), Verification: strings.Contains(labels, "V")}})
	}
	return append(all, readProse(t)...)
}

// readProse reads claims, whose headers are no program's output: those of which the CRC-32 of the name is even.
func readProse(t testing.TB) (all []labelled) {
	files, err := filepath.Glob("../../gate/testdata/labelled/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no claims: %v", err)
	}
	for _, name := range files {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			if filepath.Ext(f.Name) == ".md" && crc32.ChecksumIEEE([]byte(f.Name))%2 == 0 {
				all = append(all, newLabelled(filepath.Base(name), f.Name, string(f.Data), nil))
			}
		}
	}
	return all
}

// seen gives a text as the model sees it, and what the forms found; false where no program speaks in it.
func (l *labelled) seen() (text fit.Text, r *reader, ok bool) {
	r = &reader{source: []byte(l.text), index: anchors()}
	r.lines(0, len(r.source), mostLines, mostTries)
	r.judge()
	if !r.findWords() {
		return text, nil, false
	}
	return fit.Text{Features: r.features(r.weighedLines()), Is: l.is}, r, true
}

// folds is into how many parts a hash splits the texts for cross-validation.
const folds = 8

// TestCrossValidation fits without each part of the texts in turn, and measures on that part. The bounds are a little below what is
// reached.
func TestCrossValidation(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: fits the weights several times")
	}
	type one struct {
		labelled
		text fit.Text
		r    *reader
		fold uint32
	}
	var all []one
	for _, l := range readLabelled(t) {
		if text, r, ok := l.seen(); ok {
			all = append(all, one{l, text, r, crc32.ChecksumIEEE([]byte(l.text)) / 2 % folds})
		}
	}
	var forms, both [kinds]fit.Count
	for fold := range uint32(folds) {
		var texts []fit.Text
		for i := range all {
			if all[i].fold != fold {
				texts = append(texts, all[i].text)
			}
		}
		m, err := loglinear.Open(fit.File(texts, options), kinds)
		if err != nil {
			t.Fatal(err)
		}
		for i := range all {
			if all[i].fold != fold {
				continue
			}
			p := m.Scores(all[i].text.Features)
			for k := range p {
				p[k] = loglinear.Probability(p[k])
			}
			found := [kinds]bool{all[i].r.found(Runtime), all[i].r.found(Verification)}
			got := weighed(found, p)
			for k := range kinds {
				forms[k].Add(all[i].is[k], found[k])
				both[k].Add(all[i].is[k], got[k])
				if got[k] != all[i].is[k] && testing.Verbose() {
					t.Logf("%s %s kind %d: labelled %v, forms %v, probability %.2f\n%s", all[i].author, all[i].id, k, all[i].is[k], found[k], p[k], all[i].labelled.text)
				}
			}
		}
	}
	t.Logf("%d texts; forms alone: %s; %s", len(all), &forms[Runtime], &forms[Verification])
	both[Runtime].Reaches(t, "runtime", 0.90, 0.88)
	both[Verification].Reaches(t, "verification", 0.92, 0.88)
}

// weights.txt is what the texts give.
func TestWeights(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: fits the weights")
	}
	var texts []fit.Text
	for _, l := range readLabelled(t) {
		if text, _, ok := l.seen(); ok {
			texts = append(texts, text)
		}
	}
	want := fit.File(texts, options)
	if *update {
		if err := os.WriteFile("weights.txt", []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	fit.IsCurrent(t, weightsText, want)
}
