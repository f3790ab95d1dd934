//go:build !unix

package cache

import "os"

// mapFile reads a file.
func mapFile(name string) ([]byte, error) { return readFile(name) }

// readFile reads the bytes of a file.
func readFile(name string) ([]byte, error) { return os.ReadFile(name) }
