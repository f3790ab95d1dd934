package agent

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"

	"github.com/kbgate/kbgate/internal/atomicfile"
	"github.com/kbgate/kbgate/internal/git"
)

// mostRemembered is how many offers are remembered: a test that fails in a loop is offered once, and again when much else has failed since.
const mostRemembered = 64

// IsNew reports whether an offer was not made in a session of late, and remembers it below the git directory: an agent that heard it once
// need not hear it again. Where nothing can be remembered, as before the store is first used, every offer is new.
func IsNew(repo git.Folder, e Event, offer string) bool {
	name := filepath.Join(repo.Common, "kbgate", "offered")
	sum := sha256.Sum256([]byte(e.Session + "\x00" + offer))
	line := []byte(hex.EncodeToString(sum[:]))
	var known [][]byte
	if info, err := os.Lstat(name); err == nil && info.Mode().IsRegular() && info.Size() <= 2*mostRemembered*(int64(len(line))+1) {
		data, err := os.ReadFile(name)
		if err == nil {
			known = bytes.Fields(data)
		}
	}
	for _, k := range known {
		if bytes.Equal(k, line) {
			return false
		}
	}
	known = append(known, line)
	known = known[max(0, len(known)-mostRemembered):]
	_ = atomicfile.Write(name, append(bytes.Join(known, []byte("\n")), '\n'), 0o666) // the store makes the folder, with git's modes
	return true
}

// OnlyPending is the note that alone differs from the last commit around the folder in which the agent works, relative to that folder; ""
// where there is none, or several: nobody knows which was meant.
func OnlyPending(ctx context.Context, dir string) string {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return ""
	}
	notes, err := pending(ctx, dir)
	if err != nil || len(notes) != 1 {
		return ""
	}
	for root, names := range notes {
		if len(names) == 1 {
			if name, err := filepath.Rel(dir, filepath.Join(root, names[0])); err == nil && filepath.IsLocal(name) {
				return filepath.ToSlash(name)
			}
		}
	}
	return ""
}
