package source

import (
	"bytes"

	"github.com/kbgate/kbgate/internal/lazy"
)

// pointerSize is how many bytes git-lfs reads of a file to see whether it is a pointer, whatever follows them.
const pointerSize = 1024

var (
	extensionLine = lazy.Regexp(`^ext-\d-\w+\S* `)
	versionLine   = lazy.Regexp(`^version \S*(git-media|hawser|git-lfs)`)
)

// isPointer reports whether git-lfs would put another text in the place of this one. It takes white space away before it reads,
// knows the specification by three names, and accepts extensions before any other line (lfs/pointer.go in
// https://github.com/git-lfs/git-lfs). Whether the lines that follow are whole does not matter: no note begins so.
func isPointer(source []byte) bool {
	for line := range bytes.Lines(bytes.TrimSpace(source[:min(len(source), pointerSize)])) {
		switch line = bytes.TrimRight(line, "\r\n"); {
		case bytes.HasPrefix(line, []byte("version ")):
			return versionLine().Match(line)
		case len(line) > 0 && !(bytes.HasPrefix(line, []byte("ext-")) && extensionLine().Match(line)):
			return false
		}
	}
	return false
}
