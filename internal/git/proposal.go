package git

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/identity"
)

// ofProposal are the references at which forges keep the head of a proposal: GitHub, Gitea and Forgejo the first, GitLab the second.
func ofProposal(number int) []string {
	n := strconv.Itoa(number)
	return []string{"refs/pull/" + n + "/head", "refs/merge-requests/" + n + "/head"}
}

// proposed is the folder of the references that FetchProposal keeps.
const proposed = "refs/kbgate/proposed/"

// ProposalHeads are the references at which this clone has the head of a pull request, those first that FetchProposal has kept: where a
// fetch of all that a forge has puts it, and the names that people give it beside the branches of a remote.
func ProposalHeads(ctx context.Context, f Folder, number int) (all []Reference, err error) {
	n := strconv.Itoa(number)
	patterns := append([]string{proposed + "*/" + n}, ofProposal(number)...)
	for _, folder := range []string{"pr", "pull", "merge-requests", "mr"} {
		patterns = append(patterns, "refs/remotes/*/"+folder+"/"+n, "refs/remotes/*/"+folder+"/"+n+"/head")
	}
	found, err := References(ctx, f, patterns...)
	slices.SortStableFunc(found, func(a, b Reference) int {
		rank := func(r Reference) int {
			if strings.HasPrefix(r.Name, proposed) {
				return 0
			}
			return 1
		}
		return rank(a) - rank(b)
	})
	for _, r := range found {
		if !slices.ContainsFunc(all, func(other Reference) bool { return other.ID == r.ID }) {
			all = append(all, r)
		}
	}
	return all, err
}

// FetchProposal gets the head of a pull request from the forge of a remote, with all that belongs to it, and keeps a reference to it.
func FetchProposal(ctx context.Context, f Folder, remote string, number int) (commit string, err error) {
	there, err := advertised(ctx, f, remote, ofProposal(number)...)
	if err != nil {
		return "", err
	}
	for _, ref := range ofProposal(number) {
		if !slices.Contains(there, ref) { // a pattern also fits names that only end so
			continue
		}
		arrived := proposed + trackingName(remote) + "/" + strconv.Itoa(number)
		if _, err := command(ctx, talks, f, "fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules", "--", remote, "+"+ref+":"+arrived).output(); err != nil {
			return "", err
		}
		return line(ctx, f, "rev-parse", "--verify", arrived+"^{commit}")
	}
	return "", hint.Misuse("is the number right, and the remote the one that it is a pull request of?", "%s has no pull request %d", remote, number)
}

// BranchesAt are the short names of the branches that stand at a commit, without their remotes, each once.
func BranchesAt(ctx context.Context, f Folder, commit string) (names []string, err error) {
	out, err := run(ctx, f, "for-each-ref", "--format=%(refname)", "--points-at="+commit, "refs/heads", "refs/remotes")
	for _, ref := range splitLines(out) {
		if name := branchOf(ref); name != "" && name != "HEAD" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names, err
}

// TrackedAs are the branches of remotes, as origin/NAME, that have a name. There are none of a name that says where it lies.
func TrackedAs(ctx context.Context, f Folder, name string) (names []string, err error) {
	folder, _, _ := strings.Cut(name, "/")
	if name == "" || name == "HEAD" || strings.ContainsAny(name, "*?[\\") || slices.Contains([]string{"refs", "heads", "remotes", "tags"}, folder) {
		return nil, nil
	}
	all, err := References(ctx, f, "refs/remotes/*/"+name)
	for _, r := range all {
		if branchOf(r.Name) == name { // a pattern also fits what lies below the name
			names = append(names, strings.TrimPrefix(r.Name, "refs/remotes/"))
		}
	}
	return names, err
}

// BranchesWith are the branches, here and of remotes, at whose tips a file stands at a path from the top, at most that many of the newest
// being looked at.
func BranchesWith(ctx context.Context, f Folder, path string, most int) (names []string, err error) {
	if strings.ContainsAny(path, "\n\x00") { // which cannot be asked for
		return nil, nil
	}
	out, err := run(ctx, f, "for-each-ref", "--sort=-committerdate", "--count="+strconv.Itoa(most), "--format=%(refname)", "refs/heads", "refs/remotes")
	if err != nil {
		return nil, err
	}
	refs := splitLines(out)
	questions := make([]string, len(refs))
	for i, ref := range refs {
		questions[i] = ref + ":" + path
	}
	kinds, err := details(ctx, f, "%(objecttype)", questions)
	for i, kind := range kinds {
		if kind == "blob" && !strings.HasSuffix(refs[i], "/HEAD") {
			names = append(names, strings.TrimPrefix(strings.TrimPrefix(refs[i], "refs/heads/"), "refs/remotes/"))
		}
	}
	return names, err
}

// AuthorsTouching gives the authors of the newest commits, at most that many, that changed what stands at a path from the top and are in
// the history of to and not in that of from, newest first. Merges are left out.
func AuthorsTouching(ctx context.Context, f Folder, from, to, path string, most int) ([]identity.Commit, error) {
	var commits []string
	err := Versions(ctx, f, []string{span(from, to)}, []string{path}, func(v Version) {
		if len(commits) == 0 || commits[len(commits)-1] != v.Commit {
			commits = append(commits, v.Commit)
		}
	})
	if err != nil || len(commits) == 0 {
		return nil, err
	}
	slices.Reverse(commits)
	commits = commits[:min(len(commits), most)]
	args := append([]string{"--no-walk=unsorted", "--end-of-options"}, commits...)
	made, err := authors(ctx, f, most, append(args, "--"))
	if err != nil {
		return nil, fmt.Errorf("asking who changed %s: %w", path, err)
	}
	return made, nil
}

// ChangedPaths are the paths, below a folder, of the files that a change adds or edits between the commit at which it left its base and its
// head. The folder is as Folder.Prefix has it. There are none where the clone lacks one of the commits.
func ChangedPaths(ctx context.Context, f Folder, base, head, folder string) (paths []string, err error) {
	if !IsObjectID(base) || !IsObjectID(head) {
		return nil, nil
	}
	parted, err := MergeBase(ctx, f, base, head)
	if err != nil {
		return nil, ctx.Err()
	}
	from, err := Tree(ctx, f, parted, folder)
	if err != nil {
		return nil, err
	}
	to, err := Tree(ctx, f, head, folder)
	if err != nil {
		return nil, err
	}
	changes, _, err := TreeDiff(ctx, f, from, to)
	for _, c := range changes {
		if c.New.Mode != "" && c.New.Mode != ModeLink {
			paths = append(paths, c.Path)
		}
	}
	return paths, err
}
