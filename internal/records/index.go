package records

import (
	"context"
	"fmt"

	"github.com/zeebo/xxh3"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/store/index"
)

// OpenIndex opens the index of the decisions of a store, with their amendments folded in, and brings it up to date. Its
// columns are decision.Columns and what keywords see in the reasons: the built-in ones and further ones, by category. Of several
// decisions of one id that agree, the one that bears the name counts. Where they disagree, the chosen one counts, or none.
func OpenIndex(ctx context.Context, s index.Source, keywords map[string][]string, chosen Choices, o index.Options) (*index.Index, error) {
	return index.Open(ctx, s, schemaOf(keywords, chosen), o)
}

// schemaOf declares the index. What is seen in a reason depends on keywords and on the program's lists, so those are
// part of its name.
func schemaOf(keywords map[string][]string, chosen Choices) index.Schema {
	rows := rowReader{learn.NewCategorizer(keywords, nil), chosen}
	schema := index.Schema{
		Name:   fmt.Sprintf("decisions/%d reasons/%d %s %016x twins/%016x", decision.ColumnsVersion, reasonsVersion, learn.SeenForm(), xxh3.HashString(fmt.Sprintf("%q", keywords)), chosen.Digest()),
		Limit:  decision.MaxRecord,
		Place:  placeOf,
		Path:   func(key index.Key) string { return decision.Decisions.Path(decision.KeyID(key)) },
		Target: amended,
		Trim:   chosen.slim,
		Row:    rows.row,
		Gone:   &index.Condition{Column: decision.WithdrawnField, Any: []string{""}, Not: true},
	}
	for _, c := range decision.Columns() {
		schema.Columns = append(schema.Columns, index.Column{Name: c.Name, Many: c.Many})
	}
	schema.Columns = append(schema.Columns, reasonColumns...)
	return schema
}

// placeOf says what the file of a path is to the index.
func placeOf(path string) (index.Kind, index.Key) {
	kind := decision.KindAt(path)
	if kind == nil || kind == decision.Allowances || kind == decision.Refinements || IsReadme(path) {
		return index.Other, index.Key{}
	}
	_, id, copied, ok := decision.ParsePath(path)
	key, _ := decision.Key(id) // a path that is one has it
	switch {
	case !ok:
		return index.Stray, index.Key{}
	case kind != decision.Decisions || copied != "": // another record of an id says something of that which bears the name
		return index.Amendment, key
	}
	return index.Record, key
}

// amended gives what the amendment of a path is about. One that is about no id is about nothing.
func amended(path string, data []byte) (key index.Key, err error) {
	r, err := ReadFile(path, data)
	if err != nil {
		return key, err
	}
	id := r.Head().ID // another record of the id is about that
	if a, ok := r.(*decision.Amendment); ok {
		id = a.Of
	}
	key, _ = decision.Key(id)
	return key, nil
}

// rowReader makes the rows of decisions.
type rowReader struct {
	keywords *learn.Categorizer // alone
	chosen   Choices
}

// row gives what is kept of a decision.
func (r rowReader) row(key index.Key, record []byte, amendments [][]byte) (index.Values, error) {
	d, err := decision.View(decision.KeyID(key), record, amendments, r.chosen[decision.KeyID(key)])
	if err != nil {
		return index.Values{}, err
	}
	return index.Values{At: d.At, Texts: append(d.Texts(), r.reason(d)...)}, nil
}
