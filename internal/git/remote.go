package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
)

// Fetch gets the commit at which a branch of a remote stands, with all that belongs to it, and gives its id; "" where the
// remote has no such branch.
func Fetch(ctx context.Context, dir, remote, ref string) (string, error) {
	out, err := talk(ctx, dir, "ls-remote", "--exit-code", "--", remote, ref)
	if no := (*exec.ExitError)(nil); errors.As(err, &no) && no.ExitCode() == 2 {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(string(out)) {
		if _, name, _ := strings.Cut(strings.TrimSpace(line), "\t"); name != ref {
			continue
		}
		// Its own reference keeps gc away from what was fetched, and is no branch of the user's.
		tracking := "refs/kbgate/remotes/" + trackingName(remote) + "/" + strings.TrimPrefix(ref, "refs/heads/")
		if _, err := talk(ctx, dir, "fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--", remote, "+"+ref+":"+tracking); err != nil {
			return "", err
		}
		out, err := run(ctx, dir, "rev-parse", "--verify", tracking+"^{commit}")
		if err != nil {
			return "", err
		}
		return strings.TrimSpace(string(out)), nil // which may have moved on since ls-remote
	}
	return "", nil
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
	_, err := talk(ctx, dir, "push", "--quiet", "--porcelain", "--", remote, commit+":"+ref)
	if err != nil && (strings.Contains(err.Error(), "[rejected]") || strings.Contains(err.Error(), "fetch first") || strings.Contains(err.Error(), "cannot lock ref")) {
		return fmt.Errorf("%w: %w", ErrMoved, err)
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
	return out.Bytes(), fmt.Errorf("git %s: %w: %s", args[0], err, strings.TrimSpace(complaint.String()+out.String()))
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
