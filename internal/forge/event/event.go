// Package event is what happens to a pull request, in the words of no forge: a review, a comment, the end. It reads the payloads with
// which forges start a job; package forge asks their APIs for the same. It does no I/O. Strangers typed most of what it reads.
package event

import (
	"strings"
	"time"
)

// Event is something that happened to a pull request. At most one of Review, Close and Comment is set; with none, nothing of it matters
// to whoever records decisions.
type Event struct {
	Forge       string // the forge's name, as package forge has it
	PullRequest PullRequest
	Review      *Review
	Close       *Close
	Comment     *Comment
}

// PullRequest is a pull request as it stood when the event happened, as far as that is told. A comment's event may tell no more than
// Repo, Number and Author.
type PullRequest struct {
	Repo    string // OWNER/NAME
	Number  int
	Title   string
	Labels  []string
	State   string // open, closed, merged; "": nobody says
	Author  Account
	Head    Endpoint // the commit that is proposed
	Base    Endpoint // the tip of the branch that it is proposed to
	IsFork  bool     // its head is in another repository
	Created time.Time
}

// Endpoint is a branch and the commit at its tip.
type Endpoint struct {
	Ref string // the branch's name
	SHA string
}

// Account is somebody at the forge.
type Account struct {
	Login string
	// IsProgram says that the forge calls it one.
	IsProgram bool
	// Association is what ties it to the repository, in GitHub's words: OWNER, MEMBER, COLLABORATOR, CONTRIBUTOR, NONE, …; "": nobody says.
	Association string
}

// What forges of other words are asked for, in GitHub's words: who may do everything with the repository, who may write to it, and who
// belongs to those that work on it, whatever they may do.
const (
	Owner        = "OWNER"
	Collaborator = "COLLABORATOR"
	Member       = "MEMBER"
	None         = "NONE" // nothing ties it to the repository, or nothing that lets it write
)

// Program reports whether an account is an app's: no person can have such a name.
func (a Account) Program() bool { return a.IsProgram || strings.HasSuffix(a.Login, "[bot]") }

// State is what a review came to.
type State string

// The states of reviews. What was dismissed or is pending is none of them.
const (
	Approved         State = "approved"
	ChangesRequested State = "changes_requested"
	Commented        State = "commented"
)

// Review is a review that was handed in.
type Review struct {
	ID     int64
	At     time.Time
	By     Account
	State  State
	Body   string // as it was typed
	Commit string // the head that was reviewed; "": nobody says
	// Inline are the remarks at lines that belong to it, in the order of the files. A payload does not hold them: they are nil where
	// nobody asked the forge.
	Inline []Inline
}

// Inline is a remark at a line of a file.
type Inline struct {
	ID   int64
	Path string
	Line int // 0: of the whole file, or of a line that is gone
	Body string
}

// Close is the end of a pull request.
type Close struct {
	At     time.Time
	By     Account
	Merged bool
	// Commit is the commit on the base's branch that a merge made; "": nobody says.
	Commit string
}

// Comment is one on the pull request as a whole.
type Comment struct {
	ID   int64
	At   time.Time
	By   Account
	Body string
}
