package loop

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/decision/memory"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/identity"
	"github.com/kbgate/kbgate/internal/store"
	"github.com/kbgate/kbgate/internal/store/index"
)

// memoryLog is the view of the agents' memory logs (rejection learning contract, phase 4): each rejection is a row of its
// agent's file. A rejection appends one. An amendment that changes a row has the agent's rows laid anew, in the order of
// the records, so that what it hides vanishes; so has a merge, and a file that has no rows yet. What else the file holds
// stays.
type memoryLog struct {
	ledger *Ledger
	folder string // from the top of the repository

	mu       sync.Mutex
	learning *Learning // for rejections without a category; asked for before the store is busy
	warned   map[string]bool
}

// newMemoryLog gives the view that the configuration asks for, nil for none.
func newMemoryLog(l *Ledger) (*memoryLog, error) {
	folder := l.Config.Learn.MemoryLog
	if folder == "" {
		return nil, nil
	}
	m := &memoryLog{ledger: l, folder: path.Join(l.prefix, folder), learning: l.untaught()}
	err := store.CheckPath(strings.TrimSuffix(folder, "/"))
	if err == nil && (m.folder == l.folder || strings.HasPrefix(m.folder, l.folder+"/")) {
		err = errors.New(folder + " lies among the records")
	}
	if err != nil {
		return nil, &UsageError{Err: fmt.Errorf("the folder of the memory logs: %w", err), Hint: "learn.memory_log in " + config.FileName + ` names another; "" keeps none`}
	}
	return m, nil
}

// leftOut warns of a log that does not follow, once: a view never keeps a record away.
func (m *memoryLog) leftOut(name, where string, why error) {
	message := fmt.Sprintf("the memory log %s is left out: %v", name, why)
	if where != "" {
		message = fmt.Sprintf("%s in the %s is left as it is: %s", name, where, strings.Replace(why.Error(), name+" in the work tree ", "it ", 1))
	}
	if wayOut, _ := hint.Of(why); wayOut != "" && where == "" {
		message += "; " + wayOut
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.warned[message] || m.ledger.Warn == nil {
		return
	}
	if m.warned == nil {
		m.warned = map[string]bool{}
	}
	m.warned[message] = true
	m.ledger.Warn(message)
}

// mostLines is how many lines a memory log may have: each rejection reads them and writes them anew.
const mostLines = 1_000_000

// fits refuses what no text of rows is.
func fits(log []byte) error {
	const out = "take it out of the branch; it is made anew"
	switch {
	case bytes.IndexByte(log, 0) >= 0:
		return hint.Misuse(out, "it holds NUL bytes, so it is no text")
	case bytes.Count(log, []byte("\n")) > mostLines:
		return hint.Misuse(out, "it has more than %d lines", mostLines)
	}
	return nil
}

// logAt gives an agent's log as a state has it, and whether it is one that can follow.
func (m *memoryLog) logAt(at *store.State, agent string) (log []byte, can bool, err error) {
	log, err = at.File(m.file(agent))
	if err == nil {
		err = fits(log)
	}
	if hint.IsUsage(err) {
		m.leftOut(m.file(agent), "", err)
		return nil, false, nil
	}
	return log, err == nil, err
}

// edit is how a log follows, wherever a copy of it is.
func (m *memoryLog) edit(agent string, apply func(old []byte) []byte) store.Edit {
	return store.Edit{Path: m.file(agent), Apply: func(old []byte) ([]byte, error) {
		if err := fits(old); err != nil {
			return nil, err
		}
		return apply(old), nil
	}}
}

// prepare takes in what the ledger teaches.
func (m *memoryLog) prepare(ctx context.Context) error {
	if m == nil {
		return nil
	}
	g, err := m.ledger.Learning(ctx)
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.learning = g
	return nil
}

func (m *memoryLog) taught() *Learning {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.learning
}

// file is the path of an agent's log. Names that are safe everywhere stand for themselves; any other has a part of its hash
// behind what is safe of it, so that two names never have one file, wherever case or form of letters do not count.
func (m *memoryLog) file(agent string) string {
	name := agent
	if plain, ok := identity.Name(agent); !ok || plain != agent || seemsHashed(agent) {
		safe := strings.Trim(strings.Map(safeLetter, strings.ToLower(agent)), "-")
		sum := sha256.Sum256([]byte(agent))
		name = strings.TrimLeft(safe[:min(len(safe), safeLength)]+"-"+hex.EncodeToString(sum[:hashBytes]), "-")
	}
	return m.folder + "/" + name + memory.End
}

const (
	safeLength = 40
	hashBytes  = 5
)

func safeLetter(r rune) rune {
	if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
		return r
	}
	return '-'
}

// seemsHashed reports whether a name looks like one that file has made, and so might be that of another agent.
func seemsHashed(name string) bool {
	at := len(name) - 2*hashBytes
	return at >= 0 && (at == 0 || name[at-1] == '-') && strings.Trim(name[at:], "0123456789abcdef") == ""
}

func title(agent string) string { return "Memory of " + agent }

// Grow implements store.View.
func (m *memoryLog) Grow(ctx context.Context, added []store.File, before *store.State) ([]store.Edit, error) {
	decisions, amended := readRecords(added)
	was := sync.OnceValues(func() (amendments, error) { return amendmentsAt(ctx, before) })
	laid, err := m.amend(ctx, amended, decisions, before, was)
	if err != nil {
		return nil, err
	}
	if decisions, err = hidden(decisions, was); err != nil {
		return nil, err
	}
	appended := map[string][]*decision.Decision{}
	for _, d := range decisions {
		if d.Verdict == decision.Rejected && laid[d.Agent] == nil {
			appended[d.Agent] = append(appended[d.Agent], d)
		}
	}
	for agent, rejected := range appended {
		file, can, err := m.logAt(before, agent)
		if err != nil {
			return nil, err
		}
		if !can {
			delete(appended, agent)
			continue
		}
		if memory.IsLaid(file) {
			continue
		}
		if laid[agent], err = m.section(ctx, before, was, agent); err != nil {
			return nil, err
		}
		for _, d := range rejected {
			laid[agent].add(d, nil)
		}
		delete(appended, agent)
	}
	var edits []store.Edit
	for agent, s := range laid {
		edits = append(edits, m.edit(agent, func(old []byte) []byte { return s.lay(old, title(agent)) }))
	}
	for agent, rejected := range appended {
		edits = append(edits, m.edit(agent, func(old []byte) []byte { return memory.Append(old, title(agent), m.missing(old, rejected)...) }))
	}
	slices.SortFunc(edits, func(a, b store.Edit) int { return strings.Compare(a.Path, b.Path) })
	return edits, nil
}

// missing gives the rows of rejections. Where one was read out of a log, and the file has it, it is that log.
func (m *memoryLog) missing(old []byte, rejected []*decision.Decision) []memory.Row {
	var rows []memory.Row
	var there map[string]int // of each row that the file has, how many
	g := m.taught()
	for _, d := range rejected {
		row := g.memoryRow(d)
		if d.Source == decision.Import {
			if there == nil {
				there = map[string]int{}
				for _, r := range memory.Read(old) {
					there[rowKey(r)]++
				}
			}
			if there[rowKey(row)] >= placeOfRow(d) {
				continue
			}
			there[rowKey(row)]++
		}
		rows = append(rows, row)
	}
	return rows
}

// placeOfRow is the place of a row among equal ones of its log, from 1 on: the end of the id that package decision gives it.
func placeOfRow(d *decision.Decision) int {
	n, err := strconv.Atoi(d.SourceID[strings.LastIndexByte(d.SourceID, '-')+1:])
	if err != nil {
		return math.MaxInt
	}
	return n
}

// hidden folds in what is there already of amendments of new records: what came from elsewhere, was redacted, taken out of
// the history, and comes once more, stays hidden.
func hidden(added []*decision.Decision, was func() (amendments, error)) ([]*decision.Decision, error) {
	all := slices.Clone(added)
	for i, d := range all {
		if d.SourceID == "" || d.Verdict != decision.Rejected {
			continue // its id was made just now, or it has no row
		}
		amended, err := was()
		if err != nil {
			return nil, err
		}
		all[i] = amended.fold(d)
	}
	return all, nil
}

// amend gives the sections that amendments change, by agent.
func (m *memoryLog) amend(ctx context.Context, amended []*decision.Amendment, added []*decision.Decision, before *store.State,
	earlier func() (amendments, error)) (map[string]*section, error) {
	laid := map[string]*section{}
	if len(amended) == 0 {
		return laid, nil
	}
	was, err := earlier()
	if err != nil {
		return nil, err
	}
	now := amendments{}
	for id, own := range was {
		now[id] = slices.Clip(own)
	}
	for _, a := range amended {
		now[a.Of] = append(now[a.Of], a)
	}
	g := m.taught()
	for _, d := range m.ledger.targets(ctx, amended, added, before) {
		old, new := was.fold(d), now.fold(d)
		if old.Agent == new.Agent && old.Verdict == new.Verdict && g.memoryRow(old) == g.memoryRow(new) {
			continue
		}
		for _, agent := range []string{old.Agent, new.Agent} {
			if laid[agent] == nil {
				if laid[agent], err = m.section(ctx, before, given(now), agent); err != nil {
					return nil, err
				}
			}
			laid[agent].add(d, now.about(d.ID))
		}
	}
	for _, d := range added {
		if s := laid[now.fold(d).Agent]; s != nil {
			s.add(d, now.about(d.ID))
		}
	}
	return laid, nil
}

// Join implements store.View: where two files differ, the section is laid anew, of the records of both.
func (m *memoryLog) Join(ctx context.Context, j store.Join) ([]store.File, error) {
	x, err := m.ledger.indexOf(ctx, j.Both)
	if err != nil {
		return nil, err
	}
	agents, err := x.Count(ctx, index.Query{Where: []index.Condition{isRejected}}, "agent")
	if err != nil {
		return nil, err
	}
	amended, err := amendmentsAt(ctx, j.Both)
	if err != nil {
		return nil, err
	}
	var files []store.File
	for _, t := range agents {
		agent := t.Texts[0]
		var sides [3][]byte
		can := true
		for i, state := range []*store.State{j.Base, j.Ours, j.Theirs} {
			if sides[i], can, err = m.logAt(state, agent); err != nil {
				return nil, err
			} else if !can {
				break
			}
		}
		if !can || bytes.Equal(sides[1], sides[2]) {
			continue
		}
		s, err := m.section(ctx, j.Both, given(amended), agent)
		if err != nil {
			return nil, err
		}
		for i := range sides {
			sides[i] = memory.Strip(sides[i], s.owns)
		}
		rest, err := mergeTexts(sides[0], sides[1], sides[2], j.Merge)
		if err != nil {
			return nil, err
		}
		files = append(files, store.File{Path: m.file(agent), Data: s.lay(rest, title(agent))})
	}
	return files, nil
}

// mergeTexts merges what two have made of a text. The ends of its lines may be one of the things that somebody changed.
func mergeTexts(base, ours, theirs []byte, merge func(base, a, b []byte) ([]byte, error)) ([]byte, error) {
	isCRLF := func(text []byte) bool { return bytes.Contains(text, []byte("\r\n")) }
	crlf := isCRLF(theirs)
	if isCRLF(ours) != isCRLF(base) {
		crlf = isCRLF(ours)
	}
	if isCRLF(ours) != isCRLF(theirs) {
		for _, text := range []*[]byte{&base, &ours, &theirs} {
			*text = bytes.ReplaceAll(*text, []byte("\r\n"), []byte("\n"))
		}
	}
	merged, err := merge(base, ours, theirs)
	if errors.Is(err, git.ErrBinary) {
		if bytes.Compare(ours, theirs) > 0 {
			ours, theirs = theirs, ours
		}
		return slices.Concat(ours, theirs), nil // whatever it is, it stays
	}
	if crlf && !isCRLF(merged) {
		merged = bytes.ReplaceAll(merged, []byte("\n"), []byte("\r\n"))
	}
	return merged, err
}
