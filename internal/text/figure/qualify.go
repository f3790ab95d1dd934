package figure

// hedge is the qualification of a figure between tokens i and end.
func (r *reader) hedge(i, end int) Hedge {
	switch r.byteAt(r.tokens[i].start - 1) {
	case '~':
		return About
	case '<':
		return Under
	case '>':
		return Over
	}
	if r.byteAt(r.tokens[end-1].end) == '+' || r.byteAt(r.tokens[end-1].end) == '%' && r.byteAt(r.tokens[end-1].end+1) == '+' {
		return Over
	}
	if e := r.next(end); e.class == conj && r.word(end) == "or" {
		switch r.word(end + 1) {
		case "more", "above":
			return Over
		case "less", "fewer", "below":
			return Under
		}
	}
	k := i - 1
	for skipped := 0; k >= 0 && skipped < 2 && r.adjacent(k, k+1); k-- {
		switch e := r.tokens[k].entry; {
		case e.class == hedge:
			return e.hedge
		case r.word(k) == "than" && k > 0:
			switch r.small(k - 1) {
			case "more", "greater", "higher", "longer", "larger", "better":
				return Over
			case "less", "fewer", "lower", "smaller", "shorter":
				return Under
			}
			return Exact
		case r.word(k) == "to" && k > 0 && r.small(k-1) == "up":
			return Under
		case r.word(k) == "to" && k > 0 && r.small(k-1) == "close", r.word(k) == "as" && k > 0 && r.word(k-1) == "much":
			return Nearly
		case e.class == article || r.word(k) == "the":
			skipped++
		default:
			return Exact
		}
	}
	return Exact
}

// noun finds what a bare number counts, or of what a share is taken.
func (r *reader) noun(f *Figure, end int) {
	k := end
	if f.Unit == Share {
		if r.word(k) != "of" && r.word(k) != "in" {
			return
		}
		if k++; k < len(r.tokens) && (r.word(k) == "the" || r.word(k) == "its" || r.word(k) == "all" || r.word(k) == "their") {
			k++
		}
	} else if r.word(k) == "of" && r.word(k+1) == "the" {
		f.Form |= Few
		k += 2
	}
	first := -1
	for n := 0; n < 3 && k < len(r.tokens) && (k == end || r.adjacent(k-1, k)); n, k = n+1, k+1 {
		t := &r.tokens[k]
		if !t.content() && t.class != fraction {
			break
		}
		if first < 0 {
			first = k
		}
		if word := r.source[t.start:t.end]; plural(word) {
			first = k
			break
		}
	}
	if first < 0 {
		return
	}
	if t := &r.tokens[first]; r.adjacent(end-1, end) || r.byteAt(r.tokens[end-1].end) == '+' {
		f.Noun = StemOf(r.source[t.start:t.end])
		if f.Unit == Bare {
			f.Unit = Count
		}
	}
}
