package git

import (
	"context"
	"fmt"
	"strconv"
	"strings"
)

// Blobs reads the contents of files out of the object store. It is not safe for use by several goroutines.
type Blobs struct{ objects *Objects }

// NewBlobs makes a reader for the repository that holds a folder. It starts nothing before the first Read.
func NewBlobs(ctx context.Context, f Folder) *Blobs { return &Blobs{OpenObjects(ctx, f)} }

// Read gives the content of a blob of at most limit bytes; of a larger one nothing but the size is read, and ErrTooLarge
// holds.
func (b *Blobs) Read(id Blob, limit int64) ([]byte, error) {
	o, err := b.objects.Read(string(id), limit)
	return o.Data, err
}

// ReadFile gives the content of a file in a tree or commit, by its path there, or with a leading ./ or ../ by its path from
// the folder; ErrMissing where there is none. The path may hold no line end.
func (b *Blobs) ReadFile(tree, path string, limit int64) ([]byte, error) {
	o, err := b.objects.Read(tree+":"+path, limit)
	return o.Data, err
}

// Objects is the reader behind it, which ends with it.
func (b *Blobs) Objects() *Objects { return b.objects }

// Close ends the program that reads.
func (b *Blobs) Close() error { return b.objects.Close() }

// Sizes are those of contents, in bytes; 0 for one that the repository does not have.
func Sizes(ctx context.Context, f Folder, ids []Blob) ([]int64, error) {
	said, err := details(ctx, f, "%(objectsize)", ids)
	sizes := make([]int64, len(said))
	for i, size := range said {
		sizes[i], _ = strconv.ParseInt(size, 10, 64) // "ID missing" is none
	}
	return sizes, err
}

// details says of each of some objects, by names without line ends, what a format of cat-file tells, or that it is missing.
func details(ctx context.Context, f Folder, format string, names []string) ([]string, error) {
	if len(names) == 0 {
		return nil, nil
	}
	out, err := Input(ctx, f, strings.NewReader(strings.Join(names, "\n")+"\n"), "cat-file", "--batch-check="+format, "--buffer")
	if err != nil {
		return nil, err
	}
	said := splitLines(out)
	if len(said) != len(names) {
		return nil, fmt.Errorf("git cat-file answers %d of %d questions", len(said), len(names))
	}
	return said, nil
}
