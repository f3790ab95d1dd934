package decision

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"iter"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/decision/document"
	"github.com/kbgate/kbgate/internal/decision/memory"
	"github.com/kbgate/kbgate/internal/identity"
)

const (
	logColumns   = 6        // day, type, item, reason, category, and what was learned
	importField  = "import" // where a decision keeps what the contract has no place for
	reviewImport = "import" // the review point of what came from a log
)

// ReadLog reads the rejections of a log in markdown: the table in its section `## Log de Rejeicoes`. The file's name says
// whose log it is. A decision's id follows from the name, the row and its place among equal rows, so that a log can be
// read again after it has grown and its rows are still the same. Errors are as with ReadAll.
func ReadLog(r io.Reader, file string, o ReadOptions) iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		l := logReader{file: path.Base(strings.ReplaceAll(file, `\`, "/")), equal: map[[32]byte]int{}}
		var scan memory.Scanner
		for read, err := range Lines(r) {
			line, row := Line{Number: read.Number}, string(read.Text)
			switch {
			case err != nil:
				yield(line, fmt.Errorf("reading %s behind line %d: %w", file, line.Number, err))
				return
			case scan.Next(row) != memory.TableLine || memory.IsHead(row):
				continue
			case read.IsLong:
				err = &document.Fault{Message: fmt.Sprintf("the row is longer than %d bytes", MaxInput)}
			default:
				line.Decision, line.Notices, err = l.decision(row)
			}
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
	file  string
	equal map[[32]byte]int
}

// decision gives what a row says.
func (l *logReader) decision(row string) (*Decision, []string, error) {
	cells := memory.Cells(row)
	switch {
	case !utf8.ValidString(row):
		return nil, nil, &document.Fault{Message: "the row is not UTF-8 text"}
	case len(cells) != logColumns:
		return nil, nil, &document.Fault{Message: fmt.Sprintf("the row has %d cells; it takes %d: Data, Tipo, Item, Motivo, Categoria, Aprendizado (a | within a cell is written \\|)", len(cells), logColumns)}
	}
	at, ok := ParseDay(cells[0])
	if !ok {
		return nil, nil, &document.Fault{Field: "Data", Message: fmt.Sprintf("%.40q is no day such as 2026-02-03", cells[0])}
	}
	texts, _ := memory.Parse(row) // it has six cells
	d := &Decision{
		Schema:        Schema,
		Source:        Import,
		SourceID:      l.sourceID(cells),
		At:            at,
		Verdict:       Rejected,
		ReviewPoint:   reviewImport,
		Agent:         Unknown,
		Artifact:      Artifact{Name: texts.Item},
		Reason:        texts.Reason,
		LearnedAction: texts.Action,
	}
	d.ID = DerivedID(d.At, string(d.Source), d.SourceID)
	if agent, ok := LogAgent(l.file); ok {
		d.Agent = agent
	}
	var notices []string
	kept := document.Node{Name: importField}
	keep := func(name, column, value, message string) {
		kept.Put(name, document.OfText(value))
		notices = append(notices, fmt.Sprintf("%s: %.40q %s", column, value, message))
	}
	if d.Artifact.Type, ok = word(cells[1], ArtifactTypes, typeWords); !ok {
		d.Artifact.Type = OtherType
		keep("type", "Tipo", cells[1], "is no type of artifact; it is kept, and the type is other")
	}
	if d.Category, ok = word(cells[4], Categories, nil); !ok && cells[4] != "" {
		keep("category", "Categoria", cells[4], "is no category; it is kept, and the reason tells the category")
	}
	if len(kept.Items) > 0 {
		d.Rest = Rest{kept}
	}
	return d, notices, nil
}

// typeWords are Portuguese names of types.
var typeWords = map[string]ArtifactType{
	"codigo": Code, "documentacao": Documentation, "afirmacao": Claim, "e-mail": Email, "outro": OtherType, "habilidade": Skill,
}

// word finds a value of an enumeration, whatever its case; none for one of its own names or others.
func word[T ~string](s string, all []T, others map[string]T) (T, bool) {
	folded := memory.Unaccented(s)
	if slices.Contains(all, T(folded)) {
		return T(folded), true
	}
	other, ok := others[folded]
	return other, ok
}

// LogAgent is whose log a file is by its name: rio's for memory/rio-memory.md.
func LogAgent(file string) (string, bool) {
	agent, ok := strings.CutSuffix(path.Base(strings.ReplaceAll(file, `\`, "/")), memory.End)
	if !ok {
		return "", false
	}
	return identity.Name(agent)
}

// sourceID names a row for good: the file, the row's content, and its place among equal rows.
func (l *logReader) sourceID(cells []string) string {
	sum := sha256.Sum256([]byte(strings.Join(cells, "\x00")))
	l.equal[sum]++
	file := l.file
	if wrongLine(maxLine/2)(file) != "" {
		named := sha256.Sum256([]byte(file))
		file = hex.EncodeToString(named[:10])
	}
	return fmt.Sprintf("%s#%s-%d", file, hex.EncodeToString(sum[:10]), l.equal[sum])
}
