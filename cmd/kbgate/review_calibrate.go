package main

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/cli"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/review"
	"github.com/kbgate/kbgate/internal/text"
)

// calibrateFlags are the flags of `kbgate review calibrate`.
type calibrateFlags struct {
	readerFlags
	claims  int
	noCache bool
}

func newReviewCalibrate() cli.Command {
	flags := calibrateFlags{readerFlags: usualReader(), claims: 60}
	return cli.Command{
		Use:   "calibrate",
		Short: "Find out how well a reader knows this house's bar",
		Long: `Put claims on which this house has decided to a reader once more, none of which is among the precedents
of a request, and hold the probabilities that it gives against what was decided. Printed are the curve,
the area under it with its interval of 95 % (Hanley and McNeil, 1982), and the bar: the lowest probability
that at most 5 % of the accepted claims reach. It is kept below the git directory for this reader and
this store, and ` + "`kbgate review`" + ` reads it there: findings below the bar are possible, and so are all of a
reader without one.`,
		Example: `  kbgate review calibrate --command 'claude -p --tools ""'
  kbgate review calibrate --endpoint https://api.example.org/v1 --model m-1 --format json > m-1.json`,
		Run: flags.run,
		Options: append([]cli.Option{
			cli.Flag(&flags.jobs, "jobs", "how many claims are read at once"),
			cli.Flag(&flags.claims, "claims", "the most claims that are read, one half of either outcome"),
			cli.Flag(&flags.noCache, "no-cache", "ask the reader anew, and keep neither answers nor the bar"),
		}, flags.readerFlags.options()...),
		Formats: []string{"text", "json"},
	}
}

func (f *calibrateFlags) run(c *cli.Call) error {
	if f.claims < 2 {
		return hint.Misuse("", "--claims is at least 2")
	}
	req := check.Request{Dir: c.Dir, Now: time.Now(), NoCache: f.noCache}
	s, err := check.Open(c.Ctx, req)
	if err != nil {
		return err
	}
	defer s.Close()
	h, err := openHouse(c, s, f.noCache)
	if err != nil {
		return err
	}
	reader, err := f.reader(c, h.repo)
	if err != nil {
		return err
	}
	if reader == nil {
		return hint.Misuse("name it with --command COMMAND or --endpoint URL", "nothing says who reads")
	}
	result, err := s.Run()
	if err != nil {
		return err
	}
	from, err := h.history(c, result, s.Source.Place.Folder())
	if err != nil {
		return err
	}
	pool, err := review.FindPool(c.Ctx, from)
	if err != nil {
		return err
	}
	req.Dir = s.Source.Place.Root
	cal, err := f.calibrate(c, &h, reader, pool, req)
	if err != nil {
		return err
	}
	if h.folder != "" {
		if err := cal.Save(calibrations(h.folder)); err != nil {
			cli.Say(c, "the bar is not kept: %s", err)
		}
	}
	return cli.PrintResult(c, cal, calibrationText(cal))
}

func (f *calibrateFlags) calibrate(c *cli.Call, h *house, reader review.Reader, pool *review.Pool, req check.Request) (*review.Calibration, error) {
	var cases []*review.Case
	var requests []*review.Request
	left := 0
	for _, one := range pool.ToReplay(f.claims) {
		r, err := pool.Replay(c.Ctx, review.Material{Gates: gate.BuiltIn, Pool: pool}, req, one)
		switch {
		case errors.Is(err, review.ErrSecret):
			left++
		case err != nil:
			return nil, fmt.Errorf("replaying %s: %w", one.Path, err)
		default:
			cases, requests = append(cases, one), append(requests, r)
		}
	}
	if left > 0 {
		cli.Say(c, "%s not replayed: not shown to a reader, or no claims any more", text.Count(left, "claim is", "claims are"))
	}
	if len(cases) == 0 {
		return nil, hint.Misuse("record decisions on claims with `kbgate approve` and `kbgate reject`; a request takes the first 16 of each outcome as precedents",
			"there are no decided claims beside the precedents")
	}
	results := f.asking(h.folder).Ask(c.Ctx, reader, requests)
	for i, r := range results {
		if r.Err != nil {
			cli.Say(c, "no answer on %s: %s", cases[i].Path, r.Err)
		}
	}
	if err := c.Ctx.Err(); err != nil {
		return nil, err
	}
	return review.Calibrate(cli.OneLine(cmp.Or(f.name, "reader")), h.place(), time.Now(), cases, results), nil
}

// calibrationText shows a calibration to people.
func calibrationText(cal *review.Calibration) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s read %s that this house sent back and %s that it accepted; %d without a verdict that counts\n", cal.Reader,
		text.Count(cal.Area.Positive, "claim", "claims"), text.Count(cal.Area.Negative, "claim", "claims"), cal.Unanswered)
	fmt.Fprintf(&b, "area under the curve: %.2f, 95 %% interval %.2f to %.2f (Hanley and McNeil, 1982)\n\n", cal.Area.Value, cal.Area.Low, cal.Area.High)
	b.WriteString("   bar   sent back found        accepted wrongly\n")
	for _, p := range cal.Curve {
		found, wrong := p.Found.Interval(), p.Wrong.Interval()
		fmt.Fprintf(&b, "  %.2f   %3d of %-3d (%s to %s %%)   %3d of %-3d (%s to %s %%)\n", p.Bar, p.Found.Count, p.Found.Of, found.Low, found.High,
			p.Wrong.Count, p.Wrong.Of, wrong.Low, wrong.High)
	}
	if cal.Bar == nil {
		fmt.Fprintf(&b, "\nno bar: %s; what the reader finds stays possible\n", cal.Why)
	} else {
		fmt.Fprintf(&b, "\nbar: %.2f; %s\n", *cal.Bar, cal.Why)
	}
	return b.String()
}
