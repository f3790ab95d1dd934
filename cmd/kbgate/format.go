package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/report"
)

// format is a way to write findings.
type format struct {
	name  string
	write func(io.Writer, *judged) error
}

// judged is the outcome of a check, with what formats say beside it: run asks git, so it is called by those that need it.
type judged struct {
	*check.Result
	subject report.Judged
	again   bool // another outcome follows
	run     func() report.Run
}

// formats are all of them, in the order in which people are told of them.
var formats = []format{
	{"text", writeText},
	{"json", writeJSON},
	{"sarif", foreign(report.WriteSARIF)},
	{"sarif-all", foreign(report.WriteFullSARIF)},
	{"github", foreign(report.WriteGitHub)},
	{"gitlab", foreign(report.WriteGitLab)},
	{"junit", foreign(report.WriteJUnit)},
	{"checkstyle", foreign(report.WriteCheckstyle)},
	{"rdjson", foreign(report.WriteRDJSON)},
	{"comment", func(w io.Writer, j *judged) error { return commentResult(w, j.Result) }},
}

func writeText(w io.Writer, j *judged) error {
	return report.WriteText(w, &j.Document, report.TextOptions{Color: colorful(w), Width: columnsOf(w), Judged: j.subject, Log: isLog()})
}

// writeJSON writes a document on one line where another follows.
func writeJSON(w io.Writer, j *judged) error {
	if j.again {
		return finding.WriteLine(w, &j.Document)
	}
	return finding.Write(w, &j.Document)
}

// foreign is a format of other programs.
func foreign(write func(io.Writer, *finding.Document, report.Run) error) func(io.Writer, *judged) error {
	return func(w io.Writer, j *judged) error { return write(w, &j.Document, j.run()) }
}

func findFormat(name string) (format, bool) {
	for _, f := range formats {
		if f.name == name {
			return f, true
		}
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
	hint := ""
	if near, ok := config.Nearest(name, formatNames()); ok {
		hint = fmt.Sprintf("did you mean %s?", near)
	}
	return &check.UsageError{Err: fmt.Errorf("unknown format %q; there are %s", name, strings.Join(formatNames(), ", ")), Hint: hint}
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
			return nil, &check.UsageError{Err: fmt.Errorf("--output %s names no file", flag), Hint: "write --output " + name + "=FILE"}
		case paired && known:
			all = append(all, output{f, file})
		case paired && likely && !strings.ContainsAny(name, `./\`):
			return nil, &check.UsageError{Err: fmt.Errorf("--output %s: unknown format %q", flag, name),
				Hint: fmt.Sprintf("did you mean %s=%s? A file of that name is written as ./%s", near, file, flag)}
		case flag == "":
			return nil, &check.UsageError{Err: errors.New("--output names no file")}
		case all[0].file != "":
			return nil, &check.UsageError{Err: fmt.Errorf("--output names two files for one format: %s and %s", all[0].file, flag),
				Hint: "further files take a format: --output FORMAT=FILE"}
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
			return &check.UsageError{Err: fmt.Errorf("--output names one file twice: %s and %s", other, o.file), Hint: "give each format a file of its own"}
		}
		places[place] = o.file
	}
	return nil
}

// writeFindings writes the outcome of a check wherever it was asked for.
func writeFindings(result *judged, outputs []output, std streams) error {
	for _, o := range outputs {
		write := func(w io.Writer) error {
			if err := o.format.write(commandless(w, o.format.name), result); err != nil {
				return fmt.Errorf("writing the findings: %w", err)
			}
			return nil
		}
		var err error
		if o.file == "" {
			err = write(std.out)
		} else {
			err = writeOutput(o.file, std, write)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// newJudged is a result with what the request says of the run.
func newJudged(ctx context.Context, result *check.Result, req check.Request, flags checkFlags) *judged {
	return &judged{Result: result, subject: flags.subject(), again: flags.watch != "", run: sync.OnceValue(func() report.Run {
		return report.Run{Version: version(), Folder: result.Folder, Strict: flags.strict}
	})}
}
