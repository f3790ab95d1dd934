package check

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/git"
)

// merge makes of a change that of a merge with other parents: only the files that none of the parents has so count as
// changed.
func (c *change) merge(ctx context.Context, repo git.Folder, heads []string) error {
	c.apart = c.touched()
	for _, head := range heads {
		other := &change{before: head, policy: c.policy, prefix: c.prefix, apart: c.apart, suppressions: map[string]standing{}, early: map[string][]early{}}
		var err error
		if other.files, err = git.StagedChanges(ctx, repo, head); err != nil {
			return opaque(err)
		}
		differs := other.touched()
		maps.DeleteFunc(c.apart, func(name string, _ bool) bool { return !differs[name] })
		c.others = append(c.others, other)
	}
	return nil
}

// touched are the files that differ between the two states.
func (c *change) touched() map[string]bool {
	names := make(map[string]bool, len(c.files))
	for _, f := range c.files {
		names[f.Path] = true
	}
	return names
}

// isJudged reports whether a file counts as changed.
func (c *change) isJudged(name string) bool { return c.apart == nil || c.apart[name] }

// runSeen judges a change as it is seen from one state before it.
func (s *inquiry) runSeen(c *change) (*Result, error) {
	from := *s
	from.change = c
	defer from.keepIndexes()
	v, err := from.changeView(c)
	if err != nil {
		return nil, err
	}
	j := from.judgeOf(v)
	all, _, err := j.run(s.ctx)
	if err != nil {
		return nil, err
	}
	if all.claimed, err = from.claimed(v); err != nil {
		return nil, err
	}
	return from.result(j, all)
}

// breaks are the findings on notes that a merge leaves as one of its parents has them: links that led somewhere there,
// and lead nowhere now. The merge breaks one if it does so for each parent that has the note so; else that parent had the
// fault already. Parents and what they see are in the same order.
func (c *change) breaks(seen []*Result) []finding.Finding {
	parents := append([]*change{c}, c.others...)
	sees := make([]map[string]bool, len(parents))
	touched := make([]map[string]bool, len(parents))
	for i, parent := range parents {
		sees[i], touched[i] = map[string]bool{}, parent.touched()
		for _, f := range seen[i].Document.Findings {
			sees[i][f.Fingerprint] = true
		}
	}
	var all []finding.Finding
	known := map[string]bool{}
	for _, result := range seen {
		for _, f := range result.Document.Findings {
			if c.apart[f.Path] || known[f.Fingerprint] || isOfChange(f) {
				continue
			}
			known[f.Fingerprint] = true
			everywhere := true
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

// isOfChange reports whether a finding is on the change as a whole, so that it is one from wherever the change is seen.
func isOfChange(f finding.Finding) bool {
	g, ok := gate.BuiltIn.Find(f.Gate)
	return ok && g.OfChange
}

// join makes the result of a merge of what its parents see.
func (r *Result) join(c *change, seen []*Result) {
	broken := c.breaks(seen)
	doc := &r.Document
	doc.Findings = slices.DeleteFunc(doc.Findings, func(f finding.Finding) bool {
		return !c.apart[f.Path] && !isOfChange(f)
	})
	doc.Findings = append(doc.Findings, broken...)
	slices.SortStableFunc(doc.Findings, func(a, b finding.Finding) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), a.Line-b.Line, a.Column-b.Column, strings.Compare(a.Gate, b.Gate))
	})
	doc.Summary = finding.Summarize(doc.Findings)
}
