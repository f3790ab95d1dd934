package text

import "strings"

// Commandless parts with a space whatever the runner of a CI would take for a command. GitHub's runner takes a line
// that begins with `::`, blanks before it or not, and `##[` anywhere (ActionCommand.cs in
// https://github.com/actions/runner); Azure takes `##vso[` and TeamCity `##teamcity[`.
func Commandless(line string) string {
	if rest := strings.TrimLeft(line, " \t"); strings.HasPrefix(rest, "::") {
		line = line[:len(line)-len(rest)] + ": " + rest[1:]
	}
	for at := 0; ; {
		i := strings.Index(line[at:], "##")
		if i < 0 {
			return line
		}
		at += i + 1
		if name := strings.TrimLeft(line[at+1:], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"); strings.HasPrefix(name, "[") {
			line = line[:at] + " " + line[at:]
		}
	}
}
