package check

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/zeebo/xxh3"

	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/regular"
	"github.com/kbgate/kbgate/internal/workspace"
)

// MaxNote is the size in bytes above which a file is not read as a note. It holds the longest of books; more would let a push of
// some kilobytes take seconds and gigabytes, for what repeats itself is small once it is packed.
const MaxNote = 4 << 20

// Files gives the files below root, sorted: in a repository what git tracks or does not ignore, elsewhere all.
// Folders whose name begins with a point are left out either way.
func Files(ctx context.Context, root string) ([]string, error) {
	return listed(ctx, git.Find(ctx, root), root)
}

// listed is Files, where the repository is known.
func listed(ctx context.Context, repo git.Folder, root string) ([]string, error) {
	files, err := git.Files(ctx, repo)
	if errors.Is(err, git.ErrNoRepository) || err == nil && len(files) == 0 {
		files, err = walk(root)
	}
	if err != nil {
		return nil, workspace.NeedsWorkTree(root, fmt.Errorf("listing the files of %s: %w", root, err))
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
var errGone = regular.ErrGone

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
	if isPointer(source) {
		return &unread{why: "is a pointer of Git LFS: the text of a note has to be in git itself"}
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

// tooLarge says that a note has more than MaxNote bytes; size is how many, or 0 where that is unknown.
func tooLarge(size int64) string { return regular.TooLarge("a note", size, MaxNote) }

// reader reads the notes below a root, and nothing that a link leads to. It is not safe for use by several goroutines.
type reader struct{ *regular.Reader }

func newReader(root string) *reader { return &reader{regular.New(root, "a note", MaxNote)} }

// close lets go of the folders.
func (r *reader) close() { r.Close() }

// badName says why a note is not read for its name: no link could name it, and no report show it.
const badName = "cannot be read as a note: its name is no valid UTF-8"

// read reads a note. Its bytes are valid until the next call.
func (r *reader) read(name string) (source []byte, why string, err error) {
	if !utf8.ValidString(name) {
		return nil, badName, nil
	}
	return r.Read(name)
}

// lastStat is what the system said of the note that was read last.
func (r *reader) lastStat() fileStat { return r.LastStat() }

// stat is what the system says of a note.
func (r *reader) stat(name string) (fileStat, error) { return r.Stat(name) }

// file is the name of a note for the system.
func (r *reader) file(name string) string { return r.File(name) }

// overlay reads from memory what stands there in place of files, and the rest from elsewhere.
type overlay struct {
	texts map[string][]byte
	noteReader
}

// lastStat is what the system said of the note that was read last, where it was read from a file.
func (o overlay) lastStat() fileStat {
	if files, ok := o.noteReader.(*reader); ok {
		return files.lastStat()
	}
	return fileStat{}
}

func (o overlay) read(name string) (source []byte, why string, err error) {
	source, ok := o.texts[name]
	switch {
	case !ok:
		return o.noteReader.read(name)
	case len(source) > MaxNote:
		return nil, tooLarge(0), nil
	case !utf8.ValidString(name):
		return nil, badName, nil
	}
	return source, "", nil
}

// nowhere reads nothing.
type nowhere struct{}

func (nowhere) read(string) ([]byte, string, error) { return nil, "", errGone }
func (nowhere) close()                              {}

// stamp tells the bytes of a note from others.
type stamp xxh3.Uint128

func stampOf(source []byte) stamp { return stamp(xxh3.Hash128(source)) }

// shownPath is a path as reports name it: the bytes of a name that is no valid UTF-8 are written as numbers, so that
// two such names stay apart.
func shownPath(name string) string {
	if utf8.ValidString(name) {
		return name
	}
	var b strings.Builder
	for i := 0; i < len(name); {
		r, size := utf8.DecodeRuneInString(name[i:])
		if r == utf8.RuneError && size == 1 || r == '\\' {
			fmt.Fprintf(&b, `\x%02X`, name[i])
		} else {
			b.WriteString(name[i : i+size])
		}
		i += size
	}
	return b.String()
}
