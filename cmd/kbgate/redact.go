package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/cli"

	"github.com/kbgate/kbgate/internal/decide"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/store"
)

func newRedact() cli.Command {
	var fields []string
	var who sayer
	return cli.Command{
		Use:   "redact ID",
		Short: "Hide a record's texts from every view",
		Long: `Hide what somebody typed into a record: its reason, learned action, correction, draft and subject, or
the fields that are named. From then on no view and no export shows it, here and, after ` + "`kbgate sync`" + `,
everywhere. The text itself stays in git's history; docs/store.md tells how it is taken out of there.
The ID may be the beginning or the end of one. An allowance goes on letting its finding through;
` + "`kbgate withdraw`" + ` takes it back.`,
		Example: `  kbgate redact 01KAJ7M3W0 --why "names a customer"
  kbgate redact 01KAJ7M3W0 --field reason,draft.opener`,
		Run: func(c *cli.Call) error {
			names, err := listed(fields)
			if err != nil {
				return err
			}
			l, err := c.Ledger("")
			if err != nil {
				return err
			}
			done, err := decide.Redact(c.Ctx, l, c.Args[0], names, who.by, who.why, time.Now())
			if err != nil {
				return err
			}
			if err := tellRedacted(c, done); err != nil {
				return err
			}
			if done.GoesOn {
				cli.Say(c, "%s lets its finding through as before; `kbgate withdraw %s` takes that back", done.Of, done.Of)
			}
			if done.Amendment != nil {
				sayShared(c, l)
				cli.Say(c, "the text is still in git's history, here and in every clone: docs/store.md tells how to take it out")
			}
			return nil
		},
		Options: append([]cli.Option{
			cli.Flag(&fields, "field", "hide this `FIELD` alone, such as reason or draft.title; may be repeated, or name several with commas"),
		}, who.options("the `REASON`, without the text that is to be hidden")...),
		Formats: []string{"text", "json"},
	}
}

// listed gives the fields that are named, some of them parted by commas.
func listed(values []string) (all []string, err error) {
	for _, value := range values {
		for one := range strings.SplitSeq(value, ",") {
			if one = strings.TrimSpace(one); one == "" {
				return nil, hint.Misuse("leave it out, or name what is meant", "--field names nothing")
			}
			all = append(all, one)
		}
	}
	return all, nil
}

// sayShared says how others get what was recorded, where there is a remote by which they could.
func sayShared(c *cli.Call, l *ledger.Ledger) {
	how := "kbgate sync"
	if l.Ref == store.Head {
		how = "git push"
	}
	if address, err := git.RemoteURL(c.Ctx, l.Repository, "origin"); err == nil && address != "" {
		cli.Say(c, "`%s` brings this to the others", how)
	}
}

// tellRedacted prints what is hidden now, and what was hidden before.
func tellRedacted(c *cli.Call, done *decide.Redacted) error {
	said := ""
	if len(done.Already) > 0 {
		said = fmt.Sprintf("%s of %s: hidden already\n", strings.Join(done.Already, ", "), done.Of)
	}
	if done.Amendment == nil {
		return cli.PrintResult(c, struct {
			Of      string   `json:"of"`
			Already []string `json:"already_redacted"`
		}{done.Of, done.Already}, said)
	}
	return cli.PrintResult(c, done.Amendment, said+fmt.Sprintf("redacted %s of %s by the amendment %s\n", strings.Join(done.Hidden, ", "), done.Of, done.Amendment.ID))
}
