package learn

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"github.com/kbgate/kbgate/internal/decision"
)

// ArtifactKey tells artifacts apart: by path, or by name where there is no path. Case and the ending .md do not matter.
func ArtifactKey(path, name string) string {
	return strings.TrimSuffix(strings.ToLower(norm.NFC.String(cmp.Or(path, name))), ".md")
}

// Submissions are what agents have handed in: pull requests, and artifacts that were decided on without one. Each is the fold of
// its decisions, whatever the order in which they come.
type Submissions map[handle]*submission

// handle is what the decisions of one submission have in common. Artifacts of one name by two agents are two; a pull request is
// one, whomever its decisions name.
type handle struct{ pr, agent, artifact, subject string }

// submission is the fold of decisions.
type submission struct {
	verdict newest[decision.Verdict]
	agent   newest[string] // of those that name one
	state   newest[string] // of the pull request, where a decision knows it
	tags    []string       // of all, some of them twice
}

// newest is what the newest decision says.
type newest[T any] struct {
	at    time.Time
	key   [16]byte
	value T
}

func (n *newest[T]) see(d *decision.Summary, value T) {
	if cmp.Or(n.at.Compare(d.At), bytes.Compare(n.key[:], d.Key[:])) < 0 {
		*n = newest[T]{d.At, d.Key, value}
	}
}

func handleOf(d *decision.Summary) handle {
	if d.PR != "" {
		return handle{pr: strings.ToLower(d.PR)}
	}
	return handle{agent: d.Agent, artifact: ArtifactKey(d.Path, d.Name), subject: d.Subject}
}

// Add takes in a decision. What a program found where there is no pull request was never handed in: it was judged before the commit.
func (s Submissions) Add(d *decision.Summary) {
	if d.Source == decision.Validator && d.PR == "" {
		return
	}
	h := handleOf(d)
	if s[h] == nil {
		s[h] = &submission{agent: newest[string]{value: decision.Unknown}}
	}
	s[h].fold(d)
}

// AddTo takes in a decision if others about the same were taken in: those from before a period, of what had a newer one within.
func (s Submissions) AddTo(d *decision.Summary) {
	if found := s[handleOf(d)]; found != nil {
		found.fold(d)
	}
}

func (s *submission) fold(d *decision.Summary) {
	if d.Source != decision.Validator { // what a program found is no person's verdict
		s.verdict.see(d, d.Verdict)
	} else if s.verdict.at.IsZero() {
		s.verdict.at = d.At // it was handed in by then
	}
	if d.Agent != decision.Unknown {
		s.agent.see(d, d.Agent)
	}
	if d.State != "" {
		s.state.see(d, d.State)
	}
	s.tags = append(s.tags, d.Issues...)
}

// States of pull requests that came to nothing: the forge's, and the user's own for one that was left dead.
const (
	stateClosed = "closed"
	stateZombie = "zombie"
)

// rejected reports whether it came to nothing: a pull request that was closed unmerged or left dead. Where nothing says what
// became of it, and for an artifact without one, the last decision tells.
func (s *submission) rejected() bool {
	switch strings.ToLower(s.state.value) {
	case stateClosed, stateZombie:
		return true
	case "":
		return s.verdict.value == decision.Rejected
	}
	return false
}

// issues are its tags, each once.
func (s *submission) issues() []string {
	slices.Sort(s.tags)
	s.tags = slices.Compact(s.tags)
	return s.tags
}
