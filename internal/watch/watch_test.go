package watch

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fsnotify/fsnotify"
)

// fakeEvents is a notifier whose events the test sends.
type fakeEvents struct {
	events chan fsnotify.Event
	errors chan error
	added  []string
	opened int
	full   error // that add fails with
}

func (f *fakeEvents) open() (*notifier, error) {
	f.opened++
	f.added = nil
	return &notifier{events: f.events, errors: f.errors, close: func() error { return nil }, add: func(folder string) error {
		f.added = append(f.added, filepath.Base(folder))
		return f.full
	}}, nil
}

// world is a tree on disk whose events the test makes up, and a loop over it on a clock that the test moves.
type world struct {
	*fakeEvents
	t       *testing.T
	root    string
	runs    atomic.Int32
	polling error
	cancel  context.CancelFunc
	done    chan error
	during  func() // what happens while the run is at work
}

func newWorld(t *testing.T, folders ...string) *world {
	w := &world{fakeEvents: &fakeEvents{events: make(chan fsnotify.Event), errors: make(chan error)}, t: t, root: t.TempDir(), done: make(chan error, 1)}
	for _, folder := range folders {
		w.mkdir(folder)
	}
	return w
}

// within runs a test in a bubble, where time passes only when nobody has anything to do.
func within(t *testing.T, test func(*testing.T)) {
	t.Helper()
	synctest.Test(t, test)
}

func (w *world) start() {
	w.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	w.cancel = cancel
	tree := Tree{Root: w.root, Polling: func(why error) { w.polling = why }, Files: func(context.Context) ([]string, error) { return nil, nil }}
	go func() {
		w.done <- loop(ctx, tree, &events{tree: tree, open: w.open}, func() error {
			w.runs.Add(1)
			if w.during != nil {
				w.during()
			}
			return nil
		})
	}()
	w.expect(1, "at once")
}

func (w *world) expect(runs int32, when string) {
	w.t.Helper()
	synctest.Wait()
	if got := w.runs.Load(); got != runs {
		w.t.Fatalf("%s: %d runs, want %d", when, got, runs)
	}
}

func (w *world) stop() {
	w.t.Helper()
	w.cancel()
	if err := <-w.done; !errors.Is(err, context.Canceled) {
		w.t.Errorf("the loop ended with %v", err)
	}
}

func (w *world) mkdir(name string) {
	w.t.Helper()
	if err := os.MkdirAll(filepath.Join(w.root, filepath.FromSlash(name)), 0o777); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) send(op fsnotify.Op, name string) {
	w.events <- fsnotify.Event{Name: filepath.Join(w.root, filepath.FromSlash(name)), Op: op}
}

func TestABurstIsOneChange(t *testing.T) {
	within(t, func(t *testing.T) {
		w := newWorld(t)
		w.start()
		for range 5 { // an editor that saves by renaming
			w.send(fsnotify.Rename, "a.md")
			w.send(fsnotify.Create, "a.md")
			w.send(fsnotify.Write, "a.md")
			time.Sleep(pause - time.Millisecond)
			w.expect(1, "while it goes on")
		}
		time.Sleep(time.Millisecond)
		w.expect(2, "after it")
		time.Sleep(time.Hour)
		w.expect(2, "without changes")
		w.send(fsnotify.Remove, "a.md")
		time.Sleep(pause)
		w.expect(3, "after another change")
		w.stop()
	})
}

func TestABurstWithoutEndIsLookedAt(t *testing.T) {
	within(t, func(t *testing.T) {
		w := newWorld(t)
		w.start()
		for range int(longest/pause)*2 + 2 {
			w.send(fsnotify.Write, "log.md")
			time.Sleep(pause / 2)
		}
		w.expect(2, "in the middle of it")
		w.stop()
	})
}

func TestAChangeDuringARunIsNotMissed(t *testing.T) {
	within(t, func(t *testing.T) {
		w := newWorld(t)
		sent := false
		w.during = func() {
			if w.runs.Load() == 2 && !sent {
				sent = true
				go w.send(fsnotify.Write, "a.md")
				time.Sleep(10 * longest)
			}
		}
		w.start()
		w.send(fsnotify.Write, "a.md")
		time.Sleep(11 * longest)
		w.expect(3, "after both")
		w.stop()
	})
}

func TestWhatCounts(t *testing.T) {
	for _, test := range []struct {
		op   fsnotify.Op
		name string
		want bool
	}{
		{fsnotify.Write, "notes/a.md", true},
		{fsnotify.Write, "notes/A.Markdown", true},
		{fsnotify.Chmod, "notes/a.md", false},
		{fsnotify.Remove, "notes/a.md", true},
		{fsnotify.Rename, "notes/a.md", true},
		{fsnotify.Write, ".kbgate.yaml", true},
		{fsnotify.Create, ".kbgate-baseline.yaml", true},
		{fsnotify.Write, ".gitignore", true},
		{fsnotify.Write, "notes/picture.png", false}, // its text is nobody's matter
		{fsnotify.Create, "notes/picture.png", true}, // but a link may embed it
		{fsnotify.Remove, "notes/picture.png", true},
		{fsnotify.Create, "notes/.a.md.swp", false},
		{fsnotify.Create, "notes/.#a.md", false},
		{fsnotify.Create, "notes/#a.md#", false},
		{fsnotify.Create, "notes/a.md~", false},
		{fsnotify.Create, "notes/.kbgate-123", false},
		{fsnotify.Create, ".git/index.lock", false},
		{fsnotify.Write, ".obsidian/workspace.md", false},
		{fsnotify.Write, "../elsewhere/a.md", false},
		{fsnotify.Write, "../elsewhere/policy.yaml", true},
		{fsnotify.Create, "../elsewhere/other.yaml", false},
		{fsnotify.Op(0), "", false},
	} {
		root := t.TempDir()
		e := &events{tree: Tree{Root: root, Also: []string{filepath.Join(filepath.Dir(root), "elsewhere", "policy.yaml")}}}
		if got := e.counts(fsnotify.Event{Name: filepath.Join(root, filepath.FromSlash(test.name)), Op: test.op}); got != test.want {
			t.Errorf("%v of %s: %v", test.op, test.name, got)
		}
	}
}

func TestFoldersAreWatchedAsTheyComeAndGo(t *testing.T) {
	within(t, func(t *testing.T) {
		w := newWorld(t, "notes/deep", ".git/objects", ".obsidian")
		w.start()
		want := []string{filepath.Base(w.root), "notes", "deep"}
		if !slices.Equal(w.added, want) {
			t.Errorf("watched are %v, want %v", w.added, want)
		}
		w.mkdir("new/er")
		w.send(fsnotify.Create, "new")
		time.Sleep(pause)
		w.expect(2, "after a folder came")
		if want = append(want[:1:1], "new", "er", "notes", "deep"); !slices.Equal(w.added, want) {
			t.Errorf("watched are %v, want %v", w.added, want)
		}
		if err := os.Rename(filepath.Join(w.root, "notes"), filepath.Join(w.root, "old notes")); err != nil {
			t.Fatal(err)
		}
		w.send(fsnotify.Rename, "notes")
		time.Sleep(pause)
		w.expect(3, "after a folder went")
		if want = append(want[:3:3], "old notes", "deep"); !slices.Equal(w.added, want) {
			t.Errorf("watched are %v, want %v", w.added, want)
		}
		w.send(fsnotify.Write, "old notes/a.md")
		time.Sleep(pause)
		w.expect(4, "after a note changed")
		if w.opened != 3 {
			t.Errorf("opened %d times, want 3", w.opened)
		}
		w.stop()
	})
}

func TestIgnoredFoldersAreNotWatched(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	w := newWorld(t, "notes", "node_modules/deep", "empty")
	if err := os.WriteFile(filepath.Join(w.root, ".gitignore"), []byte("node_modules\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("git", "init", "-q", w.root).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	e := &events{tree: Tree{Root: w.root}, open: w.open}
	if err := e.renew(context.Background()); err != nil {
		t.Fatal(err)
	}
	if want := []string{filepath.Base(w.root), "empty", "notes"}; !slices.Equal(w.added, want) {
		t.Errorf("watched are %v, want %v", w.added, want)
	}
}

func TestLostEventsAreAChange(t *testing.T) {
	within(t, func(t *testing.T) {
		w := newWorld(t)
		w.start()
		w.errors <- fsnotify.ErrEventOverflow
		time.Sleep(pause)
		w.expect(2, "after the queue ran over")
		if w.opened != 2 || w.polling != nil {
			t.Errorf("opened %d times, polling for %v", w.opened, w.polling)
		}
		w.stop()
	})
}

func TestWithoutEventsItPolls(t *testing.T) {
	within(t, func(t *testing.T) {
		w := newWorld(t)
		w.full = syscall.ENOSPC // what inotify says when there are too many watches
		w.start()
		if !errors.Is(w.polling, syscall.ENOSPC) {
			t.Errorf("polling for %v", w.polling)
		}
		if err := os.WriteFile(filepath.Join(w.root, ".kbgate.yaml"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		w.expect(2, "after a change")
		w.stop()
	})
	within(t, func(t *testing.T) {
		w := newWorld(t)
		w.start()
		w.errors <- errors.New("the device is gone")
		w.expect(2, "when it begins to poll")
		if w.polling == nil {
			t.Error("nobody was told")
		}
		w.stop()
	})
}

func TestPolling(t *testing.T) {
	within(t, func(t *testing.T) {
		root := t.TempDir()
		write := func(name, text string, second int64) {
			name = filepath.Join(root, name)
			if err := errors.Join(os.WriteFile(name, []byte(text), 0o600), os.Chtimes(name, time.Time{}, time.Unix(second, 0))); err != nil {
				t.Fatal(err)
			}
		}
		write("a.md", "one", 1)
		write("picture.png", "one", 1)
		var files atomic.Pointer[[]string]
		list := func(names ...string) { files.Store(&names) }
		list("a.md", "picture.png")
		var runs atomic.Int32
		tree := Tree{Root: root, Files: func(context.Context) ([]string, error) { return *files.Load(), nil }}
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan error, 1)
		go func() {
			done <- loop(ctx, tree, &polled{tree: tree}, func() error { runs.Add(1); return nil })
		}()
		for i, step := range []struct {
			change func()
			again  bool
		}{
			{func() {}, false},
			{func() { write("a.md", "two", 1); write("a.md", "three", 1) }, true},
			{func() { write("a.md", "eerht", 2) }, true},
			{func() { write("picture.png", "another one", 3) }, false},
			{func() { list("a.md") }, true},
			{func() { list("a.md", ".a.md.swp", "a.md~") }, false},
			{func() { write(".kbgate.yaml", "", 1) }, true},
			{func() { write("a.md", "x", 4); time.Sleep(leastPause); write("a.md", "yy", 5) }, true},
		} {
			synctest.Wait()
			before := runs.Load()
			step.change()
			time.Sleep(time.Minute)
			synctest.Wait()
			if got := runs.Load() - before; (got > 0) != step.again {
				t.Errorf("step %d: %d runs more", i, got)
			}
		}
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
}

func TestTheLoopEndsWithItsRunAndItsRoot(t *testing.T) {
	failure := errors.New("no")
	if err := Loop(context.Background(), Tree{Root: t.TempDir(), Poll: true, Files: func(context.Context) ([]string, error) { return nil, nil }},
		func() error { return failure }); !errors.Is(err, failure) {
		t.Error(err)
	}
	within(t, func(t *testing.T) {
		w := newWorld(t)
		w.start()
		if err := os.Remove(w.root); err != nil {
			t.Fatal(err)
		}
		w.send(fsnotify.Remove, ".")
		if err := <-w.done; !errors.Is(err, os.ErrNotExist) {
			t.Error(err)
		}
	})
}

// The events of the machine itself, whatever they are: each change is followed by a run.
func TestTheSystemsEvents(t *testing.T) {
	root, elsewhere := t.TempDir(), t.TempDir()
	policy := filepath.Join(elsewhere, "policy.yaml")
	file := func(name string) string { return filepath.Join(root, filepath.FromSlash(name)) }
	write := func(name string) error { return os.WriteFile(name, []byte(time.Now().String()), 0o600) }
	if err := errors.Join(os.MkdirAll(file("notes/deep"), 0o777), write(file("notes/deep/a.md")), write(policy)); err != nil {
		t.Fatal(err)
	}
	// What each step changes is looked at by the next run.
	state := func() string {
		var names []string
		for _, dir := range []string{root, elsewhere} {
			_ = filepath.WalkDir(dir, func(name string, entry os.DirEntry, _ error) error {
				data, _ := os.ReadFile(name)
				names = append(names, name+string(data))
				return nil
			})
		}
		return strings.Join(names, "\n")
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	seen := make(chan string)
	done := make(chan error, 1)
	go func() {
		tree := Tree{Root: root, Also: []string{policy}, Polling: func(why error) { t.Log(why) }, Files: func(context.Context) ([]string, error) {
			return []string{state()}, nil // whatever is there is another name
		}}
		done <- Loop(ctx, tree, func() error {
			select {
			case seen <- state():
			case <-ctx.Done():
			}
			return nil
		})
	}()
	<-seen
	for _, step := range []struct {
		name   string
		change func() error
	}{
		{"a note is written", func() error { return write(file("notes/deep/a.md")) }},
		{"a note is replaced", func() error {
			return errors.Join(write(file("notes/deep/.a.tmp")), os.Rename(file("notes/deep/.a.tmp"), file("notes/deep/a.md")))
		}},
		{"folders come with a note", func() error { return errors.Join(os.MkdirAll(file("x/y/z"), 0o777), write(file("x/y/z/b.md"))) }},
		{"a note in a new folder is written", func() error { return write(file("x/y/z/b.md")) }},
		{"a folder is renamed", func() error { return os.Rename(file("x"), file("w")) }},
		{"a note in the renamed folder is written", func() error { return write(file("w/y/z/b.md")) }},
		{"a folder of the old name comes", func() error { return errors.Join(os.MkdirAll(file("x/y"), 0o777), write(file("x/y/c.md"))) }},
		{"a note in the renamed folder is written again", func() error { return write(file("w/y/z/b.md")) }},
		{"the configuration elsewhere is written", func() error { return write(policy) }},
		{"a folder goes", func() error { return os.RemoveAll(file("w")) }},
	} {
		if err := step.change(); err != nil {
			t.Fatal(err)
		}
		for want := state(); <-seen != want; {
			t.Logf("%s: a run saw a part of it", step.name)
		}
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
