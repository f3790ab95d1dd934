package kb

import (
	"runtime"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/text"
)

// Nearest gives the note that a broken link probably means, if just one is near enough that nobody would doubt it: the
// same name but for punctuation and hyphens, one with a typing error in one word, or one of which the link is the
// beginning. It knows the links that were broken at Seal.
func (b *Base) Nearest(target string) (ID, bool) {
	id, ok := b.nearest[targetSlug(target)]
	return id, ok
}

func targetSlug(target string) string {
	name := strings.TrimSuffix(target, noteEnding(target))
	return text.Slug(name[strings.LastIndexByte(name, '/')+1:])
}

const (
	// shortName is the length of a slug up to which single letters are left out to find typing errors; longer names have
	// words enough to leave one out.
	shortName = 24
	// leastBeginning is how many words a link has at least that is the beginning of a name.
	leastBeginning = 4
	// mostTargets bounds the links for which typing errors are looked for, each of which costs memory.
	mostTargets = 100_000
)

// nearness says how a name is near to a target; a smaller one is nearer.
type nearness uint8

const (
	sameSlug nearness = iota
	slip
	beginning
)

// nearNames are the names near to the targets of broken links. It knows the targets, which are few, and looks at every
// name once; so it costs nothing that grows with the base but time.
type nearNames struct {
	slugs   []string           // of the targets
	bySlug  map[string]int     // the place in slugs
	byStart map[string][]int   // targets that may be beginnings, by their first words
	typing  map[uint64][]int32 // targets by the hashes of their slugs with one part left out
}

// candidate is a name near to a target.
type candidate struct {
	target int
	id     ID
	nearness
}

func (b *Base) findNearest(targets []string) map[string]ID {
	if len(targets) == 0 {
		return nil
	}
	n := newNearNames(targets)
	parts := runtime.GOMAXPROCS(0)
	found := make([][]candidate, parts)
	inParallel(parts, func(part int) {
		for id := part; id < len(b.notes); id += parts {
			found[part] = n.near(found[part], text.Slug(b.foldedName(ID(id))), ID(id))
			for _, alias := range b.notes[id].Aliases {
				found[part] = n.near(found[part], text.Slug(alias), ID(id))
			}
		}
	})
	return n.choose(slices.Concat(found...))
}

func newNearNames(targets []string) *nearNames {
	n := &nearNames{bySlug: map[string]int{}, byStart: map[string][]int{}, typing: map[uint64][]int32{}}
	for _, target := range targets {
		slug := targetSlug(target)
		if _, ok := n.bySlug[slug]; ok || slug == "" {
			continue
		}
		i := len(n.slugs)
		n.slugs = append(n.slugs, slug)
		n.bySlug[slug] = i
		if i >= mostTargets {
			continue
		}
		if start, ok := firstWords(slug); ok {
			n.byStart[start] = append(n.byStart[start], i)
		}
		eachVariant(slug, func(h uint64) { n.typing[h] = append(n.typing[h], int32(i)) })
	}
	return n
}

// firstWords are the first words of a slug that has enough of them to be a beginning.
func firstWords(slug string) (string, bool) {
	end := 0
	for range leastBeginning {
		i := strings.IndexByte(slug[end:], '-')
		if i < 0 {
			return slug, strings.Count(slug, "-") == leastBeginning-1
		}
		end += i + 1
	}
	return slug[:end-1], true
}

// near appends the targets to which a name is near.
func (n *nearNames) near(found []candidate, slug string, id ID) []candidate {
	if slug == "" {
		return found
	}
	if i, ok := n.bySlug[slug]; ok {
		found = append(found, candidate{i, id, sameSlug})
	}
	if start, ok := firstWords(slug); ok {
		for _, i := range n.byStart[start] {
			if target := n.slugs[i]; len(slug) > len(target) && strings.HasPrefix(slug, target) && slug[len(target)] == '-' {
				found = append(found, candidate{i, id, beginning})
			}
		}
	}
	eachVariant(slug, func(h uint64) {
		for _, i := range n.typing[h] {
			if target := n.slugs[i]; target != slug && isSlip(slug, target) {
				found = append(found, candidate{int(i), id, slip})
			}
		}
	})
	return found
}

// choose keeps, for each target, the note that is nearer than all others, if there is one.
func (n *nearNames) choose(all []candidate) map[string]ID {
	type choice struct {
		candidate
		several bool
	}
	best := map[int]choice{}
	for _, c := range all {
		b, ok := best[c.target]
		switch {
		case !ok || c.nearness < b.nearness:
			best[c.target] = choice{candidate: c}
		case c.nearness == b.nearness && c.id != b.id:
			b.several = true
			best[c.target] = b
		}
	}
	chosen := make(map[string]ID, len(best))
	for i, c := range best {
		if !c.several {
			chosen[n.slugs[i]] = c.id
		}
	}
	return chosen
}

// eachVariant calls do with the hashes of a slug with one word left out, or, for a short slug, with one letter left out
// and whole.
func eachVariant(slug string, do func(uint64)) {
	if len(slug) <= shortName {
		do(hashParts(slug, ""))
		for i := 0; i < len(slug); {
			_, size := utf8.DecodeRuneInString(slug[i:])
			do(hashParts(slug[:i], slug[i+size:]))
			i += size
		}
		return
	}
	// The hashes of all beginnings come from one pass, so only the rest is hashed for each word.
	var h uint64 = hashStart
	for start := 0; start <= len(slug); {
		end := start + strings.IndexByte(slug[start:]+"-", '-')
		do(hashMore(hashMore(h, "\x00"), slug[end:]))
		h = hashMore(h, slug[start:min(end+1, len(slug))])
		start = end + 1
	}
}

// FNV-1a, 64 bits: http://www.isthe.com/chongo/tech/comp/fnv/.
const (
	hashStart = 14695981039346656037
	hashPrime = 1099511628211
)

func hashMore(h uint64, s string) uint64 {
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * hashPrime
	}
	return h
}

func hashParts(a, b string) uint64 { return hashMore(hashMore(hashStart, a), b) }

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

// LinkName is the shortest text by which a link from anywhere names the note: its file name, or its path where
// several notes share the name.
func (b *Base) LinkName(id ID) string {
	if p := b.paths[id]; b.HasNamesakes(id) {
		return strings.TrimSuffix(p, noteEnding(p))
	}
	return b.Name(id)
}
