package decision

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"iter"
)

// MaxInput is the longest record or line that is read of a stream, in bytes. JSON may take six for one that is stored.
const MaxInput = 1 << 20

// inputLine is a line of a stream without its end, valid until the next one is read.
type inputLine struct {
	number int // counted from 1
	text   []byte
	long   bool // longer than MaxInput, and cut
}

// lines reads lines of any length, of each a bounded part. An error of the reader comes with the number of the line before it.
func lines(r io.Reader) iter.Seq2[inputLine, error] {
	return func(yield func(inputLine, error) bool) {
		from := bufio.NewReaderSize(r, 64<<10)
		var buffer []byte
		for number := 1; ; number++ {
			var err error
			buffer, err = readLine(from, buffer[:0])
			atEnd := errors.Is(err, io.EOF)
			if err != nil && !atEnd {
				yield(inputLine{number: number - 1}, err)
				return
			}
			if atEnd && len(buffer) == 0 {
				return
			}
			text := bytes.TrimSuffix(bytes.TrimSuffix(buffer, []byte("\n")), []byte("\r"))
			if number == 1 {
				text = bytes.TrimPrefix(text, []byte("\ufeff"))
			}
			if !yield(inputLine{number, text, len(text) > MaxInput}, nil) {
				return
			}
		}
	}
}

// readLine adds a line with its end to a buffer, up to a little more than MaxInput.
func readLine(from *bufio.Reader, buffer []byte) ([]byte, error) {
	const most = MaxInput + len("\r\n")
	for {
		part, err := from.ReadSlice('\n')
		buffer = append(buffer, part[:min(len(part), most-len(buffer))]...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return buffer, err
		}
	}
}
