package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/kbgate/kbgate/internal/cli"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decide"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/draft"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/lazy"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/recall"
	"github.com/kbgate/kbgate/internal/records"
	"github.com/kbgate/kbgate/internal/store/index"
	"github.com/kbgate/kbgate/internal/text"
)

// decideFlags are the flags of `kbgate reject` and `kbgate approve`: the fields of a decision.
type decideFlags struct {
	decision.Decision
	score float64
	draft string
	ref   string
	fetch bool

	given     *draft.Draft     // what --draft names
	proposal  *decide.Proposal // nil: what is judged stands in the work tree
	isDoubted bool             // what is judged may be a slip
}

func (flags *decideFlags) options() []cli.Option {
	d := &flags.Decision
	return []cli.Option{cli.Flag(&d.Agent, "agent", "the `AGENT` who made it (default: by agents.from, else unknown)"),
		cli.Flag(&d.Reason, "reason", "the reviewer's `REASON`, kept word for word"),
		cli.Flag(&d.Subject, "subject", "whom or what it is for; an e-mail `ADDRESS` is stored as its hash"),
		cli.Flag(&d.Campaign, "campaign", "the `ID` of the campaign that the draft belongs to"),
		cli.Flag(&d.Draft.Template, "template", "the `ID` of the template that the draft was made from"),
		cli.Flag(&d.ReviewPoint, "review-point", "the `POINT` of the review: HITL-1, pr-review, ... (with --pr: pr-review)"),
		cli.Flag(&d.Reviewer, "reviewer", "the `NAME` of the reviewer (default: git's user.name)"),
		cli.Flag(cli.Parsed(&d.PR, "", pullRequest), "pr", "the `NUMBER` of the pull request (of the repository of origin), OWNER/NAME#NUMBER, or its address"),
		cli.Flag(&flags.ref, "ref", "take the file from this `BRANCH`, branch of a remote or commit, and not from the work tree"),
		cli.Flag(&flags.fetch, "fetch", "with --pr: fetch what is proposed from the remote origin"),
		cli.Flag(&d.Epic, "epic", "the `ID` of the epic"),
		cli.Flag(&d.Task, "task", "the `ID` of the task"),
		cli.Flag(cli.Parsed(&d.At, "", fromNow(moment)), "at", "the `TIME` of the decision (default: now): "+timeForms),
		cli.Flag(cli.Choice(&d.Artifact.Type, decision.ArtifactTypes...), "type", "the `TYPE` of the artifact: skill, persona, code, documentation, claim, email, other (default: by\nits path)"),
		cli.Flag(cli.Choice(&d.Category, decision.Categories...), "category", "the `CATEGORY` of what speaks against it: examples, specificity, clarity, completeness, relevance, other"),
		cli.Flag(&d.Issues, "issue", "the `TAG` of a gate that found something; may be repeated"),
		cli.Flag(&flags.draft, "draft", "the `FILE` with the draft (JSON, a line of kbgate guard, mail or markdown) or with a guard's result; title, first\nsentence, fingerprint, sketch and evidence are kept"),
		cli.Flag(&flags.score, "score", "the quality score that the agent gave it, from 0 to 100"),
		cli.Flag(&d.PreviousAttempts, "attempts", "how many attempts there were before"),
		cli.Flag(&d.ReviewSeconds, "review-seconds", "how many seconds the review took"),
		cli.Flag(&d.Tags, "tag", "a `TAG` of your own; may be repeated"),
		cli.Flag(&d.Brief, "brief", "the `DIGEST` of the brief that the agent had been given, or none (default: by the trailer of the commit)"),
		cli.Flag(&d.RulesInPrompt, "rule", "the `ID` of a rule that the agent had been given; may be repeated")}
}

// complete adds what follows from the flags, before anything is looked up.
func (flags *decideFlags) complete(c *cli.Call) (err error) {
	d := &flags.Decision
	switch {
	case c.Flags().Changed("ref") && flags.ref == "":
		return hint.Misuse("name a branch, a branch of a remote as origin/NAME, or a commit", "--ref is empty")
	case flags.fetch && d.PR.Number == 0:
		return hint.Misuse("name the pull request with --pr", "--fetch says nothing of what to fetch")
	case flags.fetch && flags.ref != "":
		return hint.Misuse("leave one of them out", "--fetch gets what --pr proposes, and --ref names something else")
	}
	if d.PR.Number > 0 {
		d.ReviewPoint = cmp.Or(d.ReviewPoint, "pr-review")
	}
	if c.Flags().Changed("score") {
		d.QualityScore = &flags.score
	}
	if flags.draft != "" {
		if flags.given, err = decide.ReadDraft(c.Dir, flags.draft); err != nil {
			return hint.Misuse("--draft names the file that holds the draft: JSON (`kbgate schema draft`), a mail message or markdown; or a guard's result", "%w", err)
		}
	}
	return nil
}

// takeDraft fills in what the draft tells: of --draft, and of the artifact where that is a draft itself. A guard's result of another text
// than the artifact's would be remembered in its place, and is refused.
func (flags *decideFlags) takeDraft(c *cli.Call, file *decide.File, kind decision.ArtifactType) error {
	d, given := &flags.Decision, flags.given
	own := file.Text()
	isEmail := own != nil && own.Type == decision.Email
	switch {
	case given == nil && own != nil && !isEmail && d.Verdict == decision.Rejected:
		decide.KeepLikeness(d, own)
		if flags.proposal != nil {
			decide.KeepTitle(d, own)
		}
		return nil
	case given == nil && !isEmail:
		return nil
	case given == nil:
		given = own
	case !given.HasText() && own != nil:
		if draft.Fingerprint(own.Subject, own.Body) != given.Judged {
			return hint.Misuse("give the result of that draft, or the draft itself", "--draft: the guard's result is of another text than %s", c.Args[0])
		}
		given = own.With(given)
	}
	isForNobody := cmp.Or(d.Subject, given.To) == ""
	if !given.HasText() && d.Artifact.SHA == "" && kind == "" && isForNobody {
		return hint.Misuse("name the addressee with --subject ADDRESS, or give the draft itself", "--draft: a guard's result does not say for whom the draft was, so that nobody's memory would hold the rejection")
	}
	if !given.HasText() && !(kind == decision.Email && isForNobody) {
		cli.Say(c, "a guard's result holds no text: the same draft will be known again, and not one that is like it; `--draft` with the draft itself keeps more")
	}
	template := d.Draft.Template
	d.Draft = decide.Kept(given, d.Verdict)
	d.Draft.Template = cmp.Or(template, d.Draft.Template)
	d.Subject, d.Campaign = cmp.Or(d.Subject, given.To), cmp.Or(d.Campaign, given.Campaign)
	d.Artifact.Type = cmp.Or(kind, given.Type, d.Artifact.Type)
	if _, ok := decision.Address(d.Subject); ok && kind == "" && !given.HasText() {
		d.Artifact.Type = decision.Email // which its result does not say
	}
	if given.Tag != "" && !slices.Contains(d.Tags, given.Tag) {
		d.Tags = append(d.Tags, given.Tag)
	}
	if d.Artifact.Type == decision.Email && d.Subject == "" {
		cli.Say(c, "nothing says to whom the e-mail was to go, so that nobody's memory holds the rejection: --subject ADDRESS does")
	}
	return nil
}

// pullRequestForm is 12, #12, OWNER/NAME#12, or an address that ends in /OWNER/NAME/pull/12 (GitHub), /pulls/12 (Gitea) or
// /-/merge_requests/12 (GitLab).
var pullRequestForm = lazy.Regexp(`^(?:(?:https?://[^/]+/)?([^\s#]+?)(?:#|/pull/|/pulls/|/-/merge_requests/)|#)?([0-9]{1,9})/?$`)

func pullRequest(s string) (pr decision.PullRequest, err error) {
	if s == "" {
		return pr, nil
	}
	parts := pullRequestForm().FindStringSubmatch(s)
	if parts == nil {
		return pr, cli.UnknownValue(s, "write the number, 12, or OWNER/NAME#12")
	}
	pr.Repo = parts[1]
	pr.Number, err = strconv.Atoi(parts[2])
	return pr, err
}

// decide looks up what the flags leave open, and records the decision. For want of a reason, ask is called before anything is
// written.
func (flags *decideFlags) decide(c *cli.Call, verdict decision.Verdict, ask func(*cli.Call) (reply, error)) error {
	if err := flags.complete(c); err != nil {
		return err
	}
	flags.Verdict = verdict
	l, err := c.LedgerFor(c.Args[0])
	if err != nil {
		return err
	}
	ctx, d := c.Ctx, &flags.Decision
	defer l.Prepare(ctx)()
	if err := flags.lookUp(c, l); err != nil {
		return err
	}
	var got reply
	if d.Reason == "" && ask != nil {
		if err := decide.Check(l, *d, time.Now()); err != nil { // before anybody takes the trouble to answer
			return err
		}
		var err error
		began := time.Now()
		if got, err = ask(c); err != nil {
			return err
		}
		d.Reason = got.reason
		if !got.late && !c.Flags().Changed("review-seconds") {
			d.ReviewSeconds = int(time.Since(began).Round(time.Second).Seconds()) // 0, and so unknown, where nobody was asked
		}
	}
	if _, err := decide.Decide(ctx, l, d, time.Now()); err != nil {
		return err
	}
	if got.late {
		tellLate(c, d)
	}
	if d.Verdict != decision.Rejected {
		return cli.PrintResult(c, d, flags.decisionText(c))
	}
	counts, err := recall.Counts(ctx, l, recall.Filter{Agent: d.Agent})
	if err != nil {
		return fmt.Errorf("%s is recorded, but its agent's rejections cannot be counted: %w", d.ID, err)
	}
	kinds, err := recall.Kinds(ctx, l, recall.Filter{Agent: d.Agent})
	if err != nil {
		return fmt.Errorf("%s is recorded, but its agent's rejections cannot be counted: %w", d.ID, err)
	}
	patterns := kinds[recall.AgentName(d.Agent)].Word(learn.Patterns(counts, recall.Threshold(l.Config)))
	return cli.PrintResult(c, logged{learn.NewLogged(d.Summary(), patterns), d.ID}, flags.decisionText(c)+learnedText(d, patterns, l.Learned(ctx, index.Always)))
}

// lookUp fills in what the flags leave open, and remarks on what may be a slip.
func (flags *decideFlags) lookUp(c *cli.Call, l *ledger.Ledger) error {
	d := &flags.Decision
	kind := d.Artifact.Type
	file, err := flags.find(c, l)
	if err != nil {
		return err
	}
	d.Artifact = file.Artifact
	d.Artifact.Type = cmp.Or(kind, d.Artifact.Type)
	file.Type = d.Artifact.Type
	notice, err := decide.KeepCorrection(c.Ctx, l, d, file)
	if err != nil {
		return err
	}
	if notice != "" {
		cli.Say(c, "%s", notice)
		flags.isDoubted = flags.isDoubted || notice == decide.Unchanged
	}
	before := *d
	if err := flags.takeDraft(c, file, kind); err != nil {
		return err
	}
	for _, tag := range d.Issues {
		if _, known := gate.BuiltIn.Find(tag); !known {
			cli.Say(c, "%s", unknownTag(tag, "is recorded"))
		}
	}
	agentOf, briefOf := decide.AgentOf, decide.BriefOf
	if flags.proposal != nil {
		agentOf, briefOf = flags.proposal.AgentOf, flags.proposal.BriefOf
	}
	var asking sync.WaitGroup
	var briefErr error
	if d.Brief == "" {
		asking.Go(func() { d.Brief, briefErr = briefOf(c.Ctx, l, d.Artifact) })
	}
	if d.Agent == "" {
		d.Agent, err = agentOf(c.Ctx, l, d.Artifact)
	}
	if asking.Wait(); err != nil || briefErr != nil {
		return cmp.Or(err, briefErr)
	}
	d.Reviewer = cmp.Or(d.Reviewer, l.Me(c.Ctx))
	if c.Flags().Changed("agent") {
		if err := remarkNearAgent(c, l, d.Agent, " It is recorded all the same; `kbgate amend ID --agent NAME` corrects it"); err != nil {
			return err
		}
	}
	flags.spare(c, l, &before)
	return nil
}

// find describes what is judged: as --ref or the pull request proposes it, else as it stands in the work tree. It remarks on what may be a
// slip.
func (flags *decideFlags) find(c *cli.Call, l *ledger.Ledger) (file *decide.File, err error) {
	d, name := &flags.Decision, c.Args[0]
	var proposal *decide.Proposal
	switch {
	case flags.ref != "":
		proposal, err = decide.ProposedBy(c.Ctx, l, flags.ref)
	case d.PR.Number > 0:
		if proposal, err = decide.ProposedIn(c.Ctx, l, d.PR, flags.fetch); proposal != nil && !flags.fetch {
			var isIn bool // then the work tree may be newer
			if isIn, err = proposal.IsIn(c.Ctx, l); isIn {
				proposal = nil
			}
		}
	}
	if err != nil {
		return nil, err
	}
	if proposal != nil {
		file, doubt, err := proposal.Artifact(c.Ctx, l, c.Dir, name)
		switch {
		case err != nil:
			return nil, err
		case file != nil:
			if flags.ref != "" && proposal.Name != flags.ref {
				cli.Say(c, "there is no branch %s here; it is taken as %s has it", cli.OneLine(flags.ref), cli.OneLine(proposal.Name))
			}
			if doubt != "" {
				cli.Say(c, "%s", doubt)
			}
			flags.proposal, d.PR.HeadSHA = proposal, proposal.Commit
			return file, nil
		case flags.ref != "" || flags.fetch:
			return nil, proposal.Lacks(name)
		}
	}
	file, doubt, err := decide.Artifact(l, c.Dir, name)
	if err != nil {
		return nil, err
	}
	if doubt != "" && file.IsGone {
		flags.isDoubted = true
		return file, flags.tellWhere(c, l, doubt, proposal != nil)
	}
	if doubt != "" {
		cli.Say(c, "%s", doubt)
	}
	return file, nil
}

// tellWhere says where a file can be found that the work tree lacks. Where exactly one branch has it, that is the one that was meant, and
// without it the record would be a wrong one.
func (flags *decideFlags) tellWhere(c *cli.Call, l *ledger.Ledger, doubt string, isHere bool) error {
	if n := flags.PR.Number; n > 0 && !isHere {
		cli.Say(c, "pull request %d is not in this clone; --fetch gets it, and so does `git fetch origin refs/pull/%d/head:refs/remotes/origin/pr/%d` (of GitLab, refs/merge-requests/%d/head)", n, n, n, n)
	}
	branches, err := decide.BranchesWith(c.Ctx, l, c.Dir, c.Args[0])
	if err != nil {
		return err
	}
	if len(branches) == 1 && !l.Repository.IsBare() { // where there is no work tree, no file is ever there
		return hint.Misuse(fmt.Sprintf("with --ref %s, agent, hash and draft are taken from there", text.ShellWord(branches[0])), "there is no file %s here, and %s has it", c.Args[0], cli.OneLine(branches[0]))
	}
	cli.Say(c, "%s", doubt)
	if near, ok := decide.NearFile(l, c.Dir, c.Args[0]); ok {
		cli.Say(c, "did you mean %s?", cli.OneLine(near))
	}
	if len(branches) > 0 {
		others := ""
		if more := len(branches) - 1; more > 0 {
			others = " (and " + text.Count(more, "further branch", "further branches") + ")"
		}
		cli.Say(c, "%s has it%s: with --ref %s, agent, hash and draft are taken from there", cli.OneLine(branches[0]), others, cli.OneLine(branches[0]))
	}
	return nil
}

// spare leaves out what the draft names where a record cannot hold it, a control character say: no draft keeps its own
// rejection from being recorded. What tells its like again stays. Of before are the fields that the flags gave.
func (flags *decideFlags) spare(c *cli.Call, l *ledger.Ledger, before *decision.Decision) {
	d := &flags.Decision
	if d.Draft.Fingerprint == "" {
		return
	}
	fault := decide.Check(l, *d, time.Now())
	if fault == nil || len(d.Secrets()) > 0 { // a secret is refused, and that says what to do
		return
	}
	spared := *d
	spared.Draft = decision.Draft{Fingerprint: d.Draft.Fingerprint, Sketch: d.Draft.Sketch, Template: before.Draft.Template}
	spared.Campaign, spared.Tags = before.Campaign, before.Tags
	if decide.Check(l, spared, time.Now()) == nil {
		cli.Say(c, "of the draft only fingerprint and sketch are kept: %s", cli.OneLine(fault.Error()))
		*d = spared
	}
}

// unknownTag says that no gate has a tag, which was probably meant, and what the tag does as it was written.
func unknownTag(tag, does string) string {
	said := fmt.Sprintf("no gate is called %s; ", text.Shorten(cli.OneLine(tag), 80))
	if near, ok := config.Nearest(tag, gate.BuiltIn.IDs()); ok {
		return said + "did you mean " + near + "? It " + does + " as you wrote it"
	}
	return said + "it " + does + " as a tag of your own"
}

// decisionText says what was recorded, with the time where it was given.
func (flags *decideFlags) decisionText(c *cli.Call) string {
	d := &flags.Decision
	said := recorded(d)
	if c.Flags().Changed("at") {
		said += d.At.UTC().Format(", 2006-01-02 15:04 UTC")
	}
	said += "\n"
	if d.Agent == decision.Unknown {
		said += fmt.Sprintf("nothing says who made it: --agent NAME does, and `kbgate amend %s --agent NAME` says it later\n", d.ID)
	}
	if flags.isDoubted {
		said += fmt.Sprintf("if that was a slip, `kbgate withdraw %s --reason TEXT` takes it back\n", d.ID)
	}
	return said
}

// recorded says what was recorded.
func recorded(d *decision.Decision) string {
	return fmt.Sprintf("recorded %s: %s %s of %s", d.ID, words(d.Verdict), cli.OneLine(d.Artifact.Name), cli.OneLine(d.Agent))
}

// logged is what is printed as JSON after a rejection: what was learned, and the id of the record.
type logged struct {
	learn.Logged
	ID string `json:"id"`
}

// givers say what gave a category that no reviewer has set.
var givers = map[decision.CategoryBy]string{
	decision.ByKeyword: "by a keyword of the reason", "": "other, for nothing tells more",
}

// giver says what gave the category that a rejection has now.
func giver(d *decision.Decision, g *records.Learning) string {
	if d.CategoryBy != decision.ByModel {
		return givers[d.CategoryBy]
	}
	if p := g.Categorizer.Explain(d.Reason).Proposal; p != nil && slices.ContainsFunc(p.Words, func(w learn.Weight) bool { return w.Reasons > 0 }) {
		return "by earlier reasons whose category people have set, and by the general words that kbgate knows"
	}
	return "by the general words that kbgate knows, for no earlier reason tells of these"
}

// learnedText says what is learned from a rejection, and which patterns its agent's rejections have now.
func learnedText(d *decision.Decision, patterns []learn.Pattern, g *records.Learning) string {
	var b strings.Builder
	fmt.Fprintf(&b, "category: %s", d.Category)
	if len(d.Also) > 0 {
		fmt.Fprintf(&b, "; also %s", strings.Join(cli.Strings(d.Also), ", "))
	}
	fmt.Fprintf(&b, "\naction: %s\n", d.LearnedAction)
	if d.CategoryBy != decision.ByReviewer {
		fmt.Fprintf(&b, "the category is %s; `kbgate categorize %s CATEGORY` corrects it\n", giver(d, g), d.ID)
	}
	for _, p := range patterns {
		fmt.Fprintf(&b, "pattern: %s, %s %% of %s's rejections (%d of %d). %s\n", p.Category, p.Percentage, d.Agent, p.Count, p.Total, p.Correction)
	}
	return b.String()
}

// words is a verdict as people read it.
func words(v decision.Verdict) string {
	if v == decision.ApprovedWithChanges {
		return "approved with changes"
	}
	return string(v)
}
