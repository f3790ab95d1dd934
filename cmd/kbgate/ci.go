package main

import (
	"errors"
	"io"
	"io/fs"
	"os"

	"github.com/kbgate/kbgate/internal/forge"
	"github.com/kbgate/kbgate/internal/lazy"
)

// surroundings are what the CI's job in which this runs tells of itself, if it is one.
func surroundings() forge.Environment {
	return forge.Environment{Getenv: os.Getenv, ReadFile: readEvent}
}

// maxEvent is the size in bytes up to which an event is read; GitHub's have at most 25 MB.
const maxEvent = 32 << 20

// readEvent reads the event for which a CI's job runs.
func readEvent(name string) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(err, fs.ErrInvalid)
	}
	return io.ReadAll(io.LimitReader(file, maxEvent))
}

// repoName is how forges name a repository: the owner, GitLab's groups, and the name.
var repoName = lazy.Regexp(`^[\w.-]+(/[\w.-]+)+$`)
