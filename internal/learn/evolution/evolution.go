// Package evolution turns the decisions of a period into what a lead reads every week: how approval went, what work was
// rejected for, at which gates and whose it was, and what differs from the earlier period by more than chance. It does no
// I/O and reads no clock. The same decisions in any order give the same result.
package evolution

import (
	"bytes"
	"cmp"
	"slices"
	"time"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/learn"
)

// Schema names the form of a report as JSON. Keys that are only added leave the number.
const Schema = "kbgate.report/1"

// The most items of each list that a report shows.
const (
	MaxAgents    = 25
	MaxGates     = 20
	MaxArtifacts = 10
	MaxSuggested = 10
	MaxDays      = 371 // 53 weeks
)

// Request says what a report is about.
type Request struct {
	Window    Window
	Older     bool   // there are records from before the earlier period
	Place     string // of the records, in words
	Threshold learn.Threshold
	// Gate gives what is known of the gate of a tag: what people call it, and what to do about its findings.
	Gate func(tag string) (title, fix string)
	// Unread gives the times of records that cannot be read; of Undated more, no time is known.
	Unread  []time.Time
	Undated int
}

// Evolution is the report. What people typed is bounded in it and shows no control characters.
type Evolution struct {
	Schema     string       `json:"schema"`
	Place      string       `json:"place"`
	Window     Window       `json:"window"`
	Approval   Rate         `json:"approval"`
	Earlier    *Earlier     `json:"earlier"` // the period of equal length before; nil where it has no decisions
	Step       Step         `json:"step"`    // from one period to the next
	Periods    []Period     `json:"periods"`
	Days       []Day        `json:"days"` // the last MaxDays
	Categories []Category   `json:"categories"`
	Suggested  []Suggestion `json:"suggested_corrections"`
	Gates      []Gate       `json:"gates"`
	GatesLeft  int          `json:"gates_left_out"`
	Agents     []Agent      `json:"agents"`
	AgentsLeft int          `json:"agents_left_out"`
	Artifacts  []Artifact   `json:"artifacts_rejected_most"`
	Unnamed    int          `json:"rejections_unnamed"` // of which nothing says what they were about
	Scores     *Scores      `json:"quality_scores"`     // nil where nobody gave any
	Review     *Review      `json:"review_time"`        // nil where nobody says
	Unread     Unread       `json:"unread"`

	Threshold learn.Threshold `json:"-"`
}

// Unread is how many records could not be read, so that nothing here counts them.
type Unread struct {
	Window  int `json:"window"`
	Earlier int `json:"earlier"`
	Undated int `json:"undated"` // of no known time: files that are no records
}

// Period is a part of the window.
type Period struct {
	Window
	Approval Rate `json:"approval"`
}

// Day is a day of the window, in UTC.
type Day struct {
	Day       time.Time `json:"-"`
	Name      string    `json:"day"`
	Decisions int       `json:"decisions"`
	Rejected  int       `json:"rejected"`
}

// Of makes the report from the decisions of the window and of the period before it. It ignores others.
func Of(rows []decision.Summary, q Request) *Evolution {
	now, odd := within(rows, q.Window)
	before, oddBefore := within(rows, q.Window.Before())
	e := &Evolution{Schema: Schema, Place: Shown(q.Place, maxName), Window: q.Window, Threshold: q.Threshold, Unread: Unread{odd, oddBefore, q.Undated}}
	e.Approval = rateOf(now)
	for _, at := range q.Unread {
		switch {
		case q.Window.contains(at):
			e.Unread.Window++
		case q.Window.Before().contains(at):
			e.Unread.Earlier++
		}
	}
	lived := q.Window
	if first, ok := earliest(now); ok && !q.Older && len(before) == 0 {
		lived.Since = Day1(first)
	}
	e.Step, e.Periods = periods(lived, now)
	e.Days = days(lived, now)
	e.Categories = categories(now, before, q.Threshold)
	e.Gates, e.GatesLeft = gates(now, before, q.Gate)
	agents := agents(now, before, lived)
	e.Suggested = suggested(e.Categories, agents, q.Threshold)
	e.Agents, e.AgentsLeft = firstOf(agents, MaxAgents)
	known := histories(now)
	e.Artifacts, e.Unnamed = artifacts(known)
	e.Scores = scores(known)
	e.Review = review(now, before)
	if len(before) > 0 {
		e.Earlier = earlier(e, before, q)
	}
	return e
}

// within gives the decisions of a window, and how many more there are whose verdict is none that is known.
func within(rows []decision.Summary, w Window) (some []*decision.Summary, odd int) {
	for i := range rows {
		switch {
		case !w.contains(rows[i].At):
		case !slices.Contains(decision.Verdicts, rows[i].Verdict):
			odd++
		default:
			some = append(some, &rows[i])
		}
	}
	return some, odd
}

func earliest(rows []*decision.Summary) (first time.Time, ok bool) {
	for _, r := range rows {
		if !ok || r.At.Before(first) {
			first, ok = r.At, true
		}
	}
	return first, ok
}

// firstOf is the beginning of a list, empty rather than nil, and how many items it leaves out.
func firstOf[T any](list []T, most int) (first []T, left int) {
	n := min(most, len(list))
	return append([]T{}, list[:n]...), len(list) - n
}

// later reports whether a decision came after another, if there is one.
func later(r, other *decision.Summary) bool { return other == nil || byTime(r, other) > 0 }

// byTime orders decisions; of the same instant, by their ids.
func byTime(a, b *decision.Summary) int {
	return cmp.Or(a.At.Compare(b.At), bytes.Compare(a.Key[:], b.Key[:]))
}
