package index

import (
	"bytes"
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
	"time"
)

// Query says which records are meant: those for which all holds. The empty one means all that can be read.
type Query struct {
	Where []Condition
	Since time.Time // from then on; zero: from the beginning
	Until time.Time // before then; zero: to the end
	// Before is a key that theirs are smaller than; nought: any.
	Before Key
	// Unread means those that cannot be read instead, of which nothing but the reason is known.
	Unread bool
}

// Condition holds for a record whose column has any of these texts; "" stands for having none.
type Condition struct {
	Column string
	Or     []string // more columns, one of which may have the text instead
	Any    []string
	Fits   func(text string) bool // says which texts are meant, in place of Any; it is asked of each that there is, and not of each record
	Not    bool                   // it holds for all other records instead
}

// Tally is how many records have these texts, one for each column that was asked for.
type Tally struct {
	Texts []string
	Count int
}

// Row is one record.
type Row struct {
	Key   Key
	Path  string // below the store's folder
	Blob  string // the id of its content
	At    time.Time
	Texts [][]string // of each column that was asked for
	Fault string     // why it cannot be read
}

// Count counts records by the texts of columns, the most first, those of equal number in the order of their texts. A
// record that has several texts in one column counts for each, and one that has none there, for "". By no column at all,
// there is one tally of all.
func (x *Index) Count(ctx context.Context, q Query, by ...string) (all []Tally, err error) {
	if err := x.check(q, by); err != nil {
		return nil, err
	}
	err = x.read(ctx, func(st *stack) error {
		sums := map[string]*Tally{}
		for i := range st.segments {
			if err := x.countIn(st, i, q, by, sums); err != nil {
				return err
			}
		}
		all = make([]Tally, 0, len(sums))
		for _, t := range sums {
			all = append(all, *t)
		}
		return nil
	})
	slices.SortFunc(all, func(a, b Tally) int { return cmp.Or(cmp.Compare(b.Count, a.Count), slices.Compare(a.Texts, b.Texts)) })
	if len(by) == 0 && len(all) == 0 && err == nil {
		all = []Tally{{}}
	}
	return all, err
}

// maxDense is up to how many combinations of texts each has a place of its own.
const maxDense = 1 << 20

// countIn adds the counts of one segment.
func (x *Index) countIn(st *stack, segment int, q Query, by []string, sums map[string]*Tally) error {
	f := x.filter(st, segment, q)
	columns, product := make([]*column, len(by)), uint64(1)
	for i, name := range by {
		columns[i] = x.column(f.segment, name)
		over, low := bits.Mul64(product, uint64(len(columns[i].end)))
		if product = low; over != 0 {
			return fmt.Errorf("there are too many texts to count records by %s at once", strings.Join(by, ", "))
		}
	}
	counts := newCounter(product)
	for f.next() {
		f.each(func(row int) { countRow(columns, row, 0, counts) })
	}
	counts.tell(func(code uint64, n int) {
		texts := make([]string, len(columns))
		for i, c := range slices.Backward(columns) {
			size := uint64(len(c.end))
			texts[i], code = c.value(uint32(code%size)), code/size
		}
		key := joined(texts)
		if sums[key] == nil {
			sums[key] = &Tally{Texts: texts}
		}
		sums[key].Count += n
	})
	return nil
}

// countRow counts a row for each combination of the texts that it has.
func countRow(columns []*column, row int, code uint64, counts *counter) {
	if len(columns) == 0 {
		counts.add(code)
		return
	}
	c := columns[0]
	code *= uint64(len(c.end))
	from, to := c.span(row)
	if from == to {
		countRow(columns[1:], row, code, counts)
	}
	for ; from < to; from++ {
		countRow(columns[1:], row, code+uint64(c.id(from)), counts)
	}
}

// joined is a text that stands for these texts alone.
func joined(texts []string) string {
	var b strings.Builder
	for _, text := range texts {
		fmt.Fprintf(&b, "%d ", len(text))
		b.WriteString(text)
	}
	return b.String()
}

// counter counts by numbers below a bound.
type counter struct {
	dense  []int
	sparse map[uint64]int
}

func newCounter(bound uint64) *counter {
	if bound <= maxDense {
		return &counter{dense: make([]int, bound)}
	}
	return &counter{sparse: map[uint64]int{}}
}

func (c *counter) add(code uint64) {
	if c.dense != nil {
		c.dense[code]++
	} else {
		c.sparse[code]++
	}
}

func (c *counter) tell(each func(code uint64, n int)) {
	for code, n := range c.dense {
		if n > 0 {
			each(uint64(code), n)
		}
	}
	for code, n := range c.sparse {
		each(code, n)
	}
}

// Rows gives records, the newest first, with their texts in these columns; at most limit of them, all for 0.
func (x *Index) Rows(ctx context.Context, q Query, limit int, columns ...string) (rows []Row, err error) {
	if err := x.check(q, columns); err != nil {
		return nil, err
	}
	err = x.read(ctx, func(st *stack) error {
		rows = x.newest(st, q, limit, columns)
		return nil
	})
	return rows, err
}

// newest merges the rows of all segments from their ends.
func (x *Index) newest(st *stack, q Query, limit int, columns []string) []Row {
	var cursors []*cursor
	for i := range st.segments {
		f := x.filter(st, i, q)
		cursors = append(cursors, &cursor{filter: f, keys: lend[Key](f.segment.keys)})
	}
	var rows []Row
	for limit <= 0 || len(rows) < limit {
		var last *cursor
		for _, c := range cursors {
			if key, ok := c.key(); ok && (last == nil || bytes.Compare(key[:], last.keys[last.rows[0]][:]) > 0) {
				last = c
			}
		}
		if last == nil {
			break
		}
		rows, last.rows = append(rows, x.row(last.segment, last.rows[0], columns)), last.rows[1:]
	}
	return rows
}

// cursor goes through the rows of a segment that are meant, from the last to the first.
type cursor struct {
	*filter
	keys []Key
	rows []int // of the block that it is at, those to come
}

// key is the key of the row to come.
func (c *cursor) key() (Key, bool) {
	for len(c.rows) == 0 {
		if !c.next() {
			return Key{}, false
		}
		c.each(func(row int) { c.rows = append(c.rows, row) })
		slices.Reverse(c.rows)
	}
	return c.keys[c.rows[0]], true
}

// timeOf is the time of so many nanoseconds since 1970, none for that of a record which has none.
func timeOf(at int64) time.Time {
	if at == math.MinInt64 {
		return time.Time{}
	}
	return time.Unix(0, at).UTC()
}

// row gives what is asked for of a row.
func (x *Index) row(s *segment, row int, columns []string) Row {
	key := lend[Key](s.keys)[row]
	r := Row{Key: key, Path: x.schema.Path(key), Blob: hex.EncodeToString(s.blob(row)), Texts: make([][]string, len(columns))}
	r.At = timeOf(lend[int64](s.times)[row])
	for i, name := range columns {
		r.Texts[i] = x.column(s, name).values(row)
	}
	r.Fault = s.fault(row)
	if file, why, isStray := strings.Cut(r.Fault, strayMark); isStray {
		r.Path, r.Fault = file, why
	}
	return r
}

// fault says why a row cannot be read, "" where it can.
func (s *segment) fault(row int) string { return strings.Join(s.columns[0].open().values(row), "") }

// Find gives the records whose key agrees with another in the bits of a mask, the newest first, at most limit of them: a
// record by its key, or by the beginning or end of it. All of them for 0.
func (x *Index) Find(ctx context.Context, key, mask Key, limit int, columns ...string) (rows []Row, err error) {
	if err := x.check(Query{}, columns); err != nil {
		return nil, err
	}
	err = x.read(ctx, func(st *stack) error {
		rows = nil
		for i, s := range st.segments {
			for row, have := range lend[Key](s.keys) {
				if agrees(have, key, mask) && !st.isDead(i, row) && !strings.Contains(s.fault(row), strayMark) {
					rows = append(rows, x.row(s, row, columns))
				}
			}
		}
		return nil
	})
	slices.SortFunc(rows, func(a, b Row) int { return bytes.Compare(b.Key[:], a.Key[:]) })
	if limit > 0 {
		rows = rows[:min(limit, len(rows))]
	}
	return rows, err
}

// FindAmendments gives the keys of amendments that agree with another in the bits of a mask, in their order. One that cannot
// be read is not among them.
func (x *Index) FindAmendments(ctx context.Context, key, mask Key) (keys []Key, err error) {
	err = x.read(ctx, func(st *stack) error {
		keys = nil
		for _, s := range st.segments {
			for i := range s.links {
				if l := s.linkAt(i); l.self != l.of && agrees(l.self, key, mask) {
					keys = append(keys, l.self)
				}
			}
		}
		return nil
	})
	slices.SortFunc(keys, func(a, b Key) int { return bytes.Compare(a[:], b[:]) })
	return slices.Compact(keys), err
}

// Doubled gives the keys of records of which there are several: whose Place gives another file as an amendment of its own key, and
// Of says that it is about that.
func (x *Index) Doubled(ctx context.Context) (keys []Key, err error) {
	err = x.read(ctx, func(st *stack) error {
		keys = nil
		for _, s := range st.segments {
			for i := range s.links {
				if l := s.linkAt(i); l.self == l.of && !l.isGone() {
					if _, ok := st.find(l.of); ok {
						keys = append(keys, l.of)
					}
				}
			}
		}
		return nil
	})
	slices.SortFunc(keys, func(a, b Key) int { return bytes.Compare(a[:], b[:]) })
	return slices.Compact(keys), err
}

// Amendments gives, for records or amendments by their keys, the ids of the contents of those amendments that are about
// them, or about such an amendment.
func (x *Index) Amendments(ctx context.Context, keys ...Key) (blobs [][]string, err error) {
	err = x.read(ctx, func(st *stack) error {
		blobs = make([][]string, len(keys))
		for i, key := range keys {
			for _, name := range st.amendmentsOf(key, nil) {
				blobs[i] = append(blobs[i], name.Blob)
			}
		}
		return nil
	})
	return blobs, err
}

func agrees(a, b, mask Key) bool {
	for i := range mask {
		if (a[i]^b[i])&mask[i] != 0 {
			return false
		}
	}
	return true
}

// check says which column there is none of.
func (x *Index) check(q Query, columns []string) error {
	for _, c := range q.Where {
		columns = append(append(slices.Clip(columns), c.Column), c.Or...)
	}
	for _, name := range columns {
		if x.schema.column(name) < 0 {
			return fmt.Errorf("the index of the records has no column %q", name)
		}
	}
	return nil
}

// column finds a column by its name, or gives -1.
func (s *Schema) column(name string) int {
	return slices.IndexFunc(s.Columns, func(c Column) bool { return c.Name == name })
}

// column is that of a name which has been checked.
func (x *Index) column(s *segment, name string) *column {
	return s.columns[x.schema.column(name)+1].open()
}
