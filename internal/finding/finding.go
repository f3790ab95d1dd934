// Package finding owns what a check says: contract 5.2 of the design, as values and as JSON.
package finding

// Schema names the contract that Document follows.
const Schema = "kbgate.findings/1"

// The severities that a finding may have.
const (
	Blocking = "blocking"
	Warning  = "warning"
)

// Document is the outcome of a check.
type Document struct {
	Schema string `json:"schema"`
	Root   string `json:"root"`
	// Folder is where the root lies below the top of its repository, with forward slashes and one at its end; "" at the top, and
	// outside of a repository.
	Folder string `json:"folder,omitempty"`
	// Strict says that warnings fail the check too.
	Strict bool `json:"strict,omitempty"`
	// Policy names the configuration by which was judged: config.Config.Digest.
	Policy string `json:"policy,omitempty"`
	// Change is what was judged where that lies between two commits.
	Change     *Change      `json:"change,omitempty"`
	Checked    Checked      `json:"checked"`
	Summary    Summary      `json:"summary"`
	Findings   []Finding    `json:"findings"`
	Suppressed []Suppressed `json:"suppressed"`
	Baseline   []Known      `json:"baseline"`
	Unread     []Unread     `json:"unread"`
}

// Change is a change between two commits, named by their full ids.
type Change struct {
	// Base is the commit whose configuration counted, "" before the first.
	Base string `json:"base_sha"`
	Head string `json:"head_sha"`
	// Agent is who is behind the change, "" where nothing says.
	Agent string `json:"agent,omitempty"`
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

// Finding is one thing that a gate found. Lines and columns count from 1, columns in code points; the end is
// exclusive.
type Finding struct {
	Gate        string `json:"gate"`
	Severity    string `json:"severity"`
	Path        string `json:"path"`
	Line        int    `json:"line"`
	Column      int    `json:"column"`
	EndLine     int    `json:"end_line"`
	EndColumn   int    `json:"end_column"`
	Message     string `json:"message"`
	Fix         string `json:"fix"`
	AutoFixable bool   `json:"auto_fixable"`
	Target      string `json:"target,omitempty"`
	Suggestion  string `json:"suggestion,omitempty"`
	Fingerprint string `json:"fingerprint"`
	Edits       []Edit `json:"edits,omitempty"`

	// Excerpt shows the place to people.
	Excerpt Excerpt `json:"-"`
	// Bytes are Column and EndColumn in bytes.
	Bytes Columns `json:"-"`
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
	// Bytes are Column and EndColumn in bytes.
	Bytes Columns `json:"-"`
}

// Suppressed is a finding that a comment in the note silenced.
type Suppressed struct {
	Gate   string `json:"gate"`
	Path   string `json:"path"`
	Line   int    `json:"line"`
	Reason string `json:"reason"`
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
