package learn

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/stats"
)

// Logged is the contract's output after a rejection was recorded.
type Logged struct {
	RejectionLogged         bool                  `json:"rejection_logged"`
	ArtifactType            decision.ArtifactType `json:"artifact_type"`
	ArtifactName            string                `json:"artifact_name"`
	Category                decision.Category     `json:"category"`
	LearnedAction           string                `json:"learned_action"`
	PatternsDetected        Detected              `json:"patterns_detected"`
	WillApplyNextGeneration bool                  `json:"will_apply_next_generation"`
}

// NewLogged says that a rejection was recorded, and which patterns there are with it.
func NewLogged(r decision.Summary, patterns []Pattern) Logged {
	return Logged{true, r.Type, r.Name, r.Category, r.Action, patterns, len(patterns) > 0}
}

// Detected is a list of patterns as the output after a rejection shows it: the percentage of each by its name, the
// strongest first, and whether there are any.
type Detected []Pattern

// MarshalJSON writes {"examples": 40.0, "threshold_exceeded": true}.
func (d Detected) MarshalJSON() ([]byte, error) {
	o := object{}
	for _, p := range d {
		o.add(string(p.Category), p.Percentage)
	}
	o.add("threshold_exceeded", len(d) > 0)
	return o.end(), nil
}

// Found is the contract's output where there is a pattern: the strongest.
type Found struct {
	PatternDetected         bool              `json:"pattern_detected"`
	Category                decision.Category `json:"category"`
	OccurrenceCount         int               `json:"occurrence_count"`
	TotalRejections         int               `json:"total_rejections"`
	Percentage              stats.Percent     `json:"percentage"`
	SuggestedCorrection     string            `json:"suggested_correction"`
	AppliesToNextGeneration bool              `json:"applies_to_next_generation"`
	Patterns                []Pattern         `json:"patterns,omitempty"` // all of them, where there are several
}

// NotFound is the contract's output where there is no pattern.
type NotFound struct {
	PatternDetected bool   `json:"pattern_detected"`
	TotalRejections int    `json:"total_rejections"`
	Categories      Shares `json:"categories"`
	Message         string `json:"message"`
}

// Report gives the contract's output about patterns: a Found or a NotFound.
func Report(counts Counts, t Threshold) any {
	patterns := Patterns(counts, t)
	if len(patterns) == 0 {
		return NotFound{false, counts.Total(), Shares(counts), NoPatternMessage(t)}
	}
	f := FoundOf(patterns[0])
	if len(patterns) > 1 {
		f.Patterns = patterns
	}
	return f
}

// FoundOf is the output about one pattern.
func FoundOf(p Pattern) Found {
	return Found{true, p.Category, p.Count, p.Total, p.Percentage, p.Correction, true, nil}
}

// Shares are counts that are shown as percentages.
type Shares Counts

// MarshalJSON writes {"examples": 20.0, ...}, in the contract's order of categories.
func (s Shares) MarshalJSON() ([]byte, error) {
	o := object{}
	total := Counts(s).Total()
	for _, c := range decision.Categories {
		if n := s[c]; n > 0 {
			o.add(string(c), stats.Share{Count: n, Of: total}.Percent())
		}
	}
	return o.end(), nil
}

// object writes a JSON object whose keys have an order.
type object struct{ b bytes.Buffer }

// add takes values that marshal without an error.
func (o *object) add(key string, value any) {
	o.b.WriteByte("{,"[min(o.b.Len(), 1)])
	k, _ := json.Marshal(key)
	v, _ := json.Marshal(value)
	fmt.Fprintf(&o.b, "%s:%s", k, v)
}

func (o *object) end() []byte {
	if o.b.Len() == 0 {
		o.b.WriteByte('{')
	}
	o.b.WriteByte('}')
	return o.b.Bytes()
}
