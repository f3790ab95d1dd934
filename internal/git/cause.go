package git

import (
	"errors"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/hint"
)

// Why git cannot answer, or does not do what it is told.
var (
	// ErrNoRepository says that a folder is in no git repository, or that there is no git program to ask; then ErrNoGit holds too.
	ErrNoRepository = errors.New("not in a git repository")
	// ErrNoGit says that there is no git program.
	ErrNoGit error = hint.Broken("install it from https://git-scm.com, or put it into PATH; without git `kbgate check` still judges the notes as they stand", "git is not installed")
	// ErrNoWorkTree says that a folder is in a repository without a work tree, or among its internal files.
	ErrNoWorkTree = errors.New("in a git repository, but not in a work tree of it")
	// ErrNoCommit says that a name is that of no commit.
	ErrNoCommit = errors.New("no such commit")
	// ErrShallow says that a clone holds only a part of the history, so that nothing is known of its beginning.
	ErrShallow error = hint.Broken("fetch the rest of it first: `git fetch --unshallow`", "the history of the repository is cut off")
	// ErrMissing says that the repository does not have an object.
	ErrMissing error = hint.Broken(fetchAll, "the object is missing")
	// ErrUnfetched says that this clone left an object with its origin.
	ErrUnfetched error = hint.Broken(fetchAll, "this partial clone does not have the object, and did not get it from its origin")
	// ErrTooLarge says that an object is larger than was asked for.
	ErrTooLarge = errors.New("too large")
	// ErrBinary says that a content is no text, so that its lines cannot be merged.
	ErrBinary = errors.New("not a text")
	// ErrMoved says that a reference is not what it was thought to be.
	ErrMoved = errors.New("the reference has moved")
	// ErrLocked says that the lock file of a reference stands in the way.
	ErrLocked = errors.New("the reference is locked")
	// ErrUnreachable says that a remote could not be talked to: the network, its address, or a right to it is missing.
	ErrUnreachable = errors.New("the remote cannot be reached")
	// ErrDeclined says that a remote does not take what is pushed, by a rule of its own.
	ErrDeclined = errors.New("the remote declines what is pushed")

	errBroken = errors.New("the file of the reference is broken")
	errNoLock = errors.New("the remote cannot lock the branch")
)

const fetchAll = "fetch all of it first: `git fetch --refetch --no-filter`"

// also is an error that is another one too, without saying so in its text.
type also struct {
	error
	is error
}

func (a also) Unwrap() []error { return []error{a.error, a.is} }

// errNoGit says that there is no git program, so that nothing is in a repository either.
var errNoGit = also{ErrNoGit, ErrNoRepository}

var talking = []string{"ls-remote", "fetch", "push"}

// causes are the failures that only git's words tell apart, in small letters, as git writes them under LC_ALL=C. The first row that
// fits counts. Some words come from the programs through which git talks, or from reftables (git's reftable/error.c). All other
// failures are told by the exit status, or by asking git again.
var causes = []struct {
	commands []string // none: any command that starts no hook and talks to nobody
	cause    error    // nil: the failure has no name
	words    []string
}{
	{nil, ErrNoRepository, []string{"not a git repository"}},
	{nil, ErrNoWorkTree, []string{"must be run in a work tree"}},
	{nil, ErrUnfetched, []string{"could not fetch", "promisor remote", "lazy fetching disabled"}},
	{[]string{"merge-file"}, ErrBinary, []string{"cannot merge binary files"}},
	{[]string{"update-ref"}, errBroken, []string{"reference broken"}},
	{[]string{"update-ref"}, ErrLocked, []string{".lock': file exists", "data is locked", "data concurrently modified"}},
	{[]string{"push"}, ErrMoved, []string{"[rejected]", "fetch first"}},
	{[]string{"push"}, errNoLock, []string{"cannot lock ref"}},
	{[]string{"push"}, ErrDeclined, []string{"[remote rejected]"}},
	{talking, nil, []string{"no space left on device", "quota exceeded"}},
	{talking, ErrUnreachable, []string{
		"could not read from remote repository", "unable to access", "unable to connect", "could not resolve", "does not appear to be a git repository",
		"connection refused", "timed out", "authentication failed", "could not read username", "could not read password", "repository not found",
		"the remote end hung up",
	}},
}

// cause names the failure of a program by git's words; nil for a failure without a name.
func (p *process) cause(said string) error {
	said = strings.ToLower(said)
	for _, c := range causes {
		ofCommand := slices.Contains(c.commands, p.name) || c.commands == nil && p.role <= signs
		if ofCommand && slices.ContainsFunc(c.words, func(words string) bool { return strings.Contains(said, words) }) {
			return c.cause
		}
	}
	return nil
}
