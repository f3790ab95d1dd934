package store

import (
	"context"
	"errors"
	"path"
	"strings"

	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/store/tree"
)

// Folders of git may hold each other any number of times, so a few of them stand for more files than anybody could list. A walk has
// four limits: it goes no deeper than the layout of the records, KIND/YYYY/MM/DD/FILE; it enters only so many folders again, as no two
// folders of records hold the same; it reads only so many names in those; and it passes over folders that would make the store larger
// than stores are.
const (
	deepest    = 4
	mostAgain  = 1000
	againNames = 1 << 16

	mostMergedAgain = 16 // each folder that a merge goes into may be one to write
	mostEntries     = 4 << 20
)

// walk goes through folders.
type walk struct {
	entries func(id string) ([]tree.Entry, error)
	deepest int // how many slashes a folder's path may have
	repeats int // how often it may go into a folder where it was before

	left    int            // how many more files and folders it may read
	entered map[string]int // the folders that it entered, and how many names it read in each
	again   int            // how often it entered a folder again
	names   int            // that it read in folders entered again
	within  int            // how many such folders it is in
	visited int
}

func (b *branch) walk(deepest, repeats int) *walk {
	return &walk{entries: b.entries, deepest: deepest, repeats: repeats, left: mostEntries, entered: map[string]int{}}
}

// compare tells how one folder differs from another, earlier one.
func (b *branch) compare(ctx context.Context, old, now, folder string, tell func(PathChange)) error {
	return b.tooLarge(b.walk(deepest, mostAgain).compare(ctx, old, now, folder, tell))
}

// compareCommits tells how the store at a commit differs from that at an earlier one; "" for before the first.
func (b *branch) compareCommits(ctx context.Context, old, now string, tell func(PathChange)) error {
	before, err := b.state(old)
	if err != nil {
		return err
	}
	after, err := b.state(now)
	if err != nil {
		return err
	}
	return b.compare(ctx, before.folder, after.folder, "", tell)
}

// tooLarge explains that a walk passed over the store itself.
func (b *branch) tooLarge(err error) error {
	if errors.Is(err, errPassedOver) {
		return hint.Misuse("no store grows so large; `git log` tells who brought them", "the folder %s on %s holds more than %d names, or takes more than %d MiB in git", b.Folder, b.Ref, mostEntries, maxFolder>>20)
	}
	return err
}

// enter enters a folder, if the limits allow, and says whether it did.
func (w *walk) enter(name, id string, within func() error) (bool, error) {
	if strings.Count(name, "/") >= w.deepest {
		return false, nil
	}
	size, before := w.entered[id]
	if before {
		if w.again++; w.again > w.repeats || w.names+size > againNames {
			return false, nil
		}
		w.within++
		defer func() { w.within-- }()
	}
	visited := w.visited
	err := within()
	if errors.Is(err, errPassedOver) {
		return false, nil
	}
	w.entered[id] = max(size, w.visited-visited)
	return true, err
}

// errPassedOver says that a folder is too large to be gone through.
var errPassedOver = errors.New("the folder is passed over")

// count counts the names of a folder against the limits.
func (w *walk) count(names int) error {
	if names > w.left || w.within > 0 && w.names+names > againNames {
		return errPassedOver
	}
	if w.within > 0 {
		w.names += names
	}
	w.left -= names
	w.visited += names
	return nil
}

// read gives the entries of a folder, "" for one of none, and counts them.
func (w *walk) read(id string) ([]tree.Entry, error) {
	if id == "" {
		return nil, nil
	}
	entries, err := w.entries(id)
	if isClosed(err) {
		return nil, errPassedOver
	}
	if err == nil {
		err = w.count(len(entries))
	}
	return entries, err
}

// compare tells how one folder differs from another, earlier one. It tells of a folder that it may not enter as of a file: that is no
// record, whatever it holds.
func (w *walk) compare(ctx context.Context, old, now, folder string, tell func(PathChange)) error {
	if old == now {
		return nil
	}
	if now == "" {
		tell(PathChange{Name{folder, ""}, old})
		return nil
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	earlier, err := w.read(old)
	if err != nil {
		return err
	}
	entries, err := w.read(now)
	if err != nil {
		return err
	}
	gone := func(e tree.Entry) {
		if e.IsFile() || e.IsFolder() {
			tell(PathChange{Name{path.Join(folder, e.Name), ""}, e.ID})
		}
	}
	before := tree.ByName(earlier)
	for _, e := range entries {
		was := before[e.Name]
		delete(before, e.Name)
		if e.IsFolder() != was.IsFolder() || e.IsFile() != was.IsFile() {
			gone(was)
			was = tree.Entry{}
		}
		c := PathChange{Name: Name{path.Join(folder, e.Name), e.ID}}
		switch {
		case e == was:
		case e.IsFolder():
			entered, err := w.enter(c.Path, e.ID, func() error { return w.compare(ctx, was.ID, e.ID, c.Path, tell) })
			if err != nil {
				return err
			}
			if !entered {
				gone(was)
				tell(c)
			}
		case e.IsFile():
			c.Was = was.ID
			tell(c)
		}
	}
	for _, was := range before.Sorted() {
		gone(was)
	}
	return nil
}
