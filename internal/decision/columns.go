package decision

import (
	"strconv"

	"github.com/oklog/ulid/v2"
)

// Column is something of a decision, with its amendments folded in, by which decisions are counted and filtered: one text
// or several.
type Column struct {
	Name string
	One  func(*Decision) string // nil where there are Many
	Many func(*Decision) []string
}

// ColumnsVersion grows whenever Columns give something else of the same record.
const ColumnsVersion = 4

// Columns are those by which what is learned is asked for. They bear the names of contract 5.5.
var Columns = []Column{
	{Name: "verdict", One: func(d *Decision) string { return string(d.Verdict) }},
	{Name: "source", One: func(d *Decision) string { return string(d.Source) }},
	{Name: "review_point", One: func(d *Decision) string { return d.ReviewPoint }},
	{Name: "reviewer", One: func(d *Decision) string { return d.Reviewer }},
	{Name: "agent", One: func(d *Decision) string { return d.Agent }},
	{Name: "artifact.type", One: func(d *Decision) string { return string(d.Artifact.Type) }},
	{Name: "artifact.name", One: func(d *Decision) string { return d.Artifact.Name }},
	{Name: "artifact.path", One: func(d *Decision) string { return d.Artifact.Path }},
	{Name: "subject", One: func(d *Decision) string { return d.Subject }},
	{Name: "campaign", One: func(d *Decision) string { return d.Campaign }},
	{Name: "category", One: func(d *Decision) string { return string(d.Category) }},
	{Name: "also", Many: func(d *Decision) []string { return textsOf(d.Also) }},
	{Name: "issues", Many: func(d *Decision) []string { return d.Issues }},
	{Name: "rules_in_prompt", Many: func(d *Decision) []string { return d.RulesInPrompt }},
	{Name: "epic", One: func(d *Decision) string { return d.Epic }},
	{Name: "task", One: func(d *Decision) string { return d.Task }},
	{Name: "tags", Many: func(d *Decision) []string { return d.Tags }},
	{Name: "pr", One: (*Decision).pullRequest},
	{Name: "pr.state", One: func(d *Decision) string { return d.PR.State }},
	{Name: "redacted", Many: func(d *Decision) []string { return d.Redacted }},
	{Name: "quality_score", One: (*Decision).score},
	{Name: "review_seconds", One: func(d *Decision) string { return written(d.ReviewSeconds) }},
}

func textsOf[T ~string](values []T) []string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = string(v)
	}
	return texts
}

// pullRequest names the one where it was decided: repository#number.
func (d *Decision) pullRequest() string {
	if d.PR.Number == 0 {
		return ""
	}
	return d.PR.Repo + "#" + strconv.Itoa(d.PR.Number)
}

// score is the quality score as it is read back by strconv.ParseFloat; "" where nobody gave one.
func (d *Decision) score() string {
	if d.QualityScore == nil {
		return ""
	}
	return strconv.FormatFloat(*d.QualityScore, 'f', -1, 64)
}

// written is a number, "" for the one that stands for none.
func written(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// Key gives the bytes of an id, in whose order records are.
func Key(id string) (key [16]byte, ok bool) {
	parsed, ok := parseID(id)
	return parsed, ok
}

// KeyID gives the id of such bytes.
func KeyID(key [16]byte) string { return ulid.ULID(key).String() }
