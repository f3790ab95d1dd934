package comment

import (
	"bytes"
	"crypto/ed25519"
	"slices"
	"strings"
	"time"
)

// mostHeads is how many earlier commits a block keeps the tags of at most, the newest.
const mostHeads = 20

// Carry adds to a comment that Render wrote without a key the tags of the commits of which an earlier one of the same pull request speaks:
// the comment changes in place, and whoever records a decision later asks for the commit that was decided on. Where there are keys, the
// earlier comment has to be signed by one of them. The oldest tags go where the comment grows too long.
func Carry(body, earlier string, keys []ed25519.PublicKey) string {
	s, people, err := takeApart(body)
	if err != nil || s.Unverified || len(s.EarlierHeads) > 0 || s.HeadSHA == "" {
		return body
	}
	before, err := Parse(earlier)
	if err != nil || before.Unverified || !bytes.Equal(before.Copy, before.Payload) || !strings.EqualFold(before.Repo, s.Repo) || before.PR != s.PR ||
		(len(keys) > 0 || before.Signature != nil) && before.verifySignature(keys) != nil {
		return body
	}
	b := s.Block
	for _, h := range append([]Head{{before.HeadSHA, before.TS, before.Issues}}, before.EarlierHeads...) {
		isKnown := slices.ContainsFunc(b.EarlierHeads, func(known Head) bool { return known.SHA == h.SHA })
		at, err := time.Parse(time.RFC3339, h.TS)
		if h.SHA = hexadecimal(h.SHA); h.SHA == "" || err != nil || h.SHA == b.HeadSHA || isKnown || len(h.Issues) == 0 || len(b.EarlierHeads) == mostHeads {
			continue
		}
		h.TS = at.UTC().Format(time.RFC3339)
		h.Issues = slices.Clone(h.Issues[:min(len(h.Issues), MostTags)])
		for i, tag := range h.Issues {
			h.Issues[i] = cut(tag, longestName)
		}
		b.EarlierHeads = append(b.EarlierHeads, h)
	}
	for ; len(b.EarlierHeads) > 0; b.EarlierHeads = b.EarlierHeads[:len(b.EarlierHeads)-1] {
		payload, err := encode(b)
		if err != nil {
			return body
		}
		if text := putTogether(payload, nil, people); length(text) <= MaxLength {
			return text
		}
	}
	return body
}

// IsOf reports whether a block was made of a commit, or names none.
func (b *Block) IsOf(head string) bool { return b.HeadSHA == "" || strings.EqualFold(b.HeadSHA, head) }

// Of gives the tags of a commit, as far as the block tells any: of its own, or of an earlier one.
func (b *Block) Of(head string) (issues []string, ok bool) {
	if b.IsOf(head) {
		return b.Issues, true
	}
	for _, h := range b.EarlierHeads {
		if strings.EqualFold(h.SHA, head) {
			return h.Issues, true
		}
	}
	return nil, false
}
