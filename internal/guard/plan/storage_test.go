// Package plan_test holds the 50 named tests of the hardening plan, each with its number and the outcome that the plan states. All run
// twice: on a ledger in git, and on a real redis-server whose reader has a ledger without records.
package plan_test

import (
	"context"
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decide"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/draft"
	"github.com/kbgate/kbgate/internal/guard"
	"github.com/kbgate/kbgate/internal/guard/memory"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/ledger/ledgertest"
	"github.com/kbgate/kbgate/internal/recall"
	"github.com/kbgate/kbgate/internal/shared"
	"github.com/kbgate/kbgate/internal/shared/redistest"
)

const day = 24 * time.Hour

// settings are the plan's defaults.
var settings = guard.Settings{Mode: guard.Hard, TTL: 30 * day, MaxRejections: 2, Suppress: 7 * day, OnBlock: "skip"}

// storage is where rejections are recorded, and where the memory of a subject is read from.
type storage struct {
	t      *testing.T
	now    time.Time
	writer string         // the repository in which rejections are recorded
	reader *ledger.Ledger // nil: it is to be opened
	from   string         // the repository of the reader
}

// inEachStorage runs a test of the plan on each storage.
func inEachStorage(t *testing.T, test func(t *testing.T, s *storage)) {
	t.Run("store", func(t *testing.T) {
		t.Setenv(shared.URLVariable, "")
		one := ledgertest.New(t).Root
		test(t, &storage{t: t, now: now(), writer: one, from: one})
	})
	t.Run("redis", func(t *testing.T) {
		t.Setenv(shared.URLVariable, redistest.New(t).URL())
		test(t, &storage{t: t, now: now(), writer: ledgertest.New(t).Root, from: ledgertest.New(t).Root})
	})
}

// now is the moment of a test. It is the machine's, for what redis-server keeps expires by that.
func now() time.Time { return time.Now().UTC().Truncate(time.Second) }

// reject records a rejection of a draft, so long ago, and gives the record's id.
func (s *storage) reject(d *draft.Draft, ago time.Duration, tag, feedback string) string {
	s.t.Helper()
	d = handedIn(s.t, d)
	r := &decision.Decision{
		Verdict: decision.Rejected, At: s.now.Add(-ago), Reviewer: "Nia", Agent: "crafter", Subject: d.To, Campaign: d.Campaign, Reason: feedback,
		Artifact: decision.Artifact{Type: d.Type, Name: "outreach"}, Draft: decide.Kept(d, decision.Rejected),
	}
	if tag != "" {
		r.Tags = []string{tag}
	}
	l := s.open(s.writer)
	defer l.Close()
	if _, err := decide.Decide(context.Background(), l, r, s.now); err != nil {
		s.t.Fatal(err)
	}
	return r.ID
}

// open opens the ledger of a repository, as each process does.
func (s *storage) open(root string) *ledger.Ledger {
	s.t.Helper()
	l, err := ledger.Open(context.Background(), ledger.Options{Root: root, Config: config.Default(nil), Warn: func(said string) { s.t.Error(said) }})
	if err != nil {
		s.t.Fatal(err)
	}
	return l
}

// restart ends the reader. The next one is opened when the memory is asked.
func (s *storage) restart() {
	s.t.Helper()
	if s.reader == nil {
		return
	}
	if err := s.reader.Close(); err != nil {
		s.t.Error(err)
	}
	s.reader = nil
}

// of is the memory of whom a draft is for.
func (s *storage) of(d *draft.Draft) *memory.Memory {
	s.t.Helper()
	if s.reader == nil {
		s.reader = s.open(s.from)
		s.t.Cleanup(s.restart)
	}
	m, err := recall.Remembered(context.Background(), s.reader, recall.Asked{Type: d.Type, Subject: d.To}, settings.TTL, s.now)
	if err != nil || m.Away != "" {
		s.t.Fatal(err, m.Away)
	}
	return m
}

// recordOf is what the memory of whom a draft is for says of itself. There has to be something to say.
func (s *storage) recordOf(d *draft.Draft) *memory.Record {
	s.t.Helper()
	r := s.of(d).Record()
	if r == nil {
		s.t.Fatal("nothing is remembered")
	}
	return r
}

// ofAddress is the memory of an address.
func (s *storage) ofAddress(address string) *memory.Memory {
	s.t.Helper()
	return s.of(&draft.Draft{Type: decision.Email, To: address})
}

// check judges a draft by all five guards.
func (s *storage) check(d *draft.Draft) guard.Result {
	s.t.Helper()
	return s.checkBy(d, settings)
}

// checkBy judges a draft likewise, by other settings.
func (s *storage) checkBy(d *draft.Draft, by guard.Settings) guard.Result {
	s.t.Helper()
	d = handedIn(s.t, d)
	return guard.BuiltIn.Check(d, s.of(d), by, s.now)
}

// handedIn gives a draft as kbgate reads what a program wrote: JSON with the keys of the published schema.
func handedIn(t *testing.T, d *draft.Draft) *draft.Draft {
	t.Helper()
	fields := map[string]any{"to": d.To, "subject": d.Subject, "body": d.Body, "type": d.Type, "template": d.Template, "campaign": d.Campaign, "evidence": d.Evidence}
	if l := d.Lead; l != nil {
		var signals []map[string]any
		for _, s := range l.Signals {
			signals = append(signals, map[string]any{"type": s.Type, "value": s.Value, "at": s.At})
		}
		fields["lead"] = map[string]any{
			"email": l.Email, "first_name": l.FirstName, "last_name": l.LastName, "title": l.Title, "hiring_signal": l.HiringSignal, "hooks": l.Hooks,
			"intent_signals": l.Intent, "source_type": l.SourceType, "source_name": l.SourceName, "engagement_content": l.EngagementContent, "signals": signals,
			"company": map[string]any{"name": l.Company.Name, "domain": l.Company.Domain, "description": l.Company.Description, "industry": l.Company.Industry,
				"employee_count": l.Company.Employees, "technologies": l.Company.Technologies},
		}
	}
	data, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	read, err := draft.Read("", data)
	if err != nil {
		t.Fatal(err)
	}
	return read
}

// fails gives the ids of the guards at which a draft fails.
func (s *storage) fails(d *draft.Draft) []string {
	s.t.Helper()
	return failed(s.check(d))
}

func failed(r guard.Result) (ids []string) {
	for _, f := range r.RuleFailures {
		ids = append(ids, f.RuleID)
	}
	return ids
}

// isRepeat reports whether GUARD-002 stops a draft.
func (s *storage) isRepeat(d *draft.Draft) bool {
	s.t.Helper()
	return slices.Contains(s.fails(d), "GUARD-002")
}

// isBlocked reports whether GUARD-001 stops whatever is for a lead, and says why.
func (s *storage) isBlocked(d *draft.Draft) (bool, string) {
	s.t.Helper()
	for _, f := range s.check(d).RuleFailures {
		if f.RuleID == "GUARD-001" {
			return true, f.Message
		}
	}
	return false, ""
}
