package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/cli"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/review"
	"github.com/kbgate/kbgate/internal/text"
)

// reviewFlags are the flags of `kbgate review`.
type reviewFlags struct {
	checkFlags
	readerFlags
	print       bool
	answer      string
	mostClaims  int
	record      bool
	calibration string
}

// readerFlags say who reads, and how.
type readerFlags struct {
	name     string
	command  string
	endpoint string
	model    string
	pass     []string
	jobs     int
	maxSize  int
	limit    time.Duration
}

// The variables that name a reader. Git's global or system configuration may, too: kbgate.review.command and so on.
const (
	readerCommandVariable  = "KBGATE_REVIEW_COMMAND"
	readerEndpointVariable = "KBGATE_REVIEW_ENDPOINT"
	readerModelVariable    = "KBGATE_REVIEW_MODEL"
	readerKeyVariable      = "KBGATE_REVIEW_KEY" //nolint:gosec // the name of a variable
)

func newReview() cli.Command {
	flags := reviewFlags{checkFlags: checkFlags{format: "text"}, readerFlags: usualReader(), mostClaims: 20}
	return cli.Command{
		Use:   "review [PATH…]",
		Short: "Let a reader, a person or a model, judge what claims mean",
		Long: `Check claims as ` + "`kbgate check`" + ` does, and let a reader judge their meaning: the questions of the
gates, the claim, the notes it stands on, the claims most like it, and how this house has decided
before go to the reader; what comes back counts as far as its quotations stand word for word in those
texts. What holds becomes findings of the check. They are possible, and warn, until the reader has been
calibrated here (` + "`kbgate review calibrate`" + `).

--print writes the request for a person or an agent, and --answer takes what came back. --command runs
a program that reads the request on standard input and writes the answer to standard output, in an
empty folder, with PATH, HOME and the variables that --pass names; switch the tools of an agent off, for
a claim may ask it to use them. --endpoint asks a server by OpenAI's chat completions. Command, endpoint,
model and key also come from ` + readerCommandVariable + `, ` + readerEndpointVariable + `, ` + readerModelVariable + `
and ` + readerKeyVariable + `, or from kbgate.review.command, .endpoint, .model and .key of git's global or
system configuration; never from a file of the repository.

Nothing of a claim with deal terms is shown to a reader. A reader that cannot be reached is named and
blocks nobody, unless review.required is set. docs/review.md tells more.`,
		Example: `  kbgate review --print claims/new.md > request.txt
  kbgate review --answer answer.json --reader ana claims/new.md
  kbgate review --diff origin/main...HEAD --command 'claude -p --tools ""'
  kbgate review --staged --endpoint https://api.example.org/v1 --model m-1
  kbgate review calibrate --command 'claude -p --tools ""'`,
		Run: flags.run,
		Options: append([]cli.Option{
			cli.Flag(&flags.Staged, "staged", "review what the next commit will hold"),
			cli.Flag(&flags.Diff, "diff", "review what lies between two commits: `BASE...HEAD`, as with kbgate check"),
			cli.Flag(&flags.Branch, "branch", "the `NAME` of the branch that --diff is about"),
			cli.Flag(&flags.print, "print", "write the request and ask nobody; with --format json as JSON"),
			cli.Flag(&flags.answer, "answer", "take the answer from this `FILE`; -: from standard input"),
			cli.Flag(&flags.jobs, "jobs", "how many claims are read at once"),
			cli.Flag(&flags.mostClaims, "max-claims", "the most claims that are shown to a reader"),
			cli.Flag(&flags.record, "record", "record the reader's verdicts as decisions"),
			cli.Flag(&flags.calibration, "calibration", "take the bar from this `FILE`, which kbgate review calibrate --format json wrote"),
			cli.Flag(cli.Proposing(&flags.format, formatNames()...), "format", "how findings are written: "+strings.Join(formatNames(), ", ")),
			cli.Flag(&flags.outputs, "output", "write the findings to this `FILE`; --output FORMAT=FILE writes them there beside it"),
			cli.Flag(&flags.Strict, "strict", "let certain warnings fail the review too"),
			cli.Flag(&flags.NoCache, "no-cache", "neither read nor write the caches below the git directory"),
			cli.Flag(&flags.ConfigFile, "config", "read this `FILE` instead of .kbgate.yaml"),
		}, flags.readerFlags.options()...),
		Commands: []cli.Command{newReviewCalibrate()},
	}
}

func usualReader() readerFlags {
	return readerFlags{jobs: 4, maxSize: 400_000, limit: 5 * time.Minute}
}

func (f *readerFlags) options() []cli.Option {
	return []cli.Option{
		cli.Flag(&f.name, "reader", "the `NAME` of the reader (default: that of the model, or of the program)"),
		cli.Flag(&f.command, "command", "run this `COMMAND` as the reader, without a shell: words, or a JSON list of texts"),
		cli.Flag(&f.endpoint, "endpoint", "ask the server whose API begins at this `URL`"),
		cli.Flag(&f.model, "model", "the `NAME` of the model that the endpoint is asked for"),
		cli.Flag(&f.pass, "pass", "a `VARIABLE` that the command gets beside PATH and HOME; may be repeated"),
		cli.Flag(&f.maxSize, "max-size", "the most bytes of a request that is sent"),
		cli.Flag(&f.limit, "timeout", "the longest `TIME` for one answer"),
	}
}

// find fills in the reader by the environment, else by the user's configuration of git, and gives the key.
func (f *readerFlags) find(c *cli.Call, repo git.Folder) (key string, err error) {
	settings := map[string]string{}
	if repo.Err() == nil {
		all, err := git.UserConfiguration(c.Ctx, repo, `^kbgate\.review\.`)
		if err != nil {
			return "", err
		}
		for _, s := range all {
			settings[s.Name] = s.Value
		}
	}
	known := func(variable, setting string) string {
		return cmp.Or(os.Getenv(variable), settings["kbgate.review."+setting])
	}
	if f.command == "" && f.endpoint == "" {
		if f.command = known(readerCommandVariable, "command"); f.command == "" {
			f.endpoint = known(readerEndpointVariable, "endpoint")
		}
	}
	f.model = cmp.Or(f.model, known(readerModelVariable, "model"))
	return known(readerKeyVariable, "key"), nil
}

// check refuses flags that no reader could follow.
func (f *readerFlags) check() error {
	switch {
	case f.command != "" && f.endpoint != "":
		return hint.Misuse("leave out one of the two", "--command and --endpoint exclude each other")
	case f.jobs < 1 || f.maxSize < 1 || f.limit <= 0:
		return hint.Misuse("", "--jobs, --max-size and --timeout are above zero")
	}
	return nil
}

// reader gives who reads; nil where nobody does.
func (f *readerFlags) reader(c *cli.Call, repo git.Folder) (review.Reader, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	key, err := f.find(c, repo)
	switch {
	case err != nil:
		return nil, err
	case f.command != "":
		argv, err := review.Argv(f.command)
		if err != nil || len(argv) == 0 {
			return nil, hint.Misuse(`write words, or a JSON list of texts: '["claude", "-p"]'`, "the reader's command cannot be read: %v", err)
		}
		f.name = cmp.Or(f.name, f.model, strings.TrimSuffix(filepath.Base(argv[0]), ".exe"))
		return &review.Command{Argv: argv, Pass: f.pass}, nil
	case f.endpoint != "":
		e := &review.Endpoint{URL: f.endpoint, Model: f.model, Key: key}
		f.name = cmp.Or(f.name, f.model)
		return e, e.Open()
	}
	return nil, nil
}

// asking is how the reader is asked; folder is where answers are kept, "" for nowhere.
func (f *readerFlags) asking(folder string) review.Asking {
	a := review.Asking{Jobs: f.jobs, MaxSize: f.maxSize, Limit: f.limit}
	if folder != "" {
		a.Cache = filepath.Join(folder, "answers")
	}
	return a
}

// house is what reviews of a knowledge base stand on.
type house struct {
	repo   git.Folder
	ledger *ledger.Ledger // nil: there is none
	folder string         // of what is kept below the git directory; "": nothing is
}

func (f *reviewFlags) run(c *cli.Call) error {
	if err := f.validateReview(); err != nil {
		return err
	}
	req := f.Request
	req.Dir, req.Paths, req.Now = c.Dir, c.Args, time.Now()
	if req.Diff != "" {
		req.Branch = cmp.Or(req.Branch, surroundings().Proposal().Branch)
	}
	s, err := check.Open(c.Ctx, req)
	if err != nil {
		return err
	}
	defer s.Close()
	h, err := openHouse(c, s, req.NoCache)
	if err != nil {
		return err
	}
	reader, err := f.reader(c, h.repo)
	if err != nil {
		return err
	}
	if reader == nil && f.answer == "" && !f.print {
		return hint.Misuse("--print writes the request, --answer FILE takes an answer, --command COMMAND or --endpoint URL asks a reader", "nothing says who reads")
	}
	result, err := s.Run()
	if err != nil {
		return err
	}
	gathered, err := h.gather(c, result, s.Source.Place.Folder(), f.mostClaims)
	if err != nil {
		return err
	}
	for _, skipped := range gathered.Skipped {
		cli.Say(c, "%s is not shown to a reader: %s", skipped.Path, skipped.Why)
	}
	if f.print {
		return f.writeRequest(c, gathered)
	}
	results, err := f.ask(c, h, reader, gathered)
	if err != nil {
		return err
	}
	by := review.Judge{Name: cli.OneLine(cmp.Or(f.name, "reader"))}
	if by.Bar, err = f.bar(h, by.Name); err != nil {
		return err
	}
	if err := gathered.Apply(by, results); err != nil {
		return err
	}
	tellReview(c, result)
	if f.record {
		if err := recordAll(c, s.Source.Place.Root, gathered, by); err != nil {
			return err
		}
	}
	return finishCheck(c, result, &f.checkFlags)
}

func (f *reviewFlags) validateReview() error {
	wrong := hint.Misuse
	switch {
	case f.print && f.answer != "", (f.print || f.answer != "") && (f.command != "" || f.endpoint != ""):
		return wrong("leave out all but one", "--print, --answer, --command and --endpoint exclude each other")
	case f.print && f.record:
		return wrong("", "--print asks nobody, so there is nothing to record")
	case f.print && f.format != "text" && f.format != "json":
		return wrong("", "--print writes text or json, not %s", f.format)
	case f.mostClaims < 1:
		return wrong("", "--max-claims is above zero")
	case len(f.name) > 120:
		return wrong("", "--reader has more than 120 bytes")
	case f.Staged && f.Diff != "":
		return wrong("leave out one of the two", "--staged and --diff exclude each other")
	case f.Branch != "" && f.Diff == "":
		return wrong("leave it out, or say --diff", "--branch is about --diff")
	}
	_, err := outputsOf(f.format, f.outputs)
	return err
}

// openHouse opens what reviews stand on beside the check: the decisions in the store whose allowances count for it. Where no decisions can
// be read, that is said, and there are none.
func openHouse(c *cli.Call, s *check.Session, noCache bool) (h house, err error) {
	place := &s.Source.Place
	h.repo = place.Repo
	if h.repo.Err() != nil {
		return h, nil
	}
	if !noCache {
		h.folder = filepath.Join(h.repo.Common, "kbgate", "review")
	}
	repo := h.repo
	repo.Prefix = place.Folder()
	counts, err := s.KeptBy()
	if err == nil {
		o := ledger.Options{Root: place.Root, Config: counts, Repository: repo}
		if o.Remote, err = s.Remote(); err == nil {
			h.ledger, err = c.LedgerBy(o)
		}
	}
	if err != nil && c.Ctx.Err() == nil {
		cli.Say(c, "no earlier decisions are known: %s", err)
		h.ledger, err = nil, nil
	}
	return h, err
}

// history is where precedents come from: for a change from the commit that it goes to.
func (h *house) history(c *cli.Call, result *check.Result, prefix string) (found review.History, err error) {
	found = review.History{Repository: h.repo, Prefix: prefix, Config: result.Config, Gates: gate.BuiltIn, Ledger: h.ledger}
	if h.repo.Err() != nil {
		return found, nil
	}
	if change := result.Document.Change; change != nil {
		found.Tip = change.Base
	} else {
		found.Tip, err = git.Tip(c.Ctx, h.repo)
	}
	return found, err
}

func (h *house) gather(c *cli.Call, result *check.Result, prefix string, most int) (*review.Gathered, error) {
	from, err := h.history(c, result, prefix)
	if err != nil {
		return nil, err
	}
	pool, err := review.FindPool(c.Ctx, from)
	if err != nil {
		return nil, err
	}
	return review.Gather(c.Ctx, review.Material{Result: result, Gates: gate.BuiltIn, Ledger: h.ledger, Pool: pool}, most)
}

// writeRequest writes the request for all claims at once.
func (f *reviewFlags) writeRequest(c *cli.Call, g *review.Gathered) error {
	requests := g.Requests(true)
	if len(requests) == 0 {
		cli.Say(c, "there is no claim to review")
		return nil
	}
	outputs, err := outputsOf(f.format, f.outputs)
	if err != nil {
		return err
	}
	return writeOutput(c, outputs[0].file, func(w io.Writer) error {
		if f.format == "json" {
			enc := json.NewEncoder(w)
			enc.SetIndent("", "  ")
			enc.SetEscapeHTML(false)
			return enc.Encode(requests[0])
		}
		return cli.PrintSafely(w, requests[0].Prompt())
	})
}

// ask gives what the reader says, or what stands in the file of an answer.
func (f *reviewFlags) ask(c *cli.Call, h house, reader review.Reader, g *review.Gathered) ([]review.Result, error) {
	if f.answer == "" {
		return f.asking(h.folder).Ask(c.Ctx, reader, g.Requests(false)), c.Ctx.Err()
	}
	in, err := openInput(c, f.answer)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	data, err := io.ReadAll(io.LimitReader(in, review.MaxAnswer+1))
	if err != nil {
		return nil, fmt.Errorf("reading the answer: %w", err)
	}
	if _, err := review.ParseAnswer(data); err != nil {
		return nil, hint.Misuse("an answer is one JSON object by the schema that `kbgate review --print` shows", "the answer in %s does not count: %w", shownInput(f.answer), err)
	}
	var results []review.Result
	for _, r := range g.Requests(true) {
		results = append(results, review.Answered(r, data))
	}
	return results, nil
}

// bar is the reader's, by the file that was named, or by what was found out here.
func (f *reviewFlags) bar(h house, name string) (*float64, error) {
	var known *review.Calibration
	if f.calibration == "" {
		known = review.LoadCalibration(calibrations(h.folder), name, h.place())
	} else {
		data, err := os.ReadFile(f.calibration)
		if err == nil {
			known, err = review.ReadCalibration(data)
		}
		if err != nil {
			return nil, hint.Misuse("`kbgate review calibrate --format json` writes one", "reading the calibration: %w", err)
		}
		if known.Reader != name {
			return nil, hint.Misuse("name that reader with --reader, or calibrate this one", "the calibration in %s is that of %q, not of %q", f.calibration, known.Reader, name)
		}
	}
	if known == nil {
		return nil, nil
	}
	return known.Bar, nil
}

func calibrations(folder string) string {
	if folder == "" {
		return ""
	}
	return filepath.Join(folder, "calibrations")
}

// place names the house for calibrations.
func (h *house) place() string {
	if h.ledger == nil {
		return ""
	}
	return h.ledger.Place()
}

// tellReview says what people should know of a review beside its findings.
func tellReview(c *cli.Call, result *check.Result) {
	r := result.Document.Review
	for _, u := range r.Unanswered {
		cli.Say(c, "not reviewed: %s: %s", u.Path, u.Reason)
	}
	if r.Refused > 0 {
		cli.Say(c, "%s of %s did not count, for their quotations do not stand in what was shown", text.Count(r.Refused, "finding or reply", "findings or replies"), r.By)
	}
	if r.Settled > 0 {
		cli.Say(c, "%s by %s", text.Count(r.Settled, "possible finding denied", "possible findings denied"), r.By)
	}
	if r.Bar == nil && len(r.Claims) > 0 {
		cli.Say(c, "%s was never calibrated here, so what it finds is possible: `kbgate review calibrate`", r.By)
	}
	if r.Fails() {
		cli.Say(c, "not every claim was reviewed, and review.required asks for that")
	}
}

// recordAll records the verdicts where decisions are recorded: by the default branch, whatever change is reviewed.
func recordAll(c *cli.Call, root string, g *review.Gathered, by review.Judge) (err error) {
	if g.Ledger, err = c.LedgerAt(root); err != nil {
		return err
	}
	all, err := g.Record(c.Ctx, by, time.Now())
	for _, d := range all {
		cli.Say(c, "%s", recorded(d))
	}
	return err
}
