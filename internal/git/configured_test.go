package git

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A file counts as planted where it lies in a work tree, whatever it is called by, and as the user's elsewhere.
func TestParted(t *testing.T) {
	dir, do := repository(t)
	do("commit", "-q", "--allow-empty", "-m", "one")
	outside := t.TempDir()
	linked := filepath.Join(t.TempDir(), "linked")
	do("worktree", "add", "-q", "--detach", linked)
	put(t, filepath.Join(dir, "planted"), "")
	put(t, filepath.Join(dir, "a", "planted"), "")
	put(t, filepath.Join(linked, "planted"), "")
	put(t, filepath.Join(outside, "own"), "")
	put(t, filepath.Join(dir, ".git", "own"), "")
	for name, target := range map[string]string{filepath.Join(outside, "in"): filepath.Join(dir, "planted"), filepath.Join(dir, "out"): filepath.Join(outside, "own"),
		filepath.Join(outside, "tree"): dir} {
		if err := os.Symlink(target, name); err != nil {
			t.Skip(err)
		}
	}
	repo, fromLinked := Find(context.Background(), dir), Find(context.Background(), linked)
	for file, want := range map[string]bool{
		"": true, ".git/config": true, ".git/own": true, ".git/../planted": false, "planted": false, "a/../planted": false, "gone": false, "out": false,
		filepath.Join(dir, ".git", "config"): true, filepath.Join(dir, "a", "planted"): false, filepath.Join(linked, "planted"): false,
		filepath.Join(outside, "own"): true, filepath.Join(outside, "in"): false, filepath.Join(outside, "tree", "planted"): false,
		filepath.Join(outside, "tree", ".git", "own"): true, filepath.Join(outside, "..", filepath.Base(outside), "own"): true,
	} {
		own, planted := repo.Parted([]Configured{{Name: "kbgate.a", File: file}})
		if len(own)+len(planted) != 1 || (len(own) == 1) != want {
			t.Errorf("%s: %v, %v", file, own, planted)
		}
		if filepath.IsAbs(file) {
			if own, _ := fromLinked.Parted([]Configured{{File: file}}); (len(own) == 1) != want {
				t.Errorf("%s, seen from another work tree: %v", file, own)
			}
		}
	}
}

func TestConfiguration(t *testing.T) {
	dir, do := repository(t)
	do("config", "kbgate.Store.Ref", "one\ntwo")
	do("config", "remote.My.url", "x")
	do("config", "--add", "kbgate.flag", "")
	do("config", "other.flag", "")
	t.Setenv("GIT_CONFIG_COUNT", "1")
	t.Setenv("GIT_CONFIG_KEY_0", "kbgate.once")
	t.Setenv("GIT_CONFIG_VALUE_0", "a=b")
	repo := Find(context.Background(), dir)
	all, err := Configuration(context.Background(), repo, Deciding)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range all {
		got = append(got, c.Name+"="+c.Value+" "+strings.TrimPrefix(filepath.ToSlash(c.File), filepath.ToSlash(repo.Top)+"/"))
	}
	if want := "kbgate.store.ref=one\ntwo .git/config|remote.My.url=x .git/config|kbgate.flag= .git/config|kbgate.once=a=b "; strings.Join(got, "|") != want {
		t.Errorf("%q; want %q", strings.Join(got, "|"), want)
	}
	if all, err := Configuration(context.Background(), repo, `^nothing\.`); err != nil || len(all) > 0 {
		t.Errorf("%v, %v", all, err)
	}
}

// TestTruth holds the reading of truth values to git's own.
func TestTruth(t *testing.T) {
	dir, _ := repository(t)
	ctx := context.Background()
	repo := Find(ctx, dir)
	for _, line := range []string{
		"record", "record =", "record = true", "record = YES", "record = on", "record = false", "record = No", "record = off", "record = 0", "record = 1", "record = -1",
		"record = +2", "record = 0x10", "record = 0x0", "record = 010", "record = 08", "record = 1k", "record = 1K", "record = 0m", "record = 2g", "record = 1g", "record = -1g",
		"record = 2147483647", "record = 2147483648", "record = 1_0", "record = 0o7", "record = ja", "record = 1x", "record = k", "record = t", "record = 1.0", "record = \" 1\"",
	} {
		put(t, filepath.Join(dir, ".git", "config"), "[core]\n\trepositoryformatversion = 0\n[kbgate \"hooks\"]\n\t"+line+"\n")
		all, err := Configuration(ctx, repo, Deciding)
		setting, ok := Last(all, RecordSetting)
		if err != nil || !ok {
			t.Fatalf("%s: %v", line, err)
		}
		on, isTruth := setting.Truth()
		said, err := run(ctx, repo, "config", "--type=bool", "--get", RecordSetting)
		if isTruth != (err == nil) || isTruth && on != (strings.TrimSpace(string(said)) == "true") {
			t.Errorf("%s: %v, %v; git says %q, %v", line, on, isTruth, said, err)
		}
	}
}
