package cli

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

func IsTerminal(stream any) bool {
	_, ok := terminal(stream)
	return ok
}

// ReleaseLine makes a terminal give what has been typed of a line that is not ended yet, to whoever reads it, until restore.
func ReleaseLine(in *os.File) (restore func()) {
	fd := int(in.Fd())
	before, err := term.MakeRaw(fd)
	if err != nil {
		return func() {}
	}
	return func() { _ = term.Restore(fd, before) } // a terminal that is gone needs none
}

// Say writes a line to people. Whatever it quotes, of notes or of names, cannot drive their terminal.
func Say(c *Call, format string, args ...any) {
	fmt.Fprintf(c.Errs, "kbgate: %s\n", VisibleLines(fmt.Sprintf(format, args...)))
}

// Show prints a result for people, which drives no terminal either.
func Show(c *Call, format string, args ...any) error {
	_, err := io.WriteString(c.Out, VisibleLines(fmt.Sprintf(format, args...)))
	return err
}

// PrintResult prints a result: where --format says so as JSON for programs, else as text for people.
func PrintResult(c *Call, value any, text string) error {
	if AsJSON(c) {
		return PrintJSON(Machine(c.Out), value)
	}
	return Show(c, "%s", text)
}

// AsJSON reports whether --format asks for a JSON object.
func AsJSON(c *Call) bool { return c.Format() == "json" }

// PrintJSON prints a value on one line.
func PrintJSON(w io.Writer, value any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(value)
}

// PrintSafely prints text: to a terminal without what could drive it, into the log of a CI without what its runner takes for a
// command, to anything else to the byte.
func PrintSafely(w io.Writer, s string) error {
	if IsTerminal(w) {
		s = VisibleLines(s)
	} else if !IsFile(w) {
		s = Commandless(s)
	}
	_, err := io.WriteString(w, s)
	return err
}

// IsFile reports whether a writer is a regular file, which is read by whoever asked for it.
func IsFile(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode().IsRegular()
}

// VisibleLines makes text safe to print and keeps its lines.
func VisibleLines(s string) string { return Commandless(eachLine(s, text.Visible)) }

// Commandless keeps the runner of a CI from taking lines for commands.
func Commandless(s string) string {
	if !IsLog() {
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

// Machine gives a writer of JSON that escapes characters which act on a terminal, and those by which the runner of a CI knows a
// command. A reader of the JSON gets the same text.
func Machine(w io.Writer) io.Writer {
	to := w
	if IsLog() && !IsFile(w) {
		to = writing(func(p []byte) error {
			_, err := w.Write(bytes.ReplaceAll(p, []byte("#"), []byte(`\u0023`)))
			return err
		})
	}
	return text.EscapeTo(to, func(r rune) string { return fmt.Sprintf(`\u%04x`, r) })
}

// MachineXML gives a writer of XML that escapes the second of two number signs, by which the runner of a CI knows a command.
func MachineXML(w io.Writer) io.Writer {
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

// IsShown reports whether what is written is seen as it is: on a terminal, or in the log of a CI.
func IsShown(w io.Writer) bool {
	return IsTerminal(w) || IsLog() && !IsFile(w)
}

// OneLine keeps a name from making lines of its own.
func OneLine(s string) string { return strings.ReplaceAll(s, "\n", " ") }

// LineStart makes a name safe at the start of a line, so that no runner takes it for a command.
func LineStart(name string) string { return text.Commandless(OneLine(name)) }

// IsLog reports whether the runner of a CI reads what is printed, and takes lines for commands: that of GitHub, Gitea or
// Forgejo, of Azure Pipelines, or of TeamCity.
func IsLog() bool {
	return os.Getenv("GITHUB_ACTIONS") != "" || os.Getenv("TF_BUILD") != "" || os.Getenv("TEAMCITY_VERSION") != ""
}

// Colorful reports whether a writer takes colours: a terminal, unless NO_COLOR is set (https://no-color.org).
func Colorful(w io.Writer) bool {
	return IsTerminal(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// ColumnsOf is the width of the terminal behind a writer, or 0.
func ColumnsOf(w io.Writer) int {
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

// Progress shows a bar on a terminal when a command takes longer than patience.
type Progress struct {
	w     io.Writer
	doing string
	quiet bool
	since time.Time

	mu  sync.Mutex
	bar *progressbar.ProgressBar
	max int
}

func NewProgress(c *Call, doing string) *Progress {
	w := c.Errs
	return &Progress{w: w, doing: doing, quiet: !IsTerminal(w), since: time.Now()}
}

// Set tells how much of the work is done; of is -1 where nobody knows how much there is. Workers call it at the same time and out of order.
func (p *Progress) Set(done, of int) {
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

// Done takes the bar away.
func (p *Progress) Done() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar != nil {
		_ = p.bar.Clear()
	}
	p.quiet = true
}
