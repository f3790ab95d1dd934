package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/kbgate/kbgate/internal/cli"

	"github.com/spf13/cobra"
)

// Below /dev stand devices, open files and, on Linux, a folder for files of one's own.
func TestOutputBelowDev(t *testing.T) {
	if _, err := os.Stat("/dev/null"); err != nil {
		t.Skip("there is no /dev")
	}
	report := func(text string) func(io.Writer) error {
		return func(w io.Writer) error { _, err := io.WriteString(w, text); return err }
	}
	var out, complaints bytes.Buffer
	cmd := new(cobra.Command)
	cmd.SetOut(&out)
	cmd.SetErr(&complaints)
	for _, name := range []string{"/dev/null", "/dev/stdout", "/dev/stderr"} {
		if err := writeOutput(cli.NewCall(cmd, nil), name, report(name)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if out.String() != "/dev/stdout" || complaints.String() != "/dev/stderr" {
		t.Errorf("%q, %q", out.String(), complaints.String())
	}
	if info, err := os.Lstat("/dev/null"); err != nil || info.Mode().IsRegular() {
		t.Fatalf("/dev/null is now %v, %v", info, err)
	}
	if err := writeOutput(cli.NewCall(cmd, nil), "/dev/kbgate-no-such-device", report("a")); err == nil {
		t.Error("a file was made among the devices")
	}
	dir, err := os.MkdirTemp("/dev/shm", "kbgate-*")
	if err != nil {
		t.Skip("there is no /dev/shm to write to")
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "report")
	for _, text := range []string{"a long report", "a short one"} {
		err := writeOutput(cli.NewCall(cmd, nil), name, report(text))
		if got, readErr := os.ReadFile(name); err != nil || readErr != nil || string(got) != text {
			t.Errorf("%q, %v, %v; want %q", got, err, readErr, text)
		}
	}
}
