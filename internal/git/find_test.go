package git

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/hint"
)

// real is a name without symbolic links, as Find gives them.
func real(t *testing.T, name string) string {
	t.Helper()
	name, err := filepath.EvalSymlinks(name)
	if err != nil {
		t.Fatal(err)
	}
	return name
}

// lookBare makes a folder look like a repository without a work tree, with settings that name programs.
func lookBare(t *testing.T, dir string) {
	t.Helper()
	put(t, filepath.Join(dir, "HEAD"), "ref: refs/heads/main\n")
	put(t, filepath.Join(dir, "config"), "[core]\n\tworktree = ..\n\tfsmonitor = false\n")
	for _, folder := range []string{"objects", "refs/heads"} {
		if err := os.MkdirAll(filepath.Join(dir, folder), 0o700); err != nil {
			t.Fatal(err)
		}
	}
}

// What Find reads in files is what git says of each layout, but for folders that look like repositories without a work tree.
func TestFindIsWhatGitFinds(t *testing.T) {
	dir, do := repository(t)
	ctx := context.Background()
	dir = real(t, dir)
	put(t, filepath.Join(dir, "sub", "a.md"), "a")
	do("add", ".")
	do("commit", "-qm", "one")
	do("worktree", "add", "-q", filepath.Join(dir, "linked"))
	do("init", "-q", "--separate-git-dir", filepath.Join(dir, "apart.git"), filepath.Join(dir, "apart"))
	do("init", "-q", "--object-format=sha256", filepath.Join(dir, "sha256"))
	do("init", "-q", filepath.Join(dir, "configured"))
	do("-C", "configured", "config", "extensions.worktreeConfig", "true")
	do("-C", "configured", "config", "--worktree", "core.logAllRefUpdates", "always")
	do("init", "-q", filepath.Join(dir, "led"))
	do("-C", "led", "config", "core.worktree", filepath.Join(dir, "sub"))
	do("clone", "-q", "--bare", ".", filepath.Join(dir, "hub", ".bare"))
	put(t, filepath.Join(dir, "hub", ".git"), "gitdir: ./.bare\n")
	do("-C", "hub", "worktree", "add", "-q", "tree")
	do("-c", "protocol.file.allow=always", "submodule", "add", "-q", dir, "module")
	lookBare(t, filepath.Join(dir, "sub", "bare"))
	lookBare(t, filepath.Join(dir, "linked", "bare", "deeper"))
	if err := os.MkdirAll(filepath.Join(dir, "sub", ".git"), 0o700); err != nil { // an empty one is none
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(dir, "linked"), filepath.Join(dir, "sub", "link")); err != nil && runtime.GOOS != "windows" {
		t.Fatal(err)
	}
	for at, as := range map[string]string{
		".": "", "sub": "", "linked": "", "linked/sub": "", "apart": "", "sha256": "", "configured": "", "hub/tree": "", "module": "", "module/sub": "", "sub/link": "",
		"sub/bare": "sub", "sub/bare/refs": "sub", "linked/bare/deeper/objects": "linked",
	} {
		from := at
		if as != "" {
			from = as
		}
		cmd := exec.Command("git", "rev-parse", "--path-format=absolute", "--absolute-git-dir", "--git-common-dir", "--git-path", "objects", "--show-object-format", "--show-toplevel")
		cmd.Dir = filepath.Join(dir, from)
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(at, err)
		}
		want := strings.Fields(string(out))
		f := Find(ctx, filepath.Join(dir, at))
		if got := []string{f.GitDir, f.Common, f.Objects, f.Format, f.Top}; f.Err() != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q, %v; git says %q", at, got, f.Err(), want)
		}
		if prefix, err := run(ctx, f, "rev-parse", "--show-prefix"); err != nil || f.Prefix != strings.TrimSpace(string(prefix)) {
			t.Errorf("%s: the prefix is %q, git says %q, %v", at, f.Prefix, prefix, err)
		}
	}
	for at, want := range map[string]error{".git": ErrNoWorkTree, ".git/refs/heads": ErrNoWorkTree, ".git/worktrees/linked": ErrNoWorkTree, "hub/.bare": nil} {
		if err := Find(ctx, filepath.Join(dir, at)).Err(); !errors.Is(err, want) && (want != nil || err != nil) {
			t.Errorf("%s: %v, want %v", at, err, want)
		}
	}
	if f := Find(ctx, filepath.Join(dir, "hub")); !f.IsBare() {
		t.Errorf("a file that leads to a repository without a work tree: %+v", f)
	}
	put(t, filepath.Join(dir, "dangling", ".git"), "gitdir: ../nowhere\n")
	put(t, filepath.Join(dir, "garbage", ".git"), "no such line\n")
	for _, at := range []string{"dangling", "garbage"} {
		if f := Find(ctx, filepath.Join(dir, at)); f.Err() == nil {
			t.Errorf("%s: %+v", at, f)
		}
	}
}

// The names of .git that other systems take for it are folders like all others here.
func TestFindTakesNoOtherName(t *testing.T) {
	dir, _ := repository(t)
	if _, err := os.Stat(filepath.Join(dir, ".GIT")); err == nil {
		t.Skip("the file system does not tell .GIT from .git")
	}
	for _, name := range []string{".GIT", ".Git", "git~1", ".git ", ".git.", ".g\u200cit"} {
		lookBare(t, filepath.Join(dir, "notes", name))
	}
	if f := Find(context.Background(), filepath.Join(dir, "notes")); f.Top != real(t, dir) {
		t.Errorf("%+v", f)
	}
}

func TestFindByName(t *testing.T) {
	dir, _ := repository(t)
	ctx := context.Background()
	dir = real(t, dir)
	put(t, filepath.Join(dir, "kb", "a.md"), "a")
	lookBare(t, filepath.Join(dir, "kb"))
	elsewhere := real(t, t.TempDir())
	t.Chdir(dir)
	t.Setenv("GIT_DIR", ".git") // as hooks are given it
	if f := Find(ctx, "kb"); f.Err() != nil || f.Top != dir || f.GitDir != filepath.Join(dir, ".git") || f.Prefix != "kb/" {
		t.Errorf("a relative GIT_DIR: %+v", f)
	}
	t.Setenv("GIT_WORK_TREE", elsewhere)
	if f := Find(ctx, elsewhere); f.Err() != nil || f.Top != elsewhere || f.GitDir != filepath.Join(dir, ".git") {
		t.Errorf("a work tree that is named: %+v", f)
	}
	t.Setenv("GIT_DIR", "nowhere")
	if err := Find(ctx, dir).Err(); !errors.Is(err, ErrNoRepository) {
		t.Errorf("GIT_DIR of nothing: %v", err)
	}
}

func TestFindGoesNoFurtherThanGit(t *testing.T) {
	dir, _ := repository(t)
	dir = real(t, dir)
	put(t, filepath.Join(dir, "a", "b", "c.md"), "c")
	t.Setenv("GIT_CEILING_DIRECTORIES", strings.Join([]string{"relative", filepath.Join(dir, "a")}, string(filepath.ListSeparator)))
	for at, want := range map[string]error{"a/b": ErrNoRepository, "a": nil, ".": nil} {
		if err := Find(context.Background(), filepath.Join(dir, at)).Err(); !errors.Is(err, want) {
			t.Errorf("from %s below the ceiling: %v, want %v", at, err, want)
		}
	}
}

// Naming a repository to git passes over the check of its owner, which stays all the same.
func TestFindRefusesWhatOthersOwn(t *testing.T) {
	dir, do := repository(t)
	ctx := context.Background()
	t.Setenv("GIT_CONFIG_GLOBAL", filepath.Join(t.TempDir(), "config"))
	expect := func(what string, refused bool) {
		t.Helper()
		err := Find(ctx, dir).Err()
		if got := err != nil && strings.Contains(err.Error(), "dubious ownership") && strings.Contains(err.Error(), "safe.directory"); got != refused || !refused && err != nil {
			t.Errorf("%s: %v", what, err)
		}
		if refused {
			if _, err := Files(ctx, Find(ctx, dir)); err == nil {
				t.Errorf("%s: git was asked all the same", what)
			}
		}
	}
	expect("mine", false)
	do("config", "safe.directory", real(t, dir))
	t.Setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
	expect("trusted by its own settings", true)
	do("config", "--global", "safe.directory", real(t, dir))
	expect("trusted by the user's", false)
	do("config", "--global", "--unset-all", "safe.directory")
	t.Setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "")
	if os.Geteuid() != 0 {
		t.Skip("only root may give a file away")
	}
	const somebody = 54321
	for _, what := range []string{dir, filepath.Join(dir, ".git")} {
		if err := os.Lchown(what, somebody, somebody); err != nil {
			t.Fatal(err)
		}
		t.Setenv("SUDO_UID", "")
		expect("another's "+filepath.Base(what), true)
		t.Setenv("SUDO_UID", "54321")
		expect("that of who called sudo", false)
		if err := os.Lchown(what, 0, 0); err != nil {
			t.Fatal(err)
		}
	}
}

// A setting from a file of the work tree decides nothing, unless one of the user's own comes after it.
func TestForeignSettings(t *testing.T) {
	dir, do := repository(t)
	ctx := context.Background()
	ran := filepath.Join(t.TempDir(), "ran")
	do("commit", "-q", "--allow-empty", "-m", "one")
	put(t, filepath.Join(dir, ".gitconfig"), "[core]\n\tsshCommand = touch "+ran+"; false\n\tautocrlf = input\n")
	talking := func() error {
		_, err := Fetch(ctx, Find(ctx, dir), "ssh://nowhere.invalid/x", "refs/heads/main")
		return err
	}
	isForeign := func(err error) bool {
		return hint.IsUsage(err) && strings.Contains(err.Error(), "a file of the work tree that any change may rewrite")
	}
	do("config", "include.path", "../.gitconfig")
	if err := talking(); !isForeign(err) || !strings.Contains(err.Error(), "git's setting core.sshcommand comes from") {
		t.Errorf("a program of the work tree: %v", err)
	}
	if _, err := Files(ctx, Find(ctx, dir)); err != nil {
		t.Errorf("a question: %v", err)
	}
	own, err := os.ReadFile(filepath.Join(dir, ".git", "config"))
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, ".git", "config"), string(own)+"[core]\n\tsshCommand = false\n")
	if err := talking(); isForeign(err) || !errors.Is(err, ErrUnreachable) {
		t.Errorf("one of the user's own: %v", err)
	}
	put(t, filepath.Join(dir, ".gitconfig"), "[url \"ext::sh -c touch%%20"+ran+"\"]\n\tinsteadOf = ssh:\n")
	if err := talking(); !isForeign(err) {
		t.Errorf("an address of the work tree: %v", err)
	}
	put(t, filepath.Join(dir, ".gitconfig"), "[gpg]\n\tprogram = touch "+ran+"\n")
	if _, err := Judge(ctx, Find(ctx, dir), []string{"HEAD"}); !isForeign(err) {
		t.Errorf("a judge of signatures: %v", err)
	}
	put(t, filepath.Join(dir, "hooks", "reference-transaction"), "#!/bin/sh\ntouch "+ran+"\n")
	if err := os.Chmod(filepath.Join(dir, "hooks", "reference-transaction"), 0o700); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, ".gitconfig"), "[core]\n\thooksPath = hooks\n")
	head, err := RefID(ctx, Find(ctx, dir), "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	if err := UpdateRef(ctx, Find(ctx, dir), "refs/heads/new", head, "", "new", nil); !isForeign(err) {
		t.Errorf("hooks of the work tree: %v", err)
	}
	if _, err := os.Stat(ran); err == nil {
		t.Error("the work tree's program ran")
	}
	put(t, filepath.Join(dir, ".git", "config"), string(own)+"[core]\n\thooksPath = hooks\n") // the user's own word for it
	if err := UpdateRef(ctx, Find(ctx, dir), "refs/heads/new", head, "", "new", nil); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(ran); err != nil && runtime.GOOS != "windows" {
		t.Error("a hook of the user's did not run")
	}
}

// Programs that attributes may ask for, where the user's settings know them: none runs for a question.
func TestQuestionsRunNoProgram(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the programs are shell scripts")
	}
	dir, do := repository(t)
	ctx := context.Background()
	ran := filepath.Join(t.TempDir(), "ran")
	put(t, filepath.Join(dir, "a.md"), "one")
	do("add", ".")
	do("commit", "-qm", "one")
	for _, key := range []string{"filter.x.clean", "filter.x.smudge", "filter.y.process", "diff.x.textconv", "diff.x.command", "diff.external",
		"core.fsmonitor", "core.pager", "core.sshCommand", "core.askPass", "core.editor", "merge.x.driver", "core.alternateRefsCommand", "interactive.diffFilter"} {
		do("config", key, "touch "+ran+"; cat")
	}
	do("config", "filter.y.required", "true")
	do("config", "status.submoduleSummary", "true")
	do("config", "diff.submodule", "log")
	do("config", "submodule.recurse", "true")
	for _, hook := range []string{"post-index-change", "reference-transaction", "fsmonitor-watchman"} {
		put(t, filepath.Join(dir, ".git", "hooks", hook), "#!/bin/sh\ntouch "+ran+"\n")
		if err := os.Chmod(filepath.Join(dir, ".git", "hooks", hook), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	put(t, filepath.Join(dir, ".gitattributes"), "a.md filter=x diff=x merge=x\nb.md filter=y\n")
	put(t, filepath.Join(dir, "a.md"), "two")
	put(t, filepath.Join(dir, "b.md"), "three")
	f := Find(ctx, dir)
	_, err := Files(ctx, f)
	_, err2 := IgnoredFolders(ctx, f)
	edited, err3 := EditedFiles(ctx, f)
	_, err4 := StagedChanges(ctx, f, "HEAD")
	_, _, err5 := TreeDiff(ctx, f, "", "HEAD^{tree}")
	_, _, err6 := Losses(ctx, f, "", "HEAD", ".")
	_, err7 := FirstDays(ctx, f, "", "HEAD", "")
	pool := NewPool(ctx, f)
	defer pool.Close()
	_, err8 := CheckoutOf(ctx, f, pool)
	if err := errors.Join(err, err2, err3, err4, err5, err6, err7, err8); err != nil {
		t.Error(err)
	}
	if !slices.Contains(edited, "a.md") || !slices.Contains(edited, "b.md") {
		t.Errorf("%q", edited)
	}
	if _, err := os.Stat(ran); err == nil {
		t.Error("a program of the settings ran")
	}
}
