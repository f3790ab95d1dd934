package store

import (
	"fmt"
	"strings"
)

// maxPath is the length of the longest path, in bytes; file systems end at 255 a part.
const maxPath = 240

// CheckPath refuses a path that could mean another file somewhere: on Windows, on a file system that folds case, above
// the store's folder, or below a .git.
func CheckPath(name string) error {
	switch {
	case name == "" || len(name) > maxPath:
		return fmt.Errorf("a path of %d bytes is refused; it takes 1 to %d", len(name), maxPath)
	case strings.HasPrefix(name, "/"):
		return fmt.Errorf("the path %q does not lie below the store", name)
	}
	for part := range strings.SplitSeq(name, "/") {
		if part == "" || part[0] == '.' || part[len(part)-1] == '.' {
			return fmt.Errorf("the path %q has a part that begins or ends with a point, or none", name)
		}
		if i := strings.IndexFunc(part, func(r rune) bool { return !isPathLetter(r) }); i >= 0 {
			return fmt.Errorf("the path %q holds a character other than a letter, a digit, a point, - and _", name)
		}
	}
	return nil
}

func isPathLetter(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '.' || r == '-' || r == '_'
}
