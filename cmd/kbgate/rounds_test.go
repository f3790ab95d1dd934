package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/gate"
)

// A program plays agents of bad habits that hand in real claims, round after round, and another one the reviewer. What becomes of them
// with and without the brief shows whether the sentences of a brief can be followed. docs/quality.md says how it was built.
//
//	KBGATE_SAMPLE=folder go test ./cmd/kbgate -run TestRounds -v

const rounds = 10 // of a game

// playedBase is a knowledge base in git, and who works on it.
type playedBase struct {
	t       *testing.T
	dir     string
	base    []note
	pool    []note         // material, which the knowledge base does not have
	names   map[string]int // of its notes: how many have it
	repo    gitRepository
	decided []verdictOf
}

// verdictOf is what the reviewer said of an agent's claim; no tags and no words: it was approved.
type verdictOf struct {
	agent string
	tags  []string
	words string
}

// kbgate runs a command in the knowledge base.
func (h *playedBase) kbgate(want int, args ...string) string {
	h.t.Helper()
	var out, said bytes.Buffer
	root := newRoot()
	root.SetOut(&out)
	root.SetErr(&said)
	if status := run(h.t.Context(), root, args); status != want {
		h.t.Fatalf("kbgate %q: status %d, not %d, saying %s", args, status, want, said.String())
	}
	return out.String()
}

// newPlayedBase copies the sample without the links that lead nowhere there, and takes claims out as material: such as no gate finds anything in.
func newPlayedBase(t *testing.T, sample string, seed uint64) *playedBase {
	h := &playedBase{t: t, dir: t.TempDir(), names: map[string]int{}}
	h.repo = gitRepository{t, h.dir}
	if err := os.CopyFS(h.dir, os.DirFS(sample)); err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, pattern := range []string{"*.md", "*/*.md", "*/*/*.md", "*/*/*/*.md"} {
		found, _ := filepath.Glob(filepath.Join(h.dir, pattern))
		paths = append(paths, found...)
	}
	for _, path := range paths {
		h.names[strings.TrimSuffix(filepath.Base(path), ".md")]++
	}
	t.Chdir(h.dir)
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	h.repo.git("init", "-q", "-b", "main")
	h.repo.git("config", "user.name", "Leo")
	h.repo.git("config", "user.email", "leo@example.org")
	h.kbgate(exitOK, "init")
	var claims []note
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name, _ := filepath.Rel(h.dir, path)
		if n, ok := readNote(name, string(data)); ok && h.names[n.title] == 1 && slices.Contains(levels, n.header["confidence"]) {
			n.header["created"] = time.Now().UTC().Format(time.DateOnly) // each is handed in as new
			claims = append(claims, n)
		}
	}
	r := rand.New(rand.NewPCG(seed, 0))
	r.Shuffle(len(claims), func(i, j int) { claims[i], claims[j] = claims[j], claims[i] })
	material := claims[:len(claims)*2/3]
	for i := range material {
		delete(h.names, material[i].title)
	}
	files := map[string]string{}
	for i := range claims {
		n := &claims[i]
		n.body = h.unlink(n.body)
		said := n.clone()
		n.said = &said
		files[n.path()] = n.text()
	}
	h.repo.write(files)
	h.repo.commit("the knowledge base")
	faulty := h.findings("--all")
	for i := range claims {
		switch n := &claims[i]; {
		case len(faulty[filepath.ToSlash(n.path())]) > 0:
		case i < len(material):
			h.pool = append(h.pool, *n)
		default:
			h.base = append(h.base, *n)
		}
	}
	for i := range material {
		h.repo.git("rm", "-q", material[i].path())
	}
	h.repo.commit("the material is taken out")
	return h
}

// unlink takes out the links to notes that are not there.
func (h *playedBase) unlink(body string) string {
	return wikiLink.ReplaceAllStringFunc(body, func(link string) string {
		if target := wikiLink.FindStringSubmatch(link)[1]; h.names[target] == 0 {
			return target
		}
		return link
	})
}

// findings gives the tags of certain findings by path.
func (h *playedBase) findings(args ...string) map[string][]string {
	var doc finding.Document
	out := h.kbgate(exitOK, append([]string{"check", "--exit-zero", "--format", "json"}, args...)...)
	if err := json.Unmarshal([]byte(out), &doc); err != nil {
		h.t.Fatal(err)
	}
	tags := map[string][]string{}
	for _, f := range doc.Findings {
		if f.Certainty == finding.Certain && !slices.Contains(tags[f.Path], f.Gate) {
			tags[f.Path] = append(tags[f.Path], f.Gate)
		}
	}
	return tags
}

// arm is one way in which the rounds are run.
type arm struct {
	name   string
	brief  func(h *playedBase, round, agent int) string // that the agent reads before it writes; nil: none
	record func(tag string) []string                    // the tags that the reviewer gives beside words; nil: nothing is recorded
}

// tally is what became of the claims of an arm.
type tally struct {
	rejected [rounds]int
	habits   map[string][rounds]int
	lines    map[string]bool // of all briefs, and whether the agent understood them
	faults   map[string]int  // by habit and fault, in the last three rounds
}

func agentName(i int) string { return habits[i].name }

// run plays all rounds of an arm.
func (h *playedBase) run(a arm, seed uint64, sum *tally) {
	start := time.Now().Add(-rounds * 12 * time.Hour)
	for round := range rounds {
		drafts := h.handIn(a, seed, round, sum)
		h.repo.git("checkout", "-q", "-b", "round")
		files := map[string]string{}
		for _, d := range drafts {
			files[d.path()] = d.text()
		}
		h.repo.write(files)
		h.repo.commit("the claims of a round")
		found := h.findings("--diff", "main...HEAD")
		for i, d := range drafts {
			v := verdictOf{agent: agentName(i), tags: found[filepath.ToSlash(d.path())]}
			if wrong := fault(d, h.base); len(v.tags) == 0 && wrong != "" {
				said := reviewerWords[wrong]
				v.words = said[rand.New(rand.NewPCG(seed, uint64(round*100+i))).IntN(len(said))]
				if a.record != nil {
					v.tags = a.record(wrong)
				}
			}
			if v.words != "" || len(v.tags) > 0 {
				sum.rejected[round]++
				counts := sum.habits[v.agent]
				counts[round]++
				sum.habits[v.agent] = counts
				if round >= rounds-3 {
					sum.faults[fmt.Sprint(v)]++
				}
			}
			if a.record != nil {
				h.decide(v, d, start.Add(time.Duration(round)*12*time.Hour+time.Duration(i)*time.Second))
			}
		}
		h.repo.git("checkout", "-q", "main")
		h.repo.git("branch", "-q", "-D", "round")
	}
}

// handIn has each agent write the claim of a round.
func (h *playedBase) handIn(a arm, seed uint64, round int, sum *tally) (drafts []note) {
	r := rand.New(rand.NewPCG(seed, uint64(1000+round)))
	order := r.Perm(len(h.pool))
	next := func(fits func(note) bool) note {
		for i, at := range order {
			if at >= 0 && fits(h.pool[at]) {
				order[i] = -1
				return h.pool[at]
			}
		}
		h.t.Fatalf("none of %d claims is left that fits", len(h.pool))
		return note{}
	}
	for i, habit := range habits {
		var draft note
		next(func(n note) bool {
			draft = n.clone()
			return habit.damage(&draft, h.base, r)
		})
		if a.brief != nil {
			w := &writer{h.base, time.Now().UTC().Format(time.DateOnly), func() note { return next(func(note) bool { return true }).clone() }, h.unlink}
			w.follow(a.brief(h, round, i), &draft, sum.lines)
		}
		drafts = append(drafts, draft)
	}
	return drafts
}

// decide records what the reviewer said.
func (h *playedBase) decide(v verdictOf, d note, at time.Time) {
	h.decided = append(h.decided, v)
	args := []string{"approve"}
	if v.words != "" || len(v.tags) > 0 {
		args[0] = "reject"
		if v.words != "" {
			args = append(args, "--reason", v.words)
		}
		for _, tag := range v.tags {
			args = append(args, "--issue", tag)
		}
	}
	h.kbgate(exitOK, append(args, d.path(), "--agent", v.agent, "--reviewer", "Leo", "--pr", fmt.Sprintf("team/kb#%d", len(h.decided)),
		"--at", at.UTC().Format(time.RFC3339))...)
}

func ownBrief(h *playedBase, _, agent int) string {
	return h.kbgate(exitOK, "brief", "--agent", agentName(agent))
}

func TestRounds(t *testing.T) {
	sample := os.Getenv("KBGATE_SAMPLE")
	switch {
	case testing.Short():
		t.Skip("not in the short lane: plays ten rounds on a real knowledge base")
	case sample == "":
		t.Skip("KBGATE_SAMPLE names no knowledge base")
	}
	wordsOnly := func(string) []string { return nil }
	withTag := func(tag string) []string {
		if _, known := gate.BuiltIn.Find(tag); known {
			return []string{tag}
		}
		return nil
	}
	sums := map[string]*tally{}
	const without, words, tagged, others = 0, 1, 2, 3
	briefs := map[[2]int]string{}
	kept := func(h *playedBase, round, agent int) string {
		brief := ownBrief(h, round, agent)
		briefs[[2]int{round, agent}] = brief
		return brief
	}
	another := func(_ *playedBase, round, agent int) string { return briefs[[2]int{round, (agent + 5) % len(habits)}] }
	arms := []arm{{"without the brief", nil, nil}, {"with it, the reviewer writes words", ownBrief, wordsOnly}, {"with it, words and tag", kept, withTag}, {"with the brief of another", another, nil}}
	seeds := 1
	if given := os.Getenv("KBGATE_ROUNDS"); given != "" {
		var err error
		if seeds, err = strconv.Atoi(given); err != nil {
			t.Fatal(err)
		}
	}
	for seed := range uint64(seeds) {
		for i, a := range arms {
			sum := sums[a.name]
			if sum == nil {
				sum = &tally{habits: map[string][rounds]int{}, lines: map[string]bool{}, faults: map[string]int{}}
				sums[a.name] = sum
			}
			h := newPlayedBase(t, sample, seed)
			h.run(a, seed, sum)
			if seed == 0 && i == tagged {
				h.walkDocument()
			}
		}
	}
	for i, a := range arms {
		sum := sums[a.name]
		t.Logf("%s: rejected of %d in each round: %v", a.name, seeds*len(habits), sum.rejected)
		if i == without || i == others {
			continue
		}
		for _, habit := range habits {
			t.Logf("  %-16s %v", habit.name, sum.habits[habit.name])
		}
		for _, fault := range slices.Sorted(maps.Keys(sum.faults)) {
			t.Logf("  in the last three rounds: %s, %d times", fault, sum.faults[fault])
		}
		unread := 0
		for _, line := range slices.Sorted(maps.Keys(sum.lines)) {
			if !sum.lines[line] {
				t.Logf("  not understood: %s", line)
				unread++
			}
		}
		t.Logf("  %d of %d different lines of the briefs not understood", unread, len(sum.lines))
	}
	last := func(arm int) (n int) {
		for _, rejected := range sums[arms[arm].name].rejected[rounds/2:] {
			n += rejected
		}
		return n
	}
	handed := rounds / 2 * seeds * len(habits)
	for i, bounds := range [][2]float64{without: {0.95, 1}, words: {0, 0.25}, tagged: {0, 0.06}, others: {0.85, 1}} {
		if share := float64(last(i)) / float64(handed); share < bounds[0] || share > bounds[1] {
			t.Errorf("%s: %.2f of the claims of the last rounds are rejected; want %.2f to %.2f", arms[i].name, share, bounds[0], bounds[1])
		}
	}
}
