package loop

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/decision/memory"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/store"
	"github.com/kbgate/kbgate/internal/store/index"
)

// section is what an agent's memory log is to hold.
type section struct {
	agent    string
	learning *Learning
	rows     map[string]memory.Row // by the id of the decision
	own      map[string]bool       // keys of all rows that these decisions have ever had
	imported map[string]bool       // ids of those that were read out of a log
}

var isRejected = index.Condition{Column: "verdict", Any: []string{string(decision.Rejected)}}

// section reads the rejections of an agent, with amendments folded in.
func (m *memoryLog) section(ctx context.Context, t index.Source, amended func() (amendments, error), agent string) (*section, error) {
	s := &section{agent: agent, learning: m.taught(), rows: map[string]memory.Row{}, own: map[string]bool{}, imported: map[string]bool{}}
	x, err := m.ledger.indexOf(ctx, t)
	if err != nil {
		return nil, err
	}
	found, err := x.Rows(ctx, index.Query{Where: []index.Condition{isRejected, {Column: "agent", Any: []string{agent}}}}, 0)
	if err != nil || len(found) == 0 {
		return s, err
	}
	about, err := amended()
	if err != nil {
		return nil, err
	}
	names, chosen := make([]store.Name, len(found)), m.ledger.chosenNow()
	for i, r := range found {
		names[i] = store.Name{Path: r.Path, Blob: cmp.Or(chosen[decision.KeyID(r.Key)].Blob, r.Blob)}
	}
	var files []store.File
	for file, err := range t.Contents(ctx, names, decision.MaxRecord) {
		if err != nil {
			return nil, fmt.Errorf("the rejections of %s: %w", agent, err)
		}
		files = append(files, file)
	}
	decisions, _ := readRecords(files)
	for _, d := range decisions {
		s.add(d, about.about(d.ID))
	}
	return s, nil
}

func given(all amendments) func() (amendments, error) {
	return func() (amendments, error) { return all, nil }
}

// add takes in a decision, as it was recorded, and what is said of it since. The section owns its rows from then on: any that
// it has ever had, whichever amendments were known when. It has one where the agent's it is, and rejected.
func (s *section) add(d *decision.Decision, amended []*decision.Amendment) {
	items, reasons := []string{d.Artifact.Name, hiddenText}, []string{d.Reason, "", learn.NoReason, hiddenText}
	for _, a := range amended {
		alone := decision.Fold(d, a)
		items, reasons = append(items, alone.Artifact.Name), append(reasons, alone.Reason)
	}
	items, reasons = distinct(items), distinct(reasons)
	row := s.learning.memoryRow(d)
	for _, row.Item = range items {
		for _, row.Reason = range reasons {
			s.own[rowKey(row)] = true
		}
	}
	s.imported[d.ID] = d.Source == decision.Import
	delete(s.rows, d.ID)
	if view := decision.Fold(d, amended...); view.Agent == s.agent && view.Verdict == decision.Rejected {
		s.rows[d.ID] = s.learning.memoryRow(view)
	}
}

func (s *section) owns(r memory.Row) bool { return s.own[rowKey(r)] }

// lay puts the rows in the place of those that a file has of them, in the order of the records.
func (s *section) lay(file []byte, title string) []byte {
	ids := make([]string, 0, len(s.rows))
	for id := range s.rows {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	rows := make([]memory.Row, len(ids))
	for i, id := range ids {
		rows[i] = s.rows[id]
	}
	return memory.Lay(file, title, rows, s.owns)
}

// ownRows are the rows of an agent's log that stand for records made otherwise than out of a log, and how often each does.
func (l *Ledger) ownRows(ctx context.Context, agent string) (map[string]int, error) {
	if err := l.memory.prepare(ctx); err != nil {
		return nil, err
	}
	amended, _, err := l.amendments(ctx)
	if err != nil {
		return nil, err
	}
	s, err := l.memory.section(ctx, l.store, given(amended), agent)
	if err != nil {
		return nil, err
	}
	rows := map[string]int{}
	for id, row := range s.rows {
		if !s.imported[id] {
			rows[rowKey(row)]++
		}
	}
	return rows, nil
}

// rowOfLog is the row that a decision was read out of.
func rowOfLog(d *decision.Decision) memory.Row {
	return memory.Row{Day: d.At.UTC().Format("2006-01-02"), Item: d.Artifact.Name, Reason: d.Reason}
}

// hiddenText stands for what was redacted.
const hiddenText = "(redacted)"

// memoryRow is the row of a rejection.
func (g *Learning) memoryRow(d *decision.Decision) memory.Row {
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

// rowKey tells rows apart by what a record gives them for good; category and action may be derived anew.
func rowKey(r memory.Row) string {
	day := r.Day
	if at, ok := decision.ParseDay(day); ok {
		day = at.UTC().Format("2006-01-02")
	}
	return day + "\x00" + r.Item + "\x00" + r.Reason
}

// readRecords reads decisions and amendments, and passes over what cannot be read and over second decisions of one id.
func readRecords(files []store.File) (decisions []*decision.Decision, amended []*decision.Amendment) {
	read := make([]*decision.Decision, len(files))
	also := make([]*decision.Amendment, len(files))
	var all sync.WaitGroup
	part := cmp.Or(len(files)/runtime.GOMAXPROCS(0)+1, 1)
	for from := 0; from < len(files); from += part {
		all.Go(func() {
			for i := from; i < min(from+part, len(files)); i++ {
				folder, _, twin, ok := decision.ParsePath(files[i].Path)
				switch {
				case !ok:
				case folder == decision.AmendmentsFolder: // each counts, whichever bears the name
					also[i], _ = readAmendment(files[i].Path, files[i].Data)
				case folder == decision.DecisionsFolder && twin == "":
					read[i], _ = readDecision(files[i].Path, files[i].Data)
				}
			}
		})
	}
	all.Wait()
	for i := range files {
		if read[i] != nil {
			decisions = append(decisions, read[i])
		}
		if also[i] != nil {
			amended = append(amended, also[i])
		}
	}
	return decisions, amended
}

// amendmentsAt are all amendments of a state, by the id of the record that each is about.
func amendmentsAt(ctx context.Context, t *store.State) (amendments, error) {
	names, err := t.Names(ctx, decision.AmendmentsFolder)
	if err != nil {
		return nil, err
	}
	all := amendments{}
	var files []store.File
	keep := func() {
		_, read := readRecords(files)
		for _, a := range read {
			if a = a.Slim(); a != nil {
				all[a.Of] = append(all[a.Of], a)
			}
		}
		files = files[:0]
	}
	bytes := 0
	for file, err := range t.Contents(ctx, names, decision.MaxRecord) {
		if file.Path == "" {
			return nil, err
		}
		if err != nil {
			continue
		}
		files = append(files, file)
		if bytes += len(file.Data); bytes >= mostWhole {
			keep()
			bytes = 0
		}
	}
	keep()
	return all, nil
}

// targets are the decisions that amendments are about, or that those are about which are amended; of several of one id that which counts.
func (l *Ledger) targets(ctx context.Context, amended []*decision.Amendment, added []*decision.Decision, t *store.State) (all []*decision.Decision) {
	ids := map[string]bool{}
	for _, a := range amended {
		ids[a.Of] = true
		if data, err := t.Get((&decision.Amendment{ID: a.Of}).Path(), decision.MaxRecord); err == nil {
			if of, err := decision.DecodeAmendment(data); err == nil {
				ids[of.Of] = true
			}
		}
	}
	for _, d := range added {
		if ids[d.ID] {
			all = append(all, d)
			delete(ids, d.ID)
		}
	}
	chosen, uncounted := l.chosenNow(), l.uncounted()
	for id := range ids {
		if uncounted[id] {
			continue
		}
		name := (&decision.Decision{ID: id}).Path()
		data, err := t.Get(name, decision.MaxRecord)
		if blob := chosen[id].Blob; blob != "" {
			for file, failed := range t.Contents(ctx, []store.Name{{Path: name, Blob: blob}}, decision.MaxRecord) {
				data, err = file.Data, failed
			}
		}
		if err != nil {
			continue
		}
		if d, err := decision.Decode(data); err == nil && d.ID == id {
			all = append(all, d)
		}
	}
	slices.SortFunc(all, func(a, b *decision.Decision) int { return strings.Compare(a.ID, b.ID) })
	return all
}
