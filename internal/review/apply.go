package review

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/text"
)

// Result is what came of a request.
type Result struct {
	Request *Request
	Answer  *Answer // nil: there is none
	Err     error   // why
}

// Judge is whose answers they are, and from which probability on a finding is more than possible; nil: the reader was never
// calibrated here.
type Judge struct {
	Name string
	Bar  *float64
}

// held is what an answer says of a claim, as far as its quotations stand.
type held struct {
	claim       *Claim
	verdict     string // "": none
	probability float64
	objections  []Objection
	replies     []Reply
	refused     int
}

// hold takes of an answer on a claim what its quotations bear out.
func hold(c *Claim, a *ClaimAnswer, of []Question, lib library) held {
	h := held{claim: c, probability: *a.Probability}
	stands := func(all []Quotation) bool {
		return 0 < len(all) && len(all) <= mostQuoted && !slices.ContainsFunc(all, func(q Quotation) bool { return !lib.holds(q.Note, q.Words) })
	}
	for _, o := range a.Findings {
		isKnown := slices.ContainsFunc(of, func(q Question) bool { return q.Gate == o.Gate })
		if isKnown && o.Probability != nil && isShare(*o.Probability) && lib.holds(c.Path, o.Words) && stands(o.Evidence) {
			h.objections = append(h.objections, o)
		} else {
			h.refused++
		}
	}
	upheld := false
	for i, r := range a.Questions {
		isAsked := slices.ContainsFunc(c.Questions, func(f Found) bool { return f.Question == r.Question })
		isTwice := slices.ContainsFunc(a.Questions[:i], func(other Reply) bool { return other.Question == r.Question })
		if isAsked && !isTwice && r.Holds != nil && stands(r.Evidence) {
			h.replies = append(h.replies, r)
			upheld = upheld || *r.Holds
		} else {
			h.refused++
		}
	}
	if a.Verdict == Accept || len(h.objections) > 0 || upheld {
		h.verdict = a.Verdict
	}
	return h
}

// Apply makes findings of what holds of the answers, in the document of the check itself.
func (g *Gathered) Apply(by Judge, results []Result) error {
	doc := &g.Result.Document
	doc.Review = &finding.Review{By: by.Name, Bar: by.Bar, Claims: []finding.ReviewedClaim{}, Required: g.Result.Config.Review.Required}
	for _, s := range g.Skipped {
		doc.Review.Unanswered = append(doc.Review.Unanswered, finding.UnreviewedPath{Path: s.Path, Reason: s.Why})
	}
	var fresh []finding.Finding
	for _, r := range results {
		fresh = append(fresh, g.applyOne(by, r)...)
	}
	slices.SortFunc(doc.Review.Claims, func(a, b finding.ReviewedClaim) int { return strings.Compare(a.Path, b.Path) })
	slices.SortFunc(doc.Review.Unanswered, func(a, b finding.UnreviewedPath) int { return strings.Compare(a.Path, b.Path) })
	return g.Result.Add(fresh)
}

// applyOne takes what came of a request, and gives the findings that are the reader's own.
func (g *Gathered) applyOne(by Judge, r Result) (fresh []finding.Finding) {
	review := g.Result.Document.Review
	unanswered := func(c *Claim, why string) {
		review.Unanswered = append(review.Unanswered, finding.UnreviewedPath{Path: c.Path, Reason: why})
	}
	lib := r.Request.library()
	if r.Answer != nil {
		for _, a := range r.Answer.Claims {
			if !slices.ContainsFunc(r.Request.Claims, func(c Claim) bool { return c.ID == a.Claim }) {
				review.Refused += max(1, len(a.Findings)+len(a.Questions)) // it is about another text, or another configuration
			}
		}
	}
	for i := range r.Request.Claims {
		c := &r.Request.Claims[i]
		if r.Answer == nil {
			unanswered(c, oneLine(r.Err.Error(), maxReason))
			continue
		}
		at := slices.IndexFunc(r.Answer.Claims, func(a ClaimAnswer) bool { return a.Claim == c.ID })
		if at < 0 {
			unanswered(c, "the answer does not judge it as it stands")
			continue
		}
		h := hold(c, &r.Answer.Claims[at], r.Request.Gates, lib)
		review.Refused += h.refused
		if h.verdict == "" {
			unanswered(c, "the answer sends it back, but none of its findings quotes what stands there")
		}
		review.Claims = append(review.Claims, finding.ReviewedClaim{Path: c.Path, Verdict: h.verdict, Probability: h.probability})
		fresh = append(fresh, g.take(by, &h)...)
	}
	return fresh
}

// take settles questions, and gives the objections that are on nothing which was found already.
func (g *Gathered) take(by Judge, h *held) (fresh []finding.Finding) {
	doc, c := &g.Result.Document, h.claim
	isOver := func(p float64) bool {
		return by.Bar != nil && h.verdict == SendBack && h.probability >= *by.Bar && p >= *by.Bar
	}
	for _, r := range h.replies {
		at := slices.IndexFunc(doc.Findings, func(f finding.Finding) bool {
			return f.Path == c.Path && f.Fingerprint == r.Question && isOpen(&f)
		})
		switch {
		case at < 0:
		case *r.Holds:
			g.uphold(&doc.Findings[at], by, isOver(h.probability))
		default:
			doc.Findings = slices.Delete(doc.Findings, at, at+1)
			doc.Review.Settled++
		}
	}
	parsed := claim.Parse(c.name, c.source)
	locator := claim.NewLocator(c.source)
	for _, o := range h.objections {
		f := g.finding(c, parsed, o, by)
		f.Locate(parsed, locator)
		isSame := func(other finding.Finding) bool { return other.Gate == f.Gate && other.At.Overlaps(f.At) }
		if at := slices.IndexFunc(doc.Findings, func(other finding.Finding) bool { return other.Path == c.Path && isSame(other) }); at >= 0 {
			if isOpen(&doc.Findings[at]) { // else it is known
				g.uphold(&doc.Findings[at], by, isOver(*o.Probability))
			}
			continue
		}
		if f.Certainty = finding.Possible; isOver(*o.Probability) {
			f.Certainty = finding.Certain
		}
		switch at := slices.IndexFunc(fresh, isSame); {
		case at < 0:
			fresh = append(fresh, f)
		case f.Certainty == finding.Certain:
			fresh[at].Certainty = f.Certainty
		}
	}
	return fresh
}

// uphold makes a finding the reader's. It is certain where the reader is above the bar, and never more severe than review.trust lets it be.
func (g *Gathered) uphold(f *finding.Finding, by Judge, isCertain bool) {
	f.By, f.Certainty = by.Name, finding.Possible
	if isCertain {
		f.Certainty = finding.Certain
	}
	f.Severity = g.Result.Config.SeverityByReader(f.Gate, !isCertain)
}

// finding is an objection as a finding of its gate.
func (g *Gathered) finding(c *Claim, parsed *claim.Claim, o Objection, by Judge) finding.Finding {
	of, _ := g.Gates.Find(o.Gate) // the request asks of no other
	said := strings.TrimRight(oneLine(o.Why, maxSaid/2), ".")
	if said == "" {
		said = of.Summary
	}
	var evidence []string
	for _, q := range o.Evidence[:min(2, len(o.Evidence))] {
		e := "“" + oneLine(q.Words, 160) + "”"
		if q.Note != c.Path {
			e += " in " + oneLine(q.Note, 160)
		}
		evidence = append(evidence, e)
	}
	return finding.Finding{Gate: of.ID, Path: c.name, At: check.WordsIn(parsed, o.Words), By: by.Name,
		Message: fmt.Sprintf("%s says: %s; evidence: %s", text.Visible(by.Name), said, strings.Join(evidence, ", ")),
		Fix:     cmp.Or(oneLine(o.Do, maxSaid), of.Fix)}
}
