// Package finding owns what a check says, as values and as JSON (contracts.md#findings).
package finding

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/claim"
)

// Schema names the contract that Document follows.
const Schema = "kbgate.findings/1"

// The severities that a finding may have. A finding that blocks fails the check.
const (
	Blocking = "blocking"
	Warning  = "warning"
)

// The certainties of a finding. A possible finding is a hint for the author and a question for a reader.
const (
	Certain  = "certain"  // no honest claim shows what was found
	Possible = "possible" // some honest claims show it, too
)

// Document is the outcome of a check.
type Document struct {
	Schema string `json:"schema"`
	Root   string `json:"root"`
	// Folder is where the root lies below the top of its repository, with forward slashes and one at its end; "" at the top, and
	// outside of a repository.
	Folder string `json:"folder,omitempty"`
	// Strict says that certain warnings fail the check too.
	Strict bool `json:"strict,omitempty"`
	// Policy names the configuration by which was judged: config.Config.Digest.
	Policy string `json:"policy,omitempty"`
	// Gates are the tags of the gates whose findings were wanted; nil where those of all gates were.
	Gates []string `json:"gates,omitempty"`
	// StoreSHA is the commit of the store's branch whose allowances counted, "" where there is none.
	StoreSHA string `json:"store_sha,omitempty"`
	// Change is what was judged where that lies between two commits.
	Change     *Change      `json:"change,omitempty"`
	Checked    Checked      `json:"checked"`
	Summary    Summary      `json:"summary"`
	Findings   []Finding    `json:"findings"`
	Suppressed []Suppressed `json:"suppressed"`
	Baseline   []Known      `json:"baseline"`
	Unread     []Unread     `json:"unread"`
	// Review is what became of a review; nil where there was none.
	Review *Review `json:"review,omitempty"`
}

// Review is what a reader of meaning came to.
type Review struct {
	By         string           `json:"by"`            // the reader's name
	Bar        *float64         `json:"bar,omitempty"` // from which probability on the reader is believed; nil: it was never calibrated here
	Claims     []ReviewedClaim  `json:"claims"`
	Refused    int              `json:"refused"` // what of the answers did not count: findings and replies whose quotations stand nowhere
	Settled    int              `json:"settled"` // possible findings of gates that the reader has denied
	Unanswered []UnreviewedPath `json:"unanswered,omitempty"`
	Required   bool             `json:"required,omitempty"` // a claim that no reader has judged fails the check
}

// Fails reports whether claims had to be judged that were not.
func (r *Review) Fails() bool { return r != nil && r.Required && len(r.Unanswered) > 0 }

// ReviewedClaim is what a reader said of a claim. Verdict is accept or send_back; "": none that counts.
type ReviewedClaim struct {
	Path        string  `json:"path"`
	Verdict     string  `json:"verdict,omitempty"`
	Probability float64 `json:"probability"`
}

// UnreviewedPath is a claim that no reader has judged.
type UnreviewedPath struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// Change is a change between two commits, named by their full ids.
type Change struct {
	// Base is the commit whose configuration counted, "" before the first.
	Base string `json:"base_sha"`
	Head string `json:"head_sha"`
	// Agent is who is behind the change, "" where nothing says.
	Agent string `json:"agent,omitempty"`
	// AgentByAuthor is who the configuration's agents.authors says by the addresses of the commits' authors, whatever else names an
	// agent; "" where it names none.
	AgentByAuthor string `json:"agent_by_author,omitempty"`
}

// Checked counts what was judged.
type Checked struct {
	Claims int `json:"claims"`
	Notes  int `json:"notes"`
}

// Summary counts the findings by severity, and those that `--fix` mends.
type Summary struct {
	Blocking int `json:"blocking"`
	Warning  int `json:"warning"`
	Fixable  int `json:"fixable"`
}

// Finding is one thing that is wrong with a note or a path. Whoever finds it says what is wrong and where; Locate adds what
// outlives the text of the note; the result of the check gives it severity and fingerprint. Lines and columns count from 1,
// columns in code points; the end is exclusive.
type Finding struct {
	Gate string `json:"gate"`
	// Severity is "" until the configuration decides it.
	Severity string `json:"severity"`
	// Certainty is Certain or Possible; "", which older programs wrote, means Certain.
	Certainty   string `json:"certainty,omitempty"`
	Path        string `json:"path"`
	Line        int    `json:"line"`
	Column      int    `json:"column"`
	EndLine     int    `json:"end_line,omitempty"` // both are of every finding of a document
	EndColumn   int    `json:"end_column,omitempty"`
	Message     string `json:"message"` // what is wrong, without a full stop; a gate that guesses says on what it stands
	Fix         string `json:"fix"`     // what to do; "" until the gate's own advice is filled in
	AutoFixable bool   `json:"auto_fixable"`
	// Target is that of a link; of a finding about two notes it is the path of the other one, by which the finding is known.
	Target      string `json:"target,omitempty"`
	Suggestion  string `json:"suggestion,omitempty"` // what probably was meant
	By          string `json:"by,omitempty"`         // the reader who made or upheld the finding; "": a gate alone
	Fingerprint string `json:"fingerprint,omitempty"`
	Edits       []Edit `json:"edits,omitempty"` // a fix that loses nothing; empty: the author has to decide

	// At is the place in the bytes of the note; a zero span is its first line.
	At claim.Span `json:"-"`
	// Bytes are Column and EndColumn in bytes.
	Bytes Columns `json:"-"`
	// Excerpt shows the place to people.
	Excerpt Excerpt `json:"-"`
	// Matched is the text at the place. The fingerprint is made of it.
	Matched string `json:"-"`
	// Number tells findings of a gate with equal Subjects in a note apart. It counts from 0.
	Number int `json:"-"`
	// Pending are the edits that turn a link to a note still to be written into a comment.
	Pending []Edit `json:"-"`
	// Others are the paths of the notes that might carry the finding as well: which note does depends on what is under check.
	Others []string `json:"-"`
}

// IsPossible reports whether the finding is no more than a hint.
func (f *Finding) IsPossible() bool { return f.Certainty == Possible }

// Fails reports whether the finding fails a check, which is strict or not: a hint fails one only where it blocks.
func (f *Finding) Fails(strict bool) bool {
	return f.Severity == Blocking || strict && !f.IsPossible()
}

// LivesWith reports whether a finding of a fingerprint is known to the baseline, or was let through.
func (d *Document) LivesWith(fingerprint string) bool {
	return slices.ContainsFunc(d.Baseline, func(k Known) bool { return k.Fingerprint == fingerprint }) ||
		slices.ContainsFunc(d.Suppressed, func(s Suppressed) bool { return s.Fingerprint == fingerprint })
}

// Fails reports whether the findings fail the check.
func (d *Document) Fails() bool {
	return d.Review.Fails() || slices.ContainsFunc(d.Findings, func(f Finding) bool { return f.Fails(d.Strict) })
}

// Columns are where a place starts and ends in its lines, counted in bytes of UTF-8 from 1; 0 where that is not known.
type Columns struct{ Start, End int }

// Excerpt is the line at which a finding starts, or the part of a long line around it. Text is "" where there is
// nothing to show.
type Excerpt struct {
	Text   string
	Column int // at which the text starts
}

// Edit replaces a range of the note.
type Edit struct {
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"end_line"`
	EndColumn int    `json:"end_column"`
	NewText   string `json:"new_text"`
	// At is the range in the bytes of the note.
	At claim.Span `json:"-"`
	// Bytes are Column and EndColumn in bytes.
	Bytes Columns `json:"-"`
}

// ID tells a finding from all others of a knowledge base. A baseline knows findings by it.
type ID struct {
	Path        string // of the note, below the root, as reports show it
	Gate        string
	Fingerprint string
}

// ID gives what a baseline knows the finding by.
func (f *Finding) ID() ID { return ID{Path: f.Path, Gate: f.Gate, Fingerprint: f.Fingerprint} }

// Known is the finding as the document lists one of the baseline.
func (f *Finding) Known() Known {
	return Known{Gate: f.Gate, Path: f.Path, Line: f.Line, Fingerprint: f.Fingerprint}
}

// Compare orders findings by path, gate and fingerprint.
func (a ID) Compare(b ID) int {
	return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Gate, b.Gate), strings.Compare(a.Fingerprint, b.Fingerprint))
}

// OnPath is a finding on a path as a whole: on a file that is no note, or on what stands in the place of a note. The text
// is what the fingerprint is made of. A gate takes the finding over.
func OnPath(path, text, message, fix string) Finding {
	return Finding{Path: path, Matched: text, Message: message, Fix: fix, Line: 1, Column: 1, EndLine: 1, EndColumn: 1,
		Bytes: Columns{Start: 1, End: 1}, Excerpt: Excerpt{Column: 1}}
}

// Locate fills in what a report shows of the finding's place and of its edits. The locator is one for the source of c.
func (f *Finding) Locate(c *claim.Claim, l *claim.Locator) {
	f.Line, f.Column, f.EndLine, f.EndColumn, f.Bytes = place(l, f.At)
	f.Matched, f.Excerpt.Column = c.Slice(f.At), 1
	if len(c.Source) > 0 {
		var start int
		f.Excerpt.Text, start = c.Excerpt(f.At.Start)
		f.Excerpt.Column = max(f.Column-utf8.RuneCount(c.Source[start:max(start, f.At.Start)]), 1)
	}
	for i := range f.Edits {
		e := &f.Edits[i]
		e.Line, e.Column, e.EndLine, e.EndColumn, e.Bytes = place(l, e.At)
	}
	f.AutoFixable = len(f.Edits) > 0
}

func place(l *claim.Locator, at claim.Span) (line, column, endLine, endColumn int, bytes Columns) {
	start, end := l.Position(at.Start), l.Position(at.End)
	return start.Line, start.Column, end.Line, end.Column, Columns{Start: start.Byte, End: end.Byte}
}

// IsOfPair reports whether the finding is about its note and one other, which is its target.
func (f *Finding) IsOfPair() bool { return len(f.Others) == 1 && f.Target != "" }

// Subject is what the finding is about: the text at its place, or, where it is about a pair of notes, the path of the other
// one. A pair stays the same one when its texts change, and is another one with another note.
func (f *Finding) Subject() string {
	if f.IsOfPair() {
		return f.Target
	}
	return f.Matched
}

// FingerprintOf is what tells the finding from all others if it stands in the note at that path and has that subject: a hash
// of gate, path, the subject with white space folded, and Number. It has no line numbers, so it survives moved lines
// (docs/contracts.md, Findings).
func (f *Finding) FingerprintOf(notePath, subject string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%s\x00%d", f.Gate, notePath, foldSpace(subject), f.Number))
	return hex.EncodeToString(sum[:8])
}

// Seeker looks for the words that a finding stands on by its fingerprint.
type Seeker struct {
	wanted []byte
	front  []byte
}

// NewSeeker makes one for findings of a gate in a note; nil where the fingerprint is none.
func NewSeeker(fingerprint, gate, notePath string) *Seeker {
	wanted, err := hex.DecodeString(fingerprint)
	if err != nil || len(wanted) != 8 {
		return nil
	}
	return &Seeker{wanted, fmt.Appendf(nil, "%s\x00%s\x00", gate, notePath)}
}

// Is reports whether the finding stands on words, whose white space is folded, and is the first that does.
func (s *Seeker) Is(words string) bool {
	sum := sha256.Sum256(append(append(s.front[:len(s.front):len(s.front)], words...), 0, '0'))
	return bytes.Equal(sum[:8], s.wanted)
}

func foldSpace(s string) string { return strings.Join(strings.Fields(s), " ") }

// IsLike reports whether two findings are of one gate, in one note, and about the same, so that Number alone tells them apart.
func (f *Finding) IsLike(other *Finding) bool {
	return f.Gate == other.Gate && f.Path == other.Path && foldSpace(f.Subject()) == foldSpace(other.Subject())
}

// Sort puts the findings of the document in order.
func (d *Document) Sort() { order(d.Findings) }

func order(findings []Finding) {
	slices.SortStableFunc(findings, func(a, b Finding) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), a.Line-b.Line, a.Column-b.Column, strings.Compare(a.Gate, b.Gate), strings.Compare(a.Message, b.Message))
	})
}

// Sort orders findings by path, place, gate and message, and numbers those of a gate with equal subjects in a note.
func Sort(findings []Finding) {
	order(findings)
	seen := map[[3]string]int{}
	for i := range findings {
		f := &findings[i]
		key := [3]string{f.Gate, f.Path, foldSpace(f.Subject())}
		f.Number = seen[key]
		seen[key]++
	}
}

// Suppressed is a finding that a comment in the note silenced, or that a reviewer has let through.
type Suppressed struct {
	Gate   string `json:"gate"`
	Path   string `json:"path"`
	Line   int    `json:"line"`
	Reason string `json:"reason"`
	// By is the reviewer, and Fingerprint that of the finding; both are "" where a comment silenced it.
	By          string `json:"by,omitempty"`
	Fingerprint string `json:"fingerprint,omitempty"`
}

// SortSuppressed orders what was suppressed by path, line and gate.
func SortSuppressed(all []Suppressed) {
	slices.SortStableFunc(all, func(a, b Suppressed) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), a.Line-b.Line, strings.Compare(a.Gate, b.Gate))
	})
}

// Known is a finding that was passed over because it stands in the baseline.
type Known struct {
	Gate        string `json:"gate"`
	Path        string `json:"path"`
	Line        int    `json:"line"`
	Fingerprint string `json:"fingerprint"`
}

// Unread is a file that could not be judged.
type Unread struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}
