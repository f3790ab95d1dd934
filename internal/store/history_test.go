package store

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

func TestHistory(t *testing.T) {
	dir := plain(t)
	s, err := Open(context.Background(), folder(dir), Options{Folder: "feedback", Ref: Head})
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
	if err != nil || len(got) != 3 || got[0] != (Breach{Commit: changed, Path: "a/1.yaml", Mended: true}) || got[1] != (Breach{Commit: gone, Path: "a/2.yaml", Gone: true}) {
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
	if testing.Short() {
		t.Skip("not in the short lane: runs many programs")
	}
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
	if names, _, err := last.NamesSince(context.Background(), "", ""); len(names) != 3 || err != nil {
		t.Fatal(names, err)
	}
	if got, err := last.History(context.Background(), ""); len(got) > 0 || err != nil {
		t.Errorf("%+v, %v", got, err)
	}
}

// A merge gives a name to nothing but what a parent had under it, and to the smaller of two.
func TestHistoryOfAnEvilMerge(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: runs many programs")
	}
	for _, c := range []struct {
		what, side, merged string // what stands under the name
		evil               bool
	}{
		{"what nobody had", "one", "forged", true},
		{"one of two", "two", "", false},
		{"the greater of two", "two", "greater", true},
	} {
		dir, run := repository(t)
		commit := func(name, content string) string {
			if err := os.MkdirAll(filepath.Join(dir, "feedback", "a"), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, "feedback", "a", name), []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
			return run("hash-object", "-w", "feedback/a/"+name)
		}
		run("commit", "-q", "--allow-empty", "-m", "first")
		run("branch", "side")
		one := commit("1.yaml", "one")
		run("add", ".")
		run("commit", "-qm", "one")
		run("switch", "-q", "side")
		side := commit("1.yaml", c.side)
		run("add", ".")
		run("commit", "-qm", "side")
		content := map[string]string{one: "one", side: c.side}
		keeps, other := min(one, side), max(one, side)
		switch c.merged {
		case "greater":
			keeps, other = other, keeps
		case "forged":
			content["forged"], keeps = "forged", "forged"
		}
		commit("1.yaml", content[keeps])
		commit("1-"+other[:8]+".yaml", content[other])
		run("add", ".")
		tip := run("commit-tree", "-m", "Merge the records of origin", "-p", "main", "-p", "side", run("write-tree"))
		run("branch", "feedback", tip)
		got, err := open(t, dir).History(context.Background(), "")
		if err != nil || (len(got) > 0) != c.evil || c.evil && (got[0].Commit != tip || got[0].Path != "a/1.yaml" || got[0].Gone) {
			t.Errorf("%s: %+v, %v", c.what, got, err)
		}
	}
}

// To take out what is no file is no breach.
func TestHistoryOfLinks(t *testing.T) {
	dir := plain(t)
	blob, commit := gitIn(t, dir, "rev-parse", "HEAD:README.md"), gitIn(t, dir, "rev-parse", "HEAD")
	gitIn(t, dir, "update-index", "--add", "--cacheinfo", "120000,"+blob+",feedback/link", "--cacheinfo", "160000,"+commit+",feedback/2027")
	gitIn(t, dir, "commit", "-qm", "links")
	gitIn(t, dir, "rm", "-rq", "--cached", "feedback")
	gitIn(t, dir, "commit", "-qm", "none")
	if got, err := openAt(t, dir, Head).History(t.Context(), ""); len(got) > 0 || err != nil {
		t.Errorf("%+v, %v", got, err)
	}
}
