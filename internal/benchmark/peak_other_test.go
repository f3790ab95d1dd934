//go:build !linux

package benchmark

import "os"

// peak is not measured here: systems count it in units of their own.
func peak(*os.ProcessState) float64 { return 0 }
