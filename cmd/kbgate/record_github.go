package main

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/cli"

	"github.com/kbgate/kbgate/internal/decide"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/forge/event"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/grant"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/store"
	"github.com/kbgate/kbgate/internal/text"
)

// recordEvent records what an event of a pull request says.
func recordEvent(c *cli.Call, l *ledger.Ledger, e event.Event, beside decide.Beside, flags recordFlags) (err error) {
	var heard decide.Heard
	var views []*decision.Decision
	var tally decide.Tally
	if flags.only != onlyAllowances {
		if heard, err = decide.Hear(c.Ctx, l, e, beside); err != nil {
			return err
		}
		var differ error
		all := []decide.Heard{heard}
		views, tally, err = decide.RecordHeard(c.Ctx, l, all, time.Now(), func(d *decision.Decision) { differ = sayDiffer(c, l, d) })
		if err = errors.Join(err, differ); err != nil {
			return err
		}
		for _, notice := range all[0].Notices {
			cli.Say(c, "%s", notice)
		}
	}
	if flags.only != onlyAllowances {
		answered, err := recordAnswers(c, l, []happening{{e, beside.Comments}}, beside.Author)
		if err != nil {
			return err
		}
		tally = tally.Plus(answered)
	}
	allowances, err := recordAllowances(c, l, e, flags)
	if err != nil {
		return err
	}
	said := "nothing to record: the event is no decision"
	switch {
	case tally.Added > 0:
		said = recorded(views[0])
	case heard.Decision != nil:
		said = tallied(tally.Plus(allowances))
	case tally.Answered > 0:
		said = "recorded why the change was rejected"
	case heard.LeftOut != "":
		cli.Say(c, "%s", heard.LeftOut)
		tally.LeftOut++
		said = fmt.Sprintf("nothing to record: 1 %s is left out", heard.Kind)
	case allowances != decide.Tally{} && flags.only != onlyDecisions:
		said = "let through " + text.Count(allowances.Allowed, "finding", "findings")
		if allowances.Withdrawn > 0 {
			said += "; withdrew " + text.Count(allowances.Withdrawn, "allowance", "allowances")
		}
	}
	result := tallyOutput{Tally: tally.Plus(allowances)}
	if d := heard.Decision; d != nil {
		outcome := store.Differ
		if tally.Added > 0 {
			outcome = store.Added
		} else if tally.Known > 0 {
			outcome = store.Known
		}
		result.Add(0, d.ID, outcome)
	}
	if err := cli.PrintResult(c, result, said+"\n"); err != nil || result.Whole() {
		return err
	}
	return errFindings
}

// recordAnswers records the comments that say why their authors rejected a change, where one of the askers asked.
func recordAnswers(c *cli.Call, l *ledger.Ledger, said []happening, askers ...string) (tally decide.Tally, err error) {
	var answers []*decision.Amendment
	for _, h := range said {
		if !decide.MayAnswer(h.Event, l.Config) {
			continue
		}
		tally.Answers++
		a, err := decide.Answer(c.Ctx, l, h.Event, h.comments, askers...)
		if err != nil {
			return tally, err
		}
		if a != nil {
			answers = append(answers, a)
		}
	}
	tally.Answered, err = decide.RecordAnswers(c.Ctx, l, answers, time.Now())
	return tally, err
}

// What of an event is recorded, where not all is.
const (
	onlyDecisions  = "decisions"
	onlyAllowances = "allowances"
)

// recordAllowances records what an event lets through or takes back. What cannot be is said, and stops no other.
func recordAllowances(c *cli.Call, l *ledger.Ledger, e event.Event, flags recordFlags) (tally decide.Tally, err error) {
	asked, leftOut := decide.AllowancesFrom(l.Config, e)
	tally.Asked, tally.LeftOut = len(asked), len(leftOut)
	for _, why := range leftOut {
		cli.Say(c, "%s", why)
	}
	if len(asked) == 0 || flags.only == onlyDecisions {
		return tally, nil
	}
	key, err := signingKey("")
	if err != nil {
		return tally, err
	}
	for _, one := range asked {
		of, err := recordAllowance(c, l, one, key, flags.diff)
		switch known, isKnown := hint.Find(err); {
		case isKnown && known.Status == hint.Usage:
			tally.Bad++
			what := fmt.Sprintf("the finding %s is not let through", one.Fingerprint)
			if one.Withdraws != "" {
				what = one.Withdraws + " is not withdrawn"
			}
			cli.Say(c, "%s: %v", what, err)
			cli.Say(c, "hint: %s", known.Hint)
		case err != nil:
			return tally, err
		}
		tally = tally.Plus(of)
	}
	return tally, nil
}

// recordAllowance records one allowance, or takes some back, and says so.
func recordAllowance(c *cli.Call, l *ledger.Ledger, asked decide.AllowanceAsked, key ed25519.PrivateKey, diff string) (tally decide.Tally, err error) {
	if asked.Withdraws != "" {
		done, err := grant.RecordWithdrawal(c.Ctx, l, asked, key, time.Now())
		for _, a := range done {
			cli.Say(c, "%s", withdrawn(a))
		}
		if len(done) == 0 && err == nil {
			tally.Known++
		}
		tally.Withdrawn = len(done)
		return tally, err
	}
	span, err := spanOf(c, l, diff, asked)
	if err != nil {
		return tally, err
	}
	a, outcome, err := grant.Record(c.Ctx, l, check.Request{Dir: c.Dir, Now: time.Now(), Diff: span}, asked, key, time.Now())
	switch {
	case err != nil:
		return tally, err
	case outcome == store.Added:
		tally.Allowed++
		cli.Say(c, "%s", allowed(a))
	case outcome == store.Known:
		tally.Known++
	default:
		tally.Differ++
		cli.Say(c, "the allowance was recorded before as something else, which stays: %s", a.Path())
	}
	return tally, nil
}

// spanOf gives the commits of a pull request: those that were named, and else those of the event. It refuses ones that end elsewhere than
// at the commit that the reviewer has seen, where the event names that.
func spanOf(c *cli.Call, l *ledger.Ledger, diff string, asked decide.AllowanceAsked) (string, error) {
	_, head, _ := strings.Cut(diff, "...")
	switch {
	case diff == "" && (asked.Base == "" || asked.Head == ""):
		return "", hint.Misuse("name the pull request's commits: --diff BASE...HEAD", "the event does not say which commits the pull request has")
	case diff == "":
		return asked.Base + "..." + asked.Head, nil
	case head == "" || asked.Head == "":
		return diff, nil
	}
	at, err := git.Commit(c.Ctx, l.Repository, head)
	if err == nil && at != asked.Head {
		err = hint.Misuse("have the change reviewed as it is now", "the review was of %.12s, and %s is another commit by now", asked.Head, head)
	}
	return diff, err
}

// sayDiffer says that the id of an event is that of another record.
func sayDiffer(c *cli.Call, l *ledger.Ledger, d *decision.Decision) error {
	kept, err := decide.KeepBeside(c.Ctx, l, d, time.Now())
	said := "the event was recorded before as something else, which stays: " + d.Path()
	if kept != "" {
		said += "; this one is kept beside it, as " + kept
	}
	cli.Say(c, "%s", said)
	return err
}
