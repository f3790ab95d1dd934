package decision

import (
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/kbgate/kbgate/internal/decision/document"
)

// field is a row of a record's table: a name of the contract, its place in the struct, and what else is to be known of it.
// These tables are all that knows the form of a record: reading, writing, checking, amending, redacting, the columns of the
// index, the JSON Schema and the reference page go by them.
type field struct {
	name  string
	value any   // pointer to the place: one of the types that binder.field reads and toNode writes
	takes *rule // nil: whatever its type takes
	marks mark
	about string // what it holds, for the reference page and the JSON Schema
}

// mark says what may be done with a field.
type mark int

const (
	given        mark = 1 << iota // a record that is given cannot leave it out
	stored                        // a record that is stored cannot be without it
	immutable                     // it makes the record the one that it is: no amendment changes it
	unredactable                  // no redaction hides it
	freeText                      // it holds what somebody typed, or what was made of that: a redaction of all texts hides it
	identifier                    // somebody may have named it as they liked, but records are found by it: such a redaction leaves it
	amended                       // an amendment may set it: what kbgate corrects, and what may be found out later
	learned                       // only what a program learned of the event that the decision is of may set it
	column                        // decisions are counted and filtered by it
)

// group is a mapping with fields of its own.
type group interface {
	fields() []field
	rest() *Rest
}

// Sizes of texts, in bytes. contracts.md#decisions gives that of a correction; what a person types is far below the others, and a
// program that needs more is likely to have put the wrong thing there.
const (
	MaxRecord     = 256 << 10 // a whole record, as written
	MaxCorrection = 64 << 10
	MaxReason     = 16 << 10
	maxLine       = 512 // names, ids of others
	maxPath       = 1024
	maxHash       = 160
	maxItems      = 1000 // of a list
)

func (d *Decision) rest() *Rest { return &d.Rest }

func (d *Decision) fields() []field {
	return []field{
		{"schema", &d.Schema, nil, immutable | unredactable, "The form of the record, `" + Schema + "`; a record that is given may leave it out"}, // common judges it
		{"id", &d.ID, nil, immutable | unredactable, "The record's ULID, of the day of `at`; made where it is left out. Where there is a `source_id` it follows from time, source and that id"},
		{"source", (*string)(&d.Source), sourceRule, stored | immutable | unredactable | column, "Where the record comes from; left out: `event` where there is a `source_id`, else `human`"},
		{"source_id", &d.SourceID, lineRule, immutable, "Its id there: recording it twice is recording it once"},
		{"at", &d.At, nil, immutable | unredactable, "When it was decided; left out: now. Where there is a `source_id` it must be given"},
		{"verdict", (*string)(&d.Verdict), verdictRule, given | stored | immutable | unredactable | column, "What was decided"},
		{"review_point", &d.ReviewPoint, lineRule, identifier | column, "At which point of the work, such as HITL-1, pr-review, validator"},
		{"reviewer", &d.Reviewer, lineRule, unredactable | amended | column, "Who decided"},
		{"agent", &d.Agent, agentRule, stored | unredactable | amended | column, "Who made the artifact; left out: `unknown`. `Rio Bot` becomes `rio-bot`"},
		{"artifact", &d.Artifact, nil, given, "What was decided on"},
		{"subject", &d.Subject, lineRule, freeText | column, "Whom or what it is for, the key of the rejection memory; an e-mail address is stored as its hash"},
		{"subject_key", &d.SubjectKey, keyRule, column, "The id of the key with which the address was hashed; left out: there was none"},
		{"campaign", &d.Campaign, lineRule, identifier | column, "The campaign that it belongs to"},
		{"reason", &d.Reason, reasonRule, freeText | amended, "The reviewer's words, as they were typed"},
		{"category", (*string)(&d.Category), categoryRule, amended | column, "The kind of the reason"},
		{"category_by", (*string)(&d.CategoryBy), categoryByRule, 0, "Who or what gave the category"},
		{"also", &d.Also, categoriesRule, column, "Further categories that the reason matches"},
		{"learned_action", &d.LearnedAction, reasonRule, freeText | amended, "What is to be done about it"},
		{"issues", &d.Issues, linesRule, identifier | amended | column, "Tags of gates that found something"},
		{"findings", &d.Findings, nil, identifier | column, "Of a decision by the gates: how often each found something, at most 200 gates; no text of a finding is kept"},
		{"policy", &d.Policy, hashRule, 0, "Of a decision by the gates: the digest of the configuration by which they judged"},
		{"paths", &d.Paths, nil, identifier | amended | learned | column, "Of a decision on a change: the notes that it adds, edits, renames or deletes, at most 1000"},
		{"paths_left_out", &d.PathsLeftOut, countRule, amended | learned | column, "How many more notes the change touches, of which this record knows nothing"},
		{"correction", &d.Correction, correctionRule, freeText | amended | learned, "The diff between what was submitted and what was approved"},
		{"draft", &d.Draft, nil, freeText, "What is kept of a rejected text, so that its like is known again"},
		{"quality_score", &d.QualityScore, scoreRule, column, "The score that the agent gave it"},
		{"previous_attempts", &d.PreviousAttempts, countRule, 0, "How many attempts there were before"},
		{"review_seconds", &d.ReviewSeconds, countRule, column, "How long the review took"},
		{"brief", &d.Brief, briefRule, unredactable | amended | column, "Digest of the brief that the agent had been given (`Kbgate-Brief:` in its commits); `none`: it had none; `unknown`: the commits name several; left out: nobody knows. Only a digest and `none` count for an effect"},
		{"rules_in_prompt", &d.RulesInPrompt, linesRule, column, "Ids of the rules that the agent had been given; without them no effect can be measured"},
		{"epic", &d.Epic, lineRule, identifier | amended | column, "The id of the epic"},
		{"task", &d.Task, lineRule, identifier | amended | column, "The id of the task"},
		{"tags", &d.Tags, linesRule, identifier | amended | column, "Tags of your own"},
		{"pr", &d.PR, nil, column, "The pull request where it was decided"},
	}
}

func (a *Artifact) rest() *Rest { return &a.Rest }

func (a *Artifact) fields() []field {
	return []field{
		{"type", (*string)(&a.Type), typeRule, stored | column, "Its kind; left out: `other`"},
		{"name", &a.Name, lineRule, given | stored | identifier | column, "Its name"},
		{"path", &a.Path, pathRule, identifier | column, "Its path"},
		{"sha", &a.SHA, hashRule, column, "The hash of what was submitted, SHA-256 where kbgate itself makes it"},
		{"approved_sha", &a.ApprovedSHA, hashRule, 0, "The hash of what was approved"},
	}
}

func (d *Draft) rest() *Rest { return &d.Rest }

func (d *Draft) fields() []field {
	return []field{
		{"title", &d.Title, reasonRule, 0, "Its title, or the subject of an e-mail"},
		{"opener", &d.Opener, reasonRule, 0, "The first sentence of its text behind the salutation"},
		{"fingerprint", &d.Fingerprint, lineRule, amended | learned | column, "Made by kbgate"},
		{"sketch", &d.Sketch, reasonRule, amended | learned, "Made by kbgate"},
		{"template", &d.Template, lineRule, column, "The id of the template that it was made from"},
		{"evidence", &d.Evidence, nil, 0, "What made it personal; a text alone is a `value`"},
	}
}

func (e *Evidence) rest() *Rest { return &e.Rest }

func (e *Evidence) fields() []field {
	return []field{
		{"type", &e.Type, lineRule, 0, "The kind of evidence"},
		{"value", &e.Value, reasonRule, 0, "What it says"},
		{"source", &e.Source, lineRule, 0, "Where it was found"},
	}
}

func (c *ChangedFile) rest() *Rest { return &c.Rest }

func (c *ChangedFile) fields() []field {
	return []field{
		{"path", &c.Path, pathRule, given | stored, "Its path below the knowledge base's folder"},
		{"sha", &c.SHA, digestRule, 0, "The SHA-256 of its content; left out: it is deleted"},
		{"was", &c.Was, pathRule, 0, "Its path before, where it is renamed"},
	}
}

func (c *GateCount) rest() *Rest { return &c.Rest }

func (c *GateCount) fields() []field {
	return []field{
		{"gate", &c.Gate, lineRule, given | stored, "The tag of the gate"},
		{"certain", &c.Certain, countRule, 0, "How many findings are certain"},
		{"possible", &c.Possible, countRule, 0, "How many are possible"},
		{"allowed", &c.Allowed, countRule, 0, "How many a reviewer had let through"},
	}
}

func (p *PullRequest) rest() *Rest { return &p.Rest }

func (p *PullRequest) fields() []field {
	return []field{
		{"repo", &p.Repo, lineRule, 0, "Its repository, OWNER/NAME"},
		{"number", &p.Number, countRule, 0, "Its number"},
		{"head_sha", &p.HeadSHA, hashRule, 0, "The commit that was proposed"},
		{"state", &p.State, lineRule, amended | column, "open, closed or merged"},
		{"base_sha", &p.BaseSHA, hashRule, 0, "The tip of the branch that it is proposed to, as the event has it"},
		{"branch", &p.Branch, lineRule, 0, "The branch that is proposed"},
		{"author", &p.Author, lineRule, 0, "The account that proposes it"},
	}
}

func (a *Amendment) rest() *Rest { return &a.Rest }

func (a *Amendment) fields() []field {
	return []field{
		{"schema", &a.Schema, nil, 0, "The form of the record, `" + AmendmentSchema + "`"},
		{"id", &a.ID, nil, 0, "The amendment's own ULID"},
		{"source", (*string)(&a.Source), sourceRule, 0, "Where it comes from, as of a decision"},
		{"source_id", &a.SourceID, lineRule, 0, "Its id there"},
		{"at", &a.At, nil, 0, "When it was made"},
		{"of", &a.Of, nil, 0, "The ULID of the record that is amended"},
		{"field", &a.Field, lineRule, stored, "The field that it sets; `redacted` hides the fields that the value names, `kept` chooses between several files of an id, and `withdrawn` takes an allowance or a decision back"},
		{"value", &a.Value, nil, 0, "What the field is now; left out: it has no value"},
		{"by", &a.By, lineRule, stored, "Who says so"},
		{"why", &a.Why, reasonRule, 0, "Why"},
		{"signature", &a.Signature, nil, 0, "Of a withdrawal that a workflow recorded: the signature over the record without this field"},
	}
}

func (a *Allowance) rest() *Rest { return &a.Rest }

func (a *Allowance) fields() []field {
	return []field{
		{"schema", &a.Schema, nil, 0, "The form of the record, `" + AllowanceSchema + "`"},
		{"id", &a.ID, nil, 0, "The allowance's own ULID"},
		{"source", (*string)(&a.Source), sourceRule, stored, "Where it comes from: `human` for `kbgate allow`, `github` for a comment on a pull request"},
		{"source_id", &a.SourceID, lineRule, 0, "The comment's id there"},
		{"at", &a.At, nil, 0, "When it was made"},
		{"gate", &a.Gate, lineRule, given | stored, "The tag of the gate"},
		{"path", &a.NotePath, pathRule, given | stored, "The note, below the root of the knowledge base"},
		{"fingerprint", &a.Fingerprint, fingerprintRule, given | stored, "The fingerprint of the finding"},
		{"paragraph", &a.Paragraph, digestRule, given | stored, "The SHA-256 of the paragraph that the finding stands on, white space folded: another text is not let through"},
		{"reason", &a.Reason, reasonRule, freeText, "Why it is let through"},
		{"by", &a.By, lineRule, given | stored, "The reviewer who lets it through"},
		{"pr", &a.PR, nil, 0, "The pull request where that was said"},
		{"signature", &a.Signature, nil, 0, "Of an allowance that a workflow recorded: the signature over the record without this field"},
	}
}

func (s *Signature) rest() *Rest { return &s.Rest }

func (s *Signature) fields() []field {
	return []field{
		{"key", &s.Key, hashRule, 0, "The id of the key, one of `comment.public_keys`"},
		{"sig", &s.Sig, hashRule, 0, "The signature of Ed25519, base64"},
	}
}

// walk visits the fields of a group with their paths, those within each behind it.
func walk(g group, at string, visit func(path string, f *field)) {
	fields := g.fields()
	for i := range fields {
		f := &fields[i]
		path := document.Join(at, f.name)
		visit(path, f)
		if inner := f.group(); inner != nil {
			walk(inner, path, visit)
		}
	}
}

// marksOf are the marks of a decision's fields by their paths.
var marksOf = sync.OnceValue(func() map[string]mark {
	marks := map[string]mark{}
	walk(new(Decision), "", func(path string, f *field) { marks[path] = f.marks })
	return marks
})

// isMarked reports whether a field of a decision has a mark. What is no field has none.
func isMarked(path string, m mark) bool { return marksOf()[path]&m != 0 }

// group gives the fields within a field, or within each of its items; nil where it has none.
func (f *field) group() group {
	switch v := f.value.(type) {
	case group:
		return v
	case *[]Evidence:
		return new(Evidence)
	case *[]ChangedFile:
		return new(ChangedFile)
	case *[]GateCount:
		return new(GateCount)
	}
	return nil
}

// find gives the field of a path, artifact.type say, or nil.
func find(g group, path string) *field {
	name, inner, deeper := strings.Cut(path, ".")
	fields := g.fields()
	at, known := lookup(fields, name, 0)
	if !known {
		return nil
	}
	if !deeper {
		return &fields[at]
	}
	if g, ok := fields[at].value.(group); ok {
		return find(g, inner)
	}
	return nil
}

// lookup finds a field by its name, and first where the order of the contract has it.
func lookup(fields []field, name string, next int) (int, bool) {
	for i := range fields {
		if at := (next + i) % len(fields); fields[at].name == name {
			return at, true
		}
	}
	return 0, false
}

// place is what the field's pointer leads to.
func (f *field) place() reflect.Value { return reflect.ValueOf(f.value).Elem() }

// isEmpty reports whether a field has no value.
func (f *field) isEmpty() bool {
	switch v := f.value.(type) {
	case *string: // most are
		return *v == ""
	case *time.Time:
		return v.IsZero()
	case group:
		return isEmptyGroup(v)
	}
	p := f.place()
	return p.Kind() == reflect.Slice && p.Len() == 0 || p.IsZero()
}

// clear takes the value of a field away.
func (f *field) clear() { f.place().SetZero() }

// assign takes over the value of a field of the same name of another record.
func (f *field) assign(other *field) { f.place().Set(other.place()) }

func isEmptyGroup(g group) bool {
	return len(*g.rest()) == 0 && !slices.ContainsFunc(g.fields(), func(f field) bool { return !f.isEmpty() })
}
