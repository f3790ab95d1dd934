package gate

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/text"
)

// FrontmatterSchema judges the header: its form, and that it has the fields that the configuration requires, by their
// right names and of the right kind.
var FrontmatterSchema = &Gate{
	ID:       "frontmatter_schema",
	Title:    "Schema compliance",
	Summary:  "The header misses fields, misnames them, or holds what it may not",
	Why:      "Everything that is computed from a knowledge base (what is proven, on which source, since when) is read from the headers. A field that is missing or misspelled is a claim that no query finds. A header that cannot be read, or that some programs read and others do not, is a fault in any note: what it says of the note's type decides whether the other gates look.",
	Fix:      "Give all required fields (type, domain, description, confidence, source, created) by exactly these names; where the configuration lists the values of a field, write one of these.",
	Severity: Blocking, Fixable: true, EveryNote: true,
	NeverAllowed: true,
	Bad: `-- claims/tea.md --
---
type: claim
domain: tea
description: Oxygen reaches the leaf through paper and thin plastic
source_archive: Harler, Tea Growing (1966)
created: 2026-03-02
---

# black tea loses its aroma in open tins within a season
`,
	Good: `-- claims/tea.md --
---
type: claim
domain: tea
description: Oxygen reaches the leaf through paper and thin plastic
confidence: experimental
source: Harler, Tea Growing (1966)
created: 2026-03-02
---

# black tea loses its aroma in open tins within a season
`,
	Run: func(p *Pass) {
		if !p.Note().IsClaim() {
			judgeOther(p)
			return
		}
		if strings.TrimSpace(p.Claim().Header.Text("created")) == "" {
			p.Deferred = true // the fix is the day of the first commit, which the history tells
			return
		}
		judgeSchema(p)
	},
	RunOnAll: judgeSchema,
}

func judgeSchema(p *Pass) {
	s := schema{Pass: p, h: &p.Claim().Header}
	if s.form() {
		s.fields()
	}
}

// judgeOther judges the header of a note that is no claim: only whether it can be read, and by all alike.
func judgeOther(p *Pass) {
	h := p.Claim().Header
	if !h.Meant {
		return
	}
	h.Problems = slices.DeleteFunc(slices.Clone(h.Problems), func(p claim.Problem) bool { return p.Kind == claim.DuplicateKey || p.Kind == claim.DotsEnd })
	s := schema{Pass: p, h: &h}
	s.form()
}

// misnomers are names that authors give to fields, and what the fields are called.
var misnomers = map[string]string{
	"source_archive":   "source",
	"sources":          "source",
	"claim":            "title",
	"confidence_level": "confidence",
	"created_at":       "created",
	"date_created":     "created",
	"creation_date":    "created",
	"desc":             "description",
}

// neverNames are misnomers whatever else the header holds: the user's list forbids them.
var neverNames = []string{"source_archive", "claim"}

// schema judges one header.
type schema struct {
	*Pass
	h *claim.Header
}

// form judges the header as a whole; it answers whether the fields can be judged too.
func (s *schema) form() bool {
	switch {
	case s.h.State == claim.Absent && len(s.h.Problems) == 0:
		s.Report(finding.Finding{Message: "the note has no header", Edits: s.newHeader(),
			Fix: "Begin the note with the required fields between two lines of three hyphens."})
		return false
	case s.h.State == claim.Unclosed:
		s.Report(finding.Finding{At: claim.Span{Start: s.h.Span.Start, End: s.h.Span.Start + 3},
			Message: "the header is not closed: no second line of three hyphens follows", Edits: s.closeHeader(),
			Fix: "Close the header with a line of three hyphens before the text."})
	}
	for _, problem := range s.h.Problems {
		s.Report(finding.Finding{At: problem.Span, Message: problem.Message, Fix: problemFix[problem.Kind]})
	}
	return !s.h.Broken()
}

var problemFix = map[claim.ProblemKind]string{
	claim.NotYAML:       "Mend the YAML; a value that holds a colon, a quotation mark or a bracket stands in quotes.",
	claim.NotMapping:    "Write the header as `key: value` lines.",
	claim.TooLarge:      "Move text into the body; a header holds at most 64 KiB.",
	claim.RefusedSyntax: "Write plain `key: value` lines: anchors, aliases, merge keys, tags and further documents are not read.",
	claim.DuplicateKey:  "Keep one of the two lines.",
	claim.OddOpening:    "Begin the file with a line of three hyphens and nothing else.",
	claim.Foreign:       "Write the header as `key: value` lines between two lines of three hyphens, at the very start of the file.",
	claim.LoneReturn:    "Save the note with line feeds as its line ends.",
	claim.SecondHeader:  "Make one header of the two.",
}

func (s *schema) fields() {
	renamed := map[string]bool{} // fields that stand there under another name
	for i := range s.h.Fields {
		s.misnamed(&s.h.Fields[i], renamed)
	}
	for _, key := range s.Config.Claims.Required {
		f, ok := s.h.Field(key)
		switch {
		case !ok && renamed[key]:
		case !ok:
			s.missing(key)
		case f.Kind == claim.Empty || f.Kind == claim.Text && strings.TrimSpace(f.Text) == "" || f.Kind == claim.List && len(f.Items) == 0:
			s.Report(finding.Finding{At: f.KeySpan, Message: fmt.Sprintf("`%s` is empty", key), Edits: s.fillEmpty(f)})
		default:
			s.value(f)
		}
	}
}

func (s *schema) misnamed(f *claim.Field, renamed map[string]bool) {
	right, ok := misnomers[strings.ToLower(f.Key)]
	if !ok {
		right = strings.ToLower(f.Key)
	}
	required := slices.Contains(s.Config.Claims.Required, right)
	if right == f.Key || !required && !slices.Contains(neverNames, f.Key) || slices.Contains(s.Config.Claims.Required, f.Key) {
		return
	}
	out := finding.Finding{At: f.KeySpan, Message: fmt.Sprintf("`%s` is not the name of a field: it is called `%s`", f.Key, right),
		Suggestion: right, Fix: fmt.Sprintf("Call the field `%s`.", right)}
	if _, taken := s.h.Field(right); !taken && !renamed[right] {
		if s.mendable() {
			out.Edits = []finding.Edit{{At: f.KeySpan, NewText: right}}
		}
		renamed[right] = true
	} else if !slices.Contains(neverNames, f.Key) {
		return // a field beside the right one that happens to sound alike
	}
	s.Report(out)
}

// fieldFix says what belongs into the fields that nobody but the author can fill.
var fieldFix = map[string]string{
	"description": "Add `description:` with one sentence that says more than the title.",
	"confidence":  "Add `confidence:` with the level that the evidence bears.",
	"source":      "Add `source:` with the works on which the claim stands, parted by semicolons.",
	"domain":      "Add `domain:` with the field of knowledge to which the claim belongs.",
}

func (s *schema) missing(key string) {
	f := finding.Finding{Message: fmt.Sprintf("`%s` is missing", key), Fix: fieldFix[key]}
	if near := s.misspelled(key); near != "" {
		f.Message += fmt.Sprintf("; `%s` is perhaps meant to be it", near)
	}
	if value, ok := s.known(key); ok {
		f.Fix = fmt.Sprintf("Add `%s: %s`.", key, value)
		if s.extensible() {
			f.Edits = []finding.Edit{{At: claim.Span{Start: s.h.Inner.End, End: s.h.Inner.End}, NewText: key + ": " + value + s.Claim().Newline()}}
		}
	}
	s.Report(f)
}

// mendable reports whether edits within the header are safe: it is closed, and nothing in it is refused or doubtful.
func (s *schema) mendable() bool { return s.h.State == claim.Closed && len(s.h.Problems) == 0 }

// extensible reports whether a line may be added at the end of the header: each of its keys begins a line.
func (s *schema) extensible() bool {
	if !s.mendable() {
		return false
	}
	source := s.Claim().Source
	for i := range s.h.Fields {
		if at := s.h.Fields[i].KeySpan.Start; at > s.h.Inner.Start && source[at-1] != '\n' {
			return false
		}
	}
	lines := strings.Split(strings.TrimRight(string(source[s.h.Inner.Start:s.h.Inner.End]), "\r\n"), "\n")
	return strings.TrimSpace(lines[len(lines)-1]) != "..."
}

// replaceable reports whether the place of a value is just the value, in a header in which nothing is doubtful.
func replaceable(c *claim.Claim, f *claim.Field) bool {
	return f.Exact && len(c.Header.Problems) == 0
}

// misspelled gives a field of the header whose name is a slip away from key.
func (s *schema) misspelled(key string) string {
	for i := range s.h.Fields {
		if near := s.h.Fields[i].Key; len(near) > 3 && near != key && text.Distance(near, key, 2) <= 2 && !slices.Contains(s.Config.Claims.Required, near) {
			return near
		}
	}
	return ""
}

// fillEmpty edits an empty field of which the value is known.
func (s *schema) fillEmpty(f *claim.Field) []finding.Edit {
	value, ok := s.known(f.Key)
	if !ok || f.Kind != claim.Empty || f.Span.Len() > 0 || !f.Exact || !s.mendable() {
		return nil
	}
	return []finding.Edit{{At: f.Span, NewText: " " + value}}
}

// known gives the value of a field that needs no author to say it: a description, a source or a confidence is never
// invented.
func (s *schema) known(key string) (string, bool) {
	switch key {
	case "type":
		return kb.ClaimType, true
	case "domain":
		return s.domainOfFolder()
	case "created":
		day, known := s.FirstSeen(s.Claim().Path)
		return day.Format(time.DateOnly), known
	}
	return "", false
}

// domainOfFolder is the configured domain that gives one of the note's folders its name, or, where none are
// configured, the folder below one that is called `domains`.
func (s *schema) domainOfFolder() (string, bool) {
	folders := strings.Split(path.Dir(s.Claim().Path), "/")
	for i := len(folders) - 1; i >= 0; i-- {
		known := s.Config.Claims.Domains
		if !plainSafe(folders[i]) {
			continue
		}
		if slices.Contains(known, folders[i]) || len(known) == 0 && i > 0 && folders[i-1] == "domains" && text.Slug(folders[i]) == folders[i] {
			return folders[i], true
		}
	}
	return "", false
}

// value judges a field that holds something.
func (s *schema) value(f *claim.Field) {
	if f.Kind == claim.Map || f.Kind == claim.List && f.Key != "source" && f.Key != "domain" && isKnownField(f.Key) {
		s.Reportf(f.Span, "`%s` is %s, but must be text", f.Key, f.Kind)
		return
	}
	switch f.Key {
	case "type":
		s.oneOf(f, []string{kb.ClaimType}, "type")
	case "confidence":
		s.oneOf(f, s.Config.Claims.Confidence, "level of confidence")
	case "domain":
		if len(s.Config.Claims.Domains) > 0 && f.Kind == claim.Text {
			s.oneOf(f, s.Config.Claims.Domains, "domain")
		}
	}
}

func isKnownField(key string) bool {
	return slices.Contains([]string{"type", "domain", "description", "confidence", "created", "title"}, key)
}

// oneOf judges a value of which only some are known. One that differs by case alone is mended.
func (s *schema) oneOf(f *claim.Field, known []string, what string) {
	if slices.Contains(known, f.Text) {
		return
	}
	out := finding.Finding{At: f.Span, Message: fmt.Sprintf("%q is no known %s", f.Text, what),
		Fix: fmt.Sprintf("Use %s.", text.List("or", known...))}
	if f.Key == "domain" {
		out.Fix = fmt.Sprintf("Use %s, or have a maintainer add it to claims.domains in the configuration.", text.List("or", known...))
	}
	for _, k := range known {
		switch {
		case text.Fold(k) == text.Fold(strings.TrimSpace(f.Text)):
			out.Suggestion = k
			if replaceable(s.Claim(), f) && plainSafe(k) {
				out.Edits = []finding.Edit{{At: f.Inside(), NewText: k}}
			}
		case out.Suggestion == "" && text.Distance(k, strings.ToLower(f.Text), 2) <= 2:
			out.Suggestion = k
		}
	}
	s.Report(out)
}

// newHeader makes a header of what is known.
func (s *schema) newHeader() []finding.Edit {
	nl := s.Claim().Newline()
	b := "---" + nl
	for _, key := range s.Config.Claims.Required {
		if value, ok := s.known(key); ok {
			b += key + ": " + value + nl
		}
	}
	at := s.h.Span.Start
	return []finding.Edit{{At: claim.Span{Start: at, End: at}, NewText: b + "---" + nl + nl}}
}

// plainSafe reports whether YAML reads a word as it stands, without quotes.
func plainSafe(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '_' && r != ' '
	}) && s[0] != '-' && s[0] != ' '
}

// closeHeader closes a header whose lines can be read and of which the end is plain: no field follows it.
func (s *schema) closeHeader() []finding.Edit {
	if len(s.h.Fields) == 0 || len(s.h.Problems) > 0 {
		return nil
	}
	for line := range strings.Lines(string(s.Claim().BodyText())) {
		key, _, ok := strings.Cut(line, ":")
		if _, misnamed := misnomers[key]; ok && (misnamed || isKnownField(key) || slices.Contains(s.Config.Claims.Required, key)) {
			return nil
		}
	}
	nl := s.Claim().Newline()
	at, b := s.h.Inner.End, "---"+nl
	if src := s.Claim().Source; at == len(src) && src[at-1] != '\n' {
		b = nl + b
	}
	return []finding.Edit{{At: claim.Span{Start: at, End: at}, NewText: b}}
}
