package source

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/kb"
)

// What was renamed and edited at once is still the same note where most of its lines are. The bounds are on the pairs that are compared
// and on the texts that are read for that; beyond them a note is the same only where its whole text is.
const (
	mostPairs  = 2500
	mostTexts  = 16 << 20
	leastAlike = 0.6 // of the bytes of the longer text, those in lines that both have
)

// Renames finds which notes of a source bore other names.
type Renames struct{ *Source }

// Pairs pairs the notes that are gone with those that came: of the same text, as Differences.Renames does, and then those most alike.
// It gives the new paths by the old ones.
func (s Renames) Pairs(d Differences) (map[string]string, error) {
	renames := d.Renames()
	taken := map[string]bool{}
	for from, to := range renames {
		taken[from], taken[to] = true, true
	}
	var gone, came []Entry
	for _, f := range d {
		switch {
		case taken[f.Path] || !kb.IsNote(f.Path):
		case f.New.Mode == "" && isText(f.Old.Mode) && !f.Submodule:
			gone = append(gone, Entry{Path: f.Path, Blob: f.Old.Blob})
		case f.Old.Mode == "" && isText(f.New.Mode) && !f.WasSubmodule:
			came = append(came, Entry{Path: f.Path, Blob: f.New.Blob})
		}
	}
	if n := len(gone) * len(came); n == 0 || n > mostPairs {
		return renames, nil
	}
	size := 0
	read := func(all []Entry) (texts []note, err error) {
		for _, e := range all {
			o, err := s.objects.Read(e.Blob, MaxNote)
			if err != nil {
				if s.ctx.Err() != nil {
					return nil, s.ctx.Err()
				}
				continue
			}
			if size += len(o.Data); size > mostTexts {
				return nil, nil
			}
			texts = append(texts, note{e.Path, o.Data})
		}
		return texts, nil
	}
	before, err := read(gone)
	if err != nil {
		return nil, err
	}
	after, err := read(came)
	if err != nil {
		return nil, err
	}
	maps.Copy(renames, pairs(before, after))
	return renames, nil
}

// isText reports whether a mode of git is that of a file with text.
func isText(mode string) bool {
	return mode != git.ModeLink && mode != git.ModeSubmodule && mode != git.ModeFolder
}

type note struct {
	path string
	text []byte
}

// pairs gives the new paths by the old ones of notes of which each is the other's likest, and like enough.
func pairs(gone, came []note) map[string]string {
	lines := make([]map[string]int, len(came))
	for j, n := range came {
		lines[j] = linesOf(n.text)
	}
	bestOf, bestFor := make([]int, len(gone)), make([]int, len(came))
	score := map[[2]int]float64{}
	for i := range gone {
		bestOf[i] = -1
	}
	for j := range came {
		bestFor[j] = -1
	}
	for i, g := range gone {
		own := linesOf(g.text)
		for j, c := range came {
			s := alike(own, lines[j], max(len(g.text), len(c.text)))
			if score[[2]int{i, j}] = s; s < leastAlike {
				continue
			}
			if bestOf[i] < 0 || s > score[[2]int{i, bestOf[i]}] {
				bestOf[i] = j
			}
			if bestFor[j] < 0 || s > score[[2]int{bestFor[j], j}] {
				bestFor[j] = i
			}
		}
	}
	renames := map[string]string{}
	for i, j := range bestOf {
		if j >= 0 && bestFor[j] == i {
			renames[gone[i].path] = came[j].path
		}
	}
	return renames
}

// linesOf counts the lines of a text.
func linesOf(text []byte) map[string]int {
	all := map[string]int{}
	for line := range bytes.Lines(text) {
		all[string(bytes.TrimSpace(line))]++
	}
	delete(all, "")
	return all
}

// alike is which part of a size lies in lines that two texts have.
func alike(a, b map[string]int, size int) float64 {
	same := 0
	for line, n := range a {
		same += (len(line) + 1) * min(n, b[line])
	}
	return float64(same) / float64(max(size, 1))
}

// The most that is looked for in the history: that many renames of one note, and that many commits that renamed any.
const (
	mostSteps    = 8
	mostRenaming = 64
)

// FormerNames gives the names that notes of a commit bore earlier in its history, the latest first. All paths are below the root.
func (s Renames) FormerNames(commit string, names []string) (former map[string][]string, err error) {
	former = map[string][]string{}
	if commit == "" || len(names) == 0 || s.Place.Repo.Err() != nil {
		return former, nil
	}
	prefix := s.Place.Folder()
	now := map[string]string{} // by the notes, under what name the history is asked for each
	for _, name := range names {
		now[name] = name
	}
	looked := map[string]map[string]string{} // by commits, the old names by the new ones
	for range mostSteps {
		var paths []string
		for _, name := range now {
			paths = append(paths, prefix+name)
		}
		if len(paths) == 0 {
			break
		}
		slices.Sort(paths)
		brought := map[string]git.Trace{} // by name, the last commit that did
		err := git.Additions(s.ctx, s.Place.Repo, []string{commit}, slices.Compact(paths), func(t git.Trace) {
			if name, ok := strings.CutPrefix(t.Path, prefix); ok && len(t.Parents) == 1 {
				brought[name] = t
			}
		})
		if err != nil {
			return nil, err
		}
		next := map[string]string{}
		for note, name := range now {
			t, ok := brought[name]
			if !ok {
				continue
			}
			was, ok := looked[t.Commit]
			if !ok && len(looked) < mostRenaming {
				if was, err = s.renamedBy(t, prefix); err != nil {
					return nil, err
				}
				looked[t.Commit] = was
			}
			if old := was[name]; old != "" && !slices.Contains(former[note], old) && old != note {
				former[note], next[note] = append(former[note], old), old
			}
		}
		now = next
	}
	return former, nil
}

// renamedBy gives the old names by the new ones of the notes that a commit renamed.
func (s Renames) renamedBy(t git.Trace, prefix string) (map[string]string, error) {
	changes, closed, err := git.TreeDiff(s.ctx, s.Place.Repo, t.Parents[0], t.Commit)
	if err != nil || len(closed.First) > 0 {
		return nil, err
	}
	renames, err := s.Pairs(changes)
	was := map[string]string{}
	for from, to := range renames {
		old, isBelow := strings.CutPrefix(from, prefix)
		name, isToo := strings.CutPrefix(to, prefix)
		if isBelow && isToo {
			was[name] = old
		}
	}
	return was, err
}

// MovedHere gives the names that notes of the work tree have in the commit that is checked out, where they have others there.
func (s Renames) MovedHere(names []string, isThere func(string) bool) (was map[string]string, err error) {
	was = map[string]string{}
	if s.unknown != nil || s.Checkout.Tree == "" {
		return was, nil
	}
	committed, err := s.FilesOf(s.Checkout.Tree)
	if err != nil {
		return nil, err
	}
	var gone, came []note
	reader := s.Reader()
	defer reader.Close()
	size := 0
	for _, name := range names {
		if _, ok := committed[name]; ok {
			continue
		}
		if text, trouble, err := Read(reader, name); err == nil && trouble == nil {
			size += len(text)
			came = append(came, note{name, bytes.Clone(text)})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(committed)) {
		if e := committed[name]; len(came) > 0 && kb.IsNote(name) && isText(e.Mode) && !isThere(name) {
			o, err := s.objects.Read(e.Blob, MaxNote)
			if size += len(o.Data); size > mostTexts || len(gone)*len(came) > mostPairs {
				break
			}
			if err == nil {
				gone = append(gone, note{name, o.Data})
			}
		}
	}
	for from, to := range pairs(gone, came) {
		was[to] = from
	}
	return was, s.ctx.Err()
}

// MovedAway gives, by the paths that notes have in the commit that is checked out, those that they have in the work tree, where these are
// others.
func (s Renames) MovedAway(base *kb.Overlay) (now map[string]string, err error) {
	var all []string
	for id := range base.IDs() {
		all = append(all, base.Path(id))
	}
	was, err := s.MovedHere(all, func(name string) bool { _, ok := base.Find(name); return ok })
	now = map[string]string{}
	for to, from := range was {
		now[from] = to
	}
	return now, err
}
