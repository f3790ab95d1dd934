package index

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// compareScan makes sure that a scan tells of the rows that are wanted, and that the texts of a column are among those that
// are listed.
func compareScan(t testing.TB, x *Index, q Query, rows []string) {
	t.Helper()
	var got, want []string
	err := x.Scan(context.Background(), q, func(texts [][]string) { got = append(got, fmt.Sprint(texts)) }, "color", "tags")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows { // key, time, texts
		_, texts, _ := strings.Cut(row, " UTC ")
		want = append(want, texts)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Fatalf("scanned\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	listed, err := x.Texts(context.Background(), "color", func(text string) bool { return text != "green" })
	if err != nil || !slices.IsSorted(listed) || slices.Contains(listed, "green") || slices.Contains(listed, "") {
		t.Fatalf("%q, %v", listed, err)
	}
	for _, row := range got {
		color := strings.TrimSuffix(strings.TrimPrefix(strings.SplitAfter(row, "]")[0], "[["), "]")
		if color != "" && color != "green" && !slices.Contains(listed, color) {
			t.Fatalf("%q is not among %q", color, listed)
		}
	}
}

func TestNoSuchColumn(t *testing.T) {
	_, s := repository(t)
	x := open(t, s)
	if _, err := x.Texts(context.Background(), "shape", nil); err == nil {
		t.Error("there is no such column")
	}
	if err := x.Scan(context.Background(), Query{}, nil, "shape"); err == nil {
		t.Error("there is no such column")
	}
}
