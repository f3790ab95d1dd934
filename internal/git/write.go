package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// synced are the settings under which git is to write: what it says is done is on the disk (core.fsync, git 2.36; older
// ones know core.fsyncObjectFiles and sync packs anyway).
var synced = []string{"-c", "core.fsync=all", "-c", "core.fsyncMethod=fsync", "-c", "core.fsyncObjectFiles=true", "-c", "gc.auto=0"}

// CurrentBranch gives the short name of the branch that is checked out, like Branch of HEAD, and does not ask git where a file
// says it.
func CurrentBranch(ctx context.Context, f Folder) (string, error) {
	if head, err := os.ReadFile(filepath.Join(f.GitDir, "HEAD")); err == nil {
		if branch, ok := strings.CutPrefix(strings.TrimSpace(string(head)), "ref: refs/heads/"); ok && branch != ".invalid" { // that of reftables
			return branch, nil
		}
	}
	return Branch(ctx, f, "")
}

// Input runs a git program that reads from in and syncs what it writes, without any hook, and gives what it says.
func Input(ctx context.Context, f Folder, in io.Reader, args ...string) ([]byte, error) {
	return input(ctx, reads, f, in, args...)
}

func input(ctx context.Context, r role, f Folder, in io.Reader, args ...string) ([]byte, error) {
	cmd := command(ctx, r, f, append(synced[:len(synced):len(synced)], args...)...)
	var complaint bytes.Buffer
	cmd.Stdin, cmd.Stderr = in, &complaint
	out, err := cmd.Output()
	if err == nil {
		return out, nil
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return nil, fmt.Errorf("git %s: %w: %s", args[0], err, complaints(&complaint))
}

// complaints are what git said on standard error, without its complaint about the setting that only older gits know.
func complaints(stderr *bytes.Buffer) string {
	said := strings.ReplaceAll(stderr.String(), "warning: core.fsyncObjectFiles is deprecated; use core.fsync instead\n", "")
	return strings.TrimSpace(said)
}

var (
	// ErrMoved says that a reference is not what it was thought to be.
	ErrMoved = errors.New("the reference has moved")
	// ErrLocked says that the lock file of a reference stands in the way.
	ErrLocked = errors.New("the reference is locked")
)

// UpdateRef moves a reference from one commit to another. From "" it makes the reference. It fails with ErrMoved where the
// reference is elsewhere, and with ErrLocked where it is locked; with both the reference is as it was. Git and the hooks
// that it runs keep a file open for as long as they live, if one is given: so its lock tells that they do.
func UpdateRef(ctx context.Context, f Folder, ref, to, from, message string, keep *os.File) error {
	if from == "" {
		from = strings.Repeat("0", len(to))
	}
	if err := refuseForeign(ctx, f, writes); err != nil {
		return err
	}
	cmd := command(ctx, writes, f, append(synced[:len(synced):len(synced)], "update-ref", "-m", message, ref, to, from)...)
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	if keep != nil && runtime.GOOS != "windows" { // which has no such inheritance
		cmd.ExtraFiles = []*os.File{keep}
	}
	err := cmd.Run()
	if err == nil {
		return nil
	}
	said := complaints(&complaint)
	failed := (*exec.ExitError)(nil)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case !errors.As(err, &failed):
		return fmt.Errorf("git update-ref: %w", err)
	case strings.Contains(said, "reference broken"):
		return fmt.Errorf("git update-ref: %w: %s", err, said)
	case saysAny(said, "but expected", "reference already exists", "unable to resolve reference", "data concurrently modified"):
		return fmt.Errorf("%w: %s", ErrMoved, said)
	case saysAny(said, ".lock': File exists", "data is locked"):
		return fmt.Errorf("%w: %s", ErrLocked, said)
	}
	return fmt.Errorf("git update-ref: %w: %s", err, said)
}

// saysAny reports whether git said one of several things; some are those of reftables (git's reftable/error.c).
func saysAny(said string, things ...string) bool {
	return slices.ContainsFunc(things, func(thing string) bool { return strings.Contains(said, thing) })
}

// Symbolic is the reference that one stands for, which may be itself.
func Symbolic(ctx context.Context, f Folder, ref string) (string, error) {
	out, err := run(ctx, f, "symbolic-ref", "--quiet", ref)
	if no := (*exec.ExitError)(nil); errors.As(err, &no) && no.ExitCode() == 1 {
		return ref, nil
	}
	return strings.TrimSpace(string(out)), err
}

// IsAncestor reports whether a commit leads to another, or is it.
func IsAncestor(ctx context.Context, f Folder, commit, of string) (bool, error) {
	_, err := run(ctx, f, "merge-base", "--is-ancestor", commit, of)
	if no := (*exec.ExitError)(nil); errors.As(err, &no) && no.ExitCode() == 1 {
		return false, nil
	}
	return err == nil, err
}

// Ident is who the repository's settings say commits are by, as "Name <address>"; an error where they do not say.
func Ident(ctx context.Context, f Folder) (string, error) {
	out, err := run(ctx, f, "var", "GIT_COMMITTER_IDENT")
	if err != nil {
		return "", err
	}
	who, _, ok := bytes.Cut(out, []byte("> "))
	if !ok {
		return "", fmt.Errorf("git var says %q", out)
	}
	return string(who) + ">", nil
}

// HeadBranch is the full name of the branch that is checked out, "" where none is.
func HeadBranch(ctx context.Context, f Folder) (string, error) {
	out, err := run(ctx, f, "symbolic-ref", "--quiet", "HEAD")
	if no := (*exec.ExitError)(nil); errors.As(err, &no) && no.ExitCode() == 1 {
		return "", nil
	}
	return strings.TrimSpace(string(out)), err
}

// UpdateIndex adds entries to an index file, as `git update-index -z --index-info` reads them.
func UpdateIndex(ctx context.Context, f Folder, index string, entries io.Reader) error {
	if err := refuseForeign(ctx, f, writes); err != nil {
		return err
	}
	cmd := command(ctx, writes, f, "update-index", "-z", "--index-info")
	cmd.Env = append(cmd.Env, "GIT_INDEX_FILE="+index)
	var complaint bytes.Buffer
	cmd.Stdin, cmd.Stderr = entries, &complaint
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("git update-index: %w: %s", err, strings.TrimSpace(complaint.String()))
	}
	return nil
}

// CommitIsOpen reports whether a `git commit` in a work tree is waiting, for its message or for a hook: the message is
// written to a file then, and the log of HEAD has not been written since. A commit that was given up leaves the same
// behind, so a program must be running too, where the system tells of its programs.
func CommitIsOpen(gitDir, top string) (bool, error) {
	message, err := os.Stat(filepath.Join(gitDir, "COMMIT_EDITMSG"))
	if err != nil {
		return false, ignoreMissing(err)
	}
	log, err := os.Stat(filepath.Join(gitDir, "logs", "HEAD"))
	if err != nil {
		return false, ignoreMissing(err)
	}
	if !message.ModTime().After(log.ModTime()) {
		return false, nil
	}
	runs, known := CommitRuns(top)
	return runs || !known, nil
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// CommitRuns reports whether some `git commit` runs at the top of a work tree, where git goes; not known where the system
// does not tell of its programs.
func CommitRuns(top string) (runs, known bool) {
	programs, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil || len(programs) == 0 {
		return false, false
	}
	for _, name := range programs {
		line, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		words := strings.Split(string(line), "\x00")
		if program := filepath.Base(words[0]); (program == "git" || program == "git.exe") && slices.Contains(words, "commit") {
			if at, err := os.Readlink(filepath.Join(filepath.Dir(name), "cwd")); err != nil || at == top {
				return true, true
			}
		}
	}
	return false, true
}
