package main

import (
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/cli"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/guard"
	"github.com/kbgate/kbgate/internal/guard/template"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/recall"
)

// templateFlags are the flags of `kbgate guard template`.
type templateFlags struct {
	subject   string
	templates []string
	tiers     []string
}

// mostTemplates is among how many templates one is chosen: more than anybody writes for one subject.
const mostTemplates = 1000

func newGuardTemplate() cli.Command {
	var flags templateFlags
	return cli.Command{
		Use:   "template --subject SUBJECT --templates IDS",
		Short: "Choose a template that was not rejected for a subject",
		Long: `Print which of several templates the next draft for a subject is to be made from: none whose drafts were
rejected for the subject, as long as another one is left. Where all were rejected, one of them is chosen
all the same, and that is said. A rejection knows its template by the draft's ` + "`template`" + ` or by
` + "`kbgate reject --template`" + `; it counts as long as ` + "`kbgate memory SUBJECT`" + ` tells of it.

The same input gives the same choice. The SHA-256 of the subject as the store keeps it (in small letters;
of an address the hash) says with which template the search begins: its first eight bytes, as a big-endian
number, modulo the number of templates. From there on they are tried in the order in which they are given.

--tier takes the templates that guard.templates lists in .kbgate.yaml, behind those of --templates. Only the
specific template that was rejected is passed over. With guard.rotation: tier all templates of its tier are
passed over, as long as a template of another tier, or of none, is left to choose.

--format json adds rejection_context for a template to use: rejection_count, rejected_tags, feedback_texts,
rejected_template_ids and banned_subjects; {} where nothing is remembered. What people typed stands there
word for word. Rotation takes place in every mode of the guards.`,
		Example: `  kbgate guard template --subject ana@example.org --templates intro,case-study,event
  kbgate guard template --subject ana@example.org --tier executives --format json | jq .rejection_context`,
		Run: flags.run,
		Options: []cli.Option{
			cli.Flag(&flags.subject, "subject", "whom or what the draft is for: an `ADDRESS`, a path or a name"),
			cli.Flag(&flags.templates, "templates", "the `IDS` of the templates, with commas between them; may be repeated"),
			cli.Flag(&flags.tiers, "tier", "the `TIER` of guard.templates whose templates are meant; may be repeated"),
		},
		Formats: []string{"text", "json"},
	}
}

func (flags *templateFlags) run(c *cli.Call) error {
	switch {
	case strings.TrimSpace(flags.subject) == "":
		return hint.Misuse("name the address that the draft is for, or whatever else it is for", "--subject is missing")
	case len(flags.templates)+len(flags.tiers) == 0:
		return hint.Misuse("name the templates, as in --templates intro,event, or with --tier a tier of guard.templates", "--templates is missing")
	}
	templates, err := idsOf(flags.templates)
	if err != nil {
		return err
	}
	l, err := c.LedgerFor(flags.subject)
	if err != nil {
		return err
	}
	for _, tier := range flags.tiers {
		ids, err := tierOf(l.Config.Guard, tier)
		if err != nil {
			return err
		}
		templates = append(templates, ids...)
	}
	if len(templates) > mostTemplates {
		return hint.Misuse("name those of one campaign or tier", "there are %d templates to choose from; at most %d are looked at", len(templates), mostTemplates)
	}
	settings, err := guard.SettingsOf(l.Config.Guard, os.LookupEnv)
	if err != nil {
		return err
	}
	m, err := recall.Remembered(c.Ctx, l, recall.AskedAbout(l, c.Dir, flags.subject), settings.TTL, time.Now())
	if err != nil {
		return err
	}
	sayDoubts(c, m)
	var rejectedAsOne [][]string
	if l.Config.Guard.Rotation == "tier" {
		rejectedAsOne = slices.Collect(maps.Values(l.Config.Guard.Templates))
	}
	choice := template.Choose(m, eachOnce(templates), rejectedAsOne...)
	if choice.All {
		cli.Say(c, "each of the templates was rejected for this subject; %s is chosen all the same", cli.OneLine(choice.TemplateID))
	}
	return cli.PrintResult(c, choice, cli.OneLine(choice.TemplateID)+"\n")
}

// idsOf gives the ids of lists with commas between them.
func idsOf(lists []string) (ids []string, err error) {
	for _, list := range lists {
		for id := range strings.SplitSeq(list, ",") {
			if id = strings.TrimSpace(id); id == "" {
				return nil, hint.Misuse("write the ids with one comma between them: intro,event", "--templates %.60q holds an empty id", list)
			}
			ids = append(ids, id)
		}
	}
	return ids, nil
}

// tierOf gives the templates of a tier.
func tierOf(c config.Guard, tier string) ([]string, error) {
	known := slices.Sorted(maps.Keys(c.Templates))
	switch ids := c.Templates[tier]; {
	case len(ids) > 0:
		return ids, nil
	case len(known) == 0:
		return nil, hint.Misuse("list the templates of each tier under guard.templates on the default branch, or name them with --templates", "--tier %.60q is not known: there are no tiers", tier)
	case slices.Contains(known, tier):
		return nil, hint.Misuse("list them under guard.templates", "--tier %.60q has no templates", tier)
	}
	return nil, cli.WrongFlag("tier", cli.UnknownValue(tier, cli.Meant(tier, known, "there are "+strings.Join(known, ", "))))
}

// eachOnce leaves out what stands there for another time.
func eachOnce(ids []string) (kept []string) {
	for _, id := range ids {
		if !slices.Contains(kept, id) {
			kept = append(kept, id)
		}
	}
	return kept
}
