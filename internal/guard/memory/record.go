package memory

import (
	"slices"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/decision"
)

// mostFeedback is how many of the reviewers' words are told.
const mostFeedback = 5

// Record is the document's RejectionRecord, and the templates that were rejected.
type Record struct {
	LeadEmail           string    `json:"lead_email"` // as its hash
	RejectionCount      int       `json:"rejection_count"`
	LastRejectedAt      time.Time `json:"last_rejected_at"`
	RejectionTags       []string  `json:"rejection_tags"`       // of each rejection
	RejectedSubjects    []string  `json:"rejected_subjects"`    // each once
	RejectedBodyHashes  []string  `json:"rejected_body_hashes"` // fingerprints, each once
	FeedbackTexts       []string  `json:"feedback_texts"`       // the last five, the newest last
	TTLDays             float64   `json:"ttl_days"`
	RejectedTemplateIDs []string  `json:"rejected_template_ids"` // each once
}

// Record gives the record of a subject; nil where nothing counts, as for one that nobody knows.
func (m *Memory) Record() *Record {
	if len(m.Rejections) == 0 {
		return nil
	}
	r := &Record{
		LeadEmail:      decision.Subject(m.Subject, nil), // where the store keeps addresses as they are, the record does not
		RejectionCount: len(m.Rejections),
		LastRejectedAt: m.Rejections[len(m.Rejections)-1].At.UTC(),
		RejectionTags:  []string{}, RejectedSubjects: []string{}, RejectedBodyHashes: []string{}, FeedbackTexts: []string{}, RejectedTemplateIDs: []string{},
		TTLDays: m.TTL.Hours() / 24,
	}
	once := func(to *[]string, text string) {
		if text != "" && !slices.Contains(*to, text) {
			*to = append(*to, text)
		}
	}
	for i := range m.Rejections {
		rejected := &m.Rejections[i]
		r.RejectionTags = append(r.RejectionTags, rejected.Tags...)
		once(&r.RejectedSubjects, rejected.Title)
		once(&r.RejectedBodyHashes, rejected.Fingerprint)
		once(&r.RejectedTemplateIDs, strings.TrimSpace(rejected.Template))
		if text := strings.TrimSpace(rejected.Feedback); text != "" {
			r.FeedbackTexts = append(r.FeedbackTexts, text)
		}
	}
	r.FeedbackTexts = r.FeedbackTexts[max(0, len(r.FeedbackTexts)-mostFeedback):]
	return r
}
