package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// On a full disk a record is refused and nothing is half written, wherever the room ends; when there is room again, all
// goes on.
func TestFullDisk(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: kills programs")
	}
	for _, way := range crashWays("loose", "packed", "sha256", "head") {
		t.Run(way.name, func(t *testing.T) {
			mnt := t.TempDir()
			if err := syscall.Mount("none", mnt, "tmpfs", 0, "size=3m"); err != nil {
				t.Skipf("no small disk can be mounted: %v", err)
			}
			t.Cleanup(func() {
				if err := syscall.Unmount(mnt, syscall.MNT_DETACH); err != nil {
					t.Error(err)
				}
			})
			dir := filepath.Join(mnt, "repository")
			gitIn(t, mnt, "clone", "-q", "--template=", way.make(t), dir)
			configure(t, dir)
			s := openView(t, dir, way.ref)
			if way.many {
				defer func(n int) { manyObjects = n }(manyObjects)
				manyObjects = 1
			}
			if err := record(s, "a/0.yaml"); err != nil {
				t.Fatal(err)
			}
			refusals := 0
			for i, room := range []int{0, 1, 2, 4, 6, 8, 12} { // pages
				ballast := fill(t, mnt, room)
				before, err := s.Tip()
				if err != nil {
					t.Fatal(err)
				}
				name := fmt.Sprintf("b/%d.yaml", i)
				if err := record(s, name); err != nil {
					refused(t, err, "the disk is full", "make room")
					if !errors.Is(err, syscall.ENOSPC) {
						t.Errorf("%d pages: the cause is lost: %v", room, err)
					}
					if after, err := s.Tip(); after != before || err != nil {
						t.Errorf("%d pages: the branch moved to %q, %v", room, after, err)
					}
					refusals++
				}
				if err := os.Remove(ballast); err != nil {
					t.Fatal(err)
				}
				unharmed(t, dir)
				if left := leftOvers(t, dir); len(left) > 0 {
					t.Errorf("%d pages: left %q", room, left)
				}
				if err := record(s, name); err != nil {
					t.Errorf("%d pages: with room again: %v", room, err)
				}
			}
			if refusals == 0 {
				t.Error("the disk was never full")
			}
			t.Logf("%d refusals", refusals)
			unharmed(t, dir)
		})
	}
}

// fill leaves a disk so many pages of room.
func fill(t *testing.T, mnt string, pages int) (ballast string) {
	t.Helper()
	ballast = filepath.Join(mnt, "ballast")
	f, err := os.Create(ballast)
	if err != nil {
		t.Fatal(err)
	}
	size, page := int64(0), make([]byte, os.Getpagesize())
	for {
		n, err := f.Write(page)
		if size += int64(n); err != nil {
			break
		}
	}
	if err := f.Truncate(max(0, size-int64(pages*len(page)))); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return ballast
}

// Where one may not write, that is said, and how to go on.
func TestReadOnly(t *testing.T) {
	for _, ref := range []string{"refs/heads/feedback", Head} {
		dir := plain(t)
		if err := record(openAt(t, dir, ref), "a/1.yaml"); err != nil {
			t.Fatal(err)
		}
		for up := dir; up != os.TempDir() && up != "/"; up = filepath.Dir(up) {
			if err := os.Chmod(up, 0o755); err != nil { // so that others may look in
				t.Fatal(err)
			}
		}
		if os.Getuid() == 0 {
			stranger := &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
			said(t, dir, ref, stranger, nil, "belongs to another user", "safe.directory")
			said(t, dir, ref, stranger, []string{"GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=safe.directory", "GIT_CONFIG_VALUE_0=*"}, "may not write", "clone of your own")
		} else {
			chmodAll(t, dir, 0o555)
			said(t, dir, ref, nil, nil, "may not write", "clone of your own")
			chmodAll(t, dir, 0o755)
		}
		if err := syscall.Mount(dir, dir, "", syscall.MS_BIND, ""); err != nil {
			t.Logf("nothing can be mounted: %v", err)
			continue
		}
		if err := syscall.Mount(dir, dir, "", syscall.MS_BIND|syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err == nil {
			said(t, dir, ref, nil, nil, "read-only", "in a clone")
		} else {
			t.Logf("not to be mounted read-only: %v", err)
		}
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Fatal(err)
		}
		unharmed(t, dir)
		if left := leftOvers(t, dir); len(left) > 0 {
			t.Errorf("left: %q", left)
		}
	}
}

// said runs a writer that fails, and looks at what it says.
func said(t *testing.T, dir, ref string, as *syscall.SysProcAttr, env []string, reason, hint string) {
	t.Helper()
	job, err := json.Marshal(writer{Dir: dir, Ref: ref, Name: "w", Records: 1})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("/proc/self/exe") // which lies in a folder that is closed to others
	cmd.SysProcAttr = as
	cmd.Dir = "/"
	cmd.Env = append(append(os.Environ(), "KBGATE_STORE_WRITER="+string(job), "HOME=/nonexistent"), env...)
	out, err := cmd.CombinedOutput()
	what, way, _ := strings.Cut(string(out), "\nhint: ")
	if err == nil || !strings.Contains(what, reason) || !strings.Contains(way, hint) {
		t.Errorf("%s: %v: %s; want %q and the hint %q", ref, err, out, reason, hint)
	}
}

func chmodAll(t *testing.T, dir string, mode fs.FileMode) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() {
			return os.Chmod(name, mode)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
