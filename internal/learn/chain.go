package learn

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/decision"
)

// Once gives what counts of decisions: those of people, and of a pull request each thing once. The decisions on a pull request are a
// chain, and those that name no agent are of the agent whom the newest of the others names. It was rejected once for each category of the
// rejections that have words, by the newest of these; without any words, once. It was approved once, by the newest approval: whoever
// approves and then merges says the same twice. All tags of a chain stand with one decision of it. What is not on a pull request counts as
// it stands, in its place.
func Once(rows []decision.Summary) []decision.Summary {
	type chain struct{ pr, agent string }
	owner := map[string]newest[string]{}
	for i := range rows {
		if r := &rows[i]; r.PR != "" && r.Agent != decision.Unknown {
			pr := strings.ToLower(r.PR)
			of := owner[pr]
			of.see(r, r.Agent)
			owner[pr] = of
		}
	}
	chains := map[chain][]int{}
	agents, kept := make([]string, len(rows)), make([]bool, len(rows))
	for i := range rows {
		r := &rows[i]
		agents[i] = r.Agent
		if r.PR == "" {
			kept[i] = r.Source != decision.Validator
			continue
		}
		pr := strings.ToLower(r.PR)
		if r.Agent == decision.Unknown {
			agents[i] = cmp.Or(owner[pr].value, decision.Unknown)
		}
		of := chain{pr, agents[i]}
		chains[of] = append(chains[of], i)
	}
	tags := map[int][]string{}
	for _, chain := range chains {
		counted := countedOf(rows, chain)
		for _, i := range counted {
			kept[i], tags[i] = true, nil
		}
		if len(counted) > 0 {
			tags[counted[0]] = tagsOf(rows, chain)
		}
	}
	all := make([]decision.Summary, 0, len(rows))
	for i := range rows {
		if !kept[i] {
			continue
		}
		row := rows[i]
		row.Agent = agents[i]
		if own, isChained := tags[i]; isChained {
			row.Issues = own
		}
		all = append(all, row)
	}
	return all
}

// countedOf gives the decisions of a chain that count, rejections first, the newest before others.
func countedOf(rows []decision.Summary, chain []int) (counted []int) {
	slices.SortFunc(chain, func(i, j int) int { return byAge(&rows[j], &rows[i]) })
	seen := map[decision.Category]bool{}
	silent, approval := -1, -1
	for _, i := range chain {
		switch r := &rows[i]; {
		case r.Source == decision.Validator:
		case r.Verdict != decision.Rejected:
			if approval < 0 {
				approval = i
			}
		case !r.HasWords():
			if silent < 0 {
				silent = i
			}
		case !seen[r.Category]:
			seen[r.Category] = true
			counted = append(counted, i)
		}
	}
	if len(counted) == 0 && silent >= 0 {
		counted = append(counted, silent)
	}
	if approval >= 0 {
		counted = append(counted, approval)
	}
	return counted
}

func byAge(a, b *decision.Summary) int {
	return cmp.Or(a.At.Compare(b.At), bytes.Compare(a.Key[:], b.Key[:]))
}

// tagsOf are the tags of a chain, each once.
func tagsOf(rows []decision.Summary, chain []int) (tags []string) {
	for _, i := range chain {
		for _, tag := range rows[i].Issues {
			if !slices.Contains(tags, tag) {
				tags = append(tags, tag)
			}
		}
	}
	return tags
}

// WithoutEchoes takes out of rejections, newest first, those on a pull request that say nothing, where another of the same says why, and of
// those that say nothing all but one: to be told one by one, and not counted. Of gives the pull request, "" for none, and whether the
// rejection says why.
func WithoutEchoes[T any](rejections []T, of func(T) (pr string, said bool)) []T {
	isSaid, isSilent := map[string]bool{}, map[string]bool{}
	for _, r := range rejections {
		pr, said := of(r)
		isSaid[strings.ToLower(pr)] = isSaid[strings.ToLower(pr)] || said
	}
	return slices.DeleteFunc(slices.Clone(rejections), func(r T) bool {
		pr, said := of(r)
		pr = strings.ToLower(pr)
		isEcho := pr != "" && !said && (isSaid[pr] || isSilent[pr])
		isSilent[pr] = isSilent[pr] || !said
		return isEcho
	})
}
