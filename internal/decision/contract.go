package decision

import (
	"slices"
	"time"
)

// about says what each field of a decision holds, for the page of the contract and for its JSON Schema. A test keeps it
// in step with the tables of fields.
var about = map[string]string{
	"schema":                "The form of the record, `" + Schema + "`; a record that is given may leave it out",
	"id":                    "The record's ULID, of the day of `at`; made where it is left out. Where there is a `source_id` it follows from time, source and that id",
	"source":                "Where the record comes from; left out: `event` where there is a `source_id`, else `human`",
	"source_id":             "Its id there: recording it twice is recording it once",
	"at":                    "When it was decided; left out: now. Where there is a `source_id` it must be given",
	"verdict":               "What was decided",
	"review_point":          "At which point of the work, such as HITL-1, pr-review, validator",
	"reviewer":              "Who decided",
	"agent":                 "Who made the artifact; left out: `unknown`. `Rio Bot` becomes `rio-bot`",
	"artifact":              "What was decided on",
	"artifact.type":         "Its kind; left out: `other`",
	"artifact.name":         "Its name",
	"artifact.path":         "Its path",
	"artifact.sha":          "The hash of what was submitted, SHA-256 where kbgate itself makes it",
	"artifact.approved_sha": "The hash of what was approved",
	"subject":               "Whom or what it is for, the key of the rejection memory; an e-mail address is stored as its hash",
	"campaign":              "The campaign that it belongs to",
	"reason":                "The reviewer's words, as they were typed",
	"category":              "The kind of the reason",
	"category_by":           "Who or what gave the category",
	"also":                  "Further categories that the reason matches",
	"learned_action":        "What is to be done about it",
	"issues":                "Tags of gates that found something",
	"correction":            "The diff between what was submitted and what was approved",
	"draft":                 "What is kept of a rejected text, so that its like is known again",
	"draft.title":           "Its title, or the subject of an e-mail",
	"draft.opener":          "The first line of its text",
	"draft.fingerprint":     "Made by kbgate",
	"draft.sketch":          "Made by kbgate",
	"draft.template":        "The id of the template that it was made from",
	"draft.evidence":        "What made it personal; a text alone is a `value`",
	"draft.evidence.type":   "The kind of evidence",
	"draft.evidence.value":  "What it says",
	"draft.evidence.source": "Where it was found",
	"quality_score":         "The score that the agent gave it",
	"previous_attempts":     "How many attempts there were before",
	"review_seconds":        "How long the review took",
	"rules_in_prompt":       "Ids of the rules that the agent had been given; without them no effect can be measured",
	"epic":                  "The id of the epic",
	"task":                  "The id of the task",
	"tags":                  "Tags of your own",
	"pr":                    "The pull request where it was decided",
	"pr.repo":               "Its repository, OWNER/NAME",
	"pr.number":             "Its number",
	"pr.head_sha":           "The commit that was proposed",
	"pr.state":              "open, closed or merged",
}

// required are the fields that a decision which is given cannot leave out.
var required = []string{"verdict", "artifact", "artifact.name"}

// eventContract tells of a field of a decision event: what it becomes in a decision.
type eventContract struct {
	name    string
	becomes string // the field of the decision; "": it is only kept
	about   string
}

// eventContracts are the fields of an event in the order of the user's documents.
var eventContracts = []eventContract{
	{"decision_id", "source_id", "What the decision is called there: recording it twice is recording it once. The record's `id` follows from it and the time"},
	{"gate_id", "review_point", "HITL-1, HITL-2, ...; it chooses agent and artifact as tags do"},
	{"epic_id", "epic", "The id of the epic; it chooses agent and artifact as tags do"},
	{"task_id", "task", "The id of the task"},
	{"decision", "verdict", "`APPROVED`, `REJECTED` or `APPROVED_WITH_CHANGES`, in capitals or not"},
	{"reviewer_id", "reviewer", "Who decided"},
	{"timestamp", "at", "RFC 3339, or as Python's `isoformat()` writes it; without a zone it is UTC"},
	{"review_duration_seconds", "review_seconds", "How long the review took"},
	{"agent_output_sha", "artifact.sha", "The hash of what was submitted"},
	{"approved_output_sha", "artifact.approved_sha", "The hash of what was approved; none if rejected"},
	{"correction_diff_path", "", "The event names the diff and does not hold it: its name is kept below `event`, and said"},
	{"reviewer_comment", "reason", "The reviewer's words, as they were typed"},
	{"tags", "tags", "They choose agent and artifact, by `agents.tags` and `agents.tag_artifacts` of the configuration"},
	{"reviewer_association", "", "What the forge calls the reviewer, such as `MEMBER`. Given, it has to be one of `store.associations`, or the reviewer one of `store.accounts`; else the event is left out, which is said. It is kept below `event`"},
	{"author_association", "", "The same, where `reviewer_association` is not given: GitHub's reviews name it so"},
}

// requiredOfEvent are the fields that an event cannot leave out.
var requiredOfEvent = []string{"decision_id", "decision", "timestamp"}

// described is a field with its path.
type described struct {
	path     string
	field    field
	required bool
}

// describe gives the fields of a group, those within each behind it.
func describe(g group, at string) (all []described) {
	for _, f := range g.fields() {
		path := join(at, f.name)
		all = append(all, described{path, f, slices.Contains(required, path)})
		if inner := groupOf(g, f.name); inner != nil {
			all = append(all, describe(inner, path)...)
		}
	}
	return all
}

// typeName is the type of a field in words.
func (f *field) typeName() string {
	switch f.value.(type) {
	case *string:
		return "text"
	case *int:
		return "whole number"
	case **float64:
		return "number"
	case *time.Time:
		return "time"
	case *[]string, *[]Category:
		return "list of texts"
	case *[]Evidence:
		return "list of mappings"
	}
	return "mapping"
}
