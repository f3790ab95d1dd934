package git

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/regular"
)

// Tracking is the folder of the references that Share keeps, by remote and branch.
const Tracking = "refs/kbgate/remotes/"

// Reference is a name for an object.
type Reference struct{ Name, ID string }

// References are those whose full names fit one of some patterns, in which * stands for a part between slashes; sorted by name.
func References(ctx context.Context, f Folder, patterns ...string) (all []Reference, err error) {
	out, err := run(ctx, f, append([]string{"for-each-ref", "--format=%(objectname) %(refname)"}, patterns...)...)
	if err != nil {
		return nil, err
	}
	for _, line := range splitLines(out) {
		if id, name, ok := strings.Cut(line, " "); ok {
			all = append(all, Reference{name, id})
		}
	}
	return all, nil
}

// RefID is the id that a reference of exactly that full name, or HEAD, holds, whether or not the repository has such an object; ""
// where there is none, or where it cannot be read.
func RefID(ctx context.Context, f Folder, ref string) (string, error) {
	if strings.HasPrefix(ref, "refs/") {
		all, err := References(ctx, f, ref)
		if i := slices.IndexFunc(all, func(r Reference) bool { return r.Name == ref }); i >= 0 {
			return all[i].ID, err
		}
		return "", err
	}
	id, err := line(ctx, f, "rev-parse", "--verify", "--quiet", ref)
	if exitedWith(err, 1, 128) {
		return "", nil
	}
	return id, err
}

// Symbolic is the reference for which another stands, or that one itself. It asks git only if no file tells.
func Symbolic(ctx context.Context, f Folder, ref string) (string, error) {
	dir := f.Common
	if ref == "HEAD" {
		dir = f.GitDir
	}
	name := filepath.Join(dir, filepath.FromSlash(ref))
	said, _ := os.ReadFile(name)                                                                                         // git tells why it cannot be read
	if target, ok := strings.CutPrefix(string(said), "ref:"); ok && strings.TrimSpace(target) != "refs/heads/.invalid" { // that of reftables
		return strings.TrimSpace(target), nil
	}
	if _, err := os.Readlink(name); err != nil && !regular.IsFolder(filepath.Join(f.Common, "reftable")) {
		return ref, nil // what is packed stands for no other
	}
	target, err := line(ctx, f, "symbolic-ref", "--quiet", ref)
	if exitedWith(err, 1) {
		return ref, nil
	}
	return target, err
}

// HeadBranch is the full name of the branch that is checked out, "" where none is.
func HeadBranch(ctx context.Context, f Folder) (string, error) {
	target, err := Symbolic(ctx, f, "HEAD")
	if target == "HEAD" {
		return "", err
	}
	return target, err
}

// CurrentBranch is the short name of the branch that is checked out, "" where none is.
func CurrentBranch(ctx context.Context, f Folder) (string, error) {
	full, err := HeadBranch(ctx, f)
	return branchOf(full), err
}

// Branch gives the short name of the branch that a name means, without the remote of one that is tracked; HEAD is the
// branch that is checked out. It is "" where the name means none, as a commit's id does and a detached HEAD.
func Branch(ctx context.Context, f Folder, name string) (string, error) {
	full, err := line(ctx, f, "rev-parse", "--verify", "--quiet", "--symbolic-full-name", "--end-of-options", cmp.Or(name, "HEAD"))
	if err != nil {
		return "", ctx.Err() // else the name means nothing
	}
	return branchOf(full), nil
}

// branchOf is the short name of a branch by its full name, "" for another reference.
func branchOf(full string) string {
	if branch, ok := strings.CutPrefix(full, "refs/heads/"); ok {
		return branch
	}
	if remote, ok := strings.CutPrefix(full, "refs/remotes/"); ok {
		_, branch, _ := strings.Cut(remote, "/")
		return branch
	}
	return ""
}

// AtReference reads the commit of a reference, by its full name or HEAD; ErrMissing if there is none. Where the reference does not
// exist, git would take another one whose name ends so, such as a tag that was pushed (gitrevisions(7)): AtReference does not.
func (o *Objects) AtReference(ref string, limit int64) (Object, error) {
	commit, err := o.Read(ref+"^{commit}", limit)
	if err != nil || o.folder.saysItself(ref, commit.ID) {
		return commit, err
	}
	isDoubtful := false
	others := []string{"refs/" + ref, "refs/tags/" + ref, "refs/heads/" + ref, "refs/remotes/" + ref, "refs/remotes/" + ref + "/HEAD"}
	err = o.Each(others, limit, func(_ int, _ Object, err error) error {
		isDoubtful = isDoubtful || !errors.Is(err, ErrMissing)
		return nil
	})
	if err != nil || !isDoubtful {
		return commit, err
	}
	if id, err := RefID(o.ctx, o.folder, ref); err != nil || id == "" {
		return Object{}, cmp.Or(err, fmt.Errorf("%s: %w", ref, ErrMissing))
	}
	return commit, nil
}

// saysItself reports whether a reference has a file of its own that names an object, so that git need not look further.
func (f Folder) saysItself(ref, id string) bool {
	said, err := os.ReadFile(filepath.Join(f.Common, filepath.FromSlash(ref)))
	return err == nil && strings.TrimSpace(string(said)) == id
}

// LogHas reports whether a reference, by its log, ever led to a commit that another commit leads to and where it stands now ("" for
// none) does not. Where git keeps no log of it, nothing is known; it keeps none of a reference that is not there, for which it would
// take another.
func LogHas(ctx context.Context, f Folder, ref, commit, now string) (bool, error) {
	if now == "" {
		return false, nil
	}
	without := "^" + now + "\n"
	lacking, err := Input(ctx, f, strings.NewReader(commit+"\n"+without), "rev-list", "--stdin")
	if err != nil || len(lacking) == 0 {
		return false, err
	}
	log, err := run(ctx, f, "log", "-g", "--format=%H", ref, "--")
	if exitedWith(err, 128) || err == nil && len(log) == 0 {
		return false, nil
	} else if err != nil {
		return false, err
	}
	had, err := Input(ctx, f, strings.NewReader(string(log)+without), "rev-list", "--ignore-missing", "--stdin")
	if err != nil {
		return false, err
	}
	lacks := splitLines(lacking)
	slices.Sort(lacks)
	return slices.ContainsFunc(splitLines(had), func(id string) bool {
		_, found := slices.BinarySearch(lacks, id)
		return found
	}), nil
}
