package gate_test

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/gate"
)

// A figure of a title or a description that the body states as well is changed, in real and in labelled claims that
// are honest: how often FactualDiscrepancy notices is reported. What it says of the claims as they are is bounded: nothing that
// is certain, and few hints.
func TestChangedFigures(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: measures on labelled texts")
	}
	t.Run("labelled", func(t *testing.T) {
		claims := map[string][]byte{}
		archives, _ := filepath.Glob(filepath.Join("testdata", "labelled", "*.txtar"))
		for _, name := range archives {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range archive.Files {
				if label, slug := path.Split(f.Name); label == "honest/" {
					claims["claims/"+slug] = f.Data
				}
			}
		}
		measureChanged(t, claims, 0.02)
	})
	t.Run("sample", func(t *testing.T) {
		sample := os.Getenv("KBGATE_SAMPLE")
		if sample == "" {
			t.Skip("KBGATE_SAMPLE names no knowledge base")
		}
		claims := map[string][]byte{}
		err := fs.WalkDir(os.DirFS(sample), ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || path.Ext(name) != ".md" {
				return err
			}
			note, err := os.ReadFile(filepath.Join(sample, name))
			if c := claim.Parse(name, note); c.Header.Text("type") == "claim" {
				claims[name] = note
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		measureChanged(t, claims, 0.01)
	})
}

// changed counts how often a changed figure was reported.
type changed struct{ caught, all int }

func (c changed) recall() float64 { return float64(c.caught) / float64(max(c.all, 1)) }

func (c changed) String() string {
	return fmt.Sprintf("%.2f (%d of %d)", c.recall(), c.caught, c.all)
}

func measureChanged(t *testing.T, claims map[string][]byte, mostAlarms float64) {
	t.Helper()
	var title, description changed
	alarms := 0
	for name, note := range claims {
		if found, certain := verdict(t, gate.FactualDiscrepancy, name, note, nil); found {
			alarms++
			if certain {
				t.Errorf("%s: a figure of an honest claim is certainly wrong", name)
			}
			continue
		}
		c := claim.Parse(name, note)
		if c.Title.Origin != claim.FromFileName {
			title.add(t, name, c, c.Title.Text)
		}
		description.add(t, name, c, c.Header.Text("description"))
	}
	share := float64(alarms) / float64(max(len(claims), 1))
	t.Logf("changed figures reported: %s in titles, %s in descriptions; %d hints on %d untouched claims", title, description, alarms, len(claims))
	if share > mostAlarms {
		t.Errorf("hints on %.3f of honest claims; at most %.3f", share, mostAlarms)
	}
}

var digits = regexp.MustCompile(`\d[\d,]*(\.\d+)?`)

// add changes each figure of a field whose digits stand in the body, one at a time, and judges the claim.
func (c *changed) add(t *testing.T, name string, parsed *claim.Claim, field string) {
	t.Helper()
	note := string(parsed.Source)
	at := strings.Index(note, field)
	if at < 0 {
		return
	}
	_, body, found := strings.Cut(string(parsed.BodyText()), field)
	if !found {
		body = string(parsed.BodyText())
	}
	for _, m := range digits.FindAllStringIndex(field, -1) {
		written := strings.TrimRight(field[m[0]:m[1]], ",")
		if !strings.Contains(body, written) {
			continue
		}
		other := note[:at+m[0]] + otherFigure(written, m[0]) + note[at+m[0]+len(written):]
		c.all++
		if judge(t, gate.FactualDiscrepancy, name, []byte(other), nil) {
			c.caught++
		}
	}
}

// otherFigure is a number of the same kind with another value; turn varies by how much it differs.
func otherFigure(written string, turn int) string {
	plain := strings.ReplaceAll(written, ",", "")
	v, _ := strconv.ParseFloat(plain, 64)
	whole, fraction, decimal := strings.Cut(plain, ".")
	if len(whole) == 4 && !decimal && !strings.Contains(written, ",") && v > 1700 && v < 2100 {
		return strconv.Itoa(int(v) - 7)
	}
	switch turn % 3 {
	case 0:
		v = v*1.6 + 0.7
	case 1:
		v *= 0.55
	default:
		v = v*1.25 + 1
	}
	if decimal {
		return strconv.FormatFloat(v, 'f', len(fraction), 64)
	}
	return strconv.Itoa(int(v) + 1)
}
