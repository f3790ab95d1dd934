package index

import (
	"context"
	"slices"
	"strings"
	"testing"
)

// compareTexts makes sure that the texts of a column are among those that are listed.
func compareTexts(t testing.TB, x *Index, rows []string) {
	t.Helper()
	listed, err := x.Texts(context.Background(), "color", func(text string) bool { return text != "green" })
	if err != nil || !slices.IsSorted(listed) || slices.Contains(listed, "green") || slices.Contains(listed, "") {
		t.Fatalf("%q, %v", listed, err)
	}
	for _, row := range rows {
		_, texts, _ := strings.Cut(row, " UTC [[") // key, time, texts
		color, _, _ := strings.Cut(texts, "]")
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
}
