package evolution

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/learn/evolution"
)

// chromium runs a browser without a window, and gives what it prints and what its console says.
func chromium(t *testing.T, args ...string) (out, console string) {
	t.Helper()
	program, err := exec.LookPath("chromium")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("chromium is not installed")
		}
		t.Skip("chromium is not installed")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	args = append([]string{"--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--no-first-run", "--enable-logging=stderr",
		"--user-data-dir=" + t.TempDir()}, args...)
	cmd := exec.CommandContext(ctx, program, args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	for line := range strings.Lines(stderr.String()) {
		if strings.Contains(line, "CONSOLE") {
			console += line
		}
	}
	return stdout.String(), console
}

// A browser shows the page, styled, in light and dark, and finds nothing to complain about: neither
// what the page's own policy forbids nor a script of somebody who typed one.
func TestBrowserShowsThePage(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: drives a browser")
	}
	for name, e := range map[string]*evolution.Evolution{"small": small(), "empty": month(), "hostile": hostile()} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			page := filepath.Join(folder, "report.html")
			if err := os.WriteFile(page, written(t, "html", e), 0o600); err != nil {
				t.Fatal(err)
			}
			dom, console := chromium(t, "--dump-dom", "file://"+page)
			if console != "" || !strings.Contains(dom, "</footer>") || strings.Contains(strings.ToLower(dom), "<script") {
				t.Errorf("the console says %q of\n%.500s", console, dom)
			}
			shot := filepath.Join(folder, "shot.png")
			for scheme, isDark := range map[string]bool{"preferredColorScheme=1": false, "preferredColorScheme=0": true} {
				if isDark && name != "small" {
					continue
				}
				_, console := chromium(t, "--screenshot="+shot, "--window-size=1280,900", "--blink-settings="+scheme, "file://"+page)
				if dark, colours := looked(t, shot); console != "" || dark != isDark || colours < 20 {
					t.Errorf("%s: %s %d colours, dark: %t", scheme, console, colours, dark)
				}
			}
		})
	}
}

// looked says whether a picture is dark at its corner, and how many colours it has.
func looked(t *testing.T, name string) (dark bool, colours int) {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	picture, err := png.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[[3]uint32]bool{}
	for y := range picture.Bounds().Dy() {
		for x := range picture.Bounds().Dx() {
			seen[colour(picture, x, y)] = true
		}
	}
	return colour(picture, 0, 0)[0] < 0x8000, len(seen)
}

func colour(picture image.Image, x, y int) [3]uint32 {
	r, g, b, _ := picture.At(x, y).RGBA()
	return [3]uint32{r, g, b}
}
