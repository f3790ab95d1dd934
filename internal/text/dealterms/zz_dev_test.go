package dealterms

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

func dump(t *testing.T, path string, data []byte, names Names) int {
	p := NewPassage(data, 0)
	ds := Find(names, p)
	for _, d := range ds {
		t.Logf("%s\n   [%s] %q\n   %s", path, d.Organisation, d.Term, squeeze(string(data[d.Start:d.End])))
	}
	return len(ds)
}

func TestDump(t *testing.T) {
	a, err := txtar.ParseFile("/tmp/h/tune/opsec_internal_deal_terms.txtar")
	if err != nil {
		t.Skip()
	}
	names := NamesOf([]string{"LivingIP", "Teleo", "Northwind Labs", "Harbor & Pine"})
	for _, f := range a.Files {
		if strings.Contains(f.Name, "/") {
			if dump(t, f.Name, f.Data, names) == 0 && strings.HasPrefix(f.Name, "faulty") {
				t.Log("MISS", f.Name)
			}
		}
	}
	_ = os.Args
}

func TestSample(t *testing.T) {
	names := NamesOf([]string{"LivingIP", "Teleo"})
	n, fired := 0, 0
	filepath.WalkDir("/work/shared/kb-sample", func(p string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(p, ".md") {
			return nil
		}
		data, _ := os.ReadFile(p)
		if !strings.Contains(string(data), "\ntype: claim") {
			return nil
		}
		n++
		if dump(t, strings.TrimPrefix(p, "/work/shared/kb-sample/"), data, names) > 0 {
			fired++
		}
		return nil
	})
	t.Log(fired, "of", n)
}
