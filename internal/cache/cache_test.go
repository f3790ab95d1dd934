package cache

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

func pieces(texts ...string) (all [][]byte) {
	for _, text := range texts {
		all = append(all, []byte(text))
	}
	return all
}

func TestSectionsReadBack(t *testing.T) {
	c := At(filepath.Join(t.TempDir(), "cache"))
	e := c.Entry("one")
	if _, ok := e.Read("facts", 0); ok {
		t.Error("what was never written reads")
	}
	sum, err := e.Write("facts", 0, pieces("fr", "ont"), pieces("bu", "lk"))
	if err != nil {
		t.Fatal(err)
	}
	s, ok := e.Read("facts", 0)
	if !ok || string(s.Front) != "front" || string(s.Bulk) != "bulk" || s.Sum != sum {
		t.Errorf("%+v, %t", s, ok)
	}
	if _, err := e.Write("index", sum, nil, nil); err != nil {
		t.Fatal(err)
	}
	if _, ok := e.Read("index", sum); !ok {
		t.Error("an empty section does not read")
	}
	if _, ok := e.Read("index", sum+1); ok {
		t.Error("a section of another base reads")
	}
	if err := os.Rename(filepath.Join(c.dir, "one", "facts"), filepath.Join(c.dir, "one", "other")); err != nil {
		t.Fatal(err)
	}
	if _, ok := e.Read("other", 0); ok {
		t.Error("a section under another name reads")
	}
}

// Every byte of header and front counts, and so does the length.
func TestDamageIsNoticed(t *testing.T) {
	e := At(t.TempDir()).Entry("one")
	if _, err := e.Write("facts", 0, pieces("front"), pieces("bulk")); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(e.dir, "facts")
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for i := range whole {
		if i >= 40 && i < headerSize || i >= headerSize+len("front") {
			continue // padding, and the bulk, which its reader verifies
		}
		damaged := bytes.Clone(whole)
		damaged[i] ^= 0x10
		if _, ok := parse(damaged, e.identity("facts", 0)); ok {
			t.Errorf("a change of byte %d goes unnoticed", i)
		}
	}
	for i := range whole {
		if _, ok := parse(whole[:i], e.identity("facts", 0)); ok {
			t.Errorf("the first %d bytes read", i)
		}
	}
	if _, ok := parse(append(whole, 0), e.identity("facts", 0)); ok {
		t.Error("a longer file reads")
	}
}

func entryName(i int) string { return fmt.Sprintf("%016x-%d", i, i) }

// What stands behind a link is nobody's cache.
func TestLinksAreNotFollowed(t *testing.T) {
	dir := t.TempDir()
	for i := range 4 {
		if err := os.MkdirAll(filepath.Join(dir, "victim", entryName(i)), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.Mkdir(filepath.Join(dir, "kbgate"), 0o700), os.Symlink("../victim", filepath.Join(dir, "kbgate", "cache"))); err != nil {
		t.Skip(err)
	}
	c := At(filepath.Join(dir, "kbgate", "cache"))
	c.Keep(1)
	if err := c.Clear(); err == nil {
		t.Error("a link is cleared")
	}
	if _, err := c.Entry("one").Write("facts", 0, nil, nil); err == nil {
		t.Error("a link is written through")
	}
	left, err := os.ReadDir(filepath.Join(dir, "victim"))
	if err != nil || len(left) != 4 {
		t.Errorf("%d folders are left, %v", len(left), err)
	}
}

func TestKeepAndClear(t *testing.T) {
	c := At(t.TempDir())
	for i := range 5 {
		e := c.Entry(entryName(i))
		if _, err := e.Write("facts", 0, nil, nil); err != nil {
			t.Fatal(err)
		}
		at := time.Unix(int64(1000+i), 0)
		if err := os.Chtimes(e.dir, at, at); err != nil {
			t.Fatal(err)
		}
	}
	c.Entry(entryName(1)).Touch()
	if got := c.Recent("0"); !slices.Equal(got, []string{entryName(1), entryName(4), entryName(3), entryName(2), entryName(0)}) {
		t.Errorf("recent %v", got)
	}
	c.Keep(2)
	if got := c.Recent(""); !slices.Equal(got, []string{entryName(1), entryName(4)}) {
		t.Errorf("kept %v", got)
	}
	if s, err := c.Stats(); err != nil || s.Entries != 2 || s.Bytes != 2*headerSize {
		t.Errorf("%+v, %v", s, err)
	}
	left := filepath.Join(c.dir, entryName(4), unfinished+"123")
	old := time.Now().Add(-2 * time.Hour)
	if err := errors.Join(os.WriteFile(left, nil, 0o600), os.Chtimes(left, old, old)); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Entry(entryName(4)).Write("facts", 0, nil, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(left); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("what a dead writer left is still there: %v", err)
	}
	if err := c.Clear(); err != nil {
		t.Fatal(err)
	}
	if s, err := c.Stats(); err != nil || s != (Stats{}) {
		t.Errorf("%+v, %v", s, err)
	}
}

// Readers see a section whole or not at all, whoever writes.
func TestManyAtOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: runs many programs at once")
	}
	c := At(t.TempDir())
	var group sync.WaitGroup
	failures := make([]error, 8)
	for i := range failures {
		group.Go(func() {
			for n := range 50 {
				e := c.Entry("one")
				text := bytes.Repeat([]byte{byte(i)}, 10_000+n)
				if _, err := e.Write("facts", 0, [][]byte{text}, [][]byte{text}); err != nil {
					failures[i] = err
				}
				if s, ok := e.Read("facts", 0); ok && (!bytes.Equal(s.Front, s.Bulk) || bytes.Count(s.Front, s.Front[:1]) != len(s.Front)) {
					failures[i] = errors.New("read something that nobody wrote")
				}
			}
		})
	}
	group.Wait()
	if err := errors.Join(failures...); err != nil {
		t.Error(err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("kbgate\x00\x01"), uint64(0))
	f.Fuzz(func(t *testing.T, data []byte, identity uint64) {
		if s, ok := parse(data, identity); ok && len(s.Front)+len(s.Bulk) > len(data) {
			t.Error("it holds more than there is")
		}
	})
}

// mappings counts how often the process has a file mapped, as far as the system tells.
func mappings(t *testing.T, name string) int {
	t.Helper()
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Skip("the system does not tell what is mapped")
	}
	return bytes.Count(maps, []byte(name+"\n"))
}

// A process that reads a section again and again keeps none of its memory borrowed, if it says so.
func TestCopyingBorrowsNothing(t *testing.T) {
	c := At(t.TempDir())
	large := strings.Repeat("bulk", 1<<16)
	if _, err := c.Entry("one").Write("facts", 0, pieces("front"), pieces(large)); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(c.dir, "one", "facts")
	for range 3 {
		if s, ok := c.Copying().Entry("one").Read("facts", 0); !ok || string(s.Front) != "front" || string(s.Bulk) != large {
			t.Fatal("the section does not read")
		}
	}
	if n := mappings(t, name); n != 0 {
		t.Errorf("the section is mapped %d times", n)
	}
	if _, ok := c.Entry("one").Read("facts", 0); !ok || mappings(t, name) != 1 {
		t.Errorf("the section is mapped %d times where it is lent", mappings(t, name))
	}
}
