package check

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/git"
)

// MaxNote is the size in bytes above which a file is not read as a note.
const MaxNote = 16 << 20

// findRoot gives the root of the knowledge base that holds start: the nearest folder upward with a configuration,
// else the top of the repository, else start itself, or its folder.
func findRoot(ctx context.Context, start string) (string, error) {
	dir, err := filepath.Abs(start)
	if err != nil {
		return "", err
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		dir = filepath.Dir(dir)
	}
	for up := dir; ; up = filepath.Dir(up) {
		if _, err := os.Stat(filepath.Join(up, config.FileName)); err == nil {
			return up, nil
		}
		if up == filepath.Dir(up) {
			break
		}
	}
	top, err := git.Toplevel(ctx, dir)
	if errors.Is(err, git.ErrNoRepository) {
		return dir, nil
	}
	return filepath.FromSlash(top), err
}

// listFiles gives the files below root, sorted: in a repository what git tracks or does not ignore, elsewhere all.
// Folders whose name begins with a point are left out either way.
func listFiles(ctx context.Context, root string) ([]string, error) {
	files, err := git.Files(ctx, root)
	if errors.Is(err, git.ErrNoRepository) || err == nil && len(files) == 0 {
		files, err = walk(root)
	}
	if err != nil {
		return nil, fmt.Errorf("listing the files of %s: %w", root, err)
	}
	slices.Sort(files)
	return slices.Compact(files), nil
}

// walk lists a folder that git does not know. What is no regular file, links among them, is listed too: reading it
// says what is wrong with it.
func walk(root string) ([]string, error) {
	var files []string
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			if name == root {
				return err
			}
			return nil // an unreadable folder hides its files; the others are still judged
		}
		if entry.IsDir() {
			if name != root && strings.HasPrefix(entry.Name(), ".") {
				return filepath.SkipDir
			}
			return nil
		}
		relative, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		files = append(files, filepath.ToSlash(relative))
		return nil
	})
	return files, err
}

// errGone says that a listed file is not there.
var errGone = errors.New("the file is gone")

// unread says why the bytes of a note cannot be judged, and where the trouble is, if it is at one place.
type unread struct {
	why string
	at  int
}

// inspect looks for bytes that no note may hold.
func inspect(source []byte) *unread {
	if i := bytes.IndexByte(source, 0); i >= 0 {
		why := "holds NUL bytes, so it is no text"
		if bytes.HasPrefix(source, []byte("\xff\xfe")) || bytes.HasPrefix(source, []byte("\xfe\xff")) {
			why = "is UTF-16; notes are UTF-8"
		}
		return &unread{why: why, at: i}
	}
	if utf8.Valid(source) {
		return nil
	}
	at := 0
	for at < len(source) {
		r, size := utf8.DecodeRune(source[at:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		at += size
	}
	return &unread{why: fmt.Sprintf("is not valid UTF-8: the byte 0x%02X stands here, perhaps of an older encoding such as Latin-1", source[at]), at: at}
}

// tooLarge says how large a file is that is too large for a note.
func tooLarge(name string) string {
	size := "it has more than"
	if info, err := os.Lstat(name); err == nil {
		size = fmt.Sprintf("it has %d MiB,", info.Size()>>20)
	}
	return fmt.Sprintf("is too large for a note: %s at most %d MiB are read", size, MaxNote>>20)
}
