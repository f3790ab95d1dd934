package index

import (
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
func (x *Index) grow(ctx context.Context, st *stack, changes []store.Change) (*stack, error) {
	b := newBuilder(x.schema)
	var jobs []job
	var amendments []store.Name
	for _, c := range changes {
		kind, key := x.schema.Place(c.Path)
		switch {
		case c.Blob == "" || c.Was != "" && kind != Other:
			return nil, errShrunk
		case kind == Record:
			jobs = append(jobs, job{key: key, record: c.Name})
		case kind == Amendment:
			amendments = append(amendments, c.Name)
		case kind == Stray:
			b.stray(c.Name, "its name is not that of a record")
		}
	}
	if len(jobs)+len(amendments)+len(b.keys) == 0 {
		return st, nil
	}
	if err := st.verify(keysOf, linksOf, blobsOf); err != nil {
		return nil, err
	}
	if err := x.link(ctx, b, amendments); err != nil {
		return nil, err
	}
	if err := x.collect(ctx, b, x.amend(st, b, jobs)); err != nil {
		return nil, err
	}
	return st.push(b)
}

// stray adds a row for a file that is neither a record nor an amendment that can be read: its path and why.
func (b *builder) stray(n store.Name, why string) {
	b.add(strayKey(n.Path), n.Blob, Values{}, n.Path+strayMark+why)
}

// strayMark ends the path of a stray in what is said of its fault: no path has it.
const strayMark = "\x00"

// strayKey is the hash of a path, which no record has for its key but by a chance of one in 2^100.
func strayKey(path string) Key { return xxh3.HashString128(path).Bytes() }

// link reads what amendments are about. Amendments that cannot be read are strays.
func (x *Index) link(ctx context.Context, b *builder, amendments []store.Name) error {
	i := -1
	for file, err := range x.store.Contents(ctx, amendments, x.schema.Limit) {
		i++
		if err != nil && (file.Path == "" || !ofFile(err)) {
			return err
		}
		var of Key
		if err == nil {
			of, err = x.schema.Of(file.Path, file.Data)
		}
		if err != nil {
			b.stray(amendments[i], err.Error())
			continue
		}
		_, self := x.schema.Place(file.Path)
		b.link(of, self, amendments[i].Blob)
	}
	return nil
}

// ofFile reports whether an error of reading is that of one file rather than of reading altogether.
func ofFile(err error) bool { return errors.Is(err, git.ErrTooLarge) || errors.Is(err, git.ErrMissing) }

// amend gives the records to read, with their amendments: new records, and records with new amendments.
func (x *Index) amend(st *stack, b *builder, jobs []job) []job {
	isAdded := map[Key]bool{}
	if len(b.links) > 0 {
		for _, j := range jobs {
			isAdded[j.key] = true
		}
	}
	fresh := map[Key][]link{}
	for _, l := range b.links {
		fresh[l.of] = append(fresh[l.of], l)
	}
	for _, key := range st.amended(b.links, isAdded) {
		if at, ok := st.find(key); ok {
			jobs = append(jobs, job{key: key, record: store.Name{Path: x.schema.Path(key), Blob: st.blobAt(at)}})
			b.replaced = append(b.replaced, at)
		}
	}
	for i := range jobs {
		jobs[i].amendments = st.amendmentsOf(jobs[i].key, fresh)
	}
	return jobs
}

// amended gives the keys that links are about, directly or through amendments, without those of added records.
func (st *stack) amended(links []link, isAdded map[Key]bool) []Key {
	reached := map[Key]bool{}
	var all, ahead []Key // ahead are those that may be keys of amendments
	reach := func(key Key) {
		if reached[key] {
			return
		}
		reached[key] = true
		if isAdded[key] {
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

// amendmentsOf gives the amendments of a record, and theirs in turn: those in the segments, and fresh ones, by the key that they are about.
func (st *stack) amendmentsOf(key Key, fresh map[Key][]link) (names []store.Name) {
	seen := map[Key]bool{key: true}
	for ahead := []Key{key}; len(ahead) > 0; ahead = ahead[1:] {
		for _, l := range append(st.linksOf(ahead[0]), fresh[ahead[0]]...) {
			names = append(names, store.Name{Path: "an amendment", Blob: hex.EncodeToString(l.blob)})
			if !seen[l.self] {
				seen[l.self], ahead = true, append(ahead, l.self)
			}
		}
	}
	slices.SortFunc(names, func(a, b store.Name) int { return cmp.Compare(a.Blob, b.Blob) })
	return names
}
