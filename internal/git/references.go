package git

import (
	"context"
	"errors"
	"os/exec"
	"strings"
)

// Tracking is below what the references lie that Fetch keeps, by remote and branch.
const Tracking = "refs/kbgate/remotes/"

// Reference is a name for an object.
type Reference struct{ Name, ID string }

// References are those whose full names fit one of some patterns, in which * stands for a part between slashes; sorted by name.
func References(ctx context.Context, f Folder, patterns ...string) (all []Reference, err error) {
	out, err := run(ctx, f, append([]string{"for-each-ref", "--format=%(objectname) %(refname)"}, patterns...)...)
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(out)) {
		if id, name, ok := strings.Cut(strings.TrimSuffix(line, "\n"), " "); ok {
			all = append(all, Reference{name, id})
		}
	}
	return all, nil
}

// LogHas reports whether a reference, by its log, ever led to a commit that another commit leads to and where it stands now ("" for
// none) does not. Where git keeps no log of it, nothing is known.
func LogHas(ctx context.Context, f Folder, ref, commit, now string) (bool, error) {
	without := ""
	if now != "" {
		without = "^" + now + "\n"
	}
	lacking, err := Input(ctx, f, strings.NewReader(commit+"\n"+without), "rev-list", "--stdin")
	if err != nil || len(lacking) == 0 {
		return false, err
	}
	log, err := run(ctx, f, "log", "-g", "--format=%H", ref, "--")
	if no := (*exec.ExitError)(nil); errors.As(err, &no) || err == nil && len(log) == 0 {
		return false, nil
	} else if err != nil {
		return false, err
	}
	had, err := Input(ctx, f, strings.NewReader(string(log)+without), "rev-list", "--ignore-missing", "--stdin")
	if err != nil {
		return false, err
	}
	lacks := map[string]bool{}
	for line := range strings.Lines(string(lacking)) {
		lacks[line] = true
	}
	for line := range strings.Lines(string(had)) {
		if lacks[line] {
			return true, nil
		}
	}
	return false, nil
}
