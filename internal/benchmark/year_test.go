package benchmark

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/kbgate/kbgate/internal/decision"
)

// worker is an agent of a made-up year: how much it does, how well at the beginning and at the end, and what goes wrong.
type worker struct {
	name        string
	share       float64 // of all new artifacts
	since       float64 // part of the time that passes before its first
	first, last float64 // probability that a reviewer approves
	kinds       []decision.ArtifactType
	faults      [6]float64 // weights of decision.Categories
}

var workers = []worker{
	{"rio", .30, 0, .56, .86, []decision.ArtifactType{decision.Skill, decision.Documentation}, [6]float64{7, 2, 2, 2, 1, 1}},
	{"tea", .24, 0, .79, .80, []decision.ArtifactType{decision.Claim}, [6]float64{2, 3, 2, 3, 1, 1}},
	{"atlas", .19, 0, .88, .52, []decision.ArtifactType{decision.Code, decision.Skill}, [6]float64{8, 1, 1, 3, 1, 2}},
	{"juno", .15, .58, .55, .78, []decision.ArtifactType{decision.Claim, decision.Documentation}, [6]float64{2, 3, 4, 2, 2, 2}},
	{"kite", .08, 0, .70, .70, []decision.ArtifactType{decision.Persona}, [6]float64{1, 4, 3, 1, 2, 3}},
	{"marlow", .03, .2, .66, .72, []decision.ArtifactType{decision.Email}, [6]float64{1, 2, 3, 1, 3, 2}},
	{decision.Unknown, .01, 0, .6, .6, []decision.ArtifactType{decision.OtherType}, [6]float64{1, 1, 1, 1, 1, 3}},
}

// said is what reviewers write, by category.
var said = [6][]string{
	{"The examples don't work on the current version", "Second example is wrong: the flag is gone", "Example fails with an error", "Os exemplos estão errados"},
	{"Too generic, I could have guessed this", "Vague about when to use it", "Too broad: name the case", "Muito genérico"},
	{"Structure is confusing", "I had to read it three times, unclear", "Ambiguous: which of the two is meant?", "Hard to understand without the source"},
	{"Missing the configuration section", "Incomplete, the rollback is absent", "Lacks the limits", "Falta a seção de riscos"},
	{"Out of scope for this base", "Not applicable to our set-up", "Irrelevant to the question asked"},
	{"I just don't like it", "Please talk to the platform team first", "We decided otherwise last week"},
}

var gatesOf = [6][]string{
	{"factual_discrepancy", "broken_wiki_links"}, {"scope_error", "title_overclaims"}, {"title_not_proposition", "title_too_few_words"},
	{"body_too_thin", "frontmatter_schema"}, {"near_duplicate", "scope_error"}, {"date_errors"},
}

var topics = []string{
	"redis-cache", "kafka-basics", "postgres-vacuum", "retry-policy", "oncall-handover", "feature-flags", "api-errors", "blue-green", "token-refresh", "log-levels", "rate-limits",
	"schema-migration", "dead-letters", "backups", "secrets", "tracing", "canary", "pagination", "idempotency", "sharding", "time-zones", "search-index", "webhooks", "queues",
}

// Decisions makes up what reviewers decide on the work of seven agents in some years up to an instant, with about so many
// new artifacts a week: they work on weekdays, less in August and around the new year; one gets better, one worse, one is
// new; in the third month of the last year an upgrade breaks examples. What is rejected mostly comes again. It gives the
// same for the same arguments, in the order of time.
func Decisions(until time.Time, years, weekly int) []*decision.Decision {
	r := rand.New(rand.NewPCG(7, uint64(weekly)))
	from := until.AddDate(-years, 0, 0)
	var all []*decision.Decision
	number := 0
	for day := from.Truncate(24 * time.Hour); day.Before(until); day = day.AddDate(0, 0, 1) {
		for range poisson(r, float64(weekly)*busy(day)) {
			number++
			all = append(all, submitted(r, from, until, day, number)...)
		}
	}
	slices.SortFunc(all, func(a, b *decision.Decision) int { return a.At.Compare(b.At) })
	return all
}

// busy is the part of a week's work that falls on a day.
func busy(day time.Time) float64 {
	part := [7]float64{.02, .20, .23, .22, .19, .12, .02}[day.Weekday()]
	switch _, month, d := day.Date(); {
	case month == time.August:
		part *= .5
	case month == time.December && d > 22, month == time.January && d < 3:
		part *= .15
	}
	return part
}

// submitted is an artifact's way through review.
func submitted(r *rand.Rand, from, until, day time.Time, number int) (all []*decision.Decision) {
	progress := float64(day.Sub(from)) / float64(until.Sub(from))
	w := &workers[weighted(r, func(i int) float64 {
		if progress < workers[i].since {
			return 0
		}
		return workers[i].share
	}, len(workers))]
	kind := w.kinds[r.IntN(len(w.kinds))]
	topic := topics[r.IntN(len(topics))]
	at := day.Add(8*time.Hour + time.Duration(r.Float64()*float64(9*time.Hour))).Truncate(time.Second)
	for attempt := range 5 {
		if !at.Before(until) {
			break
		}
		d := reviewed(r, w, until, at, progress, attempt)
		d.Artifact = decision.Artifact{Type: kind, Name: fmt.Sprintf("%s-%d", topic, number)}
		d.SourceID = fmt.Sprintf("made-up-%d-%d", number, attempt)
		d.ID = decision.DerivedID(d.At, string(d.Source), d.SourceID)
		all = append(all, d)
		if d.Verdict != decision.Rejected || r.Float64() < .15 {
			break
		}
		at = at.Add(time.Duration((.3 + 2*r.Float64()) * float64(24*time.Hour))).Truncate(time.Second)
	}
	return all
}

func reviewed(r *rand.Rand, w *worker, until, at time.Time, progress float64, attempt int) *decision.Decision {
	broken := at.After(until.AddDate(0, -10, 0)) && at.Before(until.AddDate(0, -9, 0))
	good := w.first + (w.last-w.first)*progress + .06*float64(attempt)
	faults := w.faults
	if broken {
		good -= .24
		faults[0] *= 4
	}
	d := &decision.Decision{
		Schema: decision.Schema, Source: decision.FromEvent, At: at, Verdict: decision.Approved, ReviewPoint: "HITL-1",
		Reviewer: fmt.Sprint("reviewer-", 1+r.IntN(4)), Agent: w.name, PreviousAttempts: attempt,
	}
	quality := 0.0
	if r.Float64() < good {
		if quality = 84 + 9*r.NormFloat64(); r.Float64() < .12 {
			d.Verdict = decision.ApprovedWithChanges
		}
	} else {
		c := weighted(r, func(i int) float64 { return faults[i] }, len(faults))
		d.Verdict, d.Category = decision.Rejected, decision.Categories[c]
		d.Reason = said[c][r.IntN(len(said[c]))]
		if quality = 71 + 12*r.NormFloat64(); r.Float64() < .7 {
			d.Issues = []string{gatesOf[c][r.IntN(len(gatesOf[c]))]}
		}
	}
	if r.Float64() < .8 {
		quality = math.Round(min(max(quality, 5), 100))
		d.QualityScore = &quality
	}
	if r.Float64() < .6 {
		d.ReviewSeconds = int(math.Exp(5.2 - .5*progress + .8*r.NormFloat64()))
	}
	return d
}

// weighted draws one of n by their weights.
func weighted(r *rand.Rand, weight func(int) float64, n int) int {
	total := 0.0
	for i := range n {
		total += weight(i)
	}
	at := r.Float64() * total
	for i := range n {
		if at -= weight(i); at < 0 {
			return i
		}
	}
	return n - 1
}

// poisson draws a number of events of which there are so many on average (D. E. Knuth, The Art of Computer Programming,
// volume 2, 3.4.1).
func poisson(r *rand.Rand, mean float64) int {
	n, limit := 0, math.Exp(-mean)
	for p := r.Float64(); p > limit; p *= r.Float64() {
		n++
	}
	return n
}
