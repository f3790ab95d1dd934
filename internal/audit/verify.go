// Package audit judges a ledger: every record, that the history has only ever grown, and what a sync with a remote found. It trusts nothing
// that a record says of itself.
package audit

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/allowance"
	"github.com/kbgate/kbgate/internal/conflict"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/records"
	"github.com/kbgate/kbgate/internal/store"
	"github.com/kbgate/kbgate/internal/text"
)

// Damage is one thing that is wrong with the ledger.
type Damage struct {
	Path    string `json:"path"` // below the folder of the records
	Message string `json:"message"`
	Commit  string `json:"commit,omitempty"` // that brought it
}

// Audit is what a verification found.
type Audit struct {
	Records int      `json:"records"`
	Tip     string   `json:"tip"`
	Signed  int      `json:"signed,omitempty"` // commits that carry a signature
	Damages []Damage `json:"damages"`
	Notices []string `json:"notices,omitempty"` // remarks that are no damage
}

// mostTold is how many breaches that are mended are told one by one.
const mostTold = 20

// mostTraced is for how many damages the commit that brought them is looked up; each takes a walk through the history.
const mostTraced = 100

// Verify judges every record of the ledger and its history, or the history since a commit: schema, names, ids, secrets, what
// amendments refer to, and that nothing was changed or taken away. Hostile files are named, and nothing more.
func Verify(ctx context.Context, l *ledger.Ledger, since string, now time.Time, progress func(done, of int)) (*Audit, error) {
	v := &verifier{ledger: l, now: now, audit: &Audit{Damages: []Damage{}}, progress: progress}
	_, err := l.Store.FirstContents()
	if err != nil { // without it conflict copies are judged as if this clone had had none of them first
		return nil, err
	}
	if v.audit.Tip, err = l.Store.Tip(); err != nil {
		return nil, err
	}
	if v.audit.Tip == "" {
		return v.audit, v.setBack(ctx)
	}
	if v.cut, err = l.IsCutOff(ctx); err != nil {
		return nil, err
	}
	steps := []func(context.Context) error{
		v.files,
		v.trace,
		func(ctx context.Context) error { return v.history(ctx, since) },
		func(ctx context.Context) error { return v.signatures(ctx, since) },
		v.setBack,
	}
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	return v.audit, nil
}

// verifier is the state of one verification.
type verifier struct {
	ledger   *ledger.Ledger
	now      time.Time
	audit    *Audit
	progress func(done, of int)
	amended  []*decision.Amendment
	allowed  []allowance.Record
	targets  map[string]*decision.Decision // the decisions that amendments are about
	lacking  []string                      // ids of records that lack what redactions hide
	cut      bool                          // the clone has only a part of the history
	untold   int                           // ids of whose records that part does not tell which was first
	origins  map[string][]eventID          // of the records of an id that several have, by the path of the one that bears the name
}

func (v *verifier) damage(name, format string, args ...any) {
	v.audit.Damages = append(v.audit.Damages, Damage{Path: name, Message: fmt.Sprintf(format, args...)})
}

func (v *verifier) notice(format string, args ...any) {
	v.audit.Notices = append(v.audit.Notices, fmt.Sprintf(format, args...))
}

// files judges what lies in the folder of the records. What a link or a submodule leads to is not looked at.
func (v *verifier) files(ctx context.Context) error {
	if _, err := v.ledger.Store.Names(ctx, ""); err != nil { // it says best which folder cannot be read
		return err
	}
	at, err := git.MemberAt(ctx, v.ledger.Repository, v.audit.Tip, v.ledger.Folder)
	if err != nil || at.Mode == "" {
		return err
	}
	if at.Mode != git.ModeFolder {
		v.damage("", "%s is %s, and not the folder of the records", v.ledger.Folder, kindOf(at.Mode))
		return nil
	}
	entries, closed, err := git.TreeList(ctx, v.ledger.Repository, string(at.Blob))
	if err != nil {
		return err
	}
	for _, c := range closed.First {
		v.damage(c.Path, "%s; what is in that folder was not looked at", c.Why)
	}
	if closed.More > 0 {
		v.damage("", "so it is with %d more folders", closed.More)
	}
	if err := v.oddModes(ctx, closed.Odd); err != nil {
		return err
	}
	var names []store.Name
	for _, e := range entries {
		if e.Mode == git.ModeLink || e.Mode == git.ModeSubmodule {
			v.damage(e.Path, "is %s, which is no record%s", kindOf(e.Mode), inTheWay(e.Path))
			continue
		}
		names = append(names, store.Name{Path: e.Path, Blob: string(e.Blob)})
	}
	if err := v.records(ctx, names); err != nil {
		return err
	}
	if err := v.taken(ctx); err != nil {
		return err
	}
	return v.references(ctx, names)
}

// oddModes names the folders that git would not write as they are.
func (v *verifier) oddModes(ctx context.Context, within []git.Closed) error {
	above, err := git.OddAbove(ctx, v.ledger.Repository, v.audit.Tip, v.ledger.Folder)
	for _, o := range above {
		v.damage("", "the folder above the records %s; it is read as git reads it, and the next record writes it anew", o.Why)
	}
	for _, o := range within {
		folder := ""
		if o.Path == "" {
			folder = "the folder of the records "
		}
		v.damage(o.Path, "%s%s; it is read as git reads it, and what changes that folder next, such as a sync with a clone that has it otherwise, writes it anew", folder, o.Why)
	}
	return err
}

// inTheWay says of what is no folder that it stands where a folder of records does.
func inTheWay(name string) string {
	_, day, _ := strings.Cut(name, "/")
	const layout = "2006/01/02"
	_, err := time.Parse(layout[:min(len(day), len(layout))], day)
	if decision.KindAt(name) == nil || err != nil {
		return ""
	}
	return ", and no record can be kept below it; docs/store.md tells how it is taken out of the branch"
}

// kindOf says in words what stands in a tree.
func kindOf(mode string) string {
	switch mode {
	case git.ModeLink:
		return "a symbolic link"
	case git.ModeSubmodule:
		return "a submodule"
	}
	return "a file"
}

func (v *verifier) records(ctx context.Context, names []store.Name) error {
	done := 0
	v.targets = map[string]*decision.Decision{}
	v.origins = severals(names)
	for file, err := range v.ledger.Store.Contents(ctx, names, decision.MaxRecord) {
		if file.Path == "" {
			return err
		}
		if done++; v.progress != nil {
			v.progress(done, len(names))
		}
		switch {
		case records.IsReadme(file.Path):
		case errors.Is(err, git.ErrTooLarge):
			v.damage(file.Path, "is larger than a record may be: %d KiB", decision.MaxRecord>>10)
		case err != nil:
			v.damage(file.Path, "cannot be read: %v", err)
		case decision.KindAt(file.Path) != nil:
			v.audit.Records++
			v.record(file, names[done-1].Blob)
		default:
			v.damage(file.Path, "stands where no records are")
		}
	}
	return nil
}

// counts reports whether a file of a path is one of the records that the ledger keeps for good.
func counts(name string) bool {
	folder, _, _ := strings.Cut(name, "/")
	return slices.Contains(decision.ReservedFolders, folder) || records.IDOf(name) != ""
}

// record judges one file by itself.
func (v *verifier) record(file store.File, blob string) {
	kind, id, copied, ok := decision.ParsePath(file.Path)
	if !ok {
		v.damage(file.Path, "is no name of a record: FOLDER/YYYY/MM/DD/ID.yaml, of the day that is in the id%s", inTheWay(file.Path))
		return
	}
	if !strings.HasPrefix(blob, copied) {
		v.damage(file.Path, "is named for the content %s, and holds %s", copied, blob)
	}
	r, err := kind.Decode(file.Data)
	if err != nil {
		v.damage(file.Path, "%s", oneLine(err))
		return
	}
	head := r.Head()
	switch r := r.(type) {
	case *decision.Amendment:
		if r.ID == id && !r.IsAhead(v.now) { // else it is without effect
			v.amended = append(v.amended, r)
			v.targets[r.Of] = nil
		}
	case *decision.Allowance:
		if r.ID == id && copied == "" {
			v.allowed = append(v.allowed, allowance.Record{Allowance: r, Blob: blob})
		}
	case *decision.Decision:
		if _, wanted := v.targets[id]; wanted && copied == "" && r.ID == id {
			v.targets[id] = r
		}
	}
	if all, several := v.origins[kind.Path(id)]; several {
		v.origins[kind.Path(id)] = append(all, eventID{file.Path, head.Source, head.SourceID})
	}
	if head.ID != id {
		v.damage(file.Path, "holds the record %.60q", head.ID)
	}
	if r.Newer() {
		v.damage(file.Path, "is of a newer schema than this version of kbgate knows; a newer version can judge it")
	}
	if err := r.Validate(v.now); err != nil {
		v.damage(file.Path, "%s", oneLine(err))
	}
	for _, secret := range r.Secrets() {
		v.damage(file.Path, "%s", secret)
	}
}

// oneLine puts the faults of a record behind one another.
func oneLine(err error) string { return strings.ReplaceAll(err.Error(), "\n", "; ") }

// references judges what amendments are about.
func (v *verifier) references(ctx context.Context, names []store.Name) error {
	there := map[string]bool{}
	for _, n := range names {
		id := strings.TrimSuffix(path.Base(n.Path), ".yaml")
		if _, wanted := v.targets[id]; wanted {
			there[id] = true
		}
	}
	unbacked, more, err := v.ledger.Judge.Unbacked(ctx, v.amended)
	if err != nil {
		return err
	}
	if more > 0 {
		v.notice("%s choices, and %d newer ones that are signed were judged: it chooses nothing until its reviewer chooses anew",
			text.Count(more, "more signed commit brings", "more signed commits bring"), conflict.MostSeals())
	}
	for _, a := range v.amended {
		d := v.targets[a.Of]
		switch {
		case d != nil:
			if err := a.Check(d); err != nil && !a.Newer() {
				v.damage(a.Path(), "does not fit its record: %s", oneLine(err))
			} else if unbacked[a] {
				v.damage(a.Path(), "chooses a record in the name of %.60q, who is no reviewer whom the configuration lists, or did not sign it with a key that it lists", a.By)
			} else if a.HidesNothingOf(d) {
				v.lacking = append(v.lacking, a.Of)
			}
		case there[a.Of]:
		case a.Field == decision.RedactedField:
			v.damage(a.Path(), "is about the record %.60q, which is not there; a redaction hides texts, and takes no record away", a.Of)
		default:
			v.damage(a.Path(), "is about the record %.60q, which is not there", a.Of)
		}
	}
	if err := v.allowances(ctx); err != nil {
		return err
	}
	if n := len(v.lacking); n > 0 {
		v.notice("%s stored without what redactions hide, such as %s; that nothing else of them was changed with the history, only a clone that had them before can tell",
			text.Count(n, "record is", "records are"), v.lacking[0])
	}
	return nil
}

// allowances says how many let nothing through though nobody took them back, and how many withdrawals take nothing back, for nobody who
// may stands behind them. Anybody who may push may write such ones, so they are no damage.
func (v *verifier) allowances(ctx context.Context) error {
	l := v.ledger
	objects := git.NewPool(ctx, l.Repository)
	defer objects.Close()
	at := allowance.Store{Repository: l.Repository, Objects: objects, Folder: l.Folder, Commit: v.audit.Tip}
	verdicts, _, err := at.Judge(ctx, allowance.Base{Rules: l.Config.Rules, PublicKeys: l.Config.Comment.PublicKeys}, v.allowed)
	if err != nil {
		return err
	}
	why := map[string]int{}
	withdrawn := map[string]bool{}
	for _, r := range v.allowed {
		if one := verdicts[r.Blob]; one.Withdrawn != nil {
			withdrawn[r.ID] = true
		} else if !one.Counts {
			why[one.Why]++
		}
	}
	for _, said := range slices.Sorted(maps.Keys(why)) {
		v.notice("%s: %s", text.Count(why[said], "allowance lets nothing through", "allowances let nothing through"), said)
	}
	idle, strange := 0, 0
	for _, a := range v.amended {
		switch d := v.targets[a.Of]; {
		case a.Field != decision.WithdrawnField:
		case d != nil && len(v.ledger.Config.Rules.Reviewers) > 0 && !allowance.IsReviewer(&v.ledger.Config.Rules, a.By):
			strange++
		case d == nil && !withdrawn[a.Of]:
			idle++
		}
	}
	if strange > 0 {
		v.notice("%s by somebody who is no listed reviewer: `kbgate show` names who, and why", text.Count(strange, "decision was withdrawn", "decisions were withdrawn"))
	}
	if idle > 0 {
		v.notice("%s: it is of no allowance that counts, or no key of a reviewer whom the configuration lists signed it, nor did a workflow",
			text.Count(idle, "withdrawal takes nothing back", "withdrawals take nothing back"))
	}
	return nil
}

// trace finds the commits that brought what is wrong.
func (v *verifier) trace(ctx context.Context) error {
	for i := range v.audit.Damages[:min(len(v.audit.Damages), mostTraced)] {
		d := &v.audit.Damages[i]
		commit, err := git.LastChange(ctx, v.ledger.Repository, v.audit.Tip, path.Join(v.ledger.Folder, d.Path))
		if err != nil {
			return err
		}
		d.Commit = commit
	}
	return nil
}

// opaque is the damage of a commit that has to do with folders that nobody could look into.
func opaque(b store.Breach) Damage {
	message := "was brought: it " + b.Why
	if b.Gone {
		message = "was taken away: it " + b.Why
	}
	message += "; what is in that folder was not looked at"
	if b.Others > 0 {
		message += fmt.Sprintf(", nor in %d more of that commit", b.Others)
	}
	return Damage{Path: b.Path, Message: message, Commit: b.Commit}
}

// history judges that the ledger has only grown.
func (v *verifier) history(ctx context.Context, since string) error {
	breaches, err := v.ledger.Store.History(ctx, since)
	if err != nil {
		return err
	}
	mended := 0
	for _, b := range breaches {
		if b.Why != "" {
			v.audit.Damages = append(v.audit.Damages, opaque(b))
			continue
		}
		if !counts(b.Path) { // to take out what never was a record is no loss
			continue
		}
		message := "was changed; a record never is"
		if b.Gone {
			message = "was taken away; a record never is"
		}
		if b.Swapped {
			message = "was changed, and what it was is gone: histories that were merged disagree about what was recorded under this name"
			if v.ledger.Ref != store.Head {
				message += "; `kbgate sync` puts the other beside it"
			}
		}
		if b.Mended {
			if mended++; mended <= mostTold {
				v.notice("%s was changed or taken away by the commit %.12s, and is as it was again", b.Path, b.Commit)
			}
			continue
		}
		v.audit.Damages = append(v.audit.Damages, Damage{Path: b.Path, Message: message, Commit: b.Commit})
	}
	if mended > mostTold {
		v.notice("%d more records were, and are as they were again", mended-mostTold)
	}
	if v.cut {
		v.notice("this clone holds only a part of the history, and no more was judged; `git fetch --unshallow` gets the rest")
	}
	if v.untold > 0 {
		v.notice("of the records of %d ids that part does not tell which was first", v.untold)
	}
	return nil
}
