package git

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// Two roots that meet, a line behind each, and one that branches off before.
func TestLineage(t *testing.T) {
	l := &Lineage{ids: []string{"a", "b", "c", "d", "e", "f"}, places: map[string]int{}, parents: [][]int{nil, nil, {0}, {1, 2}, {0}, {3}}}
	for i, id := range l.ids {
		l.places[id] = i
	}
	groups := make([][]string, 0, 200)
	for range 66 { // more than one look carries
		groups = append(groups, []string{"c", "a"}, []string{"f", "e", "b"}, []string{"d"})
	}
	for i, first := range l.Earliest(groups) {
		if want := [][]string{{"a"}, {"b", "e"}, {"d"}}[i%3]; !reflect.DeepEqual(first, want) {
			t.Errorf("of %v the earliest are %v, want %v", groups[i], first, want)
		}
	}
	var pairs [][2]string
	leads := map[string]string{"a": "acdef", "b": "bdf", "c": "cdf", "d": "df", "e": "e", "f": "f"}
	for _, from := range l.ids {
		for _, to := range l.ids {
			pairs = append(pairs, [2]string{from, to})
		}
	}
	for i, led := range l.Lead(pairs) {
		want := false
		for _, to := range leads[pairs[i][0]] {
			want = want || string(to) == pairs[i][1]
		}
		if led != want {
			t.Errorf("%v: %v, want %v", pairs[i], led, want)
		}
	}
}

// A merge of very many histories is compared with some of them, and that is told; what no parent has is told once.
func TestMergesOfManyHistories(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: runs many programs")
	}
	dir, do := repository(t)
	ctx := context.Background()
	var stream strings.Builder
	const roots = mostParents + 6
	for i := range roots {
		fmt.Fprintf(&stream, "commit refs/heads/r%d\nmark :%d\ncommitter x <x@example.org> 1700000000 +0000\ndata 1\nr\nM 100644 inline kept/a%d\ndata 1\nx\n", i, i+1, i)
	}
	fmt.Fprintf(&stream, "commit refs/heads/all\nmark :%d\ncommitter x <x@example.org> 1700000001 +0000\ndata 1\nm\nfrom :1\n", roots+1)
	for i := range roots - 1 {
		fmt.Fprintf(&stream, "merge :%d\n", i+2)
	}
	stream.WriteString("M 100644 inline kept/new\ndata 1\nx\nD kept/a0\n\n")
	f := Find(ctx, dir)
	if _, err := Input(ctx, f, strings.NewReader(stream.String()), "fast-import", "--quiet"); err != nil {
		t.Fatal(err)
	}
	do("branch", "-f", "all", "all")
	var added []string
	if err := Additions(ctx, f, []string{"refs/heads/all"}, []string{"kept"}, func(t Trace) { added = append(added, t.Path) }); err != nil {
		t.Fatal(err)
	}
	if n := len(added); n != roots+1 || added[n-1] != "kept/new" {
		t.Errorf("%d: %q", n, added)
	}
	lost, opaque, err := Losses(ctx, f, "", "refs/heads/all", "kept")
	if err != nil || len(opaque) != 1 || !strings.HasPrefix(opaque[0].First[0].Why, "comes of a merge of 70 histories") {
		t.Errorf("%+v, %v", opaque, err)
	}
	if len(lost) != mostParents {
		t.Errorf("%d losses", len(lost))
	}
}
