package decision

import (
	"bytes"
	"errors"
	"io"
)

// chunk is the text of one record of a stream.
type chunk struct {
	start  int // the number of its first line
	data   []byte
	json   bool // to be read as JSON, and else as YAML
	either bool // as YAML where it is no JSON
	long   bool // longer than MaxInput, and cut
	list   bool // a JSON list, of which the rest is not read
}

// chunker parts a stream into records: a line that begins with a brace is one, lines between braces that stand alone are
// one, and anything else is a document of YAML, up to `---`, the next such line or the end.
type chunker struct {
	lines    *lineReader
	jsonSeen bool
	explicit bool // `---` stands before the next record
}

// next gives the next record. At the end of the stream the error is io.EOF. The bytes are valid until the next call.
func (c *chunker) next() (chunk, error) {
	for {
		line, long, err := c.lines.next()
		if err != nil {
			return chunk{}, err
		}
		got := chunk{start: c.lines.number, data: line, long: long}
		trimmed := bytes.TrimSpace(line)
		switch {
		case len(trimmed) == 0 || trimmed[0] == '#' && !c.jsonSeen:
			continue
		case isSeparator(line):
			c.explicit = true
			continue
		case trimmed[0] == '[' && !c.jsonSeen && !c.explicit:
			got.list = true
			return got, nil
		case trimmed[0] == '{':
			return c.braced(got, trimmed)
		case c.jsonSeen && !c.explicit:
			got.json = true
			return got, nil
		}
		return c.collect(got, c.endsDocument)
	}
}

// braced reads a record that begins with a brace.
func (c *chunker) braced(got chunk, trimmed []byte) (chunk, error) {
	got.json, got.either = true, c.explicit
	switch {
	case len(trimmed) == 1:
		return c.collect(got, endsObject)
	case c.explicit && trimmed[len(trimmed)-1] != '}':
		return c.collect(got, c.endsDocument)
	}
	c.jsonSeen, c.explicit = true, false
	return got, nil
}

// What a line is to the record that is being read.
type place int

const (
	within place = iota
	last
	behind
)

// collect reads the further lines of a record.
func (c *chunker) collect(got chunk, judge func([]byte) place) (chunk, error) {
	got.data = append(bytes.Clone(got.data), '\n')
	for {
		line, long, err := c.lines.next()
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return chunk{}, err
		}
		where := judge(line)
		if where == behind {
			c.lines.unread()
			break
		}
		if got.long = got.long || long || len(got.data)+len(line) > MaxInput; !got.long {
			got.data = append(append(got.data, line...), '\n')
		}
		if where == last {
			break
		}
	}
	c.explicit = false
	return got, nil
}

// endsDocument is for documents of YAML.
func (c *chunker) endsDocument(line []byte) place {
	if isSeparator(line) || !c.explicit && bytes.HasPrefix(line, []byte(`{`)) {
		return behind
	}
	return within
}

// endsObject is for JSON on several lines, as programs print it for people.
func endsObject(line []byte) place {
	switch {
	case len(line) > 0 && line[0] == '}':
		return last
	case isSeparator(line) || bytes.HasPrefix(line, []byte("{")):
		return behind
	}
	return within
}

// isSeparator reports whether a line parts documents of YAML (sections 9.1.3 and 9.1.4 of its specification) or tells of them.
func isSeparator(line []byte) bool {
	line = bytes.TrimRight(line, " \t")
	return string(line) == "---" || string(line) == "..." || bytes.HasPrefix(line, []byte("--- #")) || bytes.HasPrefix(line, []byte("%YAML "))
}
