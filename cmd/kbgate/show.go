package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/cli"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/grant"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/recall"
	"github.com/kbgate/kbgate/internal/store/index"
)

func newShow() cli.Command {
	var raw, redacted bool
	return cli.Command{
		Use:   "show ID",
		Short: "Show one record, and what became of it",
		Long: `Show a decision with its amendments folded in, and list them; or one amendment, allowance or refinement. The ID may be the
beginning or the end of one that no other record shares. --raw prints the file as it is stored; of a
record whose texts are hidden it prints nothing.`,
		Example: `  kbgate show 01KAJ7M3W0
  kbgate show 01KAJ7M3W0 --format json | jq .decision.reason
  kbgate show 01KAJ7M3W0 --raw`,
		Run: func(c *cli.Call) error {
			l, err := c.Ledger("")
			if err != nil {
				return err
			}
			found, err := recall.Find(c.Ctx, l, c.Args[0])
			switch {
			case err != nil:
				return err
			case redacted && found.Decision != nil:
				return showStored(c.Out, found)
			case raw && len(found.Redacted()) > 0:
				return hint.Misuse("without --raw, the rest of it is", "texts of this record are hidden, so its file is not shown")
			case raw:
				return cli.PrintSafely(c.Out, string(found.Raw))
			}
			if found.Decision != nil && len(found.Redacted()) == 0 {
				found.Decision = l.Learned(c.Ctx, index.Never).FillIn(found.Decision)
			}
			var judged *grant.Judged
			if found.Allowance != nil {
				if judged, err = grant.Find(c.Ctx, l, found.Allowance.ID); err != nil {
					return err
				}
			}
			if cli.AsJSON(c) {
				return showJSON(c.Out, found, judged)
			}
			return showText(c.Out, found, judged)
		},
		Options: []cli.Option{
			cli.Flag(&raw, "raw", "print the file as it is stored, without amendments"),
			cli.Flag(&redacted, "redacted", "print the record as it is stored, without what is hidden, and without amendments: what may take its place\nin a history that is rewritten"),
		},
		Formats: []string{"text", "json"},
	}
}

// showStored prints a record as it is stored, without what is hidden.
func showStored(w io.Writer, found *recall.Found) error {
	data, err := found.Stored.Encode()
	if err != nil {
		return err
	}
	return cli.PrintSafely(w, string(data))
}

// shownFile is one of several files of an id.
type shownFile struct {
	Path     string             `json:"path"`
	Blob     string             `json:"blob"`
	Decision *decision.Decision `json:"decision,omitempty"`
}

func showJSON(w io.Writer, found *recall.Found, judged *grant.Judged) error {
	shown := struct {
		Path       string                `json:"path"`
		Decision   *decision.Decision    `json:"decision,omitempty"`
		Amendment  *decision.Amendment   `json:"amendment,omitempty"`
		Allowance  *decision.Allowance   `json:"allowance,omitempty"`
		Refinement *decision.Refinement  `json:"refinement,omitempty"`
		Redacted   []string              `json:"redacted,omitempty"`
		Amendments []*decision.Amendment `json:"amendments,omitempty"`
		Twins      []string              `json:"twins,omitempty"`
		Files      []shownFile           `json:"files,omitempty"`
		Disagree   []string              `json:"disagree,omitempty"`
		Counts     *bool                 `json:"counts,omitempty"`
		Why        string                `json:"why,omitempty"` // it does not
	}{Path: found.Path, Decision: found.Decision, Amendment: found.Amendment, Allowance: found.Allowance, Refinement: found.Refinement, Redacted: found.Redacted(), Amendments: found.Amendments, Twins: found.Copies}
	for _, f := range found.Files {
		shown.Files = append(shown.Files, shownFile{f.Path, f.Blob, f.Decision})
	}
	if judged != nil {
		shown.Counts, shown.Why = &judged.Counts, judged.Why
	}
	if d := found.Decision; d != nil && d.Withdrawn != nil {
		counts := false
		shown.Counts, shown.Why = &counts, d.Withdrawn.By+" withdrew it"
	}
	if found.Dispute != nil {
		counts := found.Dispute.Choice != nil
		shown.Disagree, shown.Counts = found.Dispute.Differ, &counts
	}
	return cli.PrintJSON(cli.Machine(w), shown)
}

// showText prints a record as YAML. What is said of it stands behind number signs, so that the whole is still the record.
func showText(w io.Writer, found *recall.Found, judged *grant.Judged) error {
	var r interface{ Encode() ([]byte, error) } = found.Amendment
	switch {
	case found.Decision != nil:
		r = found.Decision
	case found.Allowance != nil:
		r = found.Allowance
	case found.Refinement != nil:
		r = found.Refinement
	}
	data, err := r.Encode()
	if err != nil {
		return err
	}
	var b strings.Builder
	b.Write(data)
	note := func(format string, args ...any) {
		b.WriteString("# " + strings.ReplaceAll(fmt.Sprintf(format, args...), "\n", " ") + "\n")
	}
	redacted := found.Redacted()
	if len(redacted) > 0 {
		note("redacted: %s", strings.Join(redacted, ", "))
	}
	if found.Decision != nil && len(redacted) > 0 {
		if named := found.Decision.Named(); len(named) > 0 {
			note("still shown: %s; `kbgate redact ID --field NAME` hides one of them", strings.Join(named, ", "))
		}
	}
	if found.Decision != nil && found.Decision.Withdrawn != nil {
		note("it counts no longer: %s withdrew it", found.Decision.Withdrawn.By)
	}
	if judged != nil && judged.Counts {
		note("it lets the finding through, as long as its paragraph stays as it is")
	} else if judged != nil {
		note("it lets nothing through: %s", judged.Why)
	}
	for _, a := range found.Amendments {
		said := fmt.Sprintf("amended %s by %s, %s: %s", a.At.UTC().Format(time.RFC3339), a.By, a.ID, a.Field)
		if value := a.Value.Texts(); len(value) > 0 {
			said += " = " + strings.Join(value, ", ")
		}
		if a.Why != "" {
			said += " (" + a.Why + ")"
		}
		note("%s", said)
	}
	for _, twin := range found.Copies {
		note("another record of this id: %s", twin)
	}
	if err := noteFiles(found, note); err != nil {
		return err
	}
	return cli.PrintSafely(w, b.String())
}

// noteFiles shows the files of an id of which several disagree, each whole.
func noteFiles(found *recall.Found, note func(string, ...any)) error {
	if found.Dispute == nil {
		return nil
	}
	counts := "none of them counts"
	if found.Dispute.Choice != nil {
		counts = "the one above counts here, which this clone had first"
	}
	note("the records of this id disagree about %s: %s until a reviewer chooses with `kbgate amend ID --keep BLOB`", strings.Join(found.Dispute.Differ, ", "), counts)
	for _, f := range found.Files[:min(len(found.Files), mostFiles)] {
		note("%s, BLOB %s:", f.Path, f.Blob)
		if f.Decision == nil {
			note("  it cannot be read")
			continue
		}
		data, err := f.Decision.Encode()
		if err != nil {
			return err
		}
		for line := range strings.Lines(string(data)) {
			note("  %s", strings.TrimSuffix(line, "\n"))
		}
	}
	if more := len(found.Files) - mostFiles; more > 0 {
		note("and %d more", more)
	}
	return nil
}

// mostFiles is how many files of an id are shown.
const mostFiles = 20
