package git

import (
	"bytes"
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/kbgate/kbgate/internal/hint"
)

// A folder of git may stand in many places at once, so a push of a few kilobytes can stand for more files than anybody could list.
// Git's own programs walk all of them. Trees that strangers may have made are therefore walked here, folder by folder and within
// bounds.

// Bounds limit a walk through folders. The walk reports a folder beyond a bound as closed, and walks all others.
type Bounds struct {
	Depth   int   // folders within each other
	Path    int   // bytes of a path
	Folder  int64 // bytes of one folder as git stores it
	Entries int   // names in all folders
	Again   int   // of these, the names in folders that had been met before: an honest base hardly has any
	Paths   int64 // bytes of all paths that are told
}

// Usual are bounds that let through what people have: a million records beside a hundred thousand notes. 4096 bytes are the
// longest path that Linux opens (PATH_MAX).
var Usual = Bounds{Depth: 256, Path: 4096, Folder: 64 << 20, Entries: 4 << 20, Again: 1 << 17, Paths: 256 << 20}

// Closed is a folder into which a walk did not go.
type Closed struct {
	Path string
	Why  string // which bound it is beyond, as the end of a sentence that begins with the path
	Gone bool   // it stood there before, and does not any more
}

// Closings are the folders that a walk did not enter: the highest ones, and how many more there are.
type Closings struct {
	First []Closed
	More  int
	// Odd are folders that were walked and hold names with modes that git would write otherwise, such as 040000 or 100664. The
	// walk reads them as git does.
	Odd []Closed
}

// mostClosed is how many closed folders are named, and keptClosed the number from which those are chosen.
const (
	mostClosed = 20
	keptClosed = 4096
)

func (c *Closings) add(one Closed) {
	if len(c.First) < keptClosed {
		c.First = append(c.First, one)
	} else {
		c.More++
	}
}

// Add adds folders of another walk that are not among them yet.
func (c *Closings) Add(other Closings) {
	for _, one := range other.First {
		if !slices.ContainsFunc(c.First, func(o Closed) bool { return o.Path == one.Path }) {
			c.add(one)
		}
	}
	c.More += other.More
	c.Odd = append(c.Odd, other.Odd...)
	*c = c.sorted()
}

// sorted puts the highest folders first, where the trouble starts, and cuts the list.
func (c *Closings) sorted() Closings {
	slices.SortFunc(c.First, func(a, b Closed) int {
		return cmp.Or(strings.Count(a.Path, "/")-strings.Count(b.Path, "/"), strings.Compare(a.Path, b.Path))
	})
	most := min(len(c.First), mostClosed)
	return Closings{c.First[:most], c.More + len(c.First) - most, c.Odd[:min(len(c.Odd), mostClosed)]}
}

// Trees compares folders of a repository, through one git program that stays open. It is not safe for use by several
// goroutines.
type Trees struct {
	objects *Objects
	bounds  Bounds
	known   map[string]tree
	size    int // of these, in bytes
}

// tree is a folder as git stores it.
type tree struct {
	data  []byte
	kind  string // of the object, which an entry of another folder may say wrongly
	names int    // -1: it is not as git writes folders
}

// mostKnown is how many bytes of folders are kept at hand.
const mostKnown = 32 << 20

// OpenTrees makes a reader of folders for the repository that holds dir. It starts nothing before the first Diff.
func OpenTrees(ctx context.Context, f Folder) *Trees {
	return &Trees{objects: OpenObjects(ctx, f), bounds: Usual, known: map[string]tree{}}
}

// Close ends the program that reads.
func (t *Trees) Close() error { return t.objects.Close() }

// Diff tells how the files of one tree, or commit, differ from those of an earlier one, in git's order; "" is the tree without
// files.
func (t *Trees) Diff(from, to string, tell func(PathChange)) (Closings, error) {
	w := t.walk(tell)
	err := w.roots(from, to)
	return w.closed.sorted(), err
}

// walk makes a walk that has met nothing yet.
func (t *Trees) walk(tell func(PathChange)) *walk {
	return &walk{trees: t, Bounds: t.bounds, tell: tell, met: map[[2]string]int{}}
}

// walk is a comparison of two trees, and what of the bounds is left to it.
type walk struct {
	trees *Trees
	Bounds
	tell    func(PathChange)                    // nil: nobody wants to know
	within  func(path string, folder bool) bool // what is of interest; nil: everything
	closed  Closings
	met     map[[2]string]int // of pairs of folders, how many names a walk through them comes by
	once    map[string]bool   // folders of this comparison
	visited int               // names
	again   int               // how many folders around this place had been met before
}

func (w *walk) roots(from, to string) error {
	if from == to {
		return nil
	}
	w.once, w.Entries, w.Paths = map[string]bool{}, w.trees.bounds.Entries, w.trees.bounds.Paths
	old, err := w.root(from)
	if err != nil {
		return err
	}
	now, err := w.root(to)
	if err != nil {
		return err
	}
	return w.pair(old, now, "", 0)
}

// root gives the id of a tree by the name of a tree or commit. For a tree that is too large it gives the name itself, which enter
// then reports.
func (w *walk) root(name string) (string, error) {
	if name == "" {
		return "", nil
	}
	revision := name
	if !strings.Contains(name, ":") { // which names a folder already
		revision += "^{tree}"
	}
	_, id, err := w.load(name, revision)
	if errors.Is(err, ErrTooLarge) {
		return name, nil
	}
	return id, err
}

// load reads a folder, unless it is at hand under its id.
func (w *walk) load(id, revision string) (tree, string, error) {
	if at, ok := w.trees.known[id]; ok {
		return at, id, nil
	}
	o, err := w.trees.objects.Read(revision, w.Folder)
	if err != nil {
		return tree{}, "", err
	}
	return w.trees.keep(o), o.ID, nil
}

func (t *Trees) keep(o Object) tree {
	if t.size += len(o.Data); t.size > mostKnown {
		t.known, t.size = map[string]tree{}, len(o.Data)
	}
	made := tree{o.Data, o.Kind, countNames(o.Data, len(o.ID)/2)}
	t.known[o.ID] = made
	return made
}

// read gives a folder as git stores it, or why it is not to be entered.
func (w *walk) read(id string) (at tree, why string, err error) {
	if id == "" {
		return tree{}, "", nil
	}
	at, _, err = w.load(id, id)
	switch {
	case errors.Is(err, ErrTooLarge):
		return at, fmt.Sprintf("takes more than %d MiB as a folder of git", w.Folder>>20), nil
	case err != nil:
		return at, "", err
	case at.kind != "tree":
		return at, "is no folder in git, though its mode says so", nil
	case at.names < 0:
		return at, "is not written as git writes folders", nil
	}
	return at, "", nil
}

// enter compares what two folders of a path hold, unless that is beyond a bound.
func (w *walk) enter(old, now, path string, depth int) error {
	if old == now || w.within != nil && !w.within(path, true) {
		return nil
	}
	pair := [2]string{old, now}
	size, isMet := w.met[pair]
	isMet = isMet || w.once["-"+old] || w.once[now]
	why := ""
	switch {
	case depth > w.Depth:
		why = fmt.Sprintf("lies deeper than %d folders", w.Depth)
	case len(path) > w.Path:
		why = fmt.Sprintf("has a path of more than %d bytes", w.Path)
	case isMet && size > w.Again:
		why = w.tooOften()
	}
	if why != "" {
		w.close(now, path, why)
		return nil
	}
	if isMet {
		w.again++
		defer func() { w.again-- }()
	}
	if old != "" {
		w.once["-"+old] = true
	}
	if now != "" {
		w.once[now] = true
	}
	before := w.visited
	err := w.pair(old, now, path, depth)
	if size := w.visited - before; size >= worthKnowing {
		w.met[pair] = max(w.met[pair], size)
	}
	return err
}

// worthKnowing is the number of names from which on a walk remembers a pair of folders; the history of a large base has millions of
// smaller pairs.
const worthKnowing = 256

func (w *walk) tooOften() string {
	return fmt.Sprintf("stands in many places at once, and with others stands for more than %d names", w.trees.bounds.Again)
}

// odd notes a folder that holds a name whose mode git would not write so.
func (w *walk) odd(folder string, c *cursor) {
	if known := w.closed.Odd; len(known) < mostClosed && !slices.ContainsFunc(known, func(o Closed) bool { return o.Path == folder }) {
		w.closed.Odd = append(known, Closed{Path: folder, Why: fmt.Sprintf("holds %.60q with the mode %.12s, where git writes %s", c.name, c.odd, c.written())})
	}
}

// close reports a folder that the walk does not enter; now is "" if the folder is gone.
func (w *walk) close(now, path, why string) { w.closed.add(Closed{path, why, now == ""}) }

// pair compares two folders.
func (w *walk) pair(old, now, folder string, depth int) error {
	if err := w.trees.objects.ctx.Err(); err != nil {
		return err
	}
	a, why, err := w.read(old)
	if err != nil {
		return err
	}
	b, whyNot, err := w.read(now)
	if err != nil {
		return err
	}
	if why = cmp.Or(whyNot, why); why == "" {
		why = w.count(a.names + b.names)
	}
	if why != "" {
		w.close(now, folder, why)
		return nil
	}
	left, right := newCursor(a.data, len(old)/2), newCursor(b.data, len(now)/2)
	for left.ok || right.ok {
		if err := w.next(&left, &right, folder, depth); err != nil {
			return err
		}
	}
	return nil
}

// count takes names off the bounds, or says why not.
func (w *walk) count(names int) string {
	switch {
	case names > w.Entries:
		return fmt.Sprintf("would be beyond %d names in all folders together", w.trees.bounds.Entries)
	case w.again > 0 && names > w.Again:
		return w.tooOften()
	}
	if w.again > 0 {
		w.Again -= names
	}
	w.Entries -= names
	w.visited += names
	return ""
}

// next compares the next name that one of two folders has, or both.
func (w *walk) next(left, right *cursor, folder string, depth int) error {
	a, b := both(left, right)
	if a.mode == b.mode && bytes.Equal(a.id, b.id) {
		return nil
	}
	isFolder := a.mode == ModeFolder || b.mode == ModeFolder
	if !isFolder && w.tell == nil {
		return nil
	}
	path := within(folder, a, b)
	if b.odd != "" && (w.within == nil || w.within(path, isFolder)) {
		w.odd(folder, &b)
	}
	if isFolder {
		return w.enter(hex.EncodeToString(a.id), hex.EncodeToString(b.id), path, depth+1)
	}
	if w.within != nil && !w.within(path, false) {
		return nil
	}
	if w.Paths -= int64(len(path)); w.Paths < 0 {
		w.closed.add(Closed{path, fmt.Sprintf("is beyond %d MiB of paths", w.trees.bounds.Paths>>20), b.mode == ""})
		return nil
	}
	w.tell(PathChange{Path: path, Old: entryOf(path, a.mode, hex.EncodeToString(a.id)), New: entryOf(path, b.mode, hex.EncodeToString(b.id)),
		Submodule: b.mode == ModeSubmodule, WasSubmodule: a.mode == ModeSubmodule, again: w.again > 0})
	return nil
}

// both goes on to the next name of two folders, and gives what each has under it.
func both(left, right *cursor) (a, b cursor) {
	order := left.compare(right)
	if order <= 0 {
		a = *left
		left.next()
	}
	if order >= 0 {
		b = *right
		right.next()
	}
	return a, b
}

// within is the path of a name in a folder that the first of two places has, or else the other.
func within(folder string, a, b cursor) string {
	name := a.name
	if !a.ok {
		name = b.name
	}
	if folder == "" {
		return string(name)
	}
	return folder + "/" + string(name)
}

// cursor is a place in a tree object, which holds for each name its mode, a space, the name, a NUL and the bytes of the id
// (git's tree-walk.c, decode_tree_entry).
type cursor struct {
	rest     []byte
	idLength int
	ok       bool
	mode     string // as git canonises it, "" behind the last name
	odd      string // the mode as it stands, where git would write another, else ""
	name, id []byte
}

func newCursor(data []byte, idLength int) cursor {
	c := cursor{rest: data, idLength: idLength}
	c.next()
	return c
}

// next goes on to the next name; malformed reports what git would not have written.
func (c *cursor) next() (malformed bool) {
	space := bytes.IndexByte(c.rest, ' ')
	end := bytes.IndexByte(c.rest, 0)
	if space < 1 || end < space+2 || len(c.rest) < end+1+c.idLength {
		malformed = len(c.rest) > 0
		*c = cursor{}
		return malformed
	}
	mode, ok := canonical(c.rest[:space])
	c.ok, c.mode, c.odd = true, mode, ""
	if octal := c.rest[:space]; string(octal) != c.written() {
		c.odd = string(octal)
	}
	c.name, c.id = c.rest[space+1:end], c.rest[end+1:end+1+c.idLength]
	c.rest = c.rest[end+1+c.idLength:]
	return !ok
}

// written is the mode as git writes it into a folder: without a zero before it.
func (c *cursor) written() string { return strings.TrimPrefix(c.mode, "0") }

// canonical gives a mode as git reads it (git's cache.h, canon_mode).
func canonical(octal []byte) (string, bool) {
	switch string(octal) { // which nearly all are
	case "100644":
		return "100644", true
	case "40000":
		return ModeFolder, true
	}
	var mode uint32
	for _, digit := range octal { // of which git takes any number, and the last ones count
		if digit < '0' || digit > '7' {
			return "", false
		}
		mode = mode<<3 | uint32(digit-'0')
	}
	switch kind := mode >> 12 & 0o17; {
	case kind == 0o10 && mode&0o100 != 0:
		return "100755", true
	case kind == 0o10:
		return "100644", true
	case kind == 0o04:
		return ModeFolder, true
	case kind == 0o12:
		return ModeLink, true
	}
	return ModeSubmodule, true
}

// compare orders names as git does: by bytes, a folder as if its name ended with a slash. Behind the last name is behind all.
func (c *cursor) compare(other *cursor) int {
	switch {
	case !c.ok && !other.ok:
		return 0
	case !other.ok:
		return -1
	case !c.ok:
		return 1
	}
	n := min(len(c.name), len(other.name))
	return cmp.Or(bytes.Compare(c.name[:n], other.name[:n]), int(c.at(n))-int(other.at(n)))
}

// at is the byte of the name at a place, as it counts for the order.
func (c *cursor) at(i int) byte {
	switch {
	case i < len(c.name):
		return c.name[i]
	case c.mode == ModeFolder:
		return '/'
	}
	return 0
}

// countNames is how many names a tree object holds; -1 where it is not as git writes them: whole, in order, and with names of
// one part.
func countNames(data []byte, idLength int) (n int) {
	c := cursor{rest: data, idLength: idLength}
	for last := (cursor{}); ; last, n = c, n+1 {
		if c.next() {
			return -1
		}
		if !c.ok {
			return n
		}
		if bytes.IndexByte(c.name, '/') >= 0 || string(c.name) == "." || string(c.name) == ".." || last.ok && last.compare(&c) >= 0 {
			return -1
		}
	}
}

// EachMember tells of the names of a tree object in the order in which they stand, with the modes as git would write them; idLength is how
// many bytes an id has. It reports whether git can read that object. It does not judge the order, nor the names.
func EachMember(data []byte, idLength int, tell func(mode, name, id string)) (ok bool) {
	c := cursor{rest: data, idLength: idLength}
	for !c.next() {
		if !c.ok {
			return true
		}
		tell(c.written(), string(c.name), hex.EncodeToString(c.id))
	}
	return false
}

// TreeDiff gives all changes that Trees.Diff tells. If a folder is closed, files of a folder that stands in several places are told
// once.
func TreeDiff(ctx context.Context, f Folder, from, to string) (changes []PathChange, closed Closings, err error) {
	t := OpenTrees(ctx, f)
	closed, err = t.Diff(from, to, func(c PathChange) { changes = append(changes, c) })
	if len(closed.First) > 0 {
		changes = slices.DeleteFunc(changes, func(c PathChange) bool { return c.again })
	}
	return changes, closed, errors.Join(err, t.Close())
}

// ChangesBetween gives what lies between two commits below a folder, "" for all.
func ChangesBetween(ctx context.Context, f Folder, from, to, folder string) ([]PathChange, error) {
	if folder != "" { // else a commit stands for its whole tree
		var err error
		if from, err = Tree(ctx, f, from, folder); err != nil {
			return nil, err
		}
		if to, err = Tree(ctx, f, to, folder); err != nil {
			return nil, err
		}
	}
	changes, _, err := TreeDiff(ctx, f, from, to)
	return changes, err
}

// TreeList gives the files of a tree or commit and its submodules, in git's order, as TreeDiff does.
func TreeList(ctx context.Context, f Folder, tree string) ([]Entry, Closings, error) {
	changes, closed, err := TreeDiff(ctx, f, "", tree)
	entries := make([]Entry, len(changes))
	for i, c := range changes {
		if entries[i] = c.New; c.Submodule {
			entries[i] = Entry{Path: c.Path, Mode: ModeSubmodule}
		}
	}
	return entries, closed, err
}

// OddAbove gives the folders between the top of a commit and a path that hold the next folder on that way with an odd mode, as
// Closings.Odd does.
func OddAbove(ctx context.Context, f Folder, commit, path string) ([]Closed, error) {
	t := OpenTrees(ctx, f)
	w := t.walk(nil)
	w.within = func(other string, _ bool) bool { return strings.HasPrefix(path+"/", other+"/") }
	err := w.roots("", commit)
	return w.closed.Odd, errors.Join(err, t.Close())
}

// honest is a time within which git nearly always ends with an honest base. The walk begins after it.
const honest = 100 * time.Millisecond

// guarded runs a git program that goes through all folders of a commit. A walk runs beside it, and ends the program if the commit is
// beyond the bounds.
func guarded(ctx context.Context, f Folder, commit string, args ...string) ([]byte, error) {
	walking, done := context.WithCancel(ctx)
	defer done()
	running, stop := context.WithCancel(ctx)
	defer stop()
	var opaque error
	var guard sync.WaitGroup
	guard.Go(func() {
		select {
		case <-walking.Done():
			return
		case <-time.After(honest):
		}
		t := OpenTrees(walking, f)
		defer t.Close()
		if closed, err := t.Diff("", commit, nil); err == nil && len(closed.First) > 0 {
			one := closed.First[0]
			opaque = hint.Misuse("no work tree can hold what that folder stands for: go back to a commit without it, and stage the change there",
				"in %s the folder %s %s: what is staged cannot be compared with it", commit, one.Path, one.Why)
			stop()
		}
	})
	out, err := run(running, f, args...)
	if err == nil {
		done() // git was quicker
	}
	guard.Wait()
	if opaque != nil && ctx.Err() == nil {
		return nil, opaque
	}
	return out, err
}
