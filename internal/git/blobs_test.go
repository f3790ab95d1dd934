package git

import (
	"bytes"
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// announce puts an object into a repository whose head names a size and whose content breaks off soon. No id is that of its
// content, which git does not look at to read it.
func announce(t *testing.T, dir string, size int64) string {
	t.Helper()
	var object bytes.Buffer
	packed := zlib.NewWriter(&object)
	_, err := fmt.Fprintf(packed, "blob %d\x00%s", size, strings.Repeat("text ", 1000))
	if err := errors.Join(err, packed.Flush()); err != nil {
		t.Fatal(err)
	}
	id := "12" + strings.Repeat("34", 19)
	put(t, filepath.Join(dir, ".git", "objects", id[:2], id[2:]), object.String())
	return id
}

// Of a blob that is too large nothing is unpacked: this one could not be.
func TestBlobsAreRefusedByTheirSize(t *testing.T) {
	dir, do := repository(t)
	put(t, filepath.Join(dir, "a.md"), "# a\n")
	do("add", ".")
	changes, err := StagedChanges(context.Background(), Find(context.Background(), dir), "")
	if err != nil || len(changes) != 1 {
		t.Fatal(changes, err)
	}
	small := changes[0].New.Blob
	large := announce(t, dir, 3<<30)

	blobs := OpenObjects(context.Background(), Find(context.Background(), dir))
	for range 3 {
		if _, err := blobs.Read(large, 1<<20); !errors.Is(err, ErrTooLarge) {
			t.Fatalf("a large blob gives %v", err)
		}
		if o, err := blobs.Read(small, 1<<20); err != nil || string(o.Data) != "# a\n" {
			t.Errorf("the blob behind it gives %q, %v", o.Data, err)
		}
		if _, err := blobs.Read(small, 3); !errors.Is(err, ErrTooLarge) {
			t.Errorf("a blob of a byte too many gives %v", err)
		}
	}
	if _, err := blobs.Read(strings.Repeat("ab", 20), 1); !errors.Is(err, ErrMissing) {
		t.Errorf("no blob gives %v", err)
	}
	if err := blobs.Close(); err != nil {
		t.Error(err)
	}
}
