package store

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

func TestHistory(t *testing.T) {
	dir := plain(t)
	s, err := Open(context.Background(), dir, Options{Folder: "feedback", Ref: Head})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ctx := context.Background()
	if _, err := s.Append(ctx, noon, "three", File{"a/1.yaml", []byte("one")}, File{"a/2.yaml", []byte("two")}, File{"README.md", []byte("x")}); err != nil {
		t.Fatal(err)
	}
	clean, _ := s.Tip()
	if got, err := s.History(ctx, ""); len(got) > 0 || err != nil {
		t.Fatal(got, err)
	}
	edit := func(name, text string) string {
		if err := os.WriteFile(filepath.Join(dir, "feedback", name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		gitIn(t, dir, "commit", "-qam", "edit")
		return gitIn(t, dir, "rev-parse", "HEAD")
	}
	edit("README.md", "y")
	changed := edit("a/1.yaml", "other")
	gitIn(t, dir, "rm", "-q", "feedback/a/2.yaml")
	gitIn(t, dir, "commit", "-qm", "gone")
	gone := gitIn(t, dir, "rev-parse", "HEAD")
	edit("a/1.yaml", "one") // put back, and still told
	got, err := s.History(ctx, "")
	if err != nil || len(got) != 3 || got[0] != (Breach{changed, "a/1.yaml", false, true}) || got[1] != (Breach{gone, "a/2.yaml", true, false}) {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := s.History(ctx, gone); len(got) != 1 || err != nil {
		t.Errorf("since: %+v, %v", got, err)
	}
	if got, err := s.History(ctx, clean); len(got) != 3 || err != nil {
		t.Errorf("since the clean tip: %+v, %v", got, err)
	}
}

// Of two files of one name a merge gives the name to one and keeps the other, which is no breach.
func TestHistoryOfAMerge(t *testing.T) {
	parent := t.TempDir()
	gitIn(t, parent, "init", "-q", "--bare", "remote.git")
	var last *Store
	for _, content := range []string{"one", "two", "three"} {
		dir := filepath.Join(parent, content)
		gitIn(t, parent, "clone", "-q", "remote.git", dir)
		configure(t, dir)
		last = open(t, dir)
		if _, err := last.Append(context.Background(), noon, "one", File{"a/1.yaml", []byte(content)}); err != nil {
			t.Fatal(err)
		}
		if _, err := last.Sync(context.Background(), "origin", noon); err != nil {
			t.Fatal(err)
		}
	}
	if names, _, err := last.Names(context.Background(), "", ""); len(names) != 3 || err != nil {
		t.Fatal(names, err)
	}
	if got, err := last.History(context.Background(), ""); len(got) > 0 || err != nil {
		t.Errorf("%+v, %v", got, err)
	}
}
