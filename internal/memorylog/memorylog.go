// Package memorylog keeps the agents' memory logs in step with the records. A memory log is a derived file of markdown in which each
// rejection of an agent's work is a row. A rejection appends a row. An amendment that changes a row has all rows of the agent written
// anew, in the order of the records, so that a hidden text vanishes; so do a merge, and a file that has no rows yet. What else a file
// holds stays.
package memorylog

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
	"github.com/kbgate/kbgate/internal/records"
	"github.com/kbgate/kbgate/internal/store"
	"github.com/kbgate/kbgate/internal/store/index"
)

// Log is the store's view of the memory logs.
type Log struct {
	folder   string              // from the top of the repository
	keywords map[string][]string // further ones, by category
	warn     func(message string)

	mu     sync.Mutex
	known  Inputs
	warned map[string]bool
}

// Inputs are what the store cannot be asked while it is busy.
type Inputs struct {
	Learning  *records.Learning // gives rejections their categories
	Chosen    records.Choices
	Uncounted map[string]bool // ids of which several records disagree and none counts
}

// New gives the view that a configuration asks for, nil for none. The knowledge base lies below prefix ("" or with a slash at its end)
// and its records in a folder, both from the top of the repository. Warn hears what is amiss and stops nothing.
func New(c *config.Config, prefix, among string, warn func(message string)) (*Log, error) {
	folder := c.Learn.MemoryLog
	if folder == "" {
		return nil, nil
	}
	l := &Log{folder: path.Join(prefix, folder), keywords: c.Learn.Keywords, warn: warn, warned: map[string]bool{}, known: Inputs{Learning: records.NewUntrained(c.Learn.Keywords)}}
	err := store.CheckPath(strings.TrimSuffix(folder, "/"))
	if err == nil && (l.folder == among || strings.HasPrefix(l.folder, among+"/")) {
		err = errors.New(folder + " lies among the records")
	}
	if err != nil {
		return nil, hint.Misuse("learn.memory_log in "+config.FileName+` names another; "" keeps none`, "the folder of the memory logs: %w", err)
	}
	return l, nil
}

// Know takes in what is known by now; before each write.
func (l *Log) Know(k Inputs) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.known = k
}

func (l *Log) now() Inputs {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.known
}

// LeftOut warns of a log that does not follow, once: a view never keeps a record away.
func (l *Log) LeftOut(name, where string, why error) {
	message := fmt.Sprintf("the memory log %s is left out: %v", name, why)
	if where != "" {
		message = fmt.Sprintf("%s in the %s is left as it is: %s", name, where, strings.Replace(why.Error(), name+" in the work tree ", "it ", 1))
	}
	if wayOut, _ := hint.Of(why); wayOut != "" && where == "" {
		message += "; " + wayOut
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.warned[message] {
		l.warned[message] = true
		l.warn(message)
	}
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
func (l *Log) logAt(at *store.State, agent string) (log []byte, can bool, err error) {
	log, err = at.File(l.file(agent))
	if err == nil {
		err = fits(log)
	}
	if hint.IsUsage(err) {
		l.LeftOut(l.file(agent), "", err)
		return nil, false, nil
	}
	return log, err == nil, err
}

// edit is how a log follows, wherever a copy of it is.
func (l *Log) edit(agent string, apply func(old []byte) []byte) store.Edit {
	return store.Edit{Path: l.file(agent), Apply: func(old []byte) ([]byte, error) {
		if err := fits(old); err != nil {
			return nil, err
		}
		return apply(old), nil
	}}
}

// file is the path of an agent's log. Names that are safe everywhere stand for themselves; any other has a part of its hash
// behind what is safe of it, so that two names never have one file, wherever case or form of letters do not count.
func (l *Log) file(agent string) string {
	name := agent
	if plain, ok := identity.Name(agent); !ok || plain != agent || seemsHashed(agent) {
		safe := strings.Trim(strings.Map(safeLetter, strings.ToLower(agent)), "-")
		sum := sha256.Sum256([]byte(agent))
		name = strings.TrimLeft(safe[:min(len(safe), safeLength)]+"-"+hex.EncodeToString(sum[:hashBytes]), "-")
	}
	return l.folder + "/" + name + memory.End
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

// Grow implements store.DerivedFiles.
func (l *Log) Grow(ctx context.Context, added []store.File, before *store.State) ([]store.Edit, error) {
	decisions, amended := records.Read(added)
	g := &growth{Log: l, ctx: ctx, Inputs: l.now(), before: before, laid: map[string]*section{}}
	g.was = sync.OnceValues(func() (records.Amendments, error) {
		was, _, err := records.ReadAmendments(ctx, before)
		return was, err
	})
	if len(amended) > 0 {
		if err := g.amend(amended, decisions); err != nil {
			return nil, err
		}
	}
	appended := map[string][]*decision.Decision{} // by agent
	for _, d := range decisions {
		if d.Verdict != decision.Rejected || d.IsOfGates() {
			continue
		}
		if d.SourceID != "" { // what came from elsewhere, was redacted, taken out of the history, and comes once more, stays hidden
			was, err := g.was()
			if err != nil {
				return nil, err
			}
			d = was.Fold(d)
		}
		if counts(d) && g.laid[d.Agent] == nil {
			appended[d.Agent] = append(appended[d.Agent], d)
		}
	}
	var edits []store.Edit
	for agent, rejected := range appended {
		file, can, err := l.logAt(before, agent)
		switch {
		case err != nil:
			return nil, err
		case !can:
		case memory.IsLaid(file):
			edits = append(edits, l.edit(agent, func(old []byte) []byte { return memory.Append(old, title(agent), g.missing(old, rejected)...) }))
		default:
			s, err := g.section(agent, g.was)
			if err != nil {
				return nil, err
			}
			for _, d := range rejected {
				s.add(d, nil)
			}
		}
	}
	for agent, s := range g.laid {
		edits = append(edits, l.edit(agent, func(old []byte) []byte { return s.lay(old) }))
	}
	slices.SortFunc(edits, func(a, b store.Edit) int { return strings.Compare(a.Path, b.Path) })
	return edits, nil
}

// growth is what becomes of the logs as records are added to a state of the store.
type growth struct {
	*Log
	Inputs
	ctx    context.Context
	before *store.State
	was    func() (records.Amendments, error) // those there are before
	laid   map[string]*section                // by agent, what is laid anew
}

// section gives what is to be laid anew of an agent.
func (g *growth) section(agent string, amended func() (records.Amendments, error)) (s *section, err error) {
	if g.laid[agent] == nil {
		g.laid[agent], err = g.Log.section(g.ctx, g.Inputs, g.before, amended, agent)
	}
	return g.laid[agent], err
}

// amend takes in the sections that amendments change.
func (g *growth) amend(amended []*decision.Amendment, added []*decision.Decision) error {
	was, err := g.was()
	if err != nil {
		return err
	}
	now := records.Amendments{}
	for id, own := range was {
		now[id] = slices.Clip(own)
	}
	for _, a := range amended {
		now[a.Of] = append(now[a.Of], a)
	}
	for _, d := range g.targets(amended, added) {
		old, new := was.Fold(d), now.Fold(d)
		if old.Agent == new.Agent && counts(old) == counts(new) && rowOf(g.Learning, old) == rowOf(g.Learning, new) {
			continue
		}
		for _, agent := range []string{old.Agent, new.Agent} {
			s, err := g.section(agent, func() (records.Amendments, error) { return now, nil })
			if err != nil {
				return err
			}
			s.add(d, now.About(d.ID))
		}
	}
	for _, d := range added {
		if s := g.laid[now.Fold(d).Agent]; s != nil {
			s.add(d, now.About(d.ID))
		}
	}
	return nil
}

// targets are the decisions that amendments are about, directly or as amendments of an amendment. Of several of one id it is the one that
// counts.
func (g *growth) targets(amended []*decision.Amendment, added []*decision.Decision) (all []*decision.Decision) {
	ids := map[string]bool{}
	for _, a := range amended {
		ids[a.Of] = true
		if data, err := g.before.Get(decision.Amendments.Path(a.Of), decision.MaxRecord); err == nil {
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
	for id := range ids {
		if g.Uncounted[id] {
			continue
		}
		name := decision.Decisions.Path(id)
		data, err := g.before.Get(name, decision.MaxRecord)
		if blob := g.Chosen[id].Blob; blob != "" {
			for file, failed := range g.before.Contents(g.ctx, []store.Name{{Path: name, Blob: blob}}, decision.MaxRecord) {
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

// missing gives the rows of rejections, without those that were read out of a log and are still in the file: it is that log.
func (g *growth) missing(old []byte, rejected []*decision.Decision) []memory.Row {
	var rows []memory.Row
	var there map[string]int // of each row that the file has, how many
	for _, d := range rejected {
		row := rowOf(g.Learning, d)
		if d.Source == decision.Import {
			if there == nil {
				there = map[string]int{}
				for _, r := range memory.Read(old) {
					there[key(r)]++
				}
			}
			if there[key(row)] >= placeOfRow(d) {
				continue
			}
			there[key(row)]++
		}
		rows = append(rows, row)
	}
	return rows
}

// placeOfRow is the place of a row among equal rows of its log, counted from 1. Package decision puts it at the end of the source's id.
func placeOfRow(d *decision.Decision) int {
	n, err := strconv.Atoi(d.SourceID[strings.LastIndexByte(d.SourceID, '-')+1:])
	if err != nil {
		return math.MaxInt
	}
	return n
}

// Join implements store.DerivedFiles: where two files differ, the section is laid anew, of the records of both.
func (l *Log) Join(ctx context.Context, j store.Join) ([]store.File, error) {
	known := l.now()
	x, err := records.OpenIndex(ctx, j.Both, l.keywords, known.Chosen, index.Options{})
	if err != nil {
		return nil, err
	}
	agents, err := x.Count(ctx, index.Query{Where: []index.Condition{isRejected}, Gone: true}, "agent")
	if err != nil {
		return nil, err
	}
	amended, _, err := records.ReadAmendments(ctx, j.Both)
	if err != nil {
		return nil, err
	}
	var files []store.File
	for _, t := range agents {
		agent := t.Texts[0]
		var sides [3][]byte
		can := true
		for i, state := range []*store.State{j.Base, j.Ours, j.Theirs} {
			if sides[i], can, err = l.logAt(state, agent); err != nil {
				return nil, err
			} else if !can {
				break
			}
		}
		if !can || bytes.Equal(sides[1], sides[2]) {
			continue
		}
		s, err := l.section(ctx, known, j.Both, func() (records.Amendments, error) { return amended, nil }, agent)
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
		files = append(files, store.File{Path: l.file(agent), Data: s.lay(rest)})
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
