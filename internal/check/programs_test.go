package check

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// People wait for the check of what they commit. To start a program costs more than to judge a note, so the programs are counted:
// one that reads objects, one that compares the index, one that reads git's configuration, and for a broken link one that lists files.
func TestStagedCheckStartsFewPrograms(t *testing.T) {
	const most = 4
	for _, folder := range []string{"", "kb"} {
		r := newRepo(t)
		r.write("claims/a.md", "# Water boils at 100 degrees\n\nSee [[b]].\n")
		r.write("claims/b.md", "# Tea keeps its aroma in the dark\n")
		r.write(filepath.Join(folder, ".kbgate.yaml"), "links: {check: all}\n")
		r.write(filepath.Join(folder, "notes", "c.md"), "# Steam\n")
		r.git("add", ".")
		r.git("commit", "-qm", "base")
		at := repo{t, filepath.Join(r.dir, folder)}
		at.report(Request{Dir: at.dir, Staged: true, Now: time.Now()}) // fills the cache
		r.write(filepath.Join(folder, "notes", "c.md"), "# Steam\n\nSee [[nothing]].\n")
		r.git("add", ".")
		// Where a busy machine keeps git waiting, one more program walks the folders meanwhile, so the least of some runs counts.
		least, said := 0, ""
		for range 5 {
			trace := filepath.Join(t.TempDir(), "trace")
			t.Setenv("GIT_TRACE2", trace)
			report := at.report(Request{Dir: at.dir, Staged: true, Now: time.Now()})
			t.Setenv("GIT_TRACE2", "")
			if !strings.Contains(report, "broken_wiki_links") {
				t.Fatalf("in %q: %s", folder, report)
			}
			data, err := os.ReadFile(trace)
			if err != nil {
				t.Fatal(err)
			}
			if n := strings.Count(string(data), " start "); least == 0 || n < least {
				least, said = n, string(data)
			}
		}
		if least == 0 || least > most {
			t.Errorf("in %q git was started %d times, and may be %d times:\n%s", folder, least, most, said)
		}
	}
}
