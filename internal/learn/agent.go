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

// Decided is what counts of a decision in the statistics of agents.
type Decided struct {
	At       time.Time
	ID       [16]byte // of two of the same time, the greater is the newer
	Agent    string   // one spelling an agent; decision.Unknown where nothing says
	Verdict  decision.Verdict
	PR       string // repository#number of the pull request where it was decided, "" where there was none
	State    string // of the pull request then, "" where nothing says
	Artifact string // where there was no pull request: its ArtifactKey
	Subject  string // whom or what the artifact was for
	Issues   []string
}

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
	last    moment // the newest decision
	verdict decision.Verdict
	named   moment // the newest one that names an agent
	agent   string
	stated  moment // the newest one that knows what became of the pull request
	state   string
	tags    []string // of all, some of them twice
}

// moment orders decisions.
type moment struct {
	at time.Time
	id [16]byte
}

func (m moment) before(o moment) bool {
	return cmp.Or(m.at.Compare(o.at), bytes.Compare(m.id[:], o.id[:])) < 0
}

func (d *Decided) handle() handle {
	if d.PR != "" {
		return handle{pr: strings.ToLower(d.PR)}
	}
	return handle{agent: d.Agent, artifact: d.Artifact, subject: d.Subject}
}

// Add takes in a decision.
func (s Submissions) Add(d Decided) {
	h := d.handle()
	if s[h] == nil {
		s[h] = &submission{agent: decision.Unknown}
	}
	s[h].fold(&d)
}

// AddTo takes in a decision if others about the same were taken in: those from before a period, of what had a newer one within.
func (s Submissions) AddTo(d Decided) {
	if found := s[d.handle()]; found != nil {
		found.fold(&d)
	}
}

func (s *submission) fold(d *Decided) {
	now := moment{d.At, d.ID}
	if s.last.before(now) {
		s.last, s.verdict = now, d.Verdict
	}
	if d.Agent != decision.Unknown && s.named.before(now) {
		s.named, s.agent = now, d.Agent
	}
	if d.State != "" && s.stated.before(now) {
		s.stated, s.state = now, d.State
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
	switch strings.ToLower(s.state) {
	case stateClosed, stateZombie:
		return true
	case "":
		return s.verdict == decision.Rejected
	}
	return false
}

// issues are its tags, each once.
func (s *submission) issues() []string {
	slices.Sort(s.tags)
	s.tags = slices.Compact(s.tags)
	return s.tags
}
