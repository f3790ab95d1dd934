package git

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"testing"
)

// In a partial clone the answer to a question is not fetched, though the origin is there; and a file that is not here is not
// taken for one that does not exist.
func TestNoQuestionFetches(t *testing.T) {
	dir, do := repository(t)
	put(t, filepath.Join(dir, "a.md"), "text")
	do("add", ".")
	do("commit", "-qm", "one")
	do("config", "uploadpack.allowFilter", "true")
	clone := filepath.Join(t.TempDir(), "clone.git")
	do("clone", "-q", "--bare", "--filter=blob:none", "file://"+filepath.ToSlash(dir), clone)

	ctx := context.Background()
	t.Setenv("GIT_DIR", clone)
	at := Find(ctx, clone)
	if cmd := command(ctx, reads, at, "version"); !slices.Contains(cmd.Env, "GIT_NO_LAZY_FETCH=1") || !slices.Contains(cmd.Env, "GIT_ALLOW_PROTOCOL=none") {
		t.Errorf("git may fetch: %q", cmd.Env)
	}
	pool := NewPool(ctx, at)
	defer pool.Close()
	checkout, err := CheckoutOf(ctx, at, pool)
	if err != nil || !at.IsBare() || at.Prefix != "" || checkout.Head == "" {
		t.Errorf("%+v, %+v, %v", at, checkout, err)
	}
	blobs := OpenObjects(ctx, at)
	if o, err := blobs.Read(checkout.Tree+":b.md", 100); !errors.Is(err, ErrMissing) {
		t.Errorf("a file that does not exist: %q, %v", o.Data, err)
	}
	if o, err := blobs.Read(checkout.Tree+":a.md", 100); !errors.Is(err, ErrUnfetched) {
		t.Errorf("a file that was not fetched: %q, %v", o.Data, err)
	}
	if o, err := blobs.Read(checkout.Tree+":b.md", 100); !errors.Is(err, ErrMissing) {
		t.Errorf("after that: %q, %v", o.Data, err)
	}
	if err := blobs.Close(); err != nil {
		t.Error(err)
	}
}
