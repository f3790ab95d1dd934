package memorylog

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/decision/memory"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/records"
	"github.com/kbgate/kbgate/internal/store"
	"github.com/kbgate/kbgate/internal/store/index"
)

// section is what an agent's memory log is to hold.
type section struct {
	agent    string
	learning *records.Learning
	rows     map[string]memory.Row // by the id of the decision
	own      map[string]bool       // keys of all rows that these decisions have ever had
	imported map[string]bool       // ids of those that were read out of a log
}

var isRejected = index.Condition{Column: "verdict", Any: []string{string(decision.Rejected)}}

// counts reports whether a decision has a row: it is a rejection, nobody withdrew it, and it is more than what the gates found.
func counts(d *decision.Decision) bool {
	return d.Verdict == decision.Rejected && d.Withdrawn == nil && !d.IsOfGates()
}

// section reads the rejections of an agent, with amendments folded in. Amended is asked only if there are any: a folder of amendments that
// cannot be read keeps no first rejection away.
func (l *Log) section(ctx context.Context, known Inputs, t index.Source, amended func() (records.Amendments, error), agent string) (*section, error) {
	s := &section{agent: agent, learning: known.Learning, rows: map[string]memory.Row{}, own: map[string]bool{}, imported: map[string]bool{}}
	x, err := records.OpenIndex(ctx, t, l.keywords, known.Chosen, index.Options{})
	if err != nil {
		return nil, err
	}
	found, err := x.Rows(ctx, index.Query{Where: []index.Condition{isRejected, {Column: "agent", Any: []string{agent}}}, Gone: true}, 0)
	if err != nil || len(found) == 0 {
		return s, err
	}
	about, err := amended()
	if err != nil {
		return nil, err
	}
	names := make([]store.Name, len(found))
	for i, r := range found {
		names[i] = store.Name{Path: r.Path, Blob: cmp.Or(known.Chosen[decision.KeyID(r.Key)].Blob, r.Blob)}
	}
	var files []store.File
	for file, err := range t.Contents(ctx, names, decision.MaxRecord) {
		if err != nil {
			return nil, fmt.Errorf("the rejections of %s: %w", agent, err)
		}
		files = append(files, file)
	}
	decisions, _ := records.Read(files)
	for _, d := range decisions {
		s.add(d, about.About(d.ID))
	}
	return s, nil
}

// add takes in a decision, as it was recorded, and its amendments. From then on the section owns all rows that the decision can ever
// have had, whichever amendments were known at the time. The decision has a row now if it is a rejection of the agent's work
// that nobody withdrew.
func (s *section) add(d *decision.Decision, amended []*decision.Amendment) {
	items, reasons := []string{d.Artifact.Name, hiddenText}, []string{d.Reason, "", learn.NoReason, hiddenText}
	for _, a := range amended {
		alone := decision.Fold(d, a)
		items, reasons = append(items, alone.Artifact.Name), append(reasons, alone.Reason)
	}
	items, reasons = distinct(items), distinct(reasons)
	row := rowOf(s.learning, d)
	for _, row.Item = range items {
		for _, row.Reason = range reasons {
			s.own[key(row)] = true
		}
	}
	s.imported[d.ID] = d.Source == decision.Import
	delete(s.rows, d.ID)
	if view := decision.Fold(d, amended...); view.Agent == s.agent && counts(view) {
		s.rows[d.ID] = rowOf(s.learning, view)
	}
}

func (s *section) owns(r memory.Row) bool { return s.own[key(r)] }

// lay puts the rows in the place of those that a file has of them, in the order of the records.
func (s *section) lay(file []byte) []byte {
	var rows []memory.Row
	for _, id := range slices.Sorted(maps.Keys(s.rows)) {
		rows = append(rows, s.rows[id])
	}
	return memory.Lay(file, title(s.agent), rows, s.owns)
}

// OwnRows are the rows of an agent's log that stand for records made otherwise than out of a log, by their keys, and how often each does.
func (l *Log) OwnRows(ctx context.Context, s index.Source, amended records.Amendments, agent string) (map[string]int, error) {
	own, err := l.section(ctx, l.now(), s, func() (records.Amendments, error) { return amended, nil }, agent)
	if err != nil {
		return nil, err
	}
	rows := map[string]int{}
	for id, row := range own.rows {
		if !own.imported[id] {
			rows[key(row)]++
		}
	}
	return rows, nil
}

// KeyOf is the key of the row that a decision was read out of.
func KeyOf(d *decision.Decision) string {
	return key(memory.Row{Day: d.At.UTC().Format("2006-01-02"), Item: d.Artifact.Name, Reason: d.Reason})
}

// hiddenText stands for what was redacted.
const hiddenText = "(redacted)"

// rowOf is the row of a rejection.
func rowOf(g *records.Learning, d *decision.Decision) memory.Row {
	row := memory.Row{
		Day: d.At.UTC().Format("2006-01-02"), Type: string(d.Artifact.Type), Item: d.Artifact.Name, Reason: d.Reason,
		Category: string(g.Assess(d).Category), Action: g.Action(d),
	}
	if row.Reason == "" {
		if row.Reason = learn.NoReason; slices.Contains(d.Redacted, "reason") {
			row.Reason = hiddenText
		}
	}
	if row.Item == "" {
		row.Item = hiddenText
	}
	return row
}

// key tells rows apart by what a record gives them for good; category and action may be derived anew.
func key(r memory.Row) string {
	day := r.Day
	if at, ok := decision.ParseDay(day); ok {
		day = at.UTC().Format("2006-01-02")
	}
	return day + "\x00" + r.Item + "\x00" + r.Reason
}

func distinct(texts []string) []string {
	slices.Sort(texts)
	return slices.Compact(texts)
}
