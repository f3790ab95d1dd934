package text

import "strings"

// Commandless is a line in which the runner of a CI finds no command: GitHub's take lines that begin with `::`, behind blanks
// too, and `##[` anywhere (ActionCommand.cs in https://github.com/actions/runner), Azure's `##vso[` and TeamCity's
// `##teamcity[`. A space parts what would be one.
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
