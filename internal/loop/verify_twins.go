package loop

import (
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/store"
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
	breaches, err := v.ledger.store.History(ctx, "")
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
			if isNamed, err = v.wasFirst(ctx, d.own); err != nil {
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

// wasFirst reports whether of the files of a decision's id that which bears the name is the one that was there first, as far as this clone
// knows: a change that put another one there is mended by that alone. Amendments count whatever they are called.
func (v *verifier) wasFirst(ctx context.Context, own string) (bool, error) {
	folder, id, _, _ := decision.ParsePath(own)
	if folder != decision.DecisionsFolder {
		return true, nil
	}
	files, err := v.ledger.filesOf(ctx, id)
	if err != nil || len(files) == 0 {
		return false, err
	}
	kept, err := v.ledger.kept()
	if err != nil {
		return false, err
	}
	err = v.ledger.origins(ctx, [][]Twin{files}, kept)
	return kept[ownPath(files)].Blob == files[0].Blob, err
}

// disagree names the decisions of which there are records that disagree, and gives those of which one was chosen.
func (v *verifier) disagree(ctx context.Context) (settled map[string]bool, err error) {
	settled = map[string]bool{}
	about := map[string][]*decision.Amendment{}
	for _, a := range v.amended {
		about[a.Of] = append(about[a.Of], a)
	}
	var suspects []suspect
	for _, key := range slices.Sorted(maps.Keys(v.origins)) {
		if folder, id := path.Split(key); folder == decision.DecisionsFolder+"/" {
			suspects = append(suspects, suspect{id, about[id]})
		}
	}
	disputes, err := v.ledger.disputesOf(ctx, suspects)
	if err != nil {
		return nil, err
	}
	unproven, beyond := 0, 0
	for _, d := range disputes {
		if d == nil {
			continue
		}
		if d.Beyond {
			beyond++
			settled[(&decision.Decision{ID: d.ID}).Path()] = true // as far as it is looked at
			continue
		}
		id := d.ID
		own := d.Files[0].Path
		if settled[own] = d.isSettled(); !settled[own] && v.cut {
			v.untold++
			settled[own] = true // as far as anybody can tell here
		} else if !settled[own] {
			v.damage(own, "and the other %s of its id disagree about %s, and %s until a reviewer chooses one with `kbgate amend %s --keep BLOB`",
				several(len(d.Files)-1), strings.Join(d.About, ", "), d.counts(), id)
		} else if d.unproven {
			unproven++
		}
	}
	if beyond > 0 {
		v.damage("", "%s twins beyond the %d files that are judged: of those only what this clone had first counts", counted(beyond, "more decision has", "more decisions have"), mostJudged)
	}
	if unproven > 0 {
		v.audit.Notices = append(v.audit.Notices, fmt.Sprintf("of %d decisions with twins a reviewer chose one, as it says, which no key proves; rules.reviewer_keys can list keys", unproven))
	}
	return settled, nil
}

func several(others int) string {
	if others == 1 {
		return "record"
	}
	return fmt.Sprintf("%d records", others)
}

// counts says what counts of records that disagree.
func (d *Dispute) counts() string {
	switch {
	case d.Choice == nil:
		return "neither counts"
	case d.named != nil:
		return "the one that this clone had first counts here, though one that bears the name of " + d.named.By + " names another, which no key proves,"
	}
	return "the one that this clone had first counts here"
}

// dispute is of two records that have one id.
type dispute struct{ own, twin string }

// shared gives the records of one id that are not of one event, of which there may be several: nobody may take the id of
// another's record.
func (v *verifier) shared(names []store.Name) (disputed []dispute) {
	if n := len(v.origins); n > 0 {
		is := "records have"
		if n == 1 {
			is = "record has"
		}
		v.audit.Notices = append(v.audit.Notices, fmt.Sprintf("%d %s twins: other files of the same id, which do not count; `kbgate show` names them", n, is))
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
