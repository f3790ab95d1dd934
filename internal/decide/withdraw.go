package decide

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/recall"
	"github.com/kbgate/kbgate/internal/store"
)

// Withdraw takes a decision back that was made by mistake: it counts nowhere from then on, and what it rejected is forgotten. Where the
// configuration lists reviewers, it takes one of them, and where keys of theirs are listed, a commit that is signed by one.
func Withdraw(ctx context.Context, l *ledger.Ledger, found *recall.Found, by, why string, now time.Time) (*decision.Amendment, error) {
	if found.Decision == nil {
		return nil, hint.Misuse("`kbgate log` lists decisions", "%s is no decision", found.ID())
	}
	by = cmp.Or(by, l.Me(ctx))
	if reviewers := l.Config.Rules.Reviewers; len(reviewers) > 0 && !listed(reviewers, by) {
		return nil, hint.Misuse(config.FileName+" of the default branch lists them under rules.reviewers", "%.60q is no listed reviewer, so nothing is withdrawn by that name", by)
	}
	if earlier := found.Decision.Withdrawn; earlier != nil {
		return nil, hint.Misuse("`kbgate show "+found.ID()+"` tells why", "%.60s withdrew it already", earlier.By)
	}
	a := &decision.Amendment{Field: decision.WithdrawnField, By: by, Why: why}
	if err := fit(ctx, l, found, a, now); err != nil {
		return nil, err
	}
	message := fmt.Sprintf("Withdraw a decision: %s, by the amendment %s", a.Of, a.ID)
	seal := l.Judge.SealBy(ctx, by, message)
	if seal == nil {
		_, err := appendRecords(ctx, l, now, message, a)
		return a, err
	}
	if err := l.Inform(ctx); err != nil {
		return nil, err
	}
	data, err := a.Encode()
	if err == nil {
		_, err = l.Store.AppendSigned(ctx, now, message, seal, store.File{Path: a.Path(), Data: data})
	}
	return a, err
}
