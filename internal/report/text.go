// Package report writes findings in every output format.
package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/text"
)

// TextOptions say how findings are shown to people.
type TextOptions struct {
	// Color uses the colours of a terminal.
	Color bool
	// Width is the number of columns that excerpts may take; 0 means 100.
	Width int
	// Input is what the findings are of: it decides how they are mended.
	Input Input
	// Gates say which findings a reviewer may let through; nil: none.
	Gates gate.Registry
	// Named is how a command names a note from the folder of the user, by the note's path below the root; nil: by that path.
	Named func(notePath string) string
	// Hook says that git calls for a commit, so that nothing is said where there is nothing to judge.
	Hook bool
	// Quiet leaves out all but the findings.
	Quiet bool
	// Log says that the runner of a CI reads the lines too, which takes some for commands.
	Log bool
}

// Input is what a check has looked at.
type Input int

// What may be judged.
const (
	WorkTree      Input = iota // the files as they stand
	Index                      // what is staged
	Commits                    // what lies between two commits
	StandardInput              // one note that is not written yet
)

// mostNamed is how many notes a command names: a command line that is longer serves nobody.
const mostNamed = 20

// mending says with which command so many findings are mended. --fix acts on the files of the work tree alone. Where only a part of them
// is under check, the command names the notes, so that it mends no others.
func (t *textWriter) mending(doc *finding.Document) string {
	command, n, more := t.fixCommand(doc)
	switch t.Input {
	case Index:
		return fmt.Sprintf("`%s` mends %d of them in the work tree, as far as they stand there too; `git add` the notes then%s", command, n, more)
	case Commits:
		return fmt.Sprintf("`%s` mends %d of them where the commit is checked out%s", command, n, more)
	case StandardInput:
		return fmt.Sprintf("--fix-dry-run shows how %d of them are mended", doc.Summary.Fixable)
	}
	return fmt.Sprintf("--fix mends %d of them, --fix-dry-run shows how", doc.Summary.Fixable)
}

// fixCommand is the command that mends notes with findings under check, how many findings it mends, and what is to be said of the notes that
// it does not name.
func (t *textWriter) fixCommand(doc *finding.Document) (command string, n int, more string) {
	var b strings.Builder
	b.WriteString("kbgate check --fix")
	if doc.Gates != nil {
		b.WriteString(" --select " + strings.Join(doc.Gates, ","))
	}
	notes := 0
	for findings := range byNote(doc.Findings) {
		fixable := 0
		for i := range findings {
			if findings[i].AutoFixable {
				fixable++
			}
		}
		if fixable == 0 {
			continue
		}
		if notes++; notes <= mostNamed {
			n += fixable
			name := findings[0].Path
			if t.Named != nil {
				name = t.Named(name)
			}
			b.WriteString(" " + text.Visible(text.ShellWord(name)))
		}
	}
	if notes > mostNamed {
		more = fmt.Sprintf("; it names the first %d of %d notes, and the next check the others", mostNamed, notes)
	}
	return b.String(), n, more
}

// WriteText writes findings for people: grouped by file, each with its line and a caret, and a summary at the end.
func WriteText(w io.Writer, doc *finding.Document, opts TextOptions) error {
	if opts.Width <= 0 {
		opts.Width = 100
	}
	t := textWriter{w: bufio.NewWriter(w), TextOptions: opts, told: map[[2]string]bool{}}
	files := 0
	for findings := range byNote(doc.Findings) {
		files++
		t.line("%s", t.paint(bold, text.Visible(findings[0].Path)))
		for i := range findings {
			t.finding(&findings[i])
		}
		t.line("")
	}
	if !t.Quiet {
		t.summary(doc, files)
	}
	return t.w.Flush()
}

type textWriter struct {
	w *bufio.Writer
	TextOptions
	told map[[2]string]bool // the fixes that have been told, by gate

	retold bool // a fix was left out because it had been told
}

// The terminal's colours (ECMA-48, select graphic rendition).
const (
	bold   = "1"
	red    = "1;31"
	yellow = "1;33"
	green  = "32"
	dim    = "2"
)

func (t *textWriter) paint(color, s string) string {
	if !t.Color {
		return s
	}
	return "\x1b[" + color + "m" + s + "\x1b[0m"
}

// line writes a line. What goes wrong is reported by Flush.
func (t *textWriter) line(format string, args ...any) {
	line := fmt.Sprintf(format, args...)
	if t.Log {
		line = text.Commandless(line)
	}
	t.w.WriteString(line)
	t.w.WriteByte('\n')
}

func (t *textWriter) finding(f *finding.Finding) {
	color := map[bool]string{true: red, false: yellow}[f.Severity == finding.Blocking]
	mendable := ""
	if f.AutoFixable {
		mendable = t.paint(green, " [--fix]")
	}
	t.line("  %s %s %s: %s%s", t.paint(dim, fmt.Sprintf("%d:%d", f.Line, f.Column)), t.paint(color, severity(f)), f.Gate,
		text.Visible(f.Message), mendable)
	if excerpt, caret := t.excerpt(f); excerpt != "" {
		t.line("  %s %s", t.paint(dim, fmt.Sprintf("%5d |", f.Line)), excerpt)
		t.line("  %s %s", t.paint(dim, "      |"), t.paint(color, caret))
	}
	if fix := [2]string{f.Gate, f.Fix}; !t.told[fix] { // the same advice once is enough
		t.told[fix] = true
		t.line("        %s %s", t.paint(dim, "fix:"), text.Visible(f.Fix))
	} else {
		t.retold = true
	}
	if past := t.Gates.PastAlarm(f); past != "" {
		t.line("        %s", t.paint(dim, past))
	}
}

// excerpt is the part of the line around the finding, and a line that points at it.
func (t *textWriter) excerpt(f *finding.Finding) (line, caret string) {
	if strings.TrimSpace(f.Excerpt.Text) == "" {
		return "", ""
	}
	runes := []rune(strings.ToValidUTF8(f.Excerpt.Text, "\ufffd"))
	start := min(max(f.Column-f.Excerpt.Column, 0), len(runes))
	end := len(runes)
	if f.EndLine == f.Line {
		end = min(max(f.EndColumn-f.Excerpt.Column, start), len(runes))
	}
	from, to := 0, len(runes)
	room := max(t.Width-12, 40)
	if to > room {
		from = max(0, min(start-room/4, len(runes)-room))
		to = min(from+room, len(runes))
	}
	end = max(min(end, to), start)
	before, marked, after := text.Visible(string(runes[from:start])), text.Visible(string(runes[start:end])), text.Visible(string(runes[end:max(to, end)]))
	if from > 0 || f.Excerpt.Column > 1 {
		before = "…" + before
	}
	if to < len(runes) {
		after += "…"
	}
	caret = strings.Repeat(" ", columns(before)) + strings.Repeat("^", max(columns(marked), 1))
	return before + marked + after, caret
}

func (t *textWriter) summary(doc *finding.Document, files int) {
	t.counted(doc, files)
	t.aside(doc)
}

// counted says how many findings there are, and of what.
func (t *textWriter) counted(doc *finding.Document, files int) {
	s := doc.Summary
	counted := fmt.Sprintf("%s and %s checked", text.Count(doc.Checked.Claims, "claim", "claims"), text.Count(doc.Checked.Notes-doc.Checked.Claims, "other note", "other notes"))
	switch {
	case s.Blocking+s.Warning == 0 && len(doc.Baseline) > 0:
		t.line("%s %s", t.paint(green, "nothing new found:"), counted)
	case s.Blocking+s.Warning == 0 && t.Hook && doc.Checked.Notes == 0: // it would say so at each commit
	case s.Blocking+s.Warning == 0:
		t.line("%s %s", t.paint(green, "nothing found:"), counted)
	default:
		warnings := text.Count(s.Warning, "warning", "warnings")
		if n := possible(doc.Findings); n > 0 {
			warnings += fmt.Sprintf(" (%d possible)", n)
		}
		parts := fmt.Sprintf("%s, %s", t.paint(red, fmt.Sprintf("%d blocking", s.Blocking)), t.paint(yellow, warnings))
		t.line("%s in %s; %s", parts, text.Count(files, "file", "files"), counted)
	}
}

// aside says what is to be known of the findings and of those that do not count.
func (t *textWriter) aside(doc *finding.Document) {
	if possible(doc.Findings) > 0 {
		t.line("%s", t.paint(dim, "possible: a guess, with nothing to do if you disagree"))
	}
	if t.retold {
		t.line("%s", t.paint(dim, "a fix that several findings share stands at the first of them"))
	}
	if doc.Summary.Fixable > 0 {
		t.line("%s", t.paint(dim, t.mending(doc)+"; `kbgate explain GATE` says more about a gate"))
	}
	commented := 0
	for _, s := range doc.Suppressed {
		if s.By == "" {
			commented++
		}
	}
	if commented > 0 {
		t.line("%s", t.paint(dim, text.Count(commented, "finding", "findings")+" suppressed by comments"))
	}
	if n := len(doc.Suppressed) - commented; n > 0 {
		t.line("%s", t.paint(dim, text.Count(n, "finding", "findings")+" let through by reviewers"))
	}
	if n := len(doc.Baseline); n > 0 {
		t.line("%s", t.paint(dim, text.Count(n, "finding", "findings")+" passed over because of the baseline; --no-baseline shows them"))
	}
}

// possible counts the warnings that are merely possible.
func possible(findings []finding.Finding) (n int) {
	for i := range findings {
		if f := &findings[i]; f.IsPossible() && f.Severity == finding.Warning {
			n++
		}
	}
	return n
}
