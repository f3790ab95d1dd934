// Package grant lets findings through: it finds what a reviewer names in a check, makes the allowance, and stores it with what proves it.
// It takes allowances back in the same way, and lists them.
package grant

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"errors"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/allowance"
	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decide"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/store"
)

// errAlready says that nothing is left to let through.
var errAlready = errors.New("let that finding through already")

// Allow lets a finding through in a reviewer's name, who signs the commit that brings the record. The request says where the finding
// stands.
func Allow(ctx context.Context, l *ledger.Ledger, req check.Request, a *decision.Allowance, now time.Time) error {
	a.Schema, a.Source, a.At = decision.AllowanceSchema, decision.Human, now.UTC().Truncate(time.Millisecond)
	a.ID, a.By = l.NewID(a.At), cmp.Or(a.By, l.Me(ctx))
	me, err := git.Author(ctx, l.Repository)
	if err != nil {
		return err
	}
	if err := refuse(&l.Config.Rules, a.By, true); err != nil {
		return err
	}
	if err := complete(ctx, a, req, []git.Person{me}); err != nil {
		return err
	}
	message := allowance.Message(a)
	_, err = keep(a, now, func(file store.File) ([]store.Outcome, error) {
		return l.Store.AppendSigned(ctx, now, message, l.Judge.SealBy(ctx, a.By, message), file)
	})
	return err
}

// Record lets a finding through that a reviewer named on a pull request; the workflow's key signs the record.
func Record(ctx context.Context, l *ledger.Ledger, req check.Request, asked decide.AllowanceAsked, key ed25519.PrivateKey, now time.Time) (*decision.Allowance, store.Outcome, error) {
	a := &decision.Allowance{Schema: decision.AllowanceSchema, Source: decision.GitHub, SourceID: asked.SourceID, At: asked.At, Fingerprint: asked.Fingerprint,
		Reason: asked.Reason, By: asked.By, PR: asked.PR}
	a.ID = decision.DerivedID(a.At, string(a.Source), a.SourceID)
	if err := refuse(&l.Config.Rules, a.By, false); err != nil {
		return nil, 0, err
	}
	if err := refuseKey(l, key); err != nil {
		return nil, 0, err
	}
	if err := complete(ctx, a, req, nil); errors.Is(err, errAlready) {
		return a, store.Known, nil
	} else if err != nil {
		return nil, 0, err
	}
	if err := allowance.Seal(a, key); err != nil {
		return nil, 0, err
	}
	outcome, err := keep(a, now, func(file store.File) ([]store.Outcome, error) {
		return l.Append(ctx, now, allowance.Message(a), false, file)
	})
	return a, outcome, err
}

// refuse says why a reviewer's word lets nothing through; signs tells that a key of theirs is to prove it.
func refuse(rules *config.Rules, by string, signs bool) error {
	switch {
	case !allowance.IsReviewer(rules, by):
		return hint.Misuse(config.FileName+" of the default branch lists them under rules.reviewers", "%.60q is no listed reviewer, so nothing is let through by that name", by)
	case signs && len(rules.ReviewerKeys[by]) == 0:
		return hint.Misuse("list a key under rules.reviewer_keys in "+config.FileName+" of the default branch, as `ssh-keygen -lf` prints its fingerprint, and set up git to sign with it",
			"no key of %.60q is listed, so nothing would prove the allowance", by)
	}
	return nil
}

// refuseKey says why a workflow's key proves nothing.
func refuseKey(l *ledger.Ledger, key ed25519.PrivateKey) error {
	if key == nil {
		return hint.Misuse("`kbgate key new FILE` makes one; give it as KBGATE_SIGNING_KEY, and list its public line under comment.public_keys",
			"nothing would prove that the workflow recorded the allowance, for there is no key to sign it with")
	}
	trial := new(decision.Allowance)
	if err := allowance.Seal(trial, key); err != nil || allowance.IsSealed(trial, l.Config.Comment.PublicKeys) {
		return err
	}
	return hint.Misuse("list its public line under comment.public_keys in "+config.FileName+" of the default branch", "the key that signs is none whose signature counts")
}

// complete fills in what the finding stands on, and refuses what would not count. Own are who makes the allowance here.
func complete(ctx context.Context, a *decision.Allowance, req check.Request, own []git.Person) error {
	req.Wanted = a.Fingerprint
	result, err := check.Run(ctx, req)
	if err != nil {
		return err
	}
	s := result.Standing
	if s == nil {
		for _, done := range result.Document.Suppressed {
			if done.Fingerprint == a.Fingerprint {
				return hint.Misuse("`kbgate check --format json` has it below suppressed", "%s %w", done.By, errAlready)
			}
		}
		way := "`kbgate check --format json` prints the fingerprints; --diff BASE...HEAD names the change that has the finding"
		if req.Diff != "" {
			way = "`kbgate check --diff " + req.Diff + " --format json` prints the fingerprints"
		}
		return hint.Misuse(way, "no finding has the fingerprint %.60q here", a.Fingerprint)
	}
	f := &s.Finding
	if g, ok := gate.BuiltIn.Find(f.Gate); !ok || !g.IsAllowable() {
		return hint.Misuse("mend it: "+f.Fix, "nobody lets through what %s finds", f.Gate)
	}
	if s.Paragraph == "" {
		return hint.Misuse("mend it: "+f.Fix, "the finding of %s is about no text of a note, so it cannot be let through", f.Gate)
	}
	if strings.EqualFold(s.Agent, a.By) || allowance.IsBy(a.By, own, s.Proposers) {
		return hint.Misuse("ask another reviewer", "%s has a part in the change that brings this text, and nobody lets through a finding of their own", a.By)
	}
	a.Gate, a.NotePath, a.Paragraph = f.Gate, f.Path, s.Paragraph
	return nil
}

// keep refuses what is no good record, and stores what is one.
func keep(a decision.Record, now time.Time, add func(store.File) ([]store.Outcome, error)) (store.Outcome, error) {
	if err := decide.Refuse(a, now); err != nil {
		return 0, err
	}
	data, err := a.Encode()
	if err != nil {
		return 0, err
	}
	outcomes, err := add(store.File{Path: a.Path(), Data: data})
	if err != nil {
		return 0, err
	}
	return outcomes[0], nil
}
