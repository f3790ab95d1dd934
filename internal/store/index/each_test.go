package index

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// compareEach makes sure that Each tells of the same rows as a list of them.
func compareEach(t testing.TB, x *Index, q Query, want []string) {
	t.Helper()
	var got []string
	err := x.Each(context.Background(), q, func(r *Row) { got = append(got, fmt.Sprint(x.schema.Path(r.Key), r.At, r.Texts)) }, "color", "tags")
	if q.Unreadable { // a file that passes for no record has a key of no path
		if err != nil || len(got) != len(want) {
			t.Fatalf("each, %v, got %d of %d", err, len(got), len(want))
		}
		return
	}
	slices.Sort(got)
	if want = slices.Sorted(slices.Values(want)); err != nil || !slices.Equal(got, want) {
		t.Fatalf("each, %v\ngot  %s\nwant %s", err, got, want)
	}
}

// compareRead makes sure that what is read of records is what their rows were made of.
func compareRead(t testing.TB, x *Index, rows []plainRow) {
	t.Helper()
	keys := []Key{toyKey(1 << 40)}
	for _, r := range rows {
		keys = append(keys, r.key)
	}
	contents, err := x.Read(context.Background(), keys)
	if err != nil || len(contents) != len(keys) || contents[0].Fault == "" {
		t.Fatalf("%d of %d, %v", len(contents), len(keys), err)
	}
	for i, c := range contents[1:] {
		v, ok := toyFold(keys[i+1], c.Record, c.Amendments)
		if ok = ok && c.Fault == ""; ok {
			slices.Sort(v.Texts[1])
			v.Texts[1] = slices.Compact(v.Texts[1])
		}
		if ok == rows[i].bad || ok && !reflect.DeepEqual(v, rows[i].values) {
			t.Fatalf("%x: %+v, %v; want %+v", keys[i+1], v, ok, rows[i])
		}
	}
}

// A walk that is called off ends.
func TestEachEnds(t *testing.T) {
	_, s := repository(t)
	r := rand.New(rand.NewPCG(5, 5))
	for range 10 {
		add(t, s, toyFile(r))
	}
	x := open(t, s)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	told := 0
	if err := x.Each(ctx, Query{}, func(*Row) { told++ }); err == nil || told > 0 {
		t.Errorf("%d rows, %v", told, err)
	}
	if err := x.Each(context.Background(), Query{}, func(*Row) { told++ }, "nothing"); err == nil || told > 0 {
		t.Errorf("%d rows of a column that there is not, %v", told, err)
	}
}
