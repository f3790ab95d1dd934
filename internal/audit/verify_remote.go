package audit

import (
	"context"
	"fmt"
)

// setBack judges whether the branch still has what it is known to have had.
func (v *verifier) setBack(ctx context.Context) error {
	leads, err := v.ledger.Store.Leads(ctx)
	for _, lead := range leads {
		for _, name := range lead.Changed {
			v.damage(name, "is not what was shared with %[1]s; `kbgate sync %[1]s` puts that back", lead.Remote)
		}
		if lead.Files == 0 {
			continue
		}
		are, them := "records that %[2]s has are", "them"
		if lead.Files == 1 {
			are, them = "record that %[2]s has is", "it"
		}
		v.damage("", "the branch was set back: %d "+are+" not here; `kbgate sync %[2]s` brings "+them, lead.Files, lead.Remote)
	}
	if err != nil {
		return fmt.Errorf("what the remotes have: %w", err)
	}
	return nil
}
