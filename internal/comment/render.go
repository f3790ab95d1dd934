package comment

import (
	"cmp"
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"slices"
	"unicode/utf16"

	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/gate"
)

// Marker begins every comment of ours, including one that says that all gates passed.
const Marker = "<!-- REJECTION: "

// signatureMarker begins the second line of a comment that is signed.
const signatureMarker = "<!-- REJECTION-SIGNATURE: "

const markerEnd = " -->"

// MaxLength is the most that a comment takes, in UTF-16 code units, of which a text has at least as many as characters.
// GitHub takes 65,536 characters or 262,144 bytes, Gitea and GitLab more.
const MaxLength = 60_000

// Options say how a block is rendered.
type Options struct {
	// Gates are those that are known, whose texts the comment shows.
	Gates gate.Registry
	// Pointer is what the comment refers to for tags that no gate knows: `comment.pointer` of the configuration.
	Pointer string
	// Key signs the comment; nil: it is not signed.
	Key ed25519.PrivateKey
	// Unverified marks the block as unverified.
	Unverified bool
	// Earlier are the earlier rejections of the notes, which the lines for people tell; an unverified comment tells none.
	Earlier []Earlier
	// EarlierUnread is how many notes of the change were not looked up.
	EarlierUnread int
}

// Earlier is what reviewers sent back of a note before.
type Earlier struct {
	Path       string // from the top of the repository
	Rejections int
	Rounds     []Round // the newest of them, newest first
}

// Round is one of these rejections.
type Round struct {
	Day    string
	Issues []string
	Asked  string // the reviewer's words, where they are to be told
}

// signature is what stands in the second line.
type signature struct {
	Alg string `json:"alg"`
	Key string `json:"key"`
	Sig string `json:"sig"`
}

const algorithm = "ed25519"

// Render writes a comment: the block as an HTML comment, its signature, the lines for people, and a visible copy of the block for
// readers who are never shown HTML comments. If the comment is too long, Render drops places from the lines for people, then the
// lightest findings; `truncated` says so.
func Render(b *Block, opts Options) (string, error) {
	whole := *b
	whole.Unverified = b.Unverified || opts.Unverified
	p := newPage(&whole, opts)
	if len(whole.Findings) <= mostFindings {
		for _, places := range []int{10, 3} {
			text, err := assemble(&whole, p.write(limits{places: places}), opts)
			if err != nil || length(text) <= MaxLength {
				return text, err
			}
		}
	}
	return renderCut(&whole, p, opts)
}

// mostFindings and mostIssues are more than fit: each stands in a comment twice, a finding with a hundred characters of keys,
// a tag with three characters for quotes and comma.
const (
	mostFindings = MaxLength / 2 / 100
	mostIssues   = MaxLength / 2 / 3
)

// maxPeople is the share of the lines for people in a comment that is too long; the block gets the rest.
const maxPeople = MaxLength / 4

// renderCut renders a block that does not fit.
func renderCut(whole *Block, p *page, opts Options) (string, error) {
	var lim limits
	for _, lim = range []limits{{places: 5}, {places: 3}, {places: 1}, {}, {issues: 40}, {issues: 1}} {
		if length(p.write(lim)) <= maxPeople {
			break
		}
	}
	order := worstFirst(whole)
	attempt := func(kept, issues int) (string, error) {
		part, lim := *whole, lim
		if kept < len(order) || issues < len(whole.Issues) {
			part.Truncated = true
			part.Issues = whole.Issues[:issues]
			part.Findings = inOrder(whole, order[:kept])
			lim.left = len(order) - kept
		}
		return assemble(&part, p.write(lim), opts)
	}
	text, err := largest(min(len(order), mostFindings), func(kept int) (string, error) { return attempt(kept, len(whole.Issues)) })
	if errors.Is(err, errTooLong) { // a document of more tags than there are gates
		text, err = largest(min(len(whole.Issues), mostIssues), func(issues int) (string, error) { return attempt(0, issues) })
	}
	return text, err
}

// errTooLong says that a name or id of the block is too long for any comment.
var errTooLong = errors.New("the rejection block does not fit into a comment")

// largest gives the longest comment that fits, of those made from 0 to n parts.
func largest(n int, attempt func(n int) (string, error)) (string, error) {
	best := ""
	for low, high := 0, n; low <= high; {
		middle := (low + high) / 2
		text, err := attempt(middle)
		if err != nil {
			return "", err
		}
		if length(text) <= MaxLength {
			best, low = text, middle+1
		} else {
			high = middle - 1
		}
	}
	if best == "" {
		return "", errTooLong
	}
	return best, nil
}

// length is the size of a comment in UTF-16 code units.
func length(s string) int {
	n := 0
	for _, r := range s {
		n += max(utf16.RuneLen(r), 1)
	}
	return n
}

// assemble puts the parts of a comment together.
func assemble(b *Block, people string, opts Options) (string, error) {
	payload, err := encode(b)
	if err != nil {
		return "", err
	}
	var signed []byte
	if opts.Key != nil {
		if signed, err = sign(payload, opts.Key); err != nil {
			return "", err
		}
	}
	return putTogether(payload, signed, "\n"+people+"\n<details>\n<summary>The same for programs</summary>\n\n"), nil
}

// detailsEnd closes a comment.
const detailsEnd = "\n</details>\n"

// The fence around the copies. Nothing else in a comment is a line of its own that begins so: lines from claims are indented.
const (
	fenceOpen  = "```json"
	fenceClose = "```"
)

func fenced(line string) string { return fenceOpen + "\n" + line + "\n" + fenceClose + "\n" }

func sign(payload []byte, key ed25519.PrivateKey) ([]byte, error) {
	return encode(signature{
		Alg: algorithm,
		Key: KeyID(key.Public().(ed25519.PublicKey)),
		Sig: base64.StdEncoding.EncodeToString(ed25519.Sign(key, payload)),
	})
}

// worstFirst gives the findings' numbers in the order in which they are kept: what blocks first, and of equals the first
// finding of each tag before the second of any.
func worstFirst(b *Block) []int {
	nth := make([]int, len(b.Findings)) // of its tag and severity
	seen := map[[2]string]int{}
	order := make([]int, len(b.Findings))
	for i, f := range b.Findings {
		order[i] = i
		key := [2]string{f.Severity, f.Gate}
		nth[i] = seen[key]
		seen[key]++
	}
	sortFindings(b, order, nth)
	return order
}

// inOrder gives findings by their numbers, worst first, and of equals in the order of the block.
func inOrder(b *Block, numbers []int) (findings []finding.Finding) {
	numbers = slices.Sorted(slices.Values(numbers))
	sortFindings(b, numbers, make([]int, len(b.Findings)))
	for _, i := range numbers {
		findings = append(findings, b.Findings[i])
	}
	return findings
}

// sortFindings sorts numbers of findings: what blocks first, then by a further key, then by the places of their tags among the issues.
func sortFindings(b *Block, numbers, further []int) {
	rank := make(map[string]int, len(b.Issues))
	for i, tag := range b.Issues {
		rank[tag] = i
	}
	weight := func(f *finding.Finding) int {
		switch {
		case f.Severity == finding.Blocking:
			return 0
		case isHint(f):
			return 2
		}
		return 1
	}
	slices.SortStableFunc(numbers, func(x, y int) int {
		f, g := &b.Findings[x], &b.Findings[y]
		return cmp.Or(weight(f)-weight(g), further[x]-further[y], rank[f.Gate]-rank[g.Gate])
	})
}
