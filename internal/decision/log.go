package decision

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"iter"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/identity"
)

// logColumns are those of a rejection log, as the user's documents have them: day, type, item, reason, category, and what
// was learned.
var logColumns = []string{"data", "tipo", "item", "motivo", "categoria", "aprendizado"}

const (
	logSection   = "log de rejeicoes"
	logFileEnd   = "-memory.md" // of memory/{agent}-memory.md
	importField  = "import"     // where a decision keeps what the contract has no place for
	reviewImport = "import"     // the review point of what came from a log
)

// ReadLog reads the rejections of a log in markdown: the table in its section `## Log de Rejeicoes`. The file's name says
// whose log it is. A decision's id follows from the name, the row and its place among equal rows, so that a log can be
// read again after it has grown and its rows are still the same. Errors are as with ReadAll.
func ReadLog(r io.Reader, file string, o ReadOptions) iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		l := logReader{lines: newLineReader(r), file: path.Base(strings.ReplaceAll(file, `\`, "/")), equal: map[[32]byte]int{}}
		for {
			row, err := l.next()
			if errors.Is(err, io.EOF) {
				return
			}
			line := Line{Number: l.lines.number}
			if err != nil {
				yield(line, fmt.Errorf("reading %s behind line %d: %w", file, l.lines.number, err))
				return
			}
			line.Decision, line.Notices, err = l.decision(row)
			if err == nil {
				err = o.finish(line.Decision)
			}
			if err != nil {
				line, err = Line{Number: line.Number}, lineError(line.Number, err)
			}
			if !yield(line, err) {
				return
			}
		}
	}
}

type logReader struct {
	lines  *lineReader
	file   string
	depth  int    // of the section's heading; 0 outside
	fence  string // of the code block that the line stands in
	header bool   // the table's header was read
	equal  map[[32]byte]int
}

// logRow is a row of the table, as it stands there.
type logRow struct {
	cells []string
	long  bool
}

// next gives the next row of the section.
func (l *logReader) next() (logRow, error) {
	for {
		line, long, err := l.lines.next()
		if err != nil {
			return logRow{}, err
		}
		s := strings.TrimSpace(string(line))
		switch {
		case l.inFence(s):
		case strings.HasPrefix(s, "#"):
			l.heading(s)
		case l.depth > 0 && strings.HasPrefix(s, "|"):
			cells := splitRow(s)
			if isRule(cells) || l.isHeader(cells) {
				continue
			}
			return logRow{cells, long}, nil
		}
	}
}

// inFence follows code blocks: what stands in them is an example.
func (l *logReader) inFence(s string) bool {
	mark := ""
	for _, m := range []string{"```", "~~~"} {
		if strings.HasPrefix(s, m) {
			mark = m
		}
	}
	switch {
	case l.fence == "" && mark == "":
		return false
	case l.fence == "":
		l.fence = mark
	case mark == l.fence && strings.Trim(s, mark) == "":
		l.fence = ""
	}
	return true
}

func (l *logReader) heading(s string) {
	title := strings.TrimLeft(s, "#")
	depth := len(s) - len(title)
	if depth > 6 || title != "" && title[0] != ' ' && title[0] != '\t' {
		return
	}
	if l.depth == 0 || depth <= l.depth {
		l.depth, l.header = 0, false
		if unaccented(strings.Trim(title, " \t#")) == logSection {
			l.depth = depth
		}
	}
}

// unaccented folds what the two spellings of the section's title and its columns differ by.
func unaccented(s string) string {
	return strings.NewReplacer("ç", "c", "õ", "o", "ã", "a", "á", "a", "é", "e", "í", "i", "ó", "o", "ê", "e").Replace(strings.ToLower(s))
}

func (l *logReader) isHeader(cells []string) bool {
	if l.header || len(cells) == 0 || unaccented(cells[0]) != logColumns[0] {
		return false
	}
	l.header = true
	return true
}

// isRule reports whether a row is the one that parts the header from the rows.
func isRule(cells []string) bool {
	return !slices.ContainsFunc(cells, func(cell string) bool { return strings.Trim(cell, "-: ") != "" || !strings.Contains(cell, "-") })
}

// splitRow gives the cells of a row. A stroke that belongs to a cell has a backslash before it
// (https://github.github.com/gfm/#tables-extension-).
func splitRow(s string) []string {
	var cells []string
	var cell strings.Builder
	s = strings.TrimPrefix(s, "|")
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s) && s[i+1] == '|':
			cell.WriteByte('|')
			i++
		case s[i] == '|':
			cells = append(cells, strings.TrimSpace(cell.String()))
			cell.Reset()
		default:
			cell.WriteByte(s[i])
		}
	}
	if rest := strings.TrimSpace(cell.String()); rest != "" {
		cells = append(cells, rest)
	}
	return cells
}

// decision gives what a row says.
func (l *logReader) decision(row logRow) (*Decision, []string, error) {
	switch {
	case !utf8.ValidString(strings.Join(row.cells, "")):
		return nil, nil, &Fault{Message: "the row is not UTF-8 text"}
	case row.long:
		return nil, nil, &Fault{Message: fmt.Sprintf("the row is longer than %d bytes", MaxInput)}
	case len(row.cells) != len(logColumns):
		return nil, nil, &Fault{Message: fmt.Sprintf("the row has %d cells; it takes %d: Data, Tipo, Item, Motivo, Categoria, Aprendizado (a | within a cell is written \\|)", len(row.cells), len(logColumns))}
	}
	at, ok := ParseDay(row.cells[0])
	if !ok {
		return nil, nil, &Fault{Field: "Data", Message: fmt.Sprintf("%.40q is no day such as 2026-02-03", row.cells[0])}
	}
	d := &Decision{
		Schema:        Schema,
		Source:        Import,
		SourceID:      l.sourceID(row.cells),
		At:            at,
		Verdict:       Rejected,
		ReviewPoint:   reviewImport,
		Agent:         l.agent(),
		Artifact:      Artifact{Name: row.cells[2]},
		Reason:        unquote(row.cells[3]),
		LearnedAction: row.cells[5],
	}
	d.ID = DerivedID(d.At, string(d.Source), d.SourceID)
	var notices []string
	kept := node{kind: mapping}
	keep := func(name, column, value, message string) {
		kept.keys, kept.items = append(kept.keys, name), append(kept.items, node{value: value})
		notices = append(notices, fmt.Sprintf("%s: %.40q %s", column, value, message))
	}
	if d.Artifact.Type, ok = word(row.cells[1], ArtifactTypes, typeWords); !ok {
		d.Artifact.Type = OtherType
		keep("type", "Tipo", row.cells[1], "is no type of artifact; it is kept, and the type is other")
	}
	if d.Category, ok = word(row.cells[4], Categories, nil); !ok && row.cells[4] != "" {
		keep("category", "Categoria", row.cells[4], "is no category; it is kept, and the reason tells the category")
	}
	if len(kept.keys) > 0 {
		d.Rest = Rest{{importField, kept}}
	}
	return d, notices, nil
}

// typeWords are Portuguese names of types.
var typeWords = map[string]ArtifactType{
	"codigo": Code, "documentacao": Documentation, "afirmacao": Claim, "e-mail": Email, "outro": OtherType, "habilidade": Skill,
}

// word finds a value of an enumeration, whatever its case; none for one of its own names or others.
func word[T ~string](s string, all []T, others map[string]T) (T, bool) {
	folded := unaccented(s)
	if slices.Contains(all, T(folded)) {
		return T(folded), true
	}
	other, ok := others[folded]
	return other, ok
}

// unquote takes the quotation marks away in which a reason stands.
func unquote(s string) string {
	for _, marks := range [][2]string{{`"`, `"`}, {"“", "”"}} {
		if inner, ok := strings.CutPrefix(s, marks[0]); ok && len(inner) >= len(marks[1]) {
			if inner, ok = strings.CutSuffix(inner, marks[1]); ok {
				return strings.ReplaceAll(inner, `\"`, `"`)
			}
		}
	}
	return s
}

// agent is whose log it is.
func (l *logReader) agent() string {
	if agent, ok := strings.CutSuffix(l.file, logFileEnd); ok {
		if name, ok := identity.Name(agent); ok {
			return name
		}
	}
	return Unknown
}

// sourceID names a row for good: the file, the row's content, and its place among equal rows.
func (l *logReader) sourceID(cells []string) string {
	sum := sha256.Sum256([]byte(strings.Join(cells, "\x00")))
	l.equal[sum]++
	file := l.file
	if wrongLine(file, maxLine/2) != "" {
		named := sha256.Sum256([]byte(file))
		file = hex.EncodeToString(named[:10])
	}
	return fmt.Sprintf("%s#%s-%d", file, hex.EncodeToString(sum[:10]), l.equal[sum])
}
