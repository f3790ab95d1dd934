package index

import (
	"bytes"
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"iter"
	"math"
	"math/bits"
	"slices"
	"strings"
	"time"
)

// Query says which records are meant: those for which all of it holds. The empty query means all records that can be read.
type Query struct {
	Where []Condition
	Since time.Time // from then on; zero: from the beginning
	Until time.Time // before then; zero: to the end
	// Before is larger than the keys of all records that are meant; zero: any key.
	Before Key
	// Unreadable means the records that cannot be read instead. Only the reason is known of them.
	Unreadable bool
	// Gone means the records that count no longer, too (Schema.Gone).
	Gone bool
}

// Condition holds for a record whose column has any of these texts; "" stands for having none.
type Condition struct {
	Column string
	Or     []string // other columns, which may have the text instead
	Any    []string
	Fits   func(text string) bool // reports whether a text is meant, too; it is called once for each text of a segment
	Not    bool                   // the condition holds for all other records instead
}

// Tally is how many records have some texts, one for each column that was asked for.
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

// scan goes through the rows of one segment that a query means.
type scan struct {
	segment *segment
	schema  *Schema
	columns []*column     // that were asked for
	meant   iter.Seq[int] // from the last to the first
	rows    []int         // those that newest has still to give
}

// scan prepares a query for all segments, verifies the columns and parts that it needs, and calls a function, which then finds no damage.
func (x *Index) scan(ctx context.Context, q Query, columns []string, parts []part, do func(*stack, []*scan) error) error {
	if err := x.check(q, columns); err != nil {
		return err
	}
	return x.read(ctx, func(st *stack) error {
		all, err := x.scans(st, q, columns, parts)
		if err != nil {
			return err
		}
		return do(st, all)
	})
}

func (x *Index) scans(st *stack, q Query, columns []string, parts []part) (all []*scan, err error) {
	if err := st.verify(0, parts...); err != nil {
		return nil, err
	}
	for i, s := range st.segments {
		sc := &scan{segment: s, schema: x.schema, columns: make([]*column, len(columns))}
		if sc.meant, err = x.meant(st, i, q); err != nil {
			return nil, err
		}
		for c, name := range columns {
			if sc.columns[c], err = x.column(s, name); err != nil {
				return nil, err
			}
		}
		all = append(all, sc)
	}
	return all, nil
}

// fill fills in the key, the time and the texts of a row.
func (sc *scan) fill(r *Row, row int) {
	r.Key, r.At = lend[Key](sc.segment.keys)[row], timeOf(lend[int64](sc.segment.times)[row])
	for i, c := range sc.columns {
		r.Texts[i] = c.appendValues(r.Texts[i][:0], row)
	}
}

// row gives all that is asked for of a row.
func (sc *scan) row(row int) Row {
	r := Row{Blob: hex.EncodeToString(sc.segment.blob(row)), Texts: make([][]string, len(sc.columns)), Fault: sc.fault(row)}
	sc.fill(&r, row)
	r.Path = sc.schema.Path(r.Key)
	if file, why, isStray := strings.Cut(r.Fault, strayMark); isStray {
		r.Path, r.Fault = file, why
	}
	return r
}

// fault says why a row cannot be read, "" where it can.
func (sc *scan) fault(row int) string {
	return strings.Join(sc.segment.columns[0].appendValues(nil, row), "")
}

// timeOf is the time of so many nanoseconds since 1970, none for that of a record which has none.
func timeOf(at int64) time.Time {
	if at == math.MinInt64 {
		return time.Time{}
	}
	return time.Unix(0, at).UTC()
}

// Each tells the key, the time and the texts in some columns of records, in no order, at little more than the cost of counting them. It
// reuses the row and its lists for the next record; the texts may be kept.
func (x *Index) Each(ctx context.Context, q Query, tell func(*Row), columns ...string) error {
	return x.scan(ctx, q, columns, []part{keysOf, timesOf}, func(_ *stack, all []*scan) error {
		row := Row{Texts: make([][]string, len(columns))}
		told := 0
		for _, sc := range all {
			for at := range sc.meant {
				if told%4096 == 0 && ctx.Err() != nil {
					return ctx.Err()
				}
				sc.fill(&row, at)
				tell(&row)
				told++
			}
		}
		return nil
	})
}

// Count counts records by the texts of columns, the largest tally first, and equal ones in the order of their texts. A record with several
// texts in a column counts for each of them, and one without a text there for "". Without columns there is one tally of all records.
func (x *Index) Count(ctx context.Context, q Query, by ...string) (all []Tally, err error) {
	sums := map[string]*Tally{}
	err = x.scan(ctx, q, by, nil, func(_ *stack, scans []*scan) error {
		for _, sc := range scans {
			if err := sc.count(by, sums); err != nil {
				return err
			}
		}
		return nil
	})
	for _, t := range sums {
		all = append(all, *t)
	}
	slices.SortFunc(all, func(a, b Tally) int { return cmp.Or(cmp.Compare(b.Count, a.Count), slices.Compare(a.Texts, b.Texts)) })
	if len(by) == 0 && len(all) == 0 && err == nil {
		all = []Tally{{}}
	}
	return all, err
}

// maxDense is the largest number of combinations of texts that are counted in an array rather than a map.
const maxDense = 1 << 20

// count adds the counts of a segment.
func (sc *scan) count(by []string, sums map[string]*Tally) error {
	product := uint64(1)
	for _, c := range sc.columns {
		over, low := bits.Mul64(product, uint64(len(c.end)))
		if product = low; over != 0 {
			return fmt.Errorf("there are too many texts to count records by %s at once", strings.Join(by, ", "))
		}
	}
	sparse, dense := map[uint64]int{}, []int(nil)
	if product <= maxDense {
		dense = make([]int, product)
	}
	for row := range sc.meant {
		countRow(sc.columns, row, 0, dense, sparse)
	}
	for code, n := range dense {
		if n > 0 {
			sparse[uint64(code)] = n
		}
	}
	for code, n := range sparse {
		texts := make([]string, len(sc.columns))
		for i, c := range slices.Backward(sc.columns) {
			size := uint64(len(c.end))
			texts[i], code = c.value(uint32(code%size)), code/size
		}
		key := fmt.Sprintf("%q", texts)
		if sums[key] == nil {
			sums[key] = &Tally{Texts: texts}
		}
		sums[key].Count += n
	}
	return nil
}

// countRow counts a row for each combination of the texts that it has, in the array, or if that is nil in the map.
func countRow(columns []*column, row int, code uint64, dense []int, sparse map[uint64]int) {
	for i, c := range columns {
		code *= uint64(len(c.end))
		at, end := c.of(row)
		if end-at > 1 {
			for ; at < end; at++ {
				countRow(columns[i+1:], row, code+uint64(c.numbers.at(at)), dense, sparse)
			}
			return
		}
		if at < end {
			code += uint64(c.numbers.at(at))
		}
	}
	if dense != nil {
		dense[code]++
	} else {
		sparse[code]++
	}
}

// Rows gives records, the newest first, with their texts in these columns; at most limit of them, all for 0.
func (x *Index) Rows(ctx context.Context, q Query, limit int, columns ...string) (rows []Row, err error) {
	err = x.scan(ctx, q, columns, []part{keysOf, timesOf, blobsOf}, func(_ *stack, all []*scan) error {
		rows = newest(all, limit)
		return nil
	})
	return rows, err
}

// newest merges the rows of all segments from their ends.
func newest(all []*scan, limit int) (rows []Row) {
	for _, sc := range all {
		for row := range sc.meant {
			if sc.rows = append(sc.rows, row); len(sc.rows) == limit {
				break
			}
		}
	}
	for limit <= 0 || len(rows) < limit {
		var last *scan
		var newest Key
		for _, sc := range all {
			if len(sc.rows) == 0 {
				continue
			}
			if key := lend[Key](sc.segment.keys)[sc.rows[0]]; last == nil || bytes.Compare(key[:], newest[:]) > 0 {
				last, newest = sc, key
			}
		}
		if last == nil {
			break
		}
		rows, last.rows = append(rows, last.row(last.rows[0])), last.rows[1:]
	}
	return rows
}

// Find gives the keys of the records that agree with a key in the bits of a mask, in no order. So it finds a record by the beginning or the
// end of its key.
func (x *Index) Find(ctx context.Context, key, mask Key) (keys []Key, err error) {
	err = x.scan(ctx, Query{}, nil, []part{keysOf}, func(st *stack, all []*scan) error {
		keys = nil
		for i, sc := range all {
			for row, have := range lend[Key](sc.segment.keys) {
				if agrees(have, key, mask) && !st.isDead(i, row) && !strings.Contains(sc.fault(row), strayMark) {
					keys = append(keys, have)
				}
			}
		}
		return nil
	})
	return keys, err
}

// FindAmendments gives the keys of the amendments that agree with a key in the bits of a mask, in their order, without those that cannot be
// read.
func (x *Index) FindAmendments(ctx context.Context, key, mask Key) ([]Key, error) {
	return x.linked(ctx, func(_ *stack, l link) bool { return l.self != l.of && agrees(l.self, key, mask) })
}

// Doubled gives the keys of records with conflict copies: Place makes a conflict copy an amendment with the key of its record, and Of says
// that it is about that key.
func (x *Index) Doubled(ctx context.Context) ([]Key, error) {
	return x.linked(ctx, func(st *stack, l link) bool {
		if l.self != l.of || l.isGone() {
			return false
		}
		_, there := st.find(l.self)
		return there
	})
}

// linked gives the keys of some amendments, in their order.
func (x *Index) linked(ctx context.Context, meant func(*stack, link) bool) (keys []Key, err error) {
	err = x.read(ctx, func(st *stack) error {
		keys = nil
		if err := st.verify(0, keysOf, linksOf); err != nil {
			return err
		}
		for _, s := range st.segments {
			for i := range s.links {
				if l := s.linkAt(i); meant(st, l) {
					keys = append(keys, l.self)
				}
			}
		}
		return nil
	})
	slices.SortFunc(keys, func(a, b Key) int { return bytes.Compare(a[:], b[:]) })
	return slices.Compact(keys), err
}

// Amendments gives the ids of the contents of the amendments that are about a record or an amendment, and of their amendments in turn.
func (x *Index) Amendments(ctx context.Context, key Key) (blobs []string, err error) {
	err = x.read(ctx, func(st *stack) error {
		if err := st.verify(0, linksOf); err != nil {
			return err
		}
		blobs = nil
		for _, name := range st.amendmentsOf(key, nil) {
			blobs = append(blobs, name.Blob)
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

// check refuses a column that the schema does not have.
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

// column gives a column by its name, which has been checked; for "", the column of faults.
func (x *Index) column(s *segment, name string) (*column, error) {
	return s.columns[x.schema.column(name)+1].open()
}
