// Package draft owns what is proposed before anybody has judged it: an e-mail to somebody, or a markdown file. It reads drafts, and
// tells whether one is what was sent back before: by its fingerprint, and by the likeness of the whole text.
package draft

import (
	"time"

	"github.com/kbgate/kbgate/internal/decision"
)

// Draft is a text that somebody wants to send or to propose.
type Draft struct {
	To       string // an address, or whomever it is for; "" for what has no addressee
	Subject  string // the title of a note
	Body     string // of a note: what stands below its header
	Header   string // of a note: the lines of its header; "" for what has none
	Template string // the id of the template that it was made from
	Campaign string
	Lead     *Lead // what the sender knows of the addressee; nil: nothing
	Evidence []decision.Evidence
	Type     decision.ArtifactType
	Tag      string // why it was rejected, where that was said with it: one of the record's tags

	// Name is the path of the file that the draft was read from, as it was given; "" for a draft from a stream.
	Name string
	// SHA is the SHA-256 of the file that the draft was read from, in hexadecimal; "" for a draft from a stream.
	SHA string
	// Judged is the fingerprint that a guard gave the draft. Of a guard result, which holds no text, it is all that tells the draft.
	Judged string
	// Members are the fields of a JSON draft, known or not, as they were written and in their order. A filter hands them on.
	Members []Member
}

// Member is one field of a JSON object. One that was read has its value as it was written, a json.RawMessage.
type Member struct {
	Name  string
	Value any
}

// Lead is what the sender of an e-mail knows of its addressee. Any of it may be missing.
type Lead struct {
	Email             string
	FirstName         string
	LastName          string
	Title             string // the job's
	Company           Company
	HiringSignal      string
	Hooks             []string // remarks of a researcher, each about something that the company or the person does
	Intent            []string // signals that they mean to buy
	SourceType        string   // how the lead was found: event, webinar, job_board, ...
	SourceName        string
	EngagementContent string // what the person read, watched or commented on
	Signals           []Signal
}

// Signal is something that was seen of a lead, and when.
type Signal struct {
	Type  string // the kind of signal; "" where nobody says
	Value string
	At    time.Time // zero: not known
}

// Company is a lead's.
type Company struct {
	Name         string
	Domain       string
	Description  string
	Industry     string
	Employees    int // 0: not known
	Technologies []string
}
