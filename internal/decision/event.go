package decision

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/decision/document"
	"github.com/kbgate/kbgate/internal/identity"
)

// eventField is a row of the table of decision events: HITLDecisionEvent of the user's documents. It tells what a field
// becomes in a decision, and so all that is to be known of the event's own.
type eventField struct {
	name     string
	becomes  string // the field of the decision; "": it is only kept, below the field event
	required bool
	about    string
}

// eventFields are the fields of an event in the order of the user's documents.
var eventFields = []eventField{
	{"decision_id", "source_id", true, "What the decision is called there: recording it twice is recording it once. The record's `id` follows from it and the time"},
	{"gate_id", "review_point", false, "HITL-1, HITL-2, ...; it chooses agent and artifact as tags do"},
	{"epic_id", "epic", false, "The id of the epic; it chooses agent and artifact as tags do"},
	{"task_id", "task", false, "The id of the task"},
	{"decision", "verdict", true, "`APPROVED`, `REJECTED` or `APPROVED_WITH_CHANGES`, in capitals or not"},
	{"reviewer_id", "reviewer", false, "Who decided"},
	{"timestamp", "at", true, "RFC 3339, or as Python's `isoformat()` writes it; without a zone it is UTC"},
	{"review_duration_seconds", "review_seconds", false, "How long the review took"},
	{"agent_output_sha", "artifact.sha", false, "The hash of what was submitted"},
	{"approved_output_sha", "artifact.approved_sha", false, "The hash of what was approved; none if rejected"},
	{diffPath, "", false, "The event names the diff and does not hold it: its name is kept below `event`, and said"},
	{"reviewer_comment", "reason", false, "The reviewer's words, as they were typed"},
	{"tags", "tags", false, "They choose agent and artifact, by `agents.tags` and `agents.tag_artifacts` of the configuration"},
	{reviewerAssociation, "", false, "What the forge calls the reviewer, such as `MEMBER`. Given, it has to be one of `store.associations`, or the reviewer one of `store.accounts`; else the event is left out, which is said. It is kept below `event`"},
	{authorAssociation, "", false, "The same, where `reviewer_association` is not given: GitHub's reviews name it so"},
}

// Fields of an event that a decision only keeps.
const (
	diffPath            = "correction_diff_path"
	reviewerAssociation = "reviewer_association" // what the forge calls the reviewer: OWNER, MEMBER, ...
	authorAssociation   = "author_association"   // the same, as GitHub names it; it counts where the other is empty
)

// draftName is the field of a decision that holds its draft; of an event only the text is read.
const draftName = "draft"

// eventKept is the field of a decision in which what only the event knows is kept.
const eventKept = "event"

// These are the aliases under which services give what the user's documents name otherwise. They are read where the
// documents' own field has no value, and where they can mean one thing only; else they are kept like any field that is not
// known.
var (
	commentNames  = []string{"reason", "comment", "comments", "rationale", "feedback"}
	reviewerNames = []string{"reviewer"}
)

// What an event may say of whose artifact it is about; the documents have no fields for that.
const (
	agentName    = "agent"
	artifactName = "artifact"
)

// Origin is whose artifact an event is about. What is empty is not known.
type Origin struct {
	Agent string
	Type  ArtifactType
	Name  string // of the artifact
}

// EventMap says what events mostly do not: whose artifact was reviewed, by the event's tags, epic or gate. Of those that know
// something, a tag counts before the epic, the epic before the gate, and the first tag before the next.
type EventMap struct {
	Tags, Epics, Gates map[string]Origin
}

// fill sets what is open of agent and artifact of a decision; what nothing knows becomes Unknown, and the type other.
func (m EventMap) fill(d *Decision) {
	var origins []Origin
	for _, tag := range d.Tags {
		origins = append(origins, m.Tags[tag])
	}
	for _, o := range append(origins, m.Epics[d.Epic], m.Gates[d.ReviewPoint], Origin{Unknown, OtherType, Unknown}) {
		d.Agent = cmp.Or(d.Agent, o.Agent)
		d.Artifact.Type = cmp.Or(d.Artifact.Type, o.Type)
		d.Artifact.Name = cmp.Or(d.Artifact.Name, o.Name)
	}
}

// event is a decision event that is being read.
type event struct {
	decision Decision          // what of it becomes a field
	kept     map[string]string // what of its table does not
	unknown  Rest              // fields that nobody knows
	strict   bool
}

// eventOf reads an event.
func eventOf(n *document.Node, strict bool) (*event, error) {
	e := &event{decision: Decision{Schema: Schema, Source: FromEvent}, kept: map[string]string{}, strict: strict}
	d := &e.decision
	own, ofArtifact := d.fields(), d.Artifact.fields()
	place := func(path string) *field {
		within, name := splitLast(path)
		table := own
		if within == artifactName {
			table = ofArtifact
		}
		at, _ := lookup(table, name, 0)
		return &table[at]
	}
	b := binder{strict: strict}
	for i := range n.Items {
		item := &n.Items[i]
		at := slices.IndexFunc(eventFields, func(f eventField) bool { return f.name == item.Name })
		if at < 0 {
			b.keep(&e.unknown, item)
			continue
		}
		said := ""
		f := &field{name: item.Name, value: &said}
		if becomes := eventFields[at].becomes; becomes != "" {
			f.value = place(becomes).value
		}
		if b.field(item, f); said != "" {
			e.kept[item.Name] = said
		}
	}
	f := faults(b.faults)
	for _, one := range eventFields {
		if one.required && place(one.becomes).isEmpty() && (n.Get(one.name) == nil || n.Get(one.name).IsEmpty()) {
			f.add(one.name, "is missing")
		}
	}
	if said := d.Verdict; said != "" {
		if d.Verdict = Verdict(strings.ToLower(string(said))); !slices.Contains(Verdicts, d.Verdict) {
			f.add("decision", "%.60q is none of APPROVED, REJECTED, APPROVED_WITH_CHANGES", string(said))
		}
	}
	if err := f.err(); err != nil {
		return nil, err
	}
	e.readAliases()
	e.takeDraft()
	return e, nil
}

// readAliases takes over what the event says under other names.
func (e *event) readAliases() {
	d := &e.decision
	e.readText(&d.Reason, reasonRule.text, commentNames...)
	e.readText(&d.Reviewer, lineRule.text, reviewerNames...)
	agent := ""
	e.readText(&agent, func(s string) string {
		if name, ok := identity.Name(s); !ok || name == Unknown {
			return "is no name of an agent"
		}
		return ""
	}, agentName)
	d.Agent, _ = identity.Name(agent)
	if i := slices.IndexFunc(e.unknown, func(one document.Node) bool { return one.Name == artifactName }); i >= 0 {
		agree := func(a, b string) bool { return a == "" || b == "" || a == b }
		own := d.Artifact
		if a, ok := artifactOf(&e.unknown[i], e.strict); ok && agree(a.SHA, own.SHA) && agree(a.ApprovedSHA, own.ApprovedSHA) {
			a.SHA, a.ApprovedSHA = cmp.Or(own.SHA, a.SHA), cmp.Or(own.ApprovedSHA, a.ApprovedSHA)
			d.Artifact = a
			e.drop(artifactName)
		}
	}
}

// readText takes over the text that stands under one of the names, or under several that say the same, unless it is wrong.
func (e *event) readText(to *string, wrong func(string) string, names ...string) {
	if *to != "" {
		return
	}
	said, under := "", []string(nil)
	for i := range e.unknown {
		if !slices.Contains(names, e.unknown[i].Name) {
			continue
		}
		text, ok := wordsOf(&e.unknown[i], e.strict)
		if !ok || wrong(text) != "" {
			continue
		}
		if len(under) > 0 && text != said {
			return
		}
		said, under = text, append(under, e.unknown[i].Name)
	}
	*to = said
	e.drop(under...)
}

// drop takes fields out of those that are kept beside the decision.
func (e *event) drop(names ...string) {
	e.unknown = slices.DeleteFunc(e.unknown, func(one document.Node) bool { return slices.Contains(names, one.Name) })
}

// wordsOf gives the text that a node is, or the one that it lists.
func wordsOf(n *document.Node, strict bool) (string, bool) {
	if n.Kind == document.List && len(n.Items) == 1 {
		n = &n.Items[0]
	}
	if n.Kind == document.Text || n.Kind == document.Plain && !strict && !n.IsNull() {
		return n.Value, n.Value != ""
	}
	return "", false
}

// artifactOf reads an artifact that is a mapping as in a decision, or a text: a type, a type and a name as in the
// configuration (skill/redis-cache.md), a path below the repository's root, or a name.
func artifactOf(n *document.Node, strict bool) (a Artifact, ok bool) {
	if n.Kind == document.Mapping {
		b := binder{strict: strict}
		if b.mapping(n, &a); len(b.faults) > 0 {
			return a, false
		}
	} else {
		said, _ := wordsOf(n, strict)
		kind, name, _ := strings.Cut(said, "/")
		switch {
		case slices.Contains(ArtifactTypes, ArtifactType(kind)):
			a.Type, a.Name = ArtifactType(kind), name
		case name != "" && wrongPath(said) == "":
			a.Name, a.Path = path.Base(said), said
		default:
			a.Name = said
		}
	}
	var f faults
	f.fields(artifactName, &a, false)
	return a, len(f) == 0 && !isEmptyGroup(&a)
}

// toDecision gives the decision of an event, and what of it the decision can only refer to. Agent and artifact come from m
// where the event does not speak of them, as those of the documents do not. The decision's id follows from the event, so
// that who records it again, here or elsewhere, writes the same file; what is derived from it, category and learned action,
// is therefore not in it.
func (e *event) toDecision(m EventMap) (d *Decision, notices []string) {
	own := e.decision
	d = &own
	d.ID = DerivedID(d.At, string(FromEvent), d.SourceID)
	m.fill(d)
	kept := document.Node{Name: eventKept, Kind: document.Mapping}
	for _, f := range eventFields {
		if said := e.kept[f.name]; said != "" {
			kept.Put(f.name, document.OfText(said))
		}
	}
	if diff := e.kept[diffPath]; diff != "" {
		notices = append(notices, fmt.Sprintf("%s: the event names the diff %q and does not hold it; its name is kept, and the decision has no correction", diffPath, diff))
	}
	if kept.Items = append(kept.Items, e.unknown...); len(kept.Items) > 0 {
		d.Rest = Rest{kept}
	}
	return d, notices
}
