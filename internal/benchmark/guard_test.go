package benchmark

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/decide"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/draft"
	"github.com/kbgate/kbgate/internal/guard"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/recall"
)

// leads is to how many people made-up drafts are written. One of them, the first, has had mostRejected of them rejected.
const (
	leads        = 20_000
	mostRejected = 100
)

// rejectedEvery is the time between two rejections of drafts: 100 thousand of them fall within 29 days, so that all are remembered.
const rejectedEvery = 25 * time.Second

// madeUpDraft makes the draft of a number. Its text is that of no other one.
func madeUpDraft(i int) *draft.Draft {
	r := rand.New(rand.NewPCG(uint64(i), 11))
	lead := i % leads
	if i < mostRejected {
		lead = 0
	}
	sentence := func() string {
		text := make([]string, 12+r.IntN(8))
		for at := range text {
			text[at] = words[r.IntN(len(words))]
		}
		text[0], text[3] = fmt.Sprint("W", r.IntN(50_000)), fmt.Sprint("w", r.IntN(50_000))
		return strings.Join(text, " ") + "."
	}
	body := fmt.Sprintf("Hi Person%d,\n\n", lead)
	for range 3 {
		body += sentence() + " " + sentence() + " " + sentence() + "\n\n"
	}
	return &draft.Draft{
		Type: decision.Email, To: fmt.Sprintf("person%d@company%d.example", lead, lead), Campaign: fmt.Sprint("campaign-", i%7), Template: fmt.Sprint("t", i%30),
		Subject: fmt.Sprintf("W%d and your %s", r.IntN(50_000), words[r.IntN(len(words))]), Body: body + "Sender",
	}
}

// rejectedDraft is the record of the rejection of a made-up draft.
func rejectedDraft(i int) *decision.Decision {
	d, at := madeUpDraft(i), firstRecord.Add(time.Duration(i)*rejectedEvery)
	r := &decision.Decision{
		Schema: decision.Schema, Source: decision.FromEvent, SourceID: fmt.Sprint("draft-", i), At: at, Verdict: decision.Rejected, Reviewer: "reviewer-1",
		Agent: "crafter", Artifact: decision.Artifact{Type: decision.Email, Name: fmt.Sprint("outreach-", i)}, Subject: decision.Subject(d.To, nil), Campaign: d.Campaign,
		Reason: "It could have been sent to anybody.", Category: decision.Specificity, Tags: []string{"personalization_mismatch"},
		Draft: decide.Kept(d, decision.Rejected),
	}
	r.ID = decision.DerivedID(at, string(r.Source), r.SourceID)
	return r
}

// BenchmarkGuard times a guard call: the memory of whom a draft is for, and all guards, over rejected drafts that are all remembered. The
// target (contracts.md#targets) is less than 10 ms over 100 thousand rejections, with an index:
//
//	go test ./internal/benchmark -run '^$' -bench 'Guard/.*/' -benchtime 50x -stores FOLDER
func BenchmarkGuard(b *testing.B) {
	ctx := context.Background()
	for _, n := range []int{1_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			kept := openLedger(b, decisionsIn(b, "drafts", n, rejectedDraft))
			now := firstRecord.Add(time.Duration(n) * rejectedEvery)
			settings := guard.Settings{Mode: guard.Hard, TTL: 30 * 24 * time.Hour, MaxRejections: 2, Suppress: 7 * 24 * time.Hour, OnBlock: "skip"}
			judge := func(l *ledger.Ledger, d *draft.Draft, remembered int) {
				m, err := recall.Remembered(ctx, l, recall.Asked{Type: d.Type, Subject: d.To}, settings.TTL, now)
				if err != nil || len(m.Rejections) < remembered {
					b.Fatal(m, err)
				}
				guard.BuiltIn.Check(d, m, settings, now)
			}
			again, most, nobody := madeUpDraft(n-1), madeUpDraft(0), madeUpDraft(n)
			nobody.To = "nobody@company.example"
			judge(kept, again, 1) // makes the index
			for _, ask := range []struct {
				name       string
				draft      *draft.Draft
				remembered int
			}{{"a lead with a few rejections", again, 1}, {"a lead with a hundred", most, mostRejected}, {"a lead without any", nobody, 0}} {
				b.Run(ask.name, func(b *testing.B) { timed(b, func() {}, func() { judge(kept, ask.draft, ask.remembered) }) })
			}
			var fresh *ledger.Ledger
			b.Run("by a new process", func(b *testing.B) {
				timed(b, func() { fresh = openLedger(b, kept.Root) }, func() { judge(fresh, again, 1) })
			})
			program, name := build(b), filepath.Join(b.TempDir(), "draft.json")
			data, err := json.Marshal(map[string]string{"to": again.To, "subject": again.Subject, "body": again.Body, "campaign": again.Campaign})
			if err == nil {
				err = os.WriteFile(name, data, 0o600)
			}
			if err != nil {
				b.Fatal(err)
			}
			b.Run("a command", func(b *testing.B) {
				timed(b, func() {}, func() {
					cmd := exec.Command(program, "guard", name)
					cmd.Env = append(os.Environ(), guard.TTLVariable+"=36500")
					if run(b, cmd, kept.Root); cmd.ProcessState.ExitCode() != 1 {
						b.Fatal("a repeat is let through")
					}
				})
			})
		})
	}
}
