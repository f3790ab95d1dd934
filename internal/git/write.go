package git

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// synced are the settings under which git writes: what it says is done is on the disk (core.fsync, git 2.36; older ones know
// core.fsyncObjectFiles and sync packs anyway).
var synced = []string{"-c", "core.fsync=all", "-c", "core.fsyncMethod=fsync", "-c", "core.fsyncObjectFiles=true", "-c", "gc.auto=0"}

// UpdateRef moves a reference from one commit to another. From "" it makes the reference. It fails with ErrMoved where the
// reference is elsewhere, and with ErrLocked where it is locked; with both the reference is as it was. Git and the hooks
// that it runs keep a file open for as long as they live, if one is given: so its lock tells that they do.
func UpdateRef(ctx context.Context, f Folder, ref, to, from, message string, keep *os.File) error {
	was := cmp.Or(from, strings.Repeat("0", len(to)))
	p := command(ctx, writes, f, slices.Concat(synced, []string{"update-ref", "-m", message, ref, to, was})...)
	if keep != nil && runtime.GOOS != "windows" { // which has no such inheritance
		p.ExtraFiles = []*os.File{keep}
	}
	_, err := p.output()
	if !exitedWith(err, 1, 128) || errors.Is(err, errBroken) {
		return err // a git that was killed may have moved it
	}
	if now, askErr := RefID(ctx, f, ref); askErr == nil && now != from && now != to {
		return fmt.Errorf("%w: %w", ErrMoved, err)
	}
	return err
}

// IsAncestor reports whether a commit leads to another, or is it.
func IsAncestor(ctx context.Context, f Folder, commit, of string) (bool, error) {
	_, err := run(ctx, f, "merge-base", "--is-ancestor", commit, of)
	if exitedWith(err, 1) {
		return false, nil
	}
	return err == nil, err
}

// Ident is who the repository's settings say commits are by, as "Name <address>"; an error where they do not say.
func Ident(ctx context.Context, f Folder) (string, error) {
	who, err := line(ctx, f, "var", "GIT_COMMITTER_IDENT")
	if err != nil {
		return "", err
	}
	return identOf(who), nil
}

// UpdateIndex adds entries to an index file, as `git update-index -z --index-info` reads them.
func UpdateIndex(ctx context.Context, f Folder, index string, entries io.Reader) error {
	p := command(ctx, writes, f, "update-index", "-z", "--index-info")
	p.Env = append(p.Env, "GIT_INDEX_FILE="+index)
	p.Stdin = entries
	_, err := p.output()
	return err
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
