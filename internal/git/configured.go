package git

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Configured is an entry of git's configuration.
type Configured struct {
	Name   string // the whole: kbgate.store.ref; kbgate's own in small letters, others as git has them
	Value  string
	IsBare bool   // there is no = behind the name, which git takes for true
	File   string // that says it, as git names it from the top of the work tree; "" where the command line or the environment does
}

// Configuration gives the entries whose names match a regular expression. The last entry of a name counts.
func Configuration(ctx context.Context, f Folder, names string) (all []Configured, err error) {
	return configured(ctx, reads, f, names)
}

// SyncSetting is the setting by which a clone sends by itself what it records.
const SyncSetting = "kbgate.store.sync"

// RecordSetting is the setting by which hooks keep what the gates found in what is staged.
const RecordSetting = "kbgate.hooks.record"

// Truth reads the value as git reads a truth value; ok is false where it is none.
func (c Configured) Truth() (on, ok bool) {
	if c.IsBare {
		return true, true
	}
	value := strings.ToLower(c.Value)
	switch value {
	case "true", "yes", "on":
		return true, true
	case "", "false", "no", "off":
		return false, true
	}
	number, factor := strings.TrimLeft(value, " \t\n\v\f\r"), 1
	for i, unit := range []string{"k", "m", "g"} {
		if rest, ok := strings.CutSuffix(number, unit); ok {
			number, factor = rest, 1<<(10*(i+1))
		}
	}
	if strings.ContainsAny(number, "_ob") { // which Go takes in numbers, and C does not
		return false, false
	}
	n, err := strconv.ParseInt(number, 0, 32)
	if limit := int64(math.MaxInt32 / factor); err != nil || n > limit || n < -limit {
		return false, false
	}
	return n != 0, true
}

// Last is the entry of a name that counts; ok is false where there is none.
func Last(all []Configured, name string) (last Configured, ok bool) {
	for _, c := range slices.Backward(all) {
		if c.Name == name {
			return c, true
		}
	}
	return Configured{}, false
}

// SetSync writes that setting to the repository's own configuration.
func SetSync(ctx context.Context, f Folder, value string) error {
	_, err := run(ctx, f, "config", "--local", SyncSetting, value)
	return err
}

func configured(ctx context.Context, r role, f Folder, names string) (all []Configured, err error) {
	out, err := command(ctx, r, f, "config", "--show-origin", "-z", "--get-regexp", names).output()
	if exitedWith(err, 1) {
		return nil, nil // there is none
	}
	if err != nil {
		return nil, err
	}
	fields := splitNul(out)
	if len(fields)%2 != 0 {
		return nil, fmt.Errorf("git config says %q", out)
	}
	for ; len(fields) > 0; fields = fields[2:] {
		name, value, hasValue := strings.Cut(fields[1], "\n")
		file, ok := strings.CutPrefix(fields[0], "file:")
		if !ok {
			file = ""
		}
		if strings.HasPrefix(name, "kbgate.") {
			name = strings.ToLower(name)
		}
		all = append(all, Configured{Name: name, Value: value, IsBare: !hasValue, File: file})
	}
	return all, nil
}

// Parted separates the user's own entries from those of files in a work tree of the repository, which the author of a change may
// have written.
func (f Folder) Parted(all []Configured) (own, planted []Configured) {
	var trees []string
	for _, c := range all {
		if c.File == "" {
			own = append(own, c)
			continue
		}
		if trees == nil {
			trees = f.workTrees()
		}
		if f.isIn(trees, c.File) {
			planted = append(planted, c)
		} else {
			own = append(own, c)
		}
	}
	return own, planted
}

// workTrees are the tops of the work trees that the repository lists. It may not list the main one, nor one that was moved: only
// the .git of such a work tree tells (isTop).
func (f Folder) workTrees() []string {
	trees := []string{}
	if f.Top != "" {
		trees = append(trees, f.Top)
	}
	linked, _ := filepath.Glob(filepath.Join(globbed(f.Common), "worktrees", "*", "gitdir")) // the pattern is a good one
	for _, name := range linked {
		file, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		at := filepath.FromSlash(strings.TrimSpace(string(file)))
		if !filepath.IsAbs(at) {
			at = filepath.Join(filepath.Dir(name), at)
		}
		trees = append(trees, filepath.Dir(at))
	}
	return trees
}

// isTop reports whether the .git of a folder leads to the repository.
func (f Folder) isTop(dir string) bool {
	gitDir, err := gitDirAt(filepath.Join(dir, dotGit))
	if err != nil {
		return false
	}
	common, err := commonDir(gitDir)
	return err == nil && IsAny(common, f.Common)
}

// globbed is a pattern that matches exactly one name.
func globbed(name string) string {
	return strings.NewReplacer(`*`, `[*]`, `?`, `[?]`, `[`, `[[]`).Replace(name)
}

// isIn reports whether a file lies in a work tree, by its name or behind links. If links cannot be resolved, it does.
func (f Folder) isIn(trees []string, file string) bool {
	if !filepath.IsAbs(file) {
		file = filepath.Join(f.Top, file)
	}
	real, err := filepath.EvalSymlinks(file)
	return err != nil || f.isBelow(trees, filepath.Clean(file)) || f.isBelow(trees, real)
}

// isBelow reports whether one of the folders above a file is the top of a work tree, before any is a git directory.
func (f Folder) isBelow(trees []string, file string) bool {
	for dir := filepath.Dir(file); ; dir = filepath.Dir(dir) {
		switch {
		case IsAny(dir, f.GitDir, f.Common):
			return false
		case IsAny(dir, trees...) || f.isTop(dir):
			return true
		case dir == filepath.Dir(dir):
			return false
		}
	}
}

// IsAny reports whether a folder is one of others, whatever it is called.
func IsAny(dir string, others ...string) bool {
	info, err := os.Stat(dir)
	if err != nil {
		return false
	}
	for _, other := range others {
		if o, err := os.Stat(other); err == nil && os.SameFile(info, o) {
			return true
		}
	}
	return false
}

// UserConfiguration gives the entries whose names match a regular expression and that the user's or the system's configuration has: none
// of the repository's own, of a work tree, the command line or the environment. The last entry of a name counts.
func UserConfiguration(ctx context.Context, f Folder, names string) (all []Configured, err error) {
	out, err := command(ctx, reads, f, "config", "--show-scope", "--show-origin", "-z", "--get-regexp", names).output()
	if exitedWith(err, 1) {
		return nil, nil // there is none
	}
	if err != nil {
		return nil, err
	}
	fields := splitNul(out)
	if len(fields)%3 != 0 {
		return nil, fmt.Errorf("git config says %q", out)
	}
	for ; len(fields) > 0; fields = fields[3:] {
		name, value, _ := strings.Cut(fields[2], "\n")
		file, isFile := strings.CutPrefix(fields[1], "file:")
		if isFile && (fields[0] == "global" || fields[0] == "system") {
			all = append(all, Configured{Name: strings.ToLower(name), Value: value, File: file})
		}
	}
	own, _ := f.Parted(all)
	return own, nil
}
