package decision

import (
	"strconv"
	"strings"
	"time"
)

// Summary is what is learned from a decision with its amendments folded in: categories, patterns, statistics, the brief, and
// the evolution report read decisions as this. Fields that a reader does not ask for may be empty.
type Summary struct {
	Key      [16]byte // of the id; of two decisions of the same time, the greater is the newer
	At       time.Time
	Source   Source
	Verdict  Verdict
	Agent    string // one spelling an agent; Unknown where nothing says
	Type     ArtifactType
	Name     string // of the artifact
	Path     string // of the artifact
	Subject  string
	PR       string // repository#number of the pull request where it was decided, "" where there was none
	Reviewer string // who decided
	// AmendedBy are those who set words or reviewer later.
	AmendedBy []string
	State     string // of the pull request then, "" where nothing says
	Category  Category
	Reason    string
	Said      bool   // it has, or had, words or a category of its own; an index tells, where Reason is not at hand
	Action    string // what was learned
	Issues    []string
	Score     float64 // of the artifact's quality, 0 to 100; below 0 where nobody gave one
	Seconds   int     // that the review took; 0 where nobody says
}

// Summary gives that of a decision.
func (d *Decision) Summary() Summary {
	s := Summary{At: d.At, Reason: d.Reason, Action: d.LearnedAction, Score: -1, AmendedBy: d.AmendedBy}
	s.Key, _ = Key(d.ID)
	d.eachColumn(func(name string, f *field) { s.Set(name, f.texts()) })
	return s
}

// HasWords reports whether the decision says why.
func (s *Summary) HasWords() bool { return s.Said || !IsNoReason(s.Reason) }

// NoReason stands for the words of a rejection that nobody gave a reason for.
const NoReason = "No reason provided"

// IsNoReason reports whether a reason is none: nobody said why.
func IsNoReason(reason string) bool {
	reason = strings.TrimSpace(reason)
	return reason == "" || reason == NoReason
}

// Set takes over what stands in one of the Columns of a decision; those that are of no use here are passed over.
func (s *Summary) Set(column string, texts []string) {
	one := strings.Join(texts, "")
	switch column {
	case "source":
		s.Source = Source(one)
	case "said":
		s.Said = one != ""
	case "verdict":
		s.Verdict = Verdict(one)
	case "agent":
		s.Agent = one
	case "reviewer":
		s.Reviewer = one
	case "artifact.type":
		s.Type = ArtifactType(one)
	case "artifact.name":
		s.Name = one
	case "artifact.path":
		s.Path = one
	case "subject":
		s.Subject = one
	case "pr":
		s.PR = one
	case "pr.state":
		s.State = one
	case "category":
		s.Category = Category(one)
	case "issues":
		s.Issues = texts
	case "quality_score":
		if score, err := strconv.ParseFloat(one, 64); err == nil && score >= 0 && score <= 100 {
			s.Score = score
		}
	case "review_seconds":
		s.Seconds, _ = strconv.Atoi(one)
		s.Seconds = max(s.Seconds, 0)
	}
}
