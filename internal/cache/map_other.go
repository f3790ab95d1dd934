//go:build !unix

package cache

import "os"

// readFile reads a file.
func readFile(name string, _ bool) ([]byte, error) { return os.ReadFile(name) }
