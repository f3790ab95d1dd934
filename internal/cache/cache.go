// Package cache keeps results in files that may vanish, break or be deleted at any time. A reader gets back exactly what
// was written, or nothing. The package does not know what the bytes mean.
//
// A cache is a folder, an entry is a folder in it, and a section is a file in an entry. A section is written under another
// name and then renamed, so a reader sees all of it or nothing, whoever else writes or is killed.
package cache

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/zeebo/xxh3"

	"github.com/kbgate/kbgate/internal/atomicfile"
)

// Cache is a folder of entries.
type Cache struct {
	dir    string
	copies bool
	mode   fs.FileMode             // of sections
	share  func(name string) error // gives a new file or folder its mode and group
}

// At is the cache in a folder, which is made when something is first written. Its sections are for this user alone.
func At(dir string) Cache {
	return Cache{dir: dir, mode: 0o600, share: func(string) error { return nil }}
}

// Copying is the cache with sections that are read rather than mapped. That takes longer, but the garbage collector can free them. It is
// for a process that reads the cache again and again.
func (c Cache) Copying() Cache {
	c.copies = true
	return c
}

// Shared is the cache whose files and folders other users may use, as far as the umask and share allow. share is called for each new one.
func (c Cache) Shared(share func(name string) error) Cache {
	c.mode, c.share = 0o666, share
	return c
}

// Entry is what is kept under one name.
type Entry struct {
	cache Cache
	dir   string
}

// Entry gives the entry of that name, which may hold nothing yet.
func (c Cache) Entry(name string) Entry { return Entry{c, filepath.Join(c.dir, name)} }

// Recent are the names of the entries that begin with a prefix, the one that was used last first.
func (c Cache) Recent(prefix string) []string {
	type used struct {
		name string
		at   time.Time
	}
	var all []used
	entries, _ := os.ReadDir(c.dir) // no folder: no entries
	for _, e := range entries {
		if info, err := e.Info(); err == nil && e.IsDir() && strings.HasPrefix(e.Name(), prefix) {
			all = append(all, used{e.Name(), info.ModTime()})
		}
	}
	slices.SortFunc(all, func(a, b used) int { return cmp.Or(b.at.Compare(a.at), strings.Compare(a.name, b.name)) })
	names := make([]string, len(all))
	for i, u := range all {
		names[i] = u.name
	}
	return names
}

// Keep deletes all entries but those used last.
func (c Cache) Keep(most int) {
	if !c.isOurs() {
		return
	}
	for i, name := range c.Recent("") {
		if i >= most && isEntry(name) {
			_ = os.RemoveAll(filepath.Join(c.dir, name)) // another time, then
		}
	}
}

// Clear deletes everything.
func (c Cache) Clear() error {
	if !c.isOurs() {
		return fmt.Errorf("%s is a link, which is not followed", c.dir)
	}
	return os.RemoveAll(c.dir)
}

// isOurs reports whether neither the cache nor the folder that holds it is a link: what is behind one is somebody else's.
func (c Cache) isOurs() bool {
	for _, dir := range []string{c.dir, filepath.Dir(c.dir)} {
		if info, err := os.Lstat(dir); err == nil && !info.IsDir() {
			return false
		}
	}
	return true
}

// isEntry reports whether a folder has the name of an entry: a hash, a hyphen and more.
func isEntry(name string) bool {
	hash, more, ok := strings.Cut(name, "-")
	return ok && more != "" && len(hash) == 16 && strings.Trim(hash, "0123456789abcdef") == ""
}

// Stats are the entries and their sizes.
type Stats struct {
	Entries int
	Bytes   int64
}

// Stats counts what the cache holds.
func (c Cache) Stats() (s Stats, err error) {
	err = filepath.WalkDir(c.dir, func(name string, e fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // somebody just deleted it
		}
		if err != nil {
			return err
		}
		if e.IsDir() {
			if filepath.Dir(name) == filepath.Clean(c.dir) {
				s.Entries++
			}
			return nil
		}
		if info, err := e.Info(); err == nil {
			s.Bytes += info.Size()
		}
		return nil
	})
	return s, err
}

// A section is a header, a front part, which Read verifies as a whole, and a bulk, of which the caller has to verify what it uses.
//
//	offset  bytes
//	0       8      magic
//	8       8      hash of the entry's name, the section's name and the base: a section that was put elsewhere is none
//	16      8      length of the front
//	24      8      length of the bulk
//	32      8      XXH3 of the front and of the bytes before this field
//	40      24     nought
//	64             the front, padded to a multiple of 8; the bulk
const headerSize = 64

// unfinished begins the name of a file that is still being written.
const unfinished = ".new-"

var magic = [8]byte{'k', 'b', 'g', 'a', 't', 'e', 0, 1}

// Section is what was read of a file. Its bytes must not be changed. They stay valid as long as the process lives: large files are mapped
// and never unmapped, unless the cache is a Copying one, because texts may refer to them and the garbage collector does not know such
// RAM.
type Section struct {
	Front, Bulk []byte
	// Sum tells this section from others of its name. A section that is derived from this one has it as its base.
	Sum uint64
}

// Read gives a section; false if there is none, or none of that base, or a damaged one.
func (e Entry) Read(name string, base uint64) (Section, bool) {
	if !e.cache.isOurs() {
		return Section{}, false
	}
	data, err := readFile(filepath.Join(e.dir, name), !e.cache.copies)
	if err != nil {
		return Section{}, false
	}
	return parse(data, e.identity(name, base))
}

func parse(data []byte, identity uint64) (s Section, ok bool) {
	if len(data) < headerSize || [8]byte(data[:8]) != magic {
		return s, false
	}
	field := func(i int) uint64 { return binary.LittleEndian.Uint64(data[8*i:]) }
	front, bulk := field(2), field(3)
	size := uint64(len(data) - headerSize)
	if field(1) != identity || front > size || padded(front) > size || bulk != size-padded(front) {
		return s, false
	}
	s = Section{Front: data[headerSize : headerSize+front], Bulk: data[headerSize+padded(front):], Sum: field(4)}
	if s.Sum != checksum(data[:32], s.Front) {
		return Section{}, false
	}
	return s, true
}

// Write writes a section that was derived from the given base.
func (e Entry) Write(name string, base uint64, front, bulk [][]byte) (sum uint64, err error) {
	if !e.cache.isOurs() {
		return 0, fmt.Errorf("%s is a link, which is not followed", e.cache.dir)
	}
	if err := e.cache.makeFolder(e.dir); err != nil {
		return 0, err
	}
	file, err := atomicfile.Create(filepath.Join(e.dir, name), unfinished, e.cache.mode)
	if err != nil {
		return 0, err
	}
	sum, err = e.fill(file.File, name, base, front, bulk)
	if err == nil {
		err = e.cache.share(file.Name())
	}
	if err != nil {
		return 0, fmt.Errorf("writing the cache: %w", errors.Join(err, file.Discard()))
	}
	e.sweep()
	if err := file.Replace(); err != nil {
		return 0, fmt.Errorf("writing the cache: %w", err)
	}
	return sum, nil
}

// fill writes what a file of a section holds.
func (e Entry) fill(file io.Writer, name string, base uint64, front, bulk [][]byte) (sum uint64, err error) {
	var header [headerSize]byte
	copy(header[:], magic[:])
	binary.LittleEndian.PutUint64(header[8:], e.identity(name, base))
	binary.LittleEndian.PutUint64(header[16:], sizeOf(front))
	binary.LittleEndian.PutUint64(header[24:], sizeOf(bulk))
	sum = checksum(header[:32], front...)
	binary.LittleEndian.PutUint64(header[32:], sum)
	to := bufio.NewWriterSize(file, 1<<20)
	padding := make([]byte, padded(sizeOf(front))-sizeOf(front))
	for _, pieces := range [][][]byte{{header[:]}, front, {padding}, bulk} {
		for _, b := range pieces {
			if _, err := to.Write(b); err != nil {
				return 0, err
			}
		}
	}
	return sum, to.Flush()
}

// makeFolder makes a folder, and those above it.
func (c Cache) makeFolder(dir string) error {
	err := os.Mkdir(dir, 0o777)
	if errors.Is(err, fs.ErrNotExist) && dir != filepath.Dir(dir) {
		if err = c.makeFolder(filepath.Dir(dir)); err == nil {
			err = os.Mkdir(dir, 0o777)
		}
	}
	switch info, failed := os.Stat(dir); {
	case err == nil:
		return c.share(dir)
	case errors.Is(err, fs.ErrExist) && failed == nil && info.IsDir():
		return nil
	}
	return err
}

// sweep deletes what killed writers have left behind.
func (e Entry) sweep() {
	const longest = time.Hour // that a writer may take
	left, _ := filepath.Glob(filepath.Join(e.dir, unfinished+"*"))
	for _, name := range left {
		if info, err := os.Stat(name); err == nil && time.Since(info.ModTime()) > longest {
			_ = os.Remove(name) // another time, then
		}
	}
}

// Touch notes that the entry was used.
func (e Entry) Touch() {
	now := time.Now()
	_ = os.Chtimes(e.dir, now, now) // it is then deleted sooner than need be
}

func (e Entry) identity(name string, base uint64) uint64 {
	return xxh3.HashStringSeed(filepath.Base(e.dir)+"\x00"+name, base)
}

func checksum(head []byte, front ...[]byte) uint64 {
	h := xxh3.NewSeed(xxh3.Hash(head))
	for _, b := range front {
		_, _ = h.Write(b) // a hash never fails
	}
	return h.Sum64()
}

func sizeOf(pieces [][]byte) (n uint64) {
	for _, b := range pieces {
		n += uint64(len(b))
	}
	return n
}

func padded(n uint64) uint64 { return (n + 7) &^ 7 }
