package grant

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/allowance"
	"github.com/kbgate/kbgate/internal/decide"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/recall"
	"github.com/kbgate/kbgate/internal/store"
)

// Judged is an allowance, and what was found of it.
type Judged struct {
	allowance.Record
	*allowance.Verdict
}

// List gives the allowances of a ledger, the newest first; isAll tells that none was left out.
func List(ctx context.Context, l *ledger.Ledger) (all []Judged, isAll bool, err error) {
	tip, err := l.Store.Tip()
	if err != nil || tip == "" {
		return nil, true, err
	}
	objects := git.NewPool(ctx, l.Repository)
	defer objects.Close()
	at := allowance.Store{Repository: l.Repository, Objects: objects, Folder: l.Folder, Commit: tip}
	records, isAll, err := at.Read(ctx)
	if err != nil {
		return nil, false, err
	}
	verdicts, _, err := at.Judge(ctx, allowance.Base{Rules: l.Config.Rules, PublicKeys: l.Config.Comment.PublicKeys}, records)
	if err != nil {
		return nil, false, err
	}
	for _, r := range records {
		all = append(all, Judged{r, verdicts[r.Blob]})
	}
	return all, isAll, nil
}

// Find gives the allowance of an id; nil where it is none of those that are read.
func Find(ctx context.Context, l *ledger.Ledger, id string) (*Judged, error) {
	all, _, err := List(ctx, l)
	for i := range all {
		if all[i].ID == id {
			return &all[i], err
		}
	}
	return nil, err
}

// Withdraw takes allowances back in a reviewer's name, who signs the commit that brings each record: the one of an id, or all of a
// finding's fingerprint. It gives those that it took back.
func Withdraw(ctx context.Context, l *ledger.Ledger, name, by, why string, now time.Time) (done []*decision.Amendment, err error) {
	by = cmp.Or(by, l.Me(ctx))
	if err := refuse(&l.Config.Rules, by, true); err != nil {
		return nil, err
	}
	all, err := named(ctx, l, name)
	if err != nil {
		return nil, err
	}
	for _, of := range all {
		a := &decision.Amendment{Schema: decision.AmendmentSchema, Source: decision.Human, At: now.UTC().Truncate(time.Millisecond), Of: of.ID,
			Field: decision.WithdrawnField, By: by, Why: why}
		a.ID = l.NewID(a.At)
		message := allowance.WithdrawalMessage(a)
		_, err := keep(a, now, func(file store.File) ([]store.Outcome, error) {
			return l.Store.AppendSigned(ctx, now, message, l.Judge.SealBy(ctx, by, message), file)
		})
		if err != nil {
			return done, err
		}
		done = append(done, a)
	}
	return done, nil
}

// RecordWithdrawal takes allowances back that a reviewer named on a pull request; the workflow's key signs each record. It gives none
// where all were taken back before.
func RecordWithdrawal(ctx context.Context, l *ledger.Ledger, asked decide.AllowanceAsked, key ed25519.PrivateKey, now time.Time) (done []*decision.Amendment, err error) {
	if err := refuse(&l.Config.Rules, asked.By, false); err != nil {
		return nil, err
	}
	if err := refuseKey(l, key); err != nil {
		return nil, err
	}
	all, err := named(ctx, l, asked.Withdraws)
	if errors.Is(err, errWithdrawn) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for _, of := range all {
		a := &decision.Amendment{Schema: decision.AmendmentSchema, Source: decision.GitHub, SourceID: asked.SourceID + "/withdraw/" + of.ID, At: asked.At, Of: of.ID,
			Field: decision.WithdrawnField, By: asked.By, Why: asked.Reason}
		a.ID = decision.DerivedID(a.At, string(a.Source), a.SourceID)
		if err := allowance.Seal(a, key); err != nil {
			return done, err
		}
		outcome, err := keep(a, now, func(file store.File) ([]store.Outcome, error) {
			return l.Append(ctx, now, allowance.WithdrawalMessage(a), false, file)
		})
		if err == nil && outcome != store.Added && outcome != store.Known {
			err = hint.Misuse("say it again in another comment", "the store has another record as %s", a.Path())
		}
		if err != nil {
			return done, err
		}
		done = append(done, a)
	}
	return done, nil
}

// errWithdrawn says that nothing is left to take back.
var errWithdrawn = errors.New("withdrew it already")

// named gives the allowances of an id or of a finding's fingerprint that nobody has taken back, and says why there is none.
func named(ctx context.Context, l *ledger.Ledger, name string) ([]Judged, error) {
	all, isAll, err := List(ctx, l)
	if err != nil {
		return nil, err
	}
	is := func(a Judged) bool { return a.Fingerprint == strings.ToLower(name) }
	if !slices.ContainsFunc(all, is) {
		found, err := recall.Find(ctx, l, name)
		switch {
		case err != nil && isFingerprint(name) && !isAll:
			return nil, hint.Misuse("give the id of its record", "none of the newest allowances is of %s, and no more are read", name)
		case err != nil && isFingerprint(name):
			return nil, hint.Misuse("`kbgate log --allowances` lists them; `kbgate sync` brings those of others", "no allowance is of a finding %s", name)
		case err != nil:
			return nil, err
		case found.Allowance == nil:
			return nil, hint.Misuse("`kbgate log --allowances` lists them", "%s is no allowance", found.ID())
		}
		is = func(a Judged) bool { return a.ID == found.Allowance.ID }
	}
	all = slices.DeleteFunc(all, func(a Judged) bool { return !is(a) })
	open := slices.DeleteFunc(slices.Clone(all), func(a Judged) bool { return a.Withdrawn != nil })
	switch {
	case len(open) > 0:
		return open, nil
	case len(all) > 0:
		return nil, hint.Misuse("`kbgate log --allowances` lists what counts", "%s %w", all[0].Withdrawn.By, errWithdrawn)
	}
	return nil, hint.Misuse("it counts for nothing, as long as there are so many newer ones", "%s is none of the newest allowances, and no more are read", name)
}

// isFingerprint reports whether a text can be the fingerprint of a finding.
func isFingerprint(s string) bool { return len(s) == 16 && strings.Trim(s, "0123456789abcdef") == "" }
