package allowance

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/conflict"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/store"
)

// withdrawing begins the message of the commit that brings a withdrawal.
const withdrawing = "Withdraw an allowance: "

// WithdrawalMessage is the message of the commit that brings a withdrawal. It names the record, so that the history tells of one that was
// taken away.
func WithdrawalMessage(a *decision.Amendment) string {
	return fmt.Sprintf("%s%s, by the amendment %s", withdrawing, a.Of, a.ID)
}

// mostWithdrawals is how many records are looked at that say of one allowance that it was withdrawn.
const mostWithdrawals = 256

// withdrawals are the records that say of allowances that they were withdrawn.
type withdrawals struct {
	*Store
	ids    map[string]bool         // the allowances
	of     map[string][]withdrawal // by the id of the allowance
	known  map[string]bool         // commit, path and blob
	looked map[string]int          // in how many commits, by the id of the allowance
}

type withdrawal struct {
	*decision.Amendment
	blob string
	// commit is one that says it brings it, with its parents; "" where only the store as it stands has it.
	commit  string
	parents []string
}

// withdrawals finds the records that say of some allowances that they were withdrawn: those of the store as it stands, and those that
// the history had and that were taken away.
func (s *Store) withdrawals(ctx context.Context, ids map[string]bool, about []withdrawal) (*withdrawals, error) {
	w := &withdrawals{Store: s, ids: ids, of: map[string][]withdrawal{}, known: map[string]bool{}, looked: map[string]int{}}
	for _, a := range about {
		if ids[a.Of] {
			w.add(a)
		}
	}
	var failed error
	if len(ids) == 0 {
		return w, nil
	}
	err := git.Saying(ctx, s.Repository, s.Commit, withdrawing, func(commit string, parents []string, rest string) {
		of, id, _ := strings.Cut(rest, ", by the amendment ")
		if !ids[of] || !decision.IsID(id) || failed != nil || w.isTooMany(of) {
			return
		}
		w.looked[of]++
		failed = w.look(ctx, withdrawal{commit: commit, parents: parents}, of, decision.Amendments.Path(id))
	})
	return w, errors.Join(err, failed)
}

// look reads a withdrawal where a commit has it.
func (w *withdrawals) look(ctx context.Context, said withdrawal, of, name string) error {
	file := path.Join(w.Folder, name)
	object, err := w.Objects.Read(said.commit+":"+file, decision.MaxRecord)
	switch {
	case errors.Is(err, git.ErrMissing):
		at, failed := git.MemberAt(ctx, w.Repository, said.commit, file)
		if failed == nil && at.Mode != "" { // a clone that lacks texts
			failed = err
		}
		return failed
	case errors.Is(err, git.ErrTooLarge) || err == nil && object.Kind != "blob":
		return nil
	case err != nil:
		return err
	}
	if a, err := decision.DecodeAmendment(object.Data); err == nil && a.Path() == name && a.Of == of {
		said.Amendment, said.blob = a, object.ID
		w.add(said)
	}
	return nil
}

func (w *withdrawals) add(a withdrawal) {
	key := a.commit + " " + a.Path() + " " + a.blob
	if a.Field == decision.WithdrawnField && !a.Newer() && !w.known[key] && !w.isTooMany(a.Of) {
		w.known[key] = true
		w.of[a.Of] = append(w.of[a.Of], a)
	}
}

// isTooMany reports whether no more is looked at of an allowance.
func (w *withdrawals) isTooMany(of string) bool {
	return w.looked[of] >= mostWithdrawals || len(w.of[of]) >= mostWithdrawals
}

// judge gives the withdrawals that count, by the ids of the allowances, and why it cannot be told whether others were withdrawn.
func (w *withdrawals) judge(ctx context.Context, base Base) (counting map[string]*decision.Amendment, doubts map[string]string, err error) {
	counting, doubts = map[string]*decision.Amendment{}, map[string]string{}
	var claimed []conflict.Claimed
	var all []withdrawal // likewise
	for _, of := range slices.Sorted(maps.Keys(w.of)) {
		for _, a := range w.of[of] {
			switch {
			case IsReviewer(&base.Rules, a.By) && IsSealed(a, base.PublicKeys):
				counting[of] = a.Amendment
			case a.Source == decision.Human && a.commit != "":
				deed := conflict.Deed{File: path.Join(w.Folder, a.Path()), Blob: a.blob, By: a.By, Message: WithdrawalMessage(a.Amendment)}
				claimed, all = append(claimed, conflict.Claimed{Deed: deed, Commit: a.commit, Parents: a.parents}), append(all, a)
			}
		}
	}
	proven, more, err := conflict.ProveAt(ctx, w.Repository, &base.Rules, claimed)
	if err != nil {
		return nil, nil, err
	}
	for i, a := range all {
		switch {
		case proven[claimed[i].Deed] != "":
			counting[a.Of] = a.Amendment
		case more > 0:
			doubts[a.Of] = "there are more signed commits than are looked at, and one of them may withdraw it"
		}
	}
	for of := range w.ids {
		if w.isTooMany(of) {
			doubts[of] = fmt.Sprintf("%d records or more say that it was withdrawn, and no more are looked at", mostWithdrawals)
		}
	}
	return counting, doubts, nil
}

// amendments reads those made after a record: isAll tells that none was left out.
func (s *Store) amendments(ctx context.Context, earliest string) (about []*decision.Amendment, withdrawn []withdrawal, isAll bool, err error) {
	kind := decision.Amendments
	isAll, err = s.each(ctx, kind, func(name string) bool { return path.Base(name) > earliest }, func(file store.File, blob string) {
		a, err := decision.DecodeAmendment(file.Data)
		switch {
		case err != nil || a.Path() != file.Path:
		case a.Field == decision.WithdrawnField:
			withdrawn = append(withdrawn, withdrawal{Amendment: a, blob: blob})
		case !a.IsAhead(time.Now()):
			about = append(about, a)
		}
	})
	return about, withdrawn, isAll, err
}
