package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// role is what a git program is for, and so whose programs it may start in its turn.
type role int

const (
	reads  role = iota // nobody's
	writes             // the hooks of the repository's user, who may do in them what they like
	talks              // with a remote: those, and what the user's settings name for it
)

// settings are those under which every git program runs. A repository without a work tree counts where it is named alone; a
// file system monitor is a program; a root commit that is not shown adds nothing; a merge is compared with each of its
// parents; no other repository is gone into; and to tell what a remote has, a push does not go through each path of what both
// have, of which a few folders may have too many.
var settings = []string{"--no-pager", "-c", "safe.bareRepository=explicit", "-c", "core.fsmonitor=false", "-c", "log.showRoot=true",
	"-c", "log.showSignature=false", "-c", "log.follow=false", "-c", "log.diffMerges=separate", "-c", "submodule.recurse=false", "-c", "pack.useSparse=false"}

// settings are those of the role besides.
func (r role) settings() []string {
	all := settings[:len(settings):len(settings)]
	if r == reads {
		all = append(all, "-c", "core.hooksPath="+os.DevNull, "-c", "protocol.allow=never")
	}
	return all
}

// program is a git program in a folder. Nothing else starts one.
func program(ctx context.Context, r role, dir string, environment []string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "git", append(r.settings(), args...)...)
	cmd.Dir = dir
	cmd.Env = slices.DeleteFunc(os.Environ(), func(variable string) bool {
		return strings.HasPrefix(variable, "GIT_DIR=") || strings.HasPrefix(variable, "GIT_WORK_TREE=")
	})
	// Its complaints are read; and what is judged is what is there, not what this clone replaces it by.
	cmd.Env = append(cmd.Env, "LC_ALL=C", "GIT_NO_REPLACE_OBJECTS=1")
	if r == reads {
		// A partial clone would get what it lacks by itself. Git before 2.44 knows the first alone, which no setting overrules.
		cmd.Env = append(cmd.Env, "GIT_ALLOW_PROTOCOL=none", "GIT_NO_LAZY_FETCH=1")
	}
	cmd.Env = append(cmd.Env, environment...)
	return cmd
}

// command is a git program that is told the repository of a folder.
func command(ctx context.Context, r role, f Folder, args ...string) *exec.Cmd {
	cmd := program(ctx, r, f.Dir, f.environment(), args...)
	if err := f.Err(); err != nil {
		cmd.Err = err
	}
	return cmd
}

// environment names the repository. A hook is given names of files that count from the folder in which it starts, and ours run in
// other folders.
func (f Folder) environment() []string {
	env := []string{"GIT_DIR=" + f.GitDir}
	if f.Top != "" {
		env = append(env, "GIT_WORK_TREE="+f.Top)
	}
	for _, name := range []string{"GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY"} {
		value := os.Getenv(name)
		if value == "" || filepath.IsAbs(value) {
			continue
		}
		if name == "GIT_INDEX_FILE" && f.Top != "" { // which git opens from there
			env = append(env, name+"="+filepath.Join(f.Top, value))
			continue
		}
		if absolute, err := filepath.Abs(value); err == nil {
			env = append(env, name+"="+absolute)
		}
	}
	return env
}

// noGit says that there is no git program, so that nothing is in a repository either.
type noGit struct{}

func (noGit) Error() string   { return ErrNoGit.Error() }
func (noGit) Unwrap() []error { return []error{ErrNoGit, ErrNoRepository} }

// run gives the standard output of a git program that only reads, also beside an error that is git's own or ErrNoWorkTree.
func run(ctx context.Context, f Folder, args ...string) ([]byte, error) {
	return output(ctx, command(ctx, reads, f, args...), args[0])
}

// output runs a git program, and gives what run does.
func output(ctx context.Context, cmd *exec.Cmd, name string) ([]byte, error) {
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	if err == nil {
		return out, nil
	}
	if errors.Is(err, exec.ErrNotFound) {
		return nil, noGit{}
	}
	said := strings.TrimSpace(complaint.String())
	switch failed := (*exec.ExitError)(nil); {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case !errors.As(err, &failed):
		return nil, err
	case strings.Contains(said, "not a git repository"):
		return nil, ErrNoRepository
	case strings.Contains(said, "must be run in a work tree"):
		return out, ErrNoWorkTree
	case isUnfetched(said):
		return out, fmt.Errorf("git %s: %w: %w: %s", name, ErrUnfetched, err, said)
	}
	return out, fmt.Errorf("git %s: %w: %s", name, err, said)
}

// isUnfetched reports whether git ended for want of what a partial clone left with its origin.
func isUnfetched(said string) bool {
	return strings.Contains(said, "could not fetch") || strings.Contains(said, "promisor remote") || strings.Contains(said, "lazy fetching disabled")
}
