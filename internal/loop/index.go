package loop

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/zeebo/xxh3"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/store/index"
	"github.com/kbgate/kbgate/internal/wire"
)

// Index gives the index of the ledger's decisions, which is opened once, brought up to date.
func (l *Ledger) Index(ctx context.Context) (*index.Index, error) {
	return l.indexIf(ctx, index.Always)
}

// indexIf gives the index if it is there or made by then; else index.ErrNone holds.
func (l *Ledger) indexIf(ctx context.Context, when index.Make) (*index.Index, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.index != nil {
		if err := l.index.Refresh(ctx); err != nil || l.index.Tree() == l.judged {
			return l.index, err
		}
	}
	x := l.index
	if x == nil {
		var err error
		l.chosen = l.lastChoices()
		if x, err = openIndex(ctx, l.store, l.Config.Learn.Keywords, l.chosen, index.Options{Make: when, Progress: l.Progress}); err != nil {
			return nil, err
		}
	}
	return l.settle(ctx, x)
}

// Hurry has the ledger go by what was chosen last of twins, and judge none: to record a decision waits for no other one. What a sync
// brought has been judged by then.
func (l *Ledger) Hurry() { l.hurried = true }

// settle judges of which ids there are several records, and gives the index in which those that were chosen count.
func (l *Ledger) settle(ctx context.Context, x *index.Index) (*index.Index, error) {
	if l.hurried {
		l.index, l.judged = x, x.Tree()
		return x, nil
	}
	chosen, open, err := l.judgeTwins(ctx, x)
	if err == nil && chosen.digest() != l.chosen.digest() {
		if x, err = openIndex(ctx, l.store, l.Config.Learn.Keywords, chosen, index.Options{Progress: l.Progress}); err == nil {
			l.keepChoices(chosen)
		}
	}
	if err == nil {
		l.index, l.chosen, l.open, l.judged = x, chosen, open, x.Tree()
	}
	return x, err
}

// OpenIndex opens the index of the decisions of a store, with their amendments folded in, and brings it up to date. Its
// columns are those of decision.Columns, and what is seen in their reasons without further keywords. Of two decisions of one id that agree,
// only that which keeps the name counts: they are one event. Where they disagree, none does.
func OpenIndex(ctx context.Context, s index.Source, o index.Options) (*index.Index, error) {
	return openIndex(ctx, s, nil, nil, o)
}

func openIndex(ctx context.Context, s index.Source, keywords map[string][]string, chosen choices, o index.Options) (*index.Index, error) {
	return index.Open(ctx, s, decisionSchema(keywords, chosen), o)
}

// decisionSchema declares the index. What is seen in a reason depends on keywords and on the program's lists, so those are
// part of its name.
func decisionSchema(keywords map[string][]string, chosen choices) index.Schema {
	rows := rowReader{learn.NewCategorizer(keywords, nil), chosen}
	schema := index.Schema{
		Name:  fmt.Sprintf("decisions/%d reasons/%d %s %016x twins/%016x", decision.ColumnsVersion, reasonsVersion, learn.SeenForm(), keywordsDigest(keywords), chosen.digest()),
		Limit: decision.MaxRecord,
		Place: placeOf,
		Path:  func(key index.Key) string { return (&decision.Decision{ID: decision.KeyID(key)}).Path() },
		Of:    amended,
		Slim:  chosen.slim,
		Row:   rows.row,
	}
	for _, c := range decision.Columns() {
		schema.Columns = append(schema.Columns, index.Column{Name: c.Name, Many: c.Many})
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
	isDecision := strings.HasPrefix(path, decision.DecisionsFolder+"/")
	if !isDecision && !strings.HasPrefix(path, decision.AmendmentsFolder+"/") || isReadme(path) {
		return index.Other, index.Key{}
	}
	_, id, twin, ok := decision.ParsePath(path)
	key, _ := decision.Key(id) // a path that is one has it
	switch {
	case !ok:
		return index.Stray, index.Key{}
	case !isDecision || twin != "": // another record of an id says something of that which bears the name
		return index.Amendment, key
	}
	return index.Record, key
}

// isReadme reports whether a file explains the folder in which it stands.
func isReadme(name string) bool { return strings.HasPrefix(strings.ToLower(path.Base(name)), "readme") }

// amended gives what the amendment of a path is about. One that is about no id is about nothing.
func amended(path string, data []byte) (index.Key, error) {
	if strings.HasPrefix(path, decision.DecisionsFolder+"/") {
		d, err := readDecision(path, data)
		if err != nil {
			return index.Key{}, err
		}
		own, _ := decision.Key(d.ID) // a path that is one has it
		return own, nil
	}
	a, err := readAmendment(path, data)
	if err != nil {
		return index.Key{}, err
	}
	of, _ := decision.Key(a.Of)
	return of, nil
}

// readAmendment reads an amendment. One that bears another name than its id may pass for one that is there.
func readAmendment(path string, data []byte) (*decision.Amendment, error) {
	a, err := decision.DecodeAmendment(data)
	if err != nil {
		return nil, err
	}
	if folder, id, _, ok := decision.ParsePath(path); !ok || folder != decision.AmendmentsFolder || a.ID != id {
		return nil, errMisnamed
	}
	if a.IsAhead(time.Now()) {
		return nil, errAhead
	}
	return a, nil
}

// readDecision reads a decision, as readAmendment does an amendment.
func readDecision(path string, data []byte) (*decision.Decision, error) {
	d, err := decision.Decode(data)
	if err != nil {
		return nil, err
	}
	if folder, id, _, ok := decision.ParsePath(path); !ok || folder != decision.DecisionsFolder || d.ID != id {
		return nil, errMisnamed
	}
	return d, nil
}

// errMisnamed says that a file is not named for the record that it holds, which so may pass for one that is there.
var errMisnamed = errors.New("the record has another id than its name")

// errAhead says that an amendment is of a time to come. Every view passes over it, as over one that cannot be read.
var errAhead = errors.New("the amendment is of a time in the future")

// rowReader makes the rows of decisions.
type rowReader struct {
	keywords *learn.Categorizer // alone
	chosen   choices
}

// row gives what is kept of a decision.
func (r rowReader) row(key index.Key, record []byte, amendments [][]byte) (index.Values, error) {
	d, err := decision.View(decision.KeyID(key), record, amendments, r.chosen[decision.KeyID(key)])
	if err != nil {
		return index.Values{}, err
	}
	return index.Values{At: d.At, Texts: append(d.Texts(), r.reason(d)...)}, nil
}

// indexOf opens the index of a state of the store that is not yet, or no longer, where its branch stands.
func (l *Ledger) indexOf(ctx context.Context, s index.Source) (*index.Index, error) {
	return openIndex(ctx, s, l.Config.Learn.Keywords, l.chosenNow(), index.Options{})
}

// chosenNow are the choices as they were judged last.
func (l *Ledger) chosenNow() choices {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.chosen
}

// uncounted are the ids of which several records disagree and none counts, as they were judged last.
func (l *Ledger) uncounted() map[string]bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	ids := map[string]bool{}
	for _, d := range l.open {
		if d.Choice == nil {
			ids[d.ID] = true
		}
	}
	return ids
}
