// Package check judges a knowledge base: it reads the notes of a source, runs the gates, and turns what they found into a report.
package check

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/kbgate/kbgate/internal/baseline"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/regular"
	"github.com/kbgate/kbgate/internal/source"
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
	// Drafts says that what is checked is proposed, as a change is: an agent has just edited it. So it is compared with what was
	// rejected before.
	Drafts bool
	// NoCache neither reads nor writes the cache below the git directory.
	NoCache bool
	// Repeated says that the process goes on to judge the base again and again.
	Repeated bool
	// NoBaseline passes over the findings of Baseline instead of those that stand in the base's file.
	NoBaseline bool
	Baseline   baseline.Baseline
	// Wanted is the fingerprint of a finding of which Result.Standing is to say on what it stands; "": none.
	Wanted string
	// Files, where it is set, is the whole knowledge base; nothing is read from disk.
	Files map[string][]byte
	// Now is the time of the run.
	Now time.Time
	// Strict says that warnings fail the check too; it is told with the findings.
	Strict bool
	// Select are the tags of the gates whose findings are wanted, none meaning all, and Ignore those of the gates whose findings are not.
	Select, Ignore []string
	// Hook says that git calls for a commit, so that nothing is said that it would hear at each.
	Hook bool
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
	// IsKept says that there is a repository, whose store may hold what reviewers let through.
	IsKept bool
	// Standing is what the wanted finding stands on; nil where there is none.
	Standing *Standing
	// Edits are those of the findings, by the path of the note.
	Edits map[string]*Edits
	// View is the notes that were judged.
	View View
	// Root is the folder of the knowledge base, as the command line names it.
	Root string

	settling *settling
}

// View is the notes of a check: all of them, which are under check, and a reader of their texts, for the use of one goroutine. It
// is good while the session is open.
type View struct {
	Notes    *kb.Overlay
	Selected func(kb.ID) bool
	Open     func() source.Reader
	// Brought is the day of the commit that brings a note, as the gates see it: today for one that is not committed. It is not known
	// in a clone that lacks history.
	Brought func(path string) (day time.Time, isKnown bool)
}

// Edits are those of the findings on one note.
type Edits struct {
	Of      source.Stamp   // the text that they belong to
	Safe    []finding.Edit // they lose nothing
	Pending []finding.Edit // they are of links to notes that are still to be written
}

// Locate finds the knowledge base that a request is about.
func Locate(ctx context.Context, r Request) (workspace.Location, error) {
	return workspace.Locate(ctx, r.query())
}

func (r *Request) query() workspace.Query {
	return workspace.Query{Dir: r.Dir, Paths: r.Paths, Draft: r.StdinName, Staged: r.Staged, Diff: r.Diff}
}

// Run judges what the request asks for. What it finds in the whole of what is staged is kept for the store, where the user's own settings
// of git ask for that.
func Run(ctx context.Context, req Request) (*Result, error) {
	s, err := Open(ctx, req)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	result, err := s.Run()
	if err == nil {
		if failed := s.keepVerdict(result); failed != nil { // nobody's commit waits for that
			result.Notices = append(result.Notices, fmt.Sprintf("what the gates found is not kept: %v", failed))
		}
	}
	return result, err
}

// Session is what stays the same from one run over a source to the next.
type Session struct {
	Source *source.Source

	Request
	ctx    context.Context
	gates  gate.Registry
	config *config.Config
	policy []byte            // the configuration as it was read
	known  baseline.Baseline // its findings do not count
	// proposal is the change as the report names it, nil where no two commits are judged.
	proposal *finding.Change
	records  []gate.Record     // that the change touches
	refused  []finding.Finding // on paths: they block whatever the configuration says
	facts    *factCache
	located  *storeFound // by the run that goes on
}

// Open finds what is to be judged, and by what. The session has to be closed.
func Open(ctx context.Context, req Request) (_ *Session, err error) {
	s := &Session{Request: req, ctx: ctx, gates: gate.BuiltIn}
	s.Source, err = source.Open(ctx, source.Options{Query: req.query(), Files: req.Files, Text: req.Stdin, Gates: s.gates.Specs()})
	if err == nil {
		err = s.load()
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	s.facts = s.newFactCache()
	return s, nil
}

// Close ends the programs of the session.
func (s *Session) Close() { s.Source.Close() }

// load reads what is judged by, and finds what a change does beside editing notes.
func (s *Session) load() error {
	err := s.loadConfig()
	if err == nil {
		err = s.loadBaseline()
	}
	if err != nil || s.Source.Change == nil {
		return err
	}
	touched, err := s.Source.Records(s.config.Store.Dir)
	if err != nil {
		return err
	}
	s.records = recordsOf(touched)
	broken, err := s.brokenPolicy()
	if err != nil {
		return err
	}
	replaced, err := s.Source.Replaced()
	if err != nil {
		return err
	}
	s.refused = slices.Concat(broken, s.Source.Change.TooMuch(), replaced)
	if s.Diff == "" {
		return nil
	}
	s.proposal = &finding.Change{}
	s.proposal.Base, s.proposal.Head = s.Source.Change.Ends()
	s.proposal.Agent, s.proposal.AgentByAuthor, err = s.Source.Agent(s.Branch, s.config.Agents.From, s.config.Agents.Authors)
	return err
}

// Configuration gives what is judged by, and says in a few words where it is from.
func (s *Session) Configuration() (c *config.Config, from string) {
	place := &s.Source.Place
	name := place.Shown(filepath.Join(place.Name, config.FileName))
	switch change := s.Source.Change; {
	case s.ConfigFile != "":
		return s.config, s.ConfigFile
	case s.policy == nil:
		return s.config, "no configuration, so the defaults: there is no " + name
	case change != nil:
		return s.config, name + " as it stands before the change"
	}
	return s.config, name
}

func (s *Session) loadConfig() (err error) {
	place := &s.Source.Place
	name := filepath.Join(place.Name, config.FileName)
	if s.ConfigFile != "" {
		name = place.Absolute(s.ConfigFile)
		s.policy, err = regular.ReadFile(name, true, workspace.MaxConfig)
	} else {
		s.policy, err = s.Source.PolicyFile(config.FileName, workspace.MaxConfig)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist) && s.ConfigFile == "" && s.Source.Change == nil && place.Misnamed != "":
		return place.RefuseMisnamed(s.ctx)
	case errors.Is(err, fs.ErrNotExist) && s.ConfigFile == "":
		s.config = config.Default(s.gates.Specs())
		return nil
	case err != nil:
		return workspace.UnreadConfig(name, err)
	}
	s.config, err = workspace.ParseConfig(place.Shown(name), s.policy, s.gates.Specs())
	return err
}

// Run judges once. A merge is seen from each of its parents. A cache that turns out to be damaged is deleted, and the run does
// without.
func (s *Session) Run() (result *Result, err error) {
	if result, err = s.run(); s.facts.isDamaged() {
		s.facts.drop()
		return s.run()
	}
	return result, err
}

func (s *Session) run() (*Result, error) {
	s.located = &storeFound{}
	if s.Source.Change == nil {
		return s.runWork()
	}
	var seen []*Result
	parents := s.Source.Parents()
	for i, parent := range parents {
		one := *s
		one.Source = parent
		if i > 0 {
			one.records, one.refused = nil, nil
		}
		result, err := one.runChange()
		if err != nil {
			return nil, err
		}
		seen = append(seen, result)
	}
	if len(seen) > 1 {
		seen[0].join(parents, seen, s.gates)
		brought, err := s.brought(parents)
		if err != nil {
			return nil, err
		}
		seen[0].Notices = append(seen[0].Notices, brought...)
	}
	return seen[0], nil
}

// runWork judges the work tree, or the files that were given.
func (s *Session) runWork() (*Result, error) {
	for {
		r := s.runner(s.workView())
		all, gone, err := r.run(s.ctx)
		switch {
		case err != nil:
			return nil, err
		case len(gone) > 0: // files that were listed but are not there, such as tracked ones deleted from the work tree
			s.Source.Files = slices.DeleteFunc(s.Source.Files, func(file string) bool { return gone[file] })
			continue
		}
		var keeping sync.WaitGroup
		keeping.Go(func() { s.facts.save(r) })
		result, err := s.result(r, all)
		keeping.Wait()
		return result, err
	}
}

// runChange judges a change as it is seen from one state before it.
func (s *Session) runChange() (*Result, error) {
	defer s.facts.keepIndexes()
	v, err := s.changeView()
	if err != nil {
		return nil, err
	}
	r := s.runner(v)
	all, _, err := r.run(s.ctx)
	if err != nil {
		return nil, err
	}
	claimed, err := s.claimed(v)
	if err != nil {
		return nil, err
	}
	all.claimed = claimed
	return s.result(r, all)
}

// runner prepares a run over a view.
func (s *Session) runner(v *noteSet) *runner {
	today := s.Now.UTC().Truncate(24 * time.Hour)
	r := &runner{noteSet: v, progress: s.Progress}
	r.context = &gate.Context{
		Gates:     s.gates,
		Notes:     v.base,
		Before:    v.before,
		Moved:     v.moved,
		Config:    s.config,
		Today:     today,
		FirstSeen: s.Source.FirstSeen(today),
		IsNew:     s.Source.IsNew(),
		Unborn:    s.Source.Checkout.Head == "" || v.before != nil && v.before.Len() == 0,
		OfCommits: s.proposal != nil,
		Drafts:    isProposed(s),
		Selected:  v.isSelected,
	}
	if v.before != nil {
		r.context.IsNew = func(name string) bool {
			_, ok := v.before.Find(name)
			return !ok
		}
	}
	if s.Source.IsTracked && s.Source.Change == nil {
		r.context.Renamed = renamed(s.Source, v.base)
	}
	if s.Staged {
		r.context.Unstaged = unstaged(s.Source, v.base)
	}
	for _, g := range s.gates {
		if s.config.Gates[g.ID].Severity != gate.Off && (g.Run != nil || g.RunOnAll != nil) {
			r.gates = append(r.gates, g)
		}
	}
	return r
}

// blocks reports whether a gate may block by the configuration that judges.
func (s *Session) blocks(tag string) bool { return mayBlock(s.gates, tag, s.config) }

// mayBlock reports whether a gate may block by a configuration. One that only hints does not, unless hints block, or what readers find.
func mayBlock(gates gate.Registry, tag string, c *config.Config) bool {
	g, known := gates.Find(tag)
	return known && c.SeverityOf(tag, g.Hints && c.Review.Trust != finding.Blocking) == finding.Blocking
}
