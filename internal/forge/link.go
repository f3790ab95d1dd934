package forge

import (
	"strings"
)

// nextLink gives the target of the first link with the relation "next" in Link headers (RFC 8288), or nothing.
func nextLink(headers []string) string {
	for _, rest := range headers {
		for rest != "" {
			var target string
			var next, ok bool
			if target, next, rest, ok = cutLink(rest); !ok {
				break
			}
			if next {
				return target
			}
		}
	}
	return ""
}

// cutLink takes the first link off a header: <target>; name=value; name="value", …
func cutLink(s string) (target string, next bool, rest string, ok bool) {
	s, ok = strings.CutPrefix(strings.TrimLeft(s, " \t,"), "<")
	if !ok {
		return "", false, "", false
	}
	if target, rest, ok = strings.Cut(s, ">"); !ok {
		return "", false, "", false
	}
	for {
		rest = strings.TrimLeft(rest, " \t")
		if !strings.HasPrefix(rest, ";") {
			return target, next, rest, rest == "" || rest[0] == ','
		}
		var name, value string
		name, value, rest = cutParameter(rest[1:])
		if strings.EqualFold(name, "rel") {
			for relation := range strings.FieldsSeq(value) {
				next = next || strings.EqualFold(relation, "next")
			}
		}
	}
}

// cutParameter takes name=value off a link's parameters. In a quoted value a backslash takes the next character's meaning.
func cutParameter(s string) (name, value, rest string) {
	end := strings.IndexAny(s, "=;,")
	if end < 0 {
		return strings.TrimSpace(s), "", ""
	}
	if s[end] != '=' {
		return strings.TrimSpace(s[:end]), "", s[end:]
	}
	name, s = strings.TrimSpace(s[:end]), strings.TrimLeft(s[end+1:], " \t")
	if !strings.HasPrefix(s, `"`) {
		if end = strings.IndexAny(s, ";,"); end < 0 {
			end = len(s)
		}
		return name, strings.TrimSpace(s[:end]), s[end:]
	}
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '"':
			return name, b.String(), s[i+1:]
		case s[i] == '\\' && i+1 < len(s):
			i++
		}
		b.WriteByte(s[i])
	}
	return name, b.String(), ""
}
