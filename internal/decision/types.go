package decision

import (
	"slices"
	"time"

	"github.com/kbgate/kbgate/internal/identity"
)

// Schema names the form of a decision, the others those of the further kinds. The number grows when an older program could misread the
// record; fields that are only added leave it.
const (
	Schema           = schemaName + "1"
	AmendmentSchema  = amendmentSchemaName + "1"
	AllowanceSchema  = allowanceSchemaName + "1"
	RefinementSchema = refinementSchemaName + "1"

	schemaName           = "kbgate.decision/"
	amendmentSchemaName  = "kbgate.amendment/"
	allowanceSchemaName  = "kbgate.allowance/"
	refinementSchemaName = "kbgate.refinement/"
)

// Source says where a record comes from.
type Source string

// The sources of records (contracts.md#decisions).
const (
	Human     Source = "human"
	Validator Source = "validator"
	GitHub    Source = "github"
	FromEvent Source = "event"
	Import    Source = "import"
)

// Verdict is what was decided.
type Verdict string

// The verdicts (contracts.md#decisions).
const (
	Approved            Verdict = "approved"
	Rejected            Verdict = "rejected"
	ApprovedWithChanges Verdict = "approved_with_changes"
)

// ArtifactType says what kind of thing was decided on.
type ArtifactType string

// The types of artifacts (contracts.md#decisions).
const (
	Skill         ArtifactType = "skill"
	Persona       ArtifactType = "persona"
	Code          ArtifactType = "code"
	Documentation ArtifactType = "documentation"
	Claim         ArtifactType = "claim"
	Email         ArtifactType = "email"
	OtherType     ArtifactType = "other"
)

// Category is what kind of reason there was.
type Category string

// The categories (contracts.md#categories), in the order in which the first that matches is taken.
const (
	Examples     Category = "examples"
	Specificity  Category = "specificity"
	Clarity      Category = "clarity"
	Completeness Category = "completeness"
	Relevance    Category = "relevance"
	OtherReason  Category = "other"
)

// CategoryBy says who or what gave a decision its category.
type CategoryBy string

// A category was set by a reviewer, or follows from a keyword of the reason, or from what reviewers had set before. There is
// none of these where nothing in the reason told, and in records that do not say.
const (
	ByReviewer CategoryBy = "reviewer"
	ByKeyword  CategoryBy = "keyword"
	ByModel    CategoryBy = "learned"
)

// The values of the enumerations.
var (
	Sources       = []Source{Human, Validator, GitHub, FromEvent, Import}
	Verdicts      = []Verdict{Approved, Rejected, ApprovedWithChanges}
	ArtifactTypes = []ArtifactType{Skill, Persona, Code, Documentation, Claim, Email, OtherType}
	Categories    = []Category{Examples, Specificity, Clarity, Completeness, Relevance, OtherReason}
	CategoriesBy  = []CategoryBy{ByReviewer, ByKeyword, ByModel}
)

// Unknown stands where nothing says which agent or artifact it was, or which brief of several.
const Unknown = "unknown"

// NoBrief stands in Decision.Brief where the agent had been given none.
const NoBrief = identity.NoBrief

// Decision is what a reviewer said about one artifact at one review point (contracts.md#decisions). Its table says what each
// field takes.
// A field of no value is left out of the file.
type Decision struct {
	Schema           string
	ID               string // ULID
	Source           Source
	SourceID         string // the source's own id: recording it twice is recording it once
	At               time.Time
	Verdict          Verdict
	ReviewPoint      string // HITL-1, pr-review, validator, ...
	Reviewer         string
	Agent            string // who made the artifact
	Artifact         Artifact
	Subject          string // the key of the rejection memory; empty: the artifact, and for an e-mail no memory at all
	SubjectKey       string // the id of the key with which the address in Subject was hashed; "" for none
	Campaign         string
	Reason           string // verbatim
	Category         Category
	CategoryBy       CategoryBy
	Also             []Category // further categories that the reason matches
	LearnedAction    string
	Issues           []string      // tags of gates
	Findings         []GateCount   // of a decision by the gates: what they found
	Policy           string        // the digest of the configuration by which they judged
	Paths            []ChangedFile // of a decision on a change: the notes that it brought
	PathsLeftOut     int           // how many more it brought
	Correction       string        // the diff between what was submitted and what was approved
	Draft            Draft
	QualityScore     *float64 // 0 to 100; nil where nobody gave one
	PreviousAttempts int
	ReviewSeconds    int
	Brief            string   // digest of the brief that the agent had been given, NoBrief where it had none; "": nobody knows
	RulesInPrompt    []string // ids of the rules that the agent had been given
	Epic, Task       string
	Tags             []string
	PR               PullRequest
	Rest             Rest // what a newer version wrote

	// Redacted names the texts that Fold hid. It is of the view alone and is never written.
	Redacted []string
	// AmendedBy are those whose amendments set the words or the reviewer. It is of the view alone, too.
	AmendedBy []string
	// Disputed says that another record of the id disagrees, and no reviewer has chosen. It is of the view alone, too.
	Disputed bool
	// Withdrawn says who took the decision back. It is of the view alone, too; nil: nobody did.
	Withdrawn *Amendment
}

// Artifact is what was decided on.
type Artifact struct {
	Type        ArtifactType
	Name        string
	Path        string // below the repository's root, with forward slashes
	SHA         string // of what was submitted
	ApprovedSHA string // of what was approved
	Rest        Rest
}

// ChangedFile is a note that a change adds, edits, renames or deletes.
type ChangedFile struct {
	Path string // below the knowledge base's folder, with forward slashes
	SHA  string // the SHA-256 of its content, in hexadecimal; "": the change deletes it, or nobody says
	Was  string // its path before the change, where that renamed it
	Rest Rest
}

// GateCount is what a gate found in one state of a proposal.
type GateCount struct {
	Gate              string // its tag
	Certain, Possible int    // findings that count
	Allowed           int    // findings that a reviewer had let through
	Rest              Rest
}

// MostGateCounts is how many gates a decision counts the findings of.
const MostGateCounts = 200

// GatesPoint is where the gates decide: the review point of a decision that holds what they found.
const GatesPoint = "validator"

// HasIssue reports whether a decision names a gate's tag.
func (d *Decision) HasIssue(tag string) bool { return slices.Contains(d.Issues, tag) }

// IsOfGates reports whether a decision holds what the gates found, rather than what a person or another program said.
func (d *Decision) IsOfGates() bool {
	return d.Source == Validator && d.ReviewPoint == GatesPoint && d.Artifact.Type == Claim && d.Reason == ""
}

// MostChangedFiles is how many notes a decision names of a change.
const MostChangedFiles = 1000

// Draft is what is kept of a rejected text so that its like is known again.
type Draft struct {
	Title, Opener       string
	Fingerprint, Sketch string // made by package guard and by package text
	Template            string
	Evidence            []Evidence
	Rest                Rest
}

// Evidence is what made a draft personal.
type Evidence struct {
	Type   string `json:"type"`
	Value  string `json:"value"`
	Source string `json:"source"`
	Rest   Rest   `json:"-"`
}

// PullRequest is where it was decided.
type PullRequest struct {
	Repo    string
	Number  int
	HeadSHA string
	State   string // open, closed, merged
	BaseSHA string // the tip of the branch that it is proposed to
	Branch  string // the branch that is proposed
	Author  string // the account that proposes it
	Rest    Rest
}
