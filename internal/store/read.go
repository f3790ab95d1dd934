package store

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"path"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/git"
)

// Name is a file of the store without its content.
type Name struct {
	Path string // below the store's folder
	Blob string // the id of its content
}

// Names are the files below a folder of the store ("" for all) at its tip, in the order of their paths, without those
// that it had at an earlier commit ("" for none). Folders that have not changed since are not looked into.
func (s *Store) Names(ctx context.Context, folder, since string) (names []Name, tip string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at, err := s.tip()
	if err != nil || at.ID == "" {
		return nil, "", err
	}
	var old string
	if since != "" {
		if _, err = s.objects.Read(since+"^{commit}", maxObject); err == nil {
			old, err = s.folderAt(since, folder)
		}
		if err != nil {
			return nil, "", fmt.Errorf("the store as it was at %s: %w", since, err)
		}
	}
	now, err := s.folderAt(at.ID, folder)
	if err != nil {
		return nil, "", err
	}
	return names, at.ID, s.added(ctx, old, now, folder, func(n Name) { names = append(names, n) })
}

// folderAt is the id of a folder of the store in a commit, or in a tree of the branch; "" where there is none.
func (s *Store) folderAt(commit, folder string) (string, error) {
	return s.treeAt(commit, path.Join(s.Folder, folder))
}

// treeAt is the id of a folder in a commit or tree, "" where there is none, or something else of that name. A tree on the way
// that the repository lacks is an error, and no folder without files.
func (s *Store) treeAt(top, folder string) (string, error) {
	o, err := s.objects.Read(top+"^{tree}", maxObject)
	if err != nil {
		return "", hole("the tree of "+top, err)
	}
	e := entry{mode: modeFolder, id: o.ID}
	entries, err := parseTree(o.Data, len(o.ID)/2)
	for part := range strings.SplitSeq(folder, "/") {
		if err != nil {
			return "", err
		}
		at := slices.IndexFunc(entries, func(e entry) bool { return e.name == part })
		if at < 0 || entries[at].mode != modeFolder {
			return "", nil
		}
		e = entries[at]
		entries, err = s.entries(e.id)
	}
	return e.id, err
}

// batch is how many files are asked for at once.
const batch = 4096

// Contents reads files, in order. A file of more than limit bytes, or one whose content the repository lacks, comes with
// an error; so does the end, where reading fails altogether. It keeps the store to itself until the loop ends.
func (s *Store) Contents(ctx context.Context, names []Name, limit int64) iter.Seq2[File, error] {
	return func(yield func(File, error) bool) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.contents(ctx, names, limit, yield)
	}
}

func (s *Store) contents(ctx context.Context, names []Name, limit int64, yield func(File, error) bool) {
	for part := range slices.Chunk(names, batch) {
		ids := make([]string, len(part))
		for i, n := range part {
			ids[i] = n.Blob
		}
		err := s.objects.Each(ids, limit, func(i int, o git.Object, err error) error {
			if err != nil {
				err = fmt.Errorf("%s: %w", part[i].Path, err)
			}
			if !yield(File{part[i].Path, o.Data}, err) {
				return errEnough
			}
			return ctx.Err()
		})
		switch {
		case errors.Is(err, errEnough):
			return
		case err != nil:
			yield(File{}, err)
			return
		}
	}
}

var errEnough = errors.New("enough")
