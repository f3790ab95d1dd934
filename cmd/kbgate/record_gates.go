package main

import (
	"fmt"
	"io"
	"time"

	"github.com/kbgate/kbgate/internal/cli"
	"github.com/kbgate/kbgate/internal/decide"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/store"
	"github.com/kbgate/kbgate/internal/text"
	verdicts "github.com/kbgate/kbgate/internal/verdict"
)

// gateFlags are the flags of `kbgate record --findings`.
type gateFlags struct {
	findings string
	pull     decide.Pull
	at       time.Time
	print    bool
}

func (f *gateFlags) options() []cli.Option {
	return []cli.Option{
		cli.Flag(&f.findings, "findings", "record what the gates found at the head of a pull request, by this `FILE` of kbgate check --format json"),
		cli.Flag(&f.pull.Number, "pr", "of --findings: the pull request's `NUMBER`"),
		cli.Flag(&f.pull.Head, "head", "of --findings: the `COMMIT` that they have to be of"),
		cli.Flag(&f.pull.IsFork, "fork", "of --findings: the change comes from another repository"),
		cli.Flag(cli.Parsed(&f.at, "", fromNow(moment)), "at", "of --findings: the `TIME` at which it was judged: "+timeForms+" (default: now)"),
		cli.Flag(&f.print, "print", "of --findings: print what would be kept, on one line, and record nothing"),
	}
}

// run records what the gates found at the head of a pull request of a repository.
func (f *gateFlags) run(c *cli.Call, repo string) error {
	f.pull.Repo = repo
	if !f.print && (!repoName().MatchString(f.pull.Repo) || f.pull.Number <= 0) {
		return hint.Misuse("say --repo OWNER/NAME --pr NUMBER", "nothing says which pull request the findings are about")
	}
	data, err := f.read(c)
	if err != nil {
		return err
	}
	v, unknown, err := verdicts.Read(data, ledger.IsGate)
	if err != nil {
		return hint.Misuse("give what `kbgate check --diff BASE...HEAD --format json` wrote", "%s: %w", shownInput(f.findings), err)
	}
	if unknown > 0 {
		cli.Say(c, "%s that this version does not know: nothing of what they found is kept", text.Count(unknown, "gate found something", "gates found something"))
	}
	if !f.at.IsZero() {
		v.At = f.at
	}
	if f.print {
		line, err := v.Line()
		if err == nil {
			_, err = cli.Machine(c.Out).Write(line)
		}
		return err
	}
	return f.record(c, v)
}

// read reads what is given.
func (f *gateFlags) read(c *cli.Call) ([]byte, error) {
	in, err := openInput(c, f.findings)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	data, err := io.ReadAll(io.LimitReader(in, maxInput+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("reading %s: %w", shownInput(f.findings), err)
	case len(data) > maxInput:
		return nil, hint.Misuse("judge the change in parts", "%s takes more than %d MiB, beyond which findings are not read", shownInput(f.findings), maxInput>>20)
	}
	return data, nil
}

func (f *gateFlags) record(c *cli.Call, v *verdicts.Verdict) error {
	l, err := c.Ledger("")
	if err != nil {
		return err
	}
	outcome, leftOut, err := decide.RecordVerdict(c.Ctx, l, v, f.pull, time.Now())
	if err != nil {
		return err
	}
	var tally decide.Tally
	said := "recorded what the gates found"
	switch {
	case leftOut != "":
		cli.Say(c, "%s", leftOut)
		tally.LeftOut++
		said = "nothing to record: the findings are left out"
	case outcome == store.Added:
		tally.Added++
	default:
		tally.Known++
		said = "nothing to record: this head is known"
	}
	return cli.PrintResult(c, tally, said+"\n")
}
