package decide

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/forge/event"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/memorylog"
	"github.com/kbgate/kbgate/internal/recall"
	"github.com/kbgate/kbgate/internal/records"
	"github.com/kbgate/kbgate/internal/store"
)

// A batch is stored in one commit; it is as large as RAM that stays bounded allows.
const (
	batchRecords = 10_000
	batchBytes   = 32 << 20
)

// Tally counts what became of the records of a stream.
type Tally struct {
	Added  int `json:"added"`
	Known  int `json:"known"`  // they were there already
	Differ int `json:"differ"` // one of that id was there with other content, which stays
	Bad    int `json:"bad"`    // they could not be read, or were refused
	// LeftOut counts decisions of those who decide nothing here.
	LeftOut int `json:"left_out"`
	// Answers counts comments that may say why something was rejected; Answered counts where that was recorded.
	Answers  int `json:"answers,omitempty"`
	Answered int `json:"answered,omitempty"`
	// Amended counts records that were known, and of which more is known now.
	Amended int `json:"amended,omitempty"`
	// Asked counts what reviewers ask to be let through, or to be taken back; Allowed and Withdrawn count where that was recorded.
	Asked     int `json:"asked,omitempty"`
	Allowed   int `json:"allowed,omitempty"`
	Withdrawn int `json:"withdrawn,omitempty"`
}

// Whole reports whether every record of the stream that counts is in the store now.
func (t Tally) Whole() bool { return t.Differ == 0 && t.Bad == 0 }

// Plus adds two tallies.
func (t Tally) Plus(o Tally) Tally {
	return Tally{
		Added:     t.Added + o.Added,
		Known:     t.Known + o.Known,
		Differ:    t.Differ + o.Differ,
		Bad:       t.Bad + o.Bad,
		LeftOut:   t.LeftOut + o.LeftOut,
		Amended:   t.Amended + o.Amended,
		Answers:   t.Answers + o.Answers,
		Answered:  t.Answered + o.Answered,
		Asked:     t.Asked + o.Asked,
		Allowed:   t.Allowed + o.Allowed,
		Withdrawn: t.Withdrawn + o.Withdrawn,
	}
}

// Recorded is what became of one record.
type Recorded struct {
	Line    int    `json:"line,omitempty"` // of the stream
	ID      string `json:"id"`
	Outcome string `json:"outcome"` // as String of store.Outcome says
}

// Told are the records of a stream that were added, known or differ, in the order of its lines: the first MostTold of them.
type Told struct {
	Records []Recorded `json:"records,omitempty"`
	Further int        `json:"further_records,omitempty"` // how many there are beyond these
}

// MostTold is how many records Told names, as many as one commit takes: a stream may bring any number.
const MostTold = batchRecords

// Add takes over what became of a record.
func (t *Told) Add(line int, id string, outcome store.Outcome) {
	if len(t.Records) < MostTold {
		t.Records = append(t.Records, Recorded{line, id, outcome.String()})
	} else {
		t.Further++
	}
}

// Remark is what is to be said about one record of a stream.
type Remark struct {
	Line   int
	Err    error  // why the record is not in the store; each fault names its line
	Notice string // what could be kept in part only, or is not known; of several lines, Line is the first
	Hint   string
}

// Lines reads decisions and decision events.
func Lines(l *ledger.Ledger, r io.Reader, now time.Time) iter.Seq2[decision.Line, error] {
	return decision.ReadAll(r, decision.ReadOptions{Events: events(&l.Config.Agents), Now: now,
		Doubt: func(reviewer, association string) string {
			return doubt(&l.Config.Store, "decision", event.Account{Login: reviewer}, association)
		},
		Complete: func(d *decision.Decision) { setDefaults(l, d, now) }})
}

// Rows reads a rejection log in markdown. The file's name says whose it is, unless agent does.
func Rows(l *ledger.Ledger, r io.Reader, file, agent string, now time.Time) iter.Seq2[decision.Line, error] {
	return decision.ReadLog(r, file, decision.ReadOptions{Now: now, Complete: func(d *decision.Decision) {
		if agent != "" {
			d.Agent = agent
		}
		setDefaults(l, d, now)
	}})
}

// events is what the configuration says of whose artifacts events are about.
func events(a *config.Agents) decision.EventMap {
	return decision.EventMap{
		Tags:  origins(a.Tags, a.TagArtifacts),
		Epics: origins(a.Epics, a.EpicArtifacts),
		Gates: origins(a.Gates, a.GateArtifacts),
	}
}

// origins joins what is said of agents and of artifacts; an artifact is a type, or a type and a name: skill/redis-cache.md.
func origins(agents, artifacts map[string]string) map[string]decision.Origin {
	all := make(map[string]decision.Origin, len(agents)+len(artifacts))
	for key, agent := range agents {
		all[key] = decision.Origin{Agent: agent}
	}
	for key, artifact := range artifacts {
		kind, name, _ := strings.Cut(artifact, "/")
		all[key] = decision.Origin{Agent: all[key].Agent, Type: decision.ArtifactType(kind), Name: name}
	}
	return all
}

// Record stores the records of a stream, in batches; those that are good, whatever the others are. It tells of each that is not
// good, with its line, and adds to told, if one is given, what became of the others. An error is none of a record's: what had been stored
// before it stays.
func Record(ctx context.Context, l *ledger.Ledger, lines iter.Seq2[decision.Line, error], now time.Time, tell func(Remark), told ...*Told) (Tally, error) {
	b := batch{ledger: l, now: now, tell: tell, told: told, own: map[string]map[string]int{}}
	var unknown unknownFields
	defer func() { unknown.tell(tell) }()
	for line, err := range lines {
		if ctx.Err() != nil {
			return b.tally, ctx.Err()
		}
		if bad := (*decision.LineError)(nil); errors.As(err, &bad) {
			b.refuse(bad.Number, err)
			continue
		} else if err != nil {
			return b.tally, errors.Join(err, b.store(ctx)) // what was read is good
		}
		if line.LeftOut != "" {
			b.tally.LeftOut++
			tell(Remark{Line: line.Number, Notice: line.LeftOut})
			continue
		}
		for _, notice := range line.Notices {
			tell(Remark{Line: line.Number, Notice: notice})
		}
		unknown.add(line)
		if err := b.add(ctx, line); err != nil {
			return b.tally, err
		}
	}
	return b.tally, b.store(ctx)
}

// batch is what has been read and not been stored yet.
type batch struct {
	ledger *ledger.Ledger
	now    time.Time
	tell   func(Remark)
	told   []*Told
	tally  Tally
	files  []store.File
	lines  []decision.Line // what they hold
	bytes  int
	logged bool                      // some are rejections
	own    map[string]map[string]int // of each agent, the rows that the store itself has written into logs
}

func (b *batch) refuse(line int, err error) {
	b.tally.Bad++
	way, _ := hint.Of(err)
	b.tell(Remark{Line: line, Err: err, Hint: way})
}

func (b *batch) add(ctx context.Context, line decision.Line) error {
	if isOwn, err := b.isOwn(ctx, line.Decision); err != nil {
		return err
	} else if isOwn {
		b.tally.Known++ // a row of a log stands for a record of another id
		return nil
	}
	data, err := line.Decision.Encode()
	if err != nil {
		b.refuse(line.Number, fmt.Errorf("line %d: %w", line.Number, err))
		return nil
	}
	b.files = append(b.files, store.File{Path: line.Decision.Path(), Data: data})
	b.lines = append(b.lines, line)
	b.logged = b.logged || line.Decision.Verdict == decision.Rejected
	if b.bytes += len(data); len(b.files) >= batchRecords || b.bytes >= batchBytes {
		return b.store(ctx)
	}
	return nil
}

// isOwn reports whether a decision was read out of a row of a log that stands for a record of the store.
func (b *batch) isOwn(ctx context.Context, d *decision.Decision) (bool, error) {
	if d.Source != decision.Import || b.ledger.Log == nil {
		return false, nil
	}
	rows, known := b.own[d.Agent]
	if !known {
		if err := b.ledger.Inform(ctx); err != nil {
			return false, err
		}
		amended, _, err := records.ReadAmendments(ctx, b.ledger.Store)
		if err != nil {
			return false, err
		}
		if rows, err = b.ledger.Log.OwnRows(ctx, b.ledger.Store, amended, d.Agent); err != nil {
			return false, err
		}
		b.own[d.Agent] = rows
	}
	key := memorylog.KeyOf(d)
	if rows[key] == 0 {
		return false, nil
	}
	rows[key]--
	return true, nil
}

// store writes the batch as one commit.
func (b *batch) store(ctx context.Context) error {
	if len(b.files) == 0 {
		return nil
	}
	decisions := make([]*decision.Decision, len(b.lines))
	for i, line := range b.lines {
		decisions[i] = line.Decision
	}
	outcomes, err := b.ledger.Append(ctx, b.now, messageOf(decisions...), b.logged, b.files...)
	if err != nil {
		return err
	}
	var added []decision.Record
	for i, outcome := range outcomes {
		for _, t := range b.told {
			t.Add(b.lines[i].Number, b.lines[i].Decision.ID, outcome)
		}
		switch outcome {
		case store.Added:
			b.tally.Added++
			added = append(added, b.lines[i].Decision)
		case store.Known:
			b.tally.Known++
		default:
			if err := b.differ(ctx, i); err != nil {
				return err
			}
		}
	}
	recall.Share(ctx, b.ledger, b.now, added...)
	b.files, b.lines, b.bytes, b.logged = b.files[:0], b.lines[:0], 0, false
	return nil
}

// differ tells of a record whose id is that of another one.
func (b *batch) differ(ctx context.Context, i int) error {
	b.tally.Differ++
	line := b.lines[i]
	kept, err := KeepBeside(ctx, b.ledger, line.Decision, b.now)
	said := fmt.Errorf("line %d: a record of this id is in the store with other content, which stays: %s", line.Number, b.files[i].Path)
	if kept != "" {
		said = fmt.Errorf("%w; this one is kept beside it, as %s", said, kept)
	}
	b.tell(Remark{Line: line.Number, Err: said})
	return err
}
