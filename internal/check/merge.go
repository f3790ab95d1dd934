package check

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/source"
)

// breaks are the findings on notes that a merge leaves as one of its parents has them: links that led somewhere there,
// and lead nowhere now. The merge breaks one if it does so for each parent that has the note so; else that parent had the
// fault already. Parents and what they see are in the same order.
func breaks(parents []*source.Source, seen []*Result, ofMerge func(finding.Finding) bool) (all []finding.Finding) {
	sees, touched := make([]map[string]bool, len(parents)), make([]map[string]bool, len(parents))
	for i, parent := range parents {
		sees[i], touched[i] = map[string]bool{}, parent.Change.Files.Touched()
		for _, f := range seen[i].Document.Findings {
			sees[i][f.Fingerprint] = true
		}
	}
	told := map[string]bool{}
	for _, result := range seen {
		for _, f := range result.Document.Findings {
			everywhere := !ofMerge(f) && !told[f.Fingerprint]
			told[f.Fingerprint] = true
			for i := range parents {
				everywhere = everywhere && (sees[i][f.Fingerprint] || touched[i][f.Path])
			}
			if everywhere {
				all = append(all, f)
			}
		}
	}
	return all
}

// join makes the result of a merge of what its parents see; it is what the first one sees.
func (r *Result) join(parents []*source.Source, seen []*Result, gates gate.Registry) {
	ofMerge := func(f finding.Finding) bool {
		g, ok := gates.Find(f.Gate)
		return parents[0].Change.Apart[f.Path] || ok && g.OfChange
	}
	broken := breaks(parents, seen, ofMerge)
	doc := &r.Document
	doc.Findings = slices.DeleteFunc(doc.Findings, func(f finding.Finding) bool { return !ofMerge(f) })
	doc.Findings = append(doc.Findings, broken...)
	slices.SortStableFunc(doc.Findings, func(a, b finding.Finding) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), a.Line-b.Line, a.Column-b.Column, strings.Compare(a.Gate, b.Gate))
	})
	doc.Summary = finding.Summarize(doc.Findings)
}
