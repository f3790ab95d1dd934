// Package check judges a knowledge base: it chooses the notes, reads them, runs the gates, and turns what they found
// into a report. All wiring of the check is here.
package check

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/kbgate/kbgate/internal/baseline"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/workspace"
)

// Request says what to judge.
type Request struct {
	// Dir is the folder in which the program was called; Paths are relative to it. No path means the whole base.
	Dir   string
	Paths []string
	// ConfigFile is read instead of the one in the root.
	ConfigFile string
	// StdinName, where it is set, is the path of a note whose text is Stdin; that note alone is judged.
	StdinName string
	Stdin     []byte
	// Staged judges what the next commit will hold, whatever is in the work tree; Diff what lies between two commits:
	// BASE...HEAD since they parted, BASE..HEAD, or what one COMMIT changes. Either way the notes that the change touches
	// are under check, and of the others the links that it breaks.
	Staged bool
	Diff   string
	// Branch is the name of the branch that Diff is about, where the caller knows it; "": git is asked.
	Branch string
	// NoCache neither reads nor writes the cache below the git directory.
	NoCache bool
	// Repeated says that the process goes on to judge the base again and again.
	Repeated bool
	// NoBaseline counts the findings of the baseline as others.
	NoBaseline bool
	// Files, where it is set, is the whole knowledge base; nothing is read from disk.
	Files map[string][]byte
	// Now is the time of the run.
	Now time.Time
	// Strict says that warnings fail the check too; it is told with the findings.
	Strict bool
	// Progress, where it is set, is told how many of the notes have been read.
	Progress func(done, of int)
}

// Result is the outcome of a run.
type Result struct {
	Document finding.Document
	// Notices are remarks for people that are no findings.
	Notices []string
	// Folder is where the base lies below the top of its repository, with forward slashes and one at its end; "" at the top.
	Folder string
	// Config is what was judged by.
	Config *config.Config
	// Idle are the entries of the baseline that no longer occur, known after a check of the whole base only.
	Idle []baseline.Entry

	judged  map[string]stamp       // the bytes that the edits belong to, by path
	edits   map[string][]gate.Edit // that lose nothing, by path
	pending map[string][]gate.Edit // those of links to notes that are still to be written
}

// Run judges what the request asks for.
func Run(ctx context.Context, req Request) (*Result, error) {
	s, err := newInquiry(ctx, req)
	defer s.close()
	if err != nil {
		return nil, err
	}
	return s.run()
}

// close ends the programs of a run.
func (s *inquiry) close() {
	if s.compared != nil {
		s.compared()
	}
	s.blobs.close()
}

// inquiry is the state of one run.
type inquiry struct {
	Request
	ctx     context.Context
	place   workspace.Place
	root    string     // of place
	repo    git.Folder // likewise
	folder  string     // of the base in its repository, as finding.Document has it
	tracked bool       // whether a work tree of a repository is judged
	config  *config.Config
	policy  []byte            // as it was read
	passed  baseline.Baseline // findings of the baseline, which do not count
	files   []string
	overlay map[string][]byte
	change  *change // that is judged; nil: the work tree
	common  string  // the git directory that linked work trees share, "" outside a repository or where it was not asked for
	head    string  // the commit that is checked out, likewise
	shallow bool    // whether the history is cut off, likewise
	stored  *storedLayer
	blobs   *blobs
	// selected are the paths, below the root, of the notes and folders under check; none: all.
	selected []string
	// proposal is the change as the report names it, nil where no two commits are judged.
	proposal *finding.Change
	// compared waits for what the work tree's configuration has otherwise than the default branch's; nil: nobody has asked.
	compared func() []string
}

func newInquiry(ctx context.Context, req Request) (s *inquiry, err error) {
	s = &inquiry{Request: req, ctx: ctx, overlay: maps.Clone(req.Files), blobs: &blobs{ctx: ctx}}
	if s.Files == nil {
		if s.place, err = Locate(ctx, req); err != nil {
			return s, err
		}
		s.root, s.repo = s.place.Root, s.place.Repo
	}
	s.blobs.repo = s.repo
	if s.Files == nil && s.Diff == "" && !s.Staged {
		if repo, err := git.Open(ctx, s.repo); err == nil {
			s.compare(repo.Bare)
			s.folder, s.tracked = repo.Prefix, true
			if !s.NoCache {
				s.common, s.head, s.shallow = repo.Common, repo.Head, repo.Shallow
			}
		}
	}
	if s.Staged || s.Diff != "" {
		if s.change, err = s.changeOf(); err != nil {
			return s, err
		}
		s.folder = s.change.prefix
	}
	if err := s.loadConfig(); err != nil {
		return s, err
	}
	if err := s.loadBaseline(); err != nil {
		return s, err
	}
	if s.change != nil {
		if err = s.loadRecords(s.change); err == nil {
			s.change.broken, err = s.brokenPolicy(s.change)
		}
	}
	if err == nil && s.Diff != "" {
		s.proposal, err = s.propose(s.change)
	}
	if err == nil {
		err = s.list()
	}
	if err == nil && s.change != nil {
		s.change.replaced, err = s.replaced(s.change)
	}
	return s, err
}

// run judges once what is asked for.
func (s *inquiry) run() (*Result, error) {
	if s.change != nil {
		return s.guarded(s.runChange)
	}
	return s.guarded(s.runWork)
}

func (s *inquiry) runWork() (*Result, error) {
	for {
		j := s.judgeOf(s.workView())
		all, complete, err := j.run(s.ctx)
		if err != nil {
			return nil, err
		}
		if complete {
			if all.behind, err = s.hidden(); err != nil {
				return nil, err
			}
			if all.apart, err = s.disguisedInWork(j.view); err != nil {
				return nil, err
			}
			var keeping sync.WaitGroup
			keeping.Go(func() { s.remember(j) })
			result := s.result(j, all)
			keeping.Wait()
			return result, nil
		}
		s.dropGone(j)
	}
}

// runChange judges a change. A merge is seen from each of its parents.
func (s *inquiry) runChange() (*Result, error) {
	first, err := s.runSeen(s.change)
	if err != nil || len(s.change.others) == 0 {
		return first, err
	}
	seen := []*Result{first}
	for _, other := range s.change.others {
		result, err := s.runSeen(other)
		if err != nil {
			return nil, err
		}
		seen = append(seen, result)
	}
	first.join(s.change, seen)
	return first, nil
}

// list fills files and selected. What was named on the command line counts even where git ignores it.
func (s *inquiry) list() (err error) {
	if s.Files != nil {
		s.files, s.selected = slices.Sorted(maps.Keys(s.Files)), s.Paths
		return nil
	}
	if s.change == nil {
		if s.files, err = listed(s.ctx, s.repo, s.root); err != nil {
			return err
		}
	}
	if s.place.IsCommitted {
		s.selected, err = s.selectCommitted()
		return err
	}
	for _, p := range s.Paths {
		inside, err := s.place.Inside(p)
		if err != nil {
			return err
		}
		s.selected = append(s.selected, inside)
		if info, err := os.Lstat(filepath.Join(s.root, filepath.FromSlash(inside))); err == nil && info.IsDir() {
			continue
		}
		if !kb.IsNote(inside) {
			return notANote(p)
		}
		s.files = append(s.files, inside)
	}
	if s.StdinName != "" {
		inside, err := s.place.Inside(s.StdinName)
		if err != nil {
			return err
		}
		if !kb.IsNote(inside) {
			return hint.Misuse("--stdin-filename names a markdown file", "%s is no note", s.StdinName)
		}
		s.files = append(s.files, inside)
		s.selected = []string{inside}
		s.overlay = map[string][]byte{inside: s.Stdin}
	}
	slices.Sort(s.files)
	s.files = slices.Compact(s.files)
	return nil
}

// dropGone forgets files that were listed but are not there, such as tracked ones deleted from the work tree.
func (s *inquiry) dropGone(j *judge) {
	gone := map[string]bool{}
	for i := range j.gone {
		if j.gone[i].Load() {
			gone[j.base.Path(kb.ID(i))] = true
		}
	}
	s.files = slices.DeleteFunc(s.files, func(file string) bool { return gone[file] })
}

// reader reads the notes of the work tree.
func (s *inquiry) reader() noteReader {
	var from noteReader = nowhere{}
	if s.Files == nil {
		from = newReader(s.root)
	}
	return overlay{s.overlay, from}
}

// judgeOf prepares a run over a view.
func (s *inquiry) judgeOf(v *view) *judge {
	j := &judge{view: v, progress: s.Progress}
	j.context = &gate.Context{
		Base:      v.base,
		Before:    v.before,
		Moved:     v.moved,
		Config:    s.config,
		Today:     s.Now.UTC().Truncate(24 * time.Hour),
		FirstSeen: s.firstSeen(),
		IsNew:     s.isNew(v.before),
		Selected:  v.isSelected,
		Unstaged:  s.unstaged(v.base),
	}
	for _, g := range gate.All {
		if s.config.Gates[g.ID].Severity != string(gate.Off) && !g.OfChange {
			j.gates = append(j.gates, g)
		}
	}
	return j
}

// selection marks the notes under check; it is nil where all are.
func (s *inquiry) selection(base *kb.Base) map[kb.ID]bool {
	if len(s.selected) == 0 || slices.Contains(s.selected, ".") {
		return nil
	}
	named := make(map[string]bool, len(s.selected))
	for _, name := range s.selected {
		named[name] = true
	}
	selected := map[kb.ID]bool{}
	for id := range kb.ID(base.Len()) {
		if base.Has(id) && isWithin(base.Path(id), named) {
			selected[id] = true
		}
	}
	return selected
}

// isWanted reports whether the command line asks for a note, which it does for all where it names none.
func (s *inquiry) isWanted(name string) bool {
	return len(s.selected) == 0 || slices.ContainsFunc(s.selected, func(p string) bool {
		return p == "." || name == p || strings.HasPrefix(name, p+"/")
	})
}

// isWithin reports whether a path, or any folder above it, is named.
func isWithin(p string, named map[string]bool) bool {
	for !named[p] {
		end := strings.LastIndexByte(p, '/')
		if end < 0 {
			return false
		}
		p = p[:end]
	}
	return true
}

// compare finds out, beside other work, what the work tree has otherwise than the default branch. Changes between commits have no
// work tree.
func (s *inquiry) compare(isBare bool) {
	if isBare {
		return
	}
	s.compared = sync.OnceValue(func() []string {
		blobs := s.blobs.get()
		defer s.blobs.put(blobs)
		return s.place.Unrecorded(s.ctx, blobs.Objects(), gate.Specs())
	})
	go s.compared()
}
