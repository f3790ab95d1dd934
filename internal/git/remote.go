package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path"
	"strings"
)

var (
	// ErrUnreachable says that a remote could not be talked to: the network, its address, or a right to it is missing.
	ErrUnreachable = errors.New("the remote cannot be reached")
	// ErrDeclined says that a remote does not take what is pushed, by a rule of its own.
	ErrDeclined = errors.New("the remote declines what is pushed")
)

// NamesakeError says that a remote has another reference whose name ends in that of a branch, such as a tag called
// refs/heads/feedback: a push would go there, or nowhere (git-push(1), the destination of a refspec).
type NamesakeError struct{ Branch, Name string }

func (e *NamesakeError) Error() string {
	return fmt.Sprintf("the remote has %s, which git does not tell from the branch %s", e.Name, e.Branch)
}

// BlockedError says that a remote has a branch beside which git can keep no other: refs/heads/feedback/x stands in the way of
// refs/heads/feedback, and the other way round (git-check-ref-format(1)).
type BlockedError struct{ Branch, Name string }

func (e *BlockedError) Error() string {
	return fmt.Sprintf("the remote has %s, beside which it can have no branch %s", e.Name, e.Branch)
}

// Fetched is where a branch of a remote stands.
type Fetched struct {
	Tip    string // "" where the remote has no such branch
	Shared string // what Share was told last, "" for nothing
}

// Fetch gets the commit at which a branch of a remote stands, with all that belongs to it; *NamesakeError where another reference
// there bears its name.
func Fetch(ctx context.Context, f Folder, remote, ref string) (at Fetched, err error) {
	if at.Shared, err = RefID(ctx, f, tracking("remotes", remote, ref)); err != nil {
		return at, err
	}
	out, err := talk(ctx, f, "ls-remote", "--exit-code", "--", remote, ref)
	if no := (*exec.ExitError)(nil); errors.As(err, &no) && no.ExitCode() == 2 {
		return at, nil
	}
	if err != nil {
		return at, err
	}
	for line := range strings.Lines(string(out)) {
		if _, name, _ := strings.Cut(strings.TrimSpace(line), "\t"); name != ref {
			return at, &NamesakeError{ref, name}
		}
	}
	// Its own reference keeps gc away from what was fetched, and is no branch of the user's.
	arrived := tracking("fetched", remote, ref)
	if _, err := talk(ctx, f, "fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules", "--", remote, "+"+ref+":"+arrived); err != nil {
		return at, err
	}
	out, err = run(ctx, f, "rev-parse", "--verify", arrived+"^{commit}")
	at.Tip = strings.TrimSpace(string(out)) // which may have moved on since ls-remote
	return at, err
}

// Share remembers that this clone and a branch of a remote both have all that leads to a commit.
func Share(ctx context.Context, f Folder, remote, ref, commit string) error {
	said := fmt.Sprintf("update %s %s\ndelete %s\n", tracking("remotes", remote, ref), commit, tracking("fetched", remote, ref))
	if err := refuseForeign(ctx, f, writes); err != nil {
		return err
	}
	_, err := input(ctx, writes, f, strings.NewReader(said), "update-ref", "--stdin")
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

// Push moves a branch of a remote to a commit that comes after where it stands; ErrMoved where it does not, *BlockedError where another
// branch there allows none of that name.
func Push(ctx context.Context, f Folder, remote, commit, ref string) error {
	_, err := talk(ctx, f, "push", "--quiet", "--porcelain", "--no-recurse-submodules", "--", remote, commit+":"+ref)
	if err != nil && saysAny(err.Error(), "[remote rejected]", "cannot lock ref") {
		if name := blocking(ctx, f, remote, ref); name != "" {
			return &BlockedError{ref, name}
		}
	}
	if err != nil && (strings.Contains(err.Error(), "[rejected]") || strings.Contains(err.Error(), "fetch first") || strings.Contains(err.Error(), "cannot lock ref")) {
		return fmt.Errorf("%w: %w", ErrMoved, err)
	}
	if err != nil && strings.Contains(err.Error(), "[remote rejected]") {
		return fmt.Errorf("%w: %w", ErrDeclined, err)
	}
	return err
}

// blocking is a branch of a remote that lies below a branch, or above it; "" where there is none, or nobody tells.
func blocking(ctx context.Context, f Folder, remote, ref string) string {
	asked := []string{"ls-remote", "--", remote, ref + "/*"}
	for above := path.Dir(ref); above != "refs/heads" && above != "."; above = path.Dir(above) {
		asked = append(asked, above)
	}
	out, err := talk(ctx, f, asked...)
	if err != nil {
		return "" // the push has failed, and that is said
	}
	for line := range strings.Lines(string(out)) {
		_, name, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if strings.HasPrefix(name, ref+"/") || strings.HasPrefix(ref, name+"/") {
			return name
		}
	}
	return ""
}

// talk runs a git program that speaks with a remote. What it says is part of the error, as that names what is amiss.
func talk(ctx context.Context, f Folder, args ...string) ([]byte, error) {
	if err := refuseForeign(ctx, f, talks); err != nil {
		return nil, err
	}
	cmd := command(ctx, talks, f, args...)
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
func IsRemote(ctx context.Context, f Folder, name string) (bool, error) {
	out, err := run(ctx, f, "remote")
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
func RemoteURL(ctx context.Context, f Folder, name string) (string, error) {
	out, err := run(ctx, f, "remote", "get-url", "--", name)
	if no := (*exec.ExitError)(nil); errors.As(err, &no) {
		return "", nil
	}
	return strings.TrimSpace(string(out)), err
}
