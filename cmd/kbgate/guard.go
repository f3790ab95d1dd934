package main

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/cli"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decide"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/draft"
	"github.com/kbgate/kbgate/internal/guard"
	"github.com/kbgate/kbgate/internal/guard/memory"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/recall"
)

// guardFlags are the flags of `kbgate guard`.
type guardFlags struct {
	lines   bool
	blocked string
	to      string
	kind    decision.ArtifactType
}

func newGuard() cli.Command {
	var flags guardFlags
	return cli.Command{
		Use:   "guard [DRAFT…]",
		Short: "Say whether a draft repeats what was rejected",
		Long: `Judge drafts before they are sent or proposed, by the guards GUARD-001 to GUARD-005 and by what was
rejected before for the same subject. A draft is a JSON object (` + "`kbgate schema draft`" + `), a mail message or
a markdown file; without one, standard input is read. Exit status: 0 all pass, 1 one is blocked or cannot
be read, 2 wrong use or configuration, 3 kbgate itself failed.

--format json prints a result for each draft. --format jsonl, or --jsonl, makes a filter of it, which is
also what it is for JSON Lines on standard input: drafts that pass come out with quality_guard_result,
draft_fingerprint and personalization_evidence added, and all other fields as they were. Of each that is
blocked a line is said on standard error, and --blocked FILE takes the draft itself.

A text that names no addressee is no e-mail, and only GUARD-002 and GUARD-005 judge it, as hints mostly: what it
was judged as is said. --to and --type say for a draft what it does not say itself.

These variables win over the section ` + "`guard`" + ` of .kbgate.yaml:
  ` + guard.EnabledVariable + `            false lets every draft pass; rejections are recorded all the same
  ` + guard.ModeVariable + `               soft: drafts at fault pass, and the result says why they would be blocked
  ` + guard.TTLVariable + `        for how many days rejections are remembered
  ` + guard.MaxRejectionsVariable + `  after how many rejections a subject is blocked
docs/guard.md tells of each guard.`,
		Example: `  kbgate guard draft.json
  kbgate guard draft.json --format json > result.json
  kbgate guard mail.txt --to ana@example.org
  kbgate guard --jsonl --blocked blocked.jsonl < drafts.jsonl > queue.jsonl
  ` + guard.ModeVariable + `=soft kbgate guard mail.eml`,
		Run: func(c *cli.Call) error {
			if len(c.Args) == 0 && cli.IsTerminal(c.In) {
				return hint.Misuse("name a file, or pipe drafts into this; `-` reads what you type", "there is no draft to judge")
			}
			return flags.run(c)
		},
		Options: []cli.Option{
			cli.Flag(&flags.lines, "jsonl", "be a filter over JSON Lines: short for --format jsonl"),
			cli.Flag(&flags.blocked, "blocked", "be a filter, and write blocked drafts, and lines that are none, to this `FILE`"),
			cli.Flag(&flags.to, "to", "whom drafts are for that do not say: an `ADDRESS`; they are e-mails then"),
			cli.Flag(cli.Choice(&flags.kind, decision.ArtifactTypes...), "type", "the `TYPE` of drafts that do not say: skill, persona, code, documentation, claim, email, other"),
		},
		Commands: []cli.Command{newGuardEnrich(), newGuardTemplate()},
		Formats:  []string{"text", "json", "jsonl"},
	}
}

// run judges all drafts of a call. Each is judged, whatever became of the others.
func (flags *guardFlags) run(c *cli.Call) error {
	names := c.Args
	if len(names) == 0 {
		names = []string{"-"}
	}
	g := guarding{c: c, flags: flags, format: c.Format(), out: cli.Machine(c.Out)}
	g.chosen = flags.lines || c.Flags().Changed("format")
	if flags.lines || flags.blocked != "" && !g.chosen {
		g.format, g.chosen = "jsonl", true
	}
	if flags.blocked != "" && g.format != "jsonl" {
		return hint.Misuse("leave --format out, or set it to jsonl", "--blocked takes drafts from the filter, and --format %s prints results", g.format)
	}
	err := g.open(names[0])
	switch {
	case err != nil:
	case flags.blocked == "":
		err = g.all(names)
	default:
		err = writeOutput(c, flags.blocked, func(w io.Writer) error {
			g.kept = w
			return g.all(names)
		})
	}
	if err == nil && g.isWrong {
		err = errFindings
	}
	return err
}

// guarding judges the drafts of one call by one ledger.
type guarding struct {
	c        *cli.Call
	flags    *guardFlags
	ledger   *ledger.Ledger // nil where the guards are off by the environment: then nothing is asked
	settings guard.Settings
	format   string
	chosen   bool      // the format was asked for
	out      io.Writer // for programs
	kept     io.Writer // takes blocked drafts; nil: nobody does
	isWrong  bool      // a draft was blocked, or could not be read
	doubted  bool      // it was said what the memory lacks
}

// open finds the settings, and unless the environment turns the guards off, the ledger that a draft belongs to: nothing that is broken may
// keep people from that.
func (g *guarding) open(artifact string) (err error) {
	if g.settings, err = guard.SettingsOf(config.Default(nil).Guard, os.LookupEnv); err != nil || g.settings.Mode == guard.Off {
		return err
	}
	if g.ledger, err = g.c.LedgerFor(artifact); err != nil {
		return err
	}
	g.settings, err = guard.SettingsOf(g.ledger.Config.Guard, os.LookupEnv)
	return err
}

func (g *guarding) all(names []string) error {
	for i, name := range names {
		if i > 0 && filepath.Dir(name) != filepath.Dir(names[i-1]) { // no draft chooses the memory of another
			if err := g.open(name); err != nil {
				return err
			}
		}
		if err := g.file(name); err != nil {
			return err
		}
	}
	return nil
}

// file judges one draft, or all lines of a file of JSON Lines.
func (g *guarding) file(name string) error {
	ending := strings.ToLower(filepath.Ext(name))
	if name != "-" && ending != ".jsonl" && ending != ".ndjson" {
		d, err := decide.ReadDraft(g.c.Dir, name)
		if way := meantCommand(name); errors.Is(err, decide.ErrNoFile) && way != "" {
			return hint.Misuse(way, "%w", err)
		}
		return g.complete(d, err, name)
	}
	in, err := openInput(g.c, name)
	if err != nil {
		return err
	}
	defer in.Close()
	if name != "-" || g.format == "jsonl" {
		return g.stream(in, name)
	}
	buffered := bufio.NewReaderSize(in, draft.MaxSize)
	first, err := buffered.ReadSlice('\n')
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, bufio.ErrBufferFull) {
		return fmt.Errorf("reading standard input: %w", err)
	}
	line := bytes.TrimSpace(bytes.TrimPrefix(first, []byte("\ufeff")))
	isLines := bytes.HasPrefix(line, []byte("{")) && json.Valid(line)
	whole := io.MultiReader(bytes.NewReader(bytes.Clone(first)), buffered)
	if isLines {
		return g.stream(whole, name)
	}
	data, err := io.ReadAll(io.LimitReader(whole, draft.MaxSize+1))
	if err != nil {
		return fmt.Errorf("reading standard input: %w", err)
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return hint.Misuse("an empty queue passes with --jsonl", "standard input is empty: there is no draft to judge")
	}
	d, err := draft.Read("", data)
	if err != nil {
		err = fmt.Errorf("the draft of standard input: %w", err)
	}
	return g.complete(d, err, "the draft")
}

// complete judges a draft that was read, with what the flags say of it.
func (g *guarding) complete(d *draft.Draft, err error, called string) error {
	if err != nil {
		return notDraft(err)
	}
	if err := d.Complete(g.flags.to, g.flags.kind); err != nil {
		return hint.Misuse("--to and --type are for drafts that do not say it themselves", "%s: %w", called, err)
	}
	return g.one(d, called)
}

// meantCommand asks whether a command was meant by the name of a file; "" where none is near.
func meantCommand(name string) string {
	var names []string
	for _, sub := range newGuard().Commands {
		word, _, _ := strings.Cut(sub.Use, " ")
		names = append(names, word)
	}
	if near, ok := config.Nearest(name, names); ok {
		return "did you mean `kbgate guard " + near + "`?"
	}
	return ""
}

func notDraft(err error) error {
	return hint.Misuse("a draft is a JSON object (`kbgate schema draft` prints its schema), a mail message or a markdown file", "%w", err)
}

// stream judges JSON Lines, one after the other.
func (g *guarding) stream(in io.Reader, name string) error {
	if !g.chosen {
		g.format = "jsonl"
	}
	for line, err := range decision.Lines(in) {
		if err == nil {
			err = g.c.Ctx.Err()
		}
		if err != nil {
			return fmt.Errorf("reading %s behind line %d: %w", shownInput(name), line.Number, err)
		}
		if line.Text = bytes.TrimSpace(line.Text); len(line.Text) == 0 && !line.IsLong {
			continue
		}
		if err := g.line(line, name); err != nil {
			return err
		}
	}
	return nil
}

// badLine is what is kept of a line that is no draft.
type badLine struct {
	Error string `json:"quality_guard_error"`
	Line  int    `json:"line"`
	Input string `json:"input"`
}

// mostOfBadLine is how much of a line that is too long is kept, in bytes.
const mostOfBadLine = 4 << 10

// line judges one line. One that is no draft does not pass.
func (g *guarding) line(line decision.InputLine, name string) error {
	d, err := draft.ReadJSON(line.Text)
	if line.IsLong { // what was cut away may be more than blanks
		err = fmt.Errorf("it is longer than %d bytes", draft.MaxSize)
		line.Text = line.Text[:min(len(line.Text), mostOfBadLine)]
	}
	if err == nil {
		err = lackOf(d)
	}
	if err == nil {
		err = d.Complete(g.flags.to, g.flags.kind)
	}
	if err == nil {
		return g.one(d, fmt.Sprintf("line %d", line.Number))
	}
	g.isWrong = true
	why := strings.NewReplacer("\n", "; ", "line 1: ", "").Replace(err.Error()) // the line of the stream is said
	cli.Say(g.c, "%s: line %d is no draft, and does not pass: %s", cli.OneLine(shownInput(name)), line.Number, why)
	if g.kept == nil {
		return nil
	}
	return cli.PrintJSON(g.kept, badLine{why, line.Number, strings.ToValidUTF8(string(line.Text), "\ufffd")})
}

// lackOf says why there is nothing to judge.
func lackOf(d *draft.Draft) error {
	switch {
	case !d.HasText():
		return errors.New("it is a guard's result, and no draft")
	case strings.TrimSpace(d.Subject+d.Body) == "": // a program that failed writes nothing
		return errors.New("it is empty")
	case d.Type == decision.Email && strings.TrimSpace(d.Body) == "":
		return errors.New("body: is empty; nothing can be judged of an e-mail without a text")
	}
	return nil
}

// one judges a draft, and prints what became of it.
func (g *guarding) one(d *draft.Draft, called string) error {
	if err := lackOf(d); err != nil {
		return notDraft(fmt.Errorf("%s: %w", called, err))
	}
	if _, ok := decision.Address(d.To); ok && d.Type != decision.Email {
		if d.Type != "" {
			cli.Say(g.c, "%s says that it is no e-mail (%s), and is for an address: it is judged as an e-mail", called, d.Type)
		}
		d.Type = decision.Email
	}
	m := &memory.Memory{}
	if g.ledger != nil && g.settings.Mode != guard.Off {
		asked, err := g.asked(d)
		if err == nil {
			m, err = recall.Remembered(g.c.Ctx, g.ledger, asked, g.settings.TTL, time.Now())
		}
		if err != nil {
			return fmt.Errorf("the memory of %s: %w", called, err)
		}
	}
	d.Type = cmp.Or(d.Type, decision.OtherType)
	result := guard.BuiltIn.Check(d, m, g.settings, time.Now())
	g.tell(d, m, &result)
	as := ""
	if g.settings.Mode != guard.Off {
		as = judgedAs(d)
	}
	if g.format == "json" && as != "" && isUntold(d) {
		cli.Say(g.c, "%s is%s", cli.OneLine(called), strings.TrimPrefix(as, ","))
	}
	switch {
	case g.format == "jsonl" && !result.Passed && g.kept == nil:
		return nil
	case g.format == "jsonl":
		return g.writeLine(d, &result)
	case g.format == "json":
		return cli.PrintJSON(g.out, result)
	}
	return cli.Show(g.c, "%s", guardText(called, as, &result))
}

// asked says whose memory a draft is judged by. The type of a markdown file follows from its path and the configuration, where its header
// does not say.
func (g *guarding) asked(d *draft.Draft) (recall.Asked, error) {
	if d.Type == "" && d.Name != "" {
		a, _, err := decide.Artifact(g.ledger, g.c.Dir, d.Name)
		if err != nil {
			return recall.Asked{}, err
		}
		d.Type = a.Type
	}
	asked := recall.Asked{Type: d.Type, Subject: d.To, Fingerprint: draft.Fingerprint(d.Subject, d.Body)}
	if d.Type == decision.Email {
		return asked, nil
	}
	asked.Artifact, asked.SHA = d.Subject, d.SHA
	if d.Name != "" {
		a, _, err := decide.Artifact(g.ledger, g.c.Dir, d.Name)
		if err != nil {
			return asked, err
		}
		asked.Artifact = cmp.Or(a.Path, a.Name)
	}
	return asked, nil
}

// tell says on standard error what is blocked, for whoever watches the logs, and what the memory lacks.
func (g *guarding) tell(d *draft.Draft, m *memory.Memory, r *guard.Result) {
	if !g.doubted && (m.OtherKey > 0 || m.More || m.Lifted > 0 || m.Unread > 0) {
		g.doubted = true
		sayDoubts(g.c, m)
	}
	g.isWrong = g.isWrong || !r.Passed
	if r.BlockedReason == nil || g.format == "text" {
		return
	}
	verb := "BLOCKED"
	if r.Passed {
		verb = "would have blocked"
	}
	kind := cmp.Or(d.Type, decision.OtherType)
	fmt.Fprintln(g.c.Errs, cli.VisibleLines(cli.OneLine(fmt.Sprintf("Quality guard %s %s to %s: %s", verb, kind, g.shortHash(d, m), *r.BlockedReason))))
}

// shortHash is the beginning of the hash of a draft's subject: that under which the store keeps an address, else the SHA-256.
func (g *guarding) shortHash(d *draft.Draft, m *memory.Memory) string {
	subject := cmp.Or(m.Subject, d.To, d.Subject)
	if !decision.IsHashedSubject(subject) {
		sum := sha256.Sum256([]byte(strings.ToLower(subject)))
		subject = hex.EncodeToString(sum[:])
	}
	return subject[:8]
}

// writeLine hands a draft on, to the drafts that pass or to the blocked ones.
func (g *guarding) writeLine(d *draft.Draft, r *guard.Result) error {
	line, err := d.Line(draft.Member{Name: draft.ResultKey, Value: r}, draft.Member{Name: draft.FingerprintKey, Value: r.Fingerprint},
		draft.Member{Name: draft.EvidenceKey, Value: r.Evidence})
	if err != nil {
		return err
	}
	to := g.out
	if !r.Passed {
		to = g.kept
	}
	_, err = to.Write(append(line, '\n'))
	return err
}

// judgedAs says what kind of draft was judged where it is no e-mail to somebody, so that nobody takes a mail that was not recognised for
// one that was judged.
func judgedAs(d *draft.Draft) string {
	const lacks = "it names no addressee, --to gives one"
	switch {
	case d.Type == decision.Email && d.To == "":
		return "; " + lacks
	case d.Type == decision.Email:
		return ""
	case isUntold(d):
		return ", judged as " + string(d.Type) + ": " + lacks
	}
	return ", judged as " + string(d.Type)
}

// isUntold reports whether a draft may be a mail that does not say to whom.
func isUntold(d *draft.Draft) bool {
	return d.To == "" && (d.Type == decision.OtherType || d.Type == decision.Documentation)
}

// guardText tells people what became of a draft, and as what it was judged.
func guardText(called, as string, r *guard.Result) string {
	var b strings.Builder
	verdict := "passes"
	switch {
	case !r.Passed:
		verdict = "blocked"
	case r.BlockedReason != nil:
		verdict = "passes, and would be blocked in hard mode"
	}
	fmt.Fprintf(&b, "%s: %s%s\n", cli.LineStart(called), verdict, as)
	for _, f := range r.RuleFailures {
		possible := ""
		if f.Possible {
			possible = " (possible)"
		}
		fmt.Fprintf(&b, "  %s%s: %s\n", f.RuleID, possible, cli.OneLine(f.Message))
	}
	if r.Rescued {
		b.WriteString("  the draft's own evidence is too little, and the lead's data makes good for it\n")
	}
	if s := r.RecommendedOpener; s != nil {
		fmt.Fprintf(&b, "  to begin with: %s (%s)\n", cli.OneLine(s.Value), s.Type)
	}
	if r.Next != "" {
		fmt.Fprintf(&b, "  next: %s\n", r.Next)
	}
	if len(r.Evidence) > 0 && len(r.RuleFailures) == 0 {
		values := make([]string, len(r.Evidence))
		for i, e := range r.Evidence {
			values[i] = cli.OneLine(e.Value)
		}
		fmt.Fprintf(&b, "  evidence: %s\n", strings.Join(slices.Compact(values), "; "))
	}
	return b.String()
}
