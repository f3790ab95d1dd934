package review

import (
	"context"
	"errors"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/decide"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/recall"
	"github.com/kbgate/kbgate/internal/records"
)

// reviewPoint is where readers decide.
const reviewPoint = "review"

// Record records the verdicts that count as decisions of the reader, each once, and gives those that are new.
func (g *Gathered) Record(ctx context.Context, by Judge, now time.Time) (recorded []*decision.Decision, err error) {
	for _, c := range g.Result.Document.Review.Claims {
		d := g.decision(by, c)
		if d == nil {
			continue
		}
		if isKnown, err := g.isRecorded(ctx, d); err != nil {
			return recorded, err
		} else if isKnown {
			continue
		}
		if d.Agent, err = g.agent(ctx, d); err != nil {
			return recorded, err
		}
		if _, err := decide.Decide(ctx, g.Ledger, d, now); err != nil {
			return recorded, err
		}
		recorded = append(recorded, d)
	}
	return recorded, nil
}

// decision is what the reader decided on a claim; nil where it has no verdict that counts, or the house lives with all that it objects to.
func (g *Gathered) decision(by Judge, c finding.ReviewedClaim) *decision.Decision {
	at := slices.IndexFunc(g.dossiers, func(d dossier) bool { return d.Path == c.Path })
	if at < 0 || c.Verdict == "" {
		return nil
	}
	d := &decision.Decision{
		Source: decision.Validator, Verdict: decision.Approved, ReviewPoint: reviewPoint, Reviewer: by.Name,
		Artifact: decision.Artifact{Type: decision.Claim, Name: path.Base(c.Path), Path: c.Path, SHA: g.dossiers[at].SHA},
	}
	var reasons, asked []string // asked is what the reader wants done
	for i := range g.Result.Document.Findings {
		f := &g.Result.Document.Findings[i]
		if f.Path != c.Path || f.By == "" {
			continue
		}
		if !slices.Contains(d.Issues, f.Gate) {
			d.Issues = append(d.Issues, f.Gate)
		}
		if !slices.Contains(asked, f.Fix) {
			asked = append(asked, f.Fix)
		}
		reasons = append(reasons, f.Message)
	}
	if c.Verdict == SendBack {
		if len(d.Issues) == 0 {
			return nil
		}
		d.Verdict = decision.Rejected
		d.Reason, _ = beginning(strings.Join(reasons, "\n"), decision.MaxReason/4)
		d.LearnedAction, _ = beginning(strings.Join(asked, "\n"), decision.MaxReason/4)
	}
	return d
}

// isRecorded reports whether the reader has decided so on this text before.
func (g *Gathered) isRecorded(ctx context.Context, d *decision.Decision) (bool, error) {
	for old, err := range recall.Log(ctx, g.Ledger, recall.Filter{Artifact: d.Artifact.Path, ReviewPoint: reviewPoint, Verdict: d.Verdict}) {
		if bad := (*records.BadRecord)(nil); errors.As(err, &bad) {
			continue
		} else if err != nil {
			return false, err
		}
		if old.Reviewer == d.Reviewer && old.Artifact.SHA == d.Artifact.SHA && old.Artifact.Path == d.Artifact.Path {
			return true, nil
		}
	}
	return false, nil
}

// agent is who made a claim: who is behind the change, and else who committed it.
func (g *Gathered) agent(ctx context.Context, d *decision.Decision) (string, error) {
	if change := g.Result.Document.Change; change != nil && change.Agent != "" {
		return change.Agent, nil
	}
	return decide.AgentOf(ctx, g.Ledger, d.Artifact)
}
