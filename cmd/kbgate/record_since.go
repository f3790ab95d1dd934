package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/kbgate/kbgate/internal/cli"

	"github.com/kbgate/kbgate/internal/comment"
	"github.com/kbgate/kbgate/internal/decide"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/forge"
	"github.com/kbgate/kbgate/internal/forge/event"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/text"
)

// sourceFlags say which forge is asked, and how.
type sourceFlags struct {
	since        time.Time
	of           forge.PullRequest // its number counts for nothing
	insecureHTTP bool
	timeout      time.Duration
}

// recordTimeout leaves room for the waits that a forge may ask for over many pull requests.
const recordTimeout = 30 * time.Minute

func (flags *sourceFlags) options() []cli.Option {
	return append([]cli.Option{
		cli.Flag(cli.Parsed(&flags.since, "", fromNow(moment)), "since", "record what happened to all pull requests that changed since this `TIME`, as the forge's API tells it:\n"+timeForms),
	}, flags.forgeOptions(recordTimeout)...)
}

// forgeOptions are those that say which forge is asked.
func (flags *sourceFlags) forgeOptions(timeout time.Duration) []cli.Option {
	flags.timeout = timeout
	return []cli.Option{
		cli.Flag(cli.Proposing(&flags.of.Forge, forge.Kinds()...), "forge", "the `FORGE`: "+strings.Join(forge.Kinds(), ", ")+" (default: the one whose CI runs this)"),
		cli.Flag(&flags.of.Repo, "repo", "the repository, as `OWNER/NAME`; on GitLab GROUP/PROJECT or the project's number"),
		cli.Flag(&flags.of.API, "api", "the `URL` where the forge's API begins: https://git.example.org/api/v1"),
		cli.Flag(&flags.timeout, "timeout", "give up after this `TIME`, all waiting included"),
		cli.Flag(&flags.insecureHTTP, "insecure-http", "let the token travel over http without encryption, on a network that you trust"),
	}
}

// check refuses times that nothing can be read in.
func (flags *sourceFlags) check() error {
	switch {
	case flags.timeout <= 0:
		return hint.Misuse("name a time such as 5m or 90s", "--timeout leaves no time")
	case flags.since.After(time.Now()):
		return hint.Misuse("name a time that has passed", "--since is in the future")
	}
	return nil
}

// reader gives the reader of the repository that is meant. What cannot be read in whole is said.
func (flags *sourceFlags) reader(c *cli.Call, env forge.Environment) (*forge.Reader, error) {
	of := flags.of
	of.Number = 1
	of, err := target(env, of)
	if err != nil {
		return nil, err
	}
	token := env.Token(of.Forge)
	if token == "" {
		return nil, noToken(env, of.Forge)
	}
	r, err := forge.NewReader(of, forge.Config{Token: token, InsecureHTTP: flags.insecureHTTP})
	if err == nil {
		r.Tell = func(format string, args ...any) { cli.Say(c, format, args...) }
	}
	return r, err
}

// runSince records what the forge's API tells of the pull requests that changed.
func runSince(c *cli.Call, flags recordFlags) error {
	if err := flags.check(); err != nil {
		return err
	}
	r, err := flags.reader(c, surroundings())
	if err != nil {
		return err
	}
	l, err := c.Ledger("")
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(c.Ctx, flags.timeout)
	defer cancel()
	all := recording{seen: decide.NewSeen(c.Ctx, l), account: sync.OnceValues(func() (string, error) { return r.Account(ctx) })}
	err = r.Since(ctx, flags.since, func(h forge.History) error { return all.add(c, l, h, flags) })
	if all.failed == nil { // what was read is recorded, even if the forge tells no more
		if err != nil {
			err = withAdvice(err)
		}
		err = errors.Join(err, all.record(c, l, flags))
	}
	if err = errors.Join(err, all.seen.Close()); err != nil && all.recorded > 0 {
		cli.Say(c, "recorded what happened to %s before this; `--since %s` goes on from there", text.Count(all.recorded, "pull request", "pull requests"), all.until.UTC().Format(time.RFC3339))
	}
	if err == nil || all.recorded > 0 {
		err = errors.Join(err, cli.PrintResult(c, all.tally, tallied(all.tally)+"\n"))
	}
	if err != nil || all.tally.Whole() {
		return err
	}
	return errFindings
}

// pullsAtOnce is how many pull requests are held in memory until what happened to them is recorded.
const pullsAtOnce = 100

// recording is what happened, as far as it may become a record, and what became of what happened before it.
type recording struct {
	happened []happening
	pulls    int       // whose events these are
	last     time.Time // when the last of them changed
	seen     *decide.Seen
	account  func() (string, error) // that of the token, which may have asked: the job that asks and the one that records have one token
	recorded int                    // pull requests
	until    time.Time
	tally    decide.Tally
	failed   error // of recording
}

// asker is the account of the token, where somebody may have asked anything.
func (r *recording) asker() (string, error) {
	if !slices.ContainsFunc(r.happened, func(h happening) bool { return h.Comment != nil && comment.MayHoldQuestion(h.comments) }) {
		return "", nil
	}
	own, err := r.account()
	if err != nil {
		err = withAdvice(err)
	}
	return own, err
}

type happening struct {
	event.Event
	comments []byte
}

// add takes what happened to a pull request, and records it with others.
func (r *recording) add(c *cli.Call, l *ledger.Ledger, h forge.History, flags recordFlags) error {
	for _, e := range h.Events {
		r.happened = append(r.happened, happening{e, h.Comments})
	}
	r.last = h.Changed
	if r.pulls++; r.pulls < pullsAtOnce {
		return nil
	}
	return r.record(c, l, flags)
}

// mostInCommit is how many decisions one commit holds at most.
const mostInCommit = 1000

// record records what happened, and holds it no longer.
func (r *recording) record(c *cli.Call, l *ledger.Ledger, flags recordFlags) error {
	tally, err := r.recordAll(c, l, flags)
	r.tally = r.tally.Plus(tally)
	if r.failed = err; err == nil && r.pulls > 0 {
		r.recorded, r.until = r.recorded+r.pulls, r.last
	}
	r.happened, r.pulls = nil, 0
	return err
}

// recordAll records the decisions that the store lacks. Rejections go first: whether an approval is one with changes is asked of the store.
// What one pull request has wrong stops no other.
func (r *recording) recordAll(c *cli.Call, l *ledger.Ledger, flags recordFlags) (tally decide.Tally, err error) {
	isRejection := func(h happening) bool { return h.Review != nil && h.Review.State == event.ChangesRequested }
	if flags.only != onlyAllowances {
		for _, first := range []bool{true, false} {
			some := slices.DeleteFunc(slices.Clone(r.happened), func(h happening) bool { return isRejection(h) != first })
			for part := range slices.Chunk(some, mostInCommit) {
				of, err := recordDecisions(c, l, part, decide.Beside{Author: flags.author, Seen: r.seen})
				if tally = tally.Plus(of); err != nil {
					return tally, err
				}
			}
		}
	}
	if flags.only != onlyAllowances {
		own, err := r.asker()
		if err != nil {
			return tally, err
		}
		of, err := recordAnswers(c, l, r.happened, flags.author, own)
		if tally = tally.Plus(of); err != nil {
			return tally, err
		}
	}
	if flags.only == onlyDecisions {
		return tally, nil
	}
	for _, h := range r.happened {
		of, err := recordAllowances(c, l, h.Event, flags)
		if tally = tally.Plus(of); err != nil {
			return tally, err
		}
	}
	return tally, nil
}

// recordDecisions records what some events decide, in one commit.
func recordDecisions(c *cli.Call, l *ledger.Ledger, happened []happening, beside decide.Beside) (tally decide.Tally, err error) {
	var all []decide.Heard
	var of []string // the pull requests that they are on
	leftOut := map[string]bool{}
	for _, h := range happened {
		beside.Comments = h.comments
		heard, err := decide.Hear(c.Ctx, l, h.Event, beside)
		if err != nil {
			return tally, err
		}
		pull := fmt.Sprintf("%s#%d", h.PullRequest.Repo, h.PullRequest.Number)
		about := pull + ": "
		if heard.LeftOut != "" {
			if said := about + heard.LeftOut; !leftOut[said] {
				leftOut[said] = true
				cli.Say(c, "%s", said)
			}
			tally.LeftOut++
			continue
		}
		if heard.Decision == nil {
			continue
		}
		if wrong := decide.Refuse(heard.Decision, time.Now()); wrong != nil {
			way, _ := hint.Of(wrong)
			cli.Say(c, "%s%v", about, wrong)
			cli.Say(c, "hint: %s", way)
			tally.Bad++
			continue
		}
		all, of = append(all, heard), append(of, pull)
	}
	edited := 0
	_, done, err := decide.RecordHeard(c.Ctx, l, all, time.Now(), func(d *decision.Decision) {
		edited++
		cli.Say(c, "%s was changed at the forge after it was recorded; the record stays as it is: %s", d.SourceID, d.Path())
	})
	tellNoticesOf(c, all, of)
	done.Differ, done.Known = done.Differ-edited, done.Known+edited
	return tally.Plus(done), err
}

// tellNoticesOf says what of decisions could be kept in part only: each notice once, for the pull requests that it is about.
func tellNoticesOf(c *cli.Call, heard []decide.Heard, of []string) {
	var notices []string
	about := map[string][]string{}
	for i, h := range heard {
		for _, notice := range h.Notices {
			if about[notice] == nil {
				notices = append(notices, notice)
			}
			if !slices.Contains(about[notice], of[i]) {
				about[notice] = append(about[notice], of[i])
			}
		}
	}
	for _, notice := range notices {
		first, more := about[notice][0], ""
		if n := len(about[notice]) - 1; n > 0 {
			more = fmt.Sprintf(" and %d more", n)
		}
		cli.Say(c, "%s%s: %s", first, more, notice)
	}
}

// eventOf reads an event of the forge whose job runs this, or of one that is named.
func eventOf(c *cli.Call, env forge.Environment, file, named string) (e event.Event, kind string, err error) {
	kind = cmp.Or(named, env.Forge())
	payload, err := readInput(c, file)
	if err != nil {
		return e, kind, err
	}
	switch kind {
	case forge.GitHub:
		e, err = event.ParseGitHub(payload)
	case forge.Gitea, forge.Forgejo:
		e, err = event.ParseGitea(kind, payload)
	case "":
		return e, kind, hint.Misuse("name it with --forge: github, gitea, forgejo", "nothing says which forge the event is of")
	case forge.GitLab:
		return e, kind, hint.Misuse("run `kbgate record --since 1d` in a scheduled pipeline", "a pipeline of GitLab's has no event of a review")
	default:
		return e, kind, hint.Misuse("there are github, gitea and forgejo", "unknown forge %q", kind)
	}
	if err != nil {
		err = decide.Misread(err)
	}
	return e, kind, err
}

// runEvent records what an event of the forge whose job runs this says. Where a token is at hand, the API tells what the payload does not,
// unless the event is to be taken by itself.
func runEvent(c *cli.Call, flags recordFlags) error {
	env, file, alone := surroundings(), flags.event, flags.githubEvent != ""
	if alone {
		file, flags.of.Forge = flags.githubEvent, forge.GitHub
	}
	e, kind, err := eventOf(c, env, file, flags.of.Forge)
	if err != nil {
		return err
	}
	beside := decide.Beside{Author: flags.author}
	if flags.comments != "" {
		if beside.Comments, err = readInput(c, flags.comments); err != nil {
			return err
		}
	}
	isNameless := e.Review != nil && e.Review.ID == 0
	switch {
	case alone:
	case env.Token(kind) != "":
		flags.of.Forge = kind
		r, err := flags.reader(c, env)
		if err != nil {
			return err
		}
		ctx, cancel := context.WithTimeout(c.Ctx, flags.timeout)
		defer cancel()
		whole, comments, err := r.Complete(ctx, e)
		if err != nil {
			return withAdvice(err)
		}
		e = whole
		if beside.Comments == nil {
			beside.Comments = comments
		}
	case isNameless:
		way, _ := hint.Of(noToken(env, kind))
		return hint.Misuse(way, "the payload of a review names neither its id nor its time, and there is no token to ask %s for them", kind)
	}
	l, err := c.Ledger("")
	if err != nil {
		return err
	}
	return recordEvent(c, l, e, beside, flags)
}
