// Package baseline owns the file of the findings that a knowledge base lives with: those that were there when it adopted
// the gates. A check passes over them and counts only new ones.
package baseline

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/atomicfile"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/text"
)

// FileName is the file's name in the root of the knowledge base.
const FileName = ".kbgate-baseline.yaml"

// Schema names the form of the file.
const Schema = "kbgate.baseline/1"

// MaxSize bounds the file, in bytes: some hundred thousand findings.
const MaxSize = 32 << 20

// Entry is a finding that is passed over. The message is for people alone, and the file holds the beginning of a long one.
type Entry struct {
	finding.ID
	Message string
}

// Baseline is a set of findings, sorted by path, gate and fingerprint.
type Baseline []Entry

// New makes a baseline of findings in any order.
func New(entries []Entry) Baseline {
	b := slices.Clone(entries)
	slices.SortStableFunc(b, func(x, y Entry) int { return x.Compare(y.ID) })
	return slices.CompactFunc(b, func(x, y Entry) bool { return x.ID == y.ID })
}

// Has reports whether a finding is in the baseline.
func (b Baseline) Has(id finding.ID) bool {
	_, found := slices.BinarySearchFunc(b, id, func(e Entry, id finding.ID) int { return e.Compare(id) })
	return found
}

// Of gives the entries of a gate for a note.
func (b Baseline) Of(path, gate string) []Entry {
	of := finding.ID{Path: path, Gate: gate}
	start, _ := slices.BinarySearchFunc(b, of, func(e Entry, id finding.ID) int { return e.Compare(id) })
	end := start
	for end < len(b) && b[end].Path == path && b[end].Gate == gate {
		end++
	}
	return b[start:end]
}

// Without is the baseline less some of its entries.
func (b Baseline) Without(gone []Entry) Baseline {
	less := New(gone)
	return slices.DeleteFunc(slices.Clone(b), func(e Entry) bool { return less.Has(e.ID) })
}

// Paths counts the notes that have findings in the baseline.
func (b Baseline) Paths() int {
	n := 0
	for i := range b {
		if i == 0 || b[i].Path != b[i-1].Path {
			n++
		}
	}
	return n
}

// longest is how many characters of a message are kept: enough to recognise a finding by, in a line that a diff can show.
const longest = 80

func shorten(message string) string {
	message = strings.Join(strings.Fields(message), " ")
	if utf8.RuneCountInString(message) <= longest {
		return message
	}
	return text.Shorten(message, longest-1)
}

// preamble tells people what the file is.
const preamble = `# The findings that this knowledge base lives with: ` + "`kbgate check`" + ` passes over them and reports new ones.
# ` + "`kbgate baseline --prune`" + ` takes out what no longer occurs, and ` + "`kbgate baseline --update`" + ` records all of today's
# findings. Written by kbgate; a line that is taken out is reported again.
`

// opening stands between the preamble and the entries.
const opening = "schema: " + Schema + "\nfindings:"

// Bytes is the file: a line for each finding, so that a change of one is a change of one line.
func (b Baseline) Bytes() []byte {
	var w bytes.Buffer
	w.WriteString(preamble + opening)
	if len(b) == 0 {
		w.WriteString(" []")
	}
	w.WriteByte('\n')
	for i := range b {
		w.Write(b[i].appendLine(w.AvailableBuffer()))
	}
	return w.Bytes()
}

// appendLine writes a finding. What Go writes in quotes YAML reads in double quotes, as long as it is UTF-8.
func (e *Entry) appendLine(line []byte) []byte {
	for i, value := range []string{e.Path, e.Gate, e.Fingerprint, shorten(e.Message)} {
		line = strconv.AppendQuote(append(line, before[i]...), strings.ToValidUTF8(value, "\ufffd"))
	}
	return append(line, behind...)
}

// What stands in a line before each of its values, and behind the last.
var before = []string{"  - {path: ", ", gate: ", ", fingerprint: ", ", message: "}

const behind = "}\n"

// Write writes the file, wholly or not at all, with the mode that it has. A link in its place is replaced, not followed.
func (b Baseline) Write(name string) error {
	mode := os.FileMode(0o644)
	if info, err := os.Lstat(name); err == nil && info.Mode().IsRegular() {
		mode = info.Mode().Perm()
	}
	if err := atomicfile.Write(name, b.Bytes(), mode, func(f *os.File) error { return f.Chmod(mode) }); err != nil {
		return fmt.Errorf("writing the baseline: %w", err)
	}
	return nil
}
