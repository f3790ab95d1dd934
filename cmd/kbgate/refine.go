package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/cli"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decide"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/recall"
	"github.com/kbgate/kbgate/internal/refine"
	"github.com/kbgate/kbgate/internal/refine/effect"
	"github.com/kbgate/kbgate/internal/refine/rewrite"
	"github.com/kbgate/kbgate/internal/refine/score"
	"github.com/kbgate/kbgate/internal/refine/signal"
	"github.com/kbgate/kbgate/internal/refine/slot"
	"github.com/kbgate/kbgate/internal/secret"
	"github.com/kbgate/kbgate/internal/text"
)

// refineFlags are the flags of `kbgate refine`.
type refineFlags struct {
	readerFlags
	prompt, feedback      string
	artifact, agent, task string
	most                  int
	noRecord              bool
	suggested             bool
	rewrite               bool
}

func newRefine() cli.Command {
	flags := refineFlags{readerFlags: usualReader()}
	return cli.Command{
		Use:   "refine",
		Short: "Improve a prompt from feedback on what it brought about",
		Long: `Detect signs of failure in feedback, as ` + "`kbgate detect`" + ` does, and add to the prompt what follows from
them: the error, the test to pass, what was meant, what is still missing. One action an iteration, in the
order of docs/refine.md, until the prompt's score is 7 of 10, nothing is left to add, or after
refine.max_refinement_iterations (3). The prompt's own words stay as they are; what is added stands
marked at its end, quoted, and is added once however often the command runs. Feedback without a sign of
failure changes nothing.

The refined prompt goes to standard output. Scores, actions and the reason for the end go to standard error.
Each iteration is recorded in the store, with the places of the feedback that fired and no more of it.

With --rewrite the reader of ` + "`kbgate review`" + ` is asked for a prompt written anew; what of it the score finds
better is shown beside. A reader that fails loses nothing.`,
		Example: `  go test ./... 2>&1 | kbgate refine --prompt prompt.md --feedback - > better.md
  kbgate refine --prompt prompt.md --feedback reply.txt --artifact claims/foam.md --agent rio
  kbgate refine --prompt prompt.md --feedback reply.txt --format json | jq .iterations`,
		Run: flags.run,
		Options: append([]cli.Option{
			cli.Flag(&flags.prompt, "prompt", "the `FILE` with the prompt; -: standard input"),
			cli.Flag(&flags.feedback, "feedback", "the `FILE` with the feedback: a reply, or the output of a program; -: standard input"),
			cli.Flag(&flags.artifact, "artifact", "the `NAME` of what the prompt is to bring about: a later decision on it tells whether this helped"),
			cli.Flag(&flags.agent, "agent", "the `AGENT` whose prompt it is"),
			cli.Flag(&flags.task, "task", "the `ID` of the task"),
			cli.Flag(&flags.most, "max-iterations", "the most iterations, 0 to 10, in place of refine.max_refinement_iterations"),
			cli.Flag(&flags.noRecord, "no-record", "record nothing"),
			cli.Flag(&flags.suggested, "suggested", "take the actions in the order that kbgate refinements suggests"),
			cli.Flag(&flags.rewrite, "rewrite", "ask the reader for a prompt that is written anew, too"),
		}, flags.readerFlags.options()...),
		Formats: []string{"text", "json"},
	}
}

func (f *refineFlags) validate(c *cli.Call) error {
	switch {
	case f.prompt == "" || f.feedback == "":
		return hint.Misuse("kbgate refine --prompt prompt.md --feedback reply.txt", "--prompt and --feedback name the two texts, and one is missing")
	case f.prompt == "-" && f.feedback == "-":
		return hint.Misuse("give one of them as a file", "--prompt and --feedback cannot both be standard input")
	case c.Flags().Changed("max-iterations") && (f.most < 0 || f.most > refine.MostIterations):
		return hint.Misuse("", "--max-iterations is between 0 and %d", refine.MostIterations)
	case len(f.name) > 120:
		return hint.Misuse("", "--reader has more than 120 bytes")
	}
	for _, one := range []struct{ name, value string }{{"artifact", f.artifact}, {"agent", f.agent}, {"task", f.task}} {
		if strings.ContainsFunc(one.value, unicode.IsControl) {
			return hint.Misuse("give it on one line", "--%s holds a control character", one.name)
		}
	}
	for _, o := range f.options() {
		if !f.rewrite && c.Flags().Changed(o.Name()) {
			return hint.Misuse("give --rewrite too, or leave it out", "--%s counts only with --rewrite", o.Name())
		}
	}
	if f.rewrite {
		return f.check()
	}
	return nil
}

func (f *refineFlags) run(c *cli.Call) error {
	if err := f.validate(c); err != nil {
		return err
	}
	prompt, err := f.readPrompt(c)
	if err != nil {
		return err
	}
	if found := secret.Find(prompt); len(found) > 0 && !f.noRecord {
		at := found[0].Span.Start
		return hint.Misuse("take it out, or refine with --no-record", "the prompt in %s holds what looks like %s, on line %d; no record may hold it",
			shownInput(f.prompt), found[0].Kind, 1+strings.Count(prompt[:at], "\n"))
	}
	feedback, err := readFeedback(c, f.feedback)
	if err != nil {
		return err
	}
	l, settings, err := f.open(c)
	if err != nil {
		return err
	}
	order, err := f.order(c, l)
	if err != nil {
		return err
	}
	artifact, err := f.named(c, l)
	if err != nil {
		return err
	}
	if !c.Flags().Changed("max-iterations") {
		f.most = settings.MaxRefinementIterations
	}
	found := signal.Detect(feedback)
	result := refine.Refine(prompt, feedback, found, order, f.most)
	anew := f.rewritten(c, &result)
	recorded, refused := f.record(c, l, artifact, feedback, &result)
	shown := signalsOf(feedback, found)
	if len(result.Withheld) > 0 {
		cli.Say(c, "nothing is taken from %s of the feedback: what stands there looks like a secret", numbered(result.Withheld))
	}
	if cli.AsJSON(c) {
		return cmp.Or(cli.PrintJSON(cli.Machine(c.Out), shownRefinement(shown, &result, recorded, anew)), refused)
	}
	fmt.Fprint(c.Errs, cli.VisibleLines(refinedText(shown, &result, anew)))
	if len(recorded) > 0 {
		cli.Say(c, "recorded %s; `kbgate amend ID --success true` or `false` says whether one helped", strings.Join(recorded, ", "))
	}
	return cmp.Or(cli.PrintSafely(c.Out, result.Prompt), refused)
}

// readPrompt reads the prompt, which a record has to hold as it is.
func (f *refineFlags) readPrompt(c *cli.Call) (string, error) {
	data, err := readFeedback(c, f.prompt)
	switch {
	case err != nil:
		return "", err
	case len(data) > decision.MaxPrompt/2:
		return "", hint.Misuse("give the part that asks for the work", "the prompt in %s has more than %d KiB", shownInput(f.prompt), decision.MaxPrompt/2>>10)
	case !utf8.Valid(data):
		return "", hint.Misuse("save it as UTF-8", "the prompt in %s is not UTF-8 text", shownInput(f.prompt))
	case bytes.IndexByte(data, 0) >= 0:
		return "", hint.Misuse("give its text", "the prompt in %s holds a zero byte", shownInput(f.prompt))
	case !strings.ContainsFunc(string(data), func(r rune) bool { return unicode.IsPrint(r) && !unicode.IsSpace(r) }):
		return "", hint.Misuse("write what is to be done", "the prompt in %s is empty", shownInput(f.prompt))
	}
	return string(data), nil
}

// open opens the ledger; nil outside of a repository, where nothing is recorded.
func (f *refineFlags) open(c *cli.Call) (*ledger.Ledger, config.Refine, error) {
	usual := config.Default(nil).Refine
	switch err := git.Find(c.Ctx, c.Dir).Err(); {
	case err == nil:
	case f.suggested:
		return nil, usual, fmt.Errorf("--suggested needs the log of a repository: %w", err)
	case errors.Is(err, git.ErrNoRepository) && !errors.Is(err, git.ErrNoGit):
		cli.Say(c, "there is no repository here: nothing is recorded")
		return nil, usual, nil
	case f.noRecord:
		return nil, usual, nil
	default:
		return nil, usual, fmt.Errorf("recording the refinement (--no-record refines without): %w", err)
	}
	l, err := c.Ledger("")
	switch {
	case err != nil && f.noRecord && !f.suggested: // the prompt does not wait for a store
		cli.Say(c, "the usual settings count, for those of the knowledge base cannot be read: %s", err)
		return nil, usual, nil
	case err != nil:
		return nil, config.Refine{}, err
	}
	return l, l.Config.Refine, nil
}

// order is that which the log of refinements suggests, where it was asked for.
func (f *refineFlags) order(c *cli.Call, l *ledger.Ledger) (refine.Order, error) {
	if !f.suggested || l == nil {
		return nil, nil
	}
	found, err := recall.Refinements(c.Ctx, l, recall.RefinementFilter{}, time.Now())
	if err != nil {
		return nil, err
	}
	sayRefined(c, found)
	order := effect.Suggest(effect.Of(found.All))
	if len(order) == 0 {
		cli.Say(c, "the log suggests no other order of actions than the usual one")
	}
	return order, nil
}

// named is the artifact that the records are about, as other records name it.
func (f *refineFlags) named(c *cli.Call, l *ledger.Ledger) (decision.Artifact, error) {
	if f.artifact == "" || l == nil || f.noRecord {
		return decision.Artifact{}, nil
	}
	a, doubt, err := decide.Artifact(l, c.Dir, f.artifact)
	if err != nil {
		return decision.Artifact{}, err
	}
	if doubt != "" {
		cli.Say(c, "%s", doubt)
	}
	return decision.Artifact{Type: a.Type, Name: a.Name, Path: a.Path}, nil
}

// record keeps the iterations in the store, and gives the ids of their records. Where the store refuses them, the refined prompt is still
// given.
func (f *refineFlags) record(c *cli.Call, l *ledger.Ledger, artifact decision.Artifact, feedback []byte, r *refine.Result) (ids []string, err error) {
	if l == nil || f.noRecord || !r.Refined() {
		return nil, nil
	}
	var run []*decision.Refinement
	for _, it := range r.Iterations {
		before, after, confidence := it.ScoreBefore.Total, it.ScoreAfter.Total, math.Round(it.Signal.Confidence*100)/100
		run = append(run, &decision.Refinement{Agent: f.agent, Task: f.task, Artifact: artifact, OriginalPrompt: it.Before, FeedbackType: it.Signal.Type,
			FeedbackSignal: firedText(feedback, it.Signal), Confidence: &confidence, ContextSignals: cli.Strings(it.Signal.Context), ActionsApplied: []string{it.Action},
			RefinedPrompt: it.After, Iteration: it.Number, ScoreBefore: &before, ScoreAfter: &after})
	}
	if err := decide.Refine(c.Ctx, l, run, time.Now()); err != nil {
		return nil, fmt.Errorf("recording the refinement (--no-record refines without): %w", err)
	}
	for _, r := range run {
		ids = append(ids, r.ID)
	}
	return ids, nil
}

// mostFired is how many bytes of the places that fired are recorded.
const mostFired = 4 << 10

// firedText is the places of a signal, one a line, without those in lines that look as if they hold a secret.
func firedText(feedback []byte, s signal.Signal) string {
	var b strings.Builder
	for _, p := range s.Parts {
		line := text.Visible(strings.Join(strings.Fields(excerpt(feedback[p.Start:p.End])), " "))
		if b.Len()+len(line) > mostFired {
			break
		}
		if slot.HoldsSecret(feedback, p) {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(line)
	}
	return b.String()
}

// mostNumbered is how many lines are named.
const mostNumbered = 5

// numbered names lines.
func numbered(lines []int) string {
	var b strings.Builder
	for i, n := range lines[:min(len(lines), mostNumbered)] {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "line %d", n)
	}
	if more := len(lines) - mostNumbered; more > 0 {
		fmt.Fprintf(&b, " and %d more", more)
	}
	return b.String()
}

// rewritten is a prompt that a reader wrote anew, and what was kept of it.
type rewritten struct {
	Prompt string       `json:"prompt"` // "": there is none
	Score  *score.Score `json:"score,omitempty"`
	Kept   []string     `json:"kept"`          // its sentences that raise the score
	Parts  []string     `json:"parts"`         // of the rubric that they raise
	Why    string       `json:"why,omitempty"` // there is none
}

// rewritten asks the reader for a prompt that is written anew, and keeps what is better; nil where nobody asked for that.
func (f *refineFlags) rewritten(c *cli.Call, r *refine.Result) *rewritten {
	if !f.rewrite {
		return nil
	}
	prompt, err := f.ask(c, r)
	if err != nil {
		cli.Say(c, "no rewritten prompt: %s", err)
		return &rewritten{Kept: []string{}, Parts: []string{}, Why: err.Error()}
	}
	rated := score.Of(prompt)
	better, kept, parts := rewrite.Keep(r.Prompt, prompt)
	r.Prompt, r.After = better, score.Of(better)
	return &rewritten{Prompt: prompt, Score: &rated, Kept: append([]string{}, kept...), Parts: append([]string{}, parts...)}
}

// ask gives the reader's prompt.
func (f *refineFlags) ask(c *cli.Call, r *refine.Result) (string, error) {
	if !r.Refined() {
		return "", errors.New("nothing was refined, so the reader has nothing to work on")
	}
	if found := secret.Find(r.Prompt); len(found) > 0 {
		return "", fmt.Errorf("the prompt holds what looks like %s, which no reader is given", found[0].Kind)
	}
	reader, err := f.reader(c, git.Find(c.Ctx, c.Dir))
	switch {
	case err != nil:
		return "", err
	case reader == nil:
		return "", errors.New("nothing says who rewrites: --command COMMAND or --endpoint URL does, or the settings of kbgate review")
	}
	var added []string
	for _, it := range r.Iterations {
		added = append(added, it.Added)
	}
	request := rewrite.Request(r.Prompt, added)
	if len(request) > f.maxSize {
		return "", fmt.Errorf("the request has %d bytes, more than --max-size", len(request))
	}
	ctx, cancel := context.WithTimeout(c.Ctx, f.limit)
	defer cancel()
	answer, err := reader.Read(ctx, request)
	if err != nil {
		return "", err
	}
	prompt, err := rewrite.Parse(answer)
	if found := secret.Find(prompt); len(found) > 0 {
		return "", fmt.Errorf("the reader's prompt holds what looks like %s", found[0].Kind)
	}
	return prompt, err
}

// refinement is what `kbgate refine --format json` prints: kbgate.refined/1.
type refinement struct {
	Schema        string           `json:"schema"`
	Refined       bool             `json:"refined"`
	RefinedPrompt string           `json:"refined_prompt"`
	Stop          refine.Stop      `json:"stop"`
	ScoreBefore   score.Score      `json:"score_before"`
	ScoreAfter    score.Score      `json:"score_after"`
	Iterations    []shownIteration `json:"iterations"`
	Skipped       []refine.Skipped `json:"skipped"`
	Signals       []shownSignal    `json:"signals"`
	Recorded      int              `json:"recorded"` // iterations
	IDs           []string         `json:"ids"`      // of their records
	Withheld      []int            `json:"withheld"` // lines of the feedback that look as if they hold a secret
	Rewritten     *rewritten       `json:"rewritten,omitempty"`
	Bounds        []string         `json:"bounds"`
}

type shownIteration struct {
	Iteration   int         `json:"iteration"`
	Type        signal.Type `json:"feedback_type"`
	Action      string      `json:"action"`
	Added       string      `json:"added"`
	ScoreBefore float64     `json:"score_before"`
	ScoreAfter  float64     `json:"score_after"`
}

func shownRefinement(found signals, r *refine.Result, ids []string, w *rewritten) refinement {
	shown := refinement{"kbgate.refined/1", r.Refined(), r.Prompt, r.Stop, r.Before, r.After, []shownIteration{}, append([]refine.Skipped{}, r.Skipped...),
		found.Signals, len(ids), append([]string{}, ids...), append([]int{}, r.Withheld...), w, found.Bounds}
	for _, it := range r.Iterations {
		shown.Iterations = append(shown.Iterations, shownIteration{it.Number, it.Signal.Type, it.Action, it.Added, it.ScoreBefore.Total, it.ScoreAfter.Total})
	}
	return shown
}

// stops says in words why the loop ended.
var stops = map[refine.Stop]string{
	refine.StopNoSignal: "the feedback shows no sign of failure, and the prompt is as it was",
	refine.StopOff:      "no iterations are allowed, and the prompt is as it was",
	refine.StopEnough:   "the score is 7 or more",
	refine.StopLimit:    "those were as many iterations as are allowed",
	refine.StopNoAction: "no further action changes the prompt",
}

// refinedText tells people what was done.
func refinedText(found signals, r *refine.Result, w *rewritten) string {
	var b strings.Builder
	for _, s := range found.Signals {
		fmt.Fprintf(&b, "%s %.2f\n", s.Type, s.Confidence)
	}
	for _, it := range r.Iterations {
		fmt.Fprintf(&b, "%d. %s, for %s: %.1f, then %.1f of 10\n   %s\n", it.Number, it.Action, it.Signal.Type, it.ScoreBefore.Total, it.ScoreAfter.Total, it.Added)
	}
	for _, s := range r.Skipped {
		fmt.Fprintf(&b, "passed over: %s: %s\n", s.Action, s.Why)
	}
	fmt.Fprintf(&b, "done: %s\n", stops[r.Stop])
	if w != nil && w.Prompt != "" {
		fmt.Fprintf(&b, "the reader's prompt has %.1f of 10; %s of it kept (%s):\n", w.Score.Total, text.Count(len(w.Kept), "sentence", "sentences"), strings.Join(w.Parts, ", "))
		for line := range strings.Lines(w.Prompt) {
			b.WriteString("  | " + strings.TrimRight(line, "\r\n") + "\n")
		}
	}
	fmt.Fprintf(&b, "score: %.1f of 10\n", r.After.Total)
	for _, p := range r.After.Parts {
		fmt.Fprintf(&b, "  %-17s %.1f of %.1f  %s\n", p.Name, p.Points, p.Of, p.Why)
	}
	return b.String()
}
