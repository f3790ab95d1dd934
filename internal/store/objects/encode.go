package objects

import (
	"bufio"
	"compress/zlib"
	"context"
	"crypto/sha1" // by which git knows a pack that is whole
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/kbgate/kbgate/internal/atomicfile"
	"github.com/kbgate/kbgate/internal/git"
)

// loose is a file that is being written for one object.
type loose struct {
	object
	name string
	file *atomicfile.File // nil: the object is there already
}

// writeLoose writes each pending object into a file of its own: all of them under temporary names, then all of them synced, for the
// first sync of a file system's journal puts most of the others on the disk too, and only then each under its name.
func (w *Writer) writeLoose() error {
	var files []*loose
	folders := map[string]bool{w.Repo.Objects: true}
	for _, o := range w.pending {
		name := w.looseName(o.id)
		files = append(files, &loose{object: o, name: name})
		folders[filepath.Dir(name)] = true
	}
	err := together(files, func(f *loose) error { return f.write(w.Permissions) })
	if err == nil {
		err = together(files, func(f *loose) error {
			if f.file == nil {
				return nil
			}
			return f.file.Sync()
		})
	}
	for _, f := range files {
		switch {
		case f.file == nil:
		case err != nil:
			_ = f.file.Discard() // the disk may be full
		default:
			if w.BeforeName != nil {
				w.BeforeName()
			}
			err = f.file.Replace()
		}
	}
	if err != nil {
		return err
	}
	return together(slices.Collect(maps.Keys(folders)), atomicfile.Sync)
}

func (f *loose) write(permissions git.Sharing) error {
	now := time.Now() // git gc takes away what is old and nothing leads to
	if os.Chtimes(f.name, now, now) == nil && atomicfile.Sync(f.name) == nil {
		return nil // another process wrote it; now it is on the disk too
	}
	folder := filepath.Dir(f.name)
	err := os.Mkdir(folder, 0o777)
	if err == nil {
		err = permissions.Adjust(folder)
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	if f.file, err = atomicfile.Create(f.name, "tmp_obj_", 0o444); err != nil { // git gc takes away what a dead process left
		return err
	}
	err = deflate(f.file, head(f.kind, f.content), f.content)
	return errors.Join(err, permissions.Adjust(f.file.Name()))
}

// writePack writes the pending objects into one pack and gives its file. Git puts it in place, so that it is checked, synced, and
// there before the index by which it is found.
func (w *Writer) writePack(ctx context.Context) (name string, err error) {
	r, pipe := io.Pipe()
	go func() { pipe.CloseWithError(w.encodePack(pipe)) }()
	said, err := git.Input(ctx, w.Repo, r, "index-pack", "--stdin")
	r.Close() // ends the encoder where git ended first
	if err != nil {
		return "", fmt.Errorf("writing a pack of %d objects: %w", len(w.pending), err)
	}
	_, sum, ok := strings.Cut(strings.TrimSpace(string(said)), "\t") // "pack", and what it is named for
	if !ok {
		return "", fmt.Errorf("git index-pack says %q", said)
	}
	return filepath.Join(w.Repo.Objects, "pack", "pack-"+sum+".pack"), nil
}

// encodePack writes the pending objects as a pack (https://git-scm.com/docs/pack-format), each of them whole: records are short, and
// git finds what they have in common when it packs them anew.
func (w *Writer) encodePack(to io.Writer) error {
	sum := sha256.New()
	if w.Repo.Format == "sha1" {
		sum = sha1.New()
	}
	out := bufio.NewWriter(io.MultiWriter(to, sum)) // Flush gives the first error of all
	out.Write(binary.BigEndian.AppendUint32([]byte("PACK\x00\x00\x00\x02"), uint32(len(w.pending))))
	for _, o := range w.pending {
		size := uint64(len(o.content))
		first := byte(o.kind)<<4 | byte(size&0xf)
		if size >>= 4; size > 0 {
			out.Write(binary.AppendUvarint([]byte{first | 0x80}, size))
		} else {
			out.WriteByte(first)
		}
		if err := deflate(out, o.content); err != nil {
			return err
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	_, err := to.Write(sum.Sum(nil))
	return err
}

// deflaters are writers that have the buffers of one already. Git packs loose objects at this level too, unless it is told
// otherwise (core.looseCompression): of texts as short as records, others save next to nothing and take three times as long. The
// encoders of go-git know the default level alone.
var deflaters = sync.Pool{New: func() any {
	w, _ := zlib.NewWriterLevel(nil, zlib.BestSpeed) // it is a level
	return w
}}

// deflate writes parts, one after the other, as one deflated text.
func deflate(to io.Writer, parts ...[]byte) error {
	w := deflaters.Get().(*zlib.Writer)
	defer deflaters.Put(w)
	w.Reset(to)
	for _, part := range parts {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	return w.Close()
}
