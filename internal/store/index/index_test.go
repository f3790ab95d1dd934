package index

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/store"
)

// Whatever happens to the store and to the files of the index, it says what a fold of all records says.
func TestIndexIsTheFold(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var args []string
		if rapid.Bool().Draw(rt, "sha256") {
			args = []string{"--object-format=sha256"}
		}
		remote, _ := repository(t, append(slices.Clip(args), "--bare")...)
		var stores []*store.Store
		var open2 []*Index
		for range 2 {
			dir, s := repository(t, args...)
			gitIn(t, dir, "remote", "add", "origin", remote)
			stores, open2 = append(stores, s), append(open2, open(t, s))
		}
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 1))
		for range rapid.IntRange(4, 14).Draw(rt, "steps") {
			i := r.IntN(2)
			s := stores[i]
			switch step := r.IntN(12); {
			case step < 5:
				var files []store.File
				for range 1 + r.IntN(3) + r.IntN(2)*r.IntN(30) {
					files = append(files, toyFile(r))
				}
				add(t, s, files...)
			case step < 7:
				if _, err := s.Sync(context.Background(), "origin", start); err != nil {
					rt.Fatal(err)
				}
			case step == 7:
				damage(t, s, r)
				open2[i] = open(t, s)
			case step == 8:
				if err := os.RemoveAll(s.Derived()); err != nil {
					rt.Fatal(err)
				}
			case step == 9: // the branch goes back: it has not only grown
				if tip, _ := s.Tip(); tip != "" && strings.Contains(gitIn(t, s.Derived()+"/../../..", "cat-file", "-p", tip), "parent") {
					gitIn(t, s.Derived()+"/../../..", "update-ref", "refs/heads/feedback", tip+"^")
				}
			default:
				open2[i] = open(t, s)
			}
			if err := open2[i].Refresh(context.Background()); err != nil {
				rt.Fatal(err)
			}
			if err := open2[i].SaveErr(); err != nil {
				rt.Fatal(err)
			}
			compare(t, open2[i], plain(t, s))
			compare(t, open(t, s), plain(t, s))
		}
	})
}

// files are those of the indexes of a store.
func files(t testing.TB, s *store.Store) []string {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(s.Derived(), "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// damage changes the files of an index at random.
func damage(t testing.TB, s *store.Store, r *rand.Rand) {
	t.Helper()
	all := files(t, s)
	if len(all) == 0 {
		return
	}
	name := all[r.IntN(len(all))]
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(data) == 0 {
		return // another process has just begun it, or put it away
	}
	if err != nil {
		t.Fatal(err)
	}
	switch r.IntN(4) {
	case 0:
		if err = os.Remove(name); errors.Is(err, fs.ErrNotExist) {
			err = nil // another process has put it away
		}
	case 1:
		err = os.WriteFile(name, data[:r.IntN(len(data))], 0o600)
	case 2:
		data[r.IntN(len(data))] ^= 1 << r.IntN(8)
		err = os.WriteFile(name, data, 0o600)
	case 3: // one in place of another
		other, _ := os.ReadFile(all[r.IntN(len(all))])
		err = os.WriteFile(name, other, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Every byte of every file counts, and what is damaged is made anew, so that the next one finds it whole.
func TestDamage(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: compares with many random cases")
	}
	_, s := repository(t)
	r := rand.New(rand.NewPCG(1, 2))
	for range 4 {
		var files []store.File
		for range 30 {
			files = append(files, toyFile(r))
		}
		add(t, s, files...)
		open(t, s)
	}
	want := plain(t, s)
	for _, name := range files(t, s) {
		whole, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for i := r.IntN(37); i < len(whole); i += 37 {
			broken := bytes.Clone(whole)
			broken[i] ^= 1 << r.IntN(8)
			if err := os.WriteFile(name, broken, 0o600); err != nil {
				t.Fatal(err)
			}
			compare(t, open(t, s), clone(want))
		}
	}
	compare(t, open(t, s), clone(want))
	if got := open(t, s); got.SaveErr() != nil || len(got.now.Load().segments) == 0 || !got.now.Load().segments[0].kept {
		t.Error("the index was not kept")
	}
}

func clone(rows []plainRow) []plainRow { return append([]plainRow(nil), rows...) }

// A refresh after one new record writes that record, and not the others again.
func TestRefreshWritesWhatIsNew(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: compares with many random cases")
	}
	_, s := repository(t)
	var many []store.File
	for i := range 3000 {
		many = append(many, store.File{Path: fmt.Sprintf("r/%d.txt", i), Data: fmt.Appendf(nil, "%d|red|a", i)})
	}
	add(t, s, many...)
	x := open(t, s)
	first := sectionOf(x.now.Load().segments[0].name)
	written := func() (size int64) {
		for _, name := range files(t, s) {
			if info, err := os.Stat(name); err == nil && filepath.Base(name) != first {
				size += info.Size()
			}
		}
		return size
	}
	before := written()
	for i := range 100 {
		add(t, s, store.File{Path: fmt.Sprintf("r/%d.txt", 3000+i), Data: fmt.Appendf(nil, "%d|blue|", 3000+i)},
			store.File{Path: fmt.Sprintf("a/%d.txt", 9000+i), Data: fmt.Appendf(nil, "%d|green|%d", i, 9000+i)})
		x = open(t, s)
	}
	if x.now.Load().segments[0].rows != 3000 || len(x.now.Load().segments) > 8 {
		t.Errorf("%d segments, the first one of %d rows", len(x.now.Load().segments), x.now.Load().segments[0].rows)
	}
	if grown := written() - before; grown > 600_000 {
		t.Errorf("100 refreshes wrote %d bytes", grown)
	}
	compare(t, x, plain(t, s))
}

// Another version of what is declared, and another program's file, are as good as none.
func TestForeign(t *testing.T) {
	_, s := repository(t)
	add(t, s, store.File{Path: "r/1.txt", Data: []byte("1|red|a")})
	open(t, s)
	newer := toySchema()
	newer.Name, newer.Columns = "toy/2", newer.Columns[:2]
	x, err := Open(context.Background(), s, newer, Options{})
	if err != nil {
		t.Fatal(err)
	}
	compare(t, x, plain(t, s))
	if _, err := x.Count(context.Background(), Query{}, "none"); err == nil {
		t.Error("a column that there is not counts")
	}
	compare(t, open(t, s), plain(t, s))
	for _, name := range files(t, s) {
		if err := os.WriteFile(name, []byte("not ours"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	compare(t, open(t, s), plain(t, s))
}

// Where nothing can be written, the index answers all the same, and says that it is not kept.
func TestUnkept(t *testing.T) {
	_, s := repository(t)
	add(t, s, store.File{Path: "r/1.txt", Data: []byte("1|red|a")})
	if err := errors.Join(os.MkdirAll(filepath.Dir(s.Derived()), 0o700), os.WriteFile(s.Derived(), nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	x := open(t, s)
	compare(t, x, plain(t, s))
	if x.SaveErr() == nil {
		t.Error("the index says that it is kept")
	}
}

func TestFind(t *testing.T) {
	_, s := repository(t)
	add(t, s, store.File{Path: "r/258.txt", Data: []byte("1|red|a")}, store.File{Path: "r/2.txt", Data: []byte("1|blue|b c")}, store.File{Path: "r/7.txt", Data: []byte("1|blue|")})
	x := open(t, s)
	keys, err := x.Find(context.Background(), toyKey(2), Key{15: 0xff})
	slices.SortFunc(keys, func(a, b Key) int { return bytes.Compare(a[:], b[:]) })
	if err != nil || !slices.Equal(keys, []Key{toyKey(2), toyKey(258)}) {
		t.Errorf("%v, %v", keys, err)
	}
	add(t, s, store.File{Path: "r/stray.txt", Data: []byte("x")}, store.File{Path: "a/9.txt", Data: []byte("2|red|9")},
		store.File{Path: "a/10.txt", Data: []byte("9|hide|10")}, store.File{Path: "a/11.txt", Data: []byte("unreadable")})
	if err := x.Refresh(context.Background()); err != nil {
		t.Fatal(err)
	}
	if keys, err := x.Find(context.Background(), Key{}, Key{}); err != nil || len(keys) != 3 {
		t.Errorf("all are %v, %v", keys, err)
	}
	if keys, err := x.FindAmendments(context.Background(), Key{}, Key{}); err != nil || !slices.Equal(keys, []Key{toyKey(9), toyKey(10)}) {
		t.Errorf("amendments are %v, %v", keys, err)
	}
	var blobs [3][]string
	for i, n := range []uint64{2, 9, 7} {
		if blobs[i], err = x.Amendments(context.Background(), toyKey(n)); err != nil {
			t.Fatal(err)
		}
	}
	if len(blobs[0]) != 2 || len(blobs[1]) != 1 || len(blobs[2]) != 0 || !slices.Contains(blobs[0], blobs[1][0]) {
		t.Errorf("amendments are %v", blobs)
	}
}

// folder is a folder in its repository, which it may be itself.
func folder(dir string) git.Folder {
	if _, err := os.Stat(filepath.Join(dir, "HEAD")); err == nil {
		return git.Named(context.Background(), dir, dir)
	}
	return git.Find(context.Background(), dir)
}

// child refreshes the index of a repository again and again.
func child(dir string) {
	s, err := store.Open(context.Background(), folder(dir), store.Options{Folder: "feedback", Ref: "refs/heads/feedback"})
	for err == nil {
		_, err = Open(context.Background(), s, toySchema(), Options{})
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func startChild(t testing.TB, dir string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "KBGATE_INDEX_CHILD="+dir)
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() }) // it may be dead already
	return cmd
}

// Processes may write at once, and die at any moment.
func TestKilledWriters(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: kills programs")
	}
	dir, s := repository(t)
	r := rand.New(rand.NewPCG(3, 4))
	x := open(t, s)
	const rounds = 12
	for range rounds {
		children := []*exec.Cmd{startChild(t, dir), startChild(t, dir)}
		for end := time.Now().Add(time.Duration(50+r.IntN(150)) * time.Millisecond); time.Now().Before(end); {
			add(t, s, toyFile(r), toyFile(r))
			if r.IntN(8) == 0 {
				damage(t, s, r)
			}
			if err := x.Refresh(context.Background()); err != nil {
				t.Fatal(err)
			}
			compare(t, x, plain(t, s))
		}
		for _, c := range children {
			_ = c.Process.Kill()
			if err := c.Wait(); err == nil || c.ProcessState.ExitCode() == 1 {
				t.Fatalf("a child failed: %v", err)
			}
		}
		compare(t, open(t, s), plain(t, s))
	}
}

// FuzzSegment opens segments whose sums are right and whose content is anything: it is refused, or answers.
func FuzzSegment(f *testing.F) {
	schema := toySchema()
	b := newBuilder(&schema, sha1Size)
	for i := range uint64(70) {
		b.add(toyKey(i), make([]byte, sha1Size), Values{start, [][]string{{fmt.Sprint(i % 3)}, {"x", "y"}, nil}}, "")
	}
	b.links = []link{{toyKey(3), toyKey(4), toyKey(5), make([]byte, sha1Size)}}
	s, err := b.finish()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(s.front(), bytes.Join(s.bulk(), nil))
	f.Add([]byte{format}, []byte(nil))
	f.Fuzz(func(t *testing.T, front, bulk []byte) {
		_, _ = parseManifest(front)
		s, ok := openSegment(front, bulk, schema.Columns)
		if !ok {
			return
		}
		for _, a := range s.arrays() {
			*a = newArray((*a).data)
		}
		x := &Index{schema: &schema}
		st, err := newStack([]*segment{s})
		if err == nil {
			q := Query{Where: []Condition{{Column: "tags", Any: []string{"x", ""}}, {Column: "color", Any: []string{"1"}, Not: true}}, Since: start}
			st.linksOf(toyKey(3), nil)
			st.find(toyKey(7))
			var all, counted []*scan
			if all, err = x.scans(st, q, []string{"color", "tags", "none"}, nil); err == nil {
				newest(all, 10)
				counted, err = x.scans(st, q, []string{"tags", "color"}, nil)
			}
			for _, sc := range counted {
				err = errors.Join(err, sc.count([]string{"tags", "color"}, map[string]*Tally{}))
			}
		}
		if err != nil && !errors.Is(err, errDamaged) && !strings.Contains(err.Error(), "too many") {
			t.Error(err)
		}
	})
}

// Texts of every width read back.
func TestWidths(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: compares with many random cases")
	}
	for _, texts := range []int{1, 2, 255, 256, 65535, 65536, 70000} {
		schema := toySchema()
		b := newBuilder(&schema, sha1Size)
		for i := range uint64(texts) {
			b.add(toyKey(i), make([]byte, sha1Size), Values{start, [][]string{{fmt.Sprint(i)}, {fmt.Sprint(i + 1), "x"}, nil}}, "")
		}
		built, err := b.finish()
		if err != nil {
			t.Fatal(err)
		}
		s, ok := openSegment(built.front(), bytes.Join(built.bulk(), nil), schema.Columns)
		if !ok {
			t.Fatalf("%d texts: it does not open", texts)
		}
		for _, i := range []int{0, texts / 2, texts - 1} {
			got := ""
			for _, c := range s.columns[1:3] {
				if _, err := c.open(); err != nil {
					t.Fatal(err)
				}
				got += fmt.Sprint(c.appendValues(nil, i), " ")
			}
			if got = strings.TrimSpace(got); got != fmt.Sprintf("[%d] [%d x]", i, i+1) {
				t.Errorf("%d texts, row %d: %s", texts, i, got)
			}
		}
	}
}
