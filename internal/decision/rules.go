package decision

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/identity"
	"github.com/kbgate/kbgate/internal/text/hidden"
)

// rule is what a field takes that is not empty. What of it the reference page and the JSON Schema tell stands beside the
// function that judges.
type rule struct {
	text  func(string) string // says what is wrong with a text, or with one of a list; "" for nothing
	enum  []string            // the values
	bytes int                 // the most of a text, or of each text of a list
	max   int                 // of a number; the least is 0
	form  string              // of a text: a regular expression of ECMA 262
	words string              // what else there is to say
}

// maxCount is the greatest number of anything; it is above the seconds of 60 years and below what 32 bits hold.
const maxCount = 2_000_000_000

// The rules of fields; the sizes stand in table.go.
var (
	sourceRule      = oneOf(Sources)
	verdictRule     = oneOf(Verdicts)
	typeRule        = oneOf(ArtifactTypes)
	categoryRule    = oneOf(Categories)
	categoryByRule  = oneOf(CategoriesBy)
	categoriesRule  = &rule{text: categoryRule.text, enum: categoryRule.enum, words: "each once"}
	reasonRule      = textRule(MaxReason)
	correctionRule  = textRule(MaxCorrection)
	lineRule        = &rule{text: wrongLine(maxLine), bytes: maxLine, words: "one line"}
	linesRule       = &rule{text: wrongLine(maxLine), bytes: maxLine, words: "one line each"}
	agentRule       = &rule{text: wrongAgent, bytes: maxAgent, words: "letters and digits of ASCII, with `-`, `_`, `.` between them"}
	pathRule        = &rule{text: wrongPath, bytes: maxPath, words: "below the repository's root, with forward slashes"}
	hashRule        = &rule{text: wrongHash, bytes: maxHash, form: "^[A-Za-z0-9._/+@:=-]*$", words: "hexadecimal or base64, the function's name may stand before it"}
	digestRule      = &rule{text: wrongDigest(64), bytes: 64, form: "^[0-9a-f]{64}$", words: "hexadecimal"}
	countRule       = &rule{max: maxCount}
	fingerprintRule = &rule{text: wrongDigest(16), bytes: 16, form: "^[0-9a-f]{16}$", words: "hexadecimal"}
	briefRule       = &rule{text: wrongBrief, bytes: 16, form: "^([0-9a-f]{16}|none|unknown)$", words: "16 hexadecimal digits, `none` or `unknown`"}
	keyRule         = &rule{text: wrongDigest(8), bytes: 8, form: "^[0-9a-f]{8}$", words: "hexadecimal"}
	scoreRule       = &rule{max: 100}
	tenRule         = &rule{max: 10}
	unitRule        = &rule{max: 1}
	promptRule      = textRule(MaxPrompt)
	feedbackRule    = oneOf(FeedbackTypes)
	outcomeRule     = oneOf([]Outcome{Helped, DidNot})
)

// wrong says what is wrong with the value of a field, or nothing.
func (r *rule) wrong(value any) string {
	switch v := value.(type) {
	case *string:
		return r.text(*v)
	case *[]string:
		return r.wrongItem(*v)
	case *[]Category:
		for i, c := range *v {
			if slices.Contains((*v)[:i], c) {
				return fmt.Sprintf("%q stands there twice", c)
			}
			if fault := r.text(string(c)); fault != "" {
				return fault
			}
		}
	case *int:
		if *v < 0 || *v > r.max {
			return fmt.Sprintf("is %d; it is between 0 and %d", *v, r.max)
		}
	case **float64:
		if score := **v; !(score >= 0 && score <= float64(r.max)) {
			return fmt.Sprintf("is %g; it is between 0 and %d", score, r.max)
		}
	}
	return ""
}

func (r *rule) wrongItem(items []string) string {
	if len(items) > maxItems {
		return tooMany(len(items), maxItems)
	}
	for _, s := range items {
		if s == "" {
			return "has an item of no text"
		}
		if fault := r.text(s); fault != "" {
			return fmt.Sprintf("has the item %.60q, which %s", s, fault)
		}
	}
	return ""
}

func tooMany(items, most int) string {
	return fmt.Sprintf("has %d items; it may have %d", items, most)
}

func oneOf[T ~string](all []T) *rule {
	enum := textsOf(all)
	return &rule{enum: enum, text: func(s string) string {
		if slices.Contains(enum, s) {
			return ""
		}
		return fmt.Sprintf("%.60q is none of %s", s, strings.Join(enum, ", "))
	}}
}

// wrongText says what makes of a text of people no text at all, or one too long.
func wrongText(s string, size int) string {
	switch {
	case len(s) > size:
		return fmt.Sprintf("has %d bytes; it may have %d", len(s), size)
	case !utf8.ValidString(s):
		return "is not UTF-8 text"
	}
	return ""
}

// textRule is for what people typed: anything but what is no text at all.
func textRule(size int) *rule {
	return &rule{bytes: size, text: func(s string) string {
		if fault := wrongText(s, size); fault != "" || strings.IndexByte(s, 0) < 0 {
			return fault
		}
		return "holds a zero byte"
	}}
}

// wrongLine is for names and ids: they stand on one line, and nothing in them turns or hides the text around them.
func wrongLine(size int) func(string) string {
	return func(s string) string {
		if fault := wrongText(s, size); fault != "" {
			return fault
		}
		for _, r := range s {
			if r == utf8.RuneError || unicode.IsControl(r) || hidden.ByNumber(r) && !isJoiner(r) {
				return fmt.Sprintf("holds the character U+%04X, which a name cannot", r)
			}
		}
		return ""
	}
}

// isJoiner reports whether a character is hidden but part of ordinary words and signs: the no-break space, the soft
// hyphen, the joiners of Persian, Indian scripts and emoji, and private use.
func isJoiner(r rune) bool {
	return r == 0xa0 || r == 0xad || r == 0x200c || r == 0x200d || 0xe000 <= r && r <= 0xf8ff
}

// wrongAgent keeps agents to names that can be part of a file's name everywhere, for each has a memory file of its own.
func wrongAgent(s string) string {
	if fault := wrongLine(maxAgent)(s); fault != "" {
		return fault
	}
	name, ok := identity.Name(s)
	switch {
	case strings.ContainsAny(s, `/\:*?"<>|`):
		return fmt.Sprintf(`%q holds one of / \ : * ? " < > |, which the name of an agent cannot`, s)
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
func wrongPath(s string) string {
	if fault := wrongLine(maxPath)(s); fault != "" {
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
func wrongHash(s string) string {
	if len(s) > maxHash {
		return wrongText(s, maxHash)
	}
	if strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf || !isWordByte(byte(r)) && r != ':' && r != '=' }) {
		return fmt.Sprintf("%.60q is no hash", s)
	}
	return ""
}

// isWordByte reports whether a byte may stand in a word, a number or a path.
func isWordByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte(".-_/+@", c) >= 0
}

// wrongBrief says why a text is not what identity.BriefOf gives.
func wrongBrief(s string) string {
	if s == NoBrief || s == Unknown || wrongDigest(identity.BriefDigits)(s) == "" {
		return ""
	}
	return "is neither 16 small hexadecimal digits nor `none` or `unknown`"
}
