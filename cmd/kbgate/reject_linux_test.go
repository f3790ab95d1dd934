package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/kbgate/kbgate/internal/decision"
)

// On a terminal the question is put word for word, once; what is typed is the reason, Enter skips it, and who interrupts
// records nothing.
func TestRejectOnTerminal(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: builds a program")
	}
	needs(t, "git", "go")
	program := filepath.Join(t.TempDir(), "kbgate")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	const question = "Could you tell me why you rejected this? (helps me improve)\r\n" + skipReason + "\r\n> "
	for name, test := range map[string]struct {
		typed  string
		status int
		reason string // "" where nothing is recorded
	}{
		"answer":      {"Examples don't work — not even one\n", 0, "Examples don't work — not even one"},
		"corrected":   {"wring\x7f\x7f\x7fong\n", 0, "wrong"},
		"Enter":       {"\n", 0, "No reason provided"},
		"end of file": {"\x04", 0, "No reason provided"},
		"Ctrl-C":      {"half an ans\x03", exitFailure, ""},
	} {
		t.Run(name, func(t *testing.T) {
			dir := rejecting(t)
			p := openTerminal(t)
			cmd := exec.Command(program, "reject", "skills/x.md", "--agent", "rio")
			p.start(cmd, dir)
			p.await("> ")
			if shown := p.shown(); shown != question {
				t.Fatalf("asked %q, want %q", shown, question)
			}
			p.write(test.typed)
			if status := p.wait(cmd); status != test.status {
				t.Errorf("status %d, want %d: %s", status, test.status, p.shown())
			}
			if n := strings.Count(p.shown(), "Could you"); n != 1 {
				t.Errorf("asked %d times: %q", n, p.shown())
			}
			checkRecorded(t, dir, test.reason)
		})
	}
}

// Who does not answer is waited for no longer than the time that is set, and then the decision is recorded with what had been typed.
func TestRejectGoesOn(t *testing.T) {
	needs(t, "git")
	dir := rejecting(t)
	p := openTerminal(t)
	cmd := exec.Command("/proc/self/exe", "reject", "skills/x.md", "--agent", "rio")
	cmd.Env = append(os.Environ(), impatience+"=50ms")
	p.start(cmd, dir)
	p.await("> ")
	p.write("half an answer")
	if status := p.wait(cmd); status != 0 {
		t.Errorf("status %d: %s", status, p.shown())
	}
	checkRecorded(t, dir, "half an answer")
}

// impatience names what makes the test binary a kbgate that waits less than half a minute for a reason. The program itself does
// not know it.
const impatience = "KBGATE_TEST_REASON_WAIT"

func init() {
	if wait, err := time.ParseDuration(os.Getenv(impatience)); err == nil {
		reasonWait = wait
		main()
	}
}

// rejecting makes a repository with something to reject.
func rejecting(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, args := range [][]string{{"init", "-q"}, {"config", "user.name", "Test"}, {"config", "user.email", "test@example.org"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "skills"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "skills", "x.md"), []byte("# X\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// checkRecorded compares the reason of the only decision of a repository, or makes sure that there is none.
func checkRecorded(t *testing.T, dir, reason string) {
	t.Helper()
	git := func(args ...string) string {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		out, err := cmd.Output()
		if err != nil {
			return ""
		}
		return string(out)
	}
	files := strings.Fields(git("ls-tree", "-r", "--name-only", "refs/heads/feedback", "feedback/"))
	if reason == "" {
		if len(files) > 0 {
			t.Errorf("%q was recorded", files)
		}
		return
	}
	if len(files) != 1 {
		t.Fatalf("%q was recorded", files)
	}
	d, err := decision.Decode([]byte(git("cat-file", "blob", "refs/heads/feedback:"+files[0])))
	if err != nil || d.Reason != reason || d.Agent != "rio" {
		t.Errorf("the reason is %q, %v; want %q", d.Reason, err, reason)
	}
}

// terminalOf is a pseudo-terminal (pty(7)) on which a program may run.
type terminalOf struct {
	t            *testing.T
	master, line *os.File

	mu   sync.Mutex
	said bytes.Buffer
}

func openTerminal(t *testing.T) *terminalOf {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("there are no pseudo-terminals: %v", err)
	}
	t.Cleanup(func() { master.Close() })
	if err := unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Skipf("no pseudo-terminal can be unlocked: %v", err)
	}
	n, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	line, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no pseudo-terminal can be opened: %v", err)
	}
	p := &terminalOf{t: t, master: master, line: line}
	go func() {
		for buffer := make([]byte, 4096); ; {
			n, err := master.Read(buffer)
			p.mu.Lock()
			p.said.Write(buffer[:n])
			p.mu.Unlock()
			if err != nil {
				return // the last program has closed it
			}
		}
	}()
	return p
}

// start runs a program with the terminal as its own.
func (p *terminalOf) start(cmd *exec.Cmd, dir string) {
	p.t.Helper()
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = dir, p.line, p.line, p.line
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	p.line.Close()
}

func (p *terminalOf) shown() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.said.String()
}

// most is how long a program may take; only a failure does.
const most = 30 * time.Second

// await waits until a text was shown.
func (p *terminalOf) await(text string) {
	p.t.Helper()
	for deadline := time.Now().Add(most); !strings.Contains(p.shown(), text); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			p.t.Fatalf("%q was not shown: %q", text, p.shown())
		}
	}
}

func (p *terminalOf) write(text string) {
	p.t.Helper()
	if _, err := p.master.WriteString(text); err != nil {
		p.t.Fatal(err)
	}
}

// wait waits for the end of a program, and gives its exit status.
func (p *terminalOf) wait(cmd *exec.Cmd) int {
	p.t.Helper()
	ends := time.AfterFunc(most, func() { _ = cmd.Process.Kill() }) // a status that nobody wants
	defer ends.Stop()
	_ = cmd.Wait() // the status says it
	return cmd.ProcessState.ExitCode()
}
