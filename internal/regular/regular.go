// Package regular opens regular files below a folder. It follows no link, neither in the place of the file nor of a folder
// above it, and waits for no pipe or device. The authors of a knowledge base choose what lies there; they must not show
// what they link to, nor halt the program.
package regular

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"syscall"
)

// ErrGone says that a file is not there.
var ErrGone = errors.New("the file is gone")

// AFolder says that a folder, perhaps another repository, stands in the place of a file.
const AFolder = "is a folder"

// Stat is what the system says of a file. The zero value says nothing.
type Stat struct {
	Size, Modified, Changed int64 // in bytes, and in nanoseconds since 1970
	Number                  uint64
}

// TooLarge says that a file has more than limit bytes, to be what it is called; size is how many, or 0 where that is unknown.
func TooLarge(kind string, size, limit int64) string {
	has := ""
	if size > 0 {
		has = fmt.Sprintf("it has %d MiB, ", size>>20)
	}
	return fmt.Sprintf("is too large for %s: %sat most %d MiB are read", kind, has, limit>>20)
}

// IsLink reports whether a name is that of a symbolic link, or of what the system has instead of one.
func IsLink(name string) bool {
	info, err := os.Lstat(name)
	return err == nil && info.Mode()&(fs.ModeSymlink|fs.ModeIrregular) != 0
}

// IsFolder reports whether a name is that of a folder, or leads to one.
func IsFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// Reader reads files below a root. It keeps the folder of the last file open, for files come in the order of their paths. It is
// not safe for use by several goroutines.
type Reader struct {
	root   string
	kind   string // of the files, as people call one: "a note"
	limit  int64
	buffer bytes.Buffer // holds the last file
	last   Stat
	top    folder
	opened bool // the top

	dir string // the folder of the last file, "" where that is the top
	at  folder
	why string // why dir is not open, else ""
	err error  // likewise: ErrGone
}

// New makes a reader of files of at most limit bytes. The root itself may be reached through links.
func New(root, kind string, limit int64) *Reader {
	return &Reader{root: root, kind: kind, limit: limit}
}

// Close lets go of the folders.
func (r *Reader) Close() {
	r.leave()
	if r.opened {
		_ = r.top.close()
	}
	r.opened = false
}

// leave closes the folder of the last file.
func (r *Reader) leave() {
	if r.dir != "" && r.why == "" && r.err == nil {
		_ = r.at.close()
	}
	r.dir, r.why, r.err = "", "", nil
}

// folderOf opens the folder of a file, or says why nothing in it is read.
func (r *Reader) folderOf(name string) (at folder, why string, err error) {
	if err := r.enter(path.Dir(name)); err != nil {
		return at, "cannot be opened: " + err.Error(), nil
	}
	if r.dir == "" {
		return r.top, "", nil
	}
	return r.at, r.why, r.err
}

// Read reads a file, by its path below the root with forward slashes, or says why it is not read, as the end of a sentence that
// begins with its name; ErrGone where there is none. The bytes are valid until the next call.
func (r *Reader) Read(name string) (source []byte, why string, err error) {
	r.last = Stat{}
	at, why, err := r.folderOf(name)
	if why != "" || err != nil {
		return nil, why, err
	}
	file, stat, why, err := at.open(path.Base(name))
	if why != "" || err != nil {
		return nil, why, err
	}
	defer file.Close()
	if stat.Size > r.limit {
		return nil, TooLarge(r.kind, stat.Size, r.limit), nil
	}
	r.buffer.Reset()
	if _, err := r.buffer.ReadFrom(io.LimitReader(file, r.limit+1)); err != nil {
		return nil, "cannot be read: " + err.Error(), nil
	}
	if int64(r.buffer.Len()) > r.limit { // it grew
		return nil, TooLarge(r.kind, 0, r.limit), nil
	}
	r.last = stat
	return r.buffer.Bytes(), "", nil
}

// Open opens a file of any size, as Read would, for the caller to close.
func (r *Reader) Open(name string) (file *os.File, why string, err error) {
	at, why, err := r.folderOf(name)
	if why != "" || err != nil {
		return nil, why, err
	}
	file, _, why, err = at.open(path.Base(name))
	return file, why, err
}

// LastStat is what the system said of the file that was read last.
func (r *Reader) LastStat() Stat { return r.last }

// Stat asks the system about a file. It gives the zero value for what is no regular file.
func (r *Reader) Stat(name string) (Stat, error) {
	at, why, err := r.folderOf(name)
	switch {
	case why != "":
		return Stat{}, ErrGone
	case err != nil:
		return Stat{}, err
	}
	return at.stat(path.Base(name))
}

// enter opens a folder, part by part, so that none of them may be a link.
func (r *Reader) enter(dir string) (err error) {
	if !r.opened {
		if r.top, err = openRoot(r.root); err != nil {
			return err
		}
		r.opened = true
	}
	if dir == "." {
		r.leave()
		return nil
	}
	if dir == r.dir {
		return nil
	}
	r.leave()
	at, inner := r.top, false
	for end := 0; end < len(dir); end++ {
		start := end
		for end < len(dir) && dir[end] != '/' {
			end++
		}
		next, err := at.openFolder(dir[start:end])
		if inner {
			_ = at.close()
		}
		if err != nil {
			r.dir = dir
			r.why, r.err = closed(r.File(dir[:end]), dir[:end], err)
			return nil
		}
		at, inner = next, true
	}
	r.dir, r.at = dir, at
	return nil
}

// closed says why a folder cannot be opened; ErrGone where it is not there.
func closed(file, dir string, err error) (string, error) {
	switch {
	case IsLink(file):
		return fmt.Sprintf("lies behind a symbolic link, %q, which is not followed", dir), nil
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR), errors.Is(err, fs.ErrInvalid):
		return "", ErrGone
	}
	return fmt.Sprintf("cannot be opened: the folder %s: %v", dir, err), nil
}

// File is the name of a file for the system.
func (r *Reader) File(name string) string { return filepath.Join(r.root, filepath.FromSlash(name)) }

// ReadFile reads a regular file of at most limit bytes, such as a configuration. The authors of a knowledge base choose what stands
// there, which may neither halt the program nor show what it is linked to: ReadFile follows a link only if follow says so.
func ReadFile(name string, follow bool, limit int64) ([]byte, error) {
	stat := os.Lstat
	if follow {
		stat = os.Stat
	}
	info, err := stat(name)
	switch {
	case err != nil:
		return nil, err
	case info.Mode()&fs.ModeSymlink != 0:
		return nil, ErrLink
	case !info.Mode().IsRegular():
		return nil, ErrIrregular
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if now, err := file.Stat(); err != nil || !os.SameFile(info, now) {
		return nil, errors.New("it changed while it was being read")
	}
	data, err := io.ReadAll(io.LimitReader(file, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = fmt.Errorf("it is too large: at most %d MiB are read", limit>>20)
	}
	return data, err
}

// Why what stands in the place of a file is not read, as a sentence about it.
var (
	ErrLink      = errors.New("it is a symbolic link, which is not followed")
	ErrIrregular = errors.New("it is no regular file")
)
