package git

import (
	"context"
	"io/fs"
	"os"
	"runtime"
	"strconv"
	"strings"
)

// Sharing is what core.sharedRepository says of the modes of files below the git directory (git-config(1)). The zero value
// leaves them to the umask.
type Sharing struct {
	bits  fs.FileMode // of a file that may be written
	exact bool        // whatever the umask says, no others
}

// The bits that go with the names of the setting (git's cache.h, enum sharedrepo).
const (
	groupBits = 0o660
	everyBits = 0o664
)

// Settings are what a writer has to know of the settings of a repository.
type Settings struct {
	Ident   string // who commits, as "Name <address>"; "" where Ident has to say, or why nobody does
	Sharing Sharing
}

// SettingsOf asks git for the settings, all at once.
func SettingsOf(ctx context.Context, f Folder) (Settings, error) {
	out, err := run(ctx, f, "var", "-l")
	if err != nil {
		return Settings{}, err
	}
	s := parseSettings(string(out))
	if name, set := os.LookupEnv("GIT_COMMITTER_NAME"); set && strings.TrimSpace(name) == "" {
		s.Ident = ""
	}
	return s, nil
}

// parseSettings reads the output of `git var -l`: all settings, as NAME=VALUE or NAME, and then git's variables. The last setting of a
// name counts. Where no setting names the committer, git makes one up in its variable, and does not say so.
func parseSettings(list string) (s Settings) {
	const committer = "GIT_COMMITTER_IDENT="
	strict := false
	for line := range strings.SplitSeq(list, "\n") {
		name, value, given := strings.Cut(line, "=")
		switch {
		case name == "core.sharedrepository":
			s.Sharing = parseSharing(value, given)
		case name == "user.useconfigonly", (name == "user.name" || name == "committer.name") && strings.TrimSpace(value) == "":
			strict = true // perhaps
		case strings.HasPrefix(line, committer):
			s.Ident = identOf(strings.TrimPrefix(line, committer))
		}
	}
	if strict || isMadeUp(s.Ident) {
		s.Ident = ""
	}
	return s
}

// identOf is the name and address of a line of git, which ends with a time and its zone.
func identOf(line string) string {
	who, _, _ := strings.Cut(line, "> ")
	return who + ">"
}

// isMadeUp reports whether git may have made up who commits: it refuses to commit without a name, or with an address at a host
// that has no domain (git's ident.c).
func isMadeUp(ident string) bool {
	name, address, ok := strings.Cut(ident, " <")
	return !ok || name == "" || name == "unknown" || strings.HasSuffix(address, ".(none)>")
}

// sharedBits are of the words that the setting may be (git's setup.c, git_config_perm).
var sharedBits = map[string]fs.FileMode{"": 0, "umask": 0, "group": groupBits, "all": everyBits, "world": everyBits, "everybody": everyBits}

// parseSharing reads core.sharedRepository; without a value it means yes. Where the value is none, git itself refuses to work.
func parseSharing(value string, given bool) Sharing {
	bits, isWord := sharedBits[value]
	mode, err := strconv.ParseUint(value, 8, 32)
	switch word := strings.ToLower(value); {
	case !given, word == "true", word == "yes", word == "on", err == nil && mode == 1:
		return Sharing{bits: groupBits}
	case isWord:
		return Sharing{bits: bits}
	case err == nil && mode == 2:
		return Sharing{bits: everyBits}
	case err != nil || mode&0o600 != 0o600:
		return Sharing{}
	}
	return Sharing{bits: fs.FileMode(mode) & 0o666, exact: true}
}

// Adjust sets the mode of a new file or folder below the git directory, as git would (git's path.c, adjust_shared_perm).
func (s Sharing) Adjust(name string) error {
	if s.bits == 0 || runtime.GOOS == "windows" {
		return nil
	}
	info, err := os.Lstat(name)
	if err != nil {
		return err
	}
	const all = fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky
	if mode := s.of(info.Mode()); mode&all != info.Mode()&all {
		return os.Chmod(name, mode&all)
	}
	return nil
}

// of gives the mode that a file gets in place of another mode.
func (s Sharing) of(mode fs.FileMode) fs.FileMode {
	bits := s.bits
	if mode&0o200 == 0 {
		bits &^= 0o222
	}
	if mode&0o100 != 0 {
		bits |= bits & 0o444 >> 2 // who may read may execute, or enter
	}
	if s.exact {
		mode &^= fs.ModePerm
	}
	mode |= bits
	if mode.IsDir() {
		mode |= mode & 0o444 >> 2
		if mode&0o060 != 0 && !inheritsGroup {
			mode |= fs.ModeSetgid
		}
	}
	return mode
}

// inheritsGroup reports whether what is made in a folder has the folder's group on this system anyway (git's
// config.mak.uname, DIR_HAS_BSD_GROUP_SEMANTICS).
const inheritsGroup = runtime.GOOS == "darwin" || runtime.GOOS == "freebsd" || runtime.GOOS == "netbsd" || runtime.GOOS == "openbsd" || runtime.GOOS == "dragonfly"
