// Package parallel spreads work over all cores.
package parallel

import (
	"runtime"
	"slices"
	"sync"
)

// Parts parts items into one run of neighbours a core, and waits until each is done. Nothing but its own part is for do to change.
func Parts[T any](items []T, do func(part []T)) {
	cores := runtime.GOMAXPROCS(0)
	var working sync.WaitGroup
	for part := range slices.Chunk(items, max(1, (len(items)+cores-1)/cores)) {
		working.Go(func() { do(part) })
	}
	working.Wait()
}
