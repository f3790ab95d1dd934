package benchmark

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/forge/event"
)

// told is a decision as docs/store.md has it made of an event: what a plain recount counts. Nothing of what records, folds and counts
// takes part in it.
type told struct {
	pr       int
	at       time.Time
	verdict  decision.Verdict
	words    string // of a rejection
	category decision.Category
	agent    string // "" where nothing names one
	tags     []string
	state    string
}

// recount reads the decisions off what happened.
func recount(pulls []pull) (all []told) {
	for i := range pulls {
		all = append(all, pulls[i].decisions()...)
	}
	return all
}

// mayDecide is who writes to the repository and is no program.
func mayDecide(by event.Account) bool {
	isProgram := by.IsProgram || strings.HasSuffix(by.Login, "[bot]")
	return !isProgram && (by.Association == "OWNER" || by.Association == "MEMBER" || by.Association == "COLLABORATOR")
}

// decisions are those on a pull request: the rejections by review, approvals, ends.
func (p *pull) decisions() (all []told) {
	silent := map[string]int{} // where in all the newest rejection of a reviewer is, if that has no words; else -1
	questions := map[string]string{}
	sentBack := false
	for _, e := range p.events { // in the order of time
		isOwn := func(by event.Account) bool { return strings.EqualFold(by.Login, p.pr.Author.Login) }
		one := told{pr: p.pr.Number, at: timeOf(e), state: p.pr.State}
		head := p.pr.Head.SHA
		switch r, c := e.Review, e.Close; {
		case r != nil && (r.State == event.Approved || r.State == event.ChangesRequested):
			if isOwn(r.By) || !mayDecide(r.By) {
				continue
			}
			head = r.Commit
			if one.verdict = decision.Approved; r.State == event.ChangesRequested {
				one.verdict, one.words = decision.Rejected, r.Body
				for _, remark := range r.Inline {
					if strings.TrimSpace(one.words) == "" {
						one.words = strings.TrimSpace(remark.Body)
					}
				}
				if silent[r.By.Login] = -1; one.words == "" {
					silent[r.By.Login] = len(all)
				}
				questions[r.By.Login] = fmt.Sprint("review/", r.ID)
			}
		case c != nil && c.Merged:
			one.verdict, one.state = decision.Approved, "merged"
		case c != nil:
			isProgram := c.By.IsProgram || strings.HasSuffix(c.By.Login, "[bot]")
			if isProgram || isOwn(c.By) && !mayDecide(c.By) {
				continue
			}
			one.verdict, one.state = decision.Rejected, "closed"
		default:
			if said := e.Comment; said != nil && mayDecide(said.By) && !isOwn(said.By) && strings.ContainsFunc(said.Body, isLetter) && !strings.Contains(said.Body, "`kbgate ") {
				asked, isAsked := p.asked[questions[said.By.Login]]
				if at, ok := silent[said.By.Login]; ok && at >= 0 && isAsked && said.At.After(asked) && said.At.Before(asked.AddDate(0, 0, 30)) {
					all[at].words = said.Body
					silent[said.By.Login] = -1
				}
			}
			continue
		}
		if one.verdict == decision.Approved && sentBack {
			one.verdict = decision.ApprovedWithChanges
		}
		sentBack = sentBack || e.Review != nil && one.verdict == decision.Rejected
		one.agent, one.tags = p.told(head)
		if p.pr.IsFork { // nobody in the base's list works there
			one.agent = ""
		}
		all = append(all, one)
	}
	for i := range all {
		all[i].category = categorySaid(all[i].words)
	}
	return all
}

func isLetter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }

// told gives the agent of a decision about a head, and the tags of the newest block about that.
func (p *pull) told(head string) (agent string, tags []string) {
	var last block
	for _, b := range p.blocks {
		if b.by == gateAccount && b.head == head && !b.at.Before(last.at) {
			last = b
		}
	}
	final := p.heads[len(p.heads)-1]
	branch, _, _ := strings.Cut(p.pr.Head.Ref, "/")
	if branch == "fix" || branch == "feature" {
		branch = ""
	}
	switch {
	case final.isHere && final.trailer != "":
		return final.trailer, last.tags
	case !final.isHere && last.agent != "":
		return last.agent, last.tags
	}
	return branch, last.tags
}

// categorySaid is the category of words that reviewers write here.
func categorySaid(words string) decision.Category {
	for i, texts := range said {
		if slices.Contains(texts, words) {
			return decision.Categories[i]
		}
	}
	return decision.OtherReason
}

// named are decisions with the agent of their pull request in place of none: the one whom the newest of the others names.
func named(all []told) []told {
	owner, when := map[int]string{}, map[int]time.Time{}
	for _, d := range all {
		if d.agent != "" && d.at.After(when[d.pr]) {
			owner[d.pr], when[d.pr] = d.agent, d.at
		}
	}
	some := slices.Clone(all)
	for i := range some {
		if some[i].agent == "" {
			some[i].agent = owner[some[i].pr]
		}
	}
	return some
}

// counted are the decisions that count of each pull request and agent: of each category the newest rejection with words, without any such
// the newest rejection, and the newest approval.
func counted(all []told) []told {
	type what struct {
		pr             int
		agent          string
		isRejection    bool
		category       decision.Category
		isWithoutWords bool
	}
	newest := map[what]told{}
	said := map[what]bool{}
	for _, d := range named(all) {
		w := what{pr: d.pr, agent: d.agent, isRejection: d.verdict == decision.Rejected}
		if w.isRejection && d.words != "" {
			said[w] = true
			w.category = d.category
		} else {
			w.isWithoutWords = true
		}
		if d.at.After(newest[w].at) {
			newest[w] = d
		}
	}
	var some []told
	for w, d := range newest {
		if w.isRejection && w.isWithoutWords && said[what{pr: w.pr, agent: w.agent, isRejection: true}] {
			continue
		}
		some = append(some, d)
	}
	return some
}

// rejectionsOf counts the rejections that count, by agent ("unknown" for none) and category.
func rejectionsOf(all []told) map[string]map[decision.Category]int {
	counts := map[string]map[decision.Category]int{}
	for _, d := range counted(all) {
		if d.verdict != decision.Rejected {
			continue
		}
		name := agentName(d.agent)
		if counts[name] == nil {
			counts[name] = map[decision.Category]int{}
		}
		counts[name][d.category]++
	}
	return counts
}

func agentName(agent string) string {
	if agent == "" {
		return decision.Unknown
	}
	return agent
}

// standing is how an agent stands: its pull requests that had a decision in a time.
type stand struct {
	prs, rejected, first, second int
	tags                         map[string]int
}

// stands gives it of each agent, and how many pull requests had their newest decision in each half.
func stands(all []told, since, middle time.Time) map[string]*stand {
	of := map[int][]told{}
	for _, d := range all {
		of[d.pr] = append(of[d.pr], d)
	}
	agents := map[string]*stand{}
	for _, chain := range of {
		slices.SortFunc(chain, func(a, b told) int { return a.at.Compare(b.at) })
		last, agent, tags := chain[len(chain)-1], "", map[string]bool{}
		if last.at.Before(since) {
			continue
		}
		for _, d := range chain {
			if d.agent != "" {
				agent = d.agent
			}
			for _, tag := range d.tags {
				tags[tag] = true
			}
		}
		s := agents[agentName(agent)]
		if s == nil {
			s = &stand{tags: map[string]int{}}
			agents[agentName(agent)] = s
		}
		if s.prs++; last.state == "closed" {
			s.rejected++
		}
		if last.at.Before(middle) {
			s.first++
		} else {
			s.second++
		}
		for tag := range tags {
			s.tags[tag]++
		}
	}
	return agents
}
