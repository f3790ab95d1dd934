package kb

import (
	"iter"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/text"
)

// names are the files of one kind in a base: those of a snapshot, without some, and with others. Files that were added are
// numbered after those of the snapshot.
type names struct {
	snapshot, added *table
	gone            map[ID]bool
	// touched are the names of files that are gone or added; for all others the snapshot's table holds as it is.
	touched map[string]*namesakes
}

// namesakes are the files of one name, in the order of their paths.
type namesakes struct {
	all   []ID
	byKey map[string][]ID
	best  ID // the one of fewest parts
}

func newNames(snapshot, added *table, gone map[ID]bool) names {
	n := names{snapshot: snapshot, added: added, gone: gone, touched: map[string]*namesakes{}}
	for id := range gone {
		n.touch(snapshot.name(id))
	}
	for i := range added.len() {
		n.touch(added.name(ID(i)))
	}
	return n
}

// touch gathers the files of a name.
func (n *names) touch(name string) {
	if n.touched[name] != nil {
		return
	}
	g := &namesakes{byKey: map[string][]ID{}, best: None}
	for id := range chain(n.snapshot.firstNamed(name), n.snapshot.next) {
		if !n.gone[id] {
			g.all = append(g.all, id)
		}
	}
	for id := range chain(n.added.firstNamed(name), n.added.next) {
		g.all = append(g.all, id+ID(n.snapshot.len()))
	}
	slices.SortFunc(g.all, n.compare)
	for _, id := range g.all {
		key := n.key(id)
		g.byKey[key] = append(g.byKey[key], id)
		if g.best == None || n.parts(id) < n.parts(g.best) {
			g.best = id
		}
	}
	n.touched[name] = g
}

// of gives the table that holds a file, and its number there.
func (n *names) of(id ID) (*table, ID) {
	if first := ID(n.snapshot.len()); id >= first {
		return n.added, id - first
	}
	return n.snapshot, id
}

func (n *names) path(id ID) string {
	t, id := n.of(id)
	return t.path(id)
}

func (n *names) key(id ID) string {
	t, id := n.of(id)
	return t.key(id)
}

func (n *names) name(id ID) string {
	t, id := n.of(id)
	return t.name(id)
}

func (n *names) parts(id ID) int { return strings.Count(n.path(id), "/") }

func (n *names) folder(id ID) string {
	p := n.path(id)
	return p[:max(strings.LastIndexByte(p, '/'), 0)]
}

func (n *names) compare(a, b ID) int { return strings.Compare(n.path(a), n.path(b)) }

// exact gives the first file of a key.
func (n *names) exact(key string) (ID, bool) {
	for id := range n.twins(key) {
		return id, true
	}
	return None, false
}

// twins are the files of a key, in the order of their paths.
func (n *names) twins(key string) iter.Seq[ID] {
	if g := n.touched[lastPart(key)]; g != nil {
		return slices.Values(g.byKey[key])
	}
	return chain(n.snapshot.firstOf(key), n.snapshot.twin)
}

// named are the files of a name, in the order of their paths.
func (n *names) named(name string) iter.Seq[ID] {
	if g := n.touched[name]; g != nil {
		return slices.Values(g.all)
	}
	return chain(n.snapshot.firstNamed(name), n.snapshot.next)
}

// chain are the files of a table from the first on, each of which tells the next; numbers are as the table has them.
func chain(first uint32, next []uint32) iter.Seq[ID] {
	return func(yield func(ID) bool) {
		for at := first; at != 0 && yield(ID(at-1)); {
			at = next[at-1]
		}
	}
}

// best is the file of a name that has the path of fewest parts, the first of several, or None.
func (n *names) best(name string) ID {
	if g := n.touched[name]; g != nil {
		return g.best
	}
	if at := n.snapshot.firstNamed(name); at != 0 {
		return ID(n.snapshot.best[at-1]) - 1
	}
	return None
}

// alone reports whether a name has one file, and which.
func (n *names) alone(name string) (id ID, one bool) {
	id = None
	for next := range n.named(name) {
		if id != None {
			return None, false
		}
		id = next
	}
	return id, id != None
}

// endsIn reports whether a file's key is key or ends in it, part by part.
func (n *names) endsIn(id ID, key string) bool {
	have := n.key(id)
	return have == key || strings.HasSuffix(have, "/"+key)
}

// choose gives the file that a key means to a note in a folder: the one of that path, or of those whose paths end so,
// or have that name, the one in the folder, else the one of fewest parts, else the first.
func (n *names) choose(folder, key string) (ID, bool) {
	name := lastPart(key)
	only, one := n.alone(name)
	if one && (len(name) == len(key) || n.endsIn(only, key)) {
		return only, true
	}
	if id, ok := n.exact(key); ok {
		return id, true
	}
	if len(name) == len(key) {
		if folder != "" {
			if id, ok := n.exact(text.Fold(folder) + "/" + key); ok {
				return id, true
			}
		}
		id := n.best(name)
		return id, id != None
	}
	best := None
	for id := range n.named(name) {
		switch {
		case !n.endsIn(id, key):
		case n.folder(id) == folder:
			return id, true
		case best == None || n.parts(id) < n.parts(best):
			best = id
		}
	}
	return best, best != None
}

// lastPart is what stands behind the last slash. Names are far longer than folders, so it looks from the front.
func lastPart(key string) string {
	for {
		at := strings.IndexByte(key, '/')
		if at < 0 {
			return key
		}
		key = key[at+1:]
	}
}
