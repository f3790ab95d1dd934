package worktree

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"

	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/store/objects"
	"github.com/kbgate/kbgate/internal/store/tree"
)

// plan is what one write changes, and how far it has come.
type plan struct {
	*Writer
	Update
	journal journal
	entries []git.Entry // what is to be staged
	copies  []copied
	done    int    // how many of the copies are in the work tree
	was     string // another name of the old index, "" before the new one takes its place
}

// copied is a file of the work tree that changes.
type copied struct {
	path    string
	was, is []byte                           // nil: it is not there
	follow  func(old []byte) ([]byte, error) // Derived.Apply; nil for a record
}

// make looks at what is there and plans what to write. The journal lets another process undo it.
func (p *plan) make(ctx context.Context) error {
	for _, r := range p.Records {
		if err := p.addRecord(r); err != nil {
			return err
		}
	}
	if err := p.addDerived(ctx); err != nil {
		return err
	}
	if !p.Alone {
		return nil
	}
	return p.writeJournal(p.journal)
}

// addRecord adds a new file. One that is in the work tree must be the same.
func (p *plan) addRecord(r tree.Addition) error {
	blob, err := p.Objects.Read(r.Blob, MaxRecord)
	if err != nil {
		return err
	}
	there, err := p.read(r.Path)
	if err != nil {
		return err
	}
	file := written{Path: r.Path, Blob: r.Blob}
	switch {
	case there == nil:
		p.copies = append(p.copies, copied{path: r.Path, is: blob.Data})
		file.Copy = sumOf(blob.Data)
	case !bytes.Equal(there, blob.Data):
		return hint.Misuse(moveAway, "%s stands in the work tree with other content", r.Path)
	}
	p.entries = append(p.entries, git.Entry{Mode: tree.File, Blob: r.Blob, Path: r.Path})
	p.journal.Files = append(p.journal.Files, file)
	return nil
}

// MaxRecord is the size of the largest record, in bytes.
const MaxRecord = 256 << 20

// mostAsked is the largest number of paths that git is asked about by name. For more, it lists the whole index.
const mostAsked = 64

// addDerived adds the derived files. The staged copy and the copy in the work tree each follow from what they hold, so that what somebody
// has staged or edited stays. A file that somebody removed from the index or the work tree stays removed.
func (p *plan) addDerived(ctx context.Context) error {
	if len(p.Derived) == 0 {
		return nil
	}
	var paths []string
	for _, d := range p.Derived {
		paths = append(paths, d.Path)
	}
	if len(paths) > mostAsked {
		paths = nil
	}
	staged, err := p.staged(ctx, paths...)
	if err != nil {
		return err
	}
	for _, d := range p.Derived {
		if err := p.addOne(d, staged[d.Path]); err != nil {
			return err
		}
	}
	return p.Blobs.Flush(ctx)
}

// addOne adds one derived file, as it is staged and in the work tree.
func (p *plan) addOne(d Derived, staged git.Entry) error {
	switch {
	case staged.Unmerged:
		return hint.Misuse("solve it, `git add` the file, and record again", "%s has a conflict that is not solved", d.Path)
	case staged.Mode == "" && d.Was != nil, staged.Mode != "" && !tree.IsFile(staged.Mode):
		return nil // somebody removed or replaced it on purpose
	}
	file := written{Path: d.Path, Blob: d.IsBlob, Mode: staged.Mode, Was: staged.Blob}
	if staged.Mode != "" && staged.Blob != d.WasBlob {
		is, err := p.follow(d, staged.Blob)
		if p.LeavesOut(d.Path, "index", err) {
			return nil
		}
		if err != nil {
			return err
		}
		file.Blob = p.Blobs.Put(objects.Blob, is)
	}
	entry := git.Entry{Mode: staged.Mode, Blob: file.Blob, Path: d.Path}
	if entry.Mode == "" {
		entry.Mode = tree.File
	}
	p.entries = append(p.entries, entry)
	err := p.addCopy(d, staged.Mode != "", &file)
	p.journal.Files = append(p.journal.Files, file)
	return err
}

// follow gives the new content of a derived file from what is staged.
func (p *plan) follow(d Derived, staged string) ([]byte, error) {
	o, err := p.Objects.Read(staged, MaxDerived)
	switch {
	case errors.Is(err, git.ErrTooLarge):
		return nil, hint.Misuse("", "it is larger than %d MiB", MaxDerived>>20)
	case err != nil:
		return nil, err
	}
	return d.Apply(o.Data)
}

// addCopy adds the file in the work tree.
func (p *plan) addCopy(d Derived, isStaged bool, file *written) error {
	there, err := p.read(d.Path)
	switch {
	case p.LeavesOut(d.Path, "work tree", err), err == nil && there == nil && isStaged:
		return nil // something else is there, or it was deleted
	case err != nil:
		return err
	}
	is, was := d.Is, d.WasBlob
	if !bytes.Equal(there, d.Was) || (there == nil) != (d.Was == nil) {
		if is, err = d.Apply(there); p.LeavesOut(d.Path, "work tree", err) {
			return nil
		} else if err != nil {
			return err
		}
		if was = ""; there != nil {
			was = p.Blobs.Put(objects.Blob, there)
		}
	}
	if is != nil && !bytes.Equal(is, there) {
		file.Copy, file.CopyWas = sumOf(is), was
		p.copies = append(p.copies, copied{path: d.Path, was: there, is: is, follow: d.Apply})
	}
	return nil
}

// carryOut writes what was planned.
func (p *plan) carryOut(ctx context.Context) (err error) {
	for i := range p.copies {
		if err := p.writeCopy(&p.copies[i]); err != nil {
			return err
		}
		p.done++
	}
	p.Reached("work tree")
	p.was, err = p.stage(ctx, p.entries)
	return err
}

// writeCopy writes a file of the work tree. If somebody saved a derived file since it was planned, it follows from what they saved.
func (p *plan) writeCopy(c *copied) error {
	if c.was == nil {
		if err := p.makeFolders(c.path); err != nil {
			return err
		}
	}
	return p.writeFile(p.inTop(c.path), c.is, func() ([]byte, error) {
		there, err := p.read(c.path)
		if err != nil || c.follow == nil || bytes.Equal(there, c.was) {
			return nil, err
		}
		is, err := c.follow(there)
		c.was, c.is = there, is
		return is, err
	})
}

// keep ends a write whose files stay.
func (p *plan) keep() error {
	err := p.removeJournal()
	if p.was != "" {
		err = errors.Join(err, ignoreMissing(os.Remove(p.was)))
	}
	return err
}

// undo restores index and work tree. What somebody has changed meanwhile stays.
func (p *plan) undo() error {
	var err error
	if p.was != "" {
		index := p.inGit("index")
		if err = os.Rename(p.was, index); errors.Is(err, fs.ErrNotExist) {
			err = os.Remove(index) // there was none
		}
	}
	for _, c := range p.copies[:p.done] {
		if there, failed := p.read(c.path); failed == nil && bytes.Equal(there, c.is) {
			err = errors.Join(err, p.restore(c.path, c.was, c.was != nil))
		}
	}
	if err != nil {
		return err // the journal stays for the next process
	}
	return p.removeJournal()
}
