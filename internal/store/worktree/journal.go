package worktree

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/kbgate/kbgate/internal/atomicfile"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
)

// journal says what a process writes into work tree and index before the branch moves. If the process is killed, the next writer undoes
// what the journal says.
type journal struct {
	Commit string
	Branch string
	Files  []written
}

// written is one file of work tree and index.
type written struct {
	Path      string
	Blob      string // that is staged
	Mode, Was string `json:",omitempty"` // what was staged before; "" where nothing was
	Copy      string `json:",omitempty"` // the SHA-256 of what is written into the work tree, "" where nothing is
	CopyWas   string `json:",omitempty"` // the blob of what was there before, "" where nothing was
}

func sumOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

func (w *Writer) journalName() string { return w.inGit(filepath.Join("kbgate", "laying.json")) }

func (w *Writer) writeJournal(j journal) error {
	data, err := json.Marshal(j)
	if err != nil {
		return err
	}
	name := w.journalName()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	return atomicfile.Write(name, data, 0o666)
}

func (w *Writer) removeJournal() error { return ignoreMissing(os.Remove(w.journalName())) }

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// recover undoes what a killed process wrote. The index must be locked, and no git of that process may still move the branch. What the
// process or anybody else has committed meanwhile stays, and so does what somebody has changed since. It reports whether it changed the
// index.
func (w *Writer) recover(ctx context.Context) (touched bool, err error) {
	data, err := os.ReadFile(w.journalName())
	if err != nil {
		return false, ignoreMissing(err)
	}
	var j journal
	if json.Unmarshal(data, &j) != nil || w.mayHave(ctx, j.Branch, j.Commit) {
		return false, w.removeJournal()
	}
	staged, err := w.staged(ctx)
	if err != nil {
		return false, err
	}
	var back []git.Entry
	for _, f := range j.Files {
		committed, err := w.Committed(f.Path)
		if err != nil {
			return false, err
		}
		if committed == f.Blob {
			continue
		}
		if staged[f.Path].Blob == f.Blob {
			e := git.Entry{Mode: f.Mode, Blob: f.Was, Path: f.Path}
			if f.Mode == "" {
				e.Blob = f.Blob
			}
			back = append(back, e)
		}
		if err := w.takeBack(f); err != nil {
			return false, err
		}
	}
	if len(back) > 0 {
		was, err := w.stage(ctx, back)
		if err == nil {
			err = ignoreMissing(os.Remove(was))
		}
		if err != nil {
			return true, err
		}
	}
	return len(back) > 0, w.removeJournal()
}

// staged are the entries of the index by their paths; of some paths, or of all.
func (w *Writer) staged(ctx context.Context, paths ...string) (map[string]git.Entry, error) {
	entries, err := git.StagedFiles(ctx, w.Repo, paths...)
	all := make(map[string]git.Entry, len(entries))
	for _, e := range entries {
		all[e.Path] = e
	}
	return all, err
}

// takeBack restores a file of the work tree, if it is still as it was written.
func (w *Writer) takeBack(f written) error {
	there, err := w.read(f.Path)
	if hint.IsUsage(err) {
		return nil
	}
	if err != nil || there == nil || sumOf(there) != f.Copy {
		return err
	}
	var was []byte
	if f.CopyWas != "" {
		o, err := w.Objects.Read(f.CopyWas, MaxDerived)
		if err != nil {
			return err
		}
		was = o.Data
	}
	return w.restore(f.Path, was, f.CopyWas != "")
}

// restore gives a file of the work tree its old content, or removes it if it was not there.
func (w *Writer) restore(path string, was []byte, wasThere bool) error {
	if !wasThere {
		return os.Remove(w.inTop(path))
	}
	return w.writeFile(w.inTop(path), was, func() ([]byte, error) { return nil, nil })
}

// MaxDerived is the size of the largest derived file, in bytes.
const MaxDerived = 64 << 20
