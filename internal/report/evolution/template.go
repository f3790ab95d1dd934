package evolution

import (
	"bytes"
	_ "embed" // the sentences
	"html/template"
	"io"
	"strings"

	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/learn/evolution"
	"github.com/kbgate/kbgate/internal/stats"
)

// sentences are those that both pages have.
//
//go:embed sentences.tmpl
var sentences string

// words are the sentences and drawings of this package, by the names that the pages call them by.
func words() template.FuncMap {
	return template.FuncMap{
		"policy": policy, "style": func() template.CSS { return template.CSS(style) }, //nolint:gosec // our own
		"count": count, "grouped": grouped, "number": number, "signed": signed, "rounded": rounded, "share": share, "fine": fine, "interval": interval,
		"points": points, "duration": duration, "dates": dates, "day": day, "verdict": verdict, "capital": capital,
		"trends": func(t stats.Trend) string { return trends[t] }, "tones": func(t stats.Trend) string { return tones[t] }, "tone": tone,
		"enough": func() int { return evolution.Enough }, "hasCourse": hasCourse, "hadAgents": hadAgents, "isMissing": learn.IsMissing,
		"empty": empty, "unread": unread, "noPattern": noPattern, "spans": spans, "subject": subject, "corrections": corrections,
		"fix": fix, "firstAgents": firstAgents, "others": others, "was": was, "gateScale": gateScale, "courses": courses,
		"course": course, "axis": axis, "whisker": whisker, "bar": bar, "scoreBar": scoreBar, "spark": spark, "calendar": newCalendar,
		"code": code, "blocks": blocks, "cell": func(s string) string { return strings.ReplaceAll(s, "|", `\|`) },
	}
}

// write writes a page once all of it is made.
func write(w io.Writer, page interface {
	Execute(w io.Writer, data any) error
}, e *evolution.Evolution) error {
	var b bytes.Buffer
	if err := page.Execute(&b, e); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}
