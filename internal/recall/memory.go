package recall

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/guard/memory"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/shared"
	"github.com/kbgate/kbgate/internal/store/index"
	"github.com/kbgate/kbgate/internal/text"
)

// MostRemembered is how many decisions of a subject are looked at, the newest of them.
const (
	MostRemembered  = 1000
	mostGoneThrough = 16 * MostRemembered // to find these
)

// Asked says whose memory is wanted. Of an e-mail it is that of the subject alone. Of anything else it is that of the artifact, of the
// subject where one is named, and of each text that was rejected anywhere and is the same.
type Asked struct {
	Type        decision.ArtifactType
	Subject     string // as somebody typed it: an address, or whomever it is for
	Artifact    string // its path below the base's folder, else its name; of no use for an e-mail
	SHA         string // of the file; likewise
	Fingerprint string // of the draft; of an e-mail it tells what was approved elsewhere
}

// AskedAbout says whose memory a person means by an address, by the path of a file as seen from dir, or by a name.
func AskedAbout(l *ledger.Ledger, dir, name string) Asked {
	name = strings.TrimSpace(name)
	if _, ok := decision.Address(name); ok || decision.IsHashedSubject(name) {
		return Asked{Type: decision.Email, Subject: name}
	}
	if a := named(l.Root, dir, name); a.Path != "" {
		return Asked{Artifact: a.Path}
	}
	return Asked{Subject: name, Artifact: name}
}

// Key is the subject as the store keeps it; "": there is no memory.
func (a Asked) Key(l *ledger.Ledger) string {
	subject := strings.TrimSpace(a.Subject)
	address, isAddress := decision.Address(subject)
	switch {
	case subject == "" && a.Type == decision.Email:
		return ""
	case subject == "":
		return a.Artifact
	case isAddress && l.Config.Store.Subjects == "plain":
		return address
	}
	return decision.Subject(subject, l.SubjectKey)
}

// Memory gives what counts of a subject at a moment, through the index: of the store, and of what other machines share. Where a record
// is here, the record says what it is, whatever is shared of it.
func Memory(ctx context.Context, l *ledger.Ledger, asked Asked, ttl time.Duration, now time.Time, told shared.Answer) (*memory.Memory, error) {
	subject := asked.Key(l)
	if subject == "" {
		return &memory.Memory{TTL: ttl}, nil
	}
	x, err := l.Index(ctx, index.Always)
	if err != nil {
		return nil, err
	}
	looking := remembering{l: l, x: x, asked: asked, subject: subject}
	rows, more, err := looking.rows(ctx, now.Add(-2*ttl), now.Add(memory.Ahead))
	if err != nil {
		return nil, err
	}
	decisions, err := decisionsOf(ctx, l, x, rows)
	if err != nil {
		return nil, err
	}
	if lost := len(rows) - len(decisions); lost > 0 { // the index has read them once
		return nil, fmt.Errorf("%s of the subject cannot be read any more; `kbgate verify` says why", text.Count(lost, "record", "records"))
	}
	unread, err := Unreadable(ctx, l)
	if err != nil {
		return nil, err
	}
	all, err := looking.unknown(ctx, told.Rejections)
	if err != nil {
		return nil, err
	}
	unknown, approvals := len(all), slices.Clip(told.Approvals)
	for _, d := range decisions {
		if a, ok := memory.ApprovalOf(d); ok {
			approvals = append(approvals, a.OfFiles(d)...)
		} else if r, ok := memory.FromDecision(d); ok {
			all = append(all, looking.files(r, d)...)
		}
	}
	isThis := func(a *memory.Approval) bool { return same(asked.Fingerprint, a.Fingerprint) || same(asked.SHA, a.SHA) }
	own := memory.Of(subject, all[unknown:], approvals[len(told.Approvals):], ttl, now)
	all = slices.DeleteFunc(all, func(r memory.Rejection) bool { return told.Gone[r.ID] })
	for i := range all {
		if learn.IsMissing(all[i].Feedback) {
			all[i].Feedback = "" // the program's words, and no reviewer's
		}
	}
	m := memory.Of(subject, all, approvals, ttl, now)
	m.More, m.Unread = more, unread
	for _, r := range own.Rejections {
		if told.Gone[r.ID] || slices.ContainsFunc(told.Approvals, func(a memory.Approval) bool { return a.Ends(&r) }) ||
			m.Frees(&r, isThis) && !own.Frees(&r, isThis) {
			m.Lifted++
		}
	}
	if _, isAddress := decision.Address(asked.Subject); isAddress && l.Config.Store.Subjects != "plain" {
		m.OtherKey, err = otherKey(ctx, l, x, now.Add(-ttl))
	}
	return m, err
}

// remembering is a memory that is being looked for.
type remembering struct {
	l       *ledger.Ledger
	x       *index.Index
	asked   Asked
	subject string // as the store keeps it
}

// rows gives the newest rows of decisions that the memory is of, between two times.
func (m *remembering) rows(ctx context.Context, since, until time.Time) (found []index.Row, more bool, err error) {
	q := index.Query{Since: since, Until: until, Where: []index.Condition{m.condition()}}
	columns := meantBy
	if m.asked.Type == decision.Email {
		columns = nil // the condition says it all, and a column costs a millisecond
	}
	for gone := 0; ; {
		rows, err := m.x.Rows(ctx, q, MostRemembered+1, columns...)
		if err != nil || len(rows) == 0 {
			return found, false, err
		}
		for i := range rows {
			if !m.isMeant(&rows[i]) {
				continue
			}
			if len(found) == MostRemembered {
				return found, true, nil
			}
			found = append(found, rows[i])
		}
		if gone += len(rows); gone > mostGoneThrough {
			return found, true, nil
		}
		q.Before = rows[len(rows)-1].Key
	}
}

// condition leaves out no row that is meant.
func (m *remembering) condition() index.Condition {
	c := index.Condition{Column: "subject", Any: []string{m.subject}}
	if address, ok := decision.Address(m.subject); ok { // the store keeps addresses as they were typed
		c.Fits = func(text string) bool { return isAddress(text, address) }
	} else if m.asked.Subject != "" && !decision.IsHashedSubject(m.subject) {
		c.Fits = func(text string) bool { return strings.EqualFold(text, m.subject) }
	}
	if m.asked.Type == decision.Email {
		return c
	}
	c.Or = []string{"artifact.path", "artifact.name", "artifact.sha", "draft.fingerprint", "paths"}
	for _, text := range []string{m.asked.Artifact, m.asked.SHA, m.asked.Fingerprint} {
		if text != "" {
			c.Any = append(c.Any, text)
		}
	}
	return c
}

// meantBy are the columns by which a row is judged, where the condition does not say it all.
var meantBy = []string{"artifact.type", "subject", "artifact.path", "artifact.name", "artifact.sha", "draft.fingerprint", "paths"}

// isMeant judges a row that may be meant, with those columns.
func (m *remembering) isMeant(r *index.Row) bool {
	if m.asked.Type == decision.Email {
		return true
	}
	column := func(i int) string { return strings.Join(r.Texts[i], "") }
	kind, subject := decision.ArtifactType(column(0)), column(1)
	if m.asked.Subject != "" && m.isSubject(subject) {
		return true
	}
	ofChange := slices.ContainsFunc(r.Texts[6], func(text string) bool { return same(m.asked.Artifact, text) || same(m.asked.SHA, text) })
	return kind != decision.Email && (same(m.asked.Artifact, cmp.Or(column(2), column(3))) ||
		same(m.asked.SHA, column(4)) || same(m.asked.Fingerprint, column(5)) || ofChange)
}

// files gives of the rejection of a change that of the file which is asked about, and any other rejection as it is.
func (m *remembering) files(r memory.Rejection, d *decision.Decision) []memory.Rejection {
	if len(d.Paths) == 0 || m.asked.Type == decision.Email {
		return []memory.Rejection{r}
	}
	own := slices.DeleteFunc(r.OfFiles(d), func(r memory.Rejection) bool {
		return !same(m.asked.Artifact, r.Artifact) && !same(m.asked.SHA, r.SHA) && !same(m.asked.Fingerprint, r.Fingerprint)
	})
	if len(own) == 0 { // the subject is the same
		return []memory.Rejection{r}
	}
	return own[:1]
}

// same reports whether something was asked for and is had.
func same(asked, have string) bool { return asked != "" && asked == have }

func (m *remembering) isSubject(stored string) bool {
	address, ok := decision.Address(m.subject)
	return strings.EqualFold(stored, m.subject) || ok && isAddress(stored, address)
}

// isAddress reports whether a text is an address that is given in small letters.
func isAddress(text, address string) bool {
	if len(text) <= len(address) {
		return strings.EqualFold(text, address)
	}
	if !strings.Contains(strings.ToLower(text), address) {
		return false
	}
	found, ok := decision.Address(text)
	return ok && found == address
}

// unknown gives those of some rejections whose records are not here.
func (m *remembering) unknown(ctx context.Context, all []memory.Rejection) (left []memory.Rejection, err error) {
	if len(all) == 0 {
		return nil, nil
	}
	var keys []index.Key
	var of []memory.Rejection
	for _, r := range all {
		if key, ok := decision.Key(r.ID); ok {
			keys, of = append(keys, key), append(of, r)
		}
	}
	contents, err := m.x.Read(ctx, keys)
	if err != nil {
		return nil, err
	}
	for i, c := range contents {
		if c.Record == nil {
			left = append(left, of[i])
		}
	}
	return left, nil
}

// otherKey counts the rejections from a time on whose subject is an address under another key than the ledger's.
func otherKey(ctx context.Context, l *ledger.Ledger, x *index.Index, since time.Time) (n int, err error) {
	own := decision.SubjectKey(l.SubjectKey)
	keys, err := x.Count(ctx, index.Query{Since: since, Where: []index.Condition{rejections, {Column: "subject_key", Any: []string{own}, Not: true}, {Column: "subject", Any: []string{""}, Not: true}}}, "subject_key")
	if err != nil {
		return 0, err
	}
	for _, of := range keys {
		if of.Texts[0] != "" {
			n += of.Count
			continue
		}
		without := index.Query{Since: since, Where: []index.Condition{rejections, {Column: "subject_key", Any: []string{""}}, {Column: "subject", Fits: decision.IsHashedSubject}}}
		hashed, err := x.Count(ctx, without)
		if err != nil {
			return 0, err
		}
		n += hashed[0].Count
	}
	return n, nil
}
