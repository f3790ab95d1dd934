package git

import (
	"context"
	"slices"
	"strings"
	"testing"
)

// Each case begins with a repository of one commit on main, without a remote; main is checked out.
func TestDefault(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: walks histories and folders of many files")
	}
	const origin = "config remote.origin.url ../nowhere"
	cases := map[string]struct {
		git  []string // commands, one a line
		want string   // name and references; "?" for none, "unborn"
	}{
		"local main":                     {nil, "main refs/heads/main"},
		"another branch is checked out":  {[]string{"checkout -qb proposal"}, "main refs/heads/main"},
		"the user's name for it":         {[]string{"branch trunk", "config kbgate.defaultBranch trunk"}, "trunk refs/heads/trunk"},
		"in full":                        {[]string{"branch trunk", "config kbgate.defaultBranch refs/heads/trunk"}, "trunk refs/heads/trunk"},
		"a name that is not here":        {[]string{"config kbgate.defaultBranch trunk"}, "trunk"},
		"a name that no branch has":      {[]string{"config kbgate.defaultBranch main:x"}, "main:x"},
		"git's name for first branches":  {[]string{"branch dev", "config init.defaultBranch dev"}, "dev refs/heads/dev"},
		"a remote that was not fetched":  {[]string{origin}, "main refs/heads/main"},
		"a remote that is where we are":  {[]string{origin, "update-ref refs/remotes/origin/main main"}, "main refs/heads/main"},
		"a remote that is behind":        {[]string{origin, "update-ref refs/remotes/origin/main main", "commit -q --allow-empty -m two"}, "main refs/heads/main refs/remotes/origin/main"},
		"HEAD of the remote":             {[]string{origin, "update-ref refs/remotes/origin/trunk main", "symbolic-ref refs/remotes/origin/HEAD refs/remotes/origin/trunk"}, "trunk refs/remotes/origin/trunk"},
		"HEAD leads to nothing":          {[]string{origin, "symbolic-ref refs/remotes/origin/HEAD refs/remotes/origin/trunk"}, "trunk"},
		"HEAD leads out of the remote":   {[]string{origin, "symbolic-ref refs/remotes/origin/HEAD refs/heads/main", "branch -m proposal", "branch main2"}, "?"},
		"a branch of the name HEAD":      {[]string{origin, "update-ref refs/remotes/origin/HEAD main", "update-ref refs/remotes/origin/main main"}, "main refs/heads/main"},
		"master of the remote":           {[]string{origin, "update-ref refs/remotes/origin/master main"}, "master refs/remotes/origin/master"},
		"main and master of the remote":  {[]string{origin, "update-ref refs/remotes/origin/master main", "update-ref refs/remotes/origin/main main"}, "?"},
		"a clone of a proposal":          {[]string{origin, "branch -m proposal", "update-ref refs/remotes/origin/proposal proposal"}, "?"},
		"the only remote":                {[]string{"config remote.forge.url ../nowhere", "update-ref refs/remotes/forge/master main"}, "master refs/remotes/forge/master"},
		"one of two remotes":             {[]string{origin, "config remote.forge.url ../nowhere", "update-ref refs/remotes/forge/master main"}, "main refs/heads/main"},
		"two remotes, neither origin":    {[]string{"config remote.a.url x", "config remote.b.url x", "branch -m proposal"}, "?"},
		"a remote with a point and case": {[]string{"config remote.My.Forge.url x", "update-ref refs/remotes/My.Forge/master main"}, "master refs/remotes/My.Forge/master"},
		"the only branch":                {[]string{"branch -m any", "branch feedback"}, "any refs/heads/any"},
		"the only branch, HEAD apart":    {[]string{"branch -m any", "checkout -q --detach"}, "any refs/heads/any"},
		"the only branch but the store":  {[]string{"branch -m any", "branch records", "config kbgate.store.ref refs/heads/records"}, "any refs/heads/any"},
		"one of two branches":            {[]string{"branch -m any", "branch proposal"}, "?"},
		"a tag of a branch's whole name": {[]string{"tag refs/heads/main", "tag refs/heads/master", "branch -m any", "tag HEAD"}, "any refs/heads/any"},
		"a tag of a remote's branch":     {[]string{origin, "tag refs/remotes/origin/master", "tag refs/heads/main"}, "main refs/heads/main"},
		"no branch at all":               {[]string{"checkout -q --detach", "branch -D main"}, "?"},
		"no commit":                      {[]string{"checkout -q --orphan next", "branch -D main"}, "unborn"},
		"no commit, but a store":         {[]string{"branch -m feedback", "checkout -q --orphan next"}, "unborn"},
		"no commit, of the user's name":  {[]string{"checkout -q --orphan next", "branch -D main", "config kbgate.defaultBranch next"}, "next unborn"},
		"no commit, and a proposal":      {[]string{origin, "update-ref refs/remotes/origin/proposal main", "checkout -q --orphan next", "branch -D main"}, "?"},
		"it follows a pull request": {[]string{origin, "update-ref refs/remotes/origin/main main", "commit -q --allow-empty -m two",
			"config branch.main.merge refs/pull/7/head"}, "main refs/remotes/origin/main"},
		"it follows an address": {[]string{origin, "update-ref refs/remotes/origin/main main", "commit -q --allow-empty -m two",
			"config branch.main.remote https://example.org/fork", "config branch.main.merge refs/heads/main"}, "main refs/remotes/origin/main"},
		"it follows the remote": {[]string{origin, "update-ref refs/remotes/origin/main main", "commit -q --allow-empty -m two",
			"config branch.main.remote origin", "config branch.main.merge refs/heads/main"}, "main refs/heads/main refs/remotes/origin/main"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			dir, do := repository(t)
			do("commit", "-q", "--allow-empty", "-m", "one")
			do("branch", "-M", "main")
			for _, line := range c.git {
				do(strings.Split(strings.Replace(line, "-m two", "-mtwo", 1), " ")...)
			}
			if got := defaultIn(t, dir); got != c.want {
				t.Errorf("%q; want %q", got, c.want)
			}
		})
	}
}

func defaultIn(t *testing.T, dir string) string {
	ctx := context.Background()
	repo := Find(ctx, dir)
	all, err := Configuration(ctx, repo, Deciding)
	if err != nil {
		t.Fatal(err)
	}
	objects := OpenObjects(ctx, repo)
	defer objects.Close()
	d, err := repo.Default(ctx, all, objects)
	if err != nil {
		t.Fatal(err)
	}
	said := []string{d.Name}
	for _, ref := range d.Refs {
		said = append(said, ref.Name)
	}
	switch {
	case d.IsUnborn:
		said = append(said, "unborn")
	case d.Name == "":
		said = append(said, "?")
	}
	return strings.Join(slices.DeleteFunc(said, func(s string) bool { return s == "" }), " ")
}
