package dealterms

// head is the head of token i's column, or the sentence that announces its list.
func (s *sentence) head(i int) []token {
	if s.block == row {
		return column(s.caption, columnOf(s.tokens, i))
	}
	return s.caption
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
