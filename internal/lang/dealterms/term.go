package dealterms

// term is a figure, or a cluster of words of deals without one.
type term struct {
	figure
	words bool
}

// terms are all that might be terms in a sentence.
func (s *sentence) terms() []term {
	var all []term
	for _, f := range s.figures {
		if s.mayState(f) {
			all = append(all, term{figure: f})
		}
	}
	from, to := -1, -1
	for i := range s.tokens {
		if s.tokens[i].deals&dealing == 0 {
			continue
		}
		if from < 0 {
			from = i
		}
		if i < from+6 {
			to = i + 1
		}
	}
	if sure := s.findDeals(0, len(s.tokens), sure); sure >= 0 && (sure < from || sure >= to) {
		from, to = sure, sure+1
	}
	if from >= 0 {
		all = append(all, term{figure: figure{from: from, to: to}, words: true})
	}
	return all
}

// mayState reports whether a figure may be a term at all. Money and shares may. Other figures need a word of deals in
// their part of the sentence, a small number needs one next to it, and a date needs a word that says that something
// ends or begins on it.
func (s *sentence) mayState(f figure) bool {
	switch {
	case f.kind == plain && f.to == f.from+1 && s.tokens[f.from].is(small):
		return s.findDeals(f.from-2, f.to+2, dealing|bargains|transfers) >= 0
	case f.kind == date && s.findDeals(f.from-2, f.from, conditions) < 0:
		return false
	case f.kind == times, f.kind == length:
		return s.spoken(f)
	}
	return true
}

// spoken reports whether words of deals stand around a figure: in its part of the sentence, sure ones anywhere, in the
// head of its column.
func (s *sentence) spoken(f figure) bool {
	from, to := s.part(f.from)
	if s.findDeals(from, to, dealing|bargains|transfers) >= 0 || s.findDeals(0, len(s.tokens), sure) >= 0 {
		return true
	}
	return s.headed(f.from)
}

// headed reports whether a word of deals stands in the head of token i's column, or where its list is announced.
func (s *sentence) headed(i int) bool {
	for _, h := range s.head(i) {
		if h.deals&dealing != 0 {
			return true
		}
	}
	return false
}

// findDeals is the first token in the range of one of the classes, or -1.
func (l *line) findDeals(from, to int, d deals) int {
	for i := max(from, 0); i < min(to, len(l.tokens)); i++ {
		if l.tokens[i].deals&d != 0 {
			return i
		}
	}
	return -1
}

// countDeals counts the words in the range that belong to one class and not to another, without the words of the
// term.
func (l *line) countDeals(from, to int, d, but deals, t term) (n int) {
	for i := max(from, 0); i < min(to, len(l.tokens)); i++ {
		if k := l.tokens[i].deals; k&d != 0 && k&but == 0 && (t.words || i < t.from || i >= t.to) {
			n++
		}
	}
	return n
}

// classSigns are the classes that count for the sentence as a whole.
var classSigns = [...]struct {
	sign
	deals
}{
	{ofPrices, prices}, {ofRights, rights}, {ofPapers, papers}, {ofBargains, bargains}, {ofConditions, conditions},
	{ofPermits, permits}, {ofHolders, holders}, {ofPublic, public}, {ofInquiry, inquiry}, {ofSampled, sampled},
}

// signsOfTerm tells what a term is and what stands around it. It reports whether words of deals alone stand in the
// sentence.
func (s *sentence) signsOfTerm(e *evidence, t term) (isSure bool) {
	whole := len(s.tokens)
	from, to := s.part(t.from)
	e[constant] = 1
	e.mark(isWords, t.words)
	if !t.words {
		s.signsOfFigure(e, t.figure)
	}
	e.count(partSure, s.countDeals(from, to, sure, 0, t), 2)
	e.count(vagueWords, s.countDeals(0, whole, dealing, sure, t), 4)
	e.mark(headVague, s.headed(t.from))
	e.mark(countedNear, s.has(t.from, t.to+4, counted))
	e.mark(lasts, s.has(0, whole, reserve) && s.has(0, whole, lasting))
	for _, c := range classSigns {
		e.count(c.sign, s.countDeals(0, whole, c.deals, 0, term{words: true}), 2)
	}
	return s.countDeals(0, whole, sure, 0, t) > 0
}

func (s *sentence) signsOfFigure(e *evidence, f figure) {
	e.mark(isLarge, f.kind == large)
	e.mark(isMoney, f.kind == money)
	e.mark(isPoints, f.kind == points)
	e.mark(giveBefore, s.findDeals(f.from-3, f.from, transfers) >= 0)
	e.mark(nounFollows, s.adjacent(f.to) && !s.tokens[f.to].is(function) && s.tokens[f.to].deals&(dealing|holders|transfers) == 0)
	if (f.kind == share || f.kind == points) && s.follows(f.to, genitive) {
		based := s.has(f.to+1, f.to+5, base|strong|quotes) || f.to+1 < len(s.tokens) && s.tokens[f.to+1].name > 0 && !s.tokens[f.to+1].possessive
		e.mark(isBase, based)
		e.mark(isNotBase, !based)
	}
}
