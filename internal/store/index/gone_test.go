package index

import (
	"context"
	"fmt"
	"testing"

	"github.com/kbgate/kbgate/internal/store"
)

// What an amendment made gone, no query means, unless it says so; it is found and read by its key.
func TestGone(t *testing.T) {
	ctx := context.Background()
	_, s := repository(t)
	schema := toySchema()
	schema.Name, schema.Gone = "gone/1", &Condition{Column: "color", Any: []string{"gray"}}
	x, err := Open(ctx, s, schema, Options{})
	if err != nil {
		t.Fatal(err)
	}
	add(t, s, store.File{Path: "r/1.txt", Data: []byte("1|red|a")}, store.File{Path: "r/2.txt", Data: []byte("2|gray|a")}, store.File{Path: "r/3.txt", Data: []byte("3|blue|a")}, store.File{Path: "r/4.txt", Data: []byte("x")})
	for _, want := range []string{"3 1 red:1 blue:1", "1 red:1 gone"} {
		if err := x.Refresh(ctx); err != nil {
			t.Fatal(err)
		}
		said := ""
		rows, err := x.Rows(ctx, Query{Where: []Condition{{Column: "tags", Any: []string{"a"}}}}, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rows {
			said += fmt.Sprint(r.Key[15], " ")
		}
		for _, color := range []string{"red", "blue", "gray"} {
			tallies, err := x.Count(ctx, Query{Where: []Condition{{Column: "color", Any: []string{color}}}})
			if err != nil {
				t.Fatal(err)
			}
			if n := tallies[0].Count; n > 0 {
				said += fmt.Sprint(color, ":", n, " ")
			}
		}
		if len(rows) == 1 {
			said += "gone "
		}
		if said != want+" " {
			t.Errorf("%q, want %q", said, want)
		}
		all, err := x.Count(ctx, Query{Gone: true})
		bad, failed := x.Count(ctx, Query{Unreadable: true})
		keys, lost := x.Find(ctx, Key{}, Key{})
		contents, unread := x.Read(ctx, []Key{toyKey(2)})
		if err != nil || failed != nil || lost != nil || unread != nil || all[0].Count != 3 || bad[0].Count != 1 || len(keys) != 4 || contents[0].Record == nil {
			t.Errorf("%v %v %v %v, with those that are gone %v, unreadable %v, %d keys", err, failed, lost, unread, all, bad, len(keys))
		}
		add(t, s, store.File{Path: "a/9.txt", Data: []byte("3|gray|9")})
	}
}
