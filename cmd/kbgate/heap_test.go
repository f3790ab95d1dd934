package main

import (
	"runtime"
	"runtime/debug"
	"testing"
)

// A bound that did not grow with what lives would have the collector run without end in a huge base.
func TestHeapBoundGrows(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	percent := debug.SetGCPercent(-1)
	t.Cleanup(func() { debug.SetMemoryLimit(before); debug.SetGCPercent(percent) })
	for live, want := range map[uint64]int64{0: roomyHeap, 100 << 20: roomyHeap, 1 << 30: 3 << 29} {
		if got := limitFor(live); got != want {
			t.Errorf("beside %d: %d, want %d", live, got, want)
		}
	}
	boundByLive()
	held := make([]byte, 350<<20)
	for range 100 { // the finalizer runs some time after the collection
		runtime.GC()
		runtime.Gosched()
		if debug.SetMemoryLimit(-1) > roomyHeap {
			break
		}
	}
	if got := debug.SetMemoryLimit(-1); got < int64(leeway*float64(len(held))) {
		t.Errorf("beside %d bytes that live the bound is %d", len(held), got)
	}
	runtime.KeepAlive(held)
}
