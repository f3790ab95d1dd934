package identity

import "strings"

// What BriefOf says beside a digest: that the agent had been given no brief, and that the commits name several.
const (
	NoBrief    = "none"
	MixedBrief = "unknown"
)

// BriefOf says which brief the agent behind a change had been given, as the trailers of its commits tell: a digest, NoBrief,
// MixedBrief, or "" where no commit tells. A commit without the trailer tells nothing: a person may have made it.
func BriefOf(commits []Commit) (brief string) {
	for _, c := range commits {
		for _, value := range c.Briefs {
			value = strings.TrimSpace(value)
			if !isBrief(value) {
				value = MixedBrief
			}
			if brief != "" && brief != value {
				return MixedBrief
			}
			brief = value
		}
	}
	return brief
}

// isBrief reports whether a text is what BriefKey may have as its value.
func isBrief(s string) bool {
	return s == NoBrief || len(s) == BriefDigits && strings.Trim(s, "0123456789abcdef") == ""
}

// BriefDigits is how many hexadecimal digits the digest of a brief has.
const BriefDigits = 16
