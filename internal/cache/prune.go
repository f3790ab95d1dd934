package cache

import (
	"os"
	"path/filepath"
	"slices"
	"time"
)

// Has reports whether a section of that name was written. It may be damaged.
func (e Entry) Has(name string) bool {
	info, err := os.Lstat(filepath.Join(e.dir, name))
	return err == nil && info.Mode().IsRegular()
}

// Prune deletes the sections that are older than age, except those that are named.
func (e Entry) Prune(keep []string, age time.Duration) {
	if !e.cache.isOurs() {
		return
	}
	sections, _ := os.ReadDir(e.dir) // no folder: no sections
	for _, s := range sections {
		if slices.Contains(keep, s.Name()) {
			continue
		}
		if info, err := s.Info(); err == nil && info.Mode().IsRegular() && time.Since(info.ModTime()) > age {
			_ = os.Remove(filepath.Join(e.dir, s.Name())) // another time, then
		}
	}
}
