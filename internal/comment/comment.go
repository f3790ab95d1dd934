// Package comment owns the comment on a pull request (contracts.md#rejection-block): the block that programs read, the
// lines that people read, and the parser that gives the block back. The text of a claim is hostile here: it cannot close
// the block, bring a block of its own, mention anybody, or become markup.
package comment

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/identity"
)

// Schema names the contract that Block follows.
const Schema = "kbgate.rejection/1"

// The verdicts of a block.
const (
	Rejected = "rejected"
	Warnings = "warnings"
	Passed   = "passed"
)

// source is who judged.
const source = "validator"

// Block is what a comment tells programs. Its keys stand in this order; optional ones that are empty are left out.
type Block struct {
	Schema  string   `json:"schema"`
	Issues  []string `json:"issues"` // distinct tags of all findings but for hints, worst first: blocking before warning, then by count, then by name
	Source  string   `json:"source"`
	TS      string   `json:"ts"` // RFC 3339, UTC, whole seconds
	Verdict string   `json:"verdict"`
	Repo    string   `json:"repo,omitempty"`
	PR      int      `json:"pr,omitempty"`
	HeadSHA string   `json:"head_sha,omitempty"`
	BaseSHA string   `json:"base_sha,omitempty"`
	Policy  string   `json:"policy,omitempty"` // config.Config.Digest of what was judged by
	// StoreSHA is the commit of the store whose allowances counted.
	StoreSHA string  `json:"store_sha,omitempty"`
	Agent    string  `json:"agent,omitempty"`
	Counts   *Counts `json:"counts,omitempty"` // of all findings, also of those that had to go
	// Findings have the keys of finding.Finding without the end of the place and the edits. Their paths count from the top of the
	// repository, as people on a forge see it. Texts longer than the block bears end in "…".
	Findings  []finding.Finding `json:"findings,omitempty"`
	Truncated bool              `json:"truncated,omitempty"` // some findings had to go; those that are left are the worst, worst first
	// Unverified says that the findings were uploaded by somebody, and that nobody could recompute them.
	Unverified bool `json:"unverified,omitempty"`
	// Strict says that the check fails by warnings too, whatever the verdict.
	Strict bool `json:"strict,omitempty"`
	// EarlierHeads are the tags of commits that the same comment spoke of before, the newest first: see Carry.
	EarlierHeads []Head `json:"earlier_heads,omitempty"`
}

// Head is what a comment said of a commit that was proposed before.
type Head struct {
	SHA    string   `json:"head_sha"`
	TS     string   `json:"ts"` // as the block's
	Issues []string `json:"issues"`
}

// Counts are the findings by severity.
type Counts struct {
	Blocking int `json:"blocking"`
	Warning  int `json:"warning"`
}

// About says which pull request the findings are about. Base, Head and Agent win over those of the document.
type About struct {
	Repo  string
	PR    int
	Head  string
	Base  string
	Agent string
	At    time.Time
}

// The most characters of a finding's texts in a block: one finding always fits, were every character an escape of twelve.
const (
	longestText = 400
	longestPath = 512
	longestName = 120
)

// New makes the block of a check's findings. The document may come from anybody: an id that is none and a name that is no
// agent's are left out, and the verdict follows from the findings.
func New(doc *finding.Document, about About) *Block {
	change := finding.Change{}
	if doc.Change != nil {
		change = *doc.Change
	}
	counts := finding.Summarize(doc.Findings)
	agent, _ := identity.Name(cmp.Or(about.Agent, change.Agent))
	b := &Block{
		Schema:   Schema,
		Issues:   issues(doc.Findings),
		Source:   source,
		TS:       about.At.UTC().Format(time.RFC3339),
		Verdict:  verdict(doc.Findings),
		Repo:     cut(about.Repo, longestName),
		PR:       max(about.PR, 0),
		HeadSHA:  hexadecimal(cmp.Or(about.Head, change.Head)),
		BaseSHA:  hexadecimal(cmp.Or(about.Base, change.Base)),
		Policy:   hexadecimal(doc.Policy),
		StoreSHA: hexadecimal(doc.StoreSHA),
		Agent:    agent,
		Counts:   &Counts{Blocking: counts.Blocking, Warning: counts.Warning},
		Strict:   doc.Strict,
	}
	for _, f := range doc.Findings {
		b.Findings = append(b.Findings, finding.Finding{
			Gate: cut(f.Gate, longestName), Severity: severity(f), Certainty: certainty(f), By: cut(f.By, longestName), Path: cut(doc.Folder+f.Path, longestPath),
			Line: max(f.Line, 0), Column: max(f.Column, 0),
			Message: cut(f.Message, longestText), Fix: cut(f.Fix, longestText), AutoFixable: f.AutoFixable,
			Target: cut(f.Target, longestName), Suggestion: cut(f.Suggestion, longestName), Fingerprint: cut(f.Fingerprint, longestName),
		})
	}
	return b
}

// MostTags is how many tags of a reviewer a block takes.
const MostTags = 100

// OfTags makes the block of a reviewer's tags alone, as the user's function makes it: each keeps the severity of its gate, and one
// that no gate has warns. They stand in their order, those that block first. Who judged is the source.
func OfTags(tags []string, by string, gates gate.Registry, about About) *Block {
	b := New(&finding.Document{}, about)
	b.Counts, b.Verdict, b.Source = nil, Warnings, cut(by, longestName)
	var warning []string
	for _, tag := range tags {
		tag = cut(tag, longestName)
		switch g, known := gates.Find(tag); {
		case slices.Contains(b.Issues, tag) || slices.Contains(warning, tag):
		case known && g.Severity == gate.Blocking:
			b.Issues, b.Verdict = append(b.Issues, tag), Rejected
		default:
			warning = append(warning, tag)
		}
	}
	b.Issues = append(b.Issues, warning...)
	return b
}

// verdict is what the findings come to. Hints alone leave the verdict as it is.
func verdict(findings []finding.Finding) string {
	outcome := Passed
	for i := range findings {
		switch f := &findings[i]; {
		case f.Severity == finding.Blocking:
			return Rejected
		case !isHint(f):
			outcome = Warnings
		}
	}
	return outcome
}

// isHint reports whether a finding is merely possible and blocks nothing. It makes no issue, and so enters no statistics.
func isHint(f *finding.Finding) bool { return f.IsPossible() && f.Severity != finding.Blocking }

// certainty is that of a finding; what is not known to be a hint is certain.
func certainty(f finding.Finding) string {
	if f.IsPossible() {
		return finding.Possible
	}
	return finding.Certain
}

// severity is that of a finding; what is not known to block warns, as finding.Summarize counts it.
func severity(f finding.Finding) string {
	if f.Severity == finding.Blocking {
		return finding.Blocking
	}
	return finding.Warning
}

// issues are the tags of findings but for hints, worst first.
func issues(findings []finding.Finding) []string {
	type tally struct{ blocking, all int }
	tallies := map[string]tally{}
	tags := []string{}
	for _, f := range findings {
		if isHint(&f) {
			continue
		}
		tag := cut(f.Gate, longestName)
		t, ok := tallies[tag]
		if !ok {
			tags = append(tags, tag)
		}
		t.all++
		if f.Severity == finding.Blocking {
			t.blocking++
		}
		tallies[tag] = t
	}
	slices.SortFunc(tags, func(a, b string) int {
		return cmp.Or(
			cmp.Compare(min(tallies[b].blocking, 1), min(tallies[a].blocking, 1)),
			cmp.Compare(tallies[b].all, tallies[a].all),
			strings.Compare(a, b))
	})
	return tags
}

// cut makes valid UTF-8 of at most that many characters.
func cut(s string, most int) string {
	s = strings.ToValidUTF8(s, "\ufffd")
	if len(s) <= most || utf8.RuneCountInString(s) <= most {
		return s
	}
	runes := []rune(s)
	return string(runes[:most-1]) + "…"
}

// hexadecimal is an id of git, or a digest, in small letters; "" where the text is none.
func hexadecimal(id string) string {
	id = strings.ToLower(id)
	if len(id) < 7 || len(id) > 64 || strings.Trim(id, "0123456789abcdef") != "" {
		return ""
	}
	return id
}
