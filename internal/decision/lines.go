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

// InputLine is a line of a stream without its end, valid until the next one is read.
type InputLine struct {
	Number int // counted from 1
	Text   []byte
	IsLong bool // longer than MaxInput, and cut
}

// Lines reads lines of any length, of each a bounded part, without a byte order mark before the first. An error of the reader
// comes with the number of the line before it.
func Lines(r io.Reader) iter.Seq2[InputLine, error] {
	return func(yield func(InputLine, error) bool) {
		from := bufio.NewReaderSize(r, 64<<10)
		var buffer []byte
		for number := 1; ; number++ {
			var err error
			buffer, err = readLine(from, buffer[:0])
			atEnd := errors.Is(err, io.EOF)
			if err != nil && !atEnd {
				yield(InputLine{Number: number - 1}, err)
				return
			}
			if atEnd && len(buffer) == 0 {
				return
			}
			text := bytes.TrimSuffix(bytes.TrimSuffix(buffer, []byte("\n")), []byte("\r"))
			if number == 1 {
				text = bytes.TrimPrefix(text, []byte("\ufeff"))
			}
			if !yield(InputLine{number, text, len(text) > MaxInput}, nil) {
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
