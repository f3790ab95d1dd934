package report

import (
	"fmt"
	"net/url"
	"path"
	"strings"

	"github.com/kbgate/kbgate/internal/finding"
)

// Run is what the formats for other programs say of a check beside its findings.
type Run struct {
	// Version is the program's.
	Version string
	// Folder is where the knowledge base lies below the top of its repository, with forward slashes and one at its end; ""
	// at the top. It is put before all paths, for these programs count from the top.
	Folder string
	// Strict reports whether certain warnings fail the check.
	Strict bool
}

// path is a note's as other programs name it, or that of a file above the root.
func (r Run) path(notePath string) string {
	if strings.HasPrefix(notePath, "../") {
		return path.Join(r.Folder, notePath)
	}
	return r.Folder + notePath
}

// named is a path in which the characters that a format cannot hold are written by their numbers.
func named(path string, cannot func(rune) bool) string {
	if !strings.ContainsFunc(path, cannot) {
		return path
	}
	var b strings.Builder
	for _, r := range path {
		if cannot(r) {
			fmt.Fprintf(&b, "<U+%04X>", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// homepage is where the program is from.
const homepage = "https://github.com/kbgate/kbgate"

// gatePage is the address of what `kbgate explain` says of a gate.
func gatePage(id string) string {
	return homepage + "/blob/main/docs/gates.md#" + url.PathEscape(id)
}

// level is what a finding does to the verdict as most formats call it: error, warning, or hint for what is merely possible.
func level(f *finding.Finding, hint string) string {
	switch {
	case f.Severity == finding.Blocking:
		return "error"
	case f.IsPossible():
		return hint
	}
	return "warning"
}

// severity is what people read of a finding's weight.
func severity(f *finding.Finding) string {
	if f.IsPossible() {
		return f.Severity + " (possible)"
	}
	return f.Severity
}

// sentences are what is wrong and what to do.
func sentences(f *finding.Finding) string {
	if f.Fix == "" {
		return f.Message
	}
	return f.Message + ". " + f.Fix
}

// place is a range of a note that every reader takes: positions from 1, the end not before the start.
type place struct{ line, column, endLine, endColumn int }

func placeOf(line, column, endLine, endColumn int) place {
	p := place{line: max(line, 1), column: max(column, 1)}
	p.endLine, p.endColumn = max(endLine, p.line), max(endColumn, 1)
	if p.endLine == p.line {
		p.endColumn = max(p.endColumn, p.column)
	}
	return p
}
