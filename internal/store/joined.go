package store

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/zeebo/xxh3"

	"github.com/kbgate/kbgate/internal/cache"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/regular"
	"github.com/kbgate/kbgate/internal/store/objects"
	"github.com/kbgate/kbgate/internal/store/tree"
)

// Joined says what a store reads beside its own branch: that of a remote, as it was fetched last.
type Joined struct {
	Remote   string
	Records  int   // that the own branch does not have
	Restored int   // that the remote has changed or taken away, and that are read as they were
	Err      error // why the remote's branch is not read
}

// pair is the branches that are read together, by the commits at which they stand, and what came of it.
type pair struct {
	Own, Far, Shared  string // Shared: where both stood when they last met
	Commit            string // at which the store is read
	Records, Restored int
}

// isAs reports whether two pairs are of the same commits.
func (p pair) isAs(other pair) bool {
	return p.Own == other.Own && p.Far == other.Far && p.Shared == other.Shared
}

// seen is the state at which the store is read.
func (b *branch) seen(ctx context.Context) (*State, error) {
	tip, err := b.seenTip(ctx)
	if err != nil {
		return nil, err
	}
	return b.stateOf(tip)
}

// seenTip is the commit at which the store is read: where its branch stands, or a commit that has what Sync would make of the branch and of
// that of Options.Remote, as it was fetched last. Neither branch moves. What stands in the way is told once, and then the own branch is
// read alone.
func (b *branch) seenTip(ctx context.Context) (git.Object, error) {
	own, err := b.tip()
	if err != nil || b.Remote == "" || b.Commit != "" || b.Ref == Head {
		return own, err
	}
	now, err := b.pair(own.ID)
	if err == nil && (now.Far == "" || now.Far == now.Own) {
		return own, nil
	}
	if err == nil && !b.last.isAs(now) {
		b.last, err = b.join(ctx, now)
	}
	var seen git.Object
	if err == nil {
		if b.last.Commit == own.ID {
			seen = own
		} else {
			seen, err = b.objects.Read(b.last.Commit+"^{commit}", maxObject)
		}
	}
	if err != nil {
		b.last = pair{}
		if ctx.Err() != nil {
			return own, ctx.Err()
		}
		b.tellJoined(Joined{Remote: b.Remote, Err: err})
		return own, nil
	}
	if b.last.Records > 0 || b.last.Restored > 0 {
		b.tellJoined(Joined{Remote: b.Remote, Records: b.last.Records, Restored: b.last.Restored})
	}
	return seen, nil
}

// tellJoined says once what is read beside the own branch.
func (b *branch) tellJoined(j Joined) {
	if !b.told && b.Options.Joined != nil {
		b.Options.Joined(j)
	}
	b.told = true
}

// Fetched is the reference at which git's own commands keep a branch of a remote as they fetched it last.
func Fetched(remote, ref string) string {
	return "refs/remotes/" + remote + "/" + strings.TrimPrefix(ref, "refs/heads/")
}

// pair finds where the branches stand.
func (b *branch) pair(own string) (pair, error) {
	now := pair{Own: own}
	far, err := b.objects.AtReference(Fetched(b.Remote, b.Ref), maxCommit)
	switch {
	case errors.Is(err, git.ErrMissing) && !b.isNamed(Fetched(b.Remote, b.Ref)):
		return now, nil
	case err != nil:
		return now, fmt.Errorf("the commit of %s cannot be read: %w", Fetched(b.Remote, b.Ref), err)
	}
	if now.Far = far.ID; far.ID == own {
		return now, nil
	}
	shared, err := b.objects.AtReference(git.SharedRef(b.Remote, b.Ref), maxCommit)
	if err != nil && !errors.Is(err, git.ErrMissing) {
		return now, err
	}
	now.Shared = shared.ID
	return now, nil
}

// maxPacked is the size in bytes above which the file of packed references is not searched.
const maxPacked = 16 << 20

// isNamed reports whether a file names a reference. It starts no program, and is for references of which git finds no commit.
func (p *location) isNamed(ref string) bool {
	if info, err := os.Stat(filepath.Join(p.repo.Common, filepath.FromSlash(ref))); err == nil && !info.IsDir() {
		return true
	}
	packed, err := regular.ReadFile(filepath.Join(p.repo.Common, "packed-refs"), true, maxPacked)
	return err == nil && strings.Contains(string(packed)+"\n", " "+ref+"\n")
}

// nearby is how many commits back a branch is followed by its own objects before git is asked: so far it usually is ahead of a remote.
const nearby = 32

// leadsTo reports whether a commit leads to an earlier one, or is it.
func (b *branch) leadsTo(ctx context.Context, commit, earlier string) (bool, error) {
	for at, n := commit, 0; at != "" && n < nearby; n++ {
		if at == earlier {
			return true, nil
		}
		o, err := b.objects.Read(at, maxCommit)
		if err != nil {
			break
		}
		at = ""
		for line := range strings.Lines(string(o.Data)) {
			if parent, ok := strings.CutPrefix(line, "parent "); ok {
				at = strings.TrimSpace(parent)
				break
			} else if line == "\n" {
				break
			}
		}
	}
	return git.IsAncestor(ctx, b.repo, earlier, commit)
}

// join finds the commit at which a pair is read, or makes it.
func (b *branch) join(ctx context.Context, now pair) (pair, error) {
	if now.Own != "" {
		ahead, err := b.leadsTo(ctx, now.Own, now.Far)
		if ahead || err != nil {
			now.Commit = now.Own
			return now, err
		}
	}
	entry := b.pairEntry()
	if kept, ok := entry.Read(pairSection, pairVersion); ok {
		var was pair
		if json.Unmarshal(kept.Front, &was) == nil && was.isAs(now) && b.holds(was.Commit) {
			return was, nil
		}
	}
	now.Commit = now.Far
	if now.Own != "" || now.Shared != "" {
		if err := b.makeJoined(ctx, &now); err != nil {
			return now, fmt.Errorf("the records of %s cannot be joined with those here: %w", b.Remote, err)
		}
	}
	if err := b.countOnlyThere(ctx, &now); err != nil {
		return now, err
	}
	data, _ := json.Marshal(now)                                      // numbers and texts have a form
	_, _ = entry.Write(pairSection, pairVersion, [][]byte{data}, nil) // else the next process makes it anew
	return now, nil
}

// pairSection is the name under which a pair is kept, and pairVersion grows with what is made of pairs.
const (
	pairSection = "joined"
	pairVersion = 1
)

// pairEntry is where it is kept what was made of the last pair. It may vanish at any time, and so may the commit that it names, to which no
// reference leads.
func (p *location) pairEntry() cache.Entry {
	share := func(name string) error { return p.Share(context.Background(), name) }
	return cache.At(p.own("joined")).Shared(share).Entry(fmt.Sprintf("%016x-joined", xxh3.HashString(p.Place()+"\x00"+p.Remote)))
}

// holds reports whether the repository has a commit, and the store's folder in it.
func (b *branch) holds(commit string) bool {
	at, err := b.state(commit)
	return err == nil && (at.folder == "" || b.hasFolder(at.folder))
}

func (b *branch) hasFolder(id string) bool {
	_, err := b.entries(id)
	return err == nil
}

// joinedBy is who makes the commits by which branches are read together. They are the same for the same branches.
const joinedBy = "kbgate <kbgate@localhost>"

// makeJoined makes the commit at which a pair is read. It writes objects alone, and what this clone had first of names that several files
// claim, as Sync does.
func (b *branch) makeJoined(ctx context.Context, now *pair) error {
	said, err := b.gitSettings(ctx)
	if err != nil {
		return err
	}
	w := &writing{branch: b, out: &objects.Writer{Repo: b.repo, Permissions: said.Sharing, BeforeName: func() { reached("object") }}, ident: func(context.Context) (string, error) { return joinedBy, nil }, at: time.Unix(0, 0).UTC()}
	now.Commit, now.Restored, err = w.joined(ctx, *now, true)
	if err != nil {
		return err
	}
	return b.locked(ctx, func(writeLock) error { return w.keepEarlier(ctx, now.Shared, now.Commit) })
}

// joined gives a commit with all that a pair has, as Sync makes it; of it the records alone, where nothing else is read.
func (w *writing) joined(ctx context.Context, p pair, recordsAlone bool) (to string, restored int, err error) {
	kept, err := w.kept()
	if err != nil {
		return "", 0, err
	}
	to = cmp.Or(p.Own, p.Far)
	m := &meeting{writing: w, commits: [2]string{p.Own, p.Far}, kept: kept, recordsAlone: recordsAlone}
	if p.Own != "" {
		if to, err = m.unite(ctx, p.Shared, "Read the records here and those of "+w.Remote+" together"); err != nil {
			return "", 0, err
		}
	}
	again := &meeting{writing: w, commits: [2]string{p.Shared, to}, kept: kept, recordsAlone: recordsAlone}
	if to, err = again.putBack(ctx, "Read what was shared with "+w.Remote+" as it was"); err != nil {
		return "", 0, err
	}
	return to, max(m.restored[theirs], again.restored[theirs]), nil
}

// countOnlyThere counts the records that the own branch does not have.
func (b *branch) countOnlyThere(ctx context.Context, p *pair) error {
	return b.compareCommits(ctx, p.Own, p.Commit, func(c PathChange) {
		if c.Blob != "" && !isReadme(c.Path) {
			p.Records++
		}
	})
}

// begins is the commit on which the first record of a branch stands: the branch of Options.Remote, as it was fetched last, if there is one.
// Where that cannot be read, the branch begins by itself, and a sync says what is amiss.
func (w *writing) begins(ctx context.Context) (string, error) {
	if w.Remote == "" || w.Ref == Head {
		return "", nil
	}
	now, err := w.pair("")
	if err == nil && now.Far != "" {
		var to string
		if to, _, err = w.joined(ctx, now, false); err == nil {
			return to, w.keepEarlier(ctx, now.Shared, to)
		}
	}
	if known := (*hint.Error)(nil); isClosed(err) || errors.Is(err, git.ErrMissing) || errors.Is(err, fs.ErrNotExist) || errors.As(err, &known) {
		err = nil
	}
	return "", err
}

// rootOf makes a tree that has the store's folder alone.
func (w *writing) rootOf(b *tree.Builder, folder string) (root string, err error) {
	root = folder
	parts := strings.Split(path.Clean(w.Folder), "/")
	for _, part := range slices.Backward(parts) {
		var all []tree.Entry
		if root != "" {
			all = []tree.Entry{{Mode: tree.Folder, Name: part, ID: root}}
		}
		if root, err = b.Make(all); err != nil {
			return "", err
		}
	}
	return root, nil
}
