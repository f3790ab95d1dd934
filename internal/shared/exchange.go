package shared

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/guard/memory"
)

// Answer is what the server holds of subjects.
type Answer struct {
	Rejections []memory.Rejection
	Approvals  []memory.Approval
	Gone       map[string]bool // ids of records that count no more
	Foreign    int             // values that cannot be read
	Lacking    bool            // the server has lost what this clone had put there, or never had it: PutBack is due
}

// Has reports whether the server knows of a record.
func (a *Answer) Has(id string) bool {
	return a.Gone[id] || slices.ContainsFunc(a.Rejections, func(r memory.Rejection) bool { return r.ID == id }) ||
		slices.ContainsFunc(a.Approvals, func(r memory.Approval) bool { return r.ID == id })
}

// Ask gives what the server holds of a subject, or of several names of one. What it cannot read it passes over and counts.
func (m *Memory) Ask(ctx context.Context, now time.Time, subjects ...string) (*Answer, error) {
	answer := &Answer{Gone: map[string]bool{}}
	keys := m.named(subjects)
	if m == nil || len(keys) == 0 {
		return answer, nil
	}
	held := make([]*redis.MapStringStringCmd, len(keys))
	err := m.do(ctx, limit, func(ctx context.Context, client *redis.Client) error {
		pipe := client.Pipeline()
		for i, k := range keys {
			held[i] = pipe.HGetAll(ctx, k.key)
		}
		put := pipe.Exists(ctx, m.cloneKey())
		if _, err := pipe.Exec(ctx); err != nil {
			return err
		}
		answer.Lacking = put.Val() == 0 || m.hasMissed()
		return nil
	})
	if err != nil {
		return answer, err
	}
	var old [][]string
	for i, k := range keys {
		old = append(old, m.sort(answer, k.subject, held[i].Val(), now))
	}
	return answer, m.forget(ctx, keys, old)
}

// named is a subject with its key.
type named struct{ subject, key string }

// named gives each subject once that has a name.
func (m *Memory) named(subjects []string) (all []named) {
	if m == nil {
		return nil
	}
	for _, s := range subjects {
		if one := (named{s, m.Key(s)}); s != "" && !slices.ContainsFunc(all, func(n named) bool { return n.key == one.key }) {
			all = append(all, one)
		}
	}
	return all
}

// sort takes the fields of a hash into the answer, and gives those that are too old to count.
func (m *Memory) sort(answer *Answer, subject string, fields map[string]string, now time.Time) (old []string) {
	for id, value := range fields {
		if at, ok := decision.IDTime(id); ok && now.Sub(at) > m.Window()+margin {
			old = append(old, id)
			continue
		}
		e, err := read(subject, id, value, now)
		switch {
		case err != nil:
			answer.Foreign++
		case e.Gone:
			answer.Gone[id] = true
		case e.Rejection != nil:
			answer.Rejections = append(answer.Rejections, *e.Rejection)
		case e.Approval != nil:
			answer.Approvals = append(answer.Approvals, *e.Approval)
		}
	}
	return old
}

// forget takes out what is too old to count.
func (m *Memory) forget(ctx context.Context, keys []named, old [][]string) error {
	if !slices.ContainsFunc(old, func(ids []string) bool { return len(ids) > 0 }) {
		return nil
	}
	return m.do(ctx, limit, func(ctx context.Context, client *redis.Client) error {
		pipe := client.Pipeline()
		for i, k := range keys {
			if len(old[i]) > 0 {
				pipe.HDel(ctx, k.key, old[i]...)
			}
		}
		_, err := pipe.Exec(ctx)
		return err
	})
}

// batch is how many entries are sent at once.
const batch = 500

// Concerns reports whether a record of a time may count still.
func (m *Memory) Concerns(at, now time.Time) bool { return now.Sub(at) <= m.Window() }

// Window is how far back records may count: one counts by a later one, for as long again.
func (m *Memory) Window() time.Duration { return 2 * m.options.TTL }

// Tell gives the server entries. One that is there stays as it is, unless the entry is amended or gone; one that is gone stays gone.
// Lacking says that the server has lost what this clone had put there before. Where the server cannot be told, the clone remembers that.
func (m *Memory) Tell(ctx context.Context, entries ...Entry) (lacking bool, err error) {
	if m == nil || len(entries) == 0 {
		return false, nil
	}
	sent := 0
	err = m.do(ctx, min(longest, limit*time.Duration(1+len(entries)/batch)), func(ctx context.Context, client *redis.Client) error {
		for part := range slices.Chunk(entries, batch) {
			if err := m.send(ctx, client, part); err != nil {
				return err
			}
			sent += len(part)
		}
		n, err := client.Exists(ctx, m.cloneKey()).Result()
		lacking = n == 0 || m.hasMissed()
		return err
	})
	if err != nil && sent < len(entries) {
		m.miss()
	}
	return lacking, err
}

// longest is how long it may take to put back a whole window.
const longest = 2 * time.Second

// PutBack gives the server all entries of the window that it lacks, and marks that this clone has done so.
func (m *Memory) PutBack(ctx context.Context, entries []Entry) error {
	if m == nil {
		return nil
	}
	return m.do(ctx, longest, func(ctx context.Context, client *redis.Client) error {
		for part := range slices.Chunk(entries, batch) {
			if err := m.send(ctx, client, part); err != nil {
				return err
			}
		}
		if err := client.Set(ctx, m.cloneKey(), "1", m.life()).Err(); err != nil {
			return err
		}
		if name := m.missed(); name != "" {
			if err := os.Remove(name); err != nil && !errors.Is(err, os.ErrNotExist) {
				return fmt.Errorf("the mark that it lacks something cannot be taken away: %w", err)
			}
		}
		return nil
	})
}

// sent is a field that is to be written.
type sent struct{ key, id, value string }

// send writes entries in two steps: what is new or gone at once, what is amended once it is known that it is not gone.
func (m *Memory) send(ctx context.Context, client *redis.Client, entries []Entry) error {
	var amended []sent
	var were []*redis.StringCmd
	pipe := client.Pipeline()
	for i := range entries {
		e := &entries[i]
		value, err := m.value(e)
		if err != nil {
			continue // it is of a length that no other machine would take either
		}
		for _, k := range m.named(e.Subjects) {
			switch {
			case e.Gone:
				pipe.HSet(ctx, k.key, e.ID, value)
			case e.Amended:
				amended = append(amended, sent{k.key, e.ID, value})
				were = append(were, pipe.HGet(ctx, k.key, e.ID))
			default:
				pipe.HSetNX(ctx, k.key, e.ID, value)
			}
			pipe.Expire(ctx, k.key, m.life())
		}
	}
	if _, err := pipe.Exec(ctx); err != nil && !errors.Is(err, redis.Nil) {
		return err
	}
	pipe = client.Pipeline()
	for i, s := range amended {
		if were[i].Val() != gone && were[i].Val() != s.value {
			pipe.HSet(ctx, s.key, s.id, s.value)
			pipe.Expire(ctx, s.key, m.life())
		}
	}
	if pipe.Len() == 0 {
		return nil
	}
	_, err := pipe.Exec(ctx)
	return err
}
