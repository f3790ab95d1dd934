package recall

import (
	"context"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/records"
	"github.com/kbgate/kbgate/internal/store/index"
)

const Page = page

func (f *Filter) Fits(d *decision.Decision) bool { return f.fits(d) }

// Plain is the log without an index.
func Plain(ctx context.Context, l *ledger.Ledger, g *records.Learning, f Filter, yield func(*decision.Decision, error) bool) {
	s := listing{f: f, g: g, yield: yield}
	if err := s.plain(ctx, l); err != nil {
		yield(nil, err)
	}
}

// Indexed is the log by an index.
func Indexed(ctx context.Context, l *ledger.Ledger, x *index.Index, g *records.Learning, f Filter, yield func(*decision.Decision, error) bool) error {
	s := listing{f: f, g: g, yield: yield}
	return s.indexed(ctx, x, l.Chosen())
}
