package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/kbgate/kbgate/internal/cli"

	"github.com/kbgate/kbgate/internal/comment"
	"github.com/kbgate/kbgate/internal/decide"
	"github.com/kbgate/kbgate/internal/forge"
	"github.com/kbgate/kbgate/internal/forge/event"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/text"
)

func newCommentAsk() cli.Command {
	var payload string
	from := sourceFlags{}
	options := append([]cli.Option{
		cli.Flag(&payload, "event", "the `FILE` with the forge's event of a review"),
		cli.Flag(cli.Parsed(&from.since, "", fromNow(moment)), "since", "ask about all reviews since this `TIME`, as the forge's API tells them:\n"+timeForms),
	}, from.forgeOptions(usualTimeout)...)
	return cli.Command{
		Use:   "ask --event FILE | --since TIME",
		Short: "Ask a reviewer who rejected a change without a word why",
		Long: `Ask a reviewer who rejected a change why, once, in a comment on the pull request, if the review has neither
words nor remarks at lines. The first comment of the same reviewer behind the question is the reason:
` + "`kbgate record`" + ` records it, by --event or by --since. Programs are never asked, nor anybody whose reviews
are not recorded, and comment.ask: false in .kbgate.yaml of the default branch asks nobody.

With --since a scheduled job asks, where no job has an event of a review: about the newest decision of
each reviewer on each pull request, if it is of that time.

Forge, repository, API and token are known as for ` + "`kbgate comment post`" + `.`,
		Example: `  kbgate comment ask --event "$GITHUB_EVENT_PATH"
  kbgate comment ask --since 3d`,
		Run:     func(c *cli.Call) error { return runAsk(c, payload, from) },
		Options: options,
	}
}

// mostQuestions is how many reviewers one run asks at most.
const mostQuestions = 50

func runAsk(c *cli.Call, payload string, from sourceFlags) error {
	env := surroundings()
	switch {
	case payload == "" && from.since.IsZero():
		return hint.Misuse("in a job, $GITHUB_EVENT_PATH names the file; a scheduled job gives --since 3d", "there is no event: --event names its file")
	case payload != "" && !from.since.IsZero():
		return hint.Misuse("ask with one after the other", "--since stands beside --event")
	case !from.since.IsZero():
		if err := from.check(); err != nil {
			return err
		}
	}
	nobody := func(why string) error { return cli.Show(c, "nobody is asked: %s\n", why) }
	l, err := c.Ledger("")
	if err != nil {
		return err
	}
	var e event.Event
	if payload != "" {
		if e, from.of.Forge, err = eventOf(c, env, payload, from.of.Forge); err != nil {
			return err
		}
		if e.Review == nil || e.Review.State != event.ChangesRequested && e.Review.ID != 0 {
			return nobody("the event is no review that asks for changes")
		}
	}
	if !l.Config.Comment.Ask {
		return nobody("comment.ask is off")
	}
	ctx, cancel := context.WithTimeout(c.Ctx, from.timeout)
	defer cancel()
	r, err := from.reader(c, env)
	if err != nil {
		return err
	}
	if payload == "" {
		return askSince(ctx, c, l, r, env, from)
	}
	if e, _, err = r.Complete(ctx, e); err != nil {
		return withAdvice(err)
	}
	if !decide.NeedsReason(e, l.Config) {
		return nobody("the review has a reason, or is of one whose reviews are not recorded")
	}
	_, err = ask(ctx, c, env, from, e)
	return err
}

// askSince asks about all reviews of a time. What one pull request refuses stops no other.
func askSince(ctx context.Context, c *cli.Call, l *ledger.Ledger, r *forge.Reader, env forge.Environment, from sourceFlags) error {
	var silent []event.Event
	if err := r.Since(ctx, from.since, func(h forge.History) error {
		silent = append(silent, decide.Silent(h.Events, from.since, l.Config)...)
		return nil
	}); err != nil {
		return withAdvice(err)
	}
	if len(silent) == 0 {
		return cli.Show(c, "nobody is asked: no review lacks a reason\n")
	}
	var failed error
	tried := 0
	for i, e := range silent {
		if tried == mostQuestions {
			cli.Say(c, "one run asks %d reviewers at most; about %s the next run asks", mostQuestions, text.Count(len(silent)-i, "further review", "further reviews"))
			break
		}
		did, err := ask(ctx, c, env, from, e)
		if failed = errors.Join(failed, err); did != forge.Unchanged {
			tried++
		}
	}
	return failed
}

// ask asks about one review, and says what it did.
func ask(ctx context.Context, c *cli.Call, env forge.Environment, from sourceFlags, e event.Event) (did string, err error) {
	to := from.of
	to.Repo, to.Number = cmp.Or(to.Repo, e.PullRequest.Repo), e.PullRequest.Number
	if to, err = target(env, to); err != nil {
		return "", err
	}
	token := env.Token(to.Forge)
	client, err := forge.NewClient(to, forge.Config{Token: token, InsecureHTTP: from.insecureHTTP})
	if err != nil {
		return "", err
	}
	about := decide.Asked(e.Review)
	receipt, err := client.Post(ctx, comment.Question(about, e.Review.By.Login), comment.QuestionMarker(about))
	if err != nil {
		return "", withAdvice(fmt.Errorf("asking on %s: %w", to, err))
	}
	return receipt.Action, cli.Show(c, "%s\n", forge.Redact(tell(receipt, false), token))
}
