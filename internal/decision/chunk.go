package decision

import (
	"bytes"
	"io"
	"iter"
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

// add takes in a further line.
func (c *chunk) add(line InputLine) {
	if c.long = c.long || line.IsLong || len(c.data)+len(line.Text) > MaxInput; !c.long {
		c.data = append(append(c.data, line.Text...), '\n')
	}
}

// chunks parts a stream into records: a line that begins with a brace is one, lines between braces that stand alone are
// one, and anything else is a document of YAML, up to `---`, the next such line or the end.
func chunks(r io.Reader) iter.Seq2[chunk, error] {
	return func(yield func(chunk, error) bool) {
		var c chunker
		var open chunk
		var ends func([]byte) place // tells where the open record ends; nil: none is open
		for line, err := range Lines(r) {
			if err != nil {
				yield(chunk{start: line.Number}, err)
				return
			}
			if ends != nil {
				where := ends(line.Text)
				if where != behind {
					open.add(line)
				}
				if where == within {
					continue
				}
				c.explicit, ends = false, nil
				if !yield(open, nil) {
					return
				}
				if where == last {
					continue
				}
			}
			switch trimmed := bytes.TrimSpace(line.Text); {
			case len(trimmed) == 0 || trimmed[0] == '#' && !c.jsonSeen:
				continue
			case isSeparator(line.Text):
				c.explicit = true
				continue
			default:
				open, ends = c.begin(trimmed)
			}
			open.start = line.Number
			open.add(line)
			if ends == nil && (!yield(open, nil) || open.list) {
				return
			}
		}
		if ends != nil {
			yield(open, nil)
		}
	}
}

// chunker knows what came before a record.
type chunker struct {
	jsonSeen bool
	explicit bool // `---` stands before the next record
}

// begin says of what form a record is by its first line, and what tells where it ends; nil where it is that line alone.
func (c *chunker) begin(line []byte) (chunk, func([]byte) place) {
	switch {
	case line[0] == '[' && !c.jsonSeen && !c.explicit:
		return chunk{list: true}, nil
	case line[0] == '{':
		got := chunk{json: true, either: c.explicit}
		switch {
		case len(line) == 1:
			return got, endsObject
		case c.explicit && line[len(line)-1] != '}':
			return got, c.endsDocument
		}
		c.jsonSeen, c.explicit = true, false
		return got, nil
	case c.jsonSeen && !c.explicit:
		return chunk{json: true}, nil
	}
	return chunk{}, c.endsDocument
}

// What a line is to the record that is being read.
type place int

const (
	within place = iota
	last
	behind
)

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
