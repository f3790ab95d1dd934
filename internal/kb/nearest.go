package kb

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/zeebo/xxh3"

	"github.com/kbgate/kbgate/internal/text"
)

// Nearest gives the note that a broken link probably means, if just one is near enough that nobody would doubt it: the
// same name but for punctuation and hyphens, one with a typing error in one word, or one of which the link is the
// beginning. It also gives the text by which a link from anywhere names the note: the alias, where that is what is near.
func (o *Overlay) Nearest(target string) (id ID, name string, ok bool) {
	slug := targetSlug(target)
	if slug == "" {
		return None, "", false
	}
	best, nearest, several := None, far, false
	seen := map[ID]bool{}
	look := func(id ID) {
		if seen[id] {
			return
		}
		seen[id] = true
		switch near, alias := nearnessOfNote(o, id, slug); {
		case near < nearest:
			best, name, nearest, several = id, alias, near, false
		case near == nearest:
			several = true
		}
	}
	eachHint(slug, func(hint uint64) {
		snapshot, added := o.notes.present(o.snapshot.hinted(hint), mostHinted), o.added.hinted(hint)
		if len(snapshot)+len(added) > mostHinted {
			return
		}
		for _, id := range snapshot {
			look(id)
		}
		for _, id := range added {
			look(id + ID(o.snapshot.Len()))
		}
	})
	if nearest == far || several {
		return None, "", false
	}
	if to, ok := o.Resolve(best, name, false); name == "" || !ok || to != best {
		name = o.LinkName(best)
	}
	return best, name, true
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
	// mostHinted is how many notes may share a hint: where names are of one pattern, none is near to a link beyond doubt.
	mostHinted = 256
)

// nearness says how a name is near to a target; a smaller one is nearer.
type nearness uint8

const (
	sameSlug nearness = iota
	slip
	beginning
	far
)

// nearnessOfNote is that of the nearest of a note's names to the slug of a target: the file's, or the alias that is given
// with it.
func nearnessOfNote(b *Overlay, id ID, target string) (nearest nearness, alias string) {
	nearest = nearnessOf(text.Slug(b.Name(id)), target)
	for _, name := range b.Note(id).Aliases() {
		if near := nearnessOf(text.Slug(name), target); near < nearest {
			nearest, alias = near, name
		}
	}
	return nearest, alias
}

func nearnessOf(slug, target string) nearness {
	switch {
	case slug == "":
		return far
	case slug == target:
		return sameSlug
	case isSlip(slug, target) && sharesVariant(slug, target):
		return slip
	case strings.Count(target, "-") >= leastBeginning-1 && strings.HasPrefix(slug, target+"-"):
		return beginning
	}
	return far
}

// sharesVariant reports whether two slugs have a variant in common.
func sharesVariant(a, b string) bool {
	variants := map[uint64]bool{}
	eachVariant(a, func(h uint64) { variants[h] = true })
	shared := false
	eachVariant(b, func(h uint64) { shared = shared || variants[h] })
	return shared
}

// hinted gives the notes that have a hint, and some others.
func (s *Snapshot) hinted(hint uint64) []ID {
	return s.near.get(bitsFor(s.Len()*16), s.Len(), func(id ID, add func(uint64)) {
		eachHint(text.Slug(s.notes.name(id)), add)
		for _, name := range s.note(id).Aliases() {
			eachHint(text.Slug(name), add)
		}
	}).at(hint)
}

// eachHint calls do with the hashes by which names near to a slug find each other: they share a variant, or their first
// words.
func eachHint(slug string, do func(uint64)) {
	if slug == "" {
		return
	}
	do(xxh3.HashString("=" + slug))
	eachVariant(slug, do)
	if words := strings.SplitN(slug, "-", leastBeginning+1); len(words) >= leastBeginning {
		do(xxh3.HashString("^" + strings.Join(words[:leastBeginning], "-")))
	}
}

// eachVariant calls do with the hashes of a slug with one word left out, or, for a short slug, with one letter left out
// and whole.
func eachVariant(slug string, do func(uint64)) {
	var buffer [256]byte
	without := func(start, end int, mark string) {
		variant := append(append(buffer[:0], slug[:start]...), mark...)
		do(xxh3.Hash(append(variant, slug[end:]...)))
	}
	if len(slug) <= shortName {
		without(0, 0, "")
		for i, r := range slug {
			without(i, i+utf8.RuneLen(r), "")
		}
		return
	}
	start := 0
	for word := range strings.SplitSeq(slug, "-") {
		without(start, start+len(word), "\x00")
		start += len(word) + 1
	}
}

// isSlip reports whether two slugs differ by a typing error: an edit in a word of four letters or more, two in one of
// eight or more. Digits and short words are never slips: they say something else ("2024", "not").
func isSlip(a, b string) bool {
	if len(a) > shortName && !differInOneWord(a, b) {
		return false
	}
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

// differInOneWord reports whether two slugs that are not equal have all but one word in common, in its place.
func differInOneWord(a, b string) bool {
	for a != "" && b != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for a != "" && b != "" && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return strings.IndexByte(a, '-') < 0 && strings.IndexByte(b, '-') < 0
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
