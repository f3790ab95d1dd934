package index

import (
	"bytes"
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"slices"

	"github.com/zeebo/xxh3"

	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/store"
)

// job is a record to read, with all its amendments.
type job struct {
	key        Key
	record     store.Name
	amendments []store.Name
}

// grow gives the state with changes of the store taken in.
func (x *Index) grow(ctx context.Context, st *stack, changes []store.PathChange) (*stack, error) {
	b := newBuilder(x.schema, sha1Size)
	var jobs []job
	var amendments []amended
	for _, c := range changes {
		blob, err := hex.DecodeString(c.Blob)
		if err != nil {
			return nil, err
		}
		b.idSize = len(blob)
		switch kind, key := x.schema.Place(c.Path); kind {
		case Record:
			jobs = append(jobs, job{key: key, record: c.Name})
			if c.Was != "" {
				b.replace(st, key)
			}
		case Amendment:
			hash := strayKey(c.Path)
			if c.Was != "" {
				amendments = append(amendments, amended{store.Name{Path: c.Path, Blob: c.Was}, link{name: hash, self: key, blob: make([]byte, len(blob))}})
			}
			amendments = append(amendments, amended{c.Name, link{name: hash, self: key, blob: blob}})
		case Stray:
			b.stray(st, c.Path, blob, "its name is not that of a record")
		}
	}
	if len(jobs)+len(amendments)+len(b.keys) == 0 {
		return st, nil
	}
	parts := []part{keysOf, linksOf}
	if len(amendments) > 0 {
		parts = append(parts, blobsOf) // what is amended is read anew
	}
	if err := st.verify(0, parts...); err != nil {
		return nil, err
	}
	if err := x.link(ctx, st, b, amendments); err != nil {
		return nil, err
	}
	if err := x.collect(ctx, b, x.amend(st, b, jobs)); err != nil {
		return nil, err
	}
	return st.push(b)
}

const sha1Size = 20

// amended is an amendment, and what it is to be linked to.
type amended struct {
	store.Name
	link link
}

// stray adds a row for a file that is neither a record nor an amendment that can be read: its path and why.
func (b *builder) stray(st *stack, path string, blob []byte, why string) {
	b.replace(st, strayKey(path))
	b.add(strayKey(path), blob, Values{}, path+strayMark+why)
}

// strayMark ends the path of a stray in what is said of its fault: no path has it.
const strayMark = "\x00"

// strayKey is the hash of a path, which no record has for its key but by a chance of one in 2^100.
func strayKey(path string) Key { return xxh3.HashString128(path).Bytes() }

// replace says that the row of a key, if there is one, does not count any more.
func (b *builder) replace(st *stack, key Key) {
	if at, ok := st.find(key); ok {
		b.replaced = append(b.replaced, at)
	}
}

// link reads which records amendments are about. Those that cannot be read are strays.
func (x *Index) link(ctx context.Context, st *stack, b *builder, amendments []amended) error {
	names := make([]store.Name, len(amendments))
	for i, a := range amendments {
		names[i] = a.Name
	}
	i := -1
	for file, err := range x.store.Contents(ctx, names, x.schema.Limit) {
		i++
		if err != nil && (file.Path == "" || !ofFile(err)) {
			return err
		}
		l := amendments[i].link
		if err == nil {
			l.of, err = x.schema.Target(file.Path, file.Data)
		}
		switch {
		case err == nil:
			b.links = append(b.links, l)
			b.replace(st, l.name) // it may have been a stray
		case !l.isGone():
			b.stray(st, file.Path, l.blob, err.Error())
		}
	}
	return nil
}

// isGone reports whether the link takes back what an earlier one says.
func (l link) isGone() bool { return !slices.ContainsFunc(l.blob, func(b byte) bool { return b != 0 }) }

// ofFile reports whether an error of reading is that of one file rather than of reading altogether.
func ofFile(err error) bool { return errors.Is(err, git.ErrTooLarge) || errors.Is(err, git.ErrMissing) }

// fresh are links that are new, by what they are about and by the hash of the amendment's path.
type fresh map[Key]map[Key]link

// amend gives the records to read, with their amendments: new records, and records with new amendments.
func (x *Index) amend(st *stack, b *builder, jobs []job) []job {
	slices.SortFunc(jobs, func(a, b job) int { return bytes.Compare(a.key[:], b.key[:]) })
	added := jobs
	isAdded := func(key Key) bool {
		_, ok := slices.BinarySearchFunc(added, key, func(j job, key Key) int { return bytes.Compare(j.key[:], key[:]) })
		return ok
	}
	links := fresh{}
	for _, l := range b.links {
		if links[l.of] == nil {
			links[l.of] = map[Key]link{}
		}
		links[l.of][l.name] = l // that which takes another one back comes before what takes its place
	}
	for _, key := range st.amended(b.links, isAdded) {
		if at, ok := st.find(key); ok {
			jobs = append(jobs, job{key: key, record: store.Name{Path: x.schema.Path(key), Blob: st.blobAt(at)}})
			b.replaced = append(b.replaced, at)
		}
	}
	for i := range jobs {
		jobs[i].amendments = st.amendmentsOf(jobs[i].key, links)
	}
	return jobs
}

// amended gives the keys that links are about, directly or through amendments, without those of added records.
func (st *stack) amended(links []link, isAdded func(Key) bool) []Key {
	reached := map[Key]bool{}
	var all, ahead []Key // ahead are those that may be keys of amendments
	reach := func(key Key) {
		if reached[key] {
			return
		}
		reached[key] = true
		if isAdded(key) {
			return
		}
		all = append(all, key)
		if _, isRecord := st.find(key); !isRecord {
			ahead = append(ahead, key)
		}
	}
	for _, l := range links {
		reach(l.of)
	}
	for len(ahead) > 0 {
		now := map[Key]bool{}
		for _, key := range ahead {
			now[key] = true
		}
		ahead = nil
		through := func(l link) {
			if now[l.self] {
				reach(l.of)
			}
		}
		for _, l := range links {
			through(l)
		}
		for _, s := range st.segments {
			for i := range s.links {
				through(s.linkAt(i))
			}
		}
	}
	return all
}

// amendmentsOf gives the amendments of a record, and theirs in turn.
func (st *stack) amendmentsOf(key Key, links fresh) (names []store.Name) {
	var seen map[Key]bool
	for ahead := []Key{key}; len(ahead) > 0; ahead = ahead[1:] {
		for _, l := range st.linksOf(ahead[0], links[ahead[0]]) {
			if l.isGone() {
				continue
			}
			if seen == nil {
				seen = map[Key]bool{key: true}
			}
			names = append(names, store.Name{Path: "an amendment", Blob: hex.EncodeToString(l.blob)})
			if !seen[l.self] {
				seen[l.self], ahead = true, append(ahead, l.self)
			}
		}
	}
	slices.SortFunc(names, func(a, b store.Name) int { return cmp.Compare(a.Blob, b.Blob) })
	return names
}
