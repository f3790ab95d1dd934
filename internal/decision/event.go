package decision

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Event is what a review service says about one decision of a person: HITLDecisionEvent of the user's documents, a field
// each and under its name there.
type Event struct {
	DecisionID            string
	GateID                string // HITL-1, HITL-2, ...
	EpicID, TaskID        string
	Decision              string // APPROVED, REJECTED or APPROVED_WITH_CHANGES, in capitals or not
	ReviewerID            string
	Timestamp             time.Time
	ReviewDurationSeconds int
	AgentOutputSHA        string
	ApprovedOutputSHA     string // none if rejected
	CorrectionDiffPath    string
	ReviewerComment       string
	Tags                  []string
	ReviewerAssociation   string   // what the forge calls the reviewer: OWNER, MEMBER, ...; "": it does not say
	AuthorAssociation     string   // the same, as GitHub names it; it counts where the other is empty
	Agent                 string   // beyond the documents: some services say it
	Artifact              Artifact // likewise
	Rest                  Rest     // fields that nobody knows
}

func (e *Event) rest() *Rest { return &e.Rest }

func (e *Event) fields() []field {
	return []field{
		{"decision_id", &e.DecisionID, nil},
		{"gate_id", &e.GateID, nil},
		{"epic_id", &e.EpicID, nil},
		{"task_id", &e.TaskID, nil},
		{"decision", &e.Decision, nil},
		{"reviewer_id", &e.ReviewerID, nil},
		{"timestamp", &e.Timestamp, nil},
		{"review_duration_seconds", &e.ReviewDurationSeconds, nil},
		{"agent_output_sha", &e.AgentOutputSHA, nil},
		{"approved_output_sha", &e.ApprovedOutputSHA, nil},
		{"correction_diff_path", &e.CorrectionDiffPath, nil},
		{"reviewer_comment", &e.ReviewerComment, nil},
		{"tags", &e.Tags, nil},
		{"reviewer_association", &e.ReviewerAssociation, nil},
		{"author_association", &e.AuthorAssociation, nil},
	}
}

// DecodeEvent reads an event that is a JSON object.
func DecodeEvent(data []byte) (*Event, error) {
	n, err := readJSON(data)
	if err != nil {
		return nil, err
	}
	return eventOf(&n, true)
}

func eventOf(n *node, strict bool) (*Event, error) {
	e := new(Event)
	b := binder{strict: strict}
	b.mapping(n, e)
	f := faults(b.faults)
	for _, one := range e.fields() {
		if slices.Contains(requiredOfEvent, one.name) && one.isEmpty() && (n.get(one.name) == nil || n.get(one.name).empty()) {
			f.add(one.name, "is missing")
		}
	}
	if e.Decision != "" {
		if fault := wrongValue(e.verdict(), Verdicts); fault != "" {
			f.add("decision", "%.60q is none of APPROVED, REJECTED, APPROVED_WITH_CHANGES", e.Decision)
		}
	}
	if err := f.err(); err != nil {
		return nil, err
	}
	e.readStandIns(strict)
	return e, nil
}

func (e *Event) verdict() Verdict { return Verdict(strings.ToLower(e.Decision)) }

func (e *Event) association() string { return cmp.Or(e.ReviewerAssociation, e.AuthorAssociation) }

// eventField is the field of a decision in which what only the event knows is kept.
const eventField = "event"

// ToDecision gives the decision of an event, and what of it the decision can only refer to. Agent and artifact come from
// m where the event does not speak of them, as those of the documents do not. The decision's id follows from the event, so that who records it again, here or
// elsewhere, writes the same file; what is derived from it, category and learned action, is therefore not in it.
func (e *Event) ToDecision(m EventMap) (d *Decision, notices []string) {
	d = &Decision{
		Schema:        Schema,
		ID:            DerivedID(e.Timestamp, string(FromEvent), e.DecisionID),
		Source:        FromEvent,
		SourceID:      e.DecisionID,
		At:            e.Timestamp,
		Verdict:       e.verdict(),
		ReviewPoint:   e.GateID,
		Reviewer:      e.ReviewerID,
		Agent:         e.Agent,
		Artifact:      e.Artifact,
		Reason:        e.ReviewerComment,
		ReviewSeconds: e.ReviewDurationSeconds,
		Epic:          e.EpicID,
		Task:          e.TaskID,
		Tags:          e.Tags,
	}
	d.Artifact.SHA = cmp.Or(e.AgentOutputSHA, d.Artifact.SHA)
	d.Artifact.ApprovedSHA = cmp.Or(e.ApprovedOutputSHA, d.Artifact.ApprovedSHA)
	m.fill(d)
	kept := node{kind: mapping}
	if e.CorrectionDiffPath != "" {
		kept.keys, kept.items = append(kept.keys, "correction_diff_path"), append(kept.items, node{value: e.CorrectionDiffPath})
		notices = append(notices, fmt.Sprintf("correction_diff_path: the event names the diff %q and does not hold it; its name is kept, and the decision has no correction", e.CorrectionDiffPath))
	}
	for _, said := range [][2]string{{"reviewer_association", e.ReviewerAssociation}, {"author_association", e.AuthorAssociation}} {
		if said[1] != "" {
			kept.keys, kept.items = append(kept.keys, said[0]), append(kept.items, node{value: said[1]})
		}
	}
	for _, other := range e.Rest {
		kept.keys, kept.items = append(kept.keys, other.key), append(kept.items, other.value)
	}
	if len(kept.keys) > 0 {
		d.Rest = Rest{{eventField, kept}}
	}
	return d, notices
}
