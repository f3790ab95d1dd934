package index

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/store"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv("KBGATE_INDEX_CHILD"); dir != "" {
		child(dir)
		return
	}
	flag.Parse()
	asked := false
	flag.Visit(func(f *flag.Flag) { asked = asked || f.Name == "rapid.checks" })
	if !asked {
		_ = flag.Set("rapid.checks", "6") // each step runs git
	}
	os.Exit(m.Run())
}

var start = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// A toy record says `minute|color|tag tag`, and an amendment `of|color`: of what stands under a key the amendment of the
// highest key counts, unless an amendment `of|hide` is about that one. Keys are numbers: r/12.txt, a/3.txt; r/12-x.txt is a
// record that lost its name, and r/x.txt is none.
func toySchema() Schema {
	return Schema{
		Name:    "toy/1",
		Columns: []Column{{Name: "color"}, {Name: "tags", Many: true}, {Name: "none"}},
		Limit:   1 << 10,
		Place:   toyPlace,
		Path:    func(k Key) string { return fmt.Sprintf("r/%d.txt", binary.BigEndian.Uint64(k[8:])) },
		Target: func(_ string, data []byte) (Key, error) {
			of, _, _ := strings.Cut(string(data), "|")
			n, err := strconv.ParseUint(of, 10, 64)
			return toyKey(n), err
		},
		Row: func(key Key, record []byte, amendments [][]byte) (Values, error) {
			v, ok := toyFold(key, record, amendments)
			if !ok {
				return v, errors.New("bad")
			}
			return v, nil
		},
	}
}

func toyKey(n uint64) Key { return Key(binary.BigEndian.AppendUint64(make([]byte, 8), n)) }

func toyPlace(path string) (Kind, Key) {
	folder, name, _ := strings.Cut(strings.TrimSuffix(path, ".txt"), "/")
	number, twin, twinned := strings.Cut(name, "-")
	n, err := strconv.ParseUint(number, 10, 64)
	switch {
	case folder != "a" && folder != "r":
		return Other, Key{}
	case err != nil || twinned && twin == "":
		return Stray, Key{}
	case folder == "a":
		return Amendment, toyKey(n)
	case folder == "r" && !twinned:
		return Record, toyKey(n)
	}
	return Other, Key{}
}

// toyFold is the view of a record: an amendment carries its own number in its third field.
func toyFold(key Key, record []byte, amendments [][]byte) (Values, bool) {
	parts := strings.Split(string(record), "|")
	if len(parts) != 3 {
		return Values{}, false
	}
	minute, err := strconv.Atoi(parts[0])
	if err != nil {
		return Values{}, false
	}
	hidden := map[string]bool{}
	for _, a := range amendments {
		if p := strings.Split(string(a), "|"); len(p) == 3 && p[1] == "hide" {
			hidden[p[0]] = true
		}
	}
	color, best := parts[1], ""
	slices.SortFunc(amendments, bytes.Compare)
	for _, a := range amendments {
		p := strings.Split(string(a), "|")
		if len(p) != 3 || p[1] == "hide" || p[0] != fmt.Sprint(binary.BigEndian.Uint64(key[8:])) || hidden[p[2]] {
			continue
		}
		if order := fmt.Sprintf("%09s", p[2]); order >= best {
			color, best = p[1], order
		}
	}
	return Values{At: start.Add(time.Duration(minute) * time.Minute), Texts: [][]string{{color}, strings.Fields(parts[2]), nil}}, true
}

// plainRow is what the fold of everything says of a record.
type plainRow struct {
	key    Key
	path   string
	values Values
	bad    bool
}

// plain folds all files of a store without an index, in the order of the keys.
func plain(t testing.TB, s *store.Store) (rows []plainRow) {
	t.Helper()
	names, err := s.Names(context.Background(), "")
	if err != nil {
		t.Fatal(err)
	}
	records, amendments := map[Key][]byte{}, map[Key][][]byte{}
	self := map[Key][]Key{}
	for f, err := range s.Contents(context.Background(), names, 1<<10) {
		kind, key := toyPlace(f.Path)
		if err != nil {
			f.Data = nil
		}
		switch kind {
		case Record:
			records[key] = f.Data
		case Amendment:
			of, err := toySchema().Target(f.Path, f.Data)
			if err != nil {
				rows = append(rows, plainRow{strayKey(f.Path), f.Path, Values{}, true})
				continue
			}
			amendments[of] = append(amendments[of], f.Data)
			self[of] = append(self[of], key)
		case Stray:
			rows = append(rows, plainRow{strayKey(f.Path), f.Path, Values{}, true})
		}
	}
	for key, data := range records {
		var about [][]byte
		seen := map[Key]bool{}
		for ahead := []Key{key}; len(ahead) > 0; ahead = ahead[1:] {
			if !seen[ahead[0]] {
				seen[ahead[0]] = true
				about, ahead = append(about, amendments[ahead[0]]...), append(ahead, self[ahead[0]]...)
			}
		}
		v, ok := toyFold(key, data, about)
		if ok { // a text counts once
			slices.Sort(v.Texts[1])
			v.Texts[1] = slices.Compact(v.Texts[1])
		}
		rows = append(rows, plainRow{key, toySchema().Path(key), v, !ok})
	}
	slices.SortFunc(rows, func(a, b plainRow) int { return bytes.Compare(a.key[:], b.key[:]) })
	return rows
}

// compare makes sure that an index says what the plain fold says.
func compare(t testing.TB, x *Index, rows []plainRow) {
	t.Helper()
	ctx := context.Background()
	if x.Len() != len(rows) {
		t.Fatalf("the index has %d rows of %d", x.Len(), len(rows))
	}
	slices.Reverse(rows)
	queries := []Query{
		{}, {Unreadable: true},
		{Where: []Condition{{Column: "color", Any: []string{"red"}}}},
		{Where: []Condition{{Column: "color", Any: []string{"red", "blue"}, Not: true}, {Column: "tags", Any: []string{"a", "nowhere"}}}},
		{Where: []Condition{{Column: "tags", Any: []string{""}}}, Since: start.Add(3 * time.Minute), Until: start.Add(200 * time.Minute)},
		{Until: start.Add(10 * time.Minute)},
		{Where: []Condition{{Column: "color", Or: []string{"tags"}, Any: []string{"red", "a"}}}},
		{Where: []Condition{{Column: "tags", Or: []string{"color"}, Fits: func(text string) bool { return strings.Contains(text, "b") }, Not: true}}},
		{Before: toyKey(20), Since: start.Add(30 * time.Minute)},
	}
	for i, q := range queries {
		var want []string
		colors, tags := map[string]int{}, map[string]int{}
		for _, r := range rows {
			if !r.bad == q.Unreadable || !holds(q, r.values) || q.Before != (Key{}) && bytes.Compare(r.key[:], q.Before[:]) >= 0 {
				continue
			}
			if r.bad {
				r.values = Values{Texts: make([][]string, 2)}
			}
			want = append(want, fmt.Sprint(r.path, r.values.At, r.values.Texts[:2]))
			colors[strings.Join(r.values.Texts[0], "")]++
			own := r.values.Texts[1]
			if len(own) == 0 {
				own = []string{""}
			}
			for _, tag := range own {
				tags[strings.Join(r.values.Texts[0], "")+"/"+tag]++
			}
		}
		for _, limit := range []int{0, 1, 3} {
			found, err := x.Rows(ctx, q, limit, "color", "tags")
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, r := range found {
				got = append(got, fmt.Sprint(r.Path, r.At, r.Texts))
				if (r.Fault != "") != q.Unreadable {
					t.Fatalf("%s: the fault is %q", r.Path, r.Fault)
				}
			}
			expected := want
			if limit > 0 {
				expected = want[:min(limit, len(want))]
			}
			if !slices.Equal(got, expected) {
				t.Fatalf("query %d, limit %d\ngot  %s\nwant %s", i, limit, got, expected)
			}
		}
		total, err := x.Count(ctx, q)
		if err != nil || total[0].Count != len(want) {
			t.Fatalf("query %d: %v of %d, %v", i, total, len(want), err)
		}
		compareEach(t, x, q, want)
		compareCounts(t, x, q, colors, "color")
		compareCounts(t, x, q, tags, "color", "tags")
	}
	compareRead(t, x, rows)
}

func holds(q Query, v Values) bool {
	for _, c := range q.Where {
		hit := false
		for _, column := range append([]string{c.Column}, c.Or...) {
			own := v.Texts[slices.Index([]string{"color", "tags"}, column)]
			hit = hit || slices.ContainsFunc(c.Any, func(text string) bool {
				return slices.Contains(own, text) || text == "" && len(own) == 0
			}) || c.Fits != nil && slices.ContainsFunc(own, c.Fits)
		}
		if hit == c.Not {
			return false
		}
	}
	return (q.Since.IsZero() || !v.At.Before(q.Since)) && (q.Until.IsZero() || v.At.Before(q.Until))
}

func compareCounts(t testing.TB, x *Index, q Query, want map[string]int, by ...string) {
	t.Helper()
	tallies, err := x.Count(context.Background(), q, by...)
	if err != nil {
		t.Fatal(err)
	}
	for _, tally := range tallies {
		key := strings.Join(tally.Texts, "/")
		if want[key] != tally.Count {
			t.Fatalf("by %s: %d of %q, want %d", by, tally.Count, key, want[key])
		}
	}
	if len(tallies) != len(want) {
		t.Fatalf("by %s: %v, want %v", by, tallies, want)
	}
}

// toyFile makes a file of the toy store.
func toyFile(r *rand.Rand) store.File {
	n := r.IntN(40)
	colors := []string{"red", "green", "blue", "hide", "a color of its own " + strconv.Itoa(r.IntN(1000))}
	switch r.IntN(9) {
	case 8:
		return store.File{Path: fmt.Sprintf("%c/x%d.txt", "ar"[r.IntN(2)], r.IntN(4)), Data: fmt.Append(nil, r.IntN(2))}
	case 0:
		return store.File{Path: fmt.Sprintf("r/%d.txt", n), Data: []byte("damaged")}
	case 1:
		return store.File{Path: fmt.Sprintf("r/%d.txt", n), Data: make([]byte, 10+r.IntN(30)/29*(2<<10))} // a few are too large
	case 2, 3, 4:
		of := fmt.Sprint(r.IntN(40) + r.IntN(2)*100)
		if r.IntN(8) == 0 {
			of = "nothing"
		}
		return store.File{Path: fmt.Sprintf("a/%d.txt", 100+n), Data: fmt.Appendf(nil, "%s|%s|%d", of, colors[r.IntN(5)], 100+n)}
	}
	tags := []string{"", "a", "a b", "a b b c"}
	return store.File{Path: fmt.Sprintf("r/%d.txt", n), Data: fmt.Appendf(nil, "%d|%s|%s", n*7+r.IntN(2)*r.IntN(100), colors[r.IntN(5)], tags[r.IntN(4)])}
}

func gitIn(t testing.TB, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

// repository makes one with a store.
func repository(t testing.TB, args ...string) (dir string, s *store.Store) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "repo")
	gitIn(t, filepath.Dir(dir), append(append([]string{"init", "-q", "-b", "main"}, args...), dir)...)
	return dir, openStore(t, dir)
}

func openStore(t testing.TB, dir string) *store.Store {
	t.Helper()
	gitIn(t, dir, "config", "user.name", "Test")
	gitIn(t, dir, "config", "user.email", "test@example.org")
	s, err := store.Open(context.Background(), folder(dir), store.Options{Folder: "feedback", Ref: "refs/heads/feedback"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func add(t testing.TB, s *store.Store, files ...store.File) {
	t.Helper()
	if _, err := s.Append(context.Background(), start, "more", files...); err != nil {
		t.Fatal(err)
	}
}

func open(t testing.TB, s *store.Store) *Index {
	t.Helper()
	x, err := Open(context.Background(), s, toySchema(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return x
}
