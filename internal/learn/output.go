package learn

import (
	"fmt"
	"strings"

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
	var all []string
	for _, p := range d {
		all = append(all, percentage(p.Category, p.Percentage))
	}
	return object(append(all, fmt.Sprintf(`"threshold_exceeded":%t`, len(d) > 0))), nil
}

// PatternOutput is the contract's output where there is a pattern: the strongest.
type PatternOutput struct {
	PatternDetected         bool              `json:"pattern_detected"`
	Category                decision.Category `json:"category"`
	OccurrenceCount         int               `json:"occurrence_count"`
	TotalRejections         int               `json:"total_rejections"`
	Percentage              stats.Percent     `json:"percentage"`
	SuggestedCorrection     string            `json:"suggested_correction"`
	AppliesToNextGeneration bool              `json:"applies_to_next_generation"`
	Patterns                []Pattern         `json:"patterns,omitempty"` // all of them, where there are several
}

// NoPatternOutput is the contract's output where there is no pattern.
type NoPatternOutput struct {
	PatternDetected bool   `json:"pattern_detected"`
	TotalRejections int    `json:"total_rejections"`
	Categories      Shares `json:"categories"`
	Message         string `json:"message"`
}

// Report gives the contract's output about patterns: a PatternOutput or a NoPatternOutput, in the words of the types that kinds tell.
func Report(counts Counts, t Threshold, kinds Kinds) any {
	patterns := kinds.Word(Patterns(counts, t))
	if len(patterns) == 0 {
		return NoPatternOutput{false, counts.Total(), Shares(counts), NoPatternMessage(t)}
	}
	f := NewPatternOutput(patterns[0])
	if len(patterns) > 1 {
		f.Patterns = patterns
	}
	return f
}

// NewPatternOutput is the output about one pattern.
func NewPatternOutput(p Pattern) PatternOutput {
	return PatternOutput{true, p.Category, p.Count, p.Total, p.Percentage, p.Correction, true, nil}
}

// Shares are counts that are shown as percentages.
type Shares Counts

// MarshalJSON writes {"examples": 20.0, ...}, in the contract's order of categories.
func (s Shares) MarshalJSON() ([]byte, error) {
	var all []string
	for _, c := range decision.Categories {
		if n := s[c]; n > 0 {
			all = append(all, percentage(c, stats.Share{Count: n, Of: Counts(s).Total()}.Percent()))
		}
	}
	return object(all), nil
}

// percentage is a field of a JSON object.
func percentage(c decision.Category, p stats.Percent) string {
	return fmt.Sprintf(`"%s":%.1f`, c, float64(p))
}

// object is a JSON object whose fields have an order.
func object(fields []string) []byte { return []byte("{" + strings.Join(fields, ",") + "}") }
