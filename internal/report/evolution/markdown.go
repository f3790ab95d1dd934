package evolution

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/learn/evolution"
	"github.com/kbgate/kbgate/internal/stats"
)

// Markdown writes the report for a forge: GitHub Flavored Markdown without any HTML.
func Markdown(w io.Writer, e *evolution.Evolution) error {
	m, v := new(page), newView(e)
	m.line("# Evolution report: %s", v.Dates)
	m.line("")
	m.line("Records in %s. Days are those of UTC.", code(v.Place))
	m.line("")
	if e.Approval.Decisions == 0 {
		for _, line := range empty(e) {
			m.line("%s\n", line)
		}
	} else {
		m.short(v)
		m.course(v.Course)
		m.categories(v.Categories, e.Threshold)
		m.gates(v.Gates)
		m.agents(v.Agents, e.Agents)
		m.artifacts(v)
		m.rest(v, e.Unread)
	}
	_, err := w.Write(append(bytes.TrimRight(m.Bytes(), "\n"), '\n'))
	return err
}

// page is markdown that is being written.
type page struct{ bytes.Buffer }

func (m *page) line(format string, args ...any) { fmt.Fprintf(m, format+"\n", args...) }

func (m *page) heading(s string) { m.line("## %s\n", s) }

// table writes the head of a table; columns that begin with > are of numbers.
func (m *page) table(columns ...string) {
	var rule []string
	for i, c := range columns {
		name, isNumber := strings.CutPrefix(c, ">")
		columns[i] = name
		rule = append(rule, map[bool]string{true: "---:", false: "---"}[isNumber])
	}
	m.row(columns...)
	m.row(rule...)
}

func (m *page) row(cells ...string) { m.line("| %s |", strings.Join(cells, " | ")) }

func (m *page) short(v *view) {
	m.line("**%s** %s\n", v.Summary, v.Comparison)
	if v.Compared != "" {
		m.heading("What changed")
		for _, c := range v.Changes {
			m.line("- **%s%s** %s", c.Before, code(c.Name+c.Tag), c.Text)
		}
		if len(v.Changes) > 0 {
			m.line("")
		}
		m.line("%s\n", v.Compared)
	}
	m.heading("Suggested corrections")
	if len(v.Suggested) == 0 {
		m.line("%s\n", v.NoPattern)
		return
	}
	for _, s := range v.Suggested {
		if s.Pattern == "" {
			m.line("- %s", s.Correction)
		} else {
			m.line("- **%s** (%s)\n  %s", s.Pattern, s.Basis, s.Correction)
		}
		for _, a := range s.Agents {
			m.line("  - %s, %s", code(a.Name), a.Text)
		}
	}
	m.line("")
}

func (m *page) course(c *courseView) {
	m.heading("Approval over time")
	if c == nil {
		m.line("Too few decisions for a course.\n")
		return
	}
	m.table("From", ">Decisions", ">Rejected", ">Approved", ">Between")
	for _, p := range c.Rows {
		m.row(p.Since, strconv.Itoa(p.Decisions), strconv.Itoa(p.Rejected), p.Share, p.Interval)
	}
	m.line("")
}

func shareOrNone(s stats.Share) string {
	if s.Of == 0 {
		return ""
	}
	return share(s)
}

func intervalOrNone(s stats.Share) string {
	if s.Of == 0 {
		return ""
	}
	i := s.Interval()
	return number(i.Low) + "–" + number(i.High) + "%"
}

func fineOrNone(s *stats.Share) string {
	if s == nil {
		return ""
	}
	return fine(*s)
}

func beforeOrNone(s *stats.Share) string {
	if s == nil {
		return ""
	}
	return share(*s)
}

func (m *page) categories(t *tableView[categoryView], above learn.Threshold) {
	if t == nil {
		return
	}
	m.heading("Why work was rejected")
	m.table("Category", ">Rejections", ">Share", ">Between", ">Before", "Pattern")
	for _, c := range t.Rows {
		mark := ""
		if c.Pattern {
			mark = fmt.Sprintf("yes, above %d%%", above.Percent)
		}
		m.row(c.Name, strconv.Itoa(c.Count), c.Share, c.Interval, c.Before, mark)
	}
	m.line("")
}

func (m *page) gates(t *tableView[gateView]) {
	if t == nil {
		return
	}
	m.heading("Gates")
	m.table("Gate", "Tag", ">Decisions", ">Share", ">Before", "What to do")
	for _, g := range t.Rows {
		m.row(g.Title, code(g.Tag), strconv.Itoa(g.Count), g.Share, g.Before, strings.ReplaceAll(g.Fix, "|", `\|`))
	}
	m.left(t.Left)
}

// left says what a table leaves out.
func (m *page) left(more string) {
	if more != "" {
		m.line("\n%s", more)
	}
	m.line("")
}

func (m *page) agents(t *tableView[agentView], all []evolution.Agent) {
	m.heading("Agents")
	m.table("Agent", ">Decisions", ">Approved", ">Between", ">Before", "Course", "Trend", "Rejected most for")
	for i, a := range t.Rows {
		top := ""
		if a.Top != "" {
			top = a.Top + " (" + a.TopShare + ")"
		}
		m.row(code(a.Name), strconv.Itoa(all[i].Approval.Decisions), a.Share, a.Interval, a.Before, blocks(all[i].Course), a.Trend, top)
	}
	m.left(t.Left)
}

// blocks is a course of shares from 0 to 100 as characters.
func blocks(course []evolution.Period) string {
	var b strings.Builder
	for _, p := range course {
		s := p.Approval.Approval()
		if s.Of == 0 {
			b.WriteRune('·')
			continue
		}
		b.WriteRune([]rune("▁▂▃▄▅▆▇█")[min(7, s.Count*8/s.Of)])
	}
	return b.String()
}

func (m *page) artifacts(v *view) {
	if len(v.Artifacts) > 0 {
		m.heading("Rejected most")
		m.table("Artifact", "Type", "Agent", ">Rejected", "Last time", "Now", "Why, the last time", "What to do")
		for _, a := range v.Artifacts {
			why := code(a.Reason)
			if a.NoReason {
				why = learn.ReasonAbsent
			}
			m.row(code(a.Name), code(a.Type), agentNames(a.Agents, a.Others), a.Rejected, a.Last, strings.TrimPrefix(a.Now, "now "), why, code(a.Action))
		}
		m.line("")
		if v.Unnamed != "" {
			m.line("%s\n", v.Unnamed)
		}
	}
	if v.Scores != nil {
		m.heading("Low quality scores")
		m.line("%s\n", v.Scores.Text)
		m.table(">Score", "Artifact", "Type", "Agent", "Day", "Now")
		for _, s := range v.Scores.Rows {
			m.row(s.Score, code(s.Name), code(s.Type), code(s.Agent), s.Day, s.Now)
		}
		m.line("")
	}
}

// agentNames names some agents, and how many more there are.
func agentNames(names []string, others string) string {
	var shown []string
	for _, name := range names {
		shown = append(shown, code(name))
	}
	return strings.TrimSpace(strings.Join(shown, ", ") + " " + others)
}

// scored says of how many artifacts the quality is known.
func scored(s *evolution.Scores) string {
	return fmt.Sprintf("%d of %s a score; the median is %s of 100, and %s below %d.", s.Artifacts, count(s.Of, "artifact has", "artifacts have"),
		s.Median, count(s.Low, "is", "are"), s.Below)
}

func (m *page) rest(v *view, odd evolution.Unread) {
	if v.Review != "" {
		m.heading("Review time")
		m.line("%s\n", v.Review)
	}
	m.heading("How this was counted")
	m.line("%s %s", v.Counted, unread(odd))
}

// reviewed says how long reviews took.
func reviewed(r *evolution.Review) string {
	text := fmt.Sprintf("Half of the reviews took less than %s", duration(r.Now.Median))
	if i := r.Now.Interval; i != nil {
		text += fmt.Sprintf(" (between %s and %s with 95%% confidence), nine of ten less than %s", duration(i.Low), duration(i.High), duration(r.Now.Most))
	}
	text += fmt.Sprintf("; the time is known of %d of %d.", r.Now.Known, r.Now.Of)
	switch {
	case r.Before == nil:
	case r.Changed:
		text += fmt.Sprintf(" Before it was %s: a difference that chance does not make.", duration(r.Before.Median))
	default:
		text += fmt.Sprintf(" Before it was %s: within what chance makes, or too few to say.", duration(r.Before.Median))
	}
	return text
}

// code is text that somebody typed, as a code span in which markdown and forges act on nothing: no tag, link, mention or
// number of an issue. It may stand in a cell of a table.
func code(s string) string {
	if s = strings.TrimSpace(s); s == "" {
		return ""
	}
	// A backslash before a bar would take part in how the cell is cut (GFM 4.10), so they are parted.
	s = strings.ReplaceAll(strings.ReplaceAll(s, `\|`, `\ |`), "|", `\|`)
	if strings.HasSuffix(s, `\`) {
		s += " "
	}
	fence := "`"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		s = " " + s + " "
	}
	return fence + s + fence
}
