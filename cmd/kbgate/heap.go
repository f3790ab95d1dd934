package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// A run is short, and most of what it makes lives to its end: the heap may grow freely up to roomyHeap, and from there on
// to leeway times what lives. At 100 thousand claims that is the difference between 600 MB and 500.
const (
	roomyHeap = 400 << 20
	leeway    = 1.5
	gcPercent = 200
)

// boundHeap makes the garbage collector keep to these bounds, unless the user has set GOGC or GOMEMLIMIT.
func boundHeap() {
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetGCPercent(gcPercent)
		boundByLive()
	}
}

// boundByLive sets the bound by what the last collection left alive, and does so again after the next one.
func boundByLive() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	debug.SetMemoryLimit(limitFor(live[0].Value.Uint64()))
	runtime.SetFinalizer(&struct{ next *byte }{}, func(any) { boundByLive() })
}

// limitFor is the bound, in bytes, beside a heap of which so much lives.
func limitFor(live uint64) int64 { return max(roomyHeap, int64(leeway*float64(live))) }
