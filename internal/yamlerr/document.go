package yamlerr

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// Document gives the one document of a file, nil if it is empty. Where the file is no such thing, message says why, and
// line where: it counts from 1, and is 0 for the file as a whole.
func Document(data []byte) (root *yaml.Node, line int, message string) {
	if at := invalidUTF8(data); at >= 0 {
		return nil, 1 + bytes.Count(data[:at], []byte("\n")), "the file is not UTF-8 text; save it in that encoding"
	}
	defer func() {
		// yaml.v3 has panicked on damaged input before; that is a mistake of the file, too.
		if p := recover(); p != nil {
			root, line, message = nil, 0, fmt.Sprintf("the file is not valid YAML: %v", p)
		}
	}()
	dec := yaml.NewDecoder(bytes.NewReader(data))
	var doc, further yaml.Node
	if err := dec.Decode(&doc); errors.Is(err, io.EOF) {
		return nil, 0, ""
	} else if err != nil {
		line, message = syntaxMistake(err, data)
		return nil, line, message
	}
	if err := dec.Decode(&further); err == nil {
		return nil, further.Line, "a second YAML document begins here; the file holds one"
	} else if !errors.Is(err, io.EOF) {
		line, message = syntaxMistake(err, data)
		return nil, line, message
	}
	if len(doc.Content) == 0 {
		return nil, 0, ""
	}
	return doc.Content[0], 0, ""
}

// invalidUTF8 is the offset of the first byte that is not UTF-8, or -1.
func invalidUTF8(data []byte) int {
	if utf8.Valid(data) {
		return -1
	}
	at := 0
	for {
		r, size := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && size <= 1 {
			return at
		}
		at += size
	}
}

// syntaxMistake tells the mistake of an error of yaml.v3; what misses at the end of the file misses in its last line.
func syntaxMistake(err error, data []byte) (line int, message string) {
	line, message = Split(err)
	last := 1 + bytes.Count(bytes.TrimSuffix(data, []byte("\n")), []byte("\n"))
	return min(line, last), "the file is not valid YAML: " + message
}
