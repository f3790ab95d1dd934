package check

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/git"
)

// authority is what says where and what is recorded in a repository, whatever is checked out there: the files of the default
// branch, and the user's own settings of git.
type authority struct {
	ctx      context.Context
	top      string           // of the work tree, as whoever asks names it; of a repository without one, the folder that was asked about
	repo     git.Folder       // that was asked about
	settings []git.Configured // of git that count
	planted  []git.Configured // and those of kbgate that do not
	branch   git.Default
	objects  *git.Objects
}

// newAuthority looks for the default branch. The settings are all of git.Deciding.
func newAuthority(ctx context.Context, top string, repo git.Folder, settings []git.Configured, objects *git.Objects) (*authority, error) {
	a := &authority{ctx: ctx, top: top, repo: repo, objects: objects}
	a.settings, a.planted = repo.Parted(settings)
	a.planted = slices.DeleteFunc(a.planted, func(c git.Configured) bool { return !isOwn(c) })
	var err error
	a.branch, err = repo.Default(ctx, a.settings, objects)
	return a, err
}

func isOwn(c git.Configured) bool { return strings.HasPrefix(c.Name, "kbgate.") }

// policy is the file of a configuration that decides what is recorded.
type policy struct {
	folder string // of the knowledge base, from the top, with a slash at its end; "" for the top
	data   []byte
	isSet  bool   // there is a file
	from   string // the branch that has it, as people know it; "" for the work tree
}

// policyFor gives the configuration of the base that holds a folder, which is named as git.Folder.Prefix is.
func (a *authority) policyFor(prefix string) (policy, error) {
	ref, err := a.reference(prefix)
	if err != nil {
		return policy{}, err
	}
	if ref.Name == "" {
		return a.nearestHere(prefix)
	}
	return a.nearestAt(ref, prefix)
}

// parse reads the configuration of a policy, with what git's says.
func (a *authority) parse(p policy) (*config.Config, error) {
	c := config.Default(gate.Specs())
	if p.isSet {
		var err error
		if c, err = config.Parse(p.data, gate.Specs()); err != nil {
			return nil, &UsageError{Err: fmt.Errorf("%s: %w", p.name(), err), Hint: "`kbgate init --print` shows every key with its default"}
		}
	}
	return c, a.override(c)
}

// name is what people know the file of a policy by.
func (p policy) name() string {
	if p.from == "" {
		return p.folder + config.FileName
	}
	return p.folder + config.FileName + " of " + p.from
}

// override sets what git's configuration says.
func (a *authority) override(c *config.Config) error {
	for _, s := range a.settings {
		key, ok := strings.CutPrefix(s.Name, "kbgate.")
		if !ok {
			continue
		}
		if _, err := c.SetInGit(key, s.Value); err != nil {
			return &UsageError{Err: fmt.Errorf("%s of git's configuration is %q; %w", s.Name, s.Value, err), Hint: "`git config --show-origin --get-all " + s.Name + "` tells where it stands"}
		}
	}
	return nil
}

// reference is that of the default branch whose files count for a folder, without a name where there is no commit yet. The local branch counts
// where all that the remote has leads to it: its user alone moves it. Else what was fetched does.
func (a *authority) reference(prefix string) (git.Reference, error) {
	switch {
	case a.branch.IsUnborn:
		return git.Reference{}, nil
	case len(a.branch.Refs) == 0:
		return git.Reference{}, a.unknown()
	case len(a.branch.Refs) == 1:
		return a.branch.Refs[0], nil
	}
	local, remote := a.branch.Refs[0], a.branch.Refs[1]
	if one, err := a.nearestAt(local, prefix); err == nil {
		if other, err := a.nearestAt(remote, prefix); err == nil && one.folder == other.folder && one.isSet == other.isSet && string(one.data) == string(other.data) {
			return local, nil
		}
	}
	ahead, err := git.IsAncestor(a.ctx, a.repo, remote.ID, local.ID)
	if ahead {
		return local, err
	}
	return remote, err
}

// unknown says that the default branch is not known, or not here, and what to do about that.
func (a *authority) unknown() error {
	b := a.branch
	remote, name := b.Remote, b.Name
	if name == "" {
		hint := "`git config kbgate.defaultBranch NAME` says it"
		if remote != "" {
			hint = fmt.Sprintf("`git fetch %s +refs/heads/NAME:refs/remotes/%s/NAME` brings a branch, `git remote set-head %s -a` asks which it is, and %s by hand", remote, remote, remote, hint)
		}
		return &UsageError{Err: fmt.Errorf("nothing says which is the default branch, whose %s says where decisions are kept", config.FileName), Hint: hint}
	}
	hint := "`git branch` tells which there are"
	if remote != "" {
		hint = fmt.Sprintf("`git fetch %s +refs/heads/%s:refs/remotes/%s/%s` brings it", remote, name, remote, name)
	}
	return &UsageError{Err: fmt.Errorf("the default branch is %s, by %s, and this clone does not have it", name, b.By), Hint: hint}
}

// upwardNames are the folders from one up to the top, as git.Folder.Prefix names them.
func upwardNames(prefix string) (folders []string) {
	for dir := strings.TrimSuffix(prefix, "/"); dir != "" && dir != "."; dir = path.Dir(dir) {
		folders = append(folders, dir+"/")
	}
	return append(folders, "")
}

// nearestAt finds the nearest file, from a folder upward, that a reference has. Where none is, the base is at the top.
func (a *authority) nearestAt(ref git.Reference, prefix string) (policy, error) {
	p := policy{from: shownRef(ref.Name)}
	if strings.Contains(prefix, "\n") {
		return p, &UsageError{Err: fmt.Errorf("the folder %q has a line end in its name", prefix), Hint: "run kbgate in another folder"}
	}
	folders, err := a.mayHave(ref.ID, upwardNames(prefix))
	if err != nil {
		return p, err
	}
	for _, folder := range folders {
		file, err := a.objects.Read(ref.ID+":"+folder+config.FileName, maxConfig)
		if errors.Is(err, git.ErrMissing) && !a.isPartial() {
			continue
		}
		if err == nil && file.Kind != "blob" {
			err = errors.New("it is no regular file")
		}
		if err != nil {
			return p, a.unread(policy{folder: folder, from: p.from}, err)
		}
		p.folder, p.data, p.isSet = folder, file.Data, true
		return p, nil
	}
	return p, nil
}

// unread says that a configuration is there, but cannot be read.
func (a *authority) unread(p policy, err error) error {
	if errors.Is(err, git.ErrMissing) || errors.Is(err, git.ErrUnfetched) {
		return unreadable(p.name(), err)
	}
	return &UsageError{Err: fmt.Errorf("reading the configuration %s: %w", p.name(), err),
		Hint: fmt.Sprintf("a configuration is a regular file of at most %d MiB; `kbgate init --print` shows one", maxConfig>>20)}
}

// mayHave leaves those folders that may have a configuration in a commit. In a partial clone git is asked which do: there
// a file that is not at hand looks like none.
func (a *authority) mayHave(commit string, folders []string) ([]string, error) {
	if !a.isPartial() {
		return folders, nil
	}
	files := make([]string, len(folders))
	for i, folder := range folders {
		files[i] = folder + config.FileName
	}
	entries, err := git.TreeEntries(a.ctx, a.repo, commit, files...)
	has := map[string]bool{}
	for _, e := range entries {
		has[e.Path] = true
	}
	return slices.DeleteFunc(folders, func(folder string) bool { return !has[folder+config.FileName] }), err
}

// isPartial reports whether objects may be missing that the remote has.
func (a *authority) isPartial() bool {
	return slices.ContainsFunc(a.settings, func(c git.Configured) bool {
		return strings.HasPrefix(c.Name, "remote.") && strings.HasSuffix(c.Name, ".promisor")
	})
}

// nearestHere finds the nearest file in the work tree.
func (a *authority) nearestHere(prefix string) (p policy, err error) {
	for _, folder := range upwardNames(prefix) {
		p.data, err = a.readHere(folder)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return p, a.unread(policy{folder: folder}, err)
		}
		p.folder, p.isSet = folder, true
		return p, nil
	}
	return policy{}, nil
}

// readHere reads the configuration of a folder in the work tree.
func (a *authority) readHere(folder string) ([]byte, error) {
	if a.repo.IsBare() {
		return nil, fs.ErrNotExist
	}
	return readRegular(filepath.Join(a.top, filepath.FromSlash(folder), config.FileName), false, maxConfig)
}

// shownRef is what people call a reference.
func shownRef(ref string) string {
	for _, prefix := range []string{"refs/heads/", "refs/remotes/"} {
		if name, ok := strings.CutPrefix(ref, prefix); ok {
			return name
		}
	}
	return ref
}

// remarks say what is otherwise in the work tree than in the policy that counts for a folder, and which settings do not count.
func (a *authority) remarks(p policy, prefix string) []string {
	var all []string
	planted := map[string]int{} // by file
	for _, c := range a.planted {
		planted[c.File]++
	}
	for _, file := range slices.Sorted(maps.Keys(planted)) {
		all = append(all, fmt.Sprintf("what %s says of kbgate (%s) as git's configuration does not count, for the file lies in the work tree", file, settingsOf(planted[file])))
	}
	for _, c := range a.settings {
		if remark := meaningless(c); remark != "" {
			all = append(all, remark)
		}
	}
	if p.from == "" || a.repo.IsBare() {
		return all
	}
	for _, folder := range upwardNames(prefix) {
		if folder == p.folder {
			break
		}
		if _, err := a.readHere(folder); !errors.Is(err, fs.ErrNotExist) {
			return append(all, fmt.Sprintf("%s is not on %s, so the knowledge base is %s for what is recorded", folder+config.FileName, p.from, filepath.Join(a.top, filepath.FromSlash(p.folder))))
		}
	}
	return append(all, a.differences(p)...)
}

// differences say what the configuration of the work tree has otherwise than a policy. One that cannot be read has nothing.
func (a *authority) differences(p policy) (all []string) {
	data, err := a.readHere(p.folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) || string(data) == string(p.data) {
		return nil
	}
	here, err := a.parse(policy{folder: p.folder, data: data, isSet: err == nil})
	there, otherErr := a.parse(p)
	if err != nil || otherErr != nil {
		return nil
	}
	for _, d := range config.Differences(here, there) {
		all = append(all, fmt.Sprintf("%s is %s in the work tree, and %s on %s, which counts for what is recorded", d.Key, d.One, d.Other, p.from))
	}
	return all
}

func settingsOf(n int) string {
	if n == 1 {
		return "1 setting"
	}
	return fmt.Sprintf("%d settings", n)
}

// meaningless says that a setting of git bears a name of kbgate's that means nothing.
func meaningless(c git.Configured) string {
	key, ok := strings.CutPrefix(c.Name, "kbgate.")
	if !ok || key == "defaultbranch" {
		return ""
	}
	if known, _ := new(config.Config).SetInGit(key, c.Value); known {
		return ""
	}
	remark := c.Name + " of git's configuration means nothing here"
	if near, ok := config.Nearest(key, append(config.InGit(), "defaultBranch")); ok {
		remark += "; did you mean kbgate." + near + "?"
	}
	return remark
}
