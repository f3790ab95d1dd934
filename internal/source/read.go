package source

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/regular"
	"github.com/kbgate/kbgate/internal/workspace"
)

// WorkTree is a reader of the notes below a root, which reads nothing that a link leads to.
func WorkTree(root string) *regular.Reader { return regular.New(root, "a note", MaxNote) }

// Overlay gives the texts that stand in place of files, by their paths below the root. A reader that is made later sees what is added.
func (s *Source) Overlay() map[string][]byte { return s.texts }

// Reader reads the work tree, or the files that were given.
func (s *Source) Reader() Reader {
	switch {
	case s.isGiven:
		return overlay{s.texts, nil}
	case len(s.texts) == 0:
		return WorkTree(s.Place.Root)
	}
	return overlay{s.texts, WorkTree(s.Place.Root)}
}

// overlay reads the texts that stand in place of files, and other files through another reader, if there is one.
type overlay struct {
	texts map[string][]byte
	under Reader
}

func (o overlay) Read(name string) (text []byte, why string, err error) {
	text, ok := o.texts[name]
	switch {
	case !ok && o.under == nil:
		return nil, "", ErrGone
	case !ok:
		return o.under.Read(name)
	case len(text) > MaxNote:
		return nil, tooLarge(), nil
	}
	return text, "", nil
}

func (o overlay) Close() {
	if o.under != nil {
		o.under.Close()
	}
}

// Objects reads the notes of entries out of git's objects, and others as a tree has them; "" is a tree without any.
func (s *Source) Objects(tree string, entries map[string]Entry) Reader {
	return objectReader{s, tree, entries}
}

type objectReader struct {
	*Source
	tree    string
	entries map[string]Entry
}

func (objectReader) Close() {}

func (r objectReader) Read(name string) (text []byte, why string, err error) {
	e, ok := r.entries[name]
	switch {
	case ok:
	case r.tree == "":
		return nil, "", ErrGone
	case !strings.Contains(name, "\n"):
		// One that is looked at again was read before, so it is no link.
		e = Entry{Blob: r.tree + ":" + name}
	default:
		found, err := git.Entries(r.ctx, r.Place.Repo, r.tree, name)
		if err != nil {
			return nil, "", err
		}
		if len(found) == 0 {
			return nil, "", ErrGone
		}
		e = found[0]
	}
	object, err := r.objects.Read(e.Blob, MaxNote)
	switch {
	case e.Mode == git.ModeLink && err == nil:
		return nil, fmt.Sprintf("is a symbolic link to %q, which is not followed", object.Data), nil
	case errors.Is(err, git.ErrTooLarge):
		return nil, tooLarge(), nil
	case errors.Is(err, git.ErrMissing) && e.Mode == "":
		return nil, "", ErrGone
	case err != nil:
		return nil, "", unreadable(name, err)
	}
	return object.Data, "", nil
}

// unreadable says that git's objects do not give a file.
func unreadable(name string, err error) error { return fmt.Errorf("reading %s: %w", name, err) }

// IsMissing reports whether an error says that git does not have, or did not fetch, what it should: no fault of the file.
func IsMissing(err error) bool {
	return errors.Is(err, git.ErrMissing) || errors.Is(err, git.ErrUnfetched)
}

// PolicyFile reads a file in the root that says how notes are judged. For a change it is that of the state before it, so that no
// change loosens its own gate. The error is fs.ErrNotExist where there is none.
func (s *Source) PolicyFile(name string, limit int64) ([]byte, error) {
	c := s.Change
	switch {
	case s.isGiven:
		if data, ok := s.texts[name]; ok {
			return data, nil
		}
	case c == nil:
		return regular.ReadFile(filepath.Join(s.Place.Name, name), false, limit)
	case c.policy == "" && c.after == "":
		if f := c.Files.find(name); f != nil && f.New.Mode != "" {
			return s.Changed(f.New, limit)
		}
	case c.policyTree != "":
		file, err := s.objects.Read(c.policyTree+":"+name, limit)
		if !errors.Is(err, git.ErrMissing) {
			return file.Data, err
		}
		if c.after != "" { // where people wait, git is asked no further; and what they commit to is here
			return nil, workspace.MissingIn(s.ctx, s.Place.Repo, c.policyTree, name, err)
		}
	}
	return nil, fs.ErrNotExist
}

// Changed reads a file as the change leaves it.
func (s *Source) Changed(e Entry, limit int64) ([]byte, error) {
	switch e.Mode {
	case git.ModeLink:
		return nil, regular.ErrLink
	case git.ModeFolder:
		return nil, regular.ErrIrregular
	}
	file, err := s.objects.Read(e.Blob, limit)
	return file.Data, err
}
