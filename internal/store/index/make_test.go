package index

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/kbgate/kbgate/internal/store"
)

// An index is made only when that was asked for, and said by how far it has come.
func TestMake(t *testing.T) {
	ctx := context.Background()
	_, s := repository(t)
	for _, when := range []BuildPolicy{Never, ToKeep} { // of an empty store there is nothing to make
		if x, err := Open(ctx, s, toySchema(), Options{Build: when}); err != nil || x.Len() != 0 {
			t.Error(err)
		}
	}
	add(t, s, store.File{Path: "r/1.txt", Data: []byte("1|red|a")})
	if _, err := Open(ctx, s, toySchema(), Options{Build: Never}); !errors.Is(err, ErrNone) {
		t.Error(err)
	}
	if err := os.WriteFile(s.Derived(), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(ctx, s, toySchema(), Options{Build: ToKeep}); !errors.Is(err, ErrNone) {
		t.Error(err)
	}
	if err := os.Remove(s.Derived()); err != nil {
		t.Fatal(err)
	}
	var told []int
	for _, when := range []BuildPolicy{ToKeep, Never} {
		if x, err := Open(ctx, s, toySchema(), Options{Build: when, Progress: func(done, of int) { told = append(told, done, of) }}); err != nil || x.Len() != 1 {
			t.Error(err)
		}
	}
	if !slices.Equal(told, []int{1, 1}) {
		t.Errorf("the progress was %v", told)
	}
}

// Whoever shares the repository shares the index.
func TestSharedIndex(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there are no such modes")
	}
	dir, s := repository(t)
	gitIn(t, dir, "config", "core.sharedRepository", "0640")
	add(t, s, store.File{Path: "r/1.txt", Data: []byte("1|red|a")})
	if err := open(t, s).SaveErr(); err != nil {
		t.Fatal(err)
	}
	found := 0
	err := filepath.WalkDir(filepath.Dir(s.Derived()), func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if want := map[bool]fs.FileMode{true: 0o750, false: 0o640}[e.IsDir()]; err == nil && info.Mode().Perm() != want {
			t.Errorf("%s is %s, want %s", name, info.Mode(), want)
		}
		found++
		return err
	})
	if err != nil || found < 6 {
		t.Errorf("%d files and folders, %v", found, err)
	}
}
