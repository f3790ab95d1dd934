package recall

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/records"
)

// Earlier is what reviewers sent back of a file before.
type Earlier struct {
	Path       string
	Rejections int
	Newest     []Rejection // the newest first, at most MostEarlier
}

// Rejection is one of them.
type Rejection struct {
	At     time.Time
	Issues []string
	Asked  string // the reviewer's words; "" where there are none, or where they are not to be shown to everybody
}

// MostEarlier is how many rejections of a file are told, and mostEarlierPaths of how many files of one change.
const (
	MostEarlier      = 3
	mostEarlierPaths = 100
	mostLookedAt     = 200 // decisions on one file, the newest
)

// EarlierOf gives what reviewers sent back of files of one change, for a page that anybody may read: the words of listed reviewers alone,
// and none where deal terms were found. A pull request that was closed without a word, after somebody had sent it back, was not sent back
// twice. What gates alone said is left out. Files of which nothing was sent back are left out; further says how many files were not looked
// up.
func EarlierOf(ctx context.Context, l *ledger.Ledger, paths []string) (all []Earlier, further int, err error) {
	if tip, err := l.Store.Tip(); err != nil || tip == "" {
		return nil, 0, err
	}
	renames, err := RenamesIn(ctx, l)
	if err != nil {
		return nil, 0, err
	}
	looked := paths[:min(len(paths), mostEarlierPaths)]
	for _, path := range looked {
		e, names := Earlier{Path: path}, renames.Names(path)
		var found []*decision.Decision
		for d, err := range Log(ctx, l, Filter{Names: names, Verdict: decision.Rejected, Limit: mostLookedAt}) {
			if bad := (*records.BadRecord)(nil); errors.As(err, &bad) {
				continue
			} else if err != nil {
				return nil, 0, err
			}
			if !d.Disputed && d.Source != decision.Validator && names.Touched(d) {
				found = append(found, d)
			}
		}
		for _, d := range learn.WithoutEchoes(found, func(d *decision.Decision) (string, bool) { return d.PR.String(), !learn.IsMissing(d.Reason) }) {
			if e.Rejections++; len(e.Newest) < MostEarlier {
				e.Newest = append(e.Newest, Rejection{d.At, d.Issues, askedBy(l.Config, path, d)})
			}
		}
		if e.Rejections > 0 {
			all = append(all, e)
		}
	}
	return all, len(paths) - len(looked), nil
}

// askedBy gives a reviewer's words where anybody may read them.
func askedBy(c *config.Config, path string, d *decision.Decision) string {
	if !mayBeHeard(c, d.Reviewer, d.AmendedBy) || learn.IsMissing(d.Reason) ||
		d.HasIssue(gate.OpsecInternalDealTerms.ID) || gate.BuiltIn.HoldDealTerms(c, path, []byte(d.Reason)) {
		return ""
	}
	return d.Reason
}

// NotesOnly leaves of some paths those of notes, each once.
func NotesOnly(paths []string) []string {
	kept := slices.Clone(paths)
	slices.Sort(kept)
	return slices.Compact(slices.DeleteFunc(kept, func(p string) bool { return !kb.IsNote(p) }))
}
