package draft

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
)

// sketched begins every sketch. Another way to read drafts would make sketches that mean something else, and begin otherwise.
const sketched = "1."

// How many terms of each part a sketch has at most. Of more, those with the least hashes stand for all: which they are depends on
// nothing but the words. A whole sketch has at most 1018 bytes.
const (
	mostOpening = 12
	mostHeader  = 40
	mostTitle   = 20
	mostFrame   = 16
	mostBody    = 288
	mostTerms   = mostOpening + mostHeader + mostTitle + mostFrame + mostBody
)

// sketch is what is kept of a rejected draft: hashes of its terms, sorted, each once. No order of words is kept.
type sketch struct {
	opening, header, title, frame, body []uint16 // in hashes

	hashes [mostTerms]uint16
}

// Sketch gives what is kept of a rejected draft so that its like is known again: text of at most 1 KiB, from which the draft cannot be
// read. It tells somebody who tries the words of a dictionary which words the draft may have, never how they stood.
func Sketch(d *Draft) string { return ContentOf(d).Sketch() }

// Sketch gives what is kept of the draft that was read.
func (c *Content) Sketch() string {
	bytes := make([]byte, 0, 768)
	for _, part := range []struct {
		terms []term
		most  int
	}{
		{c.body[:min(len(c.body), mostOpening)], mostOpening}, {c.header, mostHeader}, {c.title, mostTitle}, {c.frame, mostFrame}, {c.body, mostBody},
	} {
		hashes := make([]uint16, len(part.terms))
		for i, t := range part.terms {
			hashes[i] = t.hash
		}
		slices.Sort(hashes)
		hashes = slices.Compact(hashes)
		hashes = hashes[:min(len(hashes), part.most)]
		bytes = binary.LittleEndian.AppendUint16(bytes, uint16(len(hashes)))
		for _, h := range hashes {
			bytes = binary.LittleEndian.AppendUint16(bytes, h)
		}
	}
	return sketched + base64.RawURLEncoding.EncodeToString(bytes)
}

// read takes in a sketch, which may be anybody's bytes.
func (k *sketch) read(s string) error {
	encoded, ok := strings.CutPrefix(s, sketched)
	if !ok {
		return fmt.Errorf("a sketch begins with %s", sketched)
	}
	const most = 2 * (5 + mostTerms)
	if base64.RawURLEncoding.DecodedLen(len(encoded)) > most {
		return fmt.Errorf("a sketch has at most %d bytes", len(sketched)+base64.RawURLEncoding.EncodedLen(most))
	}
	bytes, err := base64.RawURLEncoding.DecodeString(encoded)
	if err != nil {
		return fmt.Errorf("reading a sketch: %w", err)
	}
	rest := k.hashes[:]
	for _, part := range [...]struct {
		terms *[]uint16
		most  int
	}{{&k.opening, mostOpening}, {&k.header, mostHeader}, {&k.title, mostTitle}, {&k.frame, mostFrame}, {&k.body, mostBody}} {
		if len(bytes) < 2 {
			return fmt.Errorf("a sketch ends too early")
		}
		n := int(binary.LittleEndian.Uint16(bytes))
		bytes = bytes[2:]
		if room := min(part.most, len(bytes)/2); n > room {
			return fmt.Errorf("a part of a sketch has %d terms, but there is room for %d", n, room)
		}
		terms := rest[:n]
		for i := range terms {
			terms[i] = binary.LittleEndian.Uint16(bytes[2*i:])
			if i > 0 && terms[i] <= terms[i-1] {
				return fmt.Errorf("the terms of a sketch are not in order")
			}
		}
		*part.terms, rest, bytes = terms, rest[n:], bytes[2*n:]
	}
	if len(bytes) > 0 {
		return fmt.Errorf("%d bytes stand behind a sketch", len(bytes))
	}
	return nil
}

// last is the greatest hash that the sketch would have of the body: of a long text it has the least hashes only.
func (k *sketch) last() uint16 {
	if len(k.body) < mostBody {
		return 1<<16 - 1
	}
	return k.body[len(k.body)-1]
}
