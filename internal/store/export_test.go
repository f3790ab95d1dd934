package store

import (
	"context"
	"fmt"
)

// Get is State.Get at the tip.
func (s *Store) Get(name string, limit int64) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now, err := s.now()
	if err != nil {
		return nil, err
	}
	return now.Get(name, limit)
}

// NamesSince are the files below a folder of the store ("" for all) at its tip, without those that it had at an earlier commit ("" for
// none).
func (s *Store) NamesSince(ctx context.Context, folder, since string) (names []Name, tip string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now, err := s.now()
	if err != nil || now.commit == "" {
		return nil, "", err
	}
	before, err := s.state(since)
	if err != nil {
		return nil, "", fmt.Errorf("the store as it was at %s: %w", since, err)
	}
	had := map[Name]bool{}
	if earlier, err := before.Names(ctx, folder); err == nil {
		for _, n := range earlier {
			had[n] = true
		}
	}
	all, err := now.Names(ctx, folder)
	for _, n := range all {
		if !had[n] {
			names = append(names, n)
		}
	}
	return names, now.commit, err
}
