package loop

import (
	"context"
	"fmt"
	"strings"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/store"
	"github.com/kbgate/kbgate/internal/store/index"
)

// OpenIndex opens the index of the decisions of a store, with their amendments folded in, and brings it up to date. Its
// columns are decision.Columns. Of two decisions of one id, only that which keeps the name counts: they are one event.
func OpenIndex(ctx context.Context, s *store.Store, o index.Options) (*index.Index, error) {
	return index.Open(ctx, s, decisionSchema(), o)
}

func decisionSchema() index.Schema {
	schema := index.Schema{
		Name:  fmt.Sprintf("decisions/%d", decision.ColumnsVersion),
		Limit: decision.MaxRecord,
		Place: placeOf,
		Path:  func(key index.Key) string { return (&decision.Decision{ID: decision.KeyID(key)}).Path() },
		Of:    amended,
		Row:   rowOf,
	}
	for _, c := range decision.Columns {
		schema.Columns = append(schema.Columns, index.Column{Name: c.Name, Many: c.Many != nil})
	}
	return schema
}

// placeOf says what the file of a path is to the index.
func placeOf(path string) (index.Kind, index.Key) {
	if !strings.HasPrefix(path, decision.DecisionsFolder+"/") && !strings.HasPrefix(path, decision.AmendmentsFolder+"/") {
		return index.Other, index.Key{}
	}
	folder, id, twin, ok := decision.ParsePath(path)
	if !ok || folder == decision.DecisionsFolder && twin != "" {
		return index.Other, index.Key{}
	}
	key, _ := decision.Key(id) // the path has one
	if folder == decision.AmendmentsFolder {
		return index.Amendment, key
	}
	return index.Record, key
}

// amended gives what an amendment is about.
func amended(data []byte) (index.Key, bool) {
	a, err := decision.DecodeAmendment(data)
	if err != nil {
		return index.Key{}, false
	}
	return decision.Key(a.Of)
}

// rowOf gives what is kept of a decision.
func rowOf(key index.Key, record []byte, amendments [][]byte) (index.Values, error) {
	d, err := decision.View(decision.KeyID(key), record, amendments)
	if err != nil {
		return index.Values{}, err
	}
	values := index.Values{At: d.At, Texts: make([][]string, len(decision.Columns))}
	singles := make([]string, len(decision.Columns))
	for i, c := range decision.Columns {
		if c.Many != nil {
			values.Texts[i] = c.Many(d)
			continue
		}
		singles[i] = c.One(d)
		values.Texts[i] = singles[i : i+1 : i+1]
	}
	return values, nil
}
