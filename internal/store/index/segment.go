package index

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"math"
	"slices"
	"sort"
	"sync"
	"unsafe"

	"github.com/zeebo/xxh3"
)

// A segment holds rows, sorted by key and column by column, and says which rows of earlier segments they replace. It never changes. Its
// front, which the cache verifies, says where each array lies in the bulk. An array is verified when it is first used, so opening a segment
// takes the same short time whatever its size.

// format is the version of the layout below and grows with every change. The name of the cache's entry depends on it.
const format = 5

// portable reports whether this machine has the byte order of the files. On others no index is kept.
var portable = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

// array is a run of values in a bulk. It must be verified before its values are used.
type array struct {
	data []byte
	sum  uint64

	once  sync.Once
	sound bool
}

func newArray(data []byte) *array {
	a := &array{data: data, sum: xxh3.Hash(data), sound: true}
	a.once.Do(func() {})
	return a
}

// verify makes sure, once for each array, that its bytes are as they were written.
func verify(arrays ...*array) error {
	for _, a := range arrays {
		if a.once.Do(func() { a.sound = xxh3.Hash(a.data) == a.sum }); !a.sound {
			return errDamaged
		}
	}
	return nil
}

// lend gives the values of an array where they lie.
func lend[T uint32 | uint64 | int64 | Key](a *array) []T {
	b := a.data
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/int(unsafe.Sizeof(*new(T))))
}

// raw gives the bytes of values.
func raw[T uint32 | uint64 | int64 | Key](values []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(values))), len(values)*int(unsafe.Sizeof(*new(T))))
}

type segment struct {
	name    uint64 // the hash of its front
	rows    int
	links   int
	idSize  int  // of the id of an object, in bytes
	ordered bool // its times rise with its keys
	kept    bool // its file was written; for the storage alone

	keys, blobs, times *array
	replaced           *array // uint64: in the upper half which earlier segment, in the lower which of its rows
	link               *array // see linkAt
	columns            []*column
}

// arrays are all arrays in the order in which they lie.
func (s *segment) arrays() []**array {
	all := []**array{&s.keys, &s.blobs, &s.times, &s.replaced, &s.link}
	for _, c := range s.columns {
		all = append(all, &c.ids, &c.starts, &c.ends, &c.text)
	}
	return all
}

// layout is what the front of a segment says.
type layout struct {
	Rows, Links, IDSize int
	Ordered             bool
	Sizes               []int // by array, in bytes
	Sums                []uint64
}

// front says what the segment holds; the name follows from it.
func (s *segment) front() []byte {
	l := layout{Rows: s.rows, Links: s.links, IDSize: s.idSize, Ordered: s.ordered}
	for _, a := range s.arrays() {
		l.Sizes, l.Sums = append(l.Sizes, len((*a).data)), append(l.Sums, (*a).sum)
	}
	front, _ := json.Marshal(l) // numbers can be written
	return front
}

// bulk gives the arrays, each at a multiple of eight bytes.
func (s *segment) bulk() (pieces [][]byte) {
	for _, a := range s.arrays() {
		pieces = append(pieces, (*a).data, make([]byte, -len((*a).data)&7))
	}
	return pieces
}

// openSegment reads a segment without copying it; false where it is none.
func openSegment(front, bulk []byte, columns []Column) (*segment, bool) {
	if uintptr(unsafe.Pointer(unsafe.SliceData(bulk)))%8 != 0 {
		bulk = bytes.Clone(bulk)
	}
	var l layout
	if json.Unmarshal(front, &l) != nil || max(l.Rows, l.Links) > math.MaxInt32 || l.IDSize != 20 && l.IDSize != 32 {
		return nil, false
	}
	s := &segment{name: xxh3.Hash(front), rows: l.Rows, links: l.Links, idSize: l.IDSize, ordered: l.Ordered}
	for i := range len(columns) + 1 {
		s.columns = append(s.columns, &column{many: i > 0 && columns[i-1].Many, rows: s.rows})
	}
	arrays := s.arrays()
	if len(l.Sizes) != len(arrays) || len(l.Sums) != len(arrays) {
		return nil, false
	}
	for i, a := range arrays {
		size := l.Sizes[i]
		if size < 0 || size > len(bulk) {
			return nil, false
		}
		*a = &array{data: bulk[:size:size], sum: l.Sums[i]}
		bulk = bulk[min((size+7)&^7, len(bulk)):]
	}
	return s, s.fits()
}

// fits reports whether the arrays have the sizes that go with the number of rows.
func (s *segment) fits() bool {
	ok := len(s.keys.data) == 16*s.rows && len(s.blobs.data) == s.idSize*s.rows && len(s.times.data) == 8*s.rows &&
		len(s.replaced.data)%8 == 0 && len(s.link.data) == s.links*s.linkSize()
	for _, c := range s.columns {
		ids, starts, ends := len(c.ids.data), len(c.starts.data), len(c.ends.data)
		width := widthOf(ends / 4)
		ok = ok && ends%4 == 0 && ends > 0
		if c.many {
			ok = ok && ids%width == 0 && starts == 4*(s.rows+1)
		} else {
			ok = ok && (ids == 0 || ids == width*s.rows) && starts == 0
		}
	}
	return ok
}

// find gives the row of a key.
func (s *segment) find(key Key) (row int, ok bool) {
	return slices.BinarySearchFunc(lend[Key](s.keys), key, func(a, b Key) int { return bytes.Compare(a[:], b[:]) })
}

func (s *segment) blob(row int) []byte {
	return s.blobs.data[row*s.idSize : (row+1)*s.idSize]
}

// link says that an amendment is about a record. One without a blob takes back what an earlier segment says.
type link struct {
	of   Key
	name Key    // the hash of the amendment's path
	self Key    // that of the amendment, which may be amended, too
	blob []byte // the id of its content
}

func (s *segment) linkSize() int { return 48 + s.idSize }

func (s *segment) linkAt(i int) link {
	b := s.link.data[i*s.linkSize() : (i+1)*s.linkSize()]
	return link{Key(b[:16]), Key(b[16:32]), Key(b[32:48]), b[48:]}
}

// linksOf tells of the amendments of a record.
func (s *segment) linksOf(key Key, tell func(link)) {
	for i := sort.Search(s.links, func(i int) bool {
		l := s.linkAt(i)
		return bytes.Compare(l.of[:], key[:]) >= 0
	}); i < s.links; i++ {
		l := s.linkAt(i)
		if l.of != key {
			return
		}
		tell(l)
	}
}
