package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/source"
	"github.com/kbgate/kbgate/internal/text"
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

// mostBrought is how many notes of other sides a merge may bring for what is said of them.
const mostBrought = 2000

// brought says which findings a merge brings with the notes of its other sides. It answers for none of them, but nobody is to bring bad notes
// unawares. What a side has by its own comments silenced stays so.
func (s *Session) brought(parents []*source.Source) (remarks []string, err error) {
	if !s.Staged {
		return nil, nil
	}
	first := *parents[0]
	change := *first.Change
	touched := change.Files.Touched()
	for _, parent := range parents[1:] {
		has := parent.Change.Files.Touched()
		var notes []string
		for name := range touched {
			if kb.IsNote(name) && !has[name] {
				notes = append(notes, name)
			}
		}
		side := git.HeadName(parent.Change.Before())
		if len(notes) == 0 || len(notes) > mostBrought {
			if len(notes) > 0 {
				remarks = append(remarks, fmt.Sprintf("the merge brings %d notes of %s, more than %d, so nothing was looked for in them; `kbgate check` judges all", len(notes), side, mostBrought))
			}
			continue
		}
		own := change
		own.Apart, own.SuppressionTree = map[string]bool{}, parent.Change.BeforeTree
		for _, name := range notes {
			own.Apart[name] = true
		}
		at, one := first, *s
		at.Change = &own
		one.Source, one.records, one.refused = &at, nil, nil
		result, err := one.runChange()
		if err != nil {
			return nil, err
		}
		if remark := saidOf(result, own.Apart, side); remark != "" {
			remarks = append(remarks, remark)
		}
	}
	return remarks, nil
}

// saidOf says what is found in the notes of a side, and how it is shown; "" for nothing.
func saidOf(result *Result, of map[string]bool, side string) string {
	const most = 3 // notes that are named
	var count finding.Summary
	var names []string
	for _, f := range result.Document.Findings {
		if !of[f.Path] {
			continue
		}
		if f.Severity == finding.Blocking {
			count.Blocking++
		} else if !f.IsPossible() {
			count.Warning++
		} else {
			continue
		}
		if len(names) == 0 || names[len(names)-1] != f.Path {
			names = append(names, f.Path)
		}
	}
	if len(names) == 0 {
		return ""
	}
	shown, more := names[:min(len(names), most)], ""
	if n := len(names) - most; n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	return fmt.Sprintf("the merge brings %s and %s with notes of %s, which hold up nothing here: %s%s; `kbgate check PATH` shows them",
		text.Count(count.Blocking, "blocking finding", "blocking findings"), text.Count(count.Warning, "warning", "warnings"), side, strings.Join(shown, ", "), more)
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
