package secret

import "bytes"

// The ways in which a private key is written in bytes, as far as their beginnings tell: a line of an armour is enough.
const (
	openSSH  = "openssh-key-v1\x00"                   // PROTOCOL.key of OpenSSH
	leastKey = 45                                     // bytes; the shortest, Ed25519 in PKCS #8, has 48, and a text about keys fewer
	pkcs5    = "\x2a\x86\x48\x86\xf7\x0d\x01\x05"     // RFC 8018: 1.2.840.113549.1.5, schemes that encrypt with a password
	pkcs12   = "\x2a\x86\x48\x86\xf7\x0d\x01\x0c\x01" // RFC 7292, appendix C: likewise
)

// The tags of DER that keys begin with (X.690, 8.1.2).
const (
	derInteger  = 0x02
	derOctets   = 0x04
	derObject   = 0x06
	derSequence = 0x30
)

// isPrivateKey reports whether bytes begin as a private key does: OpenSSH's, PKCS #1 (RFC 8017, A.1.2), PKCS #8, encrypted or not (RFC
// 5958, 2 and 3), or SEC 1 (RFC 5915, 3). Certificates and public keys do not begin so.
func isPrivateKey(data []byte) bool {
	if len(data) < leastKey {
		return false
	}
	if bytes.HasPrefix(data, []byte(openSSH)) {
		return true
	}
	tag, n, all := derValue(data)
	if tag != derSequence || n < leastKey-2 {
		return false
	}
	tag, n, first := derValue(all)
	switch {
	case tag == derSequence: // an algorithm, which of a key that is not encrypted is that of the key
		tag, n, object := derValue(first)
		object = object[:min(n, len(object))]
		return tag == derObject && (bytes.HasPrefix(object, []byte(pkcs5)) || bytes.HasPrefix(object, []byte(pkcs12)))
	case tag != derInteger || n != 1 || len(first) < 2:
		return false
	}
	version := first[0]
	tag, n, second := derValue(first[1:])
	switch tag {
	case derSequence:
		return version <= 1 && len(second) > 0 && second[0] == derObject
	case derInteger:
		return version == 0 && n >= 32
	case derOctets:
		return version == 1 && n >= 16
	}
	return false
}

// derValue reads the tag and the length of a value, and gives what stands behind them; the tag 0 where there is none.
func derValue(data []byte) (tag byte, n int, content []byte) {
	if len(data) < 2 {
		return 0, 0, nil
	}
	tag, n, content = data[0], int(data[1]), data[2:]
	if n < 0x80 {
		return tag, n, content
	}
	size := n - 0x80 // of the length, in bytes
	if size == 0 || size > 3 || size > len(content) {
		return 0, 0, nil
	}
	n = 0
	for _, b := range content[:size] {
		n = n<<8 | int(b)
	}
	return tag, n, content[size:]
}
