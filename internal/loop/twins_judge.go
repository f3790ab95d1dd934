package loop

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/zeebo/xxh3"

	"github.com/kbgate/kbgate/internal/cache"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/store"
	"github.com/kbgate/kbgate/internal/wire"
)

// mostJudged is how many files of ids that have several are judged, and mostJudgedBytes how much they may hold. Of further ids nothing
// counts but what this clone had first.
var (
	mostJudged      = 10_000
	mostJudgedBytes = 64 << 20
)

// mostSeals is of how many commits that bring choices the signatures are judged, the newest first: each takes a program of its own.
var mostSeals = 256

// suspect is an id that may have several files, and what amendments say of it.
type suspect struct {
	id    string
	about []*decision.Amendment
}

// disputesOf judges ids, whatever the index knows, with one look at the store and one at its history; nil stands for an id of which no
// several files disagree.
func (l *Ledger) disputesOf(ctx context.Context, suspects []suspect) ([]*Dispute, error) {
	kept, err := l.kept()
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(suspects))
	for i, s := range suspects {
		ids[i] = s.id
	}
	names, err := l.namesOf(ctx, ids)
	if err != nil {
		return nil, err
	}
	beyond := make([]bool, len(suspects))
	left := mostJudged
	for i, own := range names {
		if left -= len(own); left < 0 && len(own) > 1 {
			names[i], beyond[i] = firstHere(own, kept), true
		}
	}
	files, err := l.readAll(ctx, names, beyond)
	if err != nil {
		return nil, err
	}
	var doubted [][]Twin
	var choices []*decision.Amendment
	for i, own := range files {
		if about := suspects[i].about; !beyond[i] && len(own) > 1 && (len(disagreement(own, about)) > 0 || isPreferred(ids[i], own, about, kept)) {
			doubted = append(doubted, own)
			for _, a := range suspects[i].about {
				if a.Of == ids[i] && isOneOf(own, a.Kept()) {
					choices = append(choices, a)
				}
			}
		}
	}
	if err := l.witness(ctx, choices); err != nil {
		return nil, err
	}
	if err := l.origins(ctx, doubted, kept); err != nil {
		return nil, err
	}
	disputes := make([]*Dispute, len(suspects))
	for i, s := range suspects {
		if beyond[i] {
			disputes[i] = &Dispute{ID: s.id, Files: files[i], Beyond: true}
			if len(files[i]) > 0 {
				disputes[i].Choice = &decision.Choice{Blob: files[i][0].Blob, Doubtful: true}
			}
			continue
		}
		if disputes[i], err = l.disputeOf(ctx, s.id, files[i], s.about, kept); err != nil {
			return nil, err
		}
	}
	return disputes, nil
}

// firstHere gives that of several files of an id which this clone had first, if any.
func firstHere(names []store.Name, kept map[string]store.Keep) []store.Name {
	at := slices.IndexFunc(names, func(n store.Name) bool { return n.Blob == kept[names[0].Path].Blob })
	if at < 0 {
		return nil
	}
	return names[at : at+1]
}

// namesOf names the files of decisions of some ids, of each that which bears the name first; none where no file bears it. Those of one
// content are one file.
func (l *Ledger) namesOf(ctx context.Context, ids []string) ([][]store.Name, error) {
	days := map[string]map[string][]store.Name{} // by folder and id
	all := make([][]store.Name, len(ids))
	for i, id := range ids {
		own := (&decision.Decision{ID: id}).Path()
		day, known := days[path.Dir(own)]
		if !known {
			names, _, err := l.store.Names(ctx, path.Dir(own), "")
			if err != nil {
				return nil, err
			}
			day = map[string][]store.Name{}
			for _, n := range names {
				if _, other, _, ok := decision.ParsePath(n.Path); ok {
					day[other] = append(day[other], n)
				}
			}
			days[path.Dir(own)] = day
		}
		at := slices.IndexFunc(day[id], func(n store.Name) bool { return n.Path == own })
		if at < 0 {
			continue
		}
		seen := map[string]bool{}
		for _, n := range slices.Concat(day[id][at:at+1], day[id]) {
			if !seen[n.Blob] {
				seen[n.Blob] = true
				all[i] = append(all[i], n)
			}
		}
	}
	return all, nil
}

// readAll reads the files of some ids. Where they hold too much together, it marks the rest as beyond what is judged.
func (l *Ledger) readAll(ctx context.Context, names [][]store.Name, beyond []bool) ([][]Twin, error) {
	var asked []store.Name
	var of []int
	for i, own := range names {
		for range own {
			of = append(of, i)
		}
		asked = append(asked, own...)
	}
	files := make([][]Twin, len(names))
	at, left := 0, mostJudgedBytes
	for file, err := range l.store.Contents(ctx, asked, decision.MaxRecord) {
		if file.Path == "" {
			return nil, err
		}
		i := of[at]
		f := Twin{Path: file.Path, Blob: asked[at].Blob, raw: file.Data}
		at++
		if left -= len(file.Data); left < 0 && len(names) > 1 {
			beyond[i], files[i] = true, nil
			continue
		}
		if err == nil {
			f.Decision, _ = readDecision(file.Path, file.Data)
		}
		files[i] = append(files[i], f)
	}
	return files, nil
}

// origins asks the history which content the names had first that several files bear, unless it was asked for these files before.
func (l *Ledger) origins(ctx context.Context, all [][]Twin, kept map[string]store.Keep) error {
	if l.cutShort {
		return nil
	}
	others, asked := map[string][]string{}, map[string]string{}
	for _, files := range all {
		name := ownPath(files)
		var blobs []string
		for _, f := range files {
			blobs = append(blobs, f.Blob)
		}
		slices.Sort(blobs)
		digest := fmt.Sprintf("%016x", xxh3.HashString(strings.Join(blobs, " ")))
		if kept[name].Asked != digest {
			others[name], asked[name] = blobs, digest
		}
	}
	if len(others) == 0 {
		return nil
	}
	origins, err := l.store.Origins(ctx, others)
	if errors.Is(err, git.ErrShallow) {
		l.cutShort = true // the history is asked again once it is there
		return nil
	}
	if err != nil {
		return err
	}
	known := map[string]store.Keep{}
	for name := range others {
		k := store.Keep{Blob: kept[name].Blob, Asked: asked[name]}
		if first, ok := origins[name]; ok {
			k.Blob, k.Sure = first, true
		}
		kept[name], known[name] = k, k
	}
	_ = l.store.Keep(ctx, known) // else the history is asked again
	return nil
}

// ownPath is the path of the file that bears the name of an id.
func ownPath(files []Twin) string {
	_, id, _, _ := decision.ParsePath(files[0].Path)
	return (&decision.Decision{ID: id}).Path()
}

// choiceKey tells amendments apart by all that they say.
func choiceKey(a *decision.Amendment) (string, []byte) {
	data, err := a.Encode()
	if err != nil {
		return "", nil
	}
	return a.Path() + "\x00" + string(data), data
}

// witness finds out which amendments were brought by commits that prove their reviewers' choices, with one look at the history for all.
func (l *Ledger) witness(ctx context.Context, choices []*decision.Amendment) error {
	tip, err := l.store.Tip()
	if err != nil {
		return err
	}
	if l.witnessed.tip != tip {
		l.witnessed.tip, l.witnessed.proven = tip, map[string]bool{}
	}
	type choice struct {
		*decision.Amendment
		key  string
		data []byte
	}
	asked := map[string][]choice{} // by path
	for _, a := range choices {
		key, data := choiceKey(a)
		if _, known := l.witnessed.proven[key]; known || key == "" || len(l.Config.Rules.ReviewerKeys[a.By]) == 0 || !slices.Contains(l.Config.Rules.Reviewers, a.By) {
			continue
		}
		l.witnessed.proven[key] = false
		name := path.Join(l.folder, a.Path())
		asked[name] = append(asked[name], choice{a, key, data})
	}
	if len(asked) == 0 {
		return nil
	}
	cut, err := git.CutOff(ctx, l.Repository, tip)
	if err != nil {
		return err
	}
	var names []string
	for name := range asked {
		names = append(names, name)
	}
	var brought []git.Trace
	err = git.Additions(ctx, l.Repository, []string{tip}, names, func(t git.Trace) {
		if len(t.Parents) == 1 && !cut[t.Commit] {
			brought = append(brought, t)
		}
	})
	if err != nil || len(brought) == 0 {
		return err
	}
	var commits []string
	for _, t := range brought {
		commits = append(commits, t.Commit)
	}
	seals, more, err := git.Seals(ctx, l.Repository, commits, mostSeals)
	if err != nil {
		return err
	}
	l.witnessed.more += more
	for _, t := range brought {
		seal, ok := seals[t.Commit]
		for _, c := range asked[t.New.Path] {
			if !ok || l.witnessed.proven[c.key] || decision.BlobID(c.data, string(t.New.Blob)) != string(t.New.Blob) {
				continue
			}
			if l.witnessed.proven[c.key], err = l.isChoice(ctx, seal, t.Commit, t.Parents, c.Amendment); err != nil {
				return err
			}
		}
	}
	return nil
}

// witnessed is which choices a commit proves, by choiceKey, as of a tip.
type witnessed struct {
	tip    string
	proven map[string]bool
	more   int // commits that are signed, and of which nobody looked at the signature
}

// choicesKept is where it is kept what was chosen last, so that the next process opens the index that goes by that at once. It may vanish
// at any time.
func (l *Ledger) choicesKept() cache.Entry {
	share := func(name string) error { return l.store.Share(context.Background(), name) }
	return cache.At(filepath.Join(filepath.Dir(l.store.Derived()), "choices")).Shared(share).Entry(fmt.Sprintf("%016x-choices", xxh3.HashString(l.store.Place())))
}

// choicesSection is the name of what is kept, and choicesVersion grows with its form.
const (
	choicesSection = "choices"
	choicesVersion = 1
)

// lastChoices are those of the process that judged last; nil for not known.
func (l *Ledger) lastChoices() choices {
	section, ok := l.choicesKept().Read(choicesSection, choicesVersion)
	if !ok {
		return nil
	}
	r := wire.Reader{Bytes: section.Front}
	c := choices{}
	for range r.Len(3) {
		c[r.Text()] = decision.Choice{Blob: r.Text(), Doubtful: r.Bool()}
	}
	if r.Err() != nil || len(r.Bytes) > 0 {
		return nil
	}
	return c
}

func (l *Ledger) keepChoices(c choices) {
	var w wire.Writer
	w.Uint(uint64(len(c)))
	for _, id := range slices.Sorted(maps.Keys(c)) {
		w.Text(id)
		w.Text(c[id].Blob)
		w.Bool(c[id].Doubtful)
	}
	_, _ = l.choicesKept().Write(choicesSection, choicesVersion, [][]byte{w.Bytes}, nil) // else the next process judges them anew
}
