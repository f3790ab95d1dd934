package recall

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/identity"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/learn/brief"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/store/index"
)

// MaxAutomatic is the size in bytes of all that an agent is given in one answer that nobody asked for.
const MaxAutomatic = 4 << 10

// Part is a page of an automatic brief.
type Part struct {
	About string // the artifact, "" for the agent's work as a whole
	brief *brief.Brief
}

// Text renders it into at most so many bytes, brief.MinChars at least.
func (p Part) Text(most int) string {
	for limit := most; ; {
		text := p.brief.Fit(limit, brief.Markdown)
		if len(text) <= most || limit <= brief.MinChars {
			return text
		}
		limit = max(brief.MinChars, limit-(len(text)-most))
	}
}

// Automatic gathers what an agent is given without anybody having asked: a part on its work, and one on each artifact of asked that was
// rejected before. There is none where there is nothing to learn from. It holds kbgate's own sentences, tags of gates and counts; what people
// typed is in it only where the configuration lists the reviewer. (An approved rule would have its place here.) Paths are as seen from dir.
func Automatic(ctx context.Context, l *ledger.Ledger, agent, dir string, asked []string, since time.Time) ([]Part, error) {
	whole, err := known(ctx, l, agent, dir, "", since)
	if err != nil || whole.Rejects == 0 && len(whole.Recent.TopIssues) == 0 {
		return nil, err
	}
	whole = trusted(l.Config, whole)
	pages := []Part{{brief: brief.New(whole)}}
	for _, path := range asked {
		about, err := known(ctx, l, agent, dir, path, since)
		if err != nil {
			return nil, err
		}
		if about.Past == nil || about.Past.Count == 0 {
			continue
		}
		about = trusted(l.Config, about)
		b := brief.New(brief.Input{Agent: about.Agent, Decisions: about.Decisions, Rejects: about.Rejects, Threshold: about.Threshold, Counts: learn.Counts{}, Advice: about.Advice, Past: about.Past})
		b.NoPattern = nil // the part on the whole says it
		pages = append(pages, Part{About: path, brief: b})
	}
	return pages, nil
}

// trusted leaves out what people typed whom the configuration does not list: their rejections count, and lend no words.
func trusted(c *config.Config, known brief.Input) brief.Input {
	known.NewestRejections = slices.DeleteFunc(slices.Clone(known.NewestRejections), func(r decision.Summary) bool { return !mayBeHeard(c, r.Reviewer, r.AmendedBy) })
	known.Recent.TopIssues = slices.DeleteFunc(slices.Clone(known.Recent.TopIssues), func(i learn.Issue) bool {
		_, ok := gate.BuiltIn.Find(i.Tag)
		return !ok // somebody typed it
	})
	known.Themes = slices.Clone(known.Themes)
	for i := range known.Themes {
		t := &known.Themes[i]
		if t.Pairs = nil; !mayBeHeard(c, t.Newest.Reviewer, t.Newest.AmendedBy) { // claims are texts of their authors
			t.Newest = wordless(t.Newest)
		}
	}
	if known.Past != nil {
		past := *known.Past
		past.Rejections = slices.Clone(past.Rejections)
		for i := range past.Rejections {
			if r := &past.Rejections[i]; !mayBeHeard(c, r.Reviewer, r.AmendedBy) {
				*r = wordless(*r)
			}
		}
		known.Past = &past
	}
	return known
}

// wordless is a rejection without anybody's words: what is learned from it is what its category teaches.
func wordless(r decision.Summary) decision.Summary {
	r.Reason, r.Name, r.Action = "", "", ""
	if r.Category != decision.OtherReason {
		r.Action = learn.Action(r, advice)
	}
	return r
}

// mayBeHeard reports whether the configuration lists the reviewer whose words these are, and all who amended them or the reviewer's name.
func mayBeHeard(c *config.Config, reviewer string, amendedBy []string) bool {
	return isListed(c, reviewer) && !slices.ContainsFunc(amendedBy, func(by string) bool { return !isListed(c, by) })
}

// isListed reports whether the configuration lists a reviewer, by name or by account.
func isListed(c *config.Config, reviewer string) bool {
	is := func(name string) bool { return len(name) == len(reviewer) && strings.EqualFold(name, reviewer) }
	return reviewer != "" && (slices.ContainsFunc(c.Rules.Reviewers, is) || slices.ContainsFunc(c.Store.Accounts, is))
}

// BriefDigest names the brief that an agent is given now: the first digits of the SHA-256 of one JSON object, without white space, of the
// form of a brief, the tree of the records, the digest of the configuration and the agent. It does not depend on the program's version, the day
// or the artifacts that were asked for, so that it can be found again in the history of the store.
func BriefDigest(ctx context.Context, l *ledger.Ledger, agent string) (string, error) {
	x, err := l.Index(ctx, index.Always)
	if err != nil {
		return "", err
	}
	return briefDigest(x.Tree(), l.Config.Digest(gate.BuiltIn.Specs()), agent), nil
}

func briefDigest(tree, configuration, agent string) string {
	data, err := json.Marshal(struct {
		Schema string `json:"schema"`
		Tree   string `json:"tree"`
		Config string `json:"config"`
		Agent  string `json:"agent"`
	}{brief.Schema, tree, configuration, AgentName(agent)})
	if err != nil {
		panic(err) // it holds only texts
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])[:identity.BriefDigits]
}
