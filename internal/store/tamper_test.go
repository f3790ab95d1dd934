package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
)

// Whatever somebody does to the branch of a remote, a sync takes no record away and changes none, and all clones agree
// after it, whoever is first.
func TestSyncUndoesTampering(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: syncs many clones")
	}
	records := map[string]string{"a/1.yaml": "one", "a/2.yaml": "two", "b/3.yaml": "three"}
	deeds := []struct {
		name     string
		do       string // in a work tree of the branch
		restored int
		beside   int // files more than there were
		rewrites bool
	}{
		{"changed and deleted", "echo x >feedback/a/1.yaml; git rm -q feedback/a/2.yaml; git commit -qam t", 2, 1, false},
		{"changed twice", "echo x >feedback/a/1.yaml; git commit -qam t; echo y >feedback/a/1.yaml; git commit -qam t", 1, 1, false},
		{"all deleted", "git rm -qr feedback; git commit -qm t", 3, 0, false},
		{"deleted and made anew", "git rm -q feedback/a/1.yaml; git commit -qam t; mkdir -p feedback/a; echo x >feedback/a/1.yaml; git add .; git commit -qm t", 1, 1, false},
		{"a link in its place", "ln -sf /etc/passwd feedback/a/1.yaml; git commit -qam t", 1, 0, false}, // it stays beside, and is no file
		{"a folder in its place", "rm feedback/a/1.yaml; mkdir feedback/a/1.yaml; echo x >feedback/a/1.yaml/x; git add -A .; git commit -qm t", 1, 1, false},
		{"another mode", "chmod +x feedback/a/1.yaml; git commit -qam t", 1, 1, false},
		{"with a false twin", "cp feedback/a/1.yaml feedback/a/1-$(git rev-parse --short=8 HEAD:feedback/a/1.yaml).yaml; echo x >feedback/a/1.yaml; git add .; git commit -qm t", 1, 2, false},
		{"amended", "echo x >feedback/a/1.yaml; git rm -q feedback/a/2.yaml; git commit -qa --amend -m t", 2, 1, true},
		{"an unrelated history", "echo x >feedback/a/1.yaml; git rm -q feedback/a/2.yaml; git commit -qa -m t; git reset -q --hard $(git commit-tree -m t HEAD^{tree})", 2, 1, true},
		{"a shorter history", "git reset -q --hard HEAD~1", 2, 0, true},
		{"each commit rewritten, with its date", "git filter-branch -f --tree-filter 'if test -f feedback/a/1.yaml; then echo x >feedback/a/1.yaml; fi' HEAD", 1, 1, true},
	}
	t.Setenv("FILTER_BRANCH_SQUELCH_WARNING", "1")
	orders := []string{"abcabc", "babcab", "cabcab"}
	for i, deed := range deeds {
		for k, order := range orders {
			if k != i%len(orders) && !*full {
				continue
			}
			t.Run(deed.name+"/"+order, func(t *testing.T) {
				t.Parallel()
				ctx := context.Background()
				parent := t.TempDir()
				gitIn(t, parent, "init", "-q", "--bare", "remote.git")
				clones := map[rune]*Store{}
				for _, name := range "abc" {
					dir := filepath.Join(parent, string(name))
					gitIn(t, parent, "clone", "-q", "remote.git", dir)
					configure(t, dir)
					clones[name] = openView(t, dir, "refs/heads/feedback")
				}
				for _, files := range [][]File{{{"b/3.yaml", []byte("three")}}, {{"a/1.yaml", []byte("one")}, {"a/2.yaml", []byte("two")}}} {
					if _, err := clones['a'].Append(ctx, noon, "records", files...); err != nil {
						t.Fatal(err)
					}
				}
				for _, name := range "abc" {
					if done, err := clones[name].Sync(ctx, "origin", noon); err != nil || done.Restored > 0 {
						t.Fatal(done, err)
					}
				}
				work := filepath.Join(parent, "work")
				b := clones['b'].repo.Dir
				gitIn(t, b, "worktree", "add", "-q", "--detach", work, "feedback")
				shell(t, work, deed.do)
				gitIn(t, work, "push", "-q", "--force", "origin", "HEAD:refs/heads/feedback")
				gitIn(t, b, "update-ref", "refs/heads/feedback", gitIn(t, work, "rev-parse", "HEAD"))
				if _, err := clones['c'].Append(ctx, noon, "more", File{"c/4.yaml", []byte("four")}); err != nil {
					t.Fatal(err)
				}
				honest := false
				for i, name := range order {
					compare := foretold(t, clones[name])
					done, err := clones[name].Sync(ctx, "origin", noon)
					want := 0
					if !honest { // b too: what it shared is not what its branch was set to
						want, honest = deed.restored, true
					}
					if err != nil || done.Restored != want {
						t.Errorf("%d, %c: %+v, %v; want %d restored", i, name, done, err, want)
					}
					compare()
				}
				tips := map[string]bool{}
				for _, s := range clones {
					tip, err := s.Tip()
					if err != nil {
						t.Fatal(err)
					}
					tips[tip] = true
					for name, content := range records {
						if got, err := s.Get(name, 100); string(got) != content {
							t.Errorf("%s: %q, %v", name, got, err)
						}
					}
					if names, _, err := s.NamesSince(ctx, "", ""); err != nil || len(names) != len(records)+1+deed.beside {
						t.Errorf("%v, %v", names, err)
					}
					breaches, err := s.History(ctx, "")
					if err != nil || len(breaches) == 0 && !deed.rewrites {
						t.Errorf("%v, %v", breaches, err)
					}
					for _, b := range breaches {
						if !b.Mended {
							t.Errorf("%+v", b)
						}
					}
				}
				if len(tips) != 1 {
					t.Errorf("the clones differ: %v", tips)
				}
				gitIn(t, filepath.Join(parent, "remote.git"), "fsck", "--strict", "--no-dangling")
			})
		}
	}
}

func shell(t *testing.T, dir, script string) {
	t.Helper()
	run, err := os.CreateTemp(t.TempDir(), "script")
	if err == nil {
		_, err = run.WriteString("set -e\n" + script)
	}
	if err != nil {
		t.Fatal(err)
	}
	run.Close()
	gitIn(t, dir, "-c", "alias.do=!sh "+run.Name(), "do")
}

// What this clone itself took away is there again too, and the file that tells people what is there may change.
func TestSyncUndoesOwnTampering(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: syncs many clones")
	}
	ctx := context.Background()
	parent := t.TempDir()
	gitIn(t, parent, "init", "-q", "--bare", "remote.git")
	dir := filepath.Join(parent, "a")
	gitIn(t, parent, "clone", "-q", "remote.git", dir)
	configure(t, dir)
	s := openView(t, dir, "refs/heads/feedback")
	if _, err := s.Append(ctx, noon, "records", File{"1.yaml", []byte("one")}, File{"README.md", []byte("x")}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Sync(ctx, "origin", noon); err != nil {
		t.Fatal(err)
	}
	work := filepath.Join(parent, "work")
	gitIn(t, dir, "worktree", "add", "-q", work, "feedback")
	shell(t, work, "git rm -q feedback/1.yaml; echo y >feedback/README.md; git commit -qam t; git checkout -q --detach")
	done, err := s.Sync(ctx, "origin", noon)
	if err != nil || done.RestoredHere != 1 || done.Restored != 0 {
		t.Errorf("%+v, %v", done, err)
	}
	if got, _ := s.Get("1.yaml", 100); string(got) != "one" {
		t.Errorf("%q", got)
	}
	if got, _ := s.Get("README.md", 100); strings.TrimSpace(string(got)) != "y" {
		t.Errorf("%q", got)
	}
	gitIn(t, parent, "--git-dir=remote.git", "update-ref", "-d", "refs/heads/feedback")
	if done, err = s.Sync(ctx, "origin", noon); err != nil || done.Restored != 1 || done.Gave.Total() == 0 {
		t.Errorf("a branch that is gone: %+v, %v", done, err)
	}
	if done, err = s.Sync(ctx, "origin", noon); err != nil || done.Restored != 0 {
		t.Errorf("%+v, %v", done, err)
	}
}

// A text that was taken out of the history stays out, where the store allows it.
func TestSyncLetsTextsBeTakenOut(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: syncs many clones")
	}
	for _, deed := range []string{"echo gone >feedback/a/1.yaml", "rm -f feedback/a/1.yaml"} {
		ctx := context.Background()
		parent := t.TempDir()
		gitIn(t, parent, "init", "-q", "--bare", "remote.git")
		clones := map[rune]*Store{}
		for _, name := range "ab" {
			dir := filepath.Join(parent, string(name))
			gitIn(t, parent, "clone", "-q", "remote.git", dir)
			configure(t, dir)
			s := open(t, dir)
			s.MayLackTexts = func(_ context.Context, at *State) (func(string, []byte, []byte) bool, error) {
				_, err := at.Get("redacted.yaml", 100)
				return func(name string, was, is []byte) bool {
					return err == nil && name == "a/1.yaml" && string(was) == "a secret" && (is == nil || string(is) == "gone\n")
				}, nil
			}
			clones[name] = s
		}
		a, b := clones['a'], clones['b']
		if _, err := a.Append(ctx, noon, "records", File{"a/1.yaml", []byte("a secret")}, File{"a/2.yaml", []byte("two")}); err != nil {
			t.Fatal(err)
		}
		for _, s := range []*Store{a, b} {
			if _, err := s.Sync(ctx, "origin", noon); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := b.Append(ctx, noon, "the redaction", File{"redacted.yaml", []byte("x")}); err != nil {
			t.Fatal(err)
		}
		work := filepath.Join(parent, "work")
		gitIn(t, b.repo.Dir, "worktree", "add", "-q", "--detach", work, "feedback")
		t.Setenv("FILTER_BRANCH_SQUELCH_WARNING", "1")
		shell(t, work, "git filter-branch --tree-filter '"+deed+"' HEAD; git push -q --force origin HEAD:refs/heads/feedback")
		gitIn(t, b.repo.Dir, "update-ref", "refs/heads/feedback", gitIn(t, work, "rev-parse", "HEAD"))
		if _, err := a.Append(ctx, noon, "more", File{"a/3.yaml", []byte("three")}); err != nil {
			t.Fatal(err)
		}
		for _, s := range []*Store{a, b, a} {
			if done, err := s.Sync(ctx, "origin", noon); err != nil || done.Restored+done.RestoredHere > 0 {
				t.Errorf("%+v, %v", done, err)
			}
		}
		for _, s := range clones {
			if out := gitIn(t, s.repo.Dir, "log", "-p", "feedback"); strings.Contains(out, "a secret") || !strings.Contains(out, "three") {
				t.Errorf("%s: %s", deed, out)
			}
			if got, err := s.History(ctx, ""); len(got) > 0 || err != nil {
				t.Errorf("%v, %v", got, err)
			}
		}
	}
}

func TestUnreachable(t *testing.T) {
	for said, want := range map[string]string{
		"fatal: unable to access 'https://ana:pass@example.org/kb.git/': no": "the remote origin cannot be reached: unable to access 'https://example.org/kb.git/': no",
		"ERROR: no\nfatal: Could not read from remote repository.\n\nmore":   "the remote origin cannot be reached: Could not read from remote repository.",
		"nothing": "the remote origin cannot be reached",
	} {
		err := notReached("origin", fmt.Errorf("%w: git fetch: exit status 128: %s", git.ErrUnreachable, said))
		if far := (*hint.Error)(nil); !errors.As(err, &far) || far.Error() != want || far.Status != hint.Failure || !errors.Is(err, git.ErrUnreachable) {
			t.Errorf("%q", err)
		}
	}
	if other := errors.New("other"); notReached("origin", other) != other {
		t.Error("an error of another kind is none of the remote's")
	}
}
