package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/kbgate/kbgate/internal/text"
)

// terminal gives the terminal behind a stream.
func terminal(stream any) (fd int, ok bool) {
	file, ok := stream.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return 0, false
	}
	return int(file.Fd()), true
}

func isTerminal(stream any) bool {
	_, ok := terminal(stream)
	return ok
}

// releaseLine makes a terminal give what has been typed of a line that is not ended yet, to whoever reads it, until restore.
func releaseLine(in *os.File) (restore func()) {
	fd := int(in.Fd())
	before, err := term.MakeRaw(fd)
	if err != nil {
		return func() {}
	}
	return func() { _ = term.Restore(fd, before) } // a terminal that is gone needs none
}

// say writes a line to people. Whatever it quotes, of notes or of names, cannot drive their terminal.
func say(c *call, format string, args ...any) {
	fmt.Fprintf(c.errs, "kbgate: %s\n", visibleLines(fmt.Sprintf(format, args...)))
}

// show prints a result for people, which drives no terminal either.
func show(c *call, format string, args ...any) error {
	_, err := io.WriteString(c.out, visibleLines(fmt.Sprintf(format, args...)))
	return err
}

// printResult prints a result: where --format says so as JSON for programs, else as text for people.
func printResult(c *call, value any, text string) error {
	if asJSON(c) {
		return printJSON(machine(c.out), value)
	}
	return show(c, "%s", text)
}

// asJSON reports whether --format asks for a JSON object.
func asJSON(c *call) bool { return c.format() == "json" }

// printJSON prints a value on one line.
func printJSON(w io.Writer, value any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(value)
}

// visibleLines makes text safe to print and keeps its lines.
func visibleLines(s string) string { return commandless(eachLine(s, text.Visible)) }

// commandless keeps the runner of a CI from taking lines for commands.
func commandless(s string) string {
	if !isLog() {
		return s
	}
	return eachLine(s, text.Commandless)
}

func eachLine(s string, change func(string) string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = change(lines[i])
	}
	return strings.Join(lines, "\n")
}

// machine gives a writer of JSON that escapes characters which act on a terminal, and those by which the runner of a CI knows a
// command. A reader of the JSON gets the same text.
func machine(w io.Writer) io.Writer {
	to := w
	if isLog() && !isFile(w) {
		to = writing(func(p []byte) error {
			_, err := w.Write(bytes.ReplaceAll(p, []byte("#"), []byte(`\u0023`)))
			return err
		})
	}
	return text.EscapeTo(to, func(r rune) string { return fmt.Sprintf(`\u%04x`, r) })
}

// machineXML gives a writer of XML that escapes the second of two number signs, by which the runner of a CI knows a command.
func machineXML(w io.Writer) io.Writer {
	last := byte(0) // two of them may come in two pieces
	return writing(func(p []byte) error {
		var b []byte
		for _, c := range p {
			if c == '#' && last == '#' {
				b, c = append(b, "&#35;"...), 0
			} else {
				b = append(b, c)
			}
			last = c
		}
		_, err := w.Write(b)
		return err
	})
}

// writing is a function that writes.
type writing func([]byte) error

func (f writing) Write(p []byte) (int, error) { return len(p), f(p) }

// isShown reports whether what is written is seen as it is: on a terminal, or in the log of a CI.
func isShown(w io.Writer) bool {
	return isTerminal(w) || isLog() && !isFile(w)
}

// lineStart makes a name safe at the start of a line, so that no runner takes it for a command.
func lineStart(name string) string { return text.Commandless(oneLine(name)) }

// isLog reports whether the runner of a CI reads what is printed, and takes lines for commands: that of GitHub, Gitea or
// Forgejo, of Azure Pipelines, or of TeamCity.
func isLog() bool {
	return os.Getenv("GITHUB_ACTIONS") != "" || os.Getenv("TF_BUILD") != "" || os.Getenv("TEAMCITY_VERSION") != ""
}

// colorful reports whether a writer takes colours: a terminal, unless NO_COLOR is set (https://no-color.org).
func colorful(w io.Writer) bool {
	return isTerminal(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// columnsOf is the width of the terminal behind a writer, or 0.
func columnsOf(w io.Writer) int {
	fd, ok := terminal(w)
	if !ok {
		return 0
	}
	width, _, err := term.GetSize(fd)
	if err != nil {
		return 0
	}
	return width
}

// patience is how long a command may take before it shows a progress bar.
const patience = time.Second

// progress shows a bar on a terminal when a command takes longer than patience.
type progress struct {
	w     io.Writer
	doing string
	quiet bool
	since time.Time

	mu  sync.Mutex
	bar *progressbar.ProgressBar
	max int
}

func newProgress(c *call, doing string) *progress {
	w := c.errs
	return &progress{w: w, doing: doing, quiet: !isTerminal(w), since: time.Now()}
}

// set tells how much of the work is done; of is -1 where nobody knows how much there is. Workers call it at the same time and out of order.
func (p *progress) set(done, of int) {
	if p.quiet || time.Since(p.since) < patience {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar == nil {
		p.bar = progressbar.NewOptions(of, progressbar.OptionSetWriter(p.w), progressbar.OptionSetDescription(p.doing),
			progressbar.OptionShowCount(), progressbar.OptionClearOnFinish(), progressbar.OptionThrottle(100*time.Millisecond))
	}
	if done > p.max {
		p.max = done
		_ = p.bar.Set(done) // a bar that cannot be drawn is no reason to stop
	}
}

// done takes the bar away.
func (p *progress) done() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar != nil {
		_ = p.bar.Clear()
	}
	p.quiet = true
}
