package loop

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/zeebo/xxh3"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/decision/memory"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/store"
	"github.com/kbgate/kbgate/internal/store/index"
	"github.com/kbgate/kbgate/internal/wire"
)

// choices say which of several records of one id counts, by the id. One that is not there has none that counts, where they
// disagree.
type choices map[string]decision.Choice

// digest is the same for the same choices.
func (c choices) digest() uint64 {
	var w wire.Writer
	for _, id := range slices.Sorted(maps.Keys(c)) {
		w.Text(id)
		w.Text(c[id].Blob)
		w.Bool(c[id].Doubtful)
	}
	return xxh3.Hash(w.Bytes)
}

// slim gives what a view needs of what is about a record: of one that was chosen all.
func (c choices) slim(data []byte) []byte {
	if slim := decision.SlimAmendment(data); slim != nil {
		return slim
	}
	d, err := decision.Decode(data)
	if err != nil {
		return nil
	}
	if chosen := c[d.ID]; chosen.Blob != "" && decision.BlobID(data, chosen.Blob) == chosen.Blob {
		return data
	}
	return decision.SlimTwin(d)
}

// Twin is one of several files of an id.
type Twin struct {
	Path, Blob string
	Decision   *decision.Decision // nil where it cannot be read
	raw        []byte
}

// Dispute is an id of which several records disagree.
type Dispute struct {
	ID     string
	Files  []Twin           // that which bears the name first
	About  []string         // verdict, reviewer, agent, artifact or reason; of others, where one was kept here, other fields
	Choice *decision.Choice // which of them counts here; nil: none
	Beyond bool             // there are more such ids than are judged

	named    *decision.Amendment // by which a reviewer chooses one, as it says
	unproven bool                // it is what the choice goes by, and no key proves it
}

// disputeOf judges the files of an id; nil where they do not disagree. A reviewer's choice comes first, if it is proven; then what the
// history leaves no doubt about; then what this clone had first; then a reviewer's choice that nobody proves. Where they differ in other
// fields alone, that which bears the name counts, unless this clone had another one first, or a reviewer chose.
func (l *Ledger) disputeOf(ctx context.Context, id string, files []Twin, about []*decision.Amendment, kept map[string]store.Keep) (*Dispute, error) {
	d := &Dispute{ID: id, Files: files, About: disagreement(files, about)}
	if len(files) < 2 || len(d.About) == 0 && !isPreferred(id, files, about, kept) {
		return nil, nil
	}
	if err := l.choose(ctx, d, about, kept); err != nil {
		return nil, err
	}
	if len(d.About) == 0 {
		if d.Choice == nil || d.Choice.Blob == files[0].Blob {
			return nil, nil
		}
		d.About = []string{"other fields"}
	}
	return d, nil
}

// choose says which of the files of a dispute counts.
func (l *Ledger) choose(ctx context.Context, d *Dispute, about []*decision.Amendment, kept map[string]store.Keep) error {
	named, proven, err := l.ruled(ctx, d.ID, d.Files, about)
	if d.named = named; err != nil {
		return err
	}
	if proven {
		d.Choice = &decision.Choice{Blob: named.Kept()}
		return nil
	}
	if told := whoTells(d.Files); told != "" {
		d.Choice = &decision.Choice{Blob: told}
		return nil
	}
	if err := l.origins(ctx, [][]Twin{d.Files}, kept); err != nil {
		return err
	}
	k := kept[ownPath(d.Files)]
	switch {
	case k.Sure:
		d.Choice = &decision.Choice{Blob: k.Blob}
	case isOneOf(d.Files, k.Blob):
		d.Choice = &decision.Choice{Blob: k.Blob, Doubtful: named == nil || named.Kept() != k.Blob}
		d.unproven = !d.Choice.Doubtful
	case named != nil:
		d.Choice, d.unproven = &decision.Choice{Blob: named.Kept()}, true
	}
	return nil
}

// isPreferred reports whether this clone, or anybody, may say that another file of an id counts than that which bears the name. It asks no
// git program, for honest stores have files of one id which agree.
func isPreferred(id string, files []Twin, about []*decision.Amendment, kept map[string]store.Keep) bool {
	isOther := func(blob string) bool { return blob != files[0].Blob && isOneOf(files, blob) }
	return isOther(kept[(&decision.Decision{ID: id}).Path()].Blob) ||
		slices.ContainsFunc(about, func(a *decision.Amendment) bool { return a.Of == id && isOther(a.Kept()) })
}

// whoTells gives that of several records of one event which names the agent, where the others name none and no two name another; ""
// where it is not so. A machine that lacks the commits of a pull request cannot tell. Nothing that an attacker writes so takes a decision
// from an agent, or moves it from one to another, or tells an agent another lesson.
func whoTells(files []Twin) string {
	var told *Twin
	for _, f := range files {
		switch {
		case f.Decision == nil || files[0].Decision == nil || !decision.IsSameEvent(files[0].Decision, f.Decision):
			return ""
		case !tellsSame(files[0].Decision, f.Decision):
			return ""
		case f.Decision.Agent == decision.Unknown:
		case told != nil && told.Decision.Agent != f.Decision.Agent:
			return ""
		case told == nil:
			told = &f
		}
	}
	if told == nil {
		return ""
	}
	return told.Blob
}

// tellsSame reports whether two records of an event have the same category, and say the same of what is to be learned.
func tellsSame(a, b *decision.Decision) bool {
	return a.Category == b.Category && a.CategoryBy == b.CategoryBy && a.LearnedAction == b.LearnedAction && slices.Equal(a.Also, b.Also)
}

// isSettled reports whether there is no doubt about which of them counts.
func (d *Dispute) isSettled() bool { return d == nil || d.Choice != nil && !d.Choice.Doubtful }

func isOneOf(files []Twin, blob string) bool {
	return blob != "" && slices.ContainsFunc(files, func(f Twin) bool { return f.Blob == blob })
}

// disagreement names what files of an id say otherwise. One that cannot be read says nothing; where that is the one which bears the
// name, all of it is in doubt.
func disagreement(files []Twin, about []*decision.Amendment) (names []string) {
	if len(files) < 2 {
		return nil
	}
	if files[0].Decision == nil {
		return []string{"everything"}
	}
	for _, f := range files[1:] {
		if f.Decision == nil {
			continue
		}
		for _, name := range decision.Disagree(files[0].Decision, f.Decision, about) {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// kept tells what this clone knows of names. Where that cannot be read, no record counts as the first, as in a fresh clone, and that is
// said: to record and to read need not wait for it.
func (l *Ledger) kept() (map[string]store.Keep, error) {
	kept, err := l.store.Kept()
	broken := (*hint.Error)(nil)
	if !errors.As(err, &broken) {
		return kept, err
	}
	l.keptBroken.Do(func() {
		if l.Warn != nil {
			l.Warn(broken.Error() + ", so of twins none counts as the first; " + broken.Hint)
		}
	})
	return map[string]store.Keep{}, nil
}

// ruled gives the amendment of a listed reviewer that chooses one of the files of an id, and whether a signature proves it. Of those
// that are proven the last counts. Of others anybody may have written one in a reviewer's name, so they must agree.
func (l *Ledger) ruled(ctx context.Context, id string, files []Twin, about []*decision.Amendment) (named *decision.Amendment, proven bool, err error) {
	agree := true
	for _, a := range decision.InOrder(about) {
		if a.Of != id || !isOneOf(files, a.Kept()) {
			continue
		}
		switch who, err := l.authority(ctx, a); {
		case err != nil:
			return nil, false, err
		case who == byKey:
			named, proven = a, true
		case who == byName && !proven:
			agree = agree && (named == nil || named.Kept() == a.Kept())
			named = a
		}
	}
	if !agree && !proven {
		return nil, false, nil
	}
	return named, proven, nil
}

// authority is who stands behind an amendment.
type authority int

const (
	byNobody authority = iota
	byName             // the name of a reviewer, which anybody may write
	byKey              // the key of a reviewer
)

// authority says who stands behind an amendment: a reviewer whom the configuration lists, and where it lists keys of theirs, a commit
// that brought it, bearing a good signature of one of them.
func (l *Ledger) authority(ctx context.Context, a *decision.Amendment) (authority, error) {
	keys := l.Config.Rules.ReviewerKeys[a.By]
	switch {
	case !slices.Contains(l.Config.Rules.Reviewers, a.By):
		return byNobody, nil
	case len(keys) == 0 && l.listsKeys():
		return byNobody, nil // else anybody would write the name of one who has none
	case len(keys) == 0:
		return byName, nil
	}
	if err := l.witness(ctx, []*decision.Amendment{a}); err != nil {
		return byNobody, err
	}
	if key, _ := choiceKey(a); l.witnessed.proven[key] {
		return byKey, nil
	}
	return byNobody, nil
}

// listsKeys reports whether the configuration lists a key of any reviewer.
func (l *Ledger) listsKeys() bool {
	for _, keys := range l.Config.Rules.ReviewerKeys {
		if len(keys) > 0 {
			return true
		}
	}
	return false
}

// isChoice reports whether a commit is one by which a reviewer with one of some keys makes a choice, and nothing else: it says so in its
// message, was not taken over from elsewhere, and brings that amendment alone. Who signs a merge, a squash or another's commit signs
// what else is in it, and need not have seen the amendment.
func (l *Ledger) isChoice(ctx context.Context, seal git.Seal, commit string, parents []string, a *decision.Amendment) (bool, error) {
	keys := l.Config.Rules.ReviewerKeys[a.By]
	if seal.Message != messageOf(a) || !seal.Original || len(parents) != 1 || !isOf(keys, seal.Keys) {
		return false, nil
	}
	top := l.Repository
	changes, closed, err := git.TreeDiff(ctx, top, parents[0], commit)
	if err != nil || len(closed.First) > 0 {
		return false, err
	}
	alone := !slices.ContainsFunc(changes, func(c git.Change) bool {
		return c.Path != path.Join(l.folder, a.Path()) && !strings.HasSuffix(c.Path, memory.End) // a memory log follows
	})
	return alone, nil
}

// isOf reports whether a fingerprint is one of some keys.
func isOf(keys, prints []string) bool {
	return slices.ContainsFunc(prints, func(print string) bool {
		return print != "" && slices.ContainsFunc(keys, func(key string) bool {
			return strings.EqualFold(strings.ReplaceAll(key, " ", ""), print) && (strings.HasPrefix(key, "SHA256:") == strings.HasPrefix(print, "SHA256:"))
		})
	})
}

// messageOf is the message of a commit that brings a choice.
func messageOf(a *decision.Amendment) string {
	return fmt.Sprintf("Amend a record: %s\n\nOf %s the record is the blob %s.", a.Field, a.Of, a.Kept())
}

// filesOf are the files of decisions of an id, that which bears the name first; none where no file bears it.
func (l *Ledger) filesOf(ctx context.Context, id string) ([]Twin, error) {
	names, err := l.namesOf(ctx, []string{id})
	if err != nil {
		return nil, err
	}
	files, err := l.readAll(ctx, names, make([]bool, 1))
	if err != nil {
		return nil, err
	}
	return files[0], nil
}

// chooseOf gives that which counts of several records of some ids that disagree; one without a decision where none does.
func (l *Ledger) chooseOf(ctx context.Context, ids map[string]bool, amended amendments) (map[string]*Twin, error) {
	var suspects []suspect
	for id := range ids {
		suspects = append(suspects, suspect{id, amended.about(id)})
	}
	disputes, err := l.disputesOf(ctx, suspects)
	if err != nil {
		return nil, err
	}
	chosen := map[string]*Twin{}
	for i, d := range disputes {
		id := suspects[i].id
		if d == nil {
			continue
		}
		chosen[id] = new(Twin)
		for _, f := range d.Files {
			if d.Choice != nil && d.Choice.Blob == f.Blob && f.Decision != nil {
				f.Decision.Disputed = d.Choice.Doubtful
				chosen[id] = &f
			}
		}
	}
	return chosen, nil
}

// judgeTwins judges the ids that an index has several files of.
func (l *Ledger) judgeTwins(ctx context.Context, x *index.Index) (chosen choices, open []*Dispute, err error) {
	keys, err := x.Doubled(ctx)
	if err != nil || len(keys) == 0 {
		return nil, nil, err
	}
	var suspects []suspect
	for part := range slices.Chunk(keys, page) {
		contents, err := x.Read(ctx, part)
		if err != nil {
			return nil, nil, err
		}
		for i, c := range contents {
			s := suspect{id: decision.KeyID(part[i])}
			for _, data := range c.Amendments {
				if a, err := decision.DecodeAmendment(data); err == nil && (a.Field == decision.KeptField || a.Field == decision.RedactedField) {
					s.about = append(s.about, a)
				}
			}
			suspects = append(suspects, s)
		}
	}
	disputes, err := l.disputesOf(ctx, suspects)
	if err != nil {
		return nil, nil, err
	}
	chosen = choices{}
	for i, d := range disputes {
		if d != nil && d.Choice != nil {
			chosen[suspects[i].id] = *d.Choice
		}
		if !d.isSettled() {
			open = append(open, d)
		}
	}
	return chosen, open, nil
}

// Disputes are the ids of which several records disagree, and no reviewer has chosen one.
func (l *Ledger) Disputes(ctx context.Context) ([]*Dispute, error) {
	if _, err := l.Index(ctx); err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.open, nil
}

// undecided is how many of these count for nothing.
func undecided(open []*Dispute) (n int) {
	for _, d := range open {
		if d.Choice == nil {
			n++
		}
	}
	return n
}

// ChooseTwin records that one of several files of an id is the record, by the beginning of its content's id. It takes a reviewer whom
// the configuration lists, and where keys of theirs are listed, a signature by one of them.
func (l *Ledger) ChooseTwin(ctx context.Context, id, part, by, why string, now time.Time) (*Twin, *decision.Amendment, error) {
	found, err := l.Find(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	if found.Decision == nil || len(found.Files) < 2 {
		return nil, nil, &UsageError{Err: errors.New("there is one record of this id alone"), Hint: "`kbgate verify` names those of which there are several"}
	}
	var fits []Twin
	for _, f := range found.Files {
		if len(part) >= leastPart && strings.HasPrefix(f.Blob, strings.ToLower(part)) && f.Decision != nil {
			fits = append(fits, f)
		}
	}
	if len(fits) != 1 {
		return nil, nil, &UsageError{Err: fmt.Errorf("%.60q is the beginning of the content of %d records of this id", part, len(fits)), Hint: "`kbgate show " + id + "` names them"}
	}
	a := &decision.Amendment{Of: found.Decision.ID, Field: decision.KeptField, Value: decision.TextValue(fits[0].Blob), By: by, Why: why}
	if err := l.fit(ctx, found, a, now); err != nil {
		return nil, nil, err
	}
	if !slices.Contains(l.Config.Rules.Reviewers, a.By) {
		return nil, nil, &UsageError{Err: fmt.Errorf("%.60q is no reviewer whom rules.reviewers lists", a.By), Hint: "--by names one; " + config.FileName + " of the default branch lists them"}
	}
	if l.listsKeys() && len(l.Config.Rules.ReviewerKeys[a.By]) == 0 {
		return nil, nil, &UsageError{Err: fmt.Errorf("rules.reviewer_keys lists keys, and none of %s, so a choice by that name counts for nothing", a.By),
			Hint: "have a key of theirs listed there, in " + config.FileName + " of the default branch, or let a reviewer choose who has one"}
	}
	if err := l.sign(ctx, a, now); err != nil {
		return nil, nil, err
	}
	_, own, _, _ := decision.ParsePath(found.Path)
	err = l.store.Keep(ctx, map[string]store.Keep{(&decision.Decision{ID: own}).Path(): {Blob: fits[0].Blob}})
	return &fits[0], a, err
}

// leastPart is how much of the id of a content names it.
const leastPart = 8

// sign stores the amendment of a reviewer, in a commit that is signed where keys of theirs are listed.
func (l *Ledger) sign(ctx context.Context, a *decision.Amendment, now time.Time) error {
	keys := l.Config.Rules.ReviewerKeys[a.By]
	if len(keys) == 0 {
		_, err := l.append(ctx, now, messageOf(a), a)
		return err
	}
	data, err := a.Encode()
	if err != nil {
		return err
	}
	_, err = l.store.AppendSigned(ctx, now, messageOf(a), func(commit string) error {
		seal, err := git.SealOf(ctx, l.Repository, commit)
		switch {
		case err != nil:
			return err
		case !isOf(keys, seal.Keys):
			return &UsageError{Err: fmt.Errorf("the commit is not signed by a key that rules.reviewer_keys lists for %s", a.By), Hint: "`git config user.signingKey` and gpg.format say with which key git signs"}
		case !seal.Original || seal.Message != messageOf(a):
			return &UsageError{Err: errors.New("git makes the commit with another message, or dates of author and committer that differ"), Hint: "leave GIT_AUTHOR_DATE and GIT_COMMITTER_DATE unset"}
		}
		return nil
	}, store.File{Path: a.Path(), Data: data})
	return err
}

// KeepBeside keeps a decision that came from elsewhere beside another one that has its id, and gives where it stands. It gives ""
// where it does not: the one that is there is of the same event, and does not disagree; or the decision began here.
func (l *Ledger) KeepBeside(ctx context.Context, d *decision.Decision, now time.Time) (string, error) {
	files, err := l.filesOf(ctx, d.ID)
	if err != nil || len(files) == 0 || d.SourceID == "" {
		return "", err
	}
	there := files[0].Decision
	tellsNoMore := func() bool { return d.Agent == decision.Unknown && decision.IsSameEvent(there, d) }
	if there != nil && there.Source == d.Source && there.SourceID == d.SourceID {
		// which artifact an event is about follows from the configuration, which may have changed since
		about := slices.DeleteFunc(decision.Disagree(there, d, nil), func(name string) bool { return strings.HasPrefix(name, "artifact.") })
		if len(about) == 0 || tellsNoMore() {
			return "", nil
		}
	}
	data, err := d.Encode()
	if err != nil {
		return "", err
	}
	name := decision.TwinPath(d, decision.BlobID(data, files[0].Blob))
	_, err = l.commit(ctx, now, "Keep a record whose id another one has", false, store.File{Path: name, Data: data})
	return name, err
}
