package dealterms

// captioned reports whether the head of a figure's column or the sentence that announces its list is of the class.
func (s *sentence) captioned(f figure, c class) bool {
	head := s.caption
	if s.block == row {
		head = column(head, columnOf(s.tokens, f.from))
	}
	for i := range head {
		if head[i].is(c) && !head[i].is(work) {
			return true
		}
	}
	return false
}

// columnOf is the number of the table column in which token i stands.
func columnOf(row []token, i int) int {
	n := 0
	for _, t := range row[:i+1] {
		if t.before&cell != 0 {
			n++
		}
	}
	return n
}

// column are the tokens of a row in one column of its table.
func column(row []token, n int) []token {
	from, to := 0, 0
	for i, at := 0, 0; i < len(row); i++ {
		if row[i].before&cell != 0 {
			at++
		}
		if at < n {
			from = i + 1
		}
		if at <= n {
			to = i + 1
		}
	}
	return row[from:to]
}

// ofColumns gives the terms of a table's row that stand in the column of an organisation, and whether the table has such.
func (s *sentence) ofColumns(terms []term) (name int, own []term, compares bool) {
	if s.block != row {
		return 0, nil, false
	}
	for i := range s.caption {
		compares = compares || s.caption[i].name > 0 && columnOf(s.caption, i) > 0
	}
	for _, t := range terms {
		for _, head := range column(s.caption, columnOf(s.tokens, t.from)) {
			if compares && head.name > 0 {
				name, own = int(head.name)-1, append(own, t)
				break
			}
		}
	}
	return name, own, compares
}
