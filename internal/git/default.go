package git

import (
	"context"
	"errors"
	"slices"
	"strings"
)

// Deciding are the names of git's settings by which the default branch is found, as a regular expression: kbgate's own, which
// remotes there are, whether any of them is to give what a partial clone lacks, and what branches follow.
const Deciding = `^(kbgate\..*|remote\..*\.(url|promisor)|branch\..*\.(remote|merge)|init\.defaultbranch)$`

// defaultSetting names the default branch where nothing else shall.
const defaultSetting = "kbgate.defaultbranch"

// usual are the names that a default branch bears where nothing tells another.
var usual = []string{"main", "master"}

// Default is the default branch of a repository, which its people have agreed upon. Checking out a proposal does not change it
// (contracts.md#default-branch).
type Default struct {
	Name   string // "" where nothing says which it is
	By     string // what says so, where it may be wrong
	Remote string // that it is fetched from, "" for none
	// Refs are the references by which it stands here, with their commits: the local one, which only its user moves, and the
	// remote's, if that is elsewhere. None: it is not here.
	Refs []Reference
	// IsUnborn reports that there is no commit yet that it could have.
	IsUnborn bool
}

// Default finds the default branch, by those settings of git that count. It is, of these, the first that is there: what
// kbgate.defaultBranch names; HEAD of the remote; its main or master, if it does not have both; the local branch that
// init.defaultBranch names, main, or master; and where there is no remote, the only local branch. A repository without a work tree has what its HEAD names.
func (f Folder) Default(ctx context.Context, settings []Configured, o *Objects) (Default, error) {
	d := &defaultFinder{ctx: ctx, repo: f, objects: o, settings: settings}
	d.findRemote()
	ways := []func() (name, by string, err error){d.named}
	if !f.IsBare() && d.remote != "" {
		ways = append(ways, d.head, d.usualOfRemote)
	}
	if !f.IsBare() {
		ways = append(ways, d.usualHere, d.only)
	}
	for _, find := range ways {
		switch name, by, err := find(); {
		case errors.Is(err, errNoDefault):
			return Default{Remote: d.remote}, nil
		case err != nil:
			return Default{}, err
		case name != "":
			return d.at(name, by)
		}
	}
	if f.IsBare() {
		return d.ofBare()
	}
	unborn, err := d.isUnborn()
	return Default{Remote: d.remote, IsUnborn: unborn}, err
}

// errNoDefault ends the search without a branch.
var errNoDefault = errors.New("nothing says which is the default branch")

type defaultFinder struct {
	ctx      context.Context
	repo     Folder
	objects  *Objects
	settings []Configured
	remotes  []string
	remote   string // origin, or the only one; "" for none
}

func (f *defaultFinder) findRemote() {
	for _, c := range f.settings {
		if name, ok := strings.CutPrefix(c.Name, "remote."); ok && strings.HasSuffix(name, ".url") {
			name = strings.TrimSuffix(name, ".url")
			if !slices.Contains(f.remotes, name) {
				f.remotes = append(f.remotes, name)
			}
		}
	}
	switch {
	case slices.Contains(f.remotes, "origin"):
		f.remote = "origin"
	case len(f.remotes) == 1:
		f.remote = f.remotes[0]
	}
}

// RemoteOf is the remote of a repository by those settings of git that count: origin, or the only one; "" for none.
func RemoteOf(settings []Configured) string {
	f := &defaultFinder{settings: settings}
	f.findRemote()
	return f.remote
}

func (f *defaultFinder) setting(name string) (value string) {
	for _, c := range f.settings {
		if c.Name == name {
			value = c.Value
		}
	}
	return value
}

// named is the branch that the user names.
func (f *defaultFinder) named() (name, by string, err error) {
	return strings.TrimPrefix(f.setting(defaultSetting), "refs/heads/"), "kbgate.defaultBranch of git's configuration", nil
}

// head is the branch that the remote had checked out when it was cloned, or asked.
func (f *defaultFinder) head() (name, by string, err error) {
	ref := "refs/remotes/" + f.remote + "/HEAD"
	target, err := Symbolic(f.ctx, f.repo, ref)
	name, ok := strings.CutPrefix(target, strings.TrimSuffix(ref, "HEAD"))
	if !ok || target == ref {
		name = ""
	}
	return name, ref, err
}

// usualOfRemote is the one branch of a usual name that the remote has. Of two either may be a proposal.
func (f *defaultFinder) usualOfRemote() (name, by string, err error) {
	for _, each := range usual {
		id, err := f.commit("refs/remotes/" + f.remote + "/" + each)
		switch {
		case err != nil:
			return "", "", err
		case id != "" && name != "":
			return "", "", errNoDefault
		case id != "":
			name = each
		}
	}
	return name, "", nil
}

// usualHere is the local branch that bears the name which new repositories' first branches get.
func (f *defaultFinder) usualHere() (name, by string, err error) {
	for _, each := range append([]string{f.setting("init.defaultbranch")}, usual...) {
		if each == "" {
			continue
		}
		if id, err := f.commit("refs/heads/" + each); err != nil || id != "" {
			return each, "", err
		}
	}
	return "", "", nil
}

// only is the only branch of a repository without a remote, beside that of the store.
func (f *defaultFinder) only() (name, by string, err error) {
	if id, err := f.commit("HEAD"); err != nil || id == "" {
		return "", "", err
	}
	if len(f.remotes) > 0 {
		return "", "", errNoDefault
	}
	branches, err := References(f.ctx, f.repo, "refs/heads")
	branches = f.withoutStore(branches, "refs/heads/")
	if err == nil && len(branches) != 1 {
		err = errNoDefault
	}
	if err != nil {
		return "", "", err
	}
	return strings.TrimPrefix(branches[0].Name, "refs/heads/"), "", nil
}

// withoutStore leaves out the branch of decisions, of whatever remote.
func (f *defaultFinder) withoutStore(branches []Reference, below string) []Reference {
	return slices.DeleteFunc(branches, func(r Reference) bool {
		for _, store := range []string{"refs/heads/feedback", f.setting("kbgate.store.ref")} {
			if name, ok := strings.CutPrefix(store, "refs/heads/"); ok && r.Name == below+name {
				return true
			}
		}
		return false
	})
}

// isUnborn reports whether nothing was committed here, nor fetched as a branch of a remote.
func (f *defaultFinder) isUnborn() (bool, error) {
	if len(f.remotes) == 0 {
		return true, nil
	}
	fetched, err := References(f.ctx, f.repo, "refs/remotes")
	return len(f.withoutStore(fetched, "refs/remotes/"+f.remote+"/")) == 0, err
}

// at says by which references a branch stands here. Where they are at the same commit, one is enough.
func (f *defaultFinder) at(name, by string) (Default, error) {
	d := Default{Name: name, By: by, Remote: f.remote}
	if strings.ContainsAny(name, " \t\n~^:?*[\\") {
		return d, nil // no branch bears such a name
	}
	names := []string{"refs/heads/" + name}
	if f.remote != "" {
		names = append(names, "refs/remotes/"+f.remote+"/"+name)
	}
	for _, ref := range names {
		id, err := f.commit(ref)
		if err != nil {
			return d, err
		}
		if id != "" && !slices.ContainsFunc(d.Refs, func(r Reference) bool { return r.ID == id }) {
			d.Refs = append(d.Refs, Reference{ref, id})
		}
	}
	if _, follows := FollowsProposal(f.settings, name); follows && len(d.Refs) == 2 {
		d.Refs = d.Refs[1:]
	}
	if len(d.Refs) == 0 && !f.repo.IsBare() {
		head, err := CurrentBranch(f.ctx, f.repo)
		d.IsUnborn = head == name
		return d, err
	}
	return d, nil
}

// FollowsProposal reports whether a local branch was made to be a proposal's, and whose, by those settings of git that count. Programs
// that check out pull requests make a branch of the proposal's name, which follows an address, or what is no branch of that name.
func FollowsProposal(settings []Configured, name string) (of string, follows bool) {
	f := &defaultFinder{settings: settings}
	f.findRemote()
	merge, remote := f.setting("branch."+name+".merge"), f.setting("branch."+name+".remote")
	follows = merge != "" && merge != "refs/heads/"+name || remote != "" && remote != "." && !slices.Contains(f.remotes, remote)
	if of = merge; remote != "" {
		of += " of " + remote
	}
	return of, follows
}

func (f *defaultFinder) ofBare() (Default, error) {
	id, err := f.commit("HEAD")
	if err != nil || id == "" {
		return Default{IsUnborn: true}, err
	}
	return Default{Name: "HEAD", Refs: []Reference{{"HEAD", id}}}, nil
}

// maxCommit is the size, in bytes, above which a commit is taken for broken.
const maxCommit = 1 << 20

// commit is the id of the commit that a reference leads to, "" for none.
func (f *defaultFinder) commit(ref string) (string, error) {
	c, err := f.objects.AtReference(ref, maxCommit)
	if errors.Is(err, ErrMissing) {
		return "", nil
	}
	return c.ID, err
}
