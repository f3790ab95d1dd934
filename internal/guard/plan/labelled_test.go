package plan_test

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/decide"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/draft"
	"github.com/kbgate/kbgate/internal/guard"
	"github.com/kbgate/kbgate/internal/guard/memory"
)

// labelled is one case of a set that people wrote and labelled: a draft that was sent back, the same again in disguise, the same in other
// words, and what an honest author hands in next.
type labelled struct {
	ID         string                `json:"id"`
	Type       decision.ArtifactType `json:"type"`
	Language   string                `json:"language"`
	Campaign   string                `json:"campaign"`
	Objection  string                `json:"objection"`
	Tag        string                `json:"tag"`
	Lead       json.RawMessage       `json:"lead"`
	Rejected   version               `json:"rejected"`
	Repeats    []version             `json:"repeats"`
	Paraphrase version               `json:"paraphrase"`
	Honest     []version             `json:"honest"`
}

// version is one text of a case.
type version struct {
	How     string          `json:"how,omitempty"`
	Why     string          `json:"why,omitempty"`
	Subject string          `json:"subject"`
	Body    string          `json:"body"`
	Lead    json.RawMessage `json:"lead,omitempty"`
}

// TestLabelledDrafts measures the guards on drafts that were labelled by people: JSON Lines, in the folder that KBGATE_DRAFTS names. One
// rejection of the same campaign is remembered. What is looked at one by one while guards are written is the half whose ids have an even
// CRC-32 (IEEE); the other half tells how well they do on drafts of strangers. KBGATE_DRAFTS_SHOW=tune also lists each miss of that half.
//
//	KBGATE_DRAFTS=FOLDER go test ./internal/guard/plan -run LabelledDrafts -v
func TestLabelledDrafts(t *testing.T) {
	folder := os.Getenv("KBGATE_DRAFTS")
	if folder == "" {
		t.Skip("KBGATE_DRAFTS names no folder with labelled drafts")
	}
	names, err := filepath.Glob(filepath.Join(folder, "*.jsonl"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no labelled drafts in %s: %v", folder, err)
	}
	cases := readLabelled(t, names)
	for _, ago := range []time.Duration{day, 10 * day} {
		m := &measured{counts: map[string]*share{}, show: os.Getenv("KBGATE_DRAFTS_SHOW") == "tune" && ago == day}
		for i := range cases {
			m.measure(t, &cases[i], ago)
		}
		t.Logf("rejected %d days ago\n%s", ago/day, m)
	}
}

func readLabelled(t *testing.T, names []string) (all []labelled) {
	t.Helper()
	for _, name := range names {
		file, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		lines := bufio.NewScanner(file)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			if len(bytes.TrimSpace(lines.Bytes())) == 0 {
				continue
			}
			var c labelled
			if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			all = append(all, c)
		}
		if err := lines.Err(); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	return all
}

// share counts how many of a kind there are, and how many of them fared as they should.
type share struct{ good, all int }

type measured struct {
	counts map[string]*share
	show   bool
	misses []string
}

// count counts one text of a case in a row of the table, for its half, and for its half and language.
func (m *measured) count(c *labelled, row string, good bool) {
	for _, column := range []string{c.half(), c.half() + " " + c.Language} {
		s := m.counts[row+"\t"+column]
		if s == nil {
			s = &share{}
			m.counts[row+"\t"+column] = s
		}
		s.all++
		if good {
			s.good++
		}
	}
}

// miss lists a text that fared otherwise than it should, if it is of the half that may be looked at.
func (m *measured) miss(c *labelled, what string, r guard.Result) {
	if m.show && c.half() == "tune" {
		m.misses = append(m.misses, fmt.Sprintf("%s %s: %v", c.ID, what, r.RuleFailures))
	}
}

func (c *labelled) half() string {
	if crc32.ChecksumIEEE([]byte(c.ID))%2 == 0 {
		return "tune"
	}
	return "held"
}

// measure judges all texts of a case.
func (m *measured) measure(t *testing.T, c *labelled, ago time.Duration) {
	at := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	rejected := c.draft(t, &c.Rejected)
	first := guard.BuiltIn.Check(rejected, memory.Of(subjectOf(rejected), nil, nil, settings.TTL, at), settings, at)
	remembered := memory.Of(subjectOf(rejected), []memory.Rejection{rejection(t, c, rejected, at.Add(-ago))}, nil, settings.TTL, at)
	kind := string(c.Type)
	if c.Type == decision.Email {
		m.count(c, kind+" rejected: at fault by itself", !first.Passed)
	} else {
		m.count(c, kind+" rejected: generic_phrases", hits(first, "GUARD-005"))
	}
	check := func(v *version) guard.Result {
		return guard.BuiltIn.Check(c.draft(t, v), remembered, settings, at)
	}
	for i := range c.Repeats {
		v := &c.Repeats[i]
		r := check(v)
		caught := hits(r, "GUARD-002")
		m.count(c, kind+" repeat caught by GUARD-002", caught)
		m.count(c, kind+" repeat caught by GUARD-002: "+v.How, caught)
		if c.Type == decision.Email {
			m.count(c, kind+" repeat caught by any", !r.Passed)
		}
		if !caught {
			m.miss(c, "repeat "+v.How, r)
		}
	}
	r := check(&c.Paraphrase)
	m.count(c, kind+" paraphrase caught by GUARD-002", hits(r, "GUARD-002"))
	m.count(c, kind+" paraphrase caught by any", len(r.RuleFailures) > 0)
	for i := range c.Honest {
		r := check(&c.Honest[i])
		m.count(c, kind+" honest not blocked", r.Passed)
		m.count(c, kind+" honest without a remark", len(r.RuleFailures) == 0)
		for _, g := range guard.BuiltIn {
			if g.Types == nil || slices.Contains(g.Types, c.Type) {
				m.count(c, kind+" honest without a remark by "+g.ID, !hits(r, g.ID))
			}
		}
		if c.Type == decision.Email {
			m.count(c, kind+" honest rescued", r.Rescued)
		}
		if len(r.RuleFailures) > 0 {
			m.miss(c, fmt.Sprintf("honest %d", i), r)
		}
	}
}

func hits(r guard.Result, id string) bool { return slices.Contains(failed(r), id) }

// draft makes a draft of one text of a case, with the case's lead where it has none of its own.
func (c *labelled) draft(t *testing.T, v *version) *draft.Draft {
	t.Helper()
	if c.Type != decision.Email {
		d := draft.ReadMarkdown(fileName, []byte(v.Body))
		sum := sha256.Sum256([]byte(v.Body))
		d.Type, d.SHA = c.Type, hex.EncodeToString(sum[:])
		return d
	}
	lead := c.Lead
	if len(v.Lead) > 0 && string(v.Lead) != "null" {
		lead = v.Lead
	}
	data, err := json.Marshal(map[string]any{"subject": v.Subject, "body": v.Body, "campaign": c.Campaign, "lead": lead, "type": c.Type})
	if err != nil {
		t.Fatal(err)
	}
	d, err := draft.ReadJSON(data)
	if err != nil {
		t.Fatalf("%s: %v", c.ID, err)
	}
	return d
}

// fileName is the path of all claims.
const fileName = "claims/it.md"

func subjectOf(d *draft.Draft) string {
	if d.Type == decision.Email {
		return decision.Subject(d.To, nil)
	}
	return fileName
}

// rejection is what is remembered of a rejected draft.
func rejection(t *testing.T, c *labelled, d *draft.Draft, at time.Time) memory.Rejection {
	t.Helper()
	r, ok := memory.FromDecision(&decision.Decision{
		ID: "01KAJ0000000000000000000ZZ", At: at, Source: decision.Human, Verdict: decision.Rejected, Subject: subjectOf(d), Campaign: c.Campaign,
		Artifact: decision.Artifact{Type: c.Type, Path: fileName, SHA: d.SHA}, Reason: c.Objection, Tags: []string{c.Tag}, Draft: decide.Kept(d, decision.Rejected),
	})
	if !ok {
		t.Fatalf("%s: its rejection is not remembered", c.ID)
	}
	return r
}

// String gives the table.
func (m *measured) String() string {
	columns := []string{"tune", "held", "tune en", "held en", "tune pt", "held pt"}
	rows := map[string]bool{}
	for key := range m.counts {
		row, _, _ := strings.Cut(key, "\t")
		rows[row] = true
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%-52s", "")
	for _, column := range columns {
		fmt.Fprintf(&b, "%16s", column)
	}
	b.WriteByte('\n')
	for _, row := range slices.SortedFunc(maps.Keys(rows), func(a, b string) int { return cmp.Compare(a, b) }) {
		fmt.Fprintf(&b, "%-52s", row)
		for _, column := range columns {
			said := "-"
			if s := m.counts[row+"\t"+column]; s != nil {
				said = fmt.Sprintf("%d/%d %.3f", s.good, s.all, float64(s.good)/float64(s.all))
			}
			fmt.Fprintf(&b, "%16s", said)
		}
		b.WriteByte('\n')
	}
	for _, miss := range m.misses {
		fmt.Fprintln(&b, miss)
	}
	return b.String()
}
