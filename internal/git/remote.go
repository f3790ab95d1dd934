package git

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/hint"
)

// Fetched is where a branch of a remote stands.
type Fetched struct {
	Tip    string // "" where the remote has no such branch
	Shared string // what Share was told last, "" for nothing
}

// Fetch gets the commit at which a branch of a remote stands, with all that belongs to it. It fails where another reference there
// bears its name, such as a tag called refs/heads/feedback: a push would go there, or nowhere (git-push(1), the destination of a
// refspec).
func Fetch(ctx context.Context, f Folder, remote, ref string) (at Fetched, err error) {
	if at.Shared, err = RefID(ctx, f, SharedRef(remote, ref)); err != nil {
		return at, err
	}
	there, err := advertised(ctx, f, remote, ref)
	if err != nil || len(there) == 0 {
		return at, err
	}
	for _, name := range there {
		if name != ref {
			return at, inTheWay(remote, name, "which git does not tell from the branch %s", ref)
		}
	}
	// Its own reference keeps gc away from what was fetched, and is no branch of the user's.
	arrived := tracking("fetched", remote, ref)
	if _, err := command(ctx, talks, f, "fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules", "--", remote, "+"+ref+":"+arrived).output(); err != nil {
		return at, err
	}
	at.Tip, err = line(ctx, f, "rev-parse", "--verify", arrived+"^{commit}") // which may have moved on since ls-remote
	return at, err
}

// advertised are the names of the references of a remote that end in one of some patterns.
func advertised(ctx context.Context, f Folder, remote string, patterns ...string) ([]string, error) {
	out, err := command(ctx, talks, f, append([]string{"ls-remote", "--", remote}, patterns...)...).output()
	if err != nil {
		return nil, err
	}
	var names []string
	for _, said := range splitLines(out) {
		_, name, _ := strings.Cut(said, "\t")
		names = append(names, name)
	}
	return names, nil
}

// inTheWay says that a reference of a remote stands in the way of a branch.
func inTheWay(remote, name, why, branch string) error {
	return hint.Misuse(fmt.Sprintf("`git push %s :%s` takes it away there", remote, name), "the remote has %s, "+why, name, branch)
}

// Share remembers that this clone and a branch of a remote both have all that leads to a commit.
func Share(ctx context.Context, f Folder, remote, ref, commit string) error {
	p := command(ctx, writes, f, slices.Concat(synced, []string{"update-ref", "--stdin"})...)
	p.Stdin = strings.NewReader(fmt.Sprintf("update %s %s\ndelete %s\n", tracking("remotes", remote, ref), commit, tracking("fetched", remote, ref)))
	_, err := p.output()
	return err
}

// tracking is the name of a reference that stands for a branch of a remote.
func tracking(kind, remote, ref string) string {
	return "refs/kbgate/" + kind + "/" + trackingName(remote) + "/" + strings.TrimPrefix(ref, "refs/heads/")
}

// SharedRef is the reference that remembers what Share was told last of a branch of a remote.
func SharedRef(remote, ref string) string { return tracking("remotes", remote, ref) }

// trackingName is a part of a reference's name that stands for a remote, which may be an address.
func trackingName(remote string) string {
	return strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '-' || r == '_' {
			return r
		}
		return '_'
	}, remote)
}

// Push moves a branch of a remote to a commit that comes after where it stands; ErrMoved where it does not. It fails where a branch
// lies there below that one, or above it: git can keep no other beside such a one (git-check-ref-format(1)).
func Push(ctx context.Context, f Folder, remote, commit, ref string) error {
	_, err := command(ctx, talks, f, "push", "--quiet", "--porcelain", "--no-recurse-submodules", "--", remote, commit+":"+ref).output()
	if !errors.Is(err, errNoLock) && !errors.Is(err, ErrDeclined) {
		return err
	}
	patterns := []string{ref + "/*"}
	for above := path.Dir(ref); above != "refs/heads" && above != "."; above = path.Dir(above) {
		patterns = append(patterns, above)
	}
	there, _ := advertised(ctx, f, remote, patterns...) // else it is said that the push has failed
	for _, name := range there {
		if strings.HasPrefix(name, ref+"/") || strings.HasPrefix(ref, name+"/") {
			return inTheWay(remote, name, "beside which it can have no branch %s", ref)
		}
	}
	if errors.Is(err, errNoLock) { // somebody else was at it
		return fmt.Errorf("%w: %w", ErrMoved, err)
	}
	return err
}

// IsRemote reports whether a name is that of a remote, or leads to a repository by itself: an address, or a folder.
func IsRemote(ctx context.Context, f Folder, name string) (bool, error) {
	out, err := run(ctx, f, "remote")
	return err == nil && (slices.Contains(splitLines(out), name) || strings.ContainsAny(name, `/:\`)), err
}

// PushURLs gives the addresses to which a remote is pushed, as git would call them; none where there is no such remote.
func PushURLs(ctx context.Context, f Folder, name string) ([]string, error) {
	out, err := run(ctx, f, "remote", "get-url", "--push", "--all", "--", name)
	if exitedWith(err, 2, 128) {
		return nil, nil
	}
	return splitLines(out), err
}

// RemoteURL gives the address from which a remote is fetched, as git would call it; "" where there is no such remote.
func RemoteURL(ctx context.Context, f Folder, name string) (string, error) {
	address, err := line(ctx, f, "remote", "get-url", "--", name)
	if exitedWith(err, 2, 128) {
		return "", nil
	}
	return address, err
}
