package baseline

import (
	"strconv"
	"strings"

	"github.com/kbgate/kbgate/internal/finding"
)

// plain reads a file in just the form in which Bytes writes it, which all have that nobody wrote in: yaml.v3 takes some
// thirty times as long, and a hook has not that time. Of any other file it says that it is not plain.
func plain(file string) (entries []Entry, ok bool) {
	for strings.HasPrefix(file, "#") {
		comment, rest, ended := strings.Cut(file, "\n")
		if !ended || !isPlain(comment) {
			return nil, false
		}
		file = rest
	}
	file, ok = strings.CutPrefix(file, opening+"\n")
	if !ok {
		return nil, false
	}
	for file != "" {
		var values [4]string
		for i := range values {
			if file, ok = strings.CutPrefix(file, before[i]); !ok {
				return nil, false
			}
			if values[i], file, ok = unquote(file); !ok {
				return nil, false
			}
		}
		if file, ok = strings.CutPrefix(file, behind); !ok {
			return nil, false
		}
		entries = append(entries, Entry{ID: finding.ID{Path: values[0], Gate: values[1], Fingerprint: values[2]}, Message: values[3]})
	}
	return entries, len(entries) > 0
}

// unquote takes a quoted text off the beginning of s. Only the one spelling that Go would write counts, for YAML reads some
// others differently.
func unquote(s string) (text, rest string, ok bool) {
	if !strings.HasPrefix(s, `"`) {
		return "", "", false
	}
	if end := 1 + strings.IndexByte(s[1:], '"'); end > 0 && isPlain(s[1:end]) && strings.IndexByte(s[1:end], '\\') < 0 {
		return s[1:end], s[end+1:], true
	}
	quoted, err := strconv.QuotedPrefix(s)
	if err != nil {
		return "", "", false
	}
	text, err = strconv.Unquote(quoted)
	if err != nil || strconv.Quote(text) != quoted {
		return "", "", false
	}
	return text, s[len(quoted):], true
}

// isPlain reports whether a text is made of visible ASCII characters and spaces.
func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}
