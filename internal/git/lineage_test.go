package git

import (
	"reflect"
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
