package kb

import (
	"hash/maphash"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/text"
)

// nearestNames finds the note that a broken link probably means. It is made when the first broken link asks.
type nearestNames struct {
	slugs  []slugName      // by slug
	typing map[uint64][]ID // hashes of slugs with one word, or of short ones one letter, left out
	seed   maphash.Seed
}

type slugName struct {
	slug string
	id   ID
}

// shortName is the length of a slug up to which single letters are left out to find typing errors; longer names have
// words enough to leave one out.
const shortName = 24

// Nearest gives the note that a broken link probably means, if just one is near enough that nobody would doubt it: the
// same name but for punctuation and hyphens, one with a typing error in one word, or one of which the link is the
// beginning.
func (b *Base) Nearest(target string) (ID, bool) {
	b.nearestOnce.Do(func() { b.nearest = b.indexNearest() })
	n := b.nearest
	name := strings.TrimSuffix(target[strings.LastIndexByte(target, '/')+1:], noteEnding(target))
	slug := text.Slug(name)
	if slug == "" {
		return None, false
	}
	if id, ok := n.only(n.equal(slug)); ok {
		return id, true
	}
	if id, ok := n.only(n.mistyped(b, slug)); ok {
		return id, true
	}
	return n.only(n.continued(slug))
}

func (b *Base) indexNearest() *nearestNames {
	n := &nearestNames{typing: map[uint64][]ID{}, seed: maphash.MakeSeed()}
	add := func(name string, id ID) {
		slug := text.Slug(name)
		if slug == "" {
			return
		}
		n.slugs = append(n.slugs, slugName{slug, id})
		n.variants(slug, func(h uint64) {
			if ids := n.typing[h]; len(ids) < 8 && !slices.Contains(ids, id) { // more are no help: none would be the only one
				n.typing[h] = append(ids, id)
			}
		})
	}
	for i := range b.keys {
		add(b.foldedName(ID(i)), ID(i))
		for _, alias := range b.notes[i].Aliases {
			add(alias, ID(i))
		}
	}
	slices.SortFunc(n.slugs, func(x, y slugName) int {
		if c := strings.Compare(x.slug, y.slug); c != 0 {
			return c
		}
		return int(x.id - y.id)
	})
	return n
}

// variants calls do with the hashes of a slug with one word left out, or, for a short slug, with one letter left out.
func (n *nearestNames) variants(slug string, do func(uint64)) {
	if len(slug) <= shortName {
		do(maphash.String(n.seed, slug))
		for i := 0; i < len(slug); {
			_, size := utf8.DecodeRuneInString(slug[i:])
			do(maphash.String(n.seed, slug[:i]+slug[i+size:]))
			i += size
		}
		return
	}
	for start := 0; start <= len(slug); {
		end := start + strings.IndexByte(slug[start:]+"-", '-')
		var h maphash.Hash
		h.SetSeed(n.seed)
		// Writing to a hash does not fail.
		_, _ = h.WriteString(slug[:start])
		_ = h.WriteByte(0)
		_, _ = h.WriteString(slug[end:])
		do(h.Sum64())
		start = end + 1
	}
}

// equal gives the notes of that slug.
func (n *nearestNames) equal(slug string) []ID {
	i, _ := slices.BinarySearchFunc(n.slugs, slug, func(s slugName, slug string) int { return strings.Compare(s.slug, slug) })
	var ids []ID
	for ; i < len(n.slugs) && n.slugs[i].slug == slug; i++ {
		ids = append(ids, n.slugs[i].id)
	}
	return ids
}

// mistyped gives the notes whose names differ from a slug by what a slip of the fingers makes.
func (n *nearestNames) mistyped(b *Base, slug string) []ID {
	var ids []ID
	n.variants(slug, func(h uint64) {
		for _, id := range n.typing[h] {
			if !slices.Contains(ids, id) && b.answersTo(id, slug) {
				ids = append(ids, id)
			}
		}
	})
	return ids
}

// answersTo reports whether a name of the note is a slip away from slug.
func (b *Base) answersTo(id ID, slug string) bool {
	if isSlip(text.Slug(b.foldedName(id)), slug) {
		return true
	}
	return slices.ContainsFunc(b.notes[id].Aliases, func(alias string) bool { return isSlip(text.Slug(alias), slug) })
}

// isSlip reports whether two slugs differ by a typing error: an edit in a word of four letters or more, two in one of
// eight or more. Digits and short words are never slips: they say something else ("2024", "not").
func isSlip(a, b string) bool {
	x, y := strings.Split(a, "-"), strings.Split(b, "-")
	if len(x) != len(y) {
		return len(a) <= shortName && !hasDigit(a) && !hasDigit(b) &&
			strings.ReplaceAll(a, "-", "") == strings.ReplaceAll(b, "-", "")
	}
	slips := 0
	for i := range x {
		if x[i] == y[i] {
			continue
		}
		shorter := min(utf8.RuneCountInString(x[i]), utf8.RuneCountInString(y[i]))
		allowed := 0
		if shorter >= 4 {
			allowed = 1
		}
		if shorter >= 8 {
			allowed = 2
		}
		if slips++; slips > 1 || hasDigit(x[i]) || hasDigit(y[i]) || opposed(x[i], y[i]) || text.Distance(x[i], y[i], allowed) > allowed {
			return false
		}
	}
	return true
}

// opposed reports whether one word is the other behind a prefix that turns its meaning round.
func opposed(a, b string) bool {
	if len(a) < len(b) {
		a, b = b, a
	}
	prefix, ok := strings.CutSuffix(a, b)
	return ok && slices.Contains([]string{"un", "in", "im", "il", "ir", "a", "de", "re"}, prefix)
}

func hasDigit(s string) bool { return strings.IndexFunc(s, unicode.IsDigit) >= 0 }

// continued gives the notes whose names begin with all words of a slug; four are the least that say which.
func (n *nearestNames) continued(slug string) []ID {
	if strings.Count(slug, "-") < 3 {
		return nil
	}
	prefix := slug + "-"
	i, _ := slices.BinarySearchFunc(n.slugs, prefix, func(s slugName, p string) int { return strings.Compare(s.slug, p) })
	var ids []ID
	for ; i < len(n.slugs) && strings.HasPrefix(n.slugs[i].slug, prefix); i++ {
		if !slices.Contains(ids, n.slugs[i].id) {
			ids = append(ids, n.slugs[i].id)
		}
	}
	return ids
}

// only gives the one note among ids.
func (n *nearestNames) only(ids []ID) (ID, bool) {
	if len(ids) != 1 {
		return None, false
	}
	return ids[0], true
}

// LinkName is the shortest text by which a link from anywhere names the note: its file name, or its path where
// several notes share the name.
func (b *Base) LinkName(id ID) string {
	if p := b.notes[id].Path; b.HasNamesakes(id) {
		return strings.TrimSuffix(p, noteEnding(p))
	}
	return b.Name(id)
}
