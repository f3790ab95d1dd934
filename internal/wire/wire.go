// Package wire writes values as bytes and reads them back. The format is that of the cache alone, so it may change with any
// release. Reading foreign bytes never panics, and never allocates more than the bytes can hold.
package wire

import (
	"encoding/binary"
	"errors"
	"unsafe"
)

// ErrDamaged says that bytes are not what was written.
var ErrDamaged = errors.New("the bytes are damaged")

// Writer appends values to Bytes.
type Writer struct {
	Bytes []byte
}

// Uint writes a number of up to 64 bits; small ones take one byte.
func (w *Writer) Uint(v uint64) { w.Bytes = binary.AppendUvarint(w.Bytes, v) }

// Int writes a number that may be negative.
func (w *Writer) Int(v int) { w.Bytes = binary.AppendVarint(w.Bytes, int64(v)) }

// Bool writes a truth value.
func (w *Writer) Bool(v bool) {
	b := byte(0)
	if v {
		b = 1
	}
	w.Bytes = append(w.Bytes, b)
}

// Fixed32 writes a number in four bytes.
func (w *Writer) Fixed32(v uint32) { w.Bytes = binary.LittleEndian.AppendUint32(w.Bytes, v) }

// Fixed64 writes a number in eight bytes.
func (w *Writer) Fixed64(v uint64) { w.Bytes = binary.LittleEndian.AppendUint64(w.Bytes, v) }

// Text writes a string.
func (w *Writer) Text(s string) {
	w.Uint(uint64(len(s)))
	w.Bytes = append(w.Bytes, s...)
}

// Reader takes values from Bytes in the order in which they were written. After the first that cannot be read all are
// nought, and Err says so.
type Reader struct {
	Bytes []byte
	err   error
}

// Err is ErrDamaged once a value could not be read.
func (r *Reader) Err() error { return r.err }

func (r *Reader) fail() {
	r.err, r.Bytes = ErrDamaged, nil
}

// Uint reads what Writer.Uint wrote.
func (r *Reader) Uint() uint64 {
	if len(r.Bytes) > 0 && r.Bytes[0] < 0x80 {
		v := r.Bytes[0]
		r.Bytes = r.Bytes[1:]
		return uint64(v)
	}
	v, n := binary.Uvarint(r.Bytes)
	if n <= 0 {
		r.fail()
		return 0
	}
	r.Bytes = r.Bytes[n:]
	return v
}

// Int reads what Writer.Int wrote.
func (r *Reader) Int() int {
	v, n := binary.Varint(r.Bytes)
	if n <= 0 {
		r.fail()
		return 0
	}
	r.Bytes = r.Bytes[n:]
	return int(v)
}

// Bool reads what Writer.Bool wrote.
func (r *Reader) Bool() bool {
	b := r.take(1)
	return b != nil && b[0] == 1
}

// Fixed32 reads what Writer.Fixed32 wrote.
func (r *Reader) Fixed32() uint32 {
	if b := r.take(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

// ReadFixed32 fills a list with what Writer.Fixed32 wrote; one that is not whole is left as it was.
func ReadFixed32[N ~uint32](r *Reader, list []N) {
	b := r.take(uint64(4 * len(list)))
	for i := range len(b) / 4 {
		list[i] = N(binary.LittleEndian.Uint32(b[4*i:]))
	}
}

// Fixed64 reads what Writer.Fixed64 wrote.
func (r *Reader) Fixed64() uint64 {
	if b := r.take(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

// Text reads what Writer.Text wrote. The string shares the reader's bytes, which must not change as long as it is in
// use.
func (r *Reader) Text() string {
	b := r.take(r.Uint())
	return unsafe.String(unsafe.SliceData(b), len(b))
}

// Len reads the length of a list whose items take at least that many bytes each.
func (r *Reader) Len(each int) int {
	n := r.Uint()
	if n > uint64(len(r.Bytes)/max(each, 1)) {
		r.fail()
		return 0
	}
	return int(n)
}

func (r *Reader) take(n uint64) []byte {
	if n > uint64(len(r.Bytes)) {
		r.fail()
		return nil
	}
	b := r.Bytes[:n:n]
	r.Bytes = r.Bytes[n:]
	return b
}

// Codec writes values or reads them, so that one function tells the layout of a type for both ways.
type Codec struct {
	to   *Writer
	from *Reader // nil: the codec writes
}

// To makes a codec that writes.
func To(w *Writer) Codec { return Codec{to: w} }

// From makes a codec that reads.
func From(r *Reader) Codec { return Codec{from: r} }

// Number passes a number that is not negative.
func Number[N ~int | ~uint64](c Codec, n *N) {
	if c.from != nil {
		*n = N(c.from.Uint())
	} else {
		c.to.Uint(uint64(*n))
	}
}

// Numbers passes numbers that are not negative.
func (c Codec) Numbers(numbers ...*int) {
	for _, n := range numbers {
		Number(c, n)
	}
}

// Fixed32 passes a number in four bytes.
func (c Codec) Fixed32(n *uint32) {
	if c.from != nil {
		*n = c.from.Fixed32()
	} else {
		c.to.Fixed32(*n)
	}
}

// Fixed64 passes a number in eight bytes.
func (c Codec) Fixed64(n *uint64) {
	if c.from != nil {
		*n = c.from.Fixed64()
	} else {
		c.to.Fixed64(*n)
	}
}

// Bool passes a truth value.
func (c Codec) Bool(v *bool) {
	if c.from != nil {
		*v = c.from.Bool()
	} else {
		c.to.Bool(*v)
	}
}

// Texts passes strings; those that are read share the reader's bytes.
func (c Codec) Texts(texts ...*string) {
	for _, s := range texts {
		if c.from != nil {
			*s = c.from.Text()
		} else {
			c.to.Text(*s)
		}
	}
}

// Bytes passes bytes; those that are read are the reader's.
func (c Codec) Bytes(b *[]byte) {
	if c.from != nil {
		*b = c.from.take(c.from.Uint())
	} else {
		c.to.Uint(uint64(len(*b)))
		c.to.Bytes = append(c.to.Bytes, *b...)
	}
}

// List passes a list of values, each of which takes at least that many bytes. An empty list is read as nil.
func List[T any](c Codec, list *[]T, each int, pass func(*T, Codec)) {
	n := len(*list)
	if c.from == nil {
		c.to.Uint(uint64(n))
	} else if n, *list = c.from.Len(each), nil; n > 0 {
		*list = make([]T, n)
	}
	for i := range n {
		pass(&(*list)[i], c)
	}
}
