package learn

import (
	"encoding/binary"
	"errors"
	"maps"
	"slices"
	"sync"
)

// modelForm begins a model's bytes. It changes with everything that would give a reason other stems or other expectations, so
// that a model kept by an older program is learned anew: folding, the stemmer, the features. The hash of the weights follows.
const modelForm = "kbgate.model/2\n"

var errModel = errors.New("no model of this version; it has to be learned anew from the records")

// MarshalBinary gives the counts in a form that is read back some hundred times faster than the reasons are learned anew:
// ten thousand in a millisecond. The same counts give the same bytes. It holds hashes of stems and none of what people typed. The error is always nil.
func (m *Model) MarshalBinary() ([]byte, error) {
	b := make([]byte, 0, len(modelForm)+16+24*len(m.stems))
	b = append(b, modelForm...)
	b = binary.LittleEndian.AppendUint64(b, weightsHash())
	b = m.reasons.append(b)
	b = binary.AppendUvarint(b, uint64(len(m.stems)))
	for _, h := range slices.Sorted(maps.Keys(m.stems)) {
		b = binary.LittleEndian.AppendUint64(b, h)
		b = m.stems[h].append(b)
	}
	return b, nil
}

// UnmarshalBinary reads what MarshalBinary gave. What is anything else is an error and leaves the model as it was.
func (m *Model) UnmarshalBinary(b []byte) error {
	head := len(modelForm)
	if len(b) < head+8 || string(b[:head]) != modelForm || binary.LittleEndian.Uint64(b[head:]) != weightsHash() {
		return errModel
	}
	var read Model
	b, ok := read.reasons.read(b[head+8:])
	if !ok {
		return errModel
	}
	n, size := binary.Uvarint(b)
	if size <= 0 || n > uint64(len(b)-size)/(8+2+1) { // a hash, a mask and one count at least, and a mask
		return errModel
	}
	b = b[size:]
	read.stems = make(map[uint64]tally, n)
	for last := uint64(0); n > 0; n-- {
		if len(b) < 8 {
			return errModel
		}
		h := binary.LittleEndian.Uint64(b)
		var c tally
		if b, ok = c.read(b[8:]); !ok || c.seen == (counts{}) || h <= last && len(read.stems) > 0 {
			return errModel
		}
		read.stems[h], last = c, h
	}
	if len(b) > 0 {
		return errModel
	}
	*m = read
	return nil
}

// weightsHash tells one fit of the lexicon from another.
var weightsHash = sync.OnceValue(func() uint64 { return hashOf(weightsText) })

func (t tally) append(b []byte) []byte { return t.expected.append(t.seen.append(b)) }

func (t *tally) read(b []byte) ([]byte, bool) {
	b, ok := t.seen.read(b)
	if !ok {
		return b, false
	}
	return t.expected.read(b)
}

// append writes which counts there are, and those.
func (c counts) append(b []byte) []byte {
	mask, at := byte(0), len(b)
	b = append(b, 0)
	for i, n := range c {
		if n > 0 {
			mask |= 1 << i
			b = binary.AppendUvarint(b, uint64(n))
		}
	}
	b[at] = mask
	return b
}

func (c *counts) read(b []byte) ([]byte, bool) {
	if len(b) == 0 || b[0] >= 1<<len(c) {
		return b, false
	}
	mask := b[0]
	b = b[1:]
	for i := range c {
		if mask>>i&1 == 0 {
			continue
		}
		n, size := binary.Uvarint(b)
		if size <= 0 || n == 0 || n > 1<<31 {
			return b, false
		}
		c[i], b = uint32(n), b[size:]
	}
	return b, true
}
