// Package verdict holds what the gates found in one state of a proposal as tags and counts: no text, no path and no place. It makes the
// decision of it that the store keeps, and a spool below the git directory keeps what a hook judged until the store is written.
package verdict

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/finding"
)

// Schema names the form of a verdict in JSON.
const Schema = "kbgate.verdict/1"

// MaxSize is the size in bytes up to which a verdict is read.
const MaxSize = 64 << 10

// Verdict is what the gates found in one state.
type Verdict struct {
	Schema string `json:"schema"`
	// At is when it was judged; it is not known of findings that were given.
	At time.Time `json:"at,omitzero"`
	// State names what was judged: the commit, or a digest of what was staged. Base is the commit that it was judged against.
	State string `json:"state"`
	Base  string `json:"base,omitempty"`
	// Policy is the digest of the configuration that counted.
	Policy   string `json:"policy,omitempty"`
	Rejected bool   `json:"rejected,omitempty"`
	// Agent is who is behind the change, by all that says so. AgentByAuthor is who the configuration's agents.authors says by the
	// addresses of the commits' authors alone.
	Agent         string  `json:"agent,omitempty"`
	AgentByAuthor string  `json:"agent_by_author,omitempty"`
	Findings      []Count `json:"findings"`
}

// Count is what one gate found. Allowed are the findings that a reviewer had let through.
type Count struct {
	Gate     string `json:"gate"`
	Certain  int    `json:"certain,omitempty"`
	Possible int    `json:"possible,omitempty"`
	Allowed  int    `json:"allowed,omitempty"`
}

// Of gives the verdict of a check of a change between commits. Of any other, State and Base are not known.
func Of(doc *finding.Document) *Verdict {
	v := &Verdict{Schema: Schema, Policy: doc.Policy}
	if doc.Change != nil {
		v.State, v.Base, v.Agent, v.AgentByAuthor = doc.Change.Head, doc.Change.Base, doc.Change.Agent, doc.Change.AgentByAuthor
	}
	counts := map[string]*Count{}
	of := func(gate string) *Count {
		if counts[gate] == nil {
			counts[gate] = &Count{Gate: gate}
		}
		return counts[gate]
	}
	for i := range doc.Findings {
		f := &doc.Findings[i]
		v.Rejected = v.Rejected || f.Fails(doc.Strict)
		if f.IsPossible() {
			of(f.Gate).Possible++
		} else {
			of(f.Gate).Certain++
		}
	}
	for _, s := range doc.Suppressed {
		if s.Fingerprint != "" { // a reviewer let it through; what a comment silences is the author's word
			of(s.Gate).Allowed++
		}
	}
	v.Findings = make([]Count, 0, len(counts))
	for _, gate := range slices.Sorted(maps.Keys(counts)) {
		v.Findings = append(v.Findings, *counts[gate])
	}
	return v
}

// Read reads a verdict, or the findings that one is made of. Who gave it may have written anything: of gates that isGate does not know
// nothing is kept, and the verdict says how many they were.
func Read(data []byte, isGate func(tag string) bool) (v *Verdict, unknown int, err error) {
	var form struct {
		Schema string `json:"schema"`
	}
	if err := json.Unmarshal(data, &form); err != nil {
		return nil, 0, fmt.Errorf("the findings are not JSON as `kbgate check --format json` writes it: %w", err)
	}
	if form.Schema != Schema {
		doc, err := finding.Read(bytes.NewReader(data))
		if err != nil {
			return nil, 0, err
		}
		if doc.Gates != nil {
			return nil, 0, errors.New("the findings are of some gates alone: judge without --select and --ignore")
		}
		v = Of(doc)
	} else if v, err = parse(data); err != nil {
		return nil, 0, err
	}
	all := len(v.Findings)
	v.Findings = slices.DeleteFunc(v.Findings, func(c Count) bool { return !isGate(c.Gate) })
	return v, all - len(v.Findings), nil
}

// parse reads a verdict.
func parse(data []byte) (*Verdict, error) {
	v := new(Verdict)
	switch err := json.Unmarshal(data, v); {
	case len(data) > MaxSize:
		return nil, fmt.Errorf("the verdict takes %d bytes; it may take %d", len(data), MaxSize)
	case err != nil:
		return nil, fmt.Errorf("the verdict is no JSON of %s: %w", Schema, err)
	case v.Schema != Schema:
		return nil, fmt.Errorf("the verdict is of schema %.60q; this program reads %s", v.Schema, Schema)
	case v.State == "":
		return nil, errors.New("the verdict does not say what was judged")
	}
	slices.SortFunc(v.Findings, func(a, b Count) int { return strings.Compare(a.Gate, b.Gate) })
	for i, c := range v.Findings {
		if i > 0 && c.Gate == v.Findings[i-1].Gate {
			return nil, fmt.Errorf("the verdict counts the gate %.60q twice", c.Gate)
		}
		if c.Certain < 0 || c.Possible < 0 || c.Allowed < 0 {
			return nil, fmt.Errorf("the verdict counts the gate %.60q below zero", c.Gate)
		}
	}
	return v, nil
}

// Line writes a verdict on one line.
func (v *Verdict) Line() ([]byte, error) {
	data, err := json.Marshal(v)
	return append(data, '\n'), err
}

// decided begins the decision of a verdict.
func (v *Verdict) decided() *decision.Decision {
	d := &decision.Decision{
		Schema: decision.Schema, Source: decision.Validator, At: v.At.UTC().Truncate(time.Millisecond), Verdict: decision.Approved,
		ReviewPoint: decision.GatesPoint, Agent: v.Agent, Policy: v.Policy, Artifact: decision.Artifact{Type: decision.Claim, SHA: v.State},
	}
	if v.Rejected {
		d.Verdict = decision.Rejected
	}
	if d.Agent == "" {
		d.Agent = decision.Unknown
	}
	for _, c := range v.Findings {
		if c.Certain > 0 {
			d.Issues = append(d.Issues, c.Gate)
		}
		d.Findings = append(d.Findings, decision.GateCount{Gate: c.Gate, Certain: c.Certain, Possible: c.Possible, Allowed: c.Allowed})
	}
	return d
}

// OfPull gives the decision on a pull request whose head was judged. Its id follows from repository, number, head and time.
func (v *Verdict) OfPull(repo string, number int) *decision.Decision {
	d := v.decided()
	d.PR = decision.PullRequest{Repo: repo, Number: number, HeadSHA: v.State, BaseSHA: v.Base}
	d.Artifact.Name = fmt.Sprintf("%s#%d", repo, number)
	d.SourceID = fmt.Sprintf("%s#%d/head/%s", repo, number, v.State)
	d.ID = decision.DerivedID(d.At, string(d.Source), d.SourceID)
	return d
}

// StagedName begins the name of the artifact of what was staged; the commit follows upon which it was.
const StagedName = "staged on "

// OfStaged gives the decision on what was staged. Its id follows from what was staged, the configuration and the time.
func (v *Verdict) OfStaged() *decision.Decision {
	const shown = 12 // digits of a commit
	d := v.decided()
	base := v.Base
	if base == "" {
		base = "nothing"
	}
	d.Artifact.Name = StagedName + base[:min(shown, len(base))]
	d.SourceID = "staged/" + v.key()
	d.ID = decision.DerivedID(d.At, string(d.Source), d.SourceID)
	return d
}

// key is by what the same state counts once.
func (v *Verdict) key() string { return v.State + "/" + v.Policy }
