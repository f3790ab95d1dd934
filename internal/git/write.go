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
	"slices"
	"strings"
)

// synced are the settings under which git is to write: what it says is done is on the disk (core.fsync, git 2.36; older
// ones know core.fsyncObjectFiles and sync packs anyway).
var synced = []string{"-c", "core.fsync=all", "-c", "core.fsyncMethod=fsync", "-c", "core.fsyncObjectFiles=true", "-c", "gc.auto=0"}

// Place is where the parts of a repository lie.
type Place struct {
	Dir     string // the git directory of this work tree
	Common  string // the git directory that all its work trees share
	Objects string // the folder of the objects
	Format  string // the hash by which objects are named: sha1 or sha256
	Bare    bool
}

// Locate finds the repository that holds dir.
func Locate(ctx context.Context, dir string) (Place, error) {
	out, err := run(ctx, dir, "rev-parse", "--path-format=absolute", "--absolute-git-dir", "--git-common-dir", "--git-path", "objects",
		"--show-object-format", "--is-bare-repository")
	if err != nil {
		return Place{}, err
	}
	lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(lines) != 5 {
		return Place{}, fmt.Errorf("git rev-parse says %q", out)
	}
	return Place{Dir: lines[0], Common: lines[1], Objects: lines[2], Format: lines[3], Bare: lines[4] == "true"}, nil
}

// Input runs a git program in dir that reads from in and syncs what it writes, and gives what it says.
func Input(ctx context.Context, dir string, in io.Reader, args ...string) ([]byte, error) {
	cmd := command(ctx, dir, append(synced[:len(synced):len(synced)], args...)...)
	var complaint bytes.Buffer
	cmd.Stdin, cmd.Stderr = in, &complaint
	out, err := cmd.Output()
	if err == nil {
		return out, nil
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return nil, fmt.Errorf("git %s: %w: %s", args[0], err, strings.TrimSpace(complaint.String()))
}

var (
	// ErrMoved says that a reference is not what it was thought to be.
	ErrMoved = errors.New("the reference has moved")
	// ErrLocked says that the lock file of a reference stands in the way.
	ErrLocked = errors.New("the reference is locked")
)

// UpdateRef moves a reference from one commit to another, for good: when it returns, the move is on the disk. From "" it
// makes the reference. It fails with ErrMoved where the reference is elsewhere, and with ErrLocked where it is locked.
func UpdateRef(ctx context.Context, dir, ref, to, from, message string) error {
	if from == "" {
		from = strings.Repeat("0", len(to))
	}
	cmd := command(ctx, dir, append(synced[:len(synced):len(synced)], "update-ref", "-m", message, ref, to, from)...)
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	err := cmd.Run()
	if err == nil {
		return nil
	}
	said := strings.TrimSpace(complaint.String())
	failed := (*exec.ExitError)(nil)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case !errors.As(err, &failed):
		return fmt.Errorf("git update-ref: %w", err)
	case strings.Contains(said, "but expected") || strings.Contains(said, "reference already exists") || strings.Contains(said, "unable to resolve reference"):
		return fmt.Errorf("%w: %s", ErrMoved, said)
	case strings.Contains(said, ".lock': File exists"):
		return fmt.Errorf("%w: %s", ErrLocked, said)
	}
	return fmt.Errorf("git update-ref: %w: %s", err, said)
}

// Ident is who the repository's settings say commits are by, as "Name <address>"; an error where they do not say.
func Ident(ctx context.Context, dir string) (string, error) {
	out, err := run(ctx, dir, "var", "GIT_COMMITTER_IDENT")
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
func HeadBranch(ctx context.Context, dir string) (string, error) {
	out, err := run(ctx, dir, "symbolic-ref", "--quiet", "HEAD")
	if no := (*exec.ExitError)(nil); errors.As(err, &no) && no.ExitCode() == 1 {
		return "", nil
	}
	return strings.TrimSpace(string(out)), err
}

// UpdateIndex adds entries to an index file, as `git update-index -z --index-info` reads them.
func UpdateIndex(ctx context.Context, dir, index string, entries io.Reader) error {
	cmd := command(ctx, dir, "update-index", "-z", "--index-info")
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

// CommitIsOpen reports whether a `git commit` is waiting, for its message or for a hook: the message is written to a file
// then, and the log of HEAD has not been written since. A commit that was given up leaves the same behind, so a program
// must be running too, where the system tells of its programs.
func CommitIsOpen(gitDir string) (bool, error) {
	message, err := os.Stat(filepath.Join(gitDir, "COMMIT_EDITMSG"))
	if err != nil {
		return false, ignoreMissing(err)
	}
	log, err := os.Stat(filepath.Join(gitDir, "logs", "HEAD"))
	if err != nil {
		return false, ignoreMissing(err)
	}
	return message.ModTime().After(log.ModTime()) && mayRunCommit(), nil
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// mayRunCommit reports whether some `git commit` runs on this machine; where nothing tells, it may.
func mayRunCommit() bool {
	programs, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil || len(programs) == 0 {
		return true
	}
	for _, name := range programs {
		line, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		words := strings.Split(string(line), "\x00")
		if program := filepath.Base(words[0]); (program == "git" || program == "git.exe") && slices.Contains(words, "commit") {
			return true
		}
	}
	return false
}
