package audit

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/conflict"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/records"
	"github.com/kbgate/kbgate/internal/store"
	"github.com/kbgate/kbgate/internal/text"
)

// eventID is where a record of an id that several have comes from.
type eventID struct {
	path     string
	source   decision.Source
	sourceID string
}

// isOf reports whether two records are of one event: a source has given both the same id. An id that begins here is random, and no two
// records can have come by the same.
func (o eventID) isOf(other eventID) bool {
	return o.sourceID != "" && o.source == other.source && o.sourceID == other.sourceID
}

// severals are the ids of which there are several files, each by the path of the one that bears the name.
func severals(names []store.Name) map[string][]eventID {
	all := map[string][]eventID{}
	for _, n := range names {
		if kind, id, copied, _ := decision.ParsePath(n.Path); copied != "" {
			all[kind.Path(id)] = nil
		}
	}
	return all
}

// taken judges the records of one id. What a mended change had put there stays as a conflict copy, and the history tells of the change.
func (v *verifier) taken(ctx context.Context) error {
	disputed := v.shared()
	settled, err := v.disagree(ctx)
	if err != nil || len(disputed) == 0 {
		return err
	}
	breaches, err := v.ledger.Store.History(ctx, "")
	if err != nil {
		return err
	}
	mended := map[string]bool{}
	for _, b := range breaches {
		mended[b.Path] = mended[b.Path] || b.Mended
	}
	for _, d := range disputed {
		isSettled, isNamed := settled[d.own]
		if mended[d.own] && !isSettled {
			if isSettled = isNamed; !isNamed {
				if isSettled, err = v.isFirst(ctx, d.own); err != nil {
					return err
				}
			}
		}
		switch {
		case isSettled:
		case v.cut:
			v.untold++
		default:
			v.damage(d.own, "has the id of %s, and is not of the same source: somebody took the id of another's record", d.other)
		}
	}
	return nil
}

// disagree names the decisions of which there are records that disagree, and gives those of which one was chosen.
func (v *verifier) disagree(ctx context.Context) (settled map[string]bool, err error) {
	settled = map[string]bool{}
	suspects := records.Amendments{}
	for own := range v.origins {
		if decision.KindAt(own) == decision.Decisions {
			suspects[records.IDOf(own)] = nil
		}
	}
	for _, a := range v.amended {
		if about, several := suspects[a.Of]; several {
			suspects[a.Of] = append(about, a)
		}
	}
	cases, err := v.ledger.Judge.Cases(ctx, suspects)
	if err != nil {
		return nil, err
	}
	unproven, beyond := 0, 0
	for _, c := range cases {
		own := decision.Decisions.Path(c.ID)
		switch {
		case !c.IsConflict():
			continue
		case c.Beyond:
			beyond++
		case c.IsSettled():
			if c.IsUnproven() {
				unproven++
			}
		case v.cut:
			v.untold++
		default:
			v.damage(own, "and the other %s of its id disagree about %s, and %s until a reviewer chooses one with `kbgate amend %s --keep BLOB`",
				others(len(c.Files)-1), strings.Join(c.Differ, ", "), c.What(), c.ID)
			settled[own] = false
			continue
		}
		settled[own] = true // as far as it is looked at, or as anybody can tell here
	}
	if beyond > 0 {
		v.damage("", "%s twins beyond the %d files that are judged: of those only what this clone had first counts", text.Count(beyond, "more decision has", "more decisions have"), conflict.MostJudged)
	}
	if unproven > 0 {
		v.notice("of %d decisions with twins a reviewer chose one, as it says, which no key proves; rules.reviewer_keys can list keys", unproven)
	}
	return settled, nil
}

// isFirst reports whether the record that bears a name was there first; if so, a change that had put another one there is mended.
// Amendments count whatever they are called.
func (v *verifier) isFirst(ctx context.Context, own string) (bool, error) {
	if decision.KindAt(own) != decision.Decisions {
		return true, nil
	}
	return v.ledger.Judge.IsFirst(ctx, records.IDOf(own))
}

func others(n int) string {
	if n == 1 {
		return "record"
	}
	return fmt.Sprintf("%d records", n)
}

// dispute is of two records that have one id.
type dispute struct{ own, other string }

// shared gives the records of one id that are not of one event, of which there may be several: nobody may take the id of
// another's record.
func (v *verifier) shared() (disputed []dispute) {
	if n := len(v.origins); n > 0 {
		v.notice("%s twins: other files of the same id, which do not count; `kbgate show` names them", text.Count(n, "record has", "records have"))
	}
	for _, own := range slices.Sorted(maps.Keys(v.origins)) {
		all := v.origins[own]
		at := slices.IndexFunc(all, func(e eventID) bool { return e.path == own })
		for _, other := range all {
			if at >= 0 && other.path != own && !all[at].isOf(other) {
				disputed = append(disputed, dispute{own, other.path})
			}
		}
	}
	return disputed
}
