package kb

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/text/likeness"
)

func TestSimX(t *testing.T) {
	a, _ := txtar.ParseFile("/tmp/h/tune/near_duplicate.txtar")
	out, _ := os.Create("/tmp/sim.tsv")
	type it struct {
		name string
		s    *likeness.Sketch
	}
	var all []it
	add := func(name string, data []byte) {
		c := claim.Parse(name, data)
		s := sketchOf(c, AppendProse(nil, c))
		all = append(all, it{name, s})
	}
	for _, f := range a.Files {
		add(f.Name, f.Data)
	}
	root := os.Getenv("KBGATE_SAMPLE")
	filepath.Walk(root, func(p string, i os.FileInfo, err error) error {
		if strings.HasSuffix(p, ".md") {
			d, _ := os.ReadFile(p)
			if os.Getenv("ALLNOTES") != "" || strings.Contains(string(d), "\ntype: claim") {
				add("kb"+strings.TrimPrefix(p, root), d)
			}
		}
		return nil
	})
	if x, err := filepath.Glob("/tmp/ndx/*.md"); err == nil {
		for _, p := range x {
			d, _ := os.ReadFile(p)
			add("x/"+filepath.Base(p), d)
		}
	}
	for i := range all {
		for j := range i {
			p := likeness.Compare(all[j].s, all[i].s)
			fmt.Fprintf(out, "%s\t%s\t%.2f\t%.2f\t%.2f\t%d\t%v\n", all[j].name, all[i].name, p.Score, p.Title, p.Words, p.Figures, p.Counter)
		}
	}
}
