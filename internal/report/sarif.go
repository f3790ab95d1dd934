package report

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"strings"

	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/text"
)

const (
	sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	// sarifRoot stands for the top of the repository, wherever that is checked out. GitHub and others know it by this name.
	sarifRoot = "%SRCROOT%"
	// maxUnread is how many files that could not be read are named.
	maxUnread = 100
)

// The notifications.
const (
	unreadNote  = "unread-note"
	leftOutNote = "left-out"
)

// sarifLimits are how much a run may hold.
type sarifLimits struct {
	results int // in number
	bytes   int // of all, compressed by gzip
}

// githubLimits are what GitHub takes; it refuses what is over them as a whole. The document has to stay below 10 MB when it is
// compressed; what is not counted here, the rules and notifications, takes less than 0.5 MB. See
// https://docs.github.com/en/code-security/reference/code-scanning/sarif-files/sarif-support.
var githubLimits = sarifLimits{results: 25_000, bytes: 9_500_000}

// WriteSARIF writes findings as a log of SARIF 2.1.0. The worst come first, and where there are more than GitHub takes, the
// rest is left out and a notification says how many. What does not count, because a comment suppresses it or the baseline
// holds it, is not there: GitHub opens an alert for a suppressed result too (https://github.com/github/codeql-action/issues/1230).
func WriteSARIF(w io.Writer, doc *finding.Document, run Run) error {
	counted := *doc
	counted.Suppressed, counted.Baseline = nil, nil
	return writeSARIF(w, &counted, run, githubLimits)
}

// WriteFullSARIF is WriteSARIF for readers that heed suppressions: what does not count is there as suppressed results.
func WriteFullSARIF(w io.Writer, doc *finding.Document, run Run) error {
	return writeSARIF(w, doc, run, githubLimits)
}

func writeSARIF(w io.Writer, doc *finding.Document, run Run, limits sarifLimits) error {
	s := &sarifWriter{jsonWriter: newJSONWriter(w), run: run, limits: limits, rules: map[string]int{}, squeezed: newSqueezed(),
		hasSuppressed: len(doc.Suppressed)+len(doc.Baseline) > 0}
	tool := sarifTool{Driver: sarifDriver{Name: "kbgate", Version: run.Version, InformationURI: homepage, Notifications: []sarifDescriptor{
		{ID: unreadNote, ShortDescription: &sarifText{Text: "A note could not be read, so it was not judged."}},
		{ID: leftOutNote, ShortDescription: &sarifText{Text: "There are more results than a run may hold."}},
	}}}
	for i, g := range gate.BuiltIn {
		s.rules[g.ID] = i
		tool.Driver.Rules = append(tool.Driver.Rules, sarifRule(g))
	}
	s.value(fmt.Sprintf(`{"$schema":%q,"version":"2.1.0","runs":[{"tool":`, sarifSchema), tool)
	// Two knowledge bases of one repository are two analyses: neither may close the other's alerts.
	s.value(`,"automationDetails":`, sarifReference{ID: "kbgate/" + uriPath(run.Folder)})
	s.WriteString(`,"columnKind":"unicodeCodePoints","originalUriBaseIds":{"` + sarifRoot + `":{"description":{"text":"the top of the repository"}}}`)
	s.list(`,"results":`)
	s.results(doc)
	s.value("\n],\"invocations\":[", s.invocation(doc))
	s.items = 0
	return s.end("}]}")
}

// sarifWriter writes one run.
type sarifWriter struct {
	*jsonWriter
	run           Run
	limits        sarifLimits
	rules         map[string]int // the index of each
	squeezed      *squeezed
	leftOut       int
	hasSuppressed bool
}

// results writes all that there is room for, the worst first.
func (s *sarifWriter) results(doc *finding.Document) {
	for _, wanted := range []string{"error", "warning", "note"} {
		for i := range doc.Findings {
			if f := &doc.Findings[i]; level(f, "note") == wanted {
				s.result(s.resultOf(f))
			}
		}
	}
	for _, f := range doc.Suppressed {
		by, why := "inSource", f.Reason
		if f.By != "" { // a reviewer, by a record
			by, why = "external", "let through by "+f.By+": "+f.Reason
		}
		s.result(s.silenced(finding.Known{Gate: f.Gate, Path: f.Path, Line: f.Line, Fingerprint: f.Fingerprint}, by, text.Visible(why)))
	}
	for _, f := range doc.Baseline {
		s.result(s.silenced(f, "external", "it stands in the baseline"))
	}
}

// result writes a result, if there is room for it.
func (s *sarifWriter) result(r sarifResult) {
	if s.items < s.limits.results {
		if data := s.encode(r); s.squeezed.take(data, s.limits.bytes) {
			s.raw(data)
			return
		}
	}
	s.leftOut++
}

func (s *sarifWriter) resultOf(f *finding.Finding) sarifResult {
	r := s.about(f.Gate, f.Path, regionOf(f.Line, f.Column, f.EndLine, f.EndColumn))
	r.Level, r.Message, r.Fingerprints = level(f, "note"), message(sentences(f)), fingerprints(f.Fingerprint)
	if s.hasSuppressed { // where one result tells of suppressions, all have to (3.27.23)
		r.Suppressions = &[]sarifSuppression{}
	}
	if len(f.Edits) == 0 {
		return r
	}
	change := sarifChange{Artifact: s.artifact(f.Path)}
	for _, e := range f.Edits {
		change.Replacements = append(change.Replacements, sarifReplacement{
			Deleted:  *regionOf(e.Line, e.Column, e.EndLine, e.EndColumn),
			Inserted: sarifText{Text: e.NewText},
		})
	}
	r.Fixes = []sarifFix{{Description: message(f.Fix), Changes: []sarifChange{change}}}
	return r
}

// silenced is a finding of which only the place is known.
func (s *sarifWriter) silenced(f finding.Known, by, why string) sarifResult {
	r := s.about(f.Gate, f.Path, &sarifRegion{StartLine: max(f.Line, 1)})
	r.Level, r.Message, r.Fingerprints = "warning", message(f.Gate), fingerprints(f.Fingerprint)
	if g, ok := gate.BuiltIn.Find(f.Gate); ok {
		r.Level, r.Message = sarifLevel(g.Severity), message(g.Summary)
	}
	r.Suppressions = &[]sarifSuppression{{Kind: by, Status: "accepted", Justification: why}}
	return r
}

// about begins a result of a gate. One that this program does not know has no rule.
func (s *sarifWriter) about(tag, notePath string, region *sarifRegion) sarifResult {
	r := sarifResult{RuleID: tag, Locations: []sarifLocation{{sarifPhysical{Artifact: s.artifact(notePath), Region: region}}}}
	if i, ok := s.rules[tag]; ok {
		r.RuleIndex = &i
	}
	return r
}

func (s *sarifWriter) artifact(notePath string) sarifArtifact {
	return sarifArtifact{URI: uriPath(s.run.path(notePath)), BaseID: sarifRoot}
}

// invocation says how the run went: what could not be read, and what is not shown.
func (s *sarifWriter) invocation(doc *finding.Document) sarifInvocation {
	in := sarifInvocation{Successful: true}
	tell := func(id, level, said string, at ...sarifLocation) {
		in.Notifications = append(in.Notifications, sarifNotification{Descriptor: sarifReference{ID: id}, Level: level, Message: message(said), Locations: at})
	}
	for _, u := range doc.Unread[:min(len(doc.Unread), maxUnread)] {
		tell(unreadNote, "error", u.Reason, sarifLocation{sarifPhysical{Artifact: s.artifact(u.Path)}})
	}
	if more := len(doc.Unread) - maxUnread; more > 0 {
		tell(unreadNote, "error", fmt.Sprintf("%d more notes could not be read", more))
	}
	if s.leftOut > 0 {
		tell(leftOutNote, "warning", fmt.Sprintf("%s left out, as GitHub takes at most %d results and 10 MB of a run; the worst are here",
			text.Count(s.leftOut, "result", "results"), s.limits.results))
	}
	return in
}

// sarifRule is a gate as SARIF describes it.
func sarifRule(g *gate.Gate) sarifDescriptor {
	var page bytes.Buffer
	_ = WriteGate(&page, g) // into memory
	severity := "recommendation"
	if level := sarifLevel(g.Severity); level != "none" {
		severity = level
	}
	return sarifDescriptor{
		ID:               g.ID,
		ShortDescription: &sarifText{Text: g.Title + ": " + g.Summary},
		FullDescription:  &sarifText{Text: g.Summary + "."},
		Help:             &sarifText{Text: g.Why + "\n\nFix: " + g.Fix, Markdown: page.String()},
		HelpURI:          gatePage(g.ID),
		Configuration:    &sarifConfiguration{Enabled: g.Severity != gate.Off, Level: sarifLevel(g.Severity)},
		Properties:       &sarifProperties{Severity: severity, Tags: []string{"knowledge-base"}},
	}
}

func sarifLevel(severity string) string {
	switch severity {
	case gate.Blocking:
		return "error"
	case gate.Warning:
		return "warning"
	}
	return "none"
}

// fingerprints tell a result again. GitHub has one of its own, which its upload action works out from the notes.
func fingerprints(fingerprint string) map[string]string {
	if fingerprint == "" {
		return nil
	}
	return map[string]string{"kbgate/v1": fingerprint}
}

func regionOf(line, column, endLine, endColumn int) *sarifRegion {
	at := placeOf(line, column, endLine, endColumn)
	return &sarifRegion{StartLine: at.line, StartColumn: at.column, EndLine: at.endLine, EndColumn: at.endColumn}
}

// message is a text that stands for itself: braces are no placeholders (3.11.5), and brackets no links (3.11.6), for what a
// claim says is to be read, not to be followed.
func message(s string) sarifText { return sarifText{Text: literal.Replace(text.Visible(s))} }

var literal = strings.NewReplacer("{", "{{", "}", "}}", "](", "] (")

// uriPath is a path as a relative reference (RFC 3986): all but unreserved characters and slashes is percent-encoded, and
// so is a slash at the start, which would make it another kind of reference.
func uriPath(p string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(p) {
		c := p[i]
		switch {
		case 'a' <= c|0x20 && c|0x20 <= 'z', '0' <= c && c <= '9', strings.IndexByte("-._~", c) >= 0, c == '/' && i > 0:
			b.WriteByte(c)
		default:
			b.WriteByte('%')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		}
	}
	return b.String()
}

// squeezed counts the bytes of a text after compression.
type squeezed struct {
	zip  *gzip.Writer
	size int
}

func newSqueezed() *squeezed {
	s := &squeezed{}
	s.zip, _ = gzip.NewWriterLevel(s, gzip.BestSpeed) // a level that there is
	return s
}

// Write is called by the compressor.
func (s *squeezed) Write(p []byte) (int, error) {
	s.size += len(p)
	return len(p), nil
}

// take adds data unless the whole might then take more than limit bytes, data itself taken as it is.
func (s *squeezed) take(data []byte, limit int) bool {
	if s.size+len(data) > limit {
		return false
	}
	_, _ = s.zip.Write(data) // into memory's count
	return true
}
