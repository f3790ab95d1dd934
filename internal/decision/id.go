package decision

import (
	"crypto/sha256"
	"io"
	"time"

	"github.com/oklog/ulid/v2"
)

// NewID makes the id of a record that begins here: a ULID (https://github.com/ulid/spec) of its time, to the millisecond,
// and of ten random bytes, which entropy must give.
func NewID(at time.Time, entropy io.Reader) string {
	return ulid.MustNew(ulidTime(at), entropy).String()
}

// DerivedID makes the id of a record that begins elsewhere: a ULID of its time and of the first ten bytes of the SHA-256
// of source, a zero byte and the id there. Two machines that record the same event so write the same file.
func DerivedID(at time.Time, source, sourceID string) string {
	hash := sha256.Sum256([]byte(source + "\x00" + sourceID))
	var id ulid.ULID
	_ = id.SetTime(ulidTime(at)) // which is one that it can hold
	copy(id[6:], hash[:10])
	return id.String()
}

// ulidTime is a time as a ULID holds it, the nearest that it can: from 1970 to 10889.
func ulidTime(at time.Time) uint64 {
	if at.Before(time.Unix(0, 0)) {
		return 0
	}
	return min(uint64(at.UnixMilli()), ulid.MaxTime())
}

// Key gives the bytes of an id, in whose order records are. An id has one way of writing: capitals.
func Key(id string) (key [16]byte, ok bool) {
	parsed, err := ulid.ParseStrict(id)
	return parsed, err == nil && parsed.String() == id
}

// KeyID gives the id of such bytes.
func KeyID(key [16]byte) string { return ulid.ULID(key).String() }

// IsID reports whether a text is the id of a record.
func IsID(s string) bool {
	_, ok := Key(s)
	return ok
}

// The least and the greatest id.
const (
	leastID    = "00000000000000000000000000"
	greatestID = "7ZZZZZZZZZZZZZZZZZZZZZZZZZ"
)

// BeginsWith tells which ids begin with a text: those whose Key is key in the bits of mask; false where none can.
func BeginsWith(text string) (key, mask [16]byte, ok bool) { return holding(text, 0) }

// EndsWith tells the same of the ids that end with a text.
func EndsWith(text string) (key, mask [16]byte, ok bool) {
	return holding(text, len(leastID)-len(text))
}

// holding tells which ids hold a text from a letter on.
func holding(text string, at int) (key, mask [16]byte, ok bool) {
	end := at + len(text)
	if text == "" || at < 0 || end > len(leastID) {
		return key, mask, false
	}
	mask, _ = Key(leastID[:at] + greatestID[at:end] + leastID[end:]) // it is an id
	key, ok = Key(leastID[:at] + text + leastID[end:])
	return key, mask, ok
}

// IDTime is the time that an id holds, in UTC.
func IDTime(s string) (time.Time, bool) {
	key, ok := Key(s)
	return ulid.Time(ulid.ULID(key).Time()).UTC(), ok
}
