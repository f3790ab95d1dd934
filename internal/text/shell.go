package text

import "strings"

// ShellQuoted writes a word for a POSIX shell, which gives back exactly the word.
func ShellQuoted(word string) string { return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'" }

// ShellWord writes a word for a POSIX shell, quoted where it has to be. A name that begins with a hyphen is written as a path, so that no
// program takes it for a flag.
func ShellWord(word string) string {
	if strings.HasPrefix(word, "-") {
		word = "./" + word
	}
	if word != "" && strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-:") == "" {
		return word
	}
	return ShellQuoted(word)
}
