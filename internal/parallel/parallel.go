// Package parallel spreads work over all cores.
package parallel

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Map gives what a function makes of each item, in the order of the items. It calls the function on all cores, and panics with
// what one of the calls panics with.
func Map[A, B any](items []A, of func(A) B) []B {
	results := make([]B, len(items))
	var taken atomic.Int64
	var working sync.WaitGroup
	var trouble atomic.Pointer[any]
	for range min(runtime.GOMAXPROCS(0), len(items)) {
		working.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					taken.Store(int64(len(items))) // no further item is begun
					trouble.Store(&p)
				}
			}()
			for i := taken.Add(1) - 1; i < int64(len(items)); i = taken.Add(1) - 1 {
				results[i] = of(items[i])
			}
		})
	}
	working.Wait()
	if p := trouble.Load(); p != nil {
		panic(*p)
	}
	return results
}
