package reading

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// farthest is how many bytes of an address are looked at on either side of a word.
const farthest = 256

// IsAddress reports whether the word that begins at a byte of a text stands within an e-mail address, a URL, the name of a host or
// of a file, or the path of one. Such words are names, and find fault with nothing.
func IsAddress(s string, at int) bool {
	token := tokenAt(s, at)
	switch {
	case strings.Contains(token, "://"), strings.Contains(token, `\`) && strings.Trim(token, `\`) == token, isMail(token):
		return true
	case strings.HasPrefix(token, "/"), strings.HasPrefix(token, "./"), strings.HasPrefix(token, "../"), strings.HasPrefix(token, "~/"):
		return strings.Trim(token, "./~") != ""
	}
	host, rest, _ := strings.Cut(token, "/")
	last := rest[strings.LastIndexByte(rest, '/')+1:]
	return isDotted(host) || isDotted(last)
}

// tokenAt gives what stands between white space around a byte, without the marks of the sentence.
func tokenAt(s string, at int) string {
	start, end := at, at
	for start > 0 && at-start < farthest {
		r, size := utf8.DecodeLastRuneInString(s[:start])
		if parts(r) {
			break
		}
		start -= size
	}
	for end < len(s) && end-at < farthest {
		r, size := utf8.DecodeRuneInString(s[end:])
		if parts(r) {
			break
		}
		end += size
	}
	return strings.TrimRight(s[start:end], ".,;:!?'’*_")
}

// parts reports whether a character stands in no address.
func parts(r rune) bool {
	return unicode.IsSpace(r) || strings.ContainsRune("()<>[]{}\"“”„`,;|", r)
}

func isMail(token string) bool {
	before, after, ok := strings.Cut(token, "@")
	return ok && before != "" && strings.Contains(after, ".")
}

// endings of host names and of files. A list, for a sentence may follow upon another without a space: "It is wrong.Please".
var addressEndings = SetOf("com org net edu gov mil int io dev app info biz cloud ai eu uk de br pt fr es ch nl se pl jp cn ca au us internal local lan test example localhost",
	"md markdown mdx txt rst adoc pdf doc docx html htm css scss csv tsv json jsonl yaml yml toml ini cfg conf env xml sql log lock",
	"go py js jsx ts tsx mjs rs rb java kt c h cc cpp hpp cs php sh bash zsh ps1 bat exe lua swift scala ex exs tf proto ipynb png jpg jpeg gif svg zip tar gz")

// isDotted reports whether a name is one of a host or a file: parts with points between them, of which the last is a known one.
func isDotted(name string) bool {
	name, _, _ = strings.Cut(name, ":") // the port, the line
	name, _, _ = strings.Cut(name, "?")
	name, _, _ = strings.Cut(name, "#")
	dot := strings.LastIndexByte(name, '.')
	return dot > 0 && addressEndings[strings.ToLower(name[dot+1:])]
}
