package git

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/lazy"
)

// The settings that name programs or addresses, as git lists them: section and last part in small letters. The last value of
// oneProgram counts, and every value of manyPrograms.
var (
	oneProgram   = lazy.Regexp(`^(core\.(sshcommand|askpass|hookspath|alternaterefscommand)|gpg\..*|ssh\..*)$`)
	manyPrograms = lazy.Regexp(`^(core\.gitproxy|(credential|http|protocol|remote|url)\..*)$`)
	hookFolder   = lazy.Regexp(`^core\.hookspath$`)
)

// refuseForeign fails where a setting by which a role chooses programs or addresses comes from a file of the work tree, as by
// include.path=../.gitconfig: whoever proposes a change would choose it.
func refuseForeign(ctx context.Context, f Folder, r role) error {
	if r == reads || r == lists || r == writes && !f.includes && !takesIn() {
		return nil // the repository's own file alone may name hooks, which takes in no other
	}
	out, err := command(ctx, lists, f, "config", "-z", "--show-origin", "--list").output()
	if err != nil {
		return err
	}
	one, many := oneProgram, manyPrograms
	if r == writes {
		one, many = hookFolder, nil
	}
	counting := map[string]string{} // where the settings come from that count
	fields := splitNul(out)
	for i := 0; i+1 < len(fields); i += 2 {
		key, _, _ := strings.Cut(fields[i+1], "\n")
		if one().MatchString(key) || many != nil && many().MatchString(key) && f.isForeign(fields[i]) {
			counting[key] = fields[i]
		}
	}
	for key, origin := range counting {
		if f.isForeign(origin) {
			return hint.Misuse(fmt.Sprintf("`git config --show-origin --get-all %s` shows it; take the include out, or set it behind that in .git/config", key),
				"git's setting %s comes from %s, a file of the work tree that any change may rewrite", key, strings.TrimPrefix(origin, "file:"))
		}
	}
	return nil
}

// takesIn reports whether the user's own settings may name hooks, or include a file that does. Only then is git asked, which costs
// a start.
func takesIn() bool {
	for _, variable := range os.Environ() {
		name, value, _ := strings.Cut(variable, "=")
		if (name == "GIT_CONFIG_PARAMETERS" || strings.HasPrefix(name, "GIT_CONFIG_KEY_")) && strings.Contains(strings.ToLower(value), "include") {
			return true
		}
	}
	return slices.ContainsFunc(settingFiles(), func(name string) bool {
		if !filepath.IsAbs(name) {
			return true // which counts from where git starts
		}
		text, err := readSmall(name, maxSettings)
		return err != nil && !errors.Is(err, fs.ErrNotExist) || namesHooks().Match(text)
	})
}

// namesHooks matches a file of settings that includes another file or names the folder of hooks.
var namesHooks = lazy.Regexp(`(?i)\[\s*include|hookspath`)

// settingFiles are those that git reads besides the repository's own (git-config(1), FILES).
func settingFiles() []string {
	files := []string{cmp.Or(os.Getenv("GIT_CONFIG_SYSTEM"), "/etc/gitconfig")}
	if name := os.Getenv("GIT_CONFIG_GLOBAL"); name != "" {
		return append(files, name)
	}
	if name := os.Getenv("XDG_CONFIG_HOME"); name != "" {
		files = append(files, filepath.Join(name, "git", "config"))
	}
	own, _ := os.UserHomeDir()
	for _, home := range []string{os.Getenv("HOME"), own} {
		if home != "" {
			files = append(files, filepath.Join(home, ".gitconfig"), filepath.Join(home, ".config", "git", "config"))
		}
	}
	return files
}

// isForeign reports whether a setting's origin, as git says it, is a file of a work tree.
func (f Folder) isForeign(origin string) bool {
	name, ok := strings.CutPrefix(origin, "file:")
	return ok && f.isIn(f.workTrees(), filepath.FromSlash(name)) // else the command line, which is the user's
}
