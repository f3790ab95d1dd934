package store

import (
	"context"
	"path"
	"strings"

	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/store/tree"
)

// Lead is what the store once had, a remote still has, and the store has no longer.
type Lead struct {
	Remote string
	Files  int // of the store
	// Changed are the files whose content differs from what was shared with the remote last, without a conflict copy of the latter.
	Changed []string
}

// Leads finds the remotes that have files which this store had before its branch was set back. A remote that is merely ahead is no lead:
// the store had what a sync saw, and of other fetched commits the log of the branch tells whether it had them.
func (s *Store) Leads(ctx context.Context) (leads []Lead, err error) {
	name, ok := strings.CutPrefix(s.Ref, "refs/heads/")
	if !ok {
		return nil, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	tip, err := s.tip()
	if err != nil {
		return nil, err
	}
	seen, err := git.References(ctx, s.repo, git.Tracking+"*/"+name, "refs/remotes/*/"+name)
	if err != nil {
		return nil, err
	}
	for _, ref := range seen {
		remote, synced := strings.CutPrefix(strings.TrimSuffix(ref.Name, "/"+name), git.Tracking)
		remote = strings.TrimPrefix(remote, "refs/remotes/")
		if n := len(leads); n > 0 && leads[n-1].Remote == remote {
			continue
		}
		if !synced {
			if had, err := git.LogHas(ctx, s.repo, s.Ref, ref.ID, tip.ID); err != nil {
				return nil, err
			} else if !had {
				continue
			}
		}
		n := 0
		err := s.compareCommits(ctx, tip.ID, ref.ID, func(c PathChange) {
			if c.Blob != "" && c.Was == "" {
				n++
			}
		})
		if err != nil {
			return nil, err
		}
		var changed []string
		if synced {
			if changed, err = s.otherwise(ctx, ref.ID, tip.ID); err != nil {
				return nil, err
			}
		}
		if n > 0 || len(changed) > 0 {
			leads = append(leads, Lead{remote, n, changed})
		}
	}
	return leads, nil
}

// otherwise gives the files whose content at an earlier commit another commit has neither under the name nor as a conflict copy. It leaves
// out files without texts that the store allows to take out.
func (b *branch) otherwise(ctx context.Context, earlier, now string) (names []string, err error) {
	if now == "" {
		return nil, nil
	}
	changed, err := b.changedSince(ctx, earlier, now)
	if err != nil || len(changed) == 0 {
		return nil, err
	}
	at, err := b.state(now)
	if err != nil {
		return nil, err
	}
	may := func(path string, was, is []byte) bool { return false }
	if b.MayLackTexts != nil {
		if may, err = b.MayLackTexts(ctx, at); err != nil {
			return nil, err
		}
	}
	for _, c := range changed {
		was := tree.Entry{Name: path.Base(c.Path), ID: c.Was}
		if c.Blob == "" || c.Blob == c.Was || b.stands(now, path.Join(b.Folder, path.Dir(c.Path), was.CopyName()), c.Was) {
			continue
		}
		lacks, err := b.lacks(may, c.Path, c.Was, c.Blob)
		if err != nil {
			return nil, err
		}
		if !lacks {
			names = append(names, c.Path)
		}
	}
	return names, nil
}
