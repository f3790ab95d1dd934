package git

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What the table of causes says is what git says: each failure is made for real. The words that take a network, or a git of another
// version, are not.
func TestCauses(t *testing.T) {
	dir, do := repository(t)
	ctx := t.Context()
	do("commit", "-q", "--allow-empty", "-m", "one")
	do("branch", "side")
	do("commit", "-q", "--allow-empty", "-m", "two")
	do("tag", "two")
	bare := filepath.Join(t.TempDir(), "bare.git")
	do("clone", "-q", "--bare", dir, bare)
	f := Find(ctx, dir)
	one, err := RefID(ctx, f, "refs/heads/side")
	if err != nil {
		t.Fatal(err)
	}
	two, err := RefID(ctx, f, "refs/tags/two")
	if err != nil {
		t.Fatal(err)
	}
	heads := filepath.Join(dir, ".git", "refs", "heads")
	put(t, filepath.Join(heads, "locked"), one+"\n")
	put(t, filepath.Join(heads, "locked.lock"), "")
	put(t, filepath.Join(heads, "broken"), "rubbish\n")
	hook := filepath.Join(bare, "hooks", "update")
	put(t, hook, "#!/bin/sh\nexit 1\n")
	if err := os.Chmod(hook, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GIT_DIR", "")
	push := func(ref string) error {
		return Push(ctx, f, bare, one, ref)
	}
	_, binary := MergeTexts(ctx, f, []byte("a\x00"), []byte("b\x00"), []byte("c\x00"))
	_, unreachable := Fetch(ctx, f, filepath.Join(dir, "nowhere"), "refs/heads/main")
	_, refused := Fetch(ctx, f, "git://127.0.0.1:9/x", "refs/heads/main")
	_, noWorkTree := command(ctx, reads, Named(ctx, bare, bare), "status").output()
	_, noRepository := program(ctx, reads, t.TempDir(), nil, "status").output()
	branch, err := HeadBranch(ctx, f)
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct{ err, want error }{
		"binary":             {binary, ErrBinary},
		"no repository":      {noRepository, ErrNoRepository},
		"locked":             {UpdateRef(ctx, f, "refs/heads/locked", two, one, "x", nil), ErrLocked},
		"broken":             {UpdateRef(ctx, f, "refs/heads/broken", two, one, "x", nil), errBroken},
		"moved":              {UpdateRef(ctx, f, "refs/heads/side", two, two, "x", nil), ErrMoved},
		"gone":               {UpdateRef(ctx, f, "refs/heads/none", two, one, "x", nil), ErrMoved},
		"there":              {UpdateRef(ctx, f, "refs/heads/side", two, "", "x", nil), ErrMoved},
		"no folder":          {unreachable, ErrUnreachable},
		"nobody listens":     {refused, ErrUnreachable},
		"not a later commit": {push(branch), ErrMoved},
		"a hook says no":     {push("refs/heads/new"), ErrDeclined},
		"no work tree":       {noWorkTree, ErrNoWorkTree},
	} {
		if !errors.Is(test.err, test.want) {
			t.Errorf("%s: %v, want %v", name, test.err, test.want)
		}
		if errors.Is(test.err, ErrMoved) != (test.want == ErrMoved) {
			t.Errorf("%s has not moved: %v", name, test.err)
		}
	}
	if err := push(branch + "/below"); err == nil || !strings.Contains(err.Error(), "the remote has "+branch+", beside which") {
		t.Errorf("a branch in the way: %v", err)
	}
	// A failure without a name keeps git's words.
	if _, err := run(ctx, f, "cat-file", "-t", strings.Repeat("1", 40)); err == nil || !strings.Contains(err.Error(), "git cat-file: exit status 128: fatal: ") {
		t.Error(err)
	}
}
