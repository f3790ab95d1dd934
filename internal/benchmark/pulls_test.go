package benchmark

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/comment"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/forge"
	"github.com/kbgate/kbgate/internal/forge/event"
)

// Whose the made-up pull requests are, and who is at work on them.
const (
	pullRepo    = "team/kb"
	gateAccount = "github-actions[bot]" // posts the comments that count
	agentCount  = 12
)

// proposal is a commit that a pull request proposes.
type proposal struct {
	sha, base string
	trailer   string // the agent whom its commits name
	isHere    bool   // this clone has it
}

// block is what a comment with a rejection block holds that matters here.
type block struct {
	by, head, agent string
	at              time.Time
	tags            []string
}

// pull is a made-up pull request with all that happened to it.
type pull struct {
	pr     event.PullRequest // as it stands in the end
	heads  []proposal
	events []event.Event // the earliest first
	blocks []block
	asked  map[string]time.Time // when the reviewer was asked why, by the review
	page   []byte               // of comments
}

// pullMaker makes up pull requests. It makes the same of the same commits.
type pullMaker struct {
	r     *rand.Rand
	heads []proposal
	used  map[int64]bool // the seconds at which something happened
	ids   int64
}

// Pulls makes up so many pull requests of one year with four times as many events.
func Pulls(n int, heads []proposal) []pull {
	m := pullMaker{r: rand.New(rand.NewPCG(16, 40)), heads: heads, used: map[int64]bool{}}
	all, events := make([]pull, n), 0
	for i := range all {
		all[i] = m.pull(i+1, firstRecord.Add(time.Duration(i)*(300*24*time.Hour/time.Duration(n))))
		events += len(all[i].events)
	}
	for i := 0; events < 4*n; i, events = (i+1)%n, events+1 {
		m.remark(&all[i])
	}
	for i := range all {
		slices.SortStableFunc(all[i].events, func(a, b event.Event) int { return timeOf(a).Compare(timeOf(b)) })
		for j := range all[i].events {
			all[i].events[j].PullRequest = all[i].pr // as a forge tells it when it is asked later
		}
		all[i].page = m.pageOf(&all[i])
	}
	return all
}

// timeOf is when something happened.
func timeOf(e event.Event) time.Time {
	switch {
	case e.Review != nil:
		return e.Review.At
	case e.Close != nil:
		return e.Close.At
	}
	return e.Comment.At
}

func (m *pullMaker) chance(percent int) bool { return m.r.IntN(100) < percent }

// at is a time of its own some hours behind another.
func (m *pullMaker) at(before time.Time) time.Time {
	s := before.Add(time.Duration(600+m.r.IntN(40*3600)) * time.Second).Unix()
	for m.used[s] {
		s++
	}
	m.used[s] = true
	return time.Unix(s, 0).UTC()
}

func (m *pullMaker) id() int64 { m.ids++; return m.ids }

func member(r *rand.Rand) event.Account {
	return event.Account{Login: fmt.Sprint("reviewer-", r.IntN(6)), Association: pick(r, []string{"OWNER", "MEMBER", "COLLABORATOR"})}
}

// strangers and programs decide nothing here.
func stranger(r *rand.Rand) event.Account {
	return event.Account{Login: fmt.Sprint("passer-by-", r.IntN(40)), Association: pick(r, []string{"NONE", "CONTRIBUTOR", "FIRST_TIMER", ""})}
}

func program(r *rand.Rand) event.Account {
	return pick(r, []event.Account{{Login: "lint[bot]", Association: "MEMBER"}, {Login: "merge-queue", IsProgram: true, Association: "COLLABORATOR"}})
}

// pull makes one that was opened at a time.
func (m *pullMaker) pull(number int, opened time.Time) pull {
	agent := ""
	if m.chance(90) {
		agent = fmt.Sprintf("agent-%02d", m.r.IntN(agentCount))
	}
	p := pull{asked: map[string]time.Time{}}
	p.pr = event.PullRequest{Repo: pullRepo, Number: number, Title: fmt.Sprint("Change ", number), State: "open", Created: opened, IsFork: m.chance(20),
		Author: event.Account{Login: fmt.Sprint("writer-", m.r.IntN(30)), Association: pick(m.r, []string{"MEMBER", "CONTRIBUTOR", "NONE"})}}
	branch := pick(m.r, []string{"fix", "feature"})
	if agent != "" && m.chance(50) {
		branch = agent
	}
	p.pr.Head.Ref = fmt.Sprintf("%s/%d", branch, number)
	isHere := m.chance(40)
	for range 2 {
		one := proposal{sha: fmt.Sprintf("%020x%020x", m.r.Uint64(), m.r.Uint64()), base: fmt.Sprintf("%040x", m.r.Uint64()), trailer: agent}
		if isHere {
			one = m.heads[m.r.IntN(len(m.heads))]
		}
		p.heads = append(p.heads, one)
	}
	p.pr.Head.SHA, p.pr.Base.SHA = p.heads[1].sha, p.heads[1].base
	m.gates(&p, agent, opened)
	m.live(&p, opened)
	return p
}

// gates posts what the gates found at the heads, and now and then what others post to mislead.
func (m *pullMaker) gates(p *pull, agent string, opened time.Time) {
	post := func(by string, h proposal, at time.Time) {
		b := block{by: by, head: h.sha, agent: agent, at: at}
		if h.isHere { // the CI had the same commits
			b.agent = h.trailer
		}
		for _, i := range m.r.Perm(len(gatesOf))[:m.r.IntN(4)] {
			b.tags = append(b.tags, gatesOf[i][0])
		}
		slices.Sort(b.tags)
		p.blocks = append(p.blocks, b)
	}
	for i, h := range p.heads {
		if m.chance(70) {
			post(gateAccount, h, opened.Add(time.Duration(1+i)*time.Minute))
		}
		if m.chance(10) { // judged anew
			post(gateAccount, h, opened.Add(time.Duration(10+i)*time.Minute))
		}
	}
	if m.chance(10) {
		post("mallory", p.heads[1], opened.Add(time.Hour))
	}
}

// live makes up what happens to a pull request.
func (m *pullMaker) live(p *pull, at time.Time) {
	first := true
	review := func(by event.Account, state event.State, body string, inline ...event.Inline) {
		at = m.at(at)
		h := p.heads[1]
		if first {
			h = p.heads[0]
		}
		p.events = append(p.events, event.Event{Forge: forge.GitHub, Review: &event.Review{ID: m.id(), At: at, By: by, State: state, Body: body, Commit: h.sha, Inline: inline}})
	}
	end := func(by event.Account, merged bool) {
		at = m.at(at)
		p.events = append(p.events, event.Event{Forge: forge.GitHub, Close: &event.Close{At: at, By: by, Merged: merged}})
		if p.pr.State = "closed"; merged {
			p.pr.State = "merged"
		}
	}
	merge := func() {
		if m.chance(30) {
			end(program(m.r), true)
			return
		}
		end(member(m.r), true)
	}
	words := func() string { return pick(m.r, said[m.r.IntN(len(said))]) }
	reject := func(body string, inline ...event.Inline) {
		review(member(m.r), event.ChangesRequested, body, inline...)
		first = false
	}
	approve := func() { review(member(m.r), event.Approved, pick(m.r, []string{"", "Good now"})); first = false }
	if m.chance(8) {
		review(program(m.r), event.ChangesRequested, "Lint fails")
	}
	if m.chance(8) {
		review(stranger(m.r), pick(m.r, []event.State{event.Approved, event.ChangesRequested}), words())
	}
	if m.chance(4) {
		review(event.Account{Login: strings.ToUpper(p.pr.Author.Login), Association: "MEMBER"}, event.Approved, "")
	}
	if m.chance(8) {
		review(member(m.r), event.Commented, words())
	}
	switch w := m.r.IntN(100); {
	case w < 24: // sent back, mended, merged
		reject(words())
		approve()
		merge()
	case w < 34: // sent back twice
		reject(words())
		reject(words())
		approve()
		merge()
	case w < 44: // sent back without words
		reject("")
		m.ask(p)
		if m.chance(50) {
			approve()
			merge()
		} else {
			end(member(m.r), false)
		}
	case w < 52: // sent back by remarks at lines
		of := said[m.r.IntN(len(said))]
		reject("", event.Inline{ID: m.id(), Path: "domains/a.md", Line: 3, Body: pick(m.r, of)}, event.Inline{ID: m.id(), Path: "domains/a.md", Body: "  "})
		approve()
		merge()
	case w < 66:
		approve()
		merge()
	case w < 74:
		merge()
	case w < 82: // sent back, and given up
		reject(words())
		end(member(m.r), false)
	case w < 87:
		end(member(m.r), false)
	case w < 89: // whoever reads only may close as well
		end(stranger(m.r), false)
	case w < 91:
		end(program(m.r), false)
	case w < 94:
		end(p.pr.Author, false)
	case w < 96: // closed, opened, sent back, closed
		end(member(m.r), false)
		reject(words())
		end(member(m.r), false)
	case w < 98: // closed, opened, merged
		end(member(m.r), false)
		approve()
		merge()
	default: // still open
		reject(words())
	}
}

// ask asks the last reviewer for a reason, who may answer.
func (m *pullMaker) ask(p *pull) {
	r := p.events[len(p.events)-1].Review
	if m.chance(70) {
		p.asked[fmt.Sprint("review/", r.ID)] = r.At.Add(5 * time.Minute)
	}
	for range m.r.IntN(3) { // the first alone may answer
		m.comment(p, r.By, m.at(r.At), pick(m.r, said[m.r.IntN(len(said))]))
	}
}

// remark adds a comment of anybody.
func (m *pullMaker) remark(p *pull) {
	by := pick(m.r, []event.Account{member(m.r), stranger(m.r), program(m.r), p.pr.Author})
	m.comment(p, by, m.at(p.pr.Created), pick(m.r, []string{"See the other one", "Thanks", "`kbgate explain scope_error`", "42"}))
}

func (m *pullMaker) comment(p *pull, by event.Account, at time.Time, body string) {
	p.events = append(p.events, event.Event{Forge: forge.GitHub, Comment: &event.Comment{ID: m.id(), At: at, By: by, Body: body}})
}

// pageOf writes the page of comments as the forge's API does.
func (m *pullMaker) pageOf(p *pull) []byte {
	type account struct {
		Login string `json:"login"`
	}
	type posted struct {
		Body    string    `json:"body"`
		Created time.Time `json:"created_at"`
		User    account   `json:"user"`
	}
	all := []posted{}
	for _, e := range p.events {
		if c := e.Comment; c != nil {
			all = append(all, posted{c.Body, c.At, account{c.By.Login}})
		}
	}
	for _, b := range p.blocks {
		doc := &finding.Document{}
		for _, tag := range b.tags {
			doc.Findings = append(doc.Findings, finding.Finding{Gate: tag, Severity: finding.Blocking, Path: "domains/a.md", Line: 1, Column: 1})
		}
		body, err := comment.Render(comment.New(doc, comment.About{Repo: pullRepo, PR: p.pr.Number, Head: b.head, Agent: b.agent, At: b.at}), comment.Options{})
		if err != nil {
			panic(err) // what is made up here can be rendered
		}
		all = append(all, posted{body, b.at, account{b.by}})
	}
	for about, at := range p.asked {
		all = append(all, posted{comment.Question(about, "somebody"), at, account{gateAccount}})
	}
	slices.SortStableFunc(all, func(a, b posted) int { return a.Created.Compare(b.Created) })
	page, err := json.Marshal(all)
	if err != nil {
		panic(err)
	}
	return page
}

// proposedHeads makes a repository with a base and so many commits that are proposed to it: each edits two notes, and two of three name
// their agent.
func proposedHeads(tb testing.TB, dir string, n int) []proposal {
	tb.Helper()
	for _, args := range [][]string{{"init", "-q", "-b", "main"}, {"config", "user.name", "b"}, {"config", "user.email", "b@example.org"}, {"config", "gc.auto", "0"}} {
		run(tb, exec.Command("git", args...), dir)
	}
	r := rand.New(rand.NewPCG(5, 6))
	var stream bytes.Buffer
	data := func(text string) { fmt.Fprintf(&stream, "data %d\n%s\n", len(text), text) }
	commit := func(mark int, ref, message string, parent int) {
		fmt.Fprintf(&stream, "commit %s\nmark :%d\ncommitter B <b@example.org> %d +0000\n", ref, mark, firstRecord.Unix()+int64(mark))
		data(message)
		if parent > 0 {
			fmt.Fprintf(&stream, "from :%d\n", parent)
		}
	}
	note := func(i int) {
		fmt.Fprintf(&stream, "M 100644 inline domains/note-%d.md\n", i)
		data(fmt.Sprintf("---\ntype: claim\nconfidence: likely\n---\n\n# Note %d keeps %d of its readers\n\n%s\n", i, r.IntN(1000), strings.Repeat(reasonOf(r)+". ", 20)))
	}
	commit(1, "refs/heads/main", "base", 0)
	for i := range 200 {
		note(i)
	}
	trailers := make([]string, n)
	for i := range n {
		message := fmt.Sprint("Edit ", i)
		if i%3 > 0 {
			trailers[i] = fmt.Sprintf("agent-%02d", i%agentCount)
			message += "\n\nAgent: " + trailers[i]
		}
		commit(i+2, fmt.Sprint("refs/remotes/origin/pr/", i), message, 1)
		note(r.IntN(200))
		note(r.IntN(200))
	}
	marks := filepath.Join(tb.TempDir(), "marks")
	cmd := exec.Command("git", "fast-import", "--quiet", "--export-marks="+marks)
	cmd.Stdin = &stream
	run(tb, cmd, dir)
	text, err := os.ReadFile(marks)
	if err != nil {
		tb.Fatal(err)
	}
	ids := map[int]string{}
	for line := range strings.Lines(string(text)) {
		mark, id := 0, ""
		if _, err := fmt.Sscanf(line, ":%d %s", &mark, &id); err == nil {
			ids[mark] = id
		}
	}
	heads := make([]proposal, n)
	for i := range heads {
		heads[i] = proposal{sha: ids[i+2], base: ids[1], trailer: trailers[i], isHere: true}
	}
	return heads
}
