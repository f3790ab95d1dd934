package guard

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/draft"
	"github.com/kbgate/kbgate/internal/guard/enrich"
	"github.com/kbgate/kbgate/internal/guard/memory"
	"github.com/kbgate/kbgate/internal/guard/words"
	"github.com/kbgate/kbgate/internal/text"
)

// RejectionMemory is GUARD-001.
var RejectionMemory = &Guard{
	ID:      "GUARD-001",
	Title:   "Rejection memory block",
	Summary: "The subject was rejected as often as is allowed, and the lead data say nothing new",
	Why: "Whoever was sent back twice for one person has run out of what is known of that person: a third text from the same data is the same text " +
		"in other words. Only something that was found out since makes another attempt worth a reviewer's time.",
	Fix: "Leave the lead alone until the memory ends, or find out something new and put it into the lead data: another text does not lift the block, " +
		"nor does evidence that only the text names, or a name, a title, an industry or a technology that everybody has. Where a rejection was recorded without evidence, give the new signal its date " +
		"(`lead.signals[].at`).",
	Types: []decision.ArtifactType{decision.Email},
	Bad:   "The third draft to a person whose two earlier ones were rejected within 30 days, from the same lead data, however it is worded.",
	Good:  "The third draft to the same person, whose lead data now name a round of funding that they did not name at the rejections.",
	Run:   remembersTooMany,
}

func remembersTooMany(in *Input) *Failure {
	rejections := in.Memory.Rejections
	if len(rejections) == 0 || len(rejections) < in.Settings.MaxRejections {
		return nil
	}
	then := knownAt(rejections)
	if slices.ContainsFunc(signalsOf(in.Draft.Lead, in.Context), func(s leadSignal) bool { return s.tells(in.Draft.Lead) && then.lacks(s.Signal, in.Now) }) {
		return nil
	}
	first, last := rejections[0].At, rejections[len(rejections)-1].At
	said := fmt.Sprintf("rejected %s from %s to %s, and after %d within %s nothing more is tried; only lead data that tell something new since then lift this, whatever the text says",
		text.Count(len(rejections), "time", "times"), first.UTC().Format(time.DateOnly), last.UTC().Format(time.DateOnly), in.Settings.MaxRejections, days(in.Memory.TTL))
	if !then.bare.IsZero() {
		said += fmt.Sprintf("; the rejection of %s was recorded without evidence, or with more than a record keeps, so the signal has to be dated after it", then.bare.UTC().Format(time.RFC3339))
	}
	return &Failure{Message: said}
}

// days is a time in words.
func days(d time.Duration) string {
	if d%(24*time.Hour) != 0 {
		return d.String()
	}
	return text.Count(int(d/(24*time.Hour)), "day", "days")
}

// evidenceThen is what the lead data told at some rejections.
type evidenceThen struct {
	known map[[2]string]bool // types and values; "" for the type of one that may be of any
	bare  time.Time          // of the last rejection that was recorded without evidence, by a guard result alone, or with as much as a record keeps; zero: there is none
}

func knownAt(rejections []memory.Rejection) evidenceThen {
	then := evidenceThen{known: map[[2]string]bool{}}
	for _, r := range rejections {
		// a guard result alone tells what the draft said, and not what else the lead data had
		isResult := r.Sketch == "" && r.Fingerprint != ""
		isFull := len(r.Evidence) >= mostKnown // what else there was nobody knows
		if (len(r.Evidence) == 0 || isResult || isFull) && r.At.After(then.bare) {
			then.bare = r.At
		}
		for _, e := range r.Evidence {
			then.known[[2]string{compared(e.Type), compared(e.Value)}] = true
		}
	}
	return then
}

// clockTolerance is how far a signal's date may lie in the future: clocks differ, and days begin at different hours.
const clockTolerance = 24 * time.Hour

// lacks reports whether a signal of the lead data was not there at any of the rejections. What was there at one that was recorded without
// evidence nobody knows, so the signal has to be dated after it.
func (e evidenceThen) lacks(s draft.Signal, now time.Time) bool {
	value := compared(s.Value)
	if value == "" || e.known[[2]string{compared(s.Type), value}] || e.known[[2]string{"", value}] {
		return false
	}
	return e.bare.IsZero() || s.At.After(e.bare) && !s.At.After(now.Add(clockTolerance))
}

// mostCompared is how many characters of a piece of evidence are kept and compared: what is only longer is not new.
const mostCompared = 200

// compared is the form in which evidence compares: its words, each once. Case, accents, punctuation, white space, the order of words,
// characters that nobody sees and letters that look alike do not count, nor do words that say nothing by themselves.
func compared(s string) string {
	shown := text.Shorten(s, mostCompared)
	if !text.IsASCII(shown) || strings.ContainsAny(shown, "<&") {
		shown = norm.NFKC.String(draft.Shown(shown))
	}
	var all, telling []string
	for _, w := range words.Of(shown) {
		all = append(all, w.Folded)
		if w.IsContent() {
			telling = append(telling, w.Folded)
		}
	}
	if len(telling) > 0 {
		all = telling
	}
	slices.Sort(all)
	return strings.Join(slices.Compact(all), " ")
}

// entered is the type of a signal of the lead data that names none.
const entered = "signal"

// mostKnown is how many pieces of evidence are looked at in lead data, and kept of a rejected draft.
const mostKnown = 100

// leadSignal is a signal of lead data, and where it stands there.
type leadSignal struct {
	draft.Signal
	source string
}

// tells reports whether a signal could be evidence of anything: names, a title, an industry, a size, and a technology that is everywhere
// could not.
func (s leadSignal) tells(lead *draft.Lead) bool {
	switch s.source {
	case enrich.FromSize, enrich.FromIndustry, enrich.FromTitle:
		return false
	}
	return lead == nil || !enrich.IsEmpty(s.Value, lead)
}

// signalsOf gives what the lead data tell, each thing once: what the extractors found, and then what somebody entered as a signal. A found
// one has the date of an entered one of the same value.
func signalsOf(lead *draft.Lead, found *enrich.Context) (all []leadSignal) {
	if lead == nil {
		lead = new(draft.Lead)
	}
	if found == nil {
		found = new(enrich.Context)
	}
	stands, dates := map[[2]string]bool{}, map[string]time.Time{}
	add := func(kind, value, source string) {
		key := [2]string{compared(kind), compared(value)}
		if key[1] != "" && !stands[key] && len(all) < mostKnown {
			stands[key] = true
			all = append(all, leadSignal{draft.Signal{Type: kind, Value: value, At: dates[key[1]]}, source})
		}
	}
	for _, s := range lead.Signals {
		if value := compared(s.Value); s.At.After(dates[value]) {
			dates[value] = s.At
		}
	}
	for _, s := range found.Signals {
		add(s.Type, s.Value, s.Source)
	}
	for _, s := range lead.Signals {
		add(cmp.Or(s.Type, entered), s.Value, enrich.FromSignals)
	}
	return all
}

// KnownEvidence is what a record keeps of a rejected draft's evidence, so that what is new later can be told: the signals of the lead data,
// whether or not the draft uses them, and then what the draft names itself. Each stands there once, the first hundred of them.
func KnownEvidence(d *draft.Draft) []decision.Evidence {
	return knownEvidence(d, enrich.Extract(d.Lead))
}

func knownEvidence(d *draft.Draft, found *enrich.Context) (all []decision.Evidence) {
	add := func(e decision.Evidence) {
		if len(all) < mostKnown {
			e.Value = text.Shorten(strings.TrimSpace(e.Value), mostCompared)
			all = append(all, e)
		}
	}
	stands := map[[2]string]bool{}
	for _, s := range signalsOf(d.Lead, found) {
		stands[[2]string{compared(s.Type), compared(s.Value)}] = true
		add(decision.Evidence{Type: s.Type, Value: s.Value, Source: s.source})
	}
	for _, e := range d.Evidence {
		if key := [2]string{compared(e.Type), compared(e.Value)}; key[1] != "" && !stands[key] {
			stands[key] = true
			add(e)
		}
	}
	return all
}
