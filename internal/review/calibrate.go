package review

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/kbgate/kbgate/internal/cache"
	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/stats"
)

const (
	// leastReplayed is how many claims of each outcome a calibration takes at least for a bar.
	leastReplayed = 10
	// mostWrong is the share, in percent, of accepted claims that may lie at or above the bar.
	mostWrong = 5
)

// Calibration is what a reader's answers on decided claims tell.
type Calibration struct {
	Schema string     `json:"schema"` // kbgate.calibration/1
	Reader string     `json:"reader"`
	Store  string     `json:"store"` // of which house: Store
	At     string     `json:"at"`
	Area   stats.Area `json:"area"`
	Curve  []Point    `json:"curve"`
	// Bar is the probability from which on the reader's findings are more than possible; nil: there is none.
	Bar *float64 `json:"bar,omitempty"`
	Why string   `json:"why"` // the bar is this, or there is none
	// Unanswered is how many of the claims got no verdict that counts.
	Unanswered int `json:"unanswered"`
}

const calibrationSchema = "kbgate.calibration/1"

// Point is what a bar would do.
type Point struct {
	Bar   float64     `json:"bar"`
	Found stats.Share `json:"found"` // of the claims that were sent back, those at or above it
	Wrong stats.Share `json:"wrong"` // and of the accepted ones
}

// ToReplay chooses at most so many decided claims, as many of each outcome, that are no precedents of every request. The same pool gives
// the same ones.
func (p *Pool) ToReplay(most int) (chosen []*Case) {
	taken := map[*Case]bool{}
	for _, c := range p.spread(func(string) bool { return false }) {
		taken[c] = true
	}
	for _, outcome := range []string{Accepted, SentBack} {
		var all []*Case
		for i := range p.cases {
			if c := &p.cases[i]; c.Outcome == outcome && c.Text != "" && !taken[c] {
				all = append(all, c)
			}
		}
		slices.SortFunc(all, (*Case).compare)
		chosen = append(chosen, all[:min(most/2, len(all))]...)
	}
	return chosen
}

// Replay makes the request for a decided claim as if it were handed in again: checked among the notes as they are now, with precedents
// that are no version of it. The error of a claim that no reader may see is ErrSecret.
func (p *Pool) Replay(ctx context.Context, m Material, req check.Request, c *Case) (*Request, error) {
	req.StdinName, req.Stdin, req.Paths, req.Diff, req.Staged = c.Path, []byte(c.Text), nil, "", false
	s, err := check.Open(ctx, req)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	if m.Result, err = s.Run(); err != nil {
		return nil, err
	}
	m.Ledger = nil // what was decided on it would tell
	g, err := Gather(ctx, m, 1)
	if err != nil {
		return nil, err
	}
	if g.Len() == 0 {
		return nil, ErrSecret
	}
	g.dossiers[0].Brought = c.Brought
	return g.Requests(false)[0], nil
}

// ErrSecret says that a claim is not shown to a reader, or is none any more.
var ErrSecret = errors.New("the claim is not shown to a reader")

// Calibrate weighs the answers to replayed claims.
func Calibrate(reader, store string, at time.Time, cases []*Case, results []Result) *Calibration {
	cal := &Calibration{Schema: calibrationSchema, Reader: reader, Store: store, At: at.UTC().Format(time.RFC3339), Curve: []Point{}}
	var sentBack, accepted []float64
	for i, r := range results {
		if r.Answer == nil || len(r.Answer.Claims) == 0 {
			cal.Unanswered++
			continue
		}
		c := &r.Request.Claims[0]
		at := slices.IndexFunc(r.Answer.Claims, func(a ClaimAnswer) bool { return a.Claim == c.ID })
		if at < 0 {
			cal.Unanswered++
			continue
		}
		h := hold(c, &r.Answer.Claims[at], r.Request.Gates, r.Request.library())
		if h.verdict == "" { // it would come to nothing
			cal.Unanswered++
			h.probability = 0
		}
		if cases[i].Outcome == SentBack {
			sentBack = append(sentBack, h.probability)
		} else {
			accepted = append(accepted, h.probability)
		}
	}
	cal.Area = stats.AreaOf(sentBack, accepted)
	cal.Curve = curve(sentBack, accepted)
	cal.setBar(sentBack, accepted)
	return cal
}

// curve is what each bar would do that some claim reaches, highest first.
func curve(sentBack, accepted []float64) (points []Point) {
	bars := slices.Concat(sentBack, accepted)
	slices.SortFunc(bars, func(a, b float64) int { return cmp.Compare(b, a) })
	over := func(all []float64, bar float64) stats.Share {
		s := stats.Share{Of: len(all)}
		for _, p := range all {
			if p >= bar {
				s.Count++
			}
		}
		return s
	}
	for _, bar := range slices.Compact(bars) {
		points = append(points, Point{Bar: bar, Found: over(sentBack, bar), Wrong: over(accepted, bar)})
	}
	return points
}

// setBar sets the lowest bar that hardly any accepted claim reaches.
func (c *Calibration) setBar(sentBack, accepted []float64) {
	switch {
	case len(sentBack) < leastReplayed || len(accepted) < leastReplayed:
		c.Why = fmt.Sprintf("a bar takes answers on at least %d claims of each kind", leastReplayed)
		return
	case c.Area.Low <= 0.5:
		c.Why = "the reader cannot be told from chance: the interval of the area reaches down to one half"
		return
	}
	for _, p := range c.Curve {
		if p.Bar <= 0 || p.Wrong.Count*100 > mostWrong*p.Wrong.Of {
			break
		}
		if p.Found.Count > 0 {
			c.Bar = &p.Bar
			c.Why = fmt.Sprintf("at most %d %% of the accepted claims reach it (%d of %d), and %d of the %d that were sent back", mostWrong, p.Wrong.Count, p.Wrong.Of, p.Found.Count, p.Found.Of)
		}
	}
	if c.Bar == nil {
		c.Why = fmt.Sprintf("no bar leaves out all but %d %% of the accepted claims", mostWrong)
	}
}

// Save keeps a calibration below the git directory: it follows from the store and the reader, and may be made again at any time.
func (c *Calibration) Save(folder string) error {
	data, err := json.Marshal(c)
	if err == nil {
		_, err = calibrationEntry(folder, c.Reader, c.Store).Write("calibration", 0, [][]byte{data}, nil)
	}
	return err
}

func calibrationEntry(folder, reader, store string) cache.Entry {
	return cache.At(folder).Entry(digest(calibrationSchema, Schema, reader, store)[:16] + "-calibration")
}

// LoadCalibration gives what was kept of a reader at a store; nil where there is none.
func LoadCalibration(folder, reader, store string) *Calibration {
	if folder == "" {
		return nil
	}
	s, ok := calibrationEntry(folder, reader, store).Read("calibration", 0)
	if !ok {
		return nil
	}
	c, err := ReadCalibration(s.Front)
	if err != nil || c.Reader != reader || c.Store != store {
		return nil
	}
	return c
}

// ReadCalibration reads what `kbgate review calibrate --format json` has written.
func ReadCalibration(data []byte) (*Calibration, error) {
	c := new(Calibration)
	if err := json.Unmarshal(data, c); err != nil {
		return nil, fmt.Errorf("it is no JSON of a calibration: %w", err)
	}
	if c.Schema != calibrationSchema {
		return nil, fmt.Errorf("it is of schema %.40q; this program reads %s", c.Schema, calibrationSchema)
	}
	if c.Bar != nil && !isShare(*c.Bar) {
		return nil, errors.New("its bar is no probability")
	}
	return c, nil
}
