package cite

import "bytes"

// References counts the works that a body lists: footnotes ("[^1]: …", "[1] …"), lines that begin with "Source:", and
// the list items below a heading such as "References". Wiki links in them are passed over. It looks at the body line
// by line, until the tally is settled.
func (t *Tally) References(source []byte, from, to int) {
	listed := false
	for at := from; at < to && !t.Settled(); {
		end := to
		if i := bytes.IndexByte(source[at:to], '\n'); i >= 0 {
			end = at + i
		}
		line := bytes.TrimSpace(source[at:end])
		switch {
		case len(line) == 0:
		case line[0] == '#':
			listed = heading(bytes.TrimSpace(bytes.Trim(line, "#:*")))
		default:
			if start := entry(line, listed); start >= 0 {
				start += at + bytes.Index(source[at:end], line)
				t.entry(source, start, end)
			}
		}
		at = end + 1
	}
}

// entry counts the sources of one line. A citation is a line's beginning: what stands after a dash is said about it.
func (t *Tally) entry(source []byte, from, to int) {
	line := source[from:to]
	for _, dash := range []string{" — ", " -- ", " – "} {
		if i := bytes.Index(line, []byte(dash)); i > 0 {
			line = line[:i]
		}
	}
	for _, s := range Named(nil, source, from, from+len(line)) {
		t.Add(s)
	}
}

// heading reports whether a heading opens a list of sources.
func heading(h []byte) bool {
	const longest = len("further reading")
	if len(h) > longest {
		return false
	}
	switch string(bytes.ToLower(h)) {
	case "references", "sources", "source", "bibliography", "citations", "works cited", "further reading", "literature", "footnotes":
		return true
	}
	return false
}

// entry is where the citation of a line begins, or -1: after a footnote's mark or "Source:", and, in a list of
// sources, after the mark of an item.
func entry(line []byte, listed bool) int {
	if bytes.HasPrefix(line, []byte("[^")) {
		if i := bytes.Index(line, []byte("]:")); i > 0 {
			return i + 2
		}
	}
	if i := bytes.IndexByte(line, ']'); line[0] == '[' && i > 1 && i < 5 && (listed || i+1 < len(line) && line[i+1] == ':') {
		return i + 1
	}
	plain := bytes.TrimLeft(line, "*_-> ")
	if colon := bytes.IndexByte(plain[:min(len(plain), 14)], ':'); colon < 0 {
		plain = nil
	}
	for _, word := range []string{"Source:", "Sources:", "Source**:", "Sources**:", "Source:**", "Sources:**", "Citation:", "Reference:", "References:", "Data:", "Evidence:", "See:", "See also:", "Ref:", "Refs:", "Via:"} {
		if bytes.HasPrefix(plain, []byte(word)) {
			return bytes.Index(line, plain) + len(word)
		}
	}
	if !listed {
		return -1
	}
	for i := range line {
		if b := line[i]; b >= '0' && b <= '9' || b == '.' || b == ' ' {
			continue
		} else if b == '-' || b == '*' {
			return i + 1
		} else if i > 1 {
			return i
		}
		return -1
	}
	return -1
}
