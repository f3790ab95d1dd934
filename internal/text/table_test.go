package text

import "testing"

func TestTable(t *testing.T) {
	none := NewTable[int](nil)
	if got := none.At(HashOf("one")); got != 0 {
		t.Errorf("an empty table knows a word as %d", got)
	}
	values := map[uint64]int{}
	for i := range 1000 {
		values[uint64(i+1)<<8] = i + 1 // of which many want the same slot
	}
	table := NewTable(values)
	for hash, want := range values {
		if got := table.At(hash); got != want {
			t.Errorf("At(%d) = %d, want %d", hash, got, want)
		}
		if got := table.At(hash + 1); got != 0 {
			t.Errorf("At(%d) = %d, which is unknown", hash+1, got)
		}
	}
}
