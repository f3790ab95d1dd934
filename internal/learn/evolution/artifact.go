package evolution

import (
	"cmp"
	"slices"
	"time"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/stats"
)

// Artifact is one that was rejected more than once.
type Artifact struct {
	Name        string                `json:"name"`
	Type        decision.ArtifactType `json:"type"`
	Agent       string                `json:"agent"`  // whose it was the last time
	Agents      []string              `json:"agents"` // whose it was when it was rejected, most often first
	Rejected    int                   `json:"rejected"`
	Decisions   int                   `json:"decisions"`
	Top         *Top                  `json:"top_category"`
	LastVerdict decision.Verdict      `json:"last_verdict"`
	LastReject  time.Time             `json:"last_rejected"`
	Reason      string                `json:"reason,omitempty"`         // of the last rejection, where a text was added by Tell
	Action      string                `json:"learned_action,omitempty"` // likewise

	LastID string `json:"-"` // of the last rejection
	key    artifactKey
}

// Tell adds what the last rejection said and what was learned from it.
func (a *Artifact) Tell(reason, action string) {
	a.Reason, a.Action = Shown(reason, maxReason), Shown(action, maxReason)
}

type artifactKey struct {
	kind decision.ArtifactType
	name string
}

func (k artifactKey) compare(other artifactKey) int {
	return cmp.Or(cmp.Compare(k.name, other.name), cmp.Compare(k.kind, other.kind))
}

// history is what was decided on one artifact.
type history struct {
	rate                       Rate
	rejects                    []*decision.Summary
	last, lastRejected, scored *decision.Summary // the last of all, of the rejections, and of those with a score
}

func histories(rows []*decision.Summary) map[artifactKey]*history {
	all := map[artifactKey]*history{}
	for _, r := range rows {
		key := artifactKey{r.Type, r.Name}
		h := all[key]
		if h == nil {
			h = new(history)
			all[key] = h
		}
		h.rate.add(r)
		if later(r, h.last) {
			h.last = r
		}
		if r.Score >= 0 && later(r, h.scored) {
			h.scored = r
		}
		if r.Verdict == decision.Rejected {
			h.rejects = append(h.rejects, r)
			if later(r, h.lastRejected) {
				h.lastRejected = r
			}
		}
	}
	return all
}

// isNamed reports whether anything says what the artifact was. Events may be about none.
func (k artifactKey) isNamed() bool { return k.name != "" && k.name != decision.Unknown }

// artifacts are those rejected more than once, the most rejected first; of equal ones, the latest. Rejections that name no
// artifact are only counted, for nobody could mend it.
func artifacts(known map[artifactKey]*history) (all []Artifact, unnamed int) {
	for key, h := range known {
		if !key.isNamed() {
			unnamed += len(h.rejects)
			continue
		}
		if len(h.rejects) < 2 {
			continue
		}
		all = append(all, Artifact{
			Name: name(key.name), Type: decision.ArtifactType(Shown(string(key.kind), maxName)), Agent: name(h.lastRejected.Agent), Agents: agentsOf(h.rejects),
			Rejected: h.rate.Rejected, Decisions: h.rate.Decisions, Top: top(counts(h.rejects)),
			LastVerdict: h.last.Verdict, LastReject: h.lastRejected.At, LastID: decision.KeyID(h.lastRejected.Key), key: key,
		})
	}
	slices.SortFunc(all, func(a, b Artifact) int {
		return cmp.Or(cmp.Compare(b.Rejected, a.Rejected), b.LastReject.Compare(a.LastReject), a.key.compare(b.key))
	})
	all, _ = firstOf(all, MaxArtifacts)
	return all, unnamed
}

// agentsOf are those of some decisions, that of the most first.
func agentsOf(rows []*decision.Summary) []string {
	times := map[string]int{}
	for _, r := range rows {
		times[r.Agent]++
	}
	keys := learn.MostFrequent(times)
	for i, key := range keys {
		keys[i] = name(key)
	}
	return keys
}

// LowScore is the quality score below which an artifact is worth another look. The contract gives none; its example of a
// rejected artifact has 65.
const LowScore = 70

// Scores are what is known of the quality of artifacts: of each, the last score of the window.
type Scores struct {
	Artifacts int           `json:"artifacts"` // that have a score
	Of        int           `json:"of"`        // that were decided on
	Median    stats.Percent `json:"median"`
	Below     int           `json:"below"` // LowScore
	Low       int           `json:"low"`   // how many are below
	Lowest    []Scored      `json:"lowest"`
}

// Scored is an artifact of low score.
type Scored struct {
	Name    string                `json:"name"`
	Type    decision.ArtifactType `json:"type"`
	Agent   string                `json:"agent"`
	Score   stats.Percent         `json:"score"`
	At      time.Time             `json:"at"`
	Verdict decision.Verdict      `json:"verdict"` // the last one
}

func scores(known map[artifactKey]*history) *Scores {
	var every []float64
	var low []*history
	for _, h := range known {
		if h.scored == nil {
			continue
		}
		every = append(every, h.scored.Score)
		if h.scored.Score < LowScore {
			low = append(low, h)
		}
	}
	if len(every) == 0 {
		return nil
	}
	slices.Sort(every)
	slices.SortFunc(low, func(a, b *history) int {
		return cmp.Or(cmp.Compare(a.scored.Score, b.scored.Score), byTime(b.scored, a.scored))
	})
	s := &Scores{Artifacts: len(every), Of: len(known), Median: stats.Percent(every[(len(every)-1)/2]), Below: LowScore, Low: len(low), Lowest: []Scored{}}
	for _, h := range low[:min(len(low), MaxArtifacts)] {
		r := h.scored
		s.Lowest = append(s.Lowest, Scored{name(r.Name), decision.ArtifactType(Shown(string(r.Type), maxName)), name(r.Agent),
			stats.Percent(r.Score), r.At, h.last.Verdict})
	}
	return s
}
