package learn

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/stats"
)

func TestPatterns(t *testing.T) {
	tests := []struct {
		name   string
		counts Counts
		want   string
	}{
		{"the document's ten", Counts{"examples": 4, "clarity": 2, "other": 4}, "examples"},
		{"two rejections", Counts{"examples": 2}, ""},
		{"three rejections", Counts{"examples": 3}, "examples"},
		{"exactly 30 percent", Counts{"examples": 3, "other": 7}, ""},
		{"other never", Counts{"other": 9, "clarity": 1}, ""},
		{"several", Counts{"examples": 4, "relevance": 5, "other": 2}, "relevance examples"},
		{"equally strong", Counts{"relevance": 2, "clarity": 2, "other": 1}, "clarity relevance"},
		{"one of each of three", Counts{"relevance": 1, "clarity": 1, "examples": 1}, "examples clarity relevance"},
		{"none", nil, ""},
	}
	for _, test := range tests {
		var got []string
		for _, p := range Patterns(test.counts, DefaultThreshold) {
			got = append(got, string(p.Category))
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s: %s, want %q", test.name, got, test.want)
		}
	}
	if got := Patterns(Counts{"examples": 4, "clarity": 6}, Threshold{50, 20}); got != nil {
		t.Errorf("%+v", got)
	}
	counts := Counts{}
	for _, c := range []decision.Category{"clarity", "", "nonsense", "clarity", "other"} {
		counts.Add(c)
	}
	if counts["clarity"] != 2 || counts["other"] != 3 || counts.Total() != 5 {
		t.Errorf("%v", counts)
	}
}

// The outputs of the contract, word for word.
func TestOutputs(t *testing.T) {
	ten := Counts{"examples": 4, "clarity": 2, "other": 4}
	r := rejection(decision.Skill, "kafka-basics.md", "Kafka examples return errors")
	r.Category = NewCategorizer(nil, nil).Categorize(r.Reason).Category
	r.Action = Action(r, nil)
	tests := []struct {
		value any
		want  string
	}{
		{NewLogged(r, Patterns(ten, DefaultThreshold)), `{
  "rejection_logged": true,
  "artifact_type": "skill",
  "artifact_name": "kafka-basics.md",
  "category": "examples",
  "learned_action": "Test Kafka commands in Docker before showing",
  "patterns_detected": {
    "examples": 40.0,
    "threshold_exceeded": true
  },
  "will_apply_next_generation": true
}`},
		{Report(ten, DefaultThreshold, nil), `{
  "pattern_detected": true,
  "category": "examples",
  "occurrence_count": 4,
  "total_rejections": 10,
  "percentage": 40.0,
  "suggested_correction": "Validate all code examples before Human Gate",
  "applies_to_next_generation": true
}`},
		{Report(Counts{"examples": 1, "clarity": 1, "other": 3}, DefaultThreshold, nil), `{
  "pattern_detected": false,
  "total_rejections": 5,
  "categories": {
    "examples": 20.0,
    "clarity": 20.0,
    "other": 60.0
  },
  "message": "No recurring pattern detected yet (need 30% threshold)"
}`},
		{NewLogged(r, nil).PatternsDetected, `{
  "threshold_exceeded": false
}`},
		{Report(nil, DefaultThreshold, nil).(NoPatternOutput).Categories, `{}`},
		{Report(Counts{"examples": 2, "clarity": 1}, DefaultThreshold, nil).(PatternOutput).Patterns[1], `{
  "category": "clarity",
  "occurrence_count": 1,
  "total_rejections": 3,
  "percentage": 33.3,
  "interval": {
    "low": 6.1,
    "high": 79.2
  },
  "suggested_correction": "Simplify language and structure before Human Gate"
}`},
	}
	for _, test := range tests {
		got, err := json.MarshalIndent(test.value, "", "  ")
		if err != nil || string(got) != test.want {
			t.Errorf("%s, %v; want %s", got, err, test.want)
		}
	}
}

func TestSentences(t *testing.T) {
	for _, test := range [][2]string{
		{Noticed(Pattern{Category: "examples"}), "I've noticed examples are a common concern, so I've validated all code examples"},
		{Noticed(Pattern{Category: "specificity"}), "I've noticed specificity is a common concern, so I've added concrete use cases"},
		{Noticed(Pattern{Category: "completeness"}), "I've noticed completeness is a common concern, so I've verified all required sections"},
		{Note(Pattern{Category: "examples", Percentage: 40}), "Note: Based on previous feedback, I've focused extra attention on examples (40% of recent rejections). All code examples have been validated."},
		{Note(Pattern{Category: "completeness", Percentage: stats.Share{Count: 1, Of: 3}.Percent()}), "Note: Based on previous feedback, I've focused extra attention on completeness (33.3% of recent rejections). All required sections have been verified."},
		{NoPatternMessage(Threshold{Percent: 45}), "No recurring pattern detected yet (need 45% threshold)"},
		{RejectedTimes("skill", 3, []string{"a", "b", "c"}), "This skill was rejected 3 times previously. Reasons: a; b; c"},
		{RejectedTimes("", 1, []string{"a"}), "This artifact was rejected 1 time previously. Reasons: a"},
	} {
		if test[0] != test[1] {
			t.Errorf("%q, want %q", test[0], test[1])
		}
	}
	for _, c := range decision.Categories[:5] {
		if w := wordings[c]; w.verb == "" || w.correction == "" {
			t.Errorf("nothing to say about %s", c)
		}
	}
}
