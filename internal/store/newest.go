package store

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/store/tree"
)

// mostOpened is how many folders Newest reads.
const mostOpened = 64

// Newest gives files below a folder of the store, those of the greatest paths first: at most so many, and none beyond the first folders that it
// reads. Of a folder or file whose path does not fit it reads nothing.
func (s *Store) Newest(ctx context.Context, folder string, most int, fits func(path string) bool) (names []Name, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now, err := s.now()
	if err != nil || now.folder == "" {
		return nil, err
	}
	id, err := now.folderIn(now.folder, folder)
	if err != nil || id == "" {
		return nil, err
	}
	opened := 0
	var visit func(folder, id string, depth int) error
	visit = func(folder, id string, depth int) error {
		if opened++; opened > mostOpened || depth > deepest || ctx.Err() != nil {
			return ctx.Err()
		}
		entries, err := now.entries(id)
		if err != nil {
			return err
		}
		slices.SortFunc(entries, func(a, b tree.Entry) int { return strings.Compare(b.Name, a.Name) })
		for _, e := range entries {
			name := path.Join(folder, e.Name)
			switch {
			case len(names) == most:
				return nil
			case !fits(name):
			case e.IsFolder():
				if err := visit(name, e.ID, depth+1); err != nil {
					return err
				}
			case e.IsFile():
				names = append(names, Name{Path: name, Blob: e.ID})
			}
		}
		return nil
	}
	return names, visit(folder, id, 1)
}
