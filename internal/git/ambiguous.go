package git

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/hint"
)

// refuseTags fails if an expression such as main~3 names a branch, and git would take a tag of that name: everybody who may push tags
// could choose the commit. It fails with ErrNoCommit if the expression is the whole name of a branch that is not here.
func refuseTags(ctx context.Context, f Folder, expression string) error {
	name := expression
	if end := strings.IndexAny(name, "^~:"); end >= 0 {
		name = name[:end]
	}
	name, _, _ = strings.Cut(name, "@{")
	if name == "" || name[0] == '-' || name == "@" || name == "HEAD" || IsObjectID(name) {
		return nil
	}
	all, err := References(ctx, f, name, "refs/"+name, "refs/tags/"+name, "refs/heads/"+name, "refs/remotes/"+name, "refs/remotes/*/"+name)
	if err != nil {
		return err
	}
	has := func(ref string) bool {
		return slices.ContainsFunc(all, func(r Reference) bool { return r.Name == ref })
	}
	tag := "refs/tags/" + name
	if !has(tag) || has(name) || has("refs/"+name) { // which git takes before any tag
		return nil
	}
	for _, ref := range all {
		if ref.Name == "refs/heads/"+name || strings.HasPrefix(ref.Name, "refs/remotes/") && isNameAt(ref.Name, name) {
			return hint.Misuse(fmt.Sprintf("write %s for the branch, or %s for the tag", ref.Name, tag), "%s is the branch %s and the tag %s", name, ref.Name, tag)
		}
	}
	for _, above := range []string{"refs/", "heads/", "remotes/"} {
		if strings.HasPrefix(name, above) {
			return fmt.Errorf("%s: %w", name, ErrNoCommit)
		}
	}
	return nil
}

// isNameAt reports whether a reference of a remote is what git takes a name for, or bears that name at some remote.
func isNameAt(ref, name string) bool {
	below := strings.TrimPrefix(ref, "refs/remotes/")
	_, branch, _ := strings.Cut(below, "/")
	return below == name || below == name+"/HEAD" || branch == name
}
