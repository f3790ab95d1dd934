package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
)

var (
	// ErrUnreachable says that a remote could not be talked to: the network, its address, or a right to it is missing.
	ErrUnreachable = errors.New("the remote cannot be reached")
	// ErrDeclined says that a remote does not take what is pushed, by a rule of its own.
	ErrDeclined = errors.New("the remote declines what is pushed")
)

// Fetched is where a branch of a remote stands.
type Fetched struct {
	Tip    string // "" where the remote has no such branch
	Shared string // what Share was told last, "" for nothing
}

// Fetch gets the commit at which a branch of a remote stands, with all that belongs to it.
func Fetch(ctx context.Context, dir, remote, ref string) (at Fetched, err error) {
	if at.Shared, err = RefID(ctx, dir, tracking("remotes", remote, ref)); err != nil {
		return at, err
	}
	out, err := talk(ctx, dir, "ls-remote", "--exit-code", "--", remote, ref)
	if no := (*exec.ExitError)(nil); errors.As(err, &no) && no.ExitCode() == 2 {
		return at, nil
	}
	if err != nil {
		return at, err
	}
	for line := range strings.Lines(string(out)) {
		if _, name, _ := strings.Cut(strings.TrimSpace(line), "\t"); name != ref {
			continue
		}
		// Its own reference keeps gc away from what was fetched, and is no branch of the user's.
		arrived := tracking("fetched", remote, ref)
		if _, err := talk(ctx, dir, "fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules", "--", remote, "+"+ref+":"+arrived); err != nil {
			return at, err
		}
		out, err := run(ctx, dir, "rev-parse", "--verify", arrived+"^{commit}")
		at.Tip = strings.TrimSpace(string(out)) // which may have moved on since ls-remote
		return at, err
	}
	return at, nil
}

// Share remembers that this clone and a branch of a remote both have all that leads to a commit.
func Share(ctx context.Context, dir, remote, ref, commit string) error {
	said := fmt.Sprintf("update %s %s\ndelete %s\n", tracking("remotes", remote, ref), commit, tracking("fetched", remote, ref))
	_, err := Input(ctx, dir, strings.NewReader(said), "update-ref", "--stdin")
	return err
}

// tracking is the name of a reference that stands for a branch of a remote.
func tracking(kind, remote, ref string) string {
	return "refs/kbgate/" + kind + "/" + trackingName(remote) + "/" + strings.TrimPrefix(ref, "refs/heads/")
}

// trackingName is a part of a reference's name that stands for a remote, which may be an address.
func trackingName(remote string) string {
	return strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '-' || r == '_' {
			return r
		}
		return '_'
	}, remote)
}

// Push moves a branch of a remote to a commit that comes after where it stands; ErrMoved where it does not.
func Push(ctx context.Context, dir, remote, commit, ref string) error {
	_, err := talk(ctx, dir, "push", "--quiet", "--porcelain", "--no-recurse-submodules", "--", remote, commit+":"+ref)
	if err != nil && (strings.Contains(err.Error(), "[rejected]") || strings.Contains(err.Error(), "fetch first") || strings.Contains(err.Error(), "cannot lock ref")) {
		return fmt.Errorf("%w: %w", ErrMoved, err)
	}
	if err != nil && strings.Contains(err.Error(), "[remote rejected]") {
		return fmt.Errorf("%w: %w", ErrDeclined, err)
	}
	return err
}

// talk runs a git program that speaks with a remote. What it says is part of the error, as that names what is amiss.
func talk(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := command(ctx, dir, args...)
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	err := cmd.Run()
	switch {
	case err == nil:
		return out.Bytes(), nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	}
	said := strings.TrimSpace(complaint.String() + out.String())
	err = fmt.Errorf("git %s: %w: %s", args[0], err, said)
	if lower := strings.ToLower(said); saysAny(lower, unreachable...) && !saysAny(lower, "no space left on device", "quota exceeded") {
		err = fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	return out.Bytes(), err
}

// unreachable is what git and the programs that it talks through say where they get no answer, or are not let in.
var unreachable = []string{
	"could not read from remote repository", "unable to access", "unable to connect", "could not resolve", "does not appear to be a git repository",
	"connection refused", "timed out", "authentication failed", "could not read username", "could not read password", "repository not found",
	"the remote end hung up",
}

// IsRemote reports whether a name is that of a remote, or leads to a repository by itself: an address, or a folder.
func IsRemote(ctx context.Context, dir, name string) (bool, error) {
	out, err := run(ctx, dir, "remote")
	if err != nil {
		return false, err
	}
	for line := range strings.Lines(string(out)) {
		if strings.TrimSpace(line) == name {
			return true, nil
		}
	}
	return strings.ContainsAny(name, `/:\`), nil
}

// RemoteURL gives the address from which a remote is fetched, as git would call it; "" where there is no such remote.
func RemoteURL(ctx context.Context, dir, name string) (string, error) {
	out, err := talk(ctx, dir, "remote", "get-url", "--", name)
	if no := (*exec.ExitError)(nil); errors.As(err, &no) {
		return "", nil
	}
	return strings.TrimSpace(string(out)), err
}
