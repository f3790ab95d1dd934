package evolution

import (
	"bytes"
	"crypto/sha256"
	_ "embed" // the page and its style
	"encoding/base64"
	"html/template"
	"io"
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/learn/evolution"
	"github.com/kbgate/kbgate/internal/stats"
)

//go:embed page.html
var pageText string

//go:embed style.css
var style string

// pageTemplate is the page. It calls the sentences and drawings of this package by the names of their functions.
var pageTemplate = sync.OnceValue(func() *template.Template {
	words := template.FuncMap{
		"policy": policy, "style": func() template.CSS { return template.CSS(style) }, //nolint:gosec // our own
		"dates": dates, "day": day, "share": share, "interval": interval, "fine": fine, "count": count, "verdict": verdict, "points": points,
		"spans": spans, "empty": empty, "summary": summary, "comparison": comparison, "figures": figures, "counted": counted, "unread": unread,
		"hasCourse": hasCourse, "course": course, "hasChanges": hasChanges, "changed": changed, "tone": tone, "subject": subject, "moved": moved,
		"corrections": corrections, "pattern": pattern, "basis": basis, "ofAgent": ofAgent, "noPattern": noPattern,
		"axis": axis, "whisker": whisker, "gateScale": gateScale, "bar": bar, "was": was, "title": title, "fix": fix, "left": left,
		"courses": courses, "hadAgents": hadAgents, "spark": spark, "trends": func(t stats.Trend) string { return trends[t] },
		"tones": func(t stats.Trend) string { return tones[t] }, "firstAgents": firstAgents, "others": others, "unnamed": unnamed, "isMissing": learn.IsMissing,
		"hasLowScores": hasLowScores, "scored": scored, "scoreBar": scoreBar, "calendar": newCalendar, "reviewed": reviewed,
	}
	return template.Must(template.New("page").Funcs(words).Parse(pageText))
})

// policy lets the page load nothing, run nothing and send nothing; its own style sheet is known by its hash (Content
// Security Policy Level 3, 6.7.3).
func policy() string {
	hash := sha256.Sum256([]byte(style))
	return "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(hash[:]) + "'; base-uri 'none'; form-action 'none'"
}

// HTML writes the report as one page that needs nothing else: no script, no network, no other file. It is well-formed XML
// too.
func HTML(w io.Writer, e *evolution.Evolution) error {
	var b bytes.Buffer
	if err := pageTemplate().Execute(&b, e); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}

// span is a part of a sentence of ours; between backticks stands code.
type span struct {
	Text string
	Code bool
}

func spans(s string) (all []span) {
	for i, part := range strings.Split(s, "`") {
		if part != "" {
			all = append(all, span{part, i%2 == 1})
		}
	}
	return all
}
