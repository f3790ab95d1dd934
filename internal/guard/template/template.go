// Package template chooses the template of a draft so that none comes back that was rejected for its subject, and says what a
// template may use of the rejections.
package template

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/guard/memory"
)

// Choice is what a program is told before it writes a draft.
type Choice struct {
	TemplateID       string  `json:"template_id"`
	RejectionContext Context `json:"rejection_context"`
	// All says that each of the templates was rejected for the subject, and so was the one that is chosen.
	All bool `json:"-"`
}

// Context is what a template may use of the rejections of its subject. Of a subject of which nothing is remembered it is {}.
type Context struct {
	RejectionCount      int      `json:"rejection_count,omitzero"`
	RejectedTags        []string `json:"rejected_tags,omitzero"`         // each once
	FeedbackTexts       []string `json:"feedback_texts,omitzero"`        // the last five, the newest last
	RejectedTemplateIDs []string `json:"rejected_template_ids,omitzero"` // each once
	BannedSubjects      []string `json:"banned_subjects,omitzero"`       // the subject lines that were rejected, each once
}

// ContextOf gives what a template may use of a memory. Where something is remembered no list is nil, so that each key is there.
func ContextOf(m *memory.Memory) Context {
	r := m.Record()
	if r == nil {
		return Context{}
	}
	tags := []string{}
	for _, tag := range r.RejectionTags {
		if !slices.Contains(tags, tag) {
			tags = append(tags, tag)
		}
	}
	return Context{RejectionCount: r.RejectionCount, RejectedTags: tags, FeedbackTexts: r.FeedbackTexts, RejectedTemplateIDs: r.RejectedTemplateIDs,
		BannedSubjects: r.RejectedSubjects}
}

// Choose gives one of the templates, of which there is at least one. The hash of the subject says with which of them the search
// begins; from there on the first one counts that was not rejected for the subject. Where each was rejected, it is the one with which
// the search begins. So the same memory and the same templates in the same order give the same choice.
//
// Of each tier of which one was rejected all are passed over, as long as another template is left; then those that were not rejected
// themselves count. Without tiers a rejection is of one template alone.
func Choose(m *memory.Memory, templates []string, tiers ...[]string) Choice {
	c := Choice{RejectionContext: ContextOf(m)}
	rejected := c.RejectionContext.RejectedTemplateIDs
	spent := slices.Clone(rejected)
	for _, tier := range tiers {
		if slices.ContainsFunc(tier, func(id string) bool { return slices.Contains(rejected, id) }) {
			spent = append(spent, tier...)
		}
	}
	begin := start(m.Subject, len(templates))
	templates = slices.Concat(templates[begin:], templates[:begin])
	for _, avoid := range [][]string{spent, rejected} {
		for _, id := range templates {
			if !slices.Contains(avoid, id) {
				c.TemplateID = id
				return c
			}
		}
	}
	c.TemplateID, c.All = templates[0], true
	return c
}

// start is the first eight bytes of the SHA-256 of the subject as the store keeps it, in small letters, as a big-endian number modulo n.
func start(subject string, n int) int {
	sum := sha256.Sum256([]byte(strings.ToLower(subject)))
	return int(binary.BigEndian.Uint64(sum[:]) % uint64(n))
}
