package workspace

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
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/regular"
	"github.com/kbgate/kbgate/internal/text"
)

// agreed says where and what is recorded in a repository: by the files of the default branch and the user's own settings of git.
// What is checked out does not matter.
type agreed struct {
	ctx      context.Context
	top      string           // of the work tree, as the caller names it; without a work tree, the folder that was asked about
	repo     git.Folder       // that was asked about
	settings []git.Configured // of git that count
	planted  []git.Configured // and those of kbgate that do not
	branch   git.Default
	unfound  error // why the branch is not known
	objects  *git.Objects
	gates    []config.GateSpec
}

// newAgreed takes the settings of git.Deciding, all of them.
func newAgreed(ctx context.Context, top string, repo git.Folder, settings []git.Configured, objects *git.Objects, gates []config.GateSpec) *agreed {
	a := &agreed{ctx: ctx, top: top, repo: repo, objects: objects, gates: gates}
	a.settings, a.planted = repo.Parted(settings)
	a.planted = slices.DeleteFunc(a.planted, func(c git.Configured) bool { return !isOwn(c) })
	a.branch, a.unfound = repo.Default(ctx, a.settings, objects)
	return a
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
func (a *agreed) policyFor(prefix string) (policy, error) {
	if a.unfound != nil {
		return policy{}, a.unfound
	}
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
func (a *agreed) parse(p policy) (*config.Config, error) {
	c := config.Default(a.gates)
	if p.isSet {
		var err error
		if c, err = ParseConfig(p.name(), p.data, a.gates); err != nil {
			return nil, err
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
func (a *agreed) override(c *config.Config) error {
	c.Store.Sync = config.SyncOff // whether a clone sends says its user alone
	for _, s := range a.settings {
		key, ok := strings.CutPrefix(s.Name, "kbgate.")
		if !ok {
			continue
		}
		if _, err := c.SetInGit(key, s.Value); err != nil {
			return hint.Misuse("`git config --show-origin --get-all "+s.Name+"` tells where it stands", "%s of git's configuration is %q; %w", s.Name, s.Value, err)
		}
	}
	return nil
}

// reference gives the reference of the default branch whose files count for a folder; it has no name where there is no commit yet.
// The local branch counts if it contains all that the remote has, because only its user moves it. Otherwise the fetched one counts.
func (a *agreed) reference(prefix string) (git.Reference, error) {
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
func (a *agreed) unknown() error {
	b := a.branch
	remote, name := b.Remote, b.Name
	if name == "" {
		way := "`git config kbgate.defaultBranch NAME` says it"
		if remote != "" {
			way = fmt.Sprintf("`git fetch %s +refs/heads/NAME:refs/remotes/%s/NAME` brings a branch, `git remote set-head %s -a` asks which it is, and %s by hand", remote, remote, remote, way)
		}
		return hint.Misuse(way, "nothing says which is the default branch, whose %s says where decisions are kept", config.FileName)
	}
	way := "`git branch` tells which there are"
	if remote != "" {
		way = fmt.Sprintf("`git fetch %s +refs/heads/%s:refs/remotes/%s/%s` brings it", remote, name, remote, name)
	}
	return hint.Misuse(way, "the default branch is %s, by %s, and this clone does not have it", name, b.By)
}

// upwardNames are the folders from one up to the top, as git.Folder.Prefix names them.
func upwardNames(prefix string) (folders []string) {
	for dir := strings.TrimSuffix(prefix, "/"); dir != "" && dir != "."; dir = path.Dir(dir) {
		folders = append(folders, dir+"/")
	}
	return append(folders, "")
}

// nearestAt finds the nearest configuration, from a folder upward, in a commit. Where there is none, the base is at the top.
func (a *agreed) nearestAt(ref git.Reference, prefix string) (policy, error) {
	p := policy{from: shownRef(ref.Name)}
	if strings.Contains(prefix, "\n") {
		return p, hint.Misuse("run kbgate in another folder", "the folder %q has a line end in its name", prefix)
	}
	folders := upwardNames(prefix)
	if a.isPartial() { // a file that was not fetched looks like one that does not exist
		var err error
		if folders, err = withConfig(a.ctx, a.repo, ref.ID, folders); err != nil {
			return p, err
		}
	}
	for _, folder := range folders {
		file, err := a.objects.Read(ref.ID+":"+folder+config.FileName, MaxConfig)
		if errors.Is(err, git.ErrMissing) && !a.isPartial() {
			continue
		}
		if err == nil && file.Kind != "blob" {
			err = regular.ErrIrregular
		}
		if err != nil {
			return p, UnreadConfig(policy{folder: folder, from: p.from}.name(), err)
		}
		p.folder, p.data, p.isSet = folder, file.Data, true
		return p, nil
	}
	return p, nil
}

// withConfig gives those of the folders that have a configuration in a commit.
func withConfig(ctx context.Context, repo git.Folder, commit string, folders []string) ([]string, error) {
	files := make([]string, len(folders))
	for i, folder := range folders {
		files[i] = folder + config.FileName
	}
	entries, err := git.Entries(ctx, repo, commit, files...)
	has := map[string]bool{}
	for _, e := range entries {
		has[e.Path] = true
	}
	return slices.DeleteFunc(folders, func(folder string) bool { return !has[folder+config.FileName] }), err
}

// isPartial reports whether objects may be missing that the remote has.
func (a *agreed) isPartial() bool {
	return slices.ContainsFunc(a.settings, func(c git.Configured) bool {
		return strings.HasPrefix(c.Name, "remote.") && strings.HasSuffix(c.Name, ".promisor")
	})
}

// nearestHere finds the nearest file in the work tree.
func (a *agreed) nearestHere(prefix string) (p policy, err error) {
	for _, folder := range upwardNames(prefix) {
		p.data, err = a.readHere(folder)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return p, UnreadConfig(folder+config.FileName, err)
		}
		p.folder, p.isSet = folder, true
		return p, nil
	}
	return policy{}, nil
}

// readHere reads the configuration of a folder in the work tree.
func (a *agreed) readHere(folder string) ([]byte, error) {
	if a.repo.IsBare() {
		return nil, fs.ErrNotExist
	}
	return regular.ReadFile(filepath.Join(a.top, filepath.FromSlash(folder), config.FileName), false, MaxConfig)
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

// remarks say where the work tree differs from the policy that counts for a folder, and which settings do not count.
func (a *agreed) remarks(p policy, prefix string) []string {
	var all []string
	planted := map[string]int{} // by file
	for _, c := range a.planted {
		planted[c.File]++
	}
	for _, file := range slices.Sorted(maps.Keys(planted)) {
		all = append(all, fmt.Sprintf("what %s says of kbgate (%s) as git's configuration does not count, for the file lies in the work tree", file, text.Count(planted[file], "setting", "settings")))
	}
	for _, c := range a.settings {
		if remark := meaningless(c); remark != "" {
			all = append(all, remark)
		}
	}
	if a.repo.IsBare() {
		return all
	}
	if here := a.misnamed(p, prefix); here != "" {
		all = append(all, here)
	}
	if p.from == "" {
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

// misnamed says that the work tree has a configuration under a name that is not read, nearer to a folder than the one that counts.
func (a *agreed) misnamed(p policy, prefix string) string {
	root := a.top
	if p.isSet {
		root = filepath.Join(a.top, filepath.FromSlash(p.folder))
	}
	place := Location{Query: Query{Dir: a.top}, Repo: a.repo, Misnamed: misnamed(filepath.Join(a.top, filepath.FromSlash(prefix)), root)}
	return place.RemarkMisnamed(a.ctx)
}

// differences say where the configuration of the work tree differs from a policy. There are none if either cannot be read.
func (a *agreed) differences(p policy) (all []string) {
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

// meaningless says that a setting of git begins with `kbgate.` and means nothing, by its name or by its value.
func meaningless(c git.Configured) string {
	key, ok := strings.CutPrefix(c.Name, "kbgate.")
	if !ok || key == "defaultbranch" || key == "redisurl" || strings.HasPrefix(key, "review.") { // who reviews, and which server, says the user's own configuration alone
		return ""
	}
	if c.Name == git.RecordSetting {
		if _, isTruth := c.Truth(); isTruth {
			return ""
		}
		return fmt.Sprintf("%s of git's configuration is %q, which is no truth value, so that hooks keep no verdicts; write true or false", c.Name, c.Value)
	}
	if known, _ := new(config.Config).SetInGit(key, c.Value); known {
		return ""
	}
	remark := c.Name + " of git's configuration means nothing here"
	if near, ok := config.Nearest(key, append(config.InGit(), "defaultBranch", "hooks.record")); ok {
		remark += "; did you mean kbgate." + near + "?"
	}
	return remark
}
