package benchmark

import (
	"os"
	"syscall"
)

// peak is the largest resident memory of a process that has ended, in MB.
func peak(state *os.ProcessState) float64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return float64(usage.Maxrss) / 1024 // which Linux counts in KB
}
