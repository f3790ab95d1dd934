package agent

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/atomicfile"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/identity"
)

// What is remembered of sessions, and how long. A session of which nothing was heard for openFor ended without saying so.
const (
	mostSessions = 64      // files; the oldest go
	mostTold     = 64      // texts of a session; the oldest go
	maxSession   = 1 << 16 // bytes of a file
	openFor      = 12 * time.Hour
	keptFor      = 7 * 24 * time.Hour
)

// Session is what an agent was told in one session in one work tree, as digests. It lies below the git directory of the work tree.
type Session struct {
	At     time.Time `json:"at"`               // when something was heard of it
	Ended  bool      `json:"ended,omitempty"`  // it said so
	Brief  string    `json:"brief,omitempty"`  // the digest of the brief that it has, "" for none
	Agent  string    `json:"agent,omitempty"`  // whose brief that is
	Folder string    `json:"folder,omitempty"` // of the knowledge base, below the top of the work tree
	Told   []string  `json:"told,omitempty"`   // texts
	Denied []string  `json:"denied,omitempty"` // paths whose first write was denied

	file string
}

func sessions(repo git.Folder) string { return filepath.Join(repo.GitDir, "kbgate", "sessions") }

// formerSessions is where sessions lay once.
func formerSessions(repo git.Folder) string { return filepath.Join(repo.GitDir, "kbgate-sessions") }

// dropFormer takes the former folder away: the files that kbgate made there, and the folder where nothing else is in it.
func dropFormer(repo git.Folder) {
	folder := formerSessions(repo)
	if info, err := os.Lstat(folder); err != nil || !info.IsDir() {
		return
	}
	for _, s := range allSessions(folder) {
		_ = os.Remove(s.file)
	}
	_ = os.Remove(folder)
}

// OpenSession gives what is remembered of a session. A file that cannot be read is one of a new session.
func OpenSession(repo git.Folder, p *Program, id string, now time.Time) *Session {
	dropFormer(repo)
	s := readSession(filepath.Join(sessions(repo), digest(p.Name+"\x00"+id)+".json"))
	s.At, s.Ended = now, false
	return s
}

func readSession(file string) *Session {
	s := &Session{file: file}
	if info, err := os.Lstat(file); err == nil && info.Mode().IsRegular() && info.Size() <= maxSession {
		if data, err := os.ReadFile(file); err == nil && json.Unmarshal(data, s) != nil {
			*s = Session{file: file}
		}
	}
	return s
}

// Forget says that the session has lost what it was told.
func (s *Session) Forget() { s.Told, s.Denied, s.Brief, s.Agent = nil, nil, "", "" }

// IsNew reports whether a text was not told yet, and remembers it.
func (s *Session) IsNew(text string) bool { return remember(&s.Told, text) }

// MayDeny reports whether no write of a path was denied yet, and remembers it.
func (s *Session) MayDeny(path string) bool { return remember(&s.Denied, path) }

func remember(known *[]string, text string) bool {
	sum := digest(text)
	if slices.Contains(*known, sum) {
		return false
	}
	*known = append(*known, sum)
	*known = (*known)[max(0, len(*known)-mostTold):]
	return true
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:16])
}

// Save writes the session down, and takes old ones away. A session that cannot be written is told everything again. One that was told nothing
// leaves no file: the hooks of a user's own settings run in repositories without a knowledge base, too.
func (s *Session) Save() error {
	if _, err := os.Lstat(s.file); errors.Is(err, fs.ErrNotExist) && s.Brief == "" && len(s.Told)+len(s.Denied) == 0 {
		return nil
	}
	data, err := json.Marshal(s)
	if err != nil {
		return err
	}
	folder := filepath.Dir(s.file)
	for _, name := range []string{filepath.Dir(folder), folder} {
		if err := makeFolder(name, name == folder); err != nil {
			return err
		}
	}
	if err := atomicfile.Write(s.file, append(data, '\n'), 0o600); err != nil {
		return err
	}
	all := allSessions(folder)
	slices.SortFunc(all, func(a, b *Session) int { return cmp.Or(b.At.Compare(a.At), cmp.Compare(a.file, b.file)) })
	for i, other := range all {
		if other.file != s.file && (i >= mostSessions || s.At.Sub(other.At) > keptFor) {
			_ = os.Remove(other.file) // another program may have done so
		}
	}
	return nil
}

// makeFolder makes a folder, unless it is there. One that is not private is for all whom the folder around it is for: the store keeps files
// there, too.
func makeFolder(name string, private bool) error {
	err := os.Mkdir(name, 0o700)
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	if around, failed := os.Stat(filepath.Dir(name)); err == nil && failed == nil && !private {
		if err := os.Chmod(name, around.Mode()&(fs.ModePerm|fs.ModeSetgid)); err != nil {
			return err
		}
	}
	info, err := os.Lstat(name)
	if err == nil && !info.IsDir() { // nothing is written or taken away behind a link
		err = fmt.Errorf("%s is no folder", name)
	}
	return err
}

// allSessions are those of a folder; of very many files only so many are looked at.
func allSessions(folder string) (all []*Session) {
	entries, _ := os.ReadDir(folder) // where there is none, there are no sessions
	for _, e := range entries[:min(len(entries), 4*mostSessions)] {
		if name, ok := strings.CutSuffix(e.Name(), ".json"); ok && len(name) == len(digest("")) && strings.Trim(name, "0123456789abcdef") == "" {
			all = append(all, readSession(filepath.Join(folder, e.Name())))
		}
	}
	return all
}

// mostBriefs is how many digests one commit is given.
const mostBriefs = 8

// OpenSessions are the open sessions of a work tree that were given a brief.
func OpenSessions(repo git.Folder, now time.Time) (open []*Session) {
	for _, s := range allSessions(sessions(repo)) {
		if !s.Ended && now.Sub(s.At) < openFor && !s.At.After(now.Add(openFor)) && s.Brief != "" && identity.BriefOf([]identity.Commit{{Briefs: []string{s.Brief}}}) == s.Brief {
			open = append(open, s)
		}
	}
	return open
}

// BriefsFor are the digests of the briefs of open sessions whose agent makes a commit, sorted, each once. Where there are several, nobody
// knows which of them the commit is by. by says who makes a commit in the knowledge base of a folder; "" where nothing tells: then a person may.
func BriefsFor(open []*Session, by func(folder string) (string, error)) (briefs []string, err error) {
	makers := map[string]string{}
	for _, s := range open {
		maker, isAsked := makers[s.Folder]
		if !isAsked {
			if maker, err = by(s.Folder); err != nil {
				return nil, err
			}
			makers[s.Folder] = maker
		}
		if maker != "" && maker == s.Agent {
			briefs = append(briefs, s.Brief)
		}
	}
	slices.Sort(briefs)
	briefs = slices.Compact(briefs)
	return briefs[:min(len(briefs), mostBriefs)], nil
}
