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
	m := new(page)
	m.line("# Evolution report: %s\n", dates(e.Window))
	m.line("Records in %s. Days are those of UTC.\n", code(e.Place))
	if e.Approval.Decisions == 0 {
		for _, line := range empty(e) {
			m.line("%s\n", line)
		}
	} else {
		m.short(e)
		m.course(e)
		m.categories(e)
		m.gates(e)
		m.agents(e)
		m.artifacts(e)
		m.scores(e)
		m.rest(e)
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
		line := "---"
		if name, isNumber := strings.CutPrefix(c, ">"); isNumber {
			columns[i], line = name, "---:"
		}
		rule = append(rule, line)
	}
	m.row(columns...)
	m.row(rule...)
}

func (m *page) row(cells ...string) { m.line("| %s |", strings.Join(cells, " | ")) }

func (m *page) short(e *evolution.Evolution) {
	m.line("**%s** %s\n", summary(e), comparison(e))
	if hasChanges(e) {
		m.heading("What changed")
		for _, c := range e.Earlier.Changes {
			name := ""
			if c.Of == evolution.OfGate || c.Of == evolution.OfAgent {
				name = code(c.Name)
			}
			m.line("- **%s%s** %s", subject(c), name, moved(c))
		}
		if len(e.Earlier.Changes) > 0 {
			m.line("")
		}
		m.line("%s\n", changed(e.Earlier))
	}
	m.heading("Suggested corrections")
	if len(e.Suggested) == 0 {
		m.line("%s\n", noPattern(e))
		return
	}
	for _, c := range corrections(e) {
		if c.Whole == nil {
			m.line("- %s", c.Text)
		} else {
			m.line("- **%s** (%s)\n  %s", pattern(*c.Whole), basis(c.Whole.Share), c.Text)
		}
		for _, s := range c.Agents {
			m.line("  - %s, %s", code(s.Agent), ofAgent(s))
		}
	}
	m.line("")
}

func (m *page) course(e *evolution.Evolution) {
	m.heading("Approval over time")
	if !hasCourse(e) {
		m.line("Too few decisions for a course.\n")
		return
	}
	m.table("From", ">Decisions", ">Rejected", ">Approved", ">Between")
	for _, p := range e.Periods {
		s, approved := p.Approval.Approval(), ""
		if s.Of > 0 {
			approved = share(s)
		}
		m.row(day(p.Since), strconv.Itoa(s.Of), strconv.Itoa(p.Approval.Rejected), approved, interval(s))
	}
	m.line("")
}

// earlier is a share of the period before; "" where there is none.
func earlier(s *stats.Share, said func(stats.Share) string) string {
	if s == nil {
		return ""
	}
	return said(*s)
}

func (m *page) categories(e *evolution.Evolution) {
	if e.Approval.Rejected == 0 {
		return
	}
	m.heading("Why work was rejected")
	m.table("Category", ">Rejections", ">Share", ">Between", ">Before", "Pattern")
	for _, c := range e.Categories {
		mark := ""
		if c.Pattern {
			mark = fmt.Sprintf("yes, above %d%%", e.Threshold.Percent)
		}
		m.row(string(c.Category), strconv.Itoa(c.Share.Count), share(c.Share), interval(c.Share), earlier(c.Before, share), mark)
	}
	m.line("")
}

func (m *page) gates(e *evolution.Evolution) {
	if len(e.Gates) == 0 {
		return
	}
	m.heading("Gates")
	m.table("Gate", "Tag", ">Decisions", ">Share", ">Before", "What to do")
	for i, g := range e.Gates {
		m.row(title(g), code(g.Tag), strconv.Itoa(g.Share.Count), fine(g.Share), earlier(g.Before, fine), strings.ReplaceAll(fix(i, g), "|", `\|`))
	}
	m.left(left(e.GatesLeft, "gate", "gates"))
}

// left says what a table leaves out.
func (m *page) left(more string) {
	if more != "" {
		m.line("\n%s", more)
	}
	m.line("")
}

func (m *page) agents(e *evolution.Evolution) {
	m.heading("Agents")
	m.table("Agent", ">Decisions", ">Approved", ">Between", ">Before", "Course", "Trend", "Rejected most for")
	for _, a := range e.Agents {
		s, before, top := a.Approval.Approval(), "", ""
		if a.Before != nil {
			before = share(a.Before.Approval())
		}
		if a.Top != nil {
			top = fmt.Sprintf("%s (%d of %d)", a.Top.Category, a.Top.Share.Count, a.Top.Share.Of)
		}
		m.row(code(a.Name), strconv.Itoa(s.Of), share(s), interval(s), before, blocks(a.Course), trends[a.Trend], top)
	}
	m.left(left(e.AgentsLeft, "agent", "agents"))
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

func (m *page) artifacts(e *evolution.Evolution) {
	if len(e.Artifacts) == 0 {
		return
	}
	m.heading("Rejected most")
	m.table("Artifact", "Type", "Agent", ">Rejected", "Last time", "Now", "Why, the last time", "What to do")
	for _, a := range e.Artifacts {
		why := code(a.Reason)
		if a.Reason != "" && learn.IsMissing(a.Reason) {
			why = learn.ReasonAbsent
		}
		var agents []string
		for _, name := range firstAgents(a) {
			agents = append(agents, code(name))
		}
		m.row(code(a.Name), code(string(a.Type)), strings.TrimSpace(strings.Join(agents, ", ")+" "+others(a)), fmt.Sprintf("%d of %d", a.Rejected, a.Decisions),
			day(a.LastReject), verdict(a.LastVerdict), why, code(a.Action))
	}
	m.line("")
	if e.Unnamed > 0 {
		m.line("%s\n", unnamed(e.Unnamed))
	}
}

func (m *page) scores(e *evolution.Evolution) {
	if !hasLowScores(e) {
		return
	}
	m.heading("Low quality scores")
	m.line("%s\n", scored(e.Scores))
	m.table(">Score", "Artifact", "Type", "Agent", "Day", "Now")
	for _, s := range e.Scores.Lowest {
		m.row(s.Score.String(), code(s.Name), code(string(s.Type)), code(s.Agent), day(s.At), verdict(s.Verdict))
	}
	m.line("")
}

// scored says of how many artifacts the quality is known.
func scored(s *evolution.Scores) string {
	return fmt.Sprintf("%d of %s a score; the median is %s of 100, and %s below %d.", s.Artifacts, count(s.Of, "artifact has", "artifacts have"),
		s.Median, count(s.Low, "is", "are"), s.Below)
}

func (m *page) rest(e *evolution.Evolution) {
	if e.Review != nil {
		m.heading("Review time")
		m.line("%s\n", reviewed(e.Review))
	}
	m.heading("How this was counted")
	m.line("%s %s", counted(e), unread(e.Unread))
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
