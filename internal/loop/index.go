package loop

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/zeebo/xxh3"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/store/index"
	"github.com/kbgate/kbgate/internal/wire"
)

// Index gives the index of the ledger's decisions, up to date. It is opened once.
func (l *Ledger) Index(ctx context.Context) (*index.Index, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.index != nil {
		return l.index, l.index.Refresh(ctx)
	}
	x, err := openIndex(ctx, l.store, l.Config.Learn.Keywords, index.Options{})
	if err == nil {
		l.index = x
	}
	return x, err
}

// OpenIndex opens the index of the decisions of a store, with their amendments folded in, and brings it up to date. Its
// columns are decision.Columns, and what is seen in their reasons without further keywords. Of two decisions of one id, only
// that which keeps the name counts: they are one event.
func OpenIndex(ctx context.Context, s index.Source, o index.Options) (*index.Index, error) {
	return openIndex(ctx, s, nil, o)
}

func openIndex(ctx context.Context, s index.Source, keywords map[string][]string, o index.Options) (*index.Index, error) {
	return index.Open(ctx, s, decisionSchema(keywords), o)
}

// decisionSchema declares the index. What is seen in a reason depends on keywords and on the program's lists, so those are
// part of its name.
func decisionSchema(keywords map[string][]string) index.Schema {
	rows := rowReader{learn.NewCategorizer(keywords, nil)}
	schema := index.Schema{
		Name:  fmt.Sprintf("decisions/%d reasons/%d %s %016x", decision.ColumnsVersion, reasonsVersion, learn.SeenForm(), keywordsDigest(keywords)),
		Limit: decision.MaxRecord,
		Place: placeOf,
		Path:  func(key index.Key) string { return (&decision.Decision{ID: decision.KeyID(key)}).Path() },
		Of:    amended,
		Row:   rows.row,
	}
	for _, c := range decision.Columns {
		schema.Columns = append(schema.Columns, index.Column{Name: c.Name, Many: c.Many != nil})
	}
	schema.Columns = append(schema.Columns, reasonColumns...)
	return schema
}

// keywordsDigest is the same for the same further keywords.
func keywordsDigest(keywords map[string][]string) uint64 {
	var w wire.Writer
	for _, category := range decision.Categories {
		own := slices.Clone(keywords[string(category)])
		slices.Sort(own)
		w.Uint(uint64(len(own)))
		for _, k := range own {
			w.Text(k)
		}
	}
	return xxh3.Hash(w.Bytes)
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

// rowReader makes the rows of decisions.
type rowReader struct {
	keywords *learn.Categorizer // alone
}

// row gives what is kept of a decision.
func (r rowReader) row(key index.Key, record []byte, amendments [][]byte) (index.Values, error) {
	d, err := decision.View(decision.KeyID(key), record, amendments)
	if err != nil {
		return index.Values{}, err
	}
	values := index.Values{At: d.At, Texts: make([][]string, len(decision.Columns), len(decision.Columns)+len(reasonColumns))}
	singles := make([]string, len(decision.Columns))
	for i, c := range decision.Columns {
		if c.Many != nil {
			values.Texts[i] = c.Many(d)
			continue
		}
		singles[i] = c.One(d)
		values.Texts[i] = singles[i : i+1 : i+1]
	}
	values.Texts = append(values.Texts, r.reason(d)...)
	return values, nil
}

// indexOf opens the index of a state of the store that is not yet, or no longer, where its branch stands.
func (l *Ledger) indexOf(ctx context.Context, s index.Source) (*index.Index, error) {
	return openIndex(ctx, s, l.Config.Learn.Keywords, index.Options{})
}
