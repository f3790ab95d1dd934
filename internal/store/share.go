package store

import (
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"sync"

	"github.com/kbgate/kbgate/internal/git"
)

// settings are git's own, as far as a writer has to know them. Git is asked once.
type settings struct {
	repo  git.Folder
	mu    sync.Mutex
	known bool
	git.Settings
}

func (s *settings) get(ctx context.Context) (git.Settings, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known {
		return s.Settings, nil
	}
	var err error
	s.Settings, err = git.SettingsOf(ctx, s.repo)
	s.known = err == nil
	return s.Settings, err
}

// ident is who commits.
func (s *settings) ident(ctx context.Context) (string, error) {
	if said, err := s.get(ctx); err != nil || said.Ident != "" {
		return said.Ident, err
	}
	return git.Ident(ctx, s.repo)
}

// Share gives files and folders that were made below the git directory the modes that git would give them.
func (s *Store) Share(ctx context.Context, names ...string) error {
	said, err := s.settings.get(ctx)
	for _, name := range names {
		if err == nil {
			err = said.Sharing.Adjust(name)
		}
	}
	return err
}

// makeShared makes a file of no content, in a folder below the git directory, if it is not there and others are to share it:
// they must never find it before they may use it.
func (s *Store) makeShared(ctx context.Context, name string) error {
	if _, err := os.Lstat(name); err == nil {
		return nil
	}
	if said, err := s.settings.get(ctx); err != nil || said.Sharing == (git.Sharing{}) {
		return err
	}
	folder := filepath.Dir(name)
	if err := os.Mkdir(folder, 0o777); err == nil {
		if err := s.Share(ctx, folder); err != nil {
			return err
		}
	} else if !errors.Is(err, fs.ErrExist) {
		return err
	}
	file, err := createTemp(folder, filepath.Base(name)+".", 0o666)
	if err != nil {
		return err
	}
	err = errors.Join(file.Close(), s.Share(ctx, file.Name()))
	if err == nil {
		if err = os.Link(file.Name(), name); errors.Is(err, fs.ErrExist) {
			err = nil // another process was first
		}
	}
	return errors.Join(err, os.Remove(file.Name()))
}

// createTemp makes a file of a name that nobody has, like os.CreateTemp, but of a mode that is left to the umask.
func createTemp(folder, prefix string, mode fs.FileMode) (*os.File, error) {
	for {
		name := filepath.Join(folder, prefix+strconv.FormatUint(rand.Uint64(), 36))
		file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
		if !errors.Is(err, fs.ErrExist) {
			return file, err
		}
	}
}
