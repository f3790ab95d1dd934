package decide

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/identity"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/text"
)

// maxProposed is the size in bytes up to which a file of a commit is read: git gives it as a whole.
const maxProposed = 64 << 20

// Proposal is what a branch, a commit or a pull request brings to the default branch.
type Proposal struct {
	Commit string // its head
	Name   string // as people know it

	branch string // "" where it has none
	base   string // the commit at which it left the default branch; "" where nothing tells, or where it is a part of that
}

// ProposedBy gives what a branch, a branch of a remote, or a commit proposes. The name of a branch that is not here means that of the one
// remote that has it, as it does to `git switch`.
func ProposedBy(ctx context.Context, l *ledger.Ledger, ref string) (*Proposal, error) {
	commit, err := git.Commit(ctx, l.Repository, ref)
	if errors.Is(err, git.ErrNoCommit) {
		tracked, asking := git.TrackedAs(ctx, l.Repository, ref)
		switch {
		case asking != nil:
			return nil, asking
		case len(tracked) == 1:
			ref = tracked[0]
			commit, err = git.Commit(ctx, l.Repository, ref)
		case len(tracked) > 1:
			return nil, hint.Misuse("name one of them", "--ref: %s is a branch of several remotes: %s", ref, text.List("and", tracked[:min(len(tracked), mostBranches)]...))
		}
	}
	if errors.Is(err, git.ErrNoCommit) {
		return nil, hint.Misuse("name a branch, a branch of a remote as origin/NAME, or a commit; `git fetch` brings those of others", "--ref: %w", err)
	} else if err != nil {
		return nil, err
	}
	branch, err := git.Branch(ctx, l.Repository, ref)
	if err != nil {
		return nil, err
	}
	return proposalAt(ctx, l, ref, commit, branch)
}

// ProposedIn gives what a pull request of the repository of origin proposes, as this clone has it, or as its remote has it where fetch says
// so; nil where it does not have it, or belongs to another repository.
func ProposedIn(ctx context.Context, l *ledger.Ledger, pr decision.PullRequest, fetch bool) (*Proposal, error) {
	name := fmt.Sprintf("pull request %d", pr.Number)
	own, err := repositoryOfOrigin(ctx, l.Repository)
	isOurs := pr.Repo == "" || own == "" || strings.EqualFold(pr.Repo, own)
	switch {
	case err != nil:
		return nil, err
	case fetch && !isOurs:
		return nil, hint.Misuse("fetch its head yourself, and name it with --ref", "--fetch asks the remote %s, which is %s and not %s", origin, own, pr.Repo)
	case fetch:
		commit, err := git.FetchProposal(ctx, l.Repository, origin, pr.Number)
		if err != nil {
			return nil, err
		}
		return proposalAt(ctx, l, name, commit, "")
	case !isOurs:
		return nil, nil
	}
	heads, err := git.ProposalHeads(ctx, l.Repository, pr.Number)
	switch {
	case err != nil || len(heads) == 0:
		return nil, err
	case len(heads) > 1:
		return nil, hint.Misuse("--fetch asks the remote where it stands now, and --ref names one", "%s stands at different commits here: %s and %s", name, heads[0].Name, heads[1].Name)
	}
	commit, err := git.Commit(ctx, l.Repository, heads[0].ID)
	if err != nil {
		return nil, err
	}
	return proposalAt(ctx, l, name, commit, "")
}

func proposalAt(ctx context.Context, l *ledger.Ledger, name, commit, branch string) (*Proposal, error) {
	p := &Proposal{Commit: commit, Name: name, branch: branch}
	if branch == "" {
		at, err := git.BranchesAt(ctx, l.Repository, commit)
		if err != nil {
			return nil, err
		}
		var of []string // that may name an agent
		for _, b := range at {
			if identity.Of(identity.Change{Branch: b}, []string{identity.Branch}, nil) != "" {
				of = append(of, b)
			}
		}
		if len(of) == 1 {
			p.branch = of[0]
		}
	}
	tip, err := git.Tip(ctx, l.Repository)
	if err != nil || tip == "" {
		return p, err
	}
	base, err := git.MergeBase(ctx, l.Repository, tip, commit)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err == nil && base != commit { // a history that is cut off, or another one, tells none
		p.base = base
	}
	return p, nil
}

// IsIn reports whether what is checked out holds all that is proposed.
func (p *Proposal) IsIn(ctx context.Context, l *ledger.Ledger) (bool, error) {
	if l.Repository.IsBare() {
		return false, nil
	}
	head, err := git.RefID(ctx, l.Repository, "HEAD")
	if err != nil || head == "" {
		return false, err
	}
	return git.IsAncestor(ctx, l.Repository, p.Commit, head)
}

// File is an artifact, and its content where that was read.
type File struct {
	decision.Artifact
	Data   []byte
	IsGone bool // there is no file of that name
}

// Artifact describes a file as the proposal has it, by its name as seen from dir, without a look at the work tree. A link is not followed,
// here or above it. What may be a slip is said in doubt. It is nil where the proposal has no such file, and has taken none away.
func (p *Proposal) Artifact(ctx context.Context, l *ledger.Ledger, dir, name string) (file *File, doubt string, err error) {
	inside, err := insideOf(l, dir, name)
	if err != nil {
		return nil, "", err
	}
	file = &File{Artifact: decision.Artifact{Type: typeOf(inside), Name: path.Base(inside), Path: inside}}
	found, err := git.MemberAt(ctx, l.Repository, p.Commit, l.Repository.Prefix+inside)
	if err != nil {
		return nil, "", err
	}
	switch found.Mode {
	case "":
		if p.base == "" {
			return nil, "", nil
		}
		file.IsGone = true
		if was, err := git.MemberAt(ctx, l.Repository, p.base, l.Repository.Prefix+inside); err != nil || was.Mode == "" {
			return nil, "", err
		}
		return file, fmt.Sprintf("%s takes the file %s away; it is recorded without its content", p.Name, inside), nil
	case git.ModeFolder, git.ModeSubmodule:
		return nil, "", hint.Misuse("name the file in it that was judged", "%s is a folder in %s", name, p.Name)
	case git.ModeLink:
		return file, fmt.Sprintf("%s is a symbolic link in %s, which is not followed; it is recorded all the same, without its content", inside, p.Name), nil
	}
	file.Data, err = readBlob(ctx, l, found.Blob, maxProposed)
	switch {
	case errors.Is(err, git.ErrTooLarge):
		return file, fmt.Sprintf("%s is larger than %d MiB in %s, and is not read; it is recorded all the same, without its content", inside, maxProposed>>20, p.Name), nil
	case err != nil:
		return nil, "", fmt.Errorf("reading %s of %s: %w", inside, p.Name, err)
	}
	file.SHA = sumOf(file.Data)
	file.Type = kindOf(l, inside, file.Data)
	return file, "", nil
}

// Lacks says that the proposal has no such file.
func (p *Proposal) Lacks(name string) error {
	way := fmt.Sprintf("`git ls-tree -r --name-only %.12s` lists its files", p.Commit)
	if p.base != "" {
		way = fmt.Sprintf("`git diff --name-only %.12s %.12s` lists what it changes", p.base, p.Commit)
	}
	return hint.Misuse(way, "%s has no file %s", p.Name, name)
}

// insideOf is the path of a file below the knowledge base's folder, by its name alone.
func insideOf(l *ledger.Ledger, dir, name string) (string, error) {
	inside, ok := path.Clean(filepath.ToSlash(name)), filepath.IsLocal(name)
	if !l.Repository.IsBare() {
		_, inside, ok = place(l.Root, ledger.Absolute(dir, name))
	}
	if !ok || strings.TrimSpace(name) == "" || inside == "." {
		return "", hint.Misuse("name a file of it", "%s is no file of the knowledge base %s", cmp.Or(name, `""`), l.Root)
	}
	return inside, nil
}

func readBlob(ctx context.Context, l *ledger.Ledger, blob string, limit int64) ([]byte, error) {
	objects := git.OpenObjects(ctx, l.Repository)
	o, err := objects.Read(blob, limit)
	return o.Data, errors.Join(err, objects.Close())
}

func sumOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// AgentOf is who made a file of the proposal, as far as `agents.from` tells: by the commits that touch it, else by all of the proposal's,
// and by the proposal's branch. It is Unknown where nothing tells.
func (p *Proposal) AgentOf(ctx context.Context, l *ledger.Ledger, a decision.Artifact) (string, error) {
	from, at := l.Config.Agents, l.Repository.Prefix+a.Path
	ask := []func() ([]identity.Commit, error){
		func() ([]identity.Commit, error) { return git.AuthorAt(ctx, l.Repository, p.Commit, at) },
	}
	if p.base != "" {
		ask = []func() ([]identity.Commit, error){
			func() ([]identity.Commit, error) {
				return git.AuthorsTouching(ctx, l.Repository, p.base, p.Commit, at, mostCommits)
			},
			func() ([]identity.Commit, error) {
				return git.Authors(ctx, l.Repository, p.base, p.Commit, mostCommits)
			},
		}
	}
	for _, commits := range ask {
		known, err := commits()
		if err != nil {
			return "", err
		}
		if agent := identity.Of(identity.Change{Commits: known, Branch: p.branch}, from.From, from.Authors); agent != "" {
			return agent, nil
		}
	}
	return decision.Unknown, nil
}

// BriefOf is which brief the agent had for a file, as the trailers of the proposal's commits that touch it say; "" where none does.
func (p *Proposal) BriefOf(ctx context.Context, l *ledger.Ledger, a decision.Artifact) (string, error) {
	at := l.Repository.Prefix + a.Path
	if p.base == "" {
		commits, err := git.AuthorAt(ctx, l.Repository, p.Commit, at)
		return identity.BriefOf(commits), err
	}
	commits, err := git.AuthorsTouching(ctx, l.Repository, p.base, p.Commit, at, mostCommits)
	return identity.BriefOf(commits), err
}

// mostBranches is how many branches are asked for a file that is not in the work tree.
const mostBranches = 200

// BranchesWith names the branches that have a file which the work tree lacks, by its name as seen from dir.
func BranchesWith(ctx context.Context, l *ledger.Ledger, dir, name string) ([]string, error) {
	inside, err := insideOf(l, dir, name)
	if err != nil {
		return nil, nil //nolint:nilerr // no branch has what stands elsewhere
	}
	return git.BranchesWith(ctx, l.Repository, l.Repository.Prefix+inside, mostBranches)
}
