package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/git"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// repository makes an empty one, and gives a function that runs git in it.
func repository(t testing.TB, args ...string) (dir string, run func(args ...string) string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	dir = t.TempDir()
	run = func(args ...string) string {
		t.Helper()
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
		}
		return strings.TrimSpace(string(out))
	}
	run(append([]string{"init", "-q", "-b", "main"}, args...)...)
	run("config", "user.name", "Test")
	run("config", "user.email", "test@example.org")
	return dir, run
}

// folder is a folder in its repository, which it may be itself.
func folder(dir string) git.Folder {
	if exists(filepath.Join(dir, "HEAD")) {
		return git.Named(context.Background(), dir, dir)
	}
	return git.Find(context.Background(), dir)
}

func open(t testing.TB, dir string) *Store {
	t.Helper()
	s, err := Open(context.Background(), folder(dir), Options{Folder: "feedback", Ref: "refs/heads/feedback"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func openAt(t *testing.T, dir, ref string) *Store {
	t.Helper()
	s, err := Open(context.Background(), folder(dir), Options{Folder: "feedback", Ref: ref})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// record appends one file.
func record(s *Store, name string) error {
	_, err := s.Append(context.Background(), noon, "record", File{name, []byte("name: " + name + "\n")})
	return err
}

func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

func TestAppend(t *testing.T) {
	for _, layout := range [][]string{nil, {"--bare"}, {"--object-format=sha256"}} {
		for _, n := range []int{1, 3, 150} {
			t.Run(fmt.Sprint(layout, n), func(t *testing.T) {
				dir, run := repository(t, layout...)
				s := open(t, dir)
				if tip, err := s.Tip(); tip != "" || err != nil {
					t.Fatalf("tip %q, %v", tip, err)
				}
				var files []File
				for i := range n {
					files = append(files, File{fmt.Sprintf("decisions/2026/11/%02d/%d.yaml", i%28+1, i), fmt.Appendf(nil, "n: %d\n", i)})
				}
				files = append(files, files[0])
				got, err := s.Append(context.Background(), noon, "first", files...)
				if err != nil || got[0] != Added || got[n] != Known {
					t.Fatal(got, err)
				}
				files[0].Data = []byte("other")
				got, err = s.Append(context.Background(), noon, "second", files[0], File{"rules/a/proposal.yaml", []byte("x")}, files[0])
				if err != nil || got[0] != Differ || got[1] != Added || got[2] != Differ {
					t.Fatal(got, err)
				}
				data, err := s.Get("decisions/2026/11/01/0.yaml", 100)
				if err != nil || string(data) != "n: 0\n" {
					t.Errorf("%q, %v", data, err)
				}
				if _, err := s.Get("decisions/2026", 100); !errors.Is(err, ErrNotFound) {
					t.Errorf("a folder: %v", err)
				}
				run("fsck", "--strict", "--no-dangling")
				if got := run("ls-tree", "-r", "--name-only", "feedback"); strings.Count(got, "\n") != n {
					t.Errorf("%d files, then\n%s", n, got)
				}
				if got := run("log", "--format=%an %ae %at %s", "feedback"); got != fmt.Sprintf("Test test@example.org %d second\nTest test@example.org %[1]d first", noon.Unix()) {
					t.Errorf("log %s", got)
				}
			})
		}
	}
}

func BenchmarkAppend(b *testing.B) {
	dir, _ := repository(b)
	s := open(b, dir)
	for i := range b.N {
		if _, err := s.Append(context.Background(), noon, "one", File{fmt.Sprintf("decisions/2026/11/21/%026d.yaml", i), []byte("schema: kbgate.decision/1\n")}); err != nil {
			b.Fatal(err)
		}
	}
}

func TestNames(t *testing.T) {
	dir, run := repository(t)
	s := open(t, dir)
	ctx := context.Background()
	if names, tip, err := s.NamesSince(ctx, "", ""); len(names) > 0 || tip != "" || err != nil {
		t.Fatal(names, tip, err)
	}
	appended := func(paths ...string) string {
		var files []File
		for _, p := range paths {
			files = append(files, File{p, []byte("content of " + p)})
		}
		if _, err := s.Append(ctx, noon, "more", files...); err != nil {
			t.Fatal(err)
		}
		return run("rev-parse", "feedback")
	}
	show := func(folder, since string) string {
		names, tip, err := s.NamesSince(ctx, folder, since)
		if err != nil || tip != run("rev-parse", "feedback") {
			t.Fatal(tip, err)
		}
		var all []string
		for f, err := range s.Contents(ctx, names, 1000) {
			if err != nil || string(f.Data) != "content of "+f.Path {
				t.Errorf("%+v, %v", f, err)
			}
			all = append(all, f.Path)
		}
		return strings.Join(all, " ")
	}
	first := appended("b/2.yaml", "a/1.yaml")
	second := appended("a/3.yaml", "c.yaml", "a.b/4.yaml")
	for _, c := range []struct{ folder, since, want string }{
		{"", "", "a.b/4.yaml a/1.yaml a/3.yaml b/2.yaml c.yaml"},
		{"a", "", "a/1.yaml a/3.yaml"},
		{"", first, "a.b/4.yaml a/3.yaml c.yaml"},
		{"a", first, "a/3.yaml"},
		{"b", first, ""},
		{"d", "", ""},
		{"", second, ""},
	} {
		if got := show(c.folder, c.since); got != c.want {
			t.Errorf("%q since %.7q: %q, want %q", c.folder, c.since, got, c.want)
		}
	}
	if _, _, err := s.NamesSince(ctx, "", strings.Repeat("1", 40)); !errors.Is(err, git.ErrMissing) {
		t.Errorf("since a commit that is not there: %v", err)
	}
	names, _, _ := s.NamesSince(ctx, "", "")
	for _, err := range s.Contents(ctx, names, 5) {
		if !errors.Is(err, git.ErrTooLarge) {
			t.Errorf("too large: %v", err)
		}
		break
	}
	if got := show("a", ""); got != "a/1.yaml a/3.yaml" {
		t.Errorf("after a loop that ended early: %q", got)
	}
}

// Whoever moves the branch between the look at it and the move is not undone.
func TestSomebodyWasFirst(t *testing.T) {
	defer func() { onStep = nil }()
	for _, ref := range []string{"refs/heads/feedback", Head} {
		dir := plain(t)
		s := openAt(t, dir, ref)
		if err := record(s, "a/1.yaml"); err != nil {
			t.Fatal(err)
		}
		theirs := ""
		onStep = func(step string) {
			if step == "turn" && theirs == "" {
				theirs = gitIn(t, dir, "commit-tree", "-p", ref, "-m", "theirs", ref+"^{tree}")
				gitIn(t, dir, "update-ref", ref, theirs)
			}
		}
		outcomes, err := s.Append(t.Context(), noon, "record", File{"a/2.yaml", []byte("two")})
		if err != nil || outcomes[0] != Added {
			t.Errorf("%s: %v, %v", ref, outcomes, err)
		}
		onStep = nil
		gitIn(t, dir, "merge-base", "--is-ancestor", theirs, ref)
		if names, _, err := s.NamesSince(t.Context(), "", ""); len(names) != 2 || err != nil {
			t.Errorf("%s: %v, %v", ref, names, err)
		}
		if out := gitIn(t, dir, "status", "--porcelain"); out != "" {
			t.Errorf("%s: %s", ref, out)
		}
	}
}
