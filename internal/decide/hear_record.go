package decide

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/recall"
	"github.com/kbgate/kbgate/internal/store"
)

// rank says on what a learned field stands. What stands on more is of a later millisecond, so that it counts before what stands on less,
// on whichever machine either was recorded.
type rank int

// What a field may stand on, the weakest first.
const (
	fromEvent rank = iota
	fromBlock
	fromCommits
)

// learnedField is what a machine found out about an event beside what the event says.
type learnedField struct {
	field string
	value decision.Value
	rank  rank
	why   string
}

// amendment makes the record of a learned field. Its id follows from the decision and from what it says, so that two machines which find
// out the same write the same file.
func (f learnedField) amendment(of *decision.Decision) *decision.Amendment {
	a := &decision.Amendment{Schema: decision.AmendmentSchema, Source: of.Source, At: of.At.Add(time.Duration(f.rank) * time.Millisecond), Of: of.ID,
		Field: f.field, Value: f.value, By: decision.LearnedBy, Why: f.why}
	sum := sha256.Sum256([]byte(strings.Join(f.value.Texts(), "\x00") + "\x00" + f.value.Form()))
	a.SourceID = fmt.Sprintf("%s/%s/%s", of.SourceID, f.field, hex.EncodeToString(sum[:8]))
	a.ID = decision.DerivedID(a.At, string(a.Source), a.SourceID)
	return a
}

// View is the decision with all that was learned of it, whatever a store holds; nil where there is none.
func (h *Heard) View() *decision.Decision {
	if h.Decision == nil {
		return nil
	}
	var learned []*decision.Amendment
	for _, f := range h.learned {
		learned = append(learned, f.amendment(h.Decision))
	}
	return decision.Fold(h.Decision, learned...)
}

// RecordHeard stores the decisions of events with what was learned of them, in one commit; of one event given twice, the first. An event that the store knows is not recorded
// again, and what is learned of it by now is added to it. What a person said of a field, or hid, stays. It gives the decisions as they are
// then. Differ tells of a record that has the id and is of another event, or says otherwise who decided what and why.
func RecordHeard(ctx context.Context, l *ledger.Ledger, heard []Heard, now time.Time, differ func(*decision.Decision)) ([]*decision.Decision, Tally, error) {
	var views []*decision.Decision
	var tally Tally
	var added []decision.Record
	seen := map[string]bool{}
	var ids []string
	for i := range heard {
		if heard[i].Decision != nil {
			ids = append(ids, heard[i].Decision.ID)
		}
	}
	stored, err := recall.Known(ctx, l, ids)
	if err != nil {
		return nil, tally, err
	}
	for i := range heard {
		h := &heard[i]
		if h.Decision == nil || seen[h.Decision.ID] {
			continue
		}
		seen[h.Decision.ID] = true
		var known *recall.Found
		if stored[h.Decision.ID] {
			if known, err = heardBefore(ctx, l, h.Decision); err != nil {
				return nil, tally, err
			}
		}
		d, about := h.Decision, []*decision.Amendment(nil)
		switch {
		case known == nil:
			if err := Refuse(d, now); err != nil {
				return nil, tally, err
			}
			added = append(added, d)
			tally.Added++
		case known.Decision == nil || !sameEvent(known, d):
			tally.Differ++
			differ(d)
			continue
		default:
			d, about = known.Stored, known.Amendments
			tally.Known++
		}
		news := h.news(d, about, now)
		for _, a := range news {
			added = append(added, a)
		}
		if known != nil {
			tally.Amended += min(1, len(news))
		}
		views = append(views, decision.Fold(d, append(slices.Clone(about), news...)...))
	}
	if len(added) == 0 {
		return views, tally, nil
	}
	var decisions []*decision.Decision
	for _, r := range added {
		if d, ok := r.(*decision.Decision); ok {
			decisions = append(decisions, d)
		}
	}
	outcomes, err := appendRecords(ctx, l, now, messageOf(decisions...), added...)
	if err == nil && slices.Contains(outcomes, store.Differ) { // another writer was first
		err = hint.Misuse("run the command again", "another record came between")
	}
	return views, tally, err
}

// heardBefore gives the record that has the id of an event's decision, nil where none has.
func heardBefore(ctx context.Context, l *ledger.Ledger, d *decision.Decision) (*recall.Found, error) {
	found, err := recall.Find(ctx, l, d.ID)
	if errors.Is(err, recall.ErrNoRecord) {
		return nil, nil
	}
	return found, err
}

// sameEvent reports whether a stored record is of the event that a decision is of. Title, labels and tip of the base may be others where
// the event was read at another time. An approval may have been stored as one with changes, and an agent beside it.
func sameEvent(known *recall.Found, d *decision.Decision) bool {
	was := known.Stored
	isApproval := func(v decision.Verdict) bool { return v == decision.Approved || v == decision.ApprovedWithChanges }
	isHidden := slices.Contains(known.Redacted(), "reason")
	return was.Source == d.Source && was.SourceID == d.SourceID && was.Reviewer == d.Reviewer && (was.Reason == d.Reason || isHidden) &&
		(was.Verdict == d.Verdict || isApproval(was.Verdict) && isApproval(d.Verdict))
}

// news are the amendments that tell of a decision what its amendments do not tell yet.
func (h *Heard) news(d *decision.Decision, about []*decision.Amendment, now time.Time) (news []*decision.Amendment) {
	view := decision.Fold(d, about...)
	for _, f := range h.learned {
		isHidden := slices.ContainsFunc(view.Redacted, func(name string) bool { return decision.Covers(name, f.field) })
		isSaid := slices.ContainsFunc(about, func(a *decision.Amendment) bool { return a.Field == f.field && !a.IsLearned(d) })
		if there, ok := view.ValueOf(f.field); isHidden || isSaid || ok && there.Form() == f.value.Form() {
			continue
		}
		a := f.amendment(d)
		if slices.ContainsFunc(about, func(b *decision.Amendment) bool { return b.ID == a.ID || b.Field == a.Field && b.At.After(a.At) }) {
			continue // it was said, or something that stands on more was
		}
		if err := errors.Join(a.Check(d), Refuse(a, now)); err != nil {
			h.tell("%s is left out: %v", f.field, err)
			continue
		}
		news = append(news, a)
	}
	return news
}
