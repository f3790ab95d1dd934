package cite

import "github.com/kbgate/kbgate/internal/wire"

// Write appends the source to w.
func (s *Source) Write(w *wire.Writer) {
	w.Uint(uint64(s.Start))
	w.Uint(uint64(s.End))
	w.Uint(uint64(s.Kind))
	w.Fixed32(uint32(s.part))
	w.Bool(s.signed)
	w.Bool(s.headed)
	w.Bool(s.maker)
	w.Bool(s.anonymous)
	writeKeys(w, s.loose[:])
	writeKeys(w, s.keys[:s.n])
}

// Read takes a source from r.
func (s *Source) Read(r *wire.Reader) {
	*s = Source{
		Start: int32(r.Uint()), End: int32(r.Uint()), Kind: Kind(r.Uint()), part: Key(r.Fixed32()),
		signed: r.Bool(), headed: r.Bool(), maker: r.Bool(), anonymous: r.Bool(),
	}
	readKeys(r, s.loose[:])
	s.n = uint8(readKeys(r, s.keys[:]))
}

// writeKeys writes keys down to the last that is set.
func writeKeys(w *wire.Writer, keys []Key) {
	n := len(keys)
	for n > 0 && keys[n-1] == 0 {
		n--
	}
	w.Uint(uint64(n))
	for _, k := range keys[:n] {
		w.Fixed32(uint32(k))
	}
}

func readKeys(r *wire.Reader, keys []Key) int {
	n := min(r.Len(4), len(keys))
	for i := range keys[:n] {
		keys[i] = Key(r.Fixed32())
	}
	return n
}
