package main

import (
	"context"

	"github.com/kbgate/kbgate/internal/cli"

	"github.com/kbgate/kbgate/internal/comment"
	"github.com/kbgate/kbgate/internal/decide"
	"github.com/kbgate/kbgate/internal/forge"
	"github.com/kbgate/kbgate/internal/forge/event"
	"github.com/kbgate/kbgate/internal/hint"
)

func newCommentAsk() cli.Command {
	var payload string
	from := sourceFlags{}
	options := append([]cli.Option{
		cli.Flag(&payload, "event", "the `FILE` with the forge's event of a review"),
	}, from.forgeOptions(usualTimeout)...)
	return cli.Command{
		Use:   "ask --event FILE",
		Short: "Ask a reviewer who rejected a change without a word why",
		Long: `Ask a reviewer who rejected a change why, once, in a comment on the pull request, if the review has neither
words nor remarks at lines. The first comment of the same reviewer behind the question is the reason:
` + "`kbgate record --event`" + ` records it. Programs are never asked, nor anybody whose reviews are not
recorded, and comment.ask: false in .kbgate.yaml of the default branch asks nobody.

Forge, repository, API and token are known as for ` + "`kbgate comment post`" + `.`,
		Example: `  kbgate comment ask --event "$GITHUB_EVENT_PATH"`,
		Run:     func(c *cli.Call) error { return runAsk(c, payload, from) },
		Options: options,
	}
}

func runAsk(c *cli.Call, payload string, from sourceFlags) error {
	if payload == "" {
		return hint.Misuse("in a job, $GITHUB_EVENT_PATH names the file", "there is no event: --event names its file")
	}
	env := surroundings()
	e, kind, err := eventOf(c, env, payload, from.of.Forge)
	if err != nil {
		return err
	}
	l, err := c.Ledger("")
	if err != nil {
		return err
	}
	nobody := func(why string) error { return cli.Show(c, "nobody is asked: %s\n", why) }
	switch {
	case !l.Config.Comment.Ask:
		return nobody("comment.ask is off")
	case e.Review == nil || e.Review.State != event.ChangesRequested && e.Review.ID != 0:
		return nobody("the event is no review that asks for changes")
	}
	from.of.Forge = kind
	ctx, cancel := context.WithTimeout(c.Ctx, from.timeout)
	defer cancel()
	r, err := from.reader(c, env)
	if err != nil {
		return err
	}
	if e, _, err = r.Complete(ctx, e); err != nil {
		return withAdvice(err)
	}
	if !decide.NeedsReason(e, l.Config) {
		return nobody("the review has a reason, or is of one whose reviews are not recorded")
	}
	to := from.of
	to.Repo, to.Number = e.PullRequest.Repo, e.PullRequest.Number
	if to, err = target(env, to); err != nil {
		return err
	}
	token := env.Token(kind)
	client, err := forge.NewClient(to, forge.Config{Token: token, InsecureHTTP: from.insecureHTTP})
	if err != nil {
		return err
	}
	about := decide.Asked(e.Review)
	receipt, err := client.Post(ctx, comment.Question(about, e.Review.By.Login), comment.QuestionMarker(about))
	if err != nil {
		return withAdvice(err)
	}
	return cli.Show(c, "%s\n", forge.Redact(tell(receipt, false), token))
}
