package git

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/lazy"
	"github.com/kbgate/kbgate/internal/regular"
)

// The settings that name programs or addresses, as git lists them: section and last part in small letters. Git uses the last value of
// a name; of manyPrograms it uses every value.
const (
	programs   = `^(core\.(sshcommand|askpass|hookspath|alternaterefscommand|gitproxy)|(gpg|ssh|credential|http|protocol|remote|url)\..*)$`
	hookFolder = `^core\.hookspath$`
)

var manyPrograms = lazy.Regexp(`^(core\.gitproxy|(credential|http|protocol|remote|url)\.)`)

// refuseForeign fails if a setting that names a program or an address for the role comes from a file of the work tree, as with
// include.path=../.gitconfig: the author of a change would choose the program.
func refuseForeign(ctx context.Context, f Folder, r role) error {
	if r == reads || r == lists || r == writes && !f.includes && !takesIn() {
		return nil // the repository's own file alone may name hooks, which takes in no other
	}
	names := programs
	if r == writes {
		names = hookFolder
	}
	all, err := configured(ctx, lists, f, names)
	if err != nil {
		return err
	}
	last := map[string]Configured{}
	for _, c := range all {
		last[c.Name] = c
	}
	_, planted := f.Parted(all)
	for _, c := range planted {
		if last[c.Name] == c || manyPrograms().MatchString(c.Name) {
			return hint.Misuse(fmt.Sprintf("`git config --show-origin --get-all %s` shows it; take the include out, or set it behind that in .git/config", c.Name),
				"git's setting %s comes from %s, a file of the work tree that any change may rewrite", c.Name, c.File)
		}
	}
	return nil
}

// takesIn reports whether the user's own settings may name hooks, or include a file that does. Only then does refuseForeign ask git,
// because the start of a program more costs a record a tenth of its time.
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
		text, err := regular.ReadFile(name, true, maxSettings)
		return err != nil && !errors.Is(err, fs.ErrNotExist) || namesHooks().Match(text)
	})
}

// namesHooks matches a file of settings that includes another file or names the folder of hooks.
var namesHooks = lazy.Regexp(`(?i)\[\s*include|hookspath`)

// UserMayHave reports whether the user's or the system's settings may have a section, or include a file that does. It reads the files, for
// that takes less time than to start git.
func UserMayHave(section string) bool {
	named := regexp.MustCompile(`(?i)\[\s*(include|` + regexp.QuoteMeta(section) + `)`)
	return slices.ContainsFunc(settingFiles(), func(name string) bool {
		text, err := regular.ReadFile(name, true, maxSettings)
		return !filepath.IsAbs(name) || err != nil && !errors.Is(err, fs.ErrNotExist) || named.Match(text)
	})
}

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
