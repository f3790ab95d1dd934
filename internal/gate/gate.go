// Package gate holds the checks that a claim must pass. A gate is a value: its name, the reason for it, what to do about
// its findings, a bad and a good example, and the functions that look. To add a gate, add a file with that value and a line
// in the registry; the command line, the documents and the configuration follow from it.
package gate

import (
	"fmt"
	"sync"
	"time"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/lang"
	"github.com/kbgate/kbgate/internal/lang/clause"
	"github.com/kbgate/kbgate/internal/text"
)

// The severities that a configuration may give a gate. A gate that is off does not run.
const (
	Blocking = finding.Blocking
	Warning  = finding.Warning
	Off      = "off"
)

// Gate is one check.
type Gate struct {
	ID       string // the tag: what configuration, findings and rejection blocks call it
	Title    string // what people call it, as the user's list has it; several gates may share one
	Summary  string // what a finding means, one sentence without a full stop
	Why      string // why the gate exists, for `kbgate explain`
	Fix      string // what the author should do
	Severity string
	// Hints reports whether all that the gate finds is possible, so that it warns unless the configuration lets hints block.
	Hints bool
	// Fixable reports whether some findings come with edits that `--fix` may apply.
	Fixable bool
	// EveryNote reports whether the gate judges all notes, not only claims.
	EveryNote bool
	// Wording reports whether the gate judges wording, so that it leaves alone the notes in languages that are not judged.
	Wording bool
	// Unreadable reports whether the gate judges the notes that cannot be read, and no others.
	Unreadable bool
	// LostTargets reports whether RunOnAll also looks at notes that are not under check but have lost the target of a link.
	LostTargets bool
	// OfChange reports whether the gate judges a change as a whole and no note, so that it is idle in a check of all notes.
	OfChange bool
	// OfDrafts reports whether the gate judges what is proposed: the notes of a change, and those that an agent has just edited. Package
	// check finds its faults, by what package guard knows of drafts and the store of rejections; it is idle in a check of all notes.
	OfDrafts bool
	// Compares reports whether the gate compares a note with its name or with other notes, so that its findings on a title
	// say nothing of the title's words and hide no hint on them.
	Compares bool
	// OfMeaning reports whether the gate asks a question of meaning, which a reader answers better than any rule: its summary, the
	// reason for it, its examples and what to do are then part of a review.
	OfMeaning bool
	// Unsilenceable reports whether neither a comment in a note nor the baseline may silence the gate.
	Unsilenceable bool
	// NeverAllowed reports whether no reviewer may let a finding of the gate through: what it finds is no matter of opinion.
	NeverAllowed bool
	// WholeNote reports whether a finding of the gate depends on more of its note than the paragraph in which it stands, so that a
	// reviewer who lets it through does so for the note as it is.
	WholeNote bool
	Settings  []config.Setting
	// Idle, where it is set, says why the gate can find nothing as it is configured, or "".
	Idle func(config.GateSettings) string
	// Bad and Good are small knowledge bases in txtar form. The first file is judged: it must be found at fault in Bad
	// and must pass in Good. A file `.kbgate.yaml` is their configuration.
	Bad, Good string

	// Run looks at one note by itself and reports what it finds. What it does may depend on the note's path, its text and
	// the configuration, and on nothing else: not on other notes, the day or the history. It may run for many notes at
	// once. What needs more asks for it by Deferred.
	Run func(*Pass)
	// RunOnAll looks at a note for which Run has set Deferred, or at every note where there is no Run, when the facts of
	// all notes are known. It should decide by facts whether it needs the text, for then the note is read again.
	RunOnAll func(*Pass)
	// Conclude looks at the check as a whole, once all notes have been judged: at a change, at paths that are no notes, and at
	// what comments have suppressed. It is called whether or not the gate is off. It must not ask the notes for links, names
	// or likeness: their indexes are on the way to the cache meanwhile.
	Conclude func(*Conclusion) error
}

// IsAllowable reports whether a reviewer may let a finding of the gate through.
func (g *Gate) IsAllowable() bool { return !g.NeverAllowed }

// Spec is the gate as the configuration sees it.
func (g *Gate) Spec() config.GateSpec {
	doc := g.Summary
	if g.Hints {
		doc += "; its findings are hints, and warn"
	}
	return config.GateSpec{ID: g.ID, Doc: doc, Severity: g.Severity, Settings: g.Settings}
}

// MostFindings is how many findings a gate may have on one note by itself, and as many again on it among others. A note that
// people write has far fewer; what is beyond is counted.
const MostFindings = 500

// Context is what all passes of a run share.
type Context struct {
	Gates Registry
	// Notes is all notes by name. Their facts are complete for RunOnAll only.
	Notes *kb.Overlay
	// Before is the base before the change that is judged, nil where none is.
	Before *kb.Overlay
	// Moved are the notes that the change has renamed, by their paths: the old one, and the new one.
	Moved  map[string]string
	Config *config.Config
	// Today is the day of the run, at midnight UTC.
	Today time.Time
	// FirstSeen gives the day on which a note was first committed, or Today if it never was. It answers false where the
	// history that would tell is not at hand, as in a shallow clone. It is asked for rarely: it may run git.
	FirstSeen func(notePath string) (day time.Time, known bool)
	// IsNew reports whether a note has never been committed. It is asked for rarely: it may run git.
	IsNew func(notePath string) bool
	// Drafts reports whether what is judged is proposed, so that the gates of drafts judge it.
	Drafts bool
	// Unborn reports whether nothing has been committed before what is judged: whoever puts an old base under git brings old notes.
	Unborn bool
	// OfCommits reports whether what is judged lies between two commits, so that each new note has the day on which it was committed.
	OfCommits bool
	// Selected reports whether a note is under check; the others only surround those that are.
	Selected func(kb.ID) bool
	// Unstaged gives the path of a note or other file that a link would mean if it were staged: it stands in the work tree only. It is nil
	// where the index is not what is judged, and is asked for rarely: it runs git.
	Unstaged func(from kb.ID, target string) (notePath string, ok bool)
	// Renamed gives the note that a link led to in the last commit, where the work tree has it under another name. It is nil where the
	// work tree is not what is judged, and is asked for rarely: it runs git.
	Renamed func(from kb.ID, target string, embed bool) (now kb.ID, ok bool)

	asksImport sync.Once
	isImport   bool

	firstLookalikes, firstNamesakes sync.Map // the first under check of the notes of a name, by the first of all
}

// Pass is one gate's look at one note.
type Pass struct {
	*Context
	*NoteContext
	ID       kb.ID // of the note under check
	Settings config.GateSettings
	// Report takes a finding.
	Report func(finding.Finding)

	// Deferred asks for the gate's RunOnAll to be called for the note under check, and Carried is what Run has found out for it, as
	// bytes, for both may be kept.
	Deferred bool
	Carried  []byte
}

// Reportf reports that something is wrong at a place; the gate's own advice says what to do.
func (p *Pass) Reportf(at claim.Span, format string, args ...any) {
	p.ReportFixf(at, "", format, args...)
}

// ReportFixf reports that something is wrong at a place, and what to do about it.
func (p *Pass) ReportFixf(at claim.Span, fix, format string, args ...any) {
	p.Report(finding.Finding{At: at, Fix: fix, Message: fmt.Sprintf(format, args...)})
}

// Hintf reports that something may be wrong at a place: a reader has to judge.
func (p *Pass) Hintf(at claim.Span, format string, args ...any) {
	p.Report(finding.Finding{At: at, Message: fmt.Sprintf(format, args...), Certainty: finding.Possible})
}

// Link is a link of the note under check.
type Link struct {
	kb.Link
	To    kb.ID // the note that the link means, or kb.None
	Found bool  // whether it leads anywhere; an embed may lead to a file that is no note
}

// NoteContext is one note under check, shared by the passes of all gates.
type NoteContext struct {
	load  func() *claim.Claim
	claim *claim.Claim

	hasClause bool
	clause    clause.Judgement

	title    *lang.Sentence // once asked for
	hasProse bool
	prose    []text.Word

	hasLinks bool
	links    []Link
	linked   []kb.Link // the buffer behind links
	had      map[string]bool
}

// Set prepares a look at another note. The claim is loaded when a gate first asks for it.
func (l *NoteContext) Set(load func() *claim.Claim) {
	l.load, l.claim, l.title, l.hasProse, l.hasLinks, l.hasClause, l.had = load, nil, nil, false, false, false, nil
}

// followed is the links of a note, which are followed once, whoever asks.
func (l *NoteContext) followed(base *kb.Overlay, id kb.ID) []Link {
	if l.hasLinks {
		return l.links
	}
	l.hasLinks, l.links = true, l.links[:0]
	l.linked = base.Note(id).AppendLinks(l.linked[:0])
	for i := range l.linked {
		to, found := base.Follow(id, &l.linked[i])
		l.links = append(l.links, Link{Link: l.linked[i], To: to, Found: found})
	}
	return l.links
}

// targetsBefore are the targets of the links that a note had in an earlier base.
func (l *NoteContext) targetsBefore(base *kb.Overlay, path string) map[string]bool {
	if l.had != nil {
		return l.had
	}
	l.had = map[string]bool{}
	if id, ok := base.Find(path); ok {
		for _, link := range base.Note(id).AppendLinks(nil) {
			l.had[link.Target] = true
		}
	}
	return l.had
}

// Claim is the note under check, whole. RunOnAll should decide by Note whether it needs it.
func (l *NoteContext) Claim() *claim.Claim {
	if l.claim == nil {
		l.claim = l.load()
	}
	return l.claim
}

// titleSentence is the title as the rules of wording see it: as it is shown.
func (l *NoteContext) titleSentence() *lang.Sentence {
	if l.title == nil {
		l.title = lang.Read(l.Claim().Title.ShownText())
	}
	return l.title
}

// NewPass makes a pass of a gate over the note of that ID.
func NewPass(ctx *Context, g *Gate, id kb.ID, look *NoteContext, report func(finding.Finding)) *Pass {
	return &Pass{Context: ctx, ID: id, Settings: ctx.Config.Gates[g.ID], Report: report, NoteContext: look}
}

// TitleLanguage is the language of the title under check, which is the body's where the title's own words do not tell it.
func (p *Pass) TitleLanguage() lang.Language {
	title, _ := p.Note().Languages()
	return title
}

// BodyLanguage is the language of the body under check, which is the title's where the body's own words do not tell it.
func (p *Pass) BodyLanguage() lang.Language {
	_, body := p.Note().Languages()
	return body
}

// JudgesWording reports whether the wording of a note is judged: that of title and body alike is in a language that is.
func JudgesWording(n kb.Note) bool {
	title, body := n.Languages()
	return title.IsJudged() && body.IsJudged()
}

// JudgesWording reports whether the wording of the note under check is judged. A gate that is not Wording as a whole asks it before its
// rules on wording.
func (p *Pass) JudgesWording() bool { return JudgesWording(p.Note()) }

// TitleClause is what the grammar of its language says of the title under check. It is asked once, whoever wants to know.
func (p *Pass) TitleClause() clause.Judgement {
	if !p.hasClause {
		p.hasClause = true
		language := p.TitleLanguage()
		p.clause, _ = clause.Of(language, spelled(p.Claim(), language))
	}
	return p.clause
}

// Note is what the base knows of the note under check.
func (p *Pass) Note() kb.Note { return p.Notes.Note(p.ID) }

// Links are the links of the note under check, and where they lead. They are for RunOnAll: before all notes are known,
// none can be followed.
func (p *Pass) Links() []Link { return p.followed(p.Notes, p.ID) }
