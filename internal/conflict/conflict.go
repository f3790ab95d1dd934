// Package conflict judges conflict copies: several files of the store that bear one id and do not say the same. It says which of
// them counts, and why, and keeps what was chosen for the next process.
//
// A reviewer's choice that a signature proves comes first; then a record that alone names the agent of an event; then what the
// history leaves no doubt about; then what this clone had first; then a reviewer's choice that nothing proves. Where the files differ
// in other fields than those that must agree, the file that bears the name counts, unless this clone had another one first or a
// reviewer chose one.
package conflict

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/zeebo/xxh3"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/records"
	"github.com/kbgate/kbgate/internal/store"
	"github.com/kbgate/kbgate/internal/store/index"
)

// MostJudged is how many files are judged of ids that have several, and mostBytes is how much those may hold. Of further ids only
// the file counts that this clone had first.
var (
	MostJudged = 10_000
	mostBytes  = 64 << 20
)

// Copy is one of several files of an id. Files of one content are one.
type Copy struct {
	Path, Blob string
	Decision   *decision.Decision // nil where it cannot be read
	Raw        []byte
}

// Case is what was found of an id that may have several files.
type Case struct {
	ID     string
	About  []*decision.Amendment // that are about it
	Files  []Copy                // the one that bears the name first; none where no file bears it
	Differ []string              // in what they disagree: verdict, reviewer, agent, artifact, reason, or other fields; nil where they do not
	Choice *decision.Choice      // which of them counts here; nil: none
	Beyond bool                  // there are more such ids than are judged

	named    *decision.Amendment // by which a reviewer chooses one, as it says
	unproven bool                // it is what the choice goes by, and no key proves it
}

// IsConflict reports whether the files disagree, or may.
func (c *Case) IsConflict() bool { return len(c.Differ) > 0 || c.Beyond }

// IsSettled reports whether there is no doubt about which of the files counts.
func (c *Case) IsSettled() bool {
	return !c.IsConflict() || c.Choice != nil && !c.Choice.Doubtful
}

// IsUnproven reports whether a reviewer's choice settled it that no key proves.
func (c *Case) IsUnproven() bool { return c.unproven }

// Chosen is the decision that counts; where none does that can be read, decision.ErrCopiesDisagree holds.
func (c *Case) Chosen() (*decision.Decision, error) {
	for _, f := range c.Files {
		if c.Choice != nil && c.Choice.Blob == f.Blob && f.Decision != nil {
			f.Decision.Disputed = c.Choice.Doubtful
			return f.Decision, nil
		}
	}
	return nil, decision.ErrCopiesDisagree
}

// What says what counts of files that disagree.
func (c *Case) What() string {
	switch {
	case c.Choice == nil:
		return "neither counts"
	case c.named != nil:
		return "the one that this clone had first counts here, though one that bears the name of " + c.named.By + " names another, which no key proves,"
	}
	return "the one that this clone had first counts here"
}

// Judge judges the conflict copies of one store.
type Judge struct {
	Store      *store.Store
	Repository git.Folder
	Folder     string               // of the records, from the top of the repository
	Rules      config.Rules         // by whose word
	Warn       func(message string) // hears what is amiss and stops nothing

	warned    sync.Once // that what was kept cannot be read
	cutShort  bool      // the clone lacks a part of the history
	witnessed witnessed
}

// Cases judges ids, whatever an index knows of them, with one look at the store and one at its history. It takes the amendments that
// are about each, and gives the cases in the order of the ids.
func (j *Judge) Cases(ctx context.Context, suspects records.Amendments) ([]*Case, error) {
	kept, err := j.kept()
	if err != nil {
		return nil, err
	}
	cases, err := j.read(ctx, suspects, kept)
	if err != nil {
		return nil, err
	}
	var doubted []*Case
	var choices []*decision.Amendment
	for _, c := range cases {
		if c.Beyond {
			if len(c.Files) > 0 {
				c.Choice = &decision.Choice{Blob: c.Files[0].Blob, Doubtful: true}
			}
		} else if c.Differ = c.differences(); len(c.Differ) > 0 || c.isPreferred(kept) {
			doubted = append(doubted, c)
			for _, a := range c.About {
				if c.isChoice(a) {
					choices = append(choices, a)
				}
			}
		}
	}
	if err := j.witness(ctx, choices); err != nil {
		return nil, err
	}
	var undecided []*Case
	for _, c := range doubted {
		if !j.decide(c) {
			undecided = append(undecided, c)
		}
	}
	if err := j.first(ctx, undecided, kept); err != nil {
		return nil, err
	}
	for _, c := range undecided {
		c.goByFirst(kept[c.own()])
	}
	for _, c := range doubted {
		if len(c.Differ) > 0 {
			continue
		}
		if c.Choice != nil && c.Choice.Blob != c.Files[0].Blob {
			c.Differ = []string{"other fields"}
		} else {
			c.Choice = nil
		}
	}
	return cases, nil
}

// JudgeIndex judges the ids of which an index has several files; open are the cases that are not settled.
func (j *Judge) JudgeIndex(ctx context.Context, x *index.Index) (chosen records.Choices, open []*Case, err error) {
	const page = 256 // records that are read at once
	keys, err := x.Doubled(ctx)
	if err != nil || len(keys) == 0 {
		return nil, nil, err
	}
	suspects := records.Amendments{}
	for part := range slices.Chunk(keys, page) {
		contents, err := x.Read(ctx, part)
		if err != nil {
			return nil, nil, err
		}
		for i, c := range contents {
			id := decision.KeyID(part[i])
			suspects[id] = nil
			for _, data := range c.Amendments {
				if a, err := decision.DecodeAmendment(data); err == nil && (a.Field == decision.KeptField || a.Field == decision.RedactedField) {
					suspects[id] = append(suspects[id], a)
				}
			}
		}
	}
	cases, err := j.Cases(ctx, suspects)
	if err != nil {
		return nil, nil, err
	}
	chosen = records.Choices{}
	for _, c := range cases {
		if c.Choice != nil {
			chosen[c.ID] = *c.Choice
		}
		if !c.IsSettled() {
			open = append(open, c)
		}
	}
	return chosen, open, nil
}

// FilesOf are the files of an id, the one that bears the name first; none where no file bears it.
func (j *Judge) FilesOf(ctx context.Context, id string) ([]Copy, error) {
	cases, err := j.read(ctx, records.Amendments{id: nil}, nil)
	if err != nil {
		return nil, err
	}
	return cases[0].Files, nil
}

// IsFirst reports whether of the files of an id the one that bears the name was there first, as far as this clone knows.
func (j *Judge) IsFirst(ctx context.Context, id string) (bool, error) {
	files, err := j.FilesOf(ctx, id)
	if err != nil || len(files) == 0 {
		return false, err
	}
	kept, err := j.kept()
	if err != nil {
		return false, err
	}
	c := &Case{ID: id, Files: files}
	err = j.first(ctx, []*Case{c}, kept)
	return kept[c.own()].Blob == files[0].Blob, err
}

// own is the path of the file that bears the name.
func (c *Case) own() string { return decision.Decisions.Path(c.ID) }

func (c *Case) has(blob string) bool {
	return blob != "" && slices.ContainsFunc(c.Files, func(f Copy) bool { return f.Blob == blob })
}

// isChoice reports whether an amendment chooses one of the files.
func (c *Case) isChoice(a *decision.Amendment) bool { return a.Of == c.ID && c.has(a.Kept()) }

// isPreferred reports whether what this clone had first, or an amendment, names another file than the one that bears the name. It starts
// no git program: honest stores have several files of one id, too, which agree.
func (c *Case) isPreferred(kept map[string]store.FirstContent) bool {
	if len(c.Files) < 2 {
		return false
	}
	isOther := func(blob string) bool { return blob != c.Files[0].Blob && c.has(blob) }
	return isOther(kept[c.own()].Blob) || slices.ContainsFunc(c.About, func(a *decision.Amendment) bool { return a.Of == c.ID && isOther(a.Kept()) })
}

// differences names what the files say otherwise. One that cannot be read says nothing; where that is the one which bears the name,
// all of it is in doubt.
func (c *Case) differences() (names []string) {
	if len(c.Files) < 2 {
		return nil
	}
	if c.Files[0].Decision == nil {
		return []string{"everything"}
	}
	for _, f := range c.Files[1:] {
		if f.Decision == nil {
			continue
		}
		for _, name := range decision.Disagree(c.Files[0].Decision, f.Decision, c.About) {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// decide goes by what needs no look at the history, and reports whether that says which file counts.
func (j *Judge) decide(c *Case) bool {
	named, proven := j.ruled(c)
	c.named = named
	told := c.teller()
	switch {
	case proven:
		c.Choice = &decision.Choice{Blob: named.Kept()}
	case told != "":
		c.Choice = &decision.Choice{Blob: told}
	}
	return c.Choice != nil
}

// goByFirst goes by which file was first.
func (c *Case) goByFirst(k store.FirstContent) {
	switch {
	case k.Sure:
		c.Choice = &decision.Choice{Blob: k.Blob}
	case c.has(k.Blob):
		c.Choice = &decision.Choice{Blob: k.Blob, Doubtful: c.named == nil || c.named.Kept() != k.Blob}
		c.unproven = !c.Choice.Doubtful
	case c.named != nil:
		c.Choice, c.unproven = &decision.Choice{Blob: c.named.Kept()}, true
	}
}

// teller gives the one of several records of an event that names the agent; "" where none does, or two name different ones. A machine
// that lacks the commits of a pull request records an event without its agent. By such a record an attacker can neither take a decision
// from an agent, nor move it from one to another, nor teach an agent another lesson.
func (c *Case) teller() (blob string) {
	first, agent := c.Files[0].Decision, decision.Unknown
	for _, f := range c.Files {
		d := f.Decision
		if d == nil || first == nil || !decision.IsSameEvent(first, d) || !teachSame(first, d) {
			return ""
		}
		switch {
		case d.Agent == decision.Unknown || d.Agent == agent:
		case agent != decision.Unknown:
			return ""
		default:
			agent, blob = d.Agent, f.Blob
		}
	}
	return blob
}

// teachSame reports whether two records of an event have the same category, and say the same of what is to be learned.
func teachSame(a, b *decision.Decision) bool {
	return a.Category == b.Category && a.CategoryBy == b.CategoryBy && a.LearnedAction == b.LearnedAction && slices.Equal(a.Also, b.Also)
}

// kept tells what this clone knows of names. Where that cannot be read, no record counts as the first, as in a fresh clone. That is a
// warning and stops neither recording nor reading.
func (j *Judge) kept() (map[string]store.FirstContent, error) {
	kept, err := j.Store.FirstContents()
	broken := (*hint.Error)(nil)
	if !errors.As(err, &broken) {
		return kept, err
	}
	j.warned.Do(func() { j.Warn(broken.Error() + ", so of twins none counts as the first; " + broken.Hint) })
	return map[string]store.FirstContent{}, nil
}

// read reads the files of suspects, and marks those as beyond what is judged for which there are too many, or too large ones: of them it
// reads the one that this clone had first, if any. Of one suspect alone it reads all.
func (j *Judge) read(ctx context.Context, suspects records.Amendments, kept map[string]store.FirstContent) (cases []*Case, err error) {
	var asked []store.Name
	var of []*Case
	left := MostJudged
	days := map[string]map[string][]store.Name{}
	for _, id := range slices.Sorted(maps.Keys(suspects)) {
		c := &Case{ID: id, About: suspects[id]}
		cases = append(cases, c)
		own, err := j.names(ctx, c, days)
		if err != nil {
			return nil, err
		}
		if left -= len(own); left < 0 && len(own) > 1 && len(suspects) > 1 {
			c.Beyond = true
			own = slices.DeleteFunc(own, func(n store.Name) bool { return n.Blob != kept[c.own()].Blob })
		}
		for _, n := range own {
			asked, of = append(asked, n), append(of, c)
		}
	}
	at, bytes := 0, mostBytes
	for file, err := range j.Store.Contents(ctx, asked, decision.MaxRecord) {
		if file.Path == "" {
			return nil, err
		}
		c, f := of[at], Copy{Path: file.Path, Blob: asked[at].Blob, Raw: file.Data}
		at++
		if bytes -= len(file.Data); bytes < 0 && len(suspects) > 1 {
			c.Beyond, c.Files = true, nil
			continue
		}
		if err == nil {
			r, _ := records.ReadFile(file.Path, file.Data)
			f.Decision, _ = r.(*decision.Decision)
		}
		c.Files = append(c.Files, f)
	}
	return cases, nil
}

// names names the files of a case, the one that bears the name first; none where no file bears it. It keeps the names of a day, by
// folder and id, for the next case.
func (j *Judge) names(ctx context.Context, c *Case, days map[string]map[string][]store.Name) (all []store.Name, err error) {
	own := c.own()
	day := days[path.Dir(own)]
	if day == nil {
		names, err := j.Store.Names(ctx, path.Dir(own))
		if err != nil {
			return nil, err
		}
		day = map[string][]store.Name{}
		for _, n := range names {
			if id := records.IDOf(n.Path); id != "" {
				day[id] = append(day[id], n)
			}
		}
		days[path.Dir(own)] = day
	}
	at := slices.IndexFunc(day[c.ID], func(n store.Name) bool { return n.Path == own })
	if at < 0 {
		return nil, nil
	}
	seen := map[string]bool{}
	for _, n := range slices.Concat(day[c.ID][at:at+1], day[c.ID]) {
		if !seen[n.Blob] {
			seen[n.Blob] = true
			all = append(all, n)
		}
	}
	return all, nil
}

// first asks the history which content the names of cases had first, unless it was asked for these files before, and notes that in kept.
func (j *Judge) first(ctx context.Context, cases []*Case, kept map[string]store.FirstContent) error {
	if j.cutShort {
		return nil
	}
	others, known := map[string][]string{}, map[string]store.FirstContent{}
	for _, c := range cases {
		name, blobs := c.own(), make([]string, len(c.Files))
		for i, f := range c.Files {
			blobs[i] = f.Blob
		}
		slices.Sort(blobs)
		if asked := fmt.Sprintf("%016x", xxh3.HashString(strings.Join(blobs, " "))); kept[name].Asked != asked {
			others[name], known[name] = blobs, store.FirstContent{Blob: kept[name].Blob, Asked: asked}
		}
	}
	if len(others) == 0 {
		return nil
	}
	origins, err := j.Store.Origins(ctx, others)
	if errors.Is(err, git.ErrShallow) {
		j.cutShort = true // the history is asked again once it is there
		return nil
	}
	if err != nil {
		return err
	}
	for name, k := range known {
		if blob, ok := origins[name]; ok {
			k.Blob, k.Sure = blob, true
		}
		kept[name], known[name] = k, k
	}
	_ = j.Store.RememberFirst(ctx, known) // else the history is asked again
	return nil
}
