package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/git"
)

// Synced says what Sync did.
type Synced struct {
	Got, Gave int    // files that came from the remote, and that it has now
	Tip       string // where both stand
}

// attempts is how often Sync begins anew because somebody else was first.
const attempts = 10

// Sync brings the store and that of a remote to the same state: it fetches, merges by union, and pushes, again where
// somebody else pushed meanwhile. Records never conflict: each has a name of its own, and where two of one name differ,
// both stay (beside).
func (s *Store) Sync(ctx context.Context, remote string, at time.Time) (done Synced, err error) {
	defer func() { err = s.wayOut(err) }()
	if s.Ref == Head {
		return done, &Refusal{"the store lies on the branch that is checked out, which is yours to merge", "run `git pull` and `git push`; records never conflict"}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.whoCommits(ctx); err != nil {
		return done, err
	}
	for range attempts {
		theirs, err := git.Fetch(ctx, s.dir, remote, s.Ref)
		if err != nil {
			return done, err
		}
		ours, err := inTurn(ctx, s, func(t turn) (string, error) { return s.meet(ctx, t, theirs, at, remote, &done) })
		if errors.Is(err, git.ErrMoved) || errors.Is(err, git.ErrLocked) {
			continue
		}
		if err != nil || ours == "" || ours == theirs {
			return done, err
		}
		if err = git.Push(ctx, s.dir, remote, ours, s.Ref); err == nil || !errors.Is(err, git.ErrMoved) {
			if err == nil {
				done.Gave, err = s.countAdded(ctx, theirs, ours)
			}
			return done, err
		}
	}
	return done, fmt.Errorf("others were first %d times; run `kbgate sync` again", attempts)
}

// meet moves the store to where it has all that another commit has, and gives where that is.
func (s *Store) meet(ctx context.Context, t turn, theirs string, at time.Time, remote string, done *Synced) (string, error) {
	tip, err := s.tip()
	if err != nil {
		return "", err
	}
	ours := tip.ID
	if theirs == "" || theirs == ours {
		done.Tip = ours
		return ours, nil
	}
	to := theirs
	if ours != "" {
		switch base, err := git.MergeBase(ctx, s.dir, ours, theirs); {
		case err != nil && !errors.Is(err, git.ErrNoCommit): // two that began apart have none
			return "", err
		case base == theirs:
			to = ours
		case base != ours:
			if to, err = s.merge(ctx, ours, theirs, at, "Merge the records of "+remote); err != nil {
				return "", err
			}
		}
	}
	done.Tip = to
	if to == ours {
		return ours, nil
	}
	if err := s.move(ctx, t, s.Ref, to, ours, "sync with "+remote); err != nil {
		return "", err
	}
	n, err := s.countAdded(ctx, ours, to)
	done.Got += n
	return to, err
}

// countAdded is how many files of the store a commit has that another, "" for none, has not.
func (s *Store) countAdded(ctx context.Context, from, to string) (n int, err error) {
	old := ""
	if from != "" {
		if old, err = s.folderAt(from, ""); err != nil {
			return 0, err
		}
	}
	now, err := s.folderAt(to, "")
	if err != nil {
		return 0, err
	}
	return n, s.added(ctx, old, now, "", func(Name) { n++ })
}

// merge makes a commit that has the files of two others.
func (s *Store) merge(ctx context.Context, ours, theirs string, at time.Time, message string) (string, error) {
	var trees [2]string
	for i, id := range []string{ours, theirs} {
		c, err := s.objects.Read(id, maxObject)
		if err != nil {
			return "", err
		}
		if trees[i], err = treeOf(c); err != nil {
			return "", err
		}
	}
	w := s.newWriter(ctx, 1)
	u := union{read: s.entries, write: w, folder: s.Folder}
	tree, err := u.merge(trees[0], trees[1], "")
	if err != nil {
		return "", err
	}
	c := commit{tree: tree, parents: []string{ours, theirs}, ident: s.ident, at: at, message: message}
	id, err := putOne(w, "commit", c.encode())
	if err != nil {
		return "", err
	}
	return id, w.flush(ctx)
}

// union merges folders by taking all that either has. It does not matter which comes first.
type union struct {
	read   func(id string) ([]entry, error)
	write  objectWriter
	folder string // of the store; outside of it are views, which may be made anew
}

func (u *union) merge(a, b, folder string) (string, error) {
	if a == b || b == "" {
		return a, nil
	}
	if a == "" {
		return b, nil
	}
	left, err := u.read(a)
	if err != nil {
		return "", err
	}
	right, err := u.read(b)
	if err != nil {
		return "", err
	}
	all := map[string]entry{}
	for _, e := range left {
		all[e.name] = e
	}
	for _, e := range right {
		other, ok := all[e.name]
		switch {
		case !ok || other == e:
			all[e.name] = e
		case e.mode == modeFolder && other.mode == modeFolder:
			if e.id, err = u.merge(other.id, e.id, path.Join(folder, e.name)); err != nil {
				return "", err
			}
			all[e.name] = e
		default:
			keeps, yields := e, other
			if e.rank(other) > 0 {
				keeps, yields = other, e
			}
			all[e.name] = keeps
			if inside(folder, u.folder) {
				yields.name = beside(yields)
				all[yields.name] = yields
			}
		}
	}
	merged := make([]entry, 0, len(all))
	for _, e := range all {
		merged = append(merged, e)
	}
	slices.SortFunc(merged, entry.order)
	tree, err := appendTree(nil, merged)
	if err != nil {
		return "", err
	}
	return putOne(u.write, "tree", tree)
}

// rank orders entries of one name: a folder keeps it before a file, and of files the one whose id is smaller.
func (e entry) rank(other entry) int {
	if isFolder := e.mode == modeFolder; isFolder != (other.mode == modeFolder) {
		if isFolder {
			return -1
		}
		return 1
	}
	return cmp.Or(strings.Compare(e.id, other.id), strings.Compare(e.mode, other.mode))
}

// beside is the name of a file that gave its own up to another: ID.yaml becomes ID-BLOB8.yaml.
func beside(e entry) string {
	ending := path.Ext(e.name)
	return strings.TrimSuffix(e.name, ending) + "-" + e.id[:8] + ending
}

func inside(folder, other string) bool {
	return folder == other || strings.HasPrefix(folder, other+"/")
}
