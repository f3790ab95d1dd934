package review

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/recall"
	"github.com/kbgate/kbgate/internal/records"
	"github.com/kbgate/kbgate/internal/source"
)

// Material is what requests are made of.
type Material struct {
	Result *check.Result // while its session is open
	Gates  gate.Registry
	Ledger *ledger.Ledger // nil: no decisions
	Pool   *Pool
}

// Skipped is a claim that is not shown to a reader.
type Skipped struct {
	Path, Why string
}

// dossier is a claim with the notes that belong to it.
type dossier struct {
	Claim
	notes   []Note
	nearest []*Case
	leftOut []string
}

// Gathered is the claims under check, each with all that a request says of it.
type Gathered struct {
	Material
	Skipped  []Skipped
	dossiers []dossier
	spread   []*Case
}

// Len is how many claims there are.
func (g *Gathered) Len() int { return len(g.dossiers) }

// Gather collects what readers are shown of the claims under check, of at most so many of them, in the order of their paths.
func Gather(ctx context.Context, m Material, most int) (*Gathered, error) {
	g := &Gathered{Material: m}
	notes, doc := m.Result.View.Notes, &m.Result.Document
	files := m.Result.View.Open()
	defer files.Close()
	secret := map[string]bool{}
	for i := range doc.Findings {
		if f := &doc.Findings[i]; f.Gate == gate.OpsecInternalDealTerms.ID {
			secret[f.Path] = true
		}
	}
	var ids []kb.ID
	judged := map[string]bool{} // by file name: a claim that was moved is no precedent of itself
	for id := range notes.IDs() {
		if m.Result.View.Selected(id) && notes.Note(id).IsClaim() && !notes.Note(id).IsUnread() {
			ids = append(ids, id)
			judged[path.Base(notes.Path(id))] = true
		}
	}
	slices.SortFunc(ids, func(a, b kb.ID) int { return strings.Compare(notes.Path(a), notes.Path(b)) })
	without := func(name string) bool { return judged[path.Base(name)] }
	if len(ids) > most {
		without = func(string) bool { return false } // a whole base is under check; each claim leaves out itself
	}
	g.spread = m.Pool.spread(without)
	for _, id := range ids {
		name := notes.Path(id)
		skip := func(why string) { g.Skipped = append(g.Skipped, Skipped{source.ShownPath(name), why}) }
		if len(g.dossiers) == most {
			skip(fmt.Sprintf("more than %d claims are under check", most))
			continue
		}
		data, trouble, err := source.Read(files, name)
		if err != nil && !errors.Is(err, source.ErrGone) {
			return nil, err
		}
		if err != nil || trouble != nil {
			skip("it cannot be read")
			continue
		}
		data = slices.Clone(data)
		if secret[source.ShownPath(name)] || m.Gates.HoldDealTerms(m.Result.Config, name, data) {
			skip("it holds deal terms, so nothing of it is shown to a reader")
			continue
		}
		d, err := g.dossier(ctx, id, data, files)
		if err != nil {
			return nil, err
		}
		g.dossiers = append(g.dossiers, d)
	}
	return g, nil
}

// dossier collects what belongs to a claim.
func (g *Gathered) dossier(ctx context.Context, id kb.ID, data []byte, files source.Reader) (d dossier, err error) {
	notes, doc := g.Result.View.Notes, &g.Result.Document
	name := notes.Path(id)
	d.name, d.source, d.Path, d.SHA = name, data, oneLine(source.ShownPath(name), 1024), sum(data)
	d.ID = claimID(doc.Policy, d.Path, d.SHA)
	if d.Text, d.Cut = beginning(shown(data), maxClaim); d.Cut {
		d.leftOut = append(d.leftOut, fmt.Sprintf("%s: what lies behind its first %d characters", d.Path, maxClaim))
	}
	if day, isKnown := g.Result.View.Brought(name); isKnown {
		d.Brought = day.Format(time.DateOnly)
	}
	if err := g.addLinked(&d, id, files); err != nil {
		return d, err
	}
	if err := g.addNeighbours(&d, id, files); err != nil {
		return d, err
	}
	for i := range doc.Findings {
		f := &doc.Findings[i]
		if f.Path != source.ShownPath(name) {
			continue
		}
		if len(d.Findings)+len(d.Questions) == mostFindings {
			d.leftOut = append(d.leftOut, fmt.Sprintf("%s: findings beyond %d", d.Path, mostFindings))
			break
		}
		if ok, err := g.maySay(f, files); err != nil {
			return d, err
		} else if !ok {
			d.leftOut = append(d.leftOut, fmt.Sprintf("%s: a finding of %s, which tells of what is not shown", d.Path, f.Gate))
			continue
		}
		found := Found{Gate: f.Gate, Line: f.Line, Message: oneLine(f.Message, maxReason), Words: oneLine(f.Matched, MaxQuotation)}
		if isOpen(f) {
			found.Question = f.Fingerprint
			d.Questions = append(d.Questions, found)
		} else {
			d.Findings = append(d.Findings, found)
		}
	}
	if err := g.addDecisions(ctx, &d, name); err != nil {
		return d, err
	}
	d.nearest = g.Pool.nearest(claim.Parse(name, data), func(other string) bool { return path.Base(other) == path.Base(name) })
	return d, nil
}

// isOpen reports whether a reader may settle a finding: one that is possible, and does not block.
func isOpen(f *finding.Finding) bool { return f.IsPossible() && f.Severity != finding.Blocking }

// claimID names a version of a claim under a configuration.
func claimID(policy, path, sha string) string { return digest(Schema, policy, path, sha)[:16] }

// note reads a note that a reader may see; false where there is none.
func (g *Gathered) note(id kb.ID, isCited bool, most int, files source.Reader) (n Note, ok bool, err error) {
	notes := g.Result.View.Notes
	name := notes.Path(id)
	if !isNamed(g.Result.Config, name, notes.Note(id).IsClaim(), isCited) || notes.Note(id).IsUnread() {
		return n, false, nil
	}
	data, trouble, err := source.Read(files, name)
	if errors.Is(err, source.ErrGone) || trouble != nil {
		return n, false, nil
	}
	if err != nil || g.Gates.HoldDealTerms(g.Result.Config, name, data) {
		return n, false, err
	}
	n.Path = oneLine(source.ShownPath(name), 1024)
	n.Text, n.Cut = beginning(shown(data), most)
	return n, true, nil
}

// maySay reports whether a reader may see what a finding says: nothing of other notes that are not shown.
func (g *Gathered) maySay(f *finding.Finding, files source.Reader) (bool, error) {
	for _, other := range f.Others {
		id, isThere := g.Result.View.Notes.Find(other)
		if !isThere {
			return false, nil
		}
		if _, ok, err := g.note(id, false, 1, files); !ok || err != nil {
			return false, err
		}
	}
	return true, nil
}

// addLinked adds the notes that a claim links to.
func (g *Gathered) addLinked(d *dossier, id kb.ID, files source.Reader) error {
	notes, seen := g.Result.View.Notes, map[kb.ID]bool{id: true}
	links, more := notes.Note(id).AppendLinks(nil), 0
	for i := range links {
		to, found := notes.Follow(id, &links[i])
		if !found || to == kb.None || seen[to] || g.isList(notes.Path(to)) {
			continue
		}
		seen[to] = true
		if len(d.StandsOn) == mostStoodOn {
			more++
			continue
		}
		n, ok, err := g.note(to, true, maxNote, files)
		if err != nil {
			return err
		}
		if ok {
			d.notes, d.StandsOn = append(d.notes, n), append(d.StandsOn, n.Path)
		}
	}
	if more > 0 {
		d.leftOut = append(d.leftOut, fmt.Sprintf("%s: %d of the notes that it links to, beyond %d", d.Path, more, mostStoodOn))
	}
	return nil
}

// isList reports whether a note is one of the maps and indices that many folders have: it says nothing that a claim could stand on.
func (g *Gathered) isList(name string) bool {
	base := path.Base(name)
	return slices.Contains(g.Result.Config.Links.SharedNames, strings.TrimSuffix(base, path.Ext(base)))
}

// addNeighbours adds the claims that are most like a claim.
func (g *Gathered) addNeighbours(d *dossier, id kb.ID, files source.Reader) error {
	for _, m := range g.Result.View.Notes.Similar(id, 0) {
		if len(d.Neighbours) == mostNeighbours {
			break
		}
		n, ok, err := g.note(m.ID, false, maxNeighbour, files)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		d.Neighbours = append(d.Neighbours, Neighbour{n.Path, m.Percent()})
		if !slices.Contains(d.StandsOn, n.Path) {
			d.notes = append(d.notes, n)
		}
	}
	return nil
}

// addDecisions adds what was decided on a claim before.
func (g *Gathered) addDecisions(ctx context.Context, d *dossier, name string) error {
	if g.Ledger == nil {
		return nil
	}
	renames, err := recall.RenamesIn(ctx, g.Ledger)
	if err != nil {
		return err
	}
	names := renames.Names(name)
	for record, err := range recall.Log(ctx, g.Ledger, recall.Filter{Names: names}) {
		if bad := (*records.BadRecord)(nil); errors.As(err, &bad) {
			continue
		} else if err != nil {
			return err
		}
		if record.Disputed || !names.Touched(record) || record.Source == decision.Validator {
			continue
		}
		if len(d.Decisions) == mostDecisions {
			d.leftOut = append(d.leftOut, fmt.Sprintf("%s: decisions before the newest %d", d.Path, mostDecisions))
			break
		}
		reason := record.Reason
		if g.Gates.HoldDealTerms(g.Result.Config, name, []byte(reason)) {
			reason = ""
		}
		d.Decisions = append(d.Decisions, Decision{At: record.At.Format("2006-01-02"), Verdict: string(record.Verdict), Reviewer: oneLine(record.Reviewer, 120),
			Issues: record.Issues, Reason: oneLine(reason, maxReason)})
	}
	return nil
}

// Requests makes a request for each claim, or one for all of them.
func (g *Gathered) Requests(together bool) (all []*Request) {
	if len(g.dossiers) == 0 {
		return nil
	}
	if together {
		return []*Request{g.request(g.dossiers)}
	}
	for i := range g.dossiers {
		all = append(all, g.request(g.dossiers[i:i+1]))
	}
	return all
}

func (g *Gathered) request(of []dossier) *Request {
	r := &Request{Schema: Schema, Policy: g.Result.Document.Policy, Gates: questions(g.Gates, g.Result.Config), Notes: []Note{}, LeftOut: slices.Clone(g.Pool.LeftOut)}
	r.House.Accepted, r.House.SentBack, r.House.Since = g.Pool.count()
	r.House.Precedents = []Precedent{}
	isJudged := func(is func(path string) bool) bool {
		return slices.ContainsFunc(of, func(d dossier) bool { return is(d.Path) })
	}
	ids, number := map[*Case]string{}, map[string]int{}
	add := func(c *Case, kind string) {
		if ids[c] == "" && !isJudged(func(judged string) bool { return path.Base(judged) == path.Base(c.Path) }) {
			number[kind]++
			ids[c] = fmt.Sprint(kind, number[kind])
			r.House.Precedents = append(r.House.Precedents, c.cut(ids[c]))
		}
	}
	for _, c := range g.spread {
		add(c, map[string]string{Accepted: "A", SentBack: "S"}[c.Outcome])
	}
	isShown := map[string]bool{}
	for _, d := range of {
		for _, n := range d.notes {
			if !isShown[n.Path] && !isJudged(func(judged string) bool { return judged == n.Path }) {
				r.Notes, isShown[n.Path] = append(r.Notes, n), true
			}
		}
		c := d.Claim
		for _, near := range d.nearest {
			if add(near, "N"); ids[near] != "" {
				c.Nearest = append(c.Nearest, ids[near])
			}
		}
		r.Claims = append(r.Claims, c)
		r.LeftOut = append(r.LeftOut, d.leftOut...)
	}
	r.House.Others = r.otherGates(g.Gates)
	r.Answer = answerSchema(r)
	return r
}
