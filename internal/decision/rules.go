package decision

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/identity"
)

// rule is what a field takes that is not empty. What of it the contract's page and its JSON Schema tell stands beside the
// function that judges.
type rule struct {
	wrong func(value any) string // says what is wrong with a value, or nothing
	enum  []string               // the values
	bytes int                    // the most of a text, or of each text of a list
	max   int                    // of a number; the least is 0
	form  string                 // of a text: a regular expression of ECMA 262
	words string                 // what else there is to say
}

// The rules of fields; the sizes stand in fields.go.
var (
	sourceRule     = oneOf(Sources)
	verdictRule    = oneOf(Verdicts)
	typeRule       = oneOf(ArtifactTypes)
	categoryRule   = oneOf(Categories)
	categoryByRule = oneOf(CategoriesBy)
	categoriesRule = &rule{wrong: wrongCategories, enum: textsOf(Categories), words: "each once"}
	reasonRule     = textRule(MaxReason)
	correctionRule = textRule(MaxCorrection)
	lineRule       = &rule{wrong: func(value any) string { return wrongLine(*value.(*string), maxLine) }, bytes: maxLine, words: "one line"}
	linesRule      = &rule{wrong: wrongLines, bytes: maxLine, words: "one line each"}
	agentRule      = &rule{wrong: wrongAgent, bytes: maxAgent, words: "letters and digits of ASCII, with `-`, `_`, `.` between them"}
	pathRule       = &rule{wrong: wrongPath, bytes: maxPath, words: "below the repository's root, with forward slashes"}
	hashRule       = &rule{wrong: wrongHash, bytes: maxHash, form: "^[A-Za-z0-9._/+@:=-]*$", words: "hexadecimal or base64, the function's name may stand before it"}
	countRule      = &rule{wrong: wrongCount, max: maxCount}
	scoreRule      = &rule{wrong: wrongScore, max: 100}
)

func oneOf[T ~string](all []T) *rule {
	return &rule{enum: textsOf(all), wrong: func(value any) string { return wrongValue(T(*value.(*string)), all) }}
}

func wrongValue[T ~string](s T, all []T) string {
	if slices.Contains(all, s) {
		return ""
	}
	return fmt.Sprintf("%.60q is none of %s", string(s), strings.Join(textsOf(all), ", "))
}

func wrongCategories(value any) string {
	all := *value.(*[]Category)
	for i, c := range all {
		if fault := wrongValue(c, Categories); fault != "" {
			return fault
		}
		if slices.Contains(all[:i], c) {
			return fmt.Sprintf("%q stands there twice", c)
		}
	}
	return ""
}

// textRule is for what people typed: anything but what is no text at all.
func textRule(size int) *rule {
	return &rule{bytes: size, wrong: func(value any) string {
		switch s := *value.(*string); {
		case len(s) > size:
			return fmt.Sprintf("has %d bytes; it may have %d", len(s), size)
		case !utf8.ValidString(s):
			return "is not UTF-8 text"
		case strings.IndexByte(s, 0) >= 0:
			return "holds a zero byte"
		}
		return ""
	}}
}

func wrongLines(value any) string {
	lines := *value.(*[]string)
	if len(lines) > maxItems {
		return fmt.Sprintf("has %d items; it may have %d", len(lines), maxItems)
	}
	for _, s := range lines {
		if s == "" {
			return "has an item of no text"
		}
		if fault := wrongLine(s, maxLine); fault != "" {
			return fmt.Sprintf("has the item %.60q, which %s", s, fault)
		}
	}
	return ""
}

// wrongLine is for names and ids: they stand on one line, and nothing in them turns or hides the text around them.
func wrongLine(s string, size int) string {
	switch {
	case len(s) > size:
		return fmt.Sprintf("has %d bytes; it may have %d", len(s), size)
	case !utf8.ValidString(s):
		return "is not UTF-8 text"
	}
	for _, r := range s {
		if r == utf8.RuneError || unicode.IsControl(r) || isHidden(r) && !isJoiner(r) {
			return fmt.Sprintf("holds the character U+%04X, which a name cannot", r)
		}
	}
	return ""
}

// isJoiner reports whether a character is hidden but part of ordinary words and signs: the no-break space, the soft
// hyphen, the joiners of Persian, Indian scripts and emoji, and private use.
func isJoiner(r rune) bool {
	return r == 0xa0 || r == 0xad || r == 0x200c || r == 0x200d || 0xe000 <= r && r <= 0xf8ff
}

// wrongAgent keeps agents to names that can be part of a file's name everywhere, for each has a memory file of its own.
func wrongAgent(value any) string {
	s := *value.(*string)
	if fault := wrongLine(s, maxAgent); fault != "" {
		return fault
	}
	switch {
	case strings.ContainsAny(s, `/\:*?"<>|`):
		return fmt.Sprintf(`%q holds one of / \ : * ? " < > |, which the name of an agent cannot`, s)
	}
	switch name, ok := identity.Name(s); {
	case !ok:
		return fmt.Sprintf("%q is no name of an agent: letters and digits of ASCII, with - _ . between them, and none that a system keeps for itself (con, x.lock)", s)
	case name != s:
		return fmt.Sprintf("%q is to be written %q, for an agent has one name", s, name)
	}
	return ""
}

// maxAgent is the longest name of an agent, in bytes, as identity.Name has it.
const maxAgent = 64

// wrongPath keeps paths below the repository's root.
func wrongPath(value any) string {
	s := *value.(*string)
	if fault := wrongLine(s, maxPath); fault != "" {
		return fault
	}
	if strings.ContainsRune(s, '\\') || len(s) > 1 && s[1] == ':' {
		return fmt.Sprintf("%.60q is a path of one system; it takes one below the repository's root, with forward slashes", s)
	}
	for part := range strings.SplitSeq(s, "/") {
		if part == "" || part == "." || part == ".." {
			return fmt.Sprintf("%.60q is no path below the repository's root", s)
		}
	}
	return ""
}

// wrongHash takes what may name a content: hexadecimal, base64, or with the name of the function before it.
func wrongHash(value any) string {
	s := *value.(*string)
	if len(s) > maxHash {
		return fmt.Sprintf("has %d bytes; it may have %d", len(s), maxHash)
	}
	for i := range len(s) {
		if c := s[i]; !isWordByte(c) && c != ':' && c != '=' {
			return fmt.Sprintf("%.60q is no hash", s)
		}
	}
	return ""
}

// maxCount is the greatest number of anything; it is above the seconds of 60 years and below what 32 bits hold.
const maxCount = 2_000_000_000

func wrongCount(value any) string {
	if n := *value.(*int); n < 0 || n > maxCount {
		return fmt.Sprintf("is %d; it is between 0 and %d", n, maxCount)
	}
	return ""
}

func wrongScore(value any) string {
	if score := **value.(**float64); !(score >= 0 && score <= 100) {
		return fmt.Sprintf("is %g; it is between 0 and 100", score)
	}
	return ""
}
