package main

import (
	"maps"
	"slices"
	"strings"
)

func (t *table) inflectVerbs(irregular map[string][]string) {
	for _, lemma := range slices.Sorted(maps.Keys(t.verbs)) {
		v := t.verbs[lemma]
		forms := map[string]int{lemma: formBase, third(lemma): formThird, suffixed(lemma, "ing"): formGerund}
		regular := suffixed(lemma, "ed")
		past, participle := principalParts(lemma, regular, irregular[lemma])
		if prefix, root := derived(lemma); root != "" && t.verbs[root] != nil && len(irregular[lemma]) == 0 {
			if p, q := principalParts(root, suffixed(root, "ed"), irregular[root]); p[0] != suffixed(root, "ed") {
				past, participle = prepend(prefix, p), prepend(prefix, q)
			}
		}
		for _, form := range past {
			forms[form] |= formPast
		}
		for _, form := range participle {
			forms[form] |= formParticiple
		}
		for form, bits := range forms {
			r := t.row(form)
			var w float64
			for bit, s := range share {
				if bits&bit != 0 {
					w += v.weight * s
				}
			}
			if bits == formThird && strings.Contains(stative, " "+lemma+" ") {
				w *= 40
				r.keep = true
			}
			if bits == formThird && strings.Contains(clerical, " "+lemma+" ") {
				w /= 40
				r.keep = true
			}
			if w > r.verb { // an inflection shared by two verbs belongs to the commoner
				r.intransitive, r.loose = v.intransitive, v.loose()
			}
			r.verb += w
			r.forms |= bits
			r.keep = r.keep || bits&formBase != 0 || form != regular && bits&(formPast|formParticiple) != 0
		}
	}
}

// derived cuts the prefix off a verb that inflects as its root does: misread,
// overshoot.
func derived(lemma string) (prefix, root string) {
	for _, prefix := range [...]string{"mis", "over", "out", "under", "re"} {
		if root, ok := strings.CutPrefix(lemma, prefix); ok && len(root) > 2 && lemma != "relay" {
			return prefix, root
		}
	}
	return "", ""
}

func prepend(prefix string, forms []string) []string {
	out := make([]string, len(forms))
	for i, f := range forms {
		out[i] = prefix + f
	}
	return out
}

// invariant verbs have a past that is their base form; WordNet does not list them.
var invariant = " bet burst cast cost cut forecast hit hurt let put quit rid set shed shut spread split thrust upset broadcast offset reset outbid overcast recast undercut "

// principalParts tells the past from the participle among irregular forms.
func principalParts(lemma, regular string, irregular []string) (past, participle []string) {
	if strings.Contains(invariant, " "+lemma+" ") {
		return []string{lemma}, []string{lemma}
	}
	var odd []string
	for _, f := range irregular {
		if !strings.HasSuffix(f, "ing") && !strings.HasSuffix(f, "s") && !doubled(f) {
			odd = append(odd, f)
		}
	}
	switch {
	case lemma == "read":
		return []string{"read"}, []string{"read"}
	case strings.HasSuffix(lemma, "beat"):
		return []string{lemma}, []string{lemma + "en"}
	case strings.HasSuffix(lemma, "come") && len(odd) > 0, strings.HasSuffix(lemma, "run") && len(odd) > 0:
		return odd[:1], []string{lemma}
	case len(odd) == 0:
		return []string{regular}, []string{regular}
	case len(odd) == 1 && isParticiple(odd[0]) && !strings.HasSuffix(odd[0], "wun") && lemma != "win" && lemma != "spin":
		return []string{regular}, []string{odd[0], regular}
	case len(odd) == 1:
		return odd, odd
	}
	for _, f := range odd {
		if isParticiple(f) {
			participle = append(participle, f)
		} else {
			past = append(past, f)
		}
	}
	if len(participle) == 0 {
		participle = past
	}
	return past, participle
}

// doubled tells a regular past with a doubled consonant from an irregular form.
func doubled(f string) bool {
	n := len(f)
	return n > 4 && strings.HasSuffix(f, "ed") && f[n-3] == f[n-4]
}

func isParticiple(f string) bool {
	for _, end := range []string{"en", "wn", "rn", "ne", "ain", "gun", "um", "ung", "unk"} {
		if strings.HasSuffix(f, end) {
			return true
		}
	}
	return false
}

func (t *table) inflectNouns(irregular map[string][]string) {
	for _, lemma := range slices.Sorted(maps.Keys(t.nouns)) {
		w := t.nouns[lemma]
		r := t.row(lemma)
		r.singular += w * .7
		for _, end := range []string{"s", "ed", "ing", "ly"} {
			misleads := strings.HasSuffix(lemma, end) && !strings.HasSuffix(lemma, "ss")
			r.keep = r.keep || misleads && w > smoothing*float64(t.senses[lemma])
		}
		plurals := []string{third(lemma)}
		if odd := irregular[lemma]; len(odd) > 0 {
			plurals = odd
		}
		for _, p := range plurals {
			r := t.row(p)
			r.plural += w * .3
			r.irregular = r.irregular || !strings.HasSuffix(p, "s")
			r.keep = r.keep || r.irregular
		}
	}
}

func third(w string) string {
	for _, end := range []string{"s", "x", "z", "ch", "sh", "o"} {
		if strings.HasSuffix(w, end) {
			return w + "es"
		}
	}
	if n := len(w); n > 1 && w[n-1] == 'y' && !strings.ContainsRune("aeiou", rune(w[n-2])) {
		return w[:n-1] + "ies"
	}
	return w + "s"
}

func suffixed(w, ending string) string {
	n := len(w)
	switch {
	case strings.HasSuffix(w, "ie") && ending == "ing":
		return w[:n-2] + "ying"
	case strings.HasSuffix(w, "ee"), strings.HasSuffix(w, "oe"), strings.HasSuffix(w, "ye"):
		if ending == "ed" {
			return w + "d"
		}
		return w + ending
	case strings.HasSuffix(w, "e"):
		return w[:n-1] + ending
	case n > 1 && w[n-1] == 'y' && !strings.ContainsRune("aeiou", rune(w[n-2])) && ending == "ed":
		return w[:n-1] + "ied"
	case n < 6 && doubles(w):
		return w + w[n-1:] + ending
	}
	return w + ending
}

// doubles tells whether a monosyllable doubles its last consonant.
func doubles(w string) bool {
	n := len(w)
	vowel := func(i int) bool { return strings.IndexByte("aeiou", w[i]) >= 0 }
	if n < 3 || vowel(n-1) || !vowel(n-2) || vowel(n-3) || strings.IndexByte("wxyh", w[n-1]) >= 0 {
		return false
	}
	for i := 0; i < n-3; i++ {
		if vowel(i) || w[i] == 'y' {
			return false
		}
	}
	return true
}

// readExceptions maps a lemma to its irregular single-word forms.
func readExceptions(path string) map[string][]string {
	odd := map[string][]string{}
	lines(path, func(line string) {
		f := strings.Fields(line)
		if len(f) > 1 && !strings.ContainsAny(line, "_-'") {
			odd[f[1]] = append(odd[f[1]], f[0])
		}
	})
	return odd
}
