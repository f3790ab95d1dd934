package git

import (
	"context"
	"io/fs"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// The list is that of `git var -l`: settings first, of which the last of a name counts, and then git's variables.
func TestParseSettings(t *testing.T) {
	const ident = "GIT_COMMITTER_IDENT=Ana <ana@example.org> 1795267125 +0000\n"
	for list, want := range map[string]Settings{
		ident:                                   {Ident: "Ana <ana@example.org>"},
		"core.sharedrepository=group\n" + ident: {"Ana <ana@example.org>", Sharing{bits: 0o660}},
		"core.sharedrepository\n" + ident:       {"Ana <ana@example.org>", Sharing{bits: 0o660}},
		"core.sharedrepository=all\ncore.sharedrepository=umask\n" + ident:           {Ident: "Ana <ana@example.org>"},
		"core.sharedrepository=\n" + ident:                                           {Ident: "Ana <ana@example.org>"},
		"core.sharedrepository=yes\n":                                                {"", Sharing{bits: 0o660}},
		"core.sharedrepository=false\n":                                              {},
		"core.sharedrepository=1\n":                                                  {"", Sharing{bits: 0o660}},
		"core.sharedrepository=2\n":                                                  {"", Sharing{bits: 0o664}},
		"core.sharedrepository=world\n":                                              {"", Sharing{bits: 0o664}},
		"core.sharedrepository=0640\n":                                               {"", Sharing{bits: 0o640, exact: true}},
		"core.sharedrepository=0777\n":                                               {"", Sharing{bits: 0o666, exact: true}},
		"core.sharedrepository=0040\n":                                               {},
		"core.sharedrepository=nobody\n":                                             {},
		"alias.x=!echo\nGIT_COMMITTER_IDENT=Eve <eve@example.org> 1 +0000\n" + ident: {Ident: "Ana <ana@example.org>"},
		"user.name=\n" + ident:                                                       {},
		"user.useconfigonly=true\n" + ident:                                          {},
		"GIT_COMMITTER_IDENT=root <root@vm.(none)> 1795267125 +0000\n":               {},
		"GIT_COMMITTER_IDENT= <ana@example.org> 1795267125 +0000\n":                  {},
		"GIT_COMMITTER_IDENT=<ana@example.org> 1795267125 +0000\n":                   {},
		"GIT_COMMITTER_IDENT=unknown <ana@example.org> 1795267125 +0000\n":           {},
		"": {},
	} {
		if got := parseSettings(list); got != want {
			t.Errorf("%q is %+v, want %+v", list, got, want)
		}
	}
}

// Where git would commit, the settings say as whom, or leave it to Ident; never do they say another.
func TestSettingsOf(t *testing.T) {
	for _, env := range [][]string{
		nil, {"GIT_COMMITTER_NAME=Ana", "GIT_COMMITTER_EMAIL=ana@example.org"}, {"GIT_COMMITTER_NAME=A <b> c", "EMAIL=x@example.org"},
		{"GIT_COMMITTER_NAME=", "GIT_COMMITTER_EMAIL=x"}, {"GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=user.useConfigOnly", "GIT_CONFIG_VALUE_0=true"},
	} {
		dir := t.TempDir()
		if exec.Command("git", "init", "-q", dir).Run() != nil {
			t.Skip("there is no git")
		}
		t.Setenv("HOME", dir)
		t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
		for _, name := range []string{"GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL", "EMAIL", "GIT_CONFIG_COUNT"} {
			t.Setenv(name, "") // which puts it back later
			os.Unsetenv(name)
		}
		for _, e := range env {
			name, value, _ := strings.Cut(e, "=")
			t.Setenv(name, value)
		}
		said, err := SettingsOf(context.Background(), Find(context.Background(), dir))
		if err != nil {
			t.Fatal(err)
		}
		ident, err := Ident(context.Background(), Find(context.Background(), dir))
		if said.Ident != "" && (err != nil || said.Ident != ident) {
			t.Errorf("%q: the settings say %q, and git %q, %v", env, said.Ident, ident, err)
		}
		if said.Ident == "" && len(env) == 2 && err == nil && env[1] != "EMAIL=x@example.org" {
			t.Errorf("%q: the settings do not say what git does: %q", env, ident)
		}
	}
}

// The modes are those of adjust_shared_perm in git's path.c.
func TestSharingOfModes(t *testing.T) {
	const setgid = fs.ModeDir | fs.ModeSetgid
	for _, test := range []struct {
		shared   Sharing
		was, now fs.FileMode
	}{
		{Sharing{bits: 0o660}, 0o444, 0o444},
		{Sharing{bits: 0o660}, 0o400, 0o440},
		{Sharing{bits: 0o660}, 0o600, 0o660},
		{Sharing{bits: 0o664}, 0o600, 0o664},
		{Sharing{bits: 0o640, exact: true}, 0o644, 0o640},
		{Sharing{bits: 0o640, exact: true}, 0o444, 0o440},
		{Sharing{bits: 0o660}, 0o700, 0o770},
		{Sharing{bits: 0o660}, fs.ModeDir | 0o700, setgid | 0o770},
		{Sharing{bits: 0o640, exact: true}, fs.ModeDir | 0o755, setgid | 0o750},
		{Sharing{bits: 0o600, exact: true}, fs.ModeDir | 0o755, fs.ModeDir | 0o700},
	} {
		want := test.now
		if inheritsGroup {
			want &^= fs.ModeSetgid
		}
		if got := test.shared.of(test.was); got != want {
			t.Errorf("%+v: %s becomes %s, want %s", test.shared, test.was, got, want)
		}
	}
}

// The setting is read as git does: words as they are written, yes in any case, numbers as octal digits.
func TestParseSharing(t *testing.T) {
	for value, want := range map[string]Sharing{
		"": {}, "umask": {}, "0": {}, "group": {bits: groupBits}, "1": {bits: groupBits}, "01": {bits: groupBits}, "TRUE": {bits: groupBits}, "on": {bits: groupBits},
		"all": {bits: everyBits}, "world": {bits: everyBits}, "2": {bits: everyBits}, "0640": {bits: 0o640, exact: true}, "640": {bits: 0o640, exact: true},
		"GROUP": {}, "0group": {}, "0on": {}, "0040": {}, "9": {},
	} {
		if got := parseSharing(value, true); got != want {
			t.Errorf("%q: %+v, want %+v", value, got, want)
		}
	}
	if got := parseSharing("", false); got != (Sharing{bits: groupBits}) {
		t.Errorf("without a value: %+v", got)
	}
}
