package scope

// weight is what a sign is worth, in tenths of a nat for each time it is met, up to a limit: the log-odds of a fault.
type weight struct{ each, limit int }

// sum weighs the signs that were met.
func sum(met []int, weights []weight) int {
	total := 0
	for i, n := range met {
		total += weights[i].each * min(n, weights[i].limit)
	}
	return total
}

// mark notes that a sign is met.
func mark(sign *int, met bool) {
	if met {
		*sign = 1
	}
}
