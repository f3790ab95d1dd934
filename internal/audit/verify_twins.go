package audit

import (
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/conflict"
	"github.com/kbgate/kbgate/internal/decision"
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

// twins finds the records that have others of the same id beside them.
func (v *verifier) twins(names []store.Name) {
	v.origins = map[string][]eventID{}
	for _, n := range names {
		if folder, id, twin, ok := decision.ParsePath(n.Path); ok && twin != "" {
			v.origins[path.Join(folder, id)] = nil
		}
	}
}

// taken judges the records of one id. A change that is mended leaves what it had put there as a twin, and that is said already.
func (v *verifier) taken(ctx context.Context, names []store.Name) error {
	disputed := v.shared(names)
	settled, err := v.disagree(ctx)
	if err != nil || len(disputed) == 0 {
		return err
	}
	breaches, err := v.ledger.Store.History(ctx, "")
	mended := map[string]bool{}
	for _, b := range breaches {
		if b.Mended {
			mended[b.Path] = true
		}
	}
	for _, d := range disputed {
		isSettled, isNamed := settled[d.own]
		if mended[d.own] && !isNamed {
			var err error
			if isNamed, err = v.isFirst(ctx, d.own); err != nil {
				return err
			}
		}
		switch {
		case isSettled || mended[d.own] && isNamed:
		case v.cut:
			v.untold++
		default:
			v.damage(d.own, "has the id of %s, and is not of the same source: somebody took the id of another's record", d.twin)
		}
	}
	return err
}

// disagree names the decisions of which there are records that disagree, and gives those of which one was chosen.
func (v *verifier) disagree(ctx context.Context) (settled map[string]bool, err error) {
	settled = map[string]bool{}
	about := map[string][]*decision.Amendment{}
	for _, a := range v.amended {
		about[a.Of] = append(about[a.Of], a)
	}
	var suspects []conflict.Suspect
	for _, key := range slices.Sorted(maps.Keys(v.origins)) {
		if folder, id := path.Split(key); folder == decision.DecisionsFolder+"/" {
			suspects = append(suspects, conflict.Suspect{ID: id, About: about[id]})
		}
	}
	cases, err := v.ledger.Copies.Judge(ctx, suspects)
	if err != nil {
		return nil, err
	}
	unproven, beyond := 0, 0
	for _, c := range cases {
		own := (&decision.Decision{ID: c.ID}).Path()
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

// isFirst reports whether the record that bears a name is the one that was there first: a change that put another one there is mended by
// that alone. Amendments count whatever they are called.
func (v *verifier) isFirst(ctx context.Context, own string) (bool, error) {
	folder, id, _, _ := decision.ParsePath(own)
	if folder != decision.DecisionsFolder {
		return true, nil
	}
	return v.ledger.Copies.IsFirst(ctx, id)
}

func others(n int) string {
	if n == 1 {
		return "record"
	}
	return fmt.Sprintf("%d records", n)
}

// dispute is of two records that have one id.
type dispute struct{ own, twin string }

// shared gives the records of one id that are not of one event, of which there may be several: nobody may take the id of
// another's record.
func (v *verifier) shared(names []store.Name) (disputed []dispute) {
	if n := len(v.origins); n > 0 {
		v.notice("%s twins: other files of the same id, which do not count; `kbgate show` names them", text.Count(n, "record has", "records have"))
	}
	for _, n := range names { // in their order
		folder, id, twin, ok := decision.ParsePath(n.Path)
		if !ok || twin != "" {
			continue
		}
		all := v.origins[path.Join(folder, id)]
		for _, own := range all {
			if own.path != n.Path {
				continue
			}
			for _, other := range all {
				if other.path != own.path && !own.isOf(other) {
					disputed = append(disputed, dispute{own.path, other.path})
				}
			}
		}
	}
	return disputed
}
