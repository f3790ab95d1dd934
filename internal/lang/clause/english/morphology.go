package english

// stripS looks up the lemma of a form in -s.
func stripS(form []byte) (entry, bool) {
	n := len(form)
	if e, ok := lookup(form[:n-1]); ok {
		return e, true
	}
	if ends(form, "ies") && n > 4 {
		var buf [maxLetter]byte
		return lookup(append(append(buf[:0], form[:n-3]...), 'y'))
	}
	if ends(form, "es") && n > 3 {
		return lookup(form[:n-2])
	}
	return entry{}, false
}

// stem looks up the verb of a regular form whose ending is cut off: as it is,
// with a final e, with its doubled consonant undone, or with i made y.
func stem(form []byte) (entry, bool) {
	n := len(form)
	verb := func(w []byte) (entry, bool) {
		e, ok := lookup(w)
		return e, ok && e.verb != absent && e.forms&formBase != 0
	}
	if n < 2 {
		return entry{}, false
	}
	if form[n-1] == form[n-2] && form[n-1] != 's' && form[n-1] != 'l' {
		if e, ok := verb(form[:n-1]); ok {
			return e, true
		}
	}
	var buf [maxLetter + 1]byte
	withE, okE := verb(append(append(buf[:0], form...), 'e'))
	if e, ok := verb(form); ok && (!okE || e.verb <= withE.verb) {
		return e, true
	}
	if okE {
		return withE, true
	}
	if form[n-1] == 'i' {
		return verb(append(append(buf[:0], form[:n-1]...), 'y'))
	}
	return verb(form[:n-1])
}

// prefixed gives the length of a prefix that leaves a word's class as it is.
func prefixed(form []byte) int {
	for _, prefix := range [...]string{"re", "un", "de", "dis", "over", "under", "out", "mis", "pre", "co", "inter", "self", "cross", "sub", "super", "up", "down", "fore", "counter"} {
		if n := len(prefix); len(form) >= n+3 && string(form[:n]) == prefix {
			return n
		}
	}
	return 0
}

// degree tells a comparative or superlative from another word in -er, -est.
func degree(form []byte) bool {
	n := len(form) - 2
	if form[n] == 's' {
		n--
	}
	is := func(w []byte) bool { e, ok := lookup(w); return ok && e.adj != absent }
	if is(form[:n]) || is(form[:n+1]) || n > 2 && form[n-1] == form[n-2] && is(form[:n-1]) {
		return true
	}
	if form[n-1] == 'i' {
		var buf [maxLetter]byte
		return is(append(append(buf[:0], form[:n-1]...), 'y'))
	}
	return false
}

func ends(form []byte, suffix string) bool {
	return len(form) >= len(suffix) && string(form[len(form)-len(suffix):]) == suffix
}
