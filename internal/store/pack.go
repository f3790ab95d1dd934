package store

import (
	"bytes"
	"context"
	"crypto/sha1" // by which git knows a pack that is whole
	"encoding/binary"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"

	"github.com/kbgate/kbgate/internal/git"
)

// packWriter writes all objects into one pack. Git itself puts it in place, so that it is checked, synced, and there
// before the index by which it is found.
type packWriter struct {
	repo    git.Folder
	folder  string // of the objects
	known   map[plumbing.Hash]bool
	built   []packed
	written []writtenPack
}

// writtenPack is a pack that was put in place.
type writtenPack struct {
	name    string // of its file
	objects []packed
}

// packed is an object that goes into a pack.
type packed struct {
	kind    plumbing.ObjectType
	content []byte
}

func newPackWriter(repo git.Folder, folder string) *packWriter {
	return &packWriter{repo: repo, folder: folder, known: map[plumbing.Hash]bool{}}
}

func (w *packWriter) put(kind string, contents ...[]byte) (ids []string, err error) {
	t, err := plumbing.ParseObjectType(kind)
	if err != nil {
		return nil, err
	}
	for _, content := range contents {
		id := plumbing.ComputeHash(t, content)
		if !w.known[id] {
			w.known[id] = true
			w.built = append(w.built, packed{t, content})
		}
		ids = append(ids, id.String())
	}
	return ids, nil
}

func (w *packWriter) flush(ctx context.Context) error {
	r, pipe := io.Pipe()
	go func() { pipe.CloseWithError(writePack(pipe, w.built)) }()
	said, err := git.Input(ctx, w.repo, r, "index-pack", "--stdin")
	r.Close() // ends the writer where git ended first
	if err != nil {
		return fmt.Errorf("writing a pack of %d objects: %w", len(w.built), err)
	}
	_, sum, ok := strings.Cut(strings.TrimSpace(string(said)), "\t") // "pack", and what it is named for
	if !ok {
		return fmt.Errorf("git index-pack says %q", said)
	}
	w.written = append(w.written, writtenPack{filepath.Join(w.folder, "pack", "pack-"+sum+".pack"), w.built})
	w.known, w.built = map[plumbing.Hash]bool{}, nil
	return nil
}

// restore looks for the packs alone: what git packed anew meanwhile is written once more.
func (w *packWriter) restore(ctx context.Context) error {
	for i := range w.written {
		if !isGone(w.written[i].name) {
			continue
		}
		w.built = w.written[i].objects
		if err := w.flush(ctx); err != nil {
			return err
		}
	}
	return nil
}

// share is how many objects are deflated, one after the other, beside others.
const share = 512

// writePack writes objects as a pack (https://git-scm.com/docs/pack-format), each of them whole: records are short, and git
// finds what they have in common when it packs them anew.
func writePack(to io.Writer, objects []packed) error {
	sum := sha1.New()
	to = io.MultiWriter(to, sum)
	head := append([]byte("PACK"), 0, 0, 0, 2)
	if _, err := to.Write(binary.BigEndian.AppendUint32(head, uint32(len(objects)))); err != nil {
		return err
	}
	type result struct {
		data []byte
		err  error
	}
	var results []chan result
	for part := range slices.Chunk(objects, share) {
		done := make(chan result, 1)
		results = append(results, done)
		go func() {
			data, err := deflateAll(part)
			done <- result{data, err}
		}()
	}
	for _, done := range results {
		r := <-done
		if r.err != nil {
			return r.err
		}
		if _, err := to.Write(r.data); err != nil {
			return err
		}
	}
	_, err := to.Write(sum.Sum(nil))
	return err
}

// deflateAll gives objects as they stand in a pack: kind and size, and the content deflated.
func deflateAll(objects []packed) ([]byte, error) {
	var b bytes.Buffer
	for _, o := range objects {
		size := len(o.content)
		first := byte(o.kind)<<4 | byte(size&0xf)
		if size >>= 4; size > 0 {
			first |= 0x80
		}
		b.WriteByte(first)
		if size > 0 {
			b.Write(binary.AppendUvarint(b.AvailableBuffer(), uint64(size)))
		}
		if err := deflate(&b, o.content); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}
