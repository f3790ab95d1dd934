package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/text"
)

// mostFolders is how many folders the statistics list.
const mostFolders = 50

// tally counts findings.
type tally struct{ blocking, warning, fixable int }

// tallies are those of gates or folders, by name.
type tallies map[string]*tally

func (all tallies) add(name string, f *finding.Finding) {
	if all[name] == nil {
		all[name] = &tally{}
	}
	t := all[name]
	if f.Severity == finding.Blocking {
		t.blocking++
	} else {
		t.warning++
	}
	if f.AutoFixable {
		t.fixable++
	}
}

func (t *tally) all() int { return t.blocking + t.warning }

// WriteStatistics writes how many findings each gate has, and each folder, for people: the most first.
func WriteStatistics(w io.Writer, doc *finding.Document, opts TextOptions) error {
	t := textWriter{w: bufio.NewWriter(w), TextOptions: opts}
	gates, folders := tallies{}, tallies{}
	for i := range doc.Findings {
		f := &doc.Findings[i]
		gates.add(f.Gate, f)
		folders.add(strings.TrimSuffix(path.Dir(f.Path), "/")+"/", f)
	}
	if len(doc.Findings) > 0 {
		t.table("gate", gates, len(gates))
		t.line("")
		t.table("folder", folders, mostFolders)
		t.line("")
	}
	if !t.Quiet {
		t.counted(doc, len(slices.Collect(byNote(doc.Findings))))
	}
	return t.w.Flush()
}

// table writes one table, of at most so many lines.
func (t *textWriter) table(of string, all tallies, most int) {
	names := slices.SortedFunc(maps.Keys(all), func(a, b string) int {
		return cmp.Or(all[b].all()-all[a].all(), strings.Compare(a, b))
	})
	t.line("%s", t.paint(bold, fmt.Sprintf("%8s %8s %8s  %s", "blocking", "warning", "--fix", of)))
	for _, name := range names[:min(len(names), most)] {
		n := all[name]
		t.line("%8d %8d %8d  %s", n.blocking, n.warning, n.fixable, text.Visible(name))
	}
	if more := len(names) - most; more > 0 {
		t.line("%26s  and %s", "", text.Count(more, of+" more", of+"s more"))
	}
}
