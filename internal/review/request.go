// Package review lets a reader of meaning, a person or a model, judge claims in the terms of the gates. It makes the request: the
// gates' questions, the claims, what they stand on, and how this house has decided before. It takes an answer as far as the answer's
// quotations stand in the request, and turns what holds into findings of the check (contracts.md#reviews).
package review

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/tools/txtar"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/text"
)

// Schema names the contract that requests and answers follow.
const Schema = "kbgate.review/1"

// The bounds of a request, in characters where nothing else is said. What is cut or left out is named in the request.
const (
	maxClaim       = 24_000
	maxNote        = 4_000
	maxNeighbour   = 1_500
	maxPrecedent   = 2_500
	maxMended      = 2_000
	maxReason      = 600
	mostStoodOn    = 10  // notes for each claim
	mostNeighbours = 5   // claims for each claim
	mostDecisions  = 8   // for each claim
	mostFindings   = 40  // for each claim
	mostOfEach     = 16  // precedents of each outcome
	mostNearest    = 3   // of each outcome
	mostCounted    = 100 // decided claims, the latest, for how many the house sends back
)

// Request is all that a reader is given.
type Request struct {
	Schema string     `json:"schema"`
	Policy string     `json:"policy"` // the configuration by which was checked: config.Config.Digest
	Gates  []Question `json:"gates"`
	House  House      `json:"house"`
	Notes  []Note     `json:"notes"` // that the claims stand on, or are like
	Claims []Claim    `json:"claims"`
	Answer any        `json:"answer_schema"` // JSON Schema of the answer
	// LeftOut says what a bound or a rule kept out of the request.
	LeftOut []string `json:"left_out,omitempty"`
}

// Question is what a gate of meaning asks.
type Question struct {
	Gate  string `json:"gate"`
	Name  string `json:"name"`
	Finds string `json:"finds"`
	Why   string `json:"why"`
	Bad   string `json:"bad"` // a note at fault
	Good  string `json:"good"`
	Fix   string `json:"fix"`
}

// House is how this knowledge base has decided before.
type House struct {
	Accepted   int         `json:"accepted"`        // of the latest claims that came in, those of which is known that they were accepted as they were
	SentBack   int         `json:"sent_back"`       // and those that were sent back
	Since      string      `json:"since,omitempty"` // the day on which the first of these came in
	Precedents []Precedent `json:"precedents"`
	Others     []OtherGate `json:"other_gates,omitempty"` // that precedents name
}

// OtherGate is a gate that asks the reader nothing, for the check decides it.
type OtherGate struct {
	Gate  string `json:"gate"`
	Finds string `json:"finds"`
}

// Precedent is a claim on which this house has decided.
type Precedent struct {
	ID      string   `json:"id"`
	Outcome string   `json:"outcome"` // accepted or sent_back
	Path    string   `json:"path"`
	Brought string   `json:"brought,omitempty"` // the author's day of the commit that brought the text, as 2026-11-21
	Decided string   `json:"decided,omitempty"` // the day on which the house decided on it, where a record tells
	Gates   []string `json:"gates,omitempty"`   // for which it was sent back
	Reason  string   `json:"reason,omitempty"`  // the reviewer's words, or those of the commit that mended it
	Text    string   `json:"text,omitempty"`    // as it was handed in
	Mended  string   `json:"mended,omitempty"`  // the lines that were changed until it was accepted, as a diff
	// Cut and MendedCut say whether the text, and what was changed, are longer.
	Cut       bool `json:"cut,omitempty"`
	MendedCut bool `json:"mended_cut,omitempty"`
}

// The outcomes of precedents.
const (
	Accepted = "accepted"
	SentBack = "sent_back"
)

// Note is a note that a claim stands on, or one that is like a claim.
type Note struct {
	Path string `json:"path"`
	Text string `json:"text"`
	Cut  bool   `json:"cut,omitempty"` // whether it is longer
}

// Claim is a claim to judge.
type Claim struct {
	ID         string      `json:"claim"` // follows from the policy, the path and the text, so that an answer is about this version
	Path       string      `json:"path"`
	SHA        string      `json:"sha"`               // SHA-256 of the file
	Brought    string      `json:"brought,omitempty"` // the author's day of the commit that brings it; today where it is not committed
	Text       string      `json:"text"`              // unseen characters are shown as their numbers
	Cut        bool        `json:"cut,omitempty"`
	StandsOn   []string    `json:"stands_on,omitempty"`  // paths of Notes that it links to
	Neighbours []Neighbour `json:"neighbours,omitempty"` // the claims that are most like it
	Findings   []Found     `json:"findings,omitempty"`   // what the gates are certain of
	Questions  []Found     `json:"questions,omitempty"`  // what they hold possible, for the reader to uphold or deny
	Decisions  []Decision  `json:"decisions,omitempty"`  // earlier ones on this artifact, newest first
	Nearest    []string    `json:"nearest,omitempty"`    // ids of the precedents that are most like it

	name   string // the path as the notes have it
	source []byte
}

// Neighbour is a claim that is like the one to judge.
type Neighbour struct {
	Path     string `json:"path"`
	Likeness int    `json:"likeness"` // of 100
}

// Found is a finding of a gate.
type Found struct {
	Question string `json:"question,omitempty"` // its fingerprint, where the reader is asked
	Gate     string `json:"gate"`
	Line     int    `json:"line"`
	Words    string `json:"words,omitempty"`
	Message  string `json:"message"`
}

// Decision is an earlier decision on the artifact.
type Decision struct {
	At       string   `json:"at"`
	Verdict  string   `json:"verdict"`
	Reviewer string   `json:"reviewer,omitempty"`
	Issues   []string `json:"issues,omitempty"`
	Reason   string   `json:"reason,omitempty"`
}

// questions are those of the gates of meaning that are not off.
func questions(gates gate.Registry, c *config.Config) (all []Question) {
	for _, g := range gates {
		if !g.OfMeaning || c.Gates[g.ID].Severity == gate.Off {
			continue
		}
		all = append(all, Question{Gate: g.ID, Name: g.Title, Finds: g.Summary, Why: g.Why, Fix: g.Fix, Bad: example(g.Bad, g.Compares), Good: example(g.Good, g.Compares)})
	}
	return all
}

// otherGates are the gates that precedents name and that ask nothing.
func (r *Request) otherGates(gates gate.Registry) (all []OtherGate) {
	for _, g := range gates {
		isNamed := slices.ContainsFunc(r.House.Precedents, func(p Precedent) bool { return slices.Contains(p.Gates, g.ID) })
		if isNamed && !slices.ContainsFunc(r.Gates, func(q Question) bool { return q.Gate == g.ID }) {
			all = append(all, OtherGate{g.ID, g.Summary})
		}
	}
	return all
}

// example is the notes of an example: the one that is judged, and where it is judged by others these after it.
func example(archive string, isCompared bool) string {
	var notes []string
	for _, f := range txtar.Parse([]byte(archive)).Files {
		if f.Name != config.FileName && (isCompared || len(notes) == 0) {
			notes = append(notes, named(f.Name, strings.TrimSpace(string(f.Data))))
		}
	}
	return strings.Join(notes, "\n\n")
}

// digest names data: the first 128 bits of its SHA-256.
func digest(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d:%s", len(p), p)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// sum is the SHA-256 of a content, as records have it.
func sum(data []byte) string {
	s := sha256.Sum256(data)
	return hex.EncodeToString(s[:])
}

// shown is a text of which a reader sees every character, line by line.
func shown(data []byte) string {
	lines := strings.Split(strings.ReplaceAll(string(data), "\r\n", "\n"), "\n")
	for i, l := range lines {
		lines[i] = text.Visible(l)
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

// beginning is the first characters of a text, up to the end of a word.
func beginning(s string, most int) (string, bool) {
	if len(s) <= most || utf8.RuneCountInString(s) <= most {
		return s, false
	}
	s = string([]rune(s)[:most])
	if at := strings.LastIndexAny(s, " \n"); at > len(s)/2 {
		s = s[:at]
	}
	return s + " …", true
}

// oneLine is a text of others on one line of at most so many characters.
func oneLine(s string, most int) string {
	s, _ = beginning(text.Visible(strings.Join(strings.Fields(s), " ")), most)
	return s
}
