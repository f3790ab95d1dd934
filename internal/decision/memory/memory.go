// Package memory owns the form of an agent's memory log (contracts.md#memory-log): a table of rejections in a markdown
// file. A row reads back word for word. Of a file the package changes only the rows of that table.
package memory

import (
	"slices"
	"strings"
)

// Row is one rejection, its texts as they are.
type Row struct {
	Day      string // YYYY-MM-DD
	Type     string // of the artifact
	Item     string // its name
	Reason   string // word for word
	Category string
	Action   string // what was learned
}

// End is how the names of memory logs end: memory/{agent}-memory.md.
const End = "-memory.md"

// The section and its table, as the contract has them.
const (
	heading = "## Log de Rejeicoes"
	section = "log de rejeicoes"
	header  = "| Data | Tipo | Item | Motivo | Categoria | Aprendizado |"
	rule    = "|------|------|------|--------|-----------|-------------|"
	columns = 6
)

// Append puts rows behind the last one of a file's table. Where there is no table, or no section, or no file at all, it is
// made: behind what the section says, at the end of the file, with a title. All else stays as it is, to the byte.
func Append(file []byte, title string, rows ...Row) []byte {
	if len(rows) == 0 {
		return file
	}
	p := find(file)
	size := 0
	for _, r := range rows {
		size += len(r.Item) + len(r.Reason) + len(r.Action) + 64
	}
	out := append(make([]byte, 0, len(file)+size+size/8+256), file[:p.at]...)
	if len(file) == 0 && title != "" {
		out = append(appendText(append(out, "# "...), title), p.end...)
	}
	if len(out) > 0 && out[len(out)-1] != '\n' {
		out = append(out, p.end...)
	}
	line := func(s string) { out = append(append(out, s...), p.end...) }
	if p.fence != "" {
		line(p.fence) // or the section would be part of a code block that nobody closed
	}
	if !p.section {
		if len(out) > 0 {
			line("")
		}
		line(heading)
	}
	if !p.table {
		line("")
		line(header)
		line(rule)
	}
	for _, r := range rows {
		out = append(r.appendLine(out), p.end...)
	}
	if rest := file[p.at:]; len(rest) > 0 {
		if !p.table && rest[0] != '\n' && rest[0] != '\r' {
			line("")
		}
		out = append(out, rest...)
	}
	return out
}

// Lay puts rows in the place of those that a file has of them: the ones for which own holds. Rows that somebody else wrote
// stay, and stand before.
func Lay(file []byte, title string, rows []Row, own func(Row) bool) []byte {
	return Append(Strip(file, own), title, rows...)
}

// Strip takes those rows out of a file for which own holds.
func Strip(file []byte, own func(Row) bool) []byte {
	var kept []byte
	from := 0
	eachRow(file, func(start, end int, row Row) {
		if !own(row) {
			return
		}
		kept = append(kept, file[from:start]...)
		from = end
	})
	if from == 0 {
		return file
	}
	return append(kept, file[from:]...)
}

// Read gives the rows of a file, in their order. A row that has other than six cells is passed over.
func Read(file []byte) (rows []Row) {
	eachRow(file, func(_, _ int, row Row) { rows = append(rows, row) })
	return rows
}

// IsLaid reports whether a file has the section.
func IsLaid(file []byte) bool { return find(file).section }

// eachRow tells of each row of a file, and where its line begins and ends.
func eachRow(file []byte, tell func(start, end int, row Row)) {
	var s Scanner
	end := 0
	for line := range strings.Lines(string(file)) {
		start := end
		end += len(line)
		if s.Next(line) != TableLine || IsHead(line) {
			continue
		}
		if row, ok := Parse(line); ok {
			tell(start, end, row)
		}
	}
}

// place is where rows go in a file.
type place struct {
	at             int
	section, table bool   // they are there
	end            string // of lines
	fence          string // that has to be closed before
}

// find looks for the section's own table, before any heading of a deeper level.
func find(file []byte) place {
	var s Scanner
	text := string(file)
	p := place{at: len(text), end: endOf(text)}
	within, inTable, isLog := false, false, false
	end := 0
	for line := range strings.Lines(text) {
		end += len(line)
		kind := s.Next(line)
		switch {
		case kind == Heading && s.depth > 0 && !p.section && s.began:
			p.section, p.at, p.end, within = true, end, endOf(line), true
		case kind == Heading:
			within = false
		}
		isTable := within && kind == TableLine
		if inTable && !isTable && isLog {
			break
		}
		if isTable && !inTable {
			isLog = len(Cells(line)) == columns
		}
		inTable = isTable
		if within && s.fence == "" && strings.TrimSpace(line) != "" {
			p.at = end // not within a code block, which may have no end
		}
	}
	p.table = inTable && isLog
	if !p.section {
		p.fence = s.fence
	}
	return p
}

// endOf is how the first line ends.
func endOf(text string) string {
	if first, _, _ := strings.Cut(text, "\n"); len(first) < len(text) && strings.HasSuffix(first, "\r") {
		return "\r\n"
	}
	return "\n"
}

// Kind says what a line is to the log.
type Kind int

// What a line may be.
const (
	Outside   Kind = iota // of the section, or text within it
	Heading               // of any section
	TableLine             // of a table in the log's section, or in one below it
)

// Scanner follows the lines of a file.
type Scanner struct {
	depth int    // of the section's heading; 0 outside
	began bool   // the heading that was read last is the section's
	fence string // of the code block that the line stands in
	read  bool   // some line was
}

// Next says what the next line is.
func (s *Scanner) Next(line string) Kind {
	if !s.read {
		line, s.read = strings.TrimPrefix(line, "\ufeff"), true
	}
	line = strings.TrimSpace(line)
	switch {
	case line == "":
		return Outside
	case line[0] == '|' && s.fence == "":
		if s.depth > 0 {
			return TableLine
		}
	case line[0] == '`' || line[0] == '~' || s.fence != "":
		s.follow(line)
	case line[0] == '#' && s.heading(line):
		return Heading
	}
	return Outside
}

// follow follows code blocks: what stands in them is an example (CommonMark 0.31, section 4.5).
func (s *Scanner) follow(line string) {
	mark := line[:len(line)-len(strings.TrimLeft(line, line[:1]))]
	switch {
	case s.fence != "":
		if strings.HasPrefix(mark, s.fence) && mark == line {
			s.fence = ""
		}
	case len(mark) >= 3 && (mark[0] == '~' || !strings.Contains(line[len(mark):], "`")):
		s.fence = mark
	}
}

// heading takes a heading in, and reports whether it is one.
func (s *Scanner) heading(line string) bool {
	title := strings.TrimLeft(line, "#")
	depth := len(line) - len(title)
	if depth > 6 || title != "" && title[0] != ' ' && title[0] != '\t' {
		return false
	}
	s.began = false
	if s.depth == 0 || depth <= s.depth {
		s.depth = 0
		if Unaccented(strings.Trim(title, " \t#")) == section {
			s.depth, s.began = depth, true
		}
	}
	return true
}

// IsHead reports whether a line of a table is a header of the log, or the rule below one.
func IsHead(line string) bool {
	cells := Cells(line)
	if len(cells) > 0 && Unaccented(cells[0]) == "data" {
		return true
	}
	return !slices.ContainsFunc(cells, func(cell string) bool { return strings.Trim(cell, "-: ") != "" || !strings.Contains(cell, "-") })
}

// Unaccented folds what two spellings of Portuguese words in a log differ by: case and accents.
func Unaccented(s string) string { return folding.Replace(strings.ToLower(s)) }

var folding = strings.NewReplacer("ç", "c", "õ", "o", "ã", "a", "á", "a", "é", "e", "í", "i", "ó", "o", "ê", "e")
