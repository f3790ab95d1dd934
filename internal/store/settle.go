package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"

	"github.com/kbgate/kbgate/internal/git"
)

// laid notes what is being laid into work tree and index, for as long as the branch has not moved. A process that dies
// meanwhile leaves the note, and whoever lays next takes back what nobody was told to be there.
type laid struct {
	Commit string
	Branch string
	Files  []laidFile
}

// laidFile is one file of work tree and index.
type laidFile struct {
	Path      string
	Blob      string // that is staged
	Mode, Was string `json:",omitempty"` // what was staged before; "" where nothing was
	Copy      string `json:",omitempty"` // the SHA-256 of what is laid into the work tree, "" where nothing is
	CopyWas   string `json:",omitempty"` // the blob of what was there before, "" where nothing was
}

func sumOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// noteName is where the note of this work tree lies.
func (s *Store) noteName() string { return filepath.Join(s.repo.GitDir, "kbgate", "laying.json") }

// note writes the note.
func (s *Store) note(l laid) error {
	data, err := json.Marshal(l)
	if err != nil {
		return err
	}
	name := s.noteName()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	if err = os.WriteFile(name+".part", data, 0o666); err == nil {
		err = syncFile(name + ".part")
	}
	if err == nil {
		err = os.Rename(name+".part", name)
	}
	if err != nil {
		os.Remove(name + ".part")
	}
	return err
}

// forget takes the note away.
func (s *Store) forget() error { return ignoreMissing(os.Remove(s.noteName())) }

// settle takes back what a dead process laid, while the index is locked and nobody else's git can be moving the branch for
// it. What has been committed meanwhile, by it or by somebody else, stays; and so does what somebody has changed since. It
// says whether the index was touched.
func (s *Store) settle(ctx context.Context) (touched bool, err error) {
	data, err := os.ReadFile(s.noteName())
	if err != nil {
		return false, ignoreMissing(err)
	}
	var l laid
	if json.Unmarshal(data, &l) != nil || s.mayHave(ctx, l.Branch, l.Commit) {
		return false, s.forget()
	}
	head, err := s.stateOf(Head)
	if err != nil {
		return false, err
	}
	staged, err := git.StagedFiles(ctx, s.repo)
	if err != nil {
		return false, err
	}
	is := make(map[string]string, len(staged))
	for _, e := range staged {
		is[e.Path] = e.Blob
	}
	var back []git.Staged
	for _, f := range l.Files {
		if committed, err := head.entry(f.Path); err != nil {
			return false, err
		} else if committed.id == f.Blob {
			continue
		}
		if is[f.Path] == f.Blob {
			e := git.Staged{Mode: f.Mode, Blob: f.Was, Path: f.Path}
			if f.Mode == "" {
				e.Blob = f.Blob
			}
			back = append(back, e)
		}
		if err := s.takeBack(f); err != nil {
			return false, err
		}
	}
	if len(back) > 0 {
		was, err := s.stage(ctx, back)
		if err == nil {
			err = ignoreMissing(os.Remove(was))
		}
		if err != nil {
			return true, err
		}
	}
	return len(back) > 0, s.forget()
}

// takeBack takes a file back out of the work tree.
func (s *Store) takeBack(f laidFile) error {
	there, err := s.inWorkTree(f.Path)
	if refused := (*Refusal)(nil); errors.As(err, &refused) {
		return nil
	}
	if err != nil || there == nil || sumOf(there) != f.Copy {
		return err
	}
	if f.CopyWas == "" {
		return s.restore(f.Path, nil)
	}
	o, err := s.objects.Read(f.CopyWas, maxView)
	if err != nil {
		return err
	}
	return s.restore(f.Path, o.Data)
}

// restore puts a file of the work tree back to what it was; nil: it was not there.
func (s *Store) restore(path string, was []byte) error {
	if was == nil {
		return os.Remove(s.inTop(path))
	}
	return writeWhole(s.repo.GitDir, s.inTop(path), was, func() ([]byte, error) { return nil, nil })
}
