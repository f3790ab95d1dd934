package store

import (
	"context"
	"testing"
)

// A store that is read at a commit stands there whatever its branch does, also one of a remote, and takes no files.
func TestStoreAtCommit(t *testing.T) {
	dir, run := repository(t)
	ctx := context.Background()
	s := open(t, dir)
	add := func(name string) {
		t.Helper()
		if _, err := s.Append(ctx, noon, "one", File{name, []byte(name)}); err != nil {
			t.Fatal(err)
		}
	}
	add("a.yaml")
	first := run("rev-parse", "feedback")
	add("b.yaml")
	run("update-ref", "refs/remotes/origin/feedback", first)

	at, err := Open(ctx, folder(dir), Options{Folder: "feedback", Ref: "refs/remotes/origin/feedback", Commit: first})
	if err != nil {
		t.Fatal(err)
	}
	defer at.Close()
	names, err := at.Names(ctx, "")
	if err != nil || len(names) != 1 || names[0].Path != "a.yaml" {
		t.Errorf("%+v, %v", names, err)
	}
	if tip, err := at.Tip(); tip != first || err != nil {
		t.Errorf("the tip is %q, %v", tip, err)
	}
	if _, err := at.Append(ctx, noon, "one", File{"c.yaml", nil}); err == nil {
		t.Error("it took a file")
	}
	if _, err := at.Sync(ctx, "origin", noon); err == nil {
		t.Error("it synced")
	}
	if _, err := Open(ctx, folder(dir), Options{Folder: "feedback", Ref: "refs/remotes/origin/feedback"}); err == nil {
		t.Error("a branch of a remote was opened to be written")
	}
}
