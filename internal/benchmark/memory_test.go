package benchmark

import (
	"context"
	"encoding/base64"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/draft"
	"github.com/kbgate/kbgate/internal/recall"
	"github.com/kbgate/kbgate/internal/shared"
)

// lead is the address of the person whom a rejected e-mail of a number was for: each of two.
func lead(i int) string { return fmt.Sprintf("person-%d@company-%d.example", i/2, i/10) }

// rejectedMail makes the rejection of an e-mail, one every 40 seconds, with a sketch of a kilobyte that no other has.
func rejectedMail(i int) *decision.Decision {
	r := rand.New(rand.NewPCG(uint64(i), 11))
	sketch := make([]byte, 768)
	for at := range sketch {
		sketch[at] = byte(r.Uint32())
	}
	at := firstRecord.Add(time.Duration(i) * 40 * time.Second)
	d := &decision.Decision{
		Schema: decision.Schema, Source: decision.FromEvent, SourceID: fmt.Sprint("mail-", i), At: at, Verdict: decision.Rejected,
		ReviewPoint: "HITL-1", Reviewer: fmt.Sprint("reviewer-", r.IntN(8)), Agent: fmt.Sprintf("agent-%02d", r.IntN(20)),
		Artifact: decision.Artifact{Type: decision.Email, Name: fmt.Sprint("mail-", i)}, Subject: decision.Subject(lead(i), nil),
		Campaign: fmt.Sprint("campaign-", r.IntN(20)), Reason: reasonOf(r), Category: decision.Clarity, Tags: []string{"tone"},
		Draft: decision.Draft{Title: "Your kilns", Opener: fmt.Sprintf("Number %d of your kilns is cold.", i), Fingerprint: draft.Fingerprint("Your kilns", fmt.Sprint(i)),
			Sketch: base64.StdEncoding.EncodeToString(sketch), Template: fmt.Sprint("template-", r.IntN(10)),
			Evidence: []decision.Evidence{{Type: "company", Value: fmt.Sprint("makes kiln ", i/10)}}},
	}
	d.ID = decision.DerivedID(at, string(d.Source), d.SourceID)
	return d
}

// BenchmarkMemory times what is remembered of the rejections of one person. The target (contracts.md#targets) is less than 10 ms over 100
// thousand rejections, with an index:
//
//	go test ./internal/benchmark -run '^$' -bench Memory -benchtime 20x -stores FOLDER
func BenchmarkMemory(b *testing.B) {
	ctx := context.Background()
	program := build(b)
	for _, records := range storeSizes[:2] {
		b.Run(fmt.Sprint(records), func(b *testing.B) {
			dir, now := decisionsIn(b, "mails", records, rejectedMail), rejectedMail(records).At
			kept := openLedger(b, dir)
			ask := func(person int) recall.Asked { return recall.Asked{Type: decision.Email, Subject: lead(person)} }
			remember := func(of recall.Asked, want int) {
				m, err := recall.Memory(ctx, kept, of, 30*24*time.Hour, now, shared.Answer{})
				if err != nil || len(m.Rejections) != want {
					b.Fatal(m, err)
				}
			}
			b.Run("first", func(b *testing.B) {
				timed(b, func() {
					kept.Close()
					if err := os.RemoveAll(kept.Store.Derived()); err != nil {
						b.Fatal(err)
					}
					kept = openLedger(b, dir)
				}, func() { remember(ask(records-1), 2) })
				b.ReportMetric(float64(sizeOf(b, kept.Store.Derived()))/float64(records), "index-bytes/record")
			})
			next := 0
			b.Run("of somebody rejected", func(b *testing.B) {
				timed(b, func() { next += 2 }, func() { remember(ask(records-1-next%(records/2)), 2) })
			})
			b.Run("of nobody", func(b *testing.B) { timed(b, func() {}, func() { remember(ask(2*records), 0) }) })
			claim := recall.Asked{Type: decision.Claim, Artifact: "claims/kiln.md", SHA: draft.Fingerprint("", "x"), Fingerprint: draft.Fingerprint("", "y")}
			b.Run("of a claim", func(b *testing.B) { timed(b, func() {}, func() { remember(claim, 0) }) })
			b.Run("by a new process", func(b *testing.B) {
				timed(b, func() { kept = openLedger(b, dir) }, func() { remember(ask(records-1), 2) })
			})
			b.Run("as a command", func(b *testing.B) {
				var versions, memories []float64
				for b.Loop() {
					version, _ := run(b, exec.Command(program, "version"), dir)
					took, _ := run(b, exec.Command(program, "memory", lead(records-1)), dir)
					versions, memories = append(versions, version), append(memories, took)
				}
				report(b, memories)
				b.ReportMetric(1000*median(versions), "version-ms")
			})
		})
	}
}

// sizeOf is how many bytes the files of a folder have.
func sizeOf(b *testing.B, dir string) (bytes int64) {
	b.Helper()
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		info, err := entry.Info()
		bytes += info.Size()
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return bytes
}
