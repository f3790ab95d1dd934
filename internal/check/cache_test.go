package check

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
	"sync"
	"testing"
	"time"

	"github.com/aymanbagabas/go-udiff"

	"github.com/kbgate/kbgate/internal/baseline"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/gate"
)

// repo is a repository for one test.
type repo struct {
	*testing.T
	dir string
}

func newRepo(t *testing.T) repo {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	r := repo{t, t.TempDir()}
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	t.Setenv("GIT_CONFIG_GLOBAL", filepath.Join(t.TempDir(), "none"))
	r.git("init", "-q", "-b", "main")
	return r
}

func (r repo) git(args ...string) string {
	r.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "gc.auto=0"}, args...)...)
	cmd.Dir = r.dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func (r repo) write(name, text string) {
	r.Helper()
	name = filepath.Join(r.dir, filepath.FromSlash(name))
	if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, []byte(text), 0o600)); err != nil {
		r.Fatal(err)
	}
}

// findings checks as asked, with and without the cache, and gives the report, which has to be the same to the byte.
func (r repo) findings(req Request) string {
	r.Helper()
	req.Dir, req.Now = r.dir, time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	with := r.report(req)
	req.NoCache = true
	if without := r.report(req); with != without {
		r.Fatalf("the cache changes the report:\n%s", udiff.Unified("without", "with", without, with))
	}
	return with
}

func (r repo) report(req Request) string {
	r.Helper()
	result, err := Run(context.Background(), req)
	if err != nil {
		return "error: " + err.Error()
	}
	var b bytes.Buffer
	if err := finding.Write(&b, &result.Document); err != nil {
		r.Fatal(err)
	}
	for _, f := range result.Document.Findings { // with what other formats need beside it
		fmt.Fprintln(&b, f.Bytes, f.Excerpt)
		for _, e := range f.Edits {
			fmt.Fprintln(&b, e.Bytes)
		}
	}
	return b.String() + strings.Join(result.Notices, "\n")
}

// A thousand random edits, in a hundred changes: whatever was known before, the findings are those of a run that knows
// nothing.
func TestCacheChangesNoFinding(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: compares with many random cases")
	}
	const changes, edits = 100, 10
	r := newRepo(t)
	c := rand.New(rand.NewPCG(7, 7))
	for i := range 60 {
		r.write(fmt.Sprintf("notes/%s.md", someTitle(c, i)), someClaim(c))
	}
	r.write(".kbgate.yaml", "claims: {folders: [notes]}\n")
	r.git("add", ".")
	r.git("commit", "-qm", "base")
	found := 0
	for change := range changes {
		for range edits {
			r.edit(c)
		}
		if change%8 == 4 {
			r.baseline()
		}
		if r.findings(Request{}); change%3 == 0 {
			r.findings(Request{}) // nothing at all is otherwise now
		}
		if change%5 == 0 {
			r.findings(Request{Paths: []string{filepath.Join(r.dir, "notes")}})
		}
		r.git("add", "-A")
		found += strings.Count(r.findings(Request{Staged: true}), `"gate"`)
		r.git("commit", "-q", "--allow-empty", "-m", fmt.Sprint(change))
		if change%10 == 9 {
			r.findings(Request{Diff: "HEAD~5...HEAD"})
			r.findings(Request{Diff: "HEAD~7..HEAD~2"})
		}
		if change%25 == 24 { // a cache that is damaged is none
			r.damage(c)
		}
	}
	if found < changes/2 {
		t.Errorf("only %d findings in %d changes: the edits do no harm", found, changes)
	}
}

// baseline records what is found today.
func (r repo) baseline() {
	r.Helper()
	result, err := Run(context.Background(), Request{Dir: r.dir, NoBaseline: true, Now: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)})
	if err != nil {
		r.Fatal(err)
	}
	var entries []baseline.Entry
	for _, f := range result.Document.Findings {
		if g, ok := gate.BuiltIn.Find(f.Gate); ok && !g.Unsilenceable {
			entries = append(entries, baseline.Entry{ID: f.ID(), Message: f.Message})
		}
	}
	err = baseline.New(entries).Write(filepath.Join(r.dir, baseline.FileName))
	if err != nil {
		r.Fatal(err)
	}
}

// damage changes a byte of a file of the cache, or cuts it short.
func (r repo) damage(c *rand.Rand) {
	r.Helper()
	var files []string
	err := filepath.WalkDir(filepath.Join(r.dir, ".git", "kbgate"), func(name string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			files = append(files, name)
		}
		return err
	})
	if err != nil || len(files) == 0 {
		r.Fatal("there is no cache", err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			r.Fatal(err)
		}
		if c.IntN(3) == 0 {
			data = data[:c.IntN(len(data))]
		} else {
			data[c.IntN(len(data))] ^= 1 << c.IntN(8)
		}
		if err := errors.Join(os.Remove(name), os.WriteFile(name, data, 0o600)); err != nil {
			r.Fatal(err)
		}
	}
}

// edit does to the work tree what authors do.
func (r repo) edit(c *rand.Rand) {
	r.Helper()
	names, err := filepath.Glob(filepath.Join(r.dir, "*", "*.md"))
	if err != nil || len(names) == 0 {
		r.Fatal("no notes are left", err)
	}
	name := names[c.IntN(len(names))]
	switch c.IntN(12) {
	case 0:
		if len(names) > 20 {
			err = os.Remove(name)
		}
	case 1, 2: // a rename, perhaps to the name of another or in another case
		folder := []string{"notes", "other"}[c.IntN(2)]
		to := filepath.Join(r.dir, folder, someTitle(c, c.IntN(99))+".md")
		err = errors.Join(os.MkdirAll(filepath.Dir(to), 0o700), os.Rename(name, to))
	case 3:
		r.write(".kbgate.yaml", fmt.Sprintf("claims: {folders: [notes]}\ngates: {title_too_few_words: {min_words: %d}, near_duplicate: {threshold: %d}}\n", 2+c.IntN(4), 40+c.IntN(30)))
	case 4: // a copy with a word more, which is a near duplicate
		data, readErr := os.ReadFile(name)
		to := filepath.Join(filepath.Dir(name), someTitle(c, c.IntN(99))+" again.md")
		err = errors.Join(readErr, os.WriteFile(to, append(data, "\nMore.\n"...), 0o600))
	case 5:
		r.write(fmt.Sprintf("notes/%d.png", c.IntN(5)), "picture")
	case 6:
		pictures, _ := filepath.Glob(filepath.Join(r.dir, "notes", "*.png"))
		if len(pictures) > 0 {
			err = os.Remove(pictures[0])
		}
	default:
		err = os.WriteFile(name, []byte(someClaim(c)), 0o600)
	}
	if err != nil {
		r.Fatal(err)
	}
}

var someWords = []string{"tea", "water", "kettle", "harbour", "ferry", "pilot", "tide", "lamp", "Osland", "Brevik"}

func someTitle(c *rand.Rand, n int) string {
	return fmt.Sprintf("%s %s %d", someWords[c.IntN(len(someWords))], someWords[c.IntN(len(someWords))], n%40)
}

func someClaim(c *rand.Rand) string {
	header := "type: claim\ndomain: tea\ndescription: \"what it is about\"\nconfidence: " + []string{"likely", "proven", "experimental"}[c.IntN(3)] +
		"\nsource: \"" + []string{"Osland (2019)", "[[" + someTitle(c, c.IntN(40)) + "]]", "Berg, Tides (2020); Ito, Lamps (2021); Sund, Tea (2017)"}[c.IntN(3)] + "\"\ncreated: 2026-02-0" + fmt.Sprint(1+c.IntN(9)) + "\n"
	switch c.IntN(6) {
	case 0:
		header += "aliases: [" + someTitle(c, c.IntN(40)) + "]\n"
	case 1:
		header = strings.Replace(header, "type: claim", "type: source", 1) + "author: Osland\n"
	case 2:
		header = strings.Replace(header, "type: claim\n", "", 1)
	}
	n := c.IntN(90)
	body := fmt.Sprintf("Of %d ferries that Osland counted at Brevik in 19%02d, %d percent carried tea past [[%s]], which the pilots blamed on the tide and ![[%d.png]].\n\nRelevant Notes:\n- [[%s]]\n",
		10+n, 10+n, 5+c.IntN(90), someTitle(c, c.IntN(40)), c.IntN(5), strings.ToUpper(someTitle(c, c.IntN(40))))
	if c.IntN(8) == 0 {
		body += "\n<!-- kbgate-ignore scope_error: measured at Brevik -->\n"
	}
	return fmt.Sprintf("---\n%s---\n\n# %s %d percent of ferries carry %s by night\n\n%s", header, []string{"all", "some", "about"}[c.IntN(3)], 5+c.IntN(90), someWords[c.IntN(4)], body)
}

// Eight hooks at once on one repository agree, with each other and with a run that keeps nothing.
func TestManyAtOnceShareTheCache(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: runs many programs at once")
	}
	r := newRepo(t)
	c := rand.New(rand.NewPCG(8, 8))
	for i := range 80 {
		r.write(fmt.Sprintf("notes/%s.md", someTitle(c, i)), someClaim(c))
	}
	r.git("add", ".")
	r.git("commit", "-qm", "base")
	for range 10 {
		r.edit(c)
	}
	r.git("add", "-A")
	req := Request{Dir: r.dir, Staged: true, Now: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)}
	for range 3 {
		reports := make([]string, 8)
		var group sync.WaitGroup
		for i := range reports {
			group.Go(func() { reports[i] = r.report(req) })
		}
		group.Wait()
		alone := req
		alone.NoCache = true
		if reports = append(reports, r.report(alone)); len(slices.Compact(reports)) != 1 {
			t.Fatal("the reports differ")
		}
		if _, err := os.Stat(filepath.Join(r.dir, ".git", "kbgate", "cache")); err != nil {
			t.Fatal(err)
		}
		r.edit(c)
		r.git("add", "-A")
	}
}
