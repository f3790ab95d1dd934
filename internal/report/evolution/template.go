package evolution

import (
	"bytes"
	"html/template"
	"io"
	"strings"

	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/learn/evolution"
	"github.com/kbgate/kbgate/internal/stats"
)

// words are the sentences and drawings of this package, by the names that the pages call them by.
func words() template.FuncMap {
	return template.FuncMap{
		"policy": policy, "style": func() template.CSS { return template.CSS(style) }, //nolint:gosec // our own
		"dates": dates, "day": day, "share": share, "interval": interval, "fine": fine, "count": count, "verdict": verdict, "points": points,
		"spans": spans, "empty": empty, "summary": summary, "comparison": comparison, "grouped": grouped, "duration": duration, "reviewTime": reviewTime, "counted": counted, "unread": unread,
		"hasCourse": hasCourse, "course": course, "hasChanges": hasChanges, "changed": changed, "tone": tone, "subject": subject, "moved": moved,
		"corrections": corrections, "pattern": pattern, "basis": basis, "ofAgent": ofAgent, "noPattern": noPattern,
		"axis": axis, "whisker": whisker, "gateScale": gateScale, "bar": bar, "was": was, "title": title, "fix": fix, "left": left,
		"courses": courses, "hadAgents": hadAgents, "spark": spark, "trends": func(t stats.Trend) string { return trends[t] },
		"tones": func(t stats.Trend) string { return tones[t] }, "firstAgents": firstAgents, "others": others, "unnamed": unnamed, "isMissing": learn.IsMissing,
		"hasLowScores": hasLowScores, "scored": scored, "scoreBar": scoreBar, "calendar": newCalendar, "reviewed": reviewed,
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
