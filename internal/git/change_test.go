package git

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func put(t *testing.T, name, text string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, []byte(text), 0o600)); err != nil {
		t.Fatal(err)
	}
}

func show(changes []PathChange) []string {
	var all []string
	for _, c := range changes {
		kind := "M"
		switch {
		case c.Unmerged:
			kind = "U"
		case c.Old.Mode == "":
			kind = "A"
		case c.New.Mode == "":
			kind = "D"
		}
		all = append(all, kind+" "+c.Path)
	}
	slices.Sort(all)
	return all
}

func TestChanges(t *testing.T) {
	dir, do := repository(t)
	ctx := context.Background()
	sub := filepath.Join(dir, "kb")
	put(t, filepath.Join(sub, "a.md"), "one")
	put(t, filepath.Join(sub, "line\nend.md"), "two")
	put(t, filepath.Join(dir, "outside.md"), "three")
	do("add", ".")

	expect := func(what string, got []PathChange, err error, want ...string) {
		t.Helper()
		if err != nil || !slices.Equal(show(got), want) {
			t.Errorf("%s: %q, %v; want %q", what, show(got), err, want)
		}
	}
	got, err := StagedChanges(ctx, Find(ctx, sub), "")
	expect("before the first commit", got, err, "A a.md", "A line\nend.md")
	do("commit", "-qm", "one")

	put(t, filepath.Join(sub, "a.md"), "staged")
	do("add", ".")
	put(t, filepath.Join(sub, "a.md"), "in the work tree only")
	put(t, filepath.Join(sub, "planned.md"), "")
	do("add", "-N", "kb/planned.md")
	do("rm", "-q", "kb/line\nend.md")
	got, err = StagedChanges(ctx, Find(ctx, sub), "HEAD")
	expect("staged", got, err, "D line\nend.md", "M a.md")

	repo := Find(ctx, sub)
	if err := repo.Err(); err != nil || repo.Prefix != "kb/" || filepath.Base(repo.Common) != ".git" {
		t.Errorf("%+v, %v", repo, err)
	}
	pool := NewPool(ctx, repo)
	defer pool.Close()
	if checkout, err := CheckoutOf(ctx, repo, pool); err != nil || checkout.Head == "" || checkout.Tree == "" {
		t.Errorf("%+v, %v", checkout, err)
	}
	before, err := Tree(ctx, Find(ctx, sub), "HEAD", repo.Prefix)
	if err != nil || before == "" {
		t.Fatal(before, err)
	}
	do("rm", "-q", "--cached", "kb/planned.md")
	do("commit", "-qm", "two")
	after, err := Tree(ctx, Find(ctx, sub), "HEAD", repo.Prefix)
	if err != nil {
		t.Fatal(err)
	}
	got, _, err = TreeDiff(ctx, Find(ctx, sub), before, after)
	expect("between trees", got, err, "D line\nend.md", "M a.md")
	got, _, err = TreeDiff(ctx, Find(ctx, sub), "", after)
	expect("from nothing", got, err, "A a.md")
	got, _, err = TreeDiff(ctx, Find(ctx, sub), after, "")
	expect("to nothing", got, err, "D a.md")
	if none, err := Tree(ctx, Find(ctx, sub), "HEAD", "nowhere/"); none != "" || err != nil {
		t.Errorf("the tree of no folder is %q, %v", none, err)
	}

	files, _, err := TreeList(ctx, Find(ctx, sub), after)
	if err != nil || len(files) != 1 || files[0].Path != "a.md" {
		t.Fatalf("%v, %v", files, err)
	}
	blobs := OpenObjects(ctx, Find(ctx, sub))
	for range 2 {
		if o, err := blobs.Read(files[0].Blob, 100); string(o.Data) != "staged" || err != nil {
			t.Errorf("%q, %v", o.Data, err)
		}
	}
	if _, err := blobs.Read(files[0].Blob, 3); !errors.Is(err, ErrTooLarge) {
		t.Errorf("a blob that is too large gave %v", err)
	}
	if _, err := blobs.Read(strings.Repeat("1", 40), 3); !errors.Is(err, ErrMissing) {
		t.Errorf("a missing blob gave %v", err)
	}
	if o, err := blobs.Read(files[0].Blob, 100); string(o.Data) != "staged" || err != nil {
		t.Errorf("%q, %v", o.Data, err)
	}
	if err := blobs.Close(); err != nil {
		t.Error(err)
	}
	if _, err := Commit(ctx, Find(ctx, dir), "--all"); !errors.Is(err, ErrNoCommit) {
		t.Errorf("an option as a name gave %v", err)
	}
}

func FuzzRawChanges(f *testing.F) {
	f.Add([]byte(":100644 100644 aaaa bbbb M\x00a.md\x00:000000 100644 0000 cccc A\x00b\n.md\x00"))
	f.Fuzz(func(t *testing.T, out []byte) {
		changes, err := rawChanges(out)
		if err == nil && len(out) > 0 && len(changes) == 0 {
			t.Error("nothing was read")
		}
	})
}
