package decision

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// MaxInput is the longest record or line that is read of a stream, in bytes. JSON may take six for one that is stored.
const MaxInput = 1 << 20

// lineReader reads lines of any length and keeps a bounded part of each.
type lineReader struct {
	from   *bufio.Reader
	number int // of the line that was read last, counted from 1
	buffer []byte
	again  bool // the line is to be given once more
	long   bool
}

func newLineReader(r io.Reader) *lineReader {
	return &lineReader{from: bufio.NewReaderSize(r, 64<<10)}
}

// next gives a line without its end, valid until the next call, and whether it was longer than MaxInput and is cut. At the
// end of the input the error is io.EOF.
func (r *lineReader) next() (line []byte, long bool, err error) {
	if r.again {
		r.again = false
		return r.buffer, r.long, nil
	}
	r.buffer, r.long = r.buffer[:0], false
	read := false
	for {
		part, err := r.from.ReadSlice('\n')
		read = read || len(part) > 0
		if room := MaxInput + 1 - len(r.buffer); len(part) > room {
			part, r.long = part[:room], true
		}
		r.buffer = append(r.buffer, part...)
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && !(errors.Is(err, io.EOF) && read):
			return nil, false, err
		}
		break
	}
	r.number++
	r.buffer = bytes.TrimSuffix(bytes.TrimSuffix(r.buffer, []byte("\n")), []byte("\r"))
	if r.number == 1 {
		r.buffer = bytes.TrimPrefix(r.buffer, []byte("\ufeff"))
	}
	r.long = r.long || len(r.buffer) > MaxInput
	return r.buffer, r.long, nil
}

// unread has next give the line once more.
func (r *lineReader) unread() { r.again = true }
