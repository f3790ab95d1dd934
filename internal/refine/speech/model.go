package speech

import (
	_ "embed"
	"strconv"
	"sync"

	"github.com/kbgate/kbgate/internal/refine/loglinear"
)

//go:embed weights.txt
var weightsText string

// outputs are those of the model: each Meaning by itself.
const outputs = int(Unchecked) + 1

var fitted = sync.OnceValue(func() *loglinear.Model {
	m, err := loglinear.Open(weightsText, outputs)
	if err != nil {
		panic(err) // the file is part of the program, and tested
	}
	return m
})

var kindNames = []string{"has", "twice", "first", "last", "pair", "then", "word", "shape", "asks"}

// name is how the file of weights calls a feature.
func (f feature) name() string {
	head := kindNames[f.kind] + " "
	switch f.kind {
	case stemmed:
		return head + f.word
	case shape:
		return head + strconv.Itoa(int(f.a))
	case together, following:
		return head + class(f.a).String() + " " + class(f.b).String()
	}
	return head + class(f.a).String()
}

// parseClass gives the class of a name that String gives.
func parseClass(s string) class {
	if s[0] == '!' {
		return classOf(s[1:]) + denied
	}
	return classOf(s)
}
