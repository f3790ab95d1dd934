package decide

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/git"
)

// Which notes of a large change a decision names, its id says: another review of the same commits names others.
func TestDrawn(t *testing.T) {
	var notes []git.PathChange
	for i := range 2 * decision.MostChangedFiles {
		notes = append(notes, git.PathChange{Path: fmt.Sprintf("a%04d.md", i)})
	}
	paths := func(all []git.PathChange) (paths []string) {
		for _, c := range all {
			paths = append(paths, c.Path)
		}
		slices.Sort(paths)
		return paths
	}
	one, other := paths(drawn("01A", notes)), paths(drawn("01B", notes))
	if len(one) != decision.MostChangedFiles || slices.Equal(one, other) || !slices.Equal(one, paths(drawn("01A", notes))) {
		t.Errorf("%d are drawn, the same of another decision: %v", len(one), slices.Equal(one, other))
	}
	if first := paths(notes)[:len(one)]; slices.Equal(one, first) {
		t.Error("the first are drawn")
	}
	if few := notes[:decision.MostChangedFiles]; !slices.Equal(paths(drawn("01A", few)), paths(few)) {
		t.Error("there is room for all, and some are left out")
	}
	// Long names take no room from the others in the order of names.
	kept := 0
	for i := range 100 {
		many := []git.PathChange{{Path: "tea.md"}}
		for n := range 128 {
			many = append(many, git.PathChange{Path: strings.Repeat("a", 1000) + fmt.Sprint(n)})
		}
		names := paths(drawn(fmt.Sprint(i), many))
		if size := len(strings.Join(names, "")); size > decision.MostPathBytes {
			t.Fatalf("%d bytes of names", size)
		}
		if slices.Contains(names, "tea.md") {
			kept++
		}
	}
	if kept < 25 {
		t.Errorf("a short name beside long ones is kept in %d of 100 draws", kept)
	}
}
