package hidden

// ByNumber reports whether a character beyond ASCII is written by its number: YAML has no other way (section 5.1 of its
// specification), or people would not see it in a diff: controls, marks of direction (UAX #9), zero width, tags. The
// ranges are fixed, and not those of a Unicode version, because equal records must be equal bytes.
func ByNumber(r rune) bool {
	switch {
	case r < 0x7f:
		return false
	case r <= 0xa0, r == 0xad, r == 0x34f, r == 0x61c, r == 0x115f, r == 0x1160, r == 0x3164, r == 0xfeff, r == 0xffa0:
		return true
	case 0x17b4 <= r && r <= 0x17b5, 0x180b <= r && r <= 0x180f, 0x2000 <= r && r <= 0x200f, 0x2028 <= r && r <= 0x202f,
		0x205f <= r && r <= 0x206f, 0xd800 <= r && r <= 0xf8ff, 0xfe00 <= r && r <= 0xfe0e, 0xfff0 <= r && r <= 0xfffb,
		0xfffe <= r && r <= 0xffff, 0xe0000 <= r:
		return true
	}
	return false
}
