package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/cli"
	"github.com/kbgate/kbgate/internal/decide"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/guard"
	"github.com/kbgate/kbgate/internal/guard/memory"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/recall"
	"github.com/kbgate/kbgate/internal/text"
)

func newMemory() cli.Command {
	return cli.Command{
		Use:   "memory SUBJECT",
		Short: "Tell what is remembered of the rejections of somebody or something",
		Long: `Print which rejections of a subject count now: how many, the tags, the titles, the templates and the
reviewers' last five remarks. A program asks this before it drafts anew. SUBJECT is the address that an
e-mail is for, whomever or whatever else --subject named, or the path or the name of a file.
Of a file that is an e-mail with an addressee it is that of the addressee.

Nothing is remembered once the last rejection is older than guard.ttl_days (30). Until then every rejection
counts of as many days before the last one. What was approved later, withdrawn or redacted is forgotten. Of a subject
of which nothing is remembered --format json prints null, and that is no error.`,
		Example: `  kbgate memory andrew@example.com
  kbgate memory claims/foam.md --format json | jq '.feedback_texts'`,
		Run: func(c *cli.Call) error {
			if strings.TrimSpace(c.Args[0]) == "" {
				return hint.Misuse("name an address, a path or a name", "the subject is empty, and has no memory")
			}
			l, err := c.LedgerFor(c.Args[0])
			if err != nil {
				return err
			}
			settings, err := guard.SettingsOf(l.Config.Guard, os.LookupEnv)
			if err != nil {
				return err
			}
			subject := c.Args[0]
			if d, err := decide.ReadDraft(c.Dir, subject); err == nil && d.Type == decision.Email && d.To != "" {
				subject = d.To
				cli.Say(c, "%s is an e-mail: what is remembered is told of its addressee", cli.OneLine(c.Args[0]))
			}
			m, err := recall.Remembered(c.Ctx, l, recall.AskedAbout(l, c.Dir, subject), settings.TTL, time.Now())
			if err != nil {
				return err
			}
			sayDoubts(c, m)
			record := m.Record()
			return cli.PrintResult(c, record, memoryText(subject, record))
		},
		Formats: []string{"text", "json"},
	}
}

// sayDoubts says what a memory may lack. A server that is away the ledger tells of.
func sayDoubts(c *cli.Call, m *memory.Memory) {
	if m.More {
		cli.Say(c, "the subject has more decisions than are looked at: the newest %d count", recall.MostRemembered)
	}
	if m.OtherKey > 0 {
		cli.Say(c, "%s of addresses that were hashed with another key than that in %s, or with none where there is one now: nobody can tell whether they are of this one",
			text.Count(m.OtherKey, "rejection of the last days is", "rejections of the last days are"), ledger.SubjectKeyVariable)
	}
	if m.Unread > 0 {
		cli.Say(c, "%s of the store cannot be read, so that a rejection may be missing here; `kbgate verify` names each", text.Count(m.Unread, "record", "records"))
	}
	if m.Lifted > 0 {
		cli.Say(c, "%s because Redis alone says so, where whoever may write may say anything; `kbgate sync` brings the records",
			text.Count(m.Lifted, "rejection of the store counts no more", "rejections of the store count no more"))
	}
}

// memoryText says what is remembered.
func memoryText(asked string, r *memory.Record) string {
	if r == nil {
		return cli.OneLine(asked) + ": no rejection is remembered\n"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: rejected %s within %v days, the last time %s\n", cli.OneLine(asked), text.Count(r.RejectionCount, "time", "times"), r.TTLDays,
		r.LastRejectedAt.Format("2006-01-02 15:04 UTC"))
	if r.LeadEmail != asked {
		fmt.Fprintf(&b, "stored as: %s\n", cli.OneLine(r.LeadEmail))
	}
	for _, of := range []struct {
		name  string
		texts []string
	}{{"tags", slices.Compact(slices.Sorted(slices.Values(r.RejectionTags)))}, {"templates", r.RejectedTemplateIDs}} {
		if len(of.texts) > 0 {
			fmt.Fprintf(&b, "%s: %s\n", of.name, cli.OneLine(strings.Join(of.texts, ", ")))
		}
	}
	for _, of := range []struct {
		name  string
		texts []string
	}{{"rejected titles", r.RejectedSubjects}, {"what reviewers said, the newest last", r.FeedbackTexts}} {
		if len(of.texts) > 0 {
			fmt.Fprintf(&b, "%s:\n", of.name)
		}
		for _, one := range of.texts {
			fmt.Fprintf(&b, "  %s\n", cli.OneLine(one))
		}
	}
	return b.String()
}
