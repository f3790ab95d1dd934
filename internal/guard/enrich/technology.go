package enrich

import (
	"strings"

	"github.com/kbgate/kbgate/internal/draft"
	"github.com/kbgate/kbgate/internal/guard/words"
)

// Confidence of what is known of technology, 0.8 to 0.85. Lists of technologies are bought and grow old; a researcher's remark tells what
// was done with one of late.
const (
	ofTechnologyRemark = 0.85
	ofTechnology       = 0.8
)

// techStack extracts what a company works with.
func techStack(lead *draft.Lead) []Signal {
	var signals []Signal
	for _, hook := range about(TechStack, lead.Hooks, lead) {
		signals = append(signals, Signal{TechStack, hook, ofTechnologyRemark, "hooks", true})
	}
	for _, s := range seen(TechStack, lead) {
		signals = append(signals, Signal{TechStack, s.Value, ofTechnologyRemark, FromSignals, true})
	}
	for _, intent := range about(TechStack, lead.Intent, lead) {
		signals = append(signals, Signal{TechStack, intent, ofTechnologyRemark, "intent", false})
	}
	for _, t := range lead.Company.Technologies {
		if len(words.Of(t)) > 0 {
			signals = append(signals, Signal{TechStack, t, ofTechnology, FromTechnologies, !IsEverywhere(t)})
		}
	}
	return signals
}

// IsEverywhere reports whether a technology is in so many houses that it tells nothing of one.
func IsEverywhere(technology string) bool {
	return everywhere[strings.Join(strings.Fields(words.Fold(technology)), " ")]
}

var everywhere = map[string]bool{"excel": true, "microsoft excel": true, "word": true, "email": true, "e-mail": true, "outlook": true, "gmail": true, "google": true,
	"office": true, "microsoft office": true, "microsoft 365": true, "office 365": true, "google analytics": true, "google workspace": true, "google tag manager": true,
	"wordpress": true, "whatsapp": true, "windows": true, "linkedin": true, "facebook": true, "instagram": true, "teams": true, "microsoft teams": true, "zoom": true,
	"html": true, "css": true, "javascript": true, "jquery": true, "recaptcha": true, "ssl": true}
