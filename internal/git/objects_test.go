package git

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// Many objects come in order, with those between them that are missing or too large.
func TestEach(t *testing.T) {
	dir, do := repository(t)
	for i := range 300 {
		put(t, filepath.Join(dir, fmt.Sprint(i)), strings.Repeat("x", i))
	}
	do("add", ".")
	do("commit", "-qm", "all")
	var revisions []string
	for i := range 300 {
		revisions = append(revisions, fmt.Sprintf("HEAD:%d", i))
	}
	revisions[100] = "HEAD:none"
	objects := OpenObjects(context.Background(), Find(context.Background(), dir))
	defer objects.Close()
	seen := 0
	err := objects.Each(revisions, 297, func(i int, o Object, err error) error {
		switch {
		case i != seen:
			t.Fatalf("%d comes behind %d others", i, seen)
		case i == 100 && !errors.Is(err, ErrMissing), i > 297 && !errors.Is(err, ErrTooLarge), i != 100 && i <= 297 && (err != nil || len(o.Data) != i || o.Kind != "blob"):
			t.Errorf("%d: %d bytes, %v", i, len(o.Data), err)
		}
		seen++
		return nil
	})
	if err != nil || seen != 300 {
		t.Fatal(seen, err)
	}
	enough := errors.New("enough")
	if err := objects.Each(revisions, 1000, func(i int, _ Object, _ error) error {
		if i == 5 {
			return enough
		}
		return nil
	}); !errors.Is(err, enough) {
		t.Error(err)
	}
	if o, err := objects.Read("HEAD:7", 100); err != nil || len(o.Data) != 7 {
		t.Errorf("after a loop that ended early: %+v, %v", o, err)
	}
}
