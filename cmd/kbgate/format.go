package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/cli"

	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/regular"
	"github.com/kbgate/kbgate/internal/report"
)

// format is a way to write findings.
type format struct {
	name  string
	write func(io.Writer, *printable) error
	// inLog wraps a writer for the log of a CI, so that no text is a command to the runner and the format stays the same to its
	// readers; nil: the format itself escapes commands.
	inLog func(io.Writer) io.Writer
}

// printable is the outcome of a check, with what formats say beside it.
type printable struct {
	*check.Result
	input report.Input
	named func(notePath string) string // how a command names a note
	hook  bool                         // git calls for a commit
	again bool                         // another outcome follows
	quiet bool                         // only the findings are written
	color color
	run   report.Run
}

// formats are all of them, in the order in which people are told of them.
var formats = []format{
	{"text", writeText, nil},
	{"json", writeJSON, cli.Machine},
	{"sarif", foreign(report.WriteSARIF), cli.Machine},
	{"sarif-all", foreign(report.WriteFullSARIF), cli.Machine},
	{"github", foreign(report.WriteGitHub), nil},
	{"gitlab", foreign(report.WriteGitLab), cli.Machine},
	{"junit", foreign(report.WriteJUnit), cli.MachineXML},
	{"checkstyle", foreign(report.WriteCheckstyle), cli.MachineXML},
	{"rdjson", foreign(report.WriteRDJSON), cli.Machine},
	{"comment", func(w io.Writer, j *printable) error { return commentResult(w, j.Result) }, nil},
}

// statistics is what --statistics writes in place of the findings.
var statistics = format{"statistics", func(w io.Writer, j *printable) error { return report.WriteStatistics(w, &j.Document, j.textOptions(w)) }, nil}

func writeText(w io.Writer, j *printable) error {
	return report.WriteText(w, &j.Document, j.textOptions(w))
}

func (j *printable) textOptions(w io.Writer) report.TextOptions {
	opts := report.TextOptions{Color: j.color.shown(w), Width: cli.ColumnsOf(w), Input: j.input, Log: cli.IsLog(), Named: j.named, Quiet: j.quiet, Hook: j.hook}
	if j.IsKept {
		opts.Gates = gate.BuiltIn
	}
	return opts
}

// color is when text has colours.
type color string

const (
	colorAuto   color = "auto"
	colorAlways color = "always"
	colorNever  color = "never"
)

// shown reports whether text that goes to a writer has colours.
func (c color) shown(w io.Writer) bool { return c == colorAlways || c != colorNever && cli.Colorful(w) }

// namedBy gives the function that names a note below a root from the folder in which the user stands. Git starts hooks and aliases at the top
// of the work tree, and names the user's folder beside.
func namedBy(dir, root string) func(string) string {
	if prefix := os.Getenv("GIT_PREFIX"); filepath.IsLocal(prefix) {
		if user := filepath.Join(dir, prefix); regular.IsFolder(user) {
			dir = user
		}
	}
	for _, folder := range []*string{&dir, &root} {
		if whole, err := filepath.EvalSymlinks(*folder); err == nil {
			*folder = whole
		}
	}
	return func(notePath string) string {
		name := filepath.Join(root, filepath.FromSlash(notePath))
		if way, err := filepath.Rel(dir, name); err == nil {
			name = way
		}
		return filepath.ToSlash(name)
	}
}

// writeJSON writes a document on one line where another follows.
func writeJSON(w io.Writer, j *printable) error {
	if j.again {
		return finding.WriteLine(w, &j.Document)
	}
	return finding.Write(w, &j.Document)
}

// foreign is a format of other programs.
func foreign(write func(io.Writer, *finding.Document, report.Run) error) func(io.Writer, *printable) error {
	return func(w io.Writer, j *printable) error { return write(w, &j.Document, j.run) }
}

func findFormat(name string) (format, bool) {
	if i := slices.Index(formatNames(), name); i >= 0 {
		return formats[i], true
	}
	return format{}, false
}

func formatNames() []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

func unknownFormat(name string) error {
	return hint.Misuse(cli.Meant(name, formatNames(), ""), "unknown format %q; there are %s", name, strings.Join(formatNames(), ", "))
}

// output is where findings go, and how. A file of "" is standard output.
type output struct {
	format format
	file   string
}

// outputsOf are what --format and --output ask for: --output FILE takes the findings from standard output to a file, and
// --output FORMAT=FILE writes them beside it once more.
func outputsOf(formatName string, flags []string) ([]output, error) {
	main, ok := findFormat(formatName)
	if !ok {
		return nil, unknownFormat(formatName)
	}
	all := []output{{format: main}}
	for _, flag := range flags {
		name, file, paired := strings.Cut(flag, "=")
		f, known := findFormat(name)
		near, likely := config.Nearest(name, formatNames())
		switch {
		case paired && known && file == "":
			return nil, hint.Misuse("write --output "+name+"=FILE", "--output %s names no file", flag)
		case paired && known:
			all = append(all, output{f, file})
		case paired && likely && !strings.ContainsAny(name, `./\`):
			return nil, hint.Misuse(fmt.Sprintf("did you mean %s=%s? A file of that name is written as ./%s", near, file, flag), "--output %s: unknown format %q", flag, name)
		case flag == "":
			return nil, hint.Misuse("", "--output names no file")
		case all[0].file != "":
			return nil, hint.Misuse("further files take a format: --output FORMAT=FILE", "--output names two files for one format: %s and %s", all[0].file, flag)
		default:
			all[0].file = flag
		}
	}
	return all, distinct(all)
}

// distinct refuses outputs that would overwrite each other. A link in the place of an output is replaced, so only the folders
// that lead to one are looked through.
func distinct(all []output) error {
	places := map[string]string{}
	for _, o := range all {
		if o.file == "" {
			continue
		}
		place, err := filepath.Abs(o.file)
		if err != nil {
			return err
		}
		if folder, err := filepath.EvalSymlinks(filepath.Dir(place)); err == nil {
			place = filepath.Join(folder, filepath.Base(place))
		}
		if other, ok := places[place]; ok {
			return hint.Misuse("give each format a file of its own", "--output names one file twice: %s and %s", other, o.file)
		}
		places[place] = o.file
	}
	return nil
}

// writeFindings writes the outcome of a check wherever it was asked for.
func writeFindings(c *cli.Call, result *printable, outputs []output) error {
	for _, o := range outputs {
		err := writeOutput(c, o.file, func(w io.Writer) error {
			if o.format.inLog != nil && cli.IsLog() && !cli.IsFile(w) {
				w = o.format.inLog(w)
			}
			if err := o.format.write(w, result); err != nil {
				return fmt.Errorf("writing the findings: %w", err)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// newPrintable is a result with what the flags say of the run.
func newPrintable(dir string, result *check.Result, flags *checkFlags) *printable {
	return &printable{Result: result, input: flags.input(), again: flags.watch != "", quiet: flags.quiet, color: flags.color,
		named: namedBy(dir, result.Root), hook: flags.Staged && os.Getenv("GIT_INDEX_FILE") != "",
		run: report.Run{Version: version(), Folder: result.Folder, Strict: flags.Strict}}
}
