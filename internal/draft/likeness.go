package draft

// Sketch gives what is kept of a rejected draft so that its like is known again: text of a bounded length, from which the draft
// cannot be read.
func Sketch(d *Draft) string { panic("not written yet") }

// Likeness is how much a draft says the same as one that was rejected.
type Likeness struct {
	// Score is 0 to 100.
	Score int
}

// Compare measures a draft against the sketch of a rejected one. A sketch that cannot be read is like nothing.
func Compare(rejected string, d *Draft) Likeness { panic("not written yet") }
