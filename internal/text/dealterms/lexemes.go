package dealterms

import (
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/text"
)

// lexemes is a set of words that is made when it is first needed.
type lexemes func() text.Set

var (
	licensing  = lexemesOf("let lets right rights entitled free allowed allows entitles able") // before an infinitive
	accounts   = lexemesOf("accounts books ledger budget figures board boards director directors")
	agreement  = lexemesOf("agreed agree agrees settled settle accepted accept signed")
	losses     = lexemesOf("gave give gives given up lost lose loses kept keep keeps ceded cede sold")
	payment    = lexemesOf("tranche tranches instalment instalments installment payment bonus cheque")
	disposals  = lexemesOf("pushed fired outvoted dismissed replaced removed appointed sold transferred assigned pledged")
	remainder  = lexemesOf("rest remainder balance others")
	containing = lexemesOf(`includes include included contains contain contained comes came carries carried under with grants
		allows allowed agreed signed accepted asked waived`)
	fixing   = lexemesOf("set fixed now still at around about just only put stands stood sits came comes went goes roughly nearly")
	provisos = lexemesOf("if unless when once should")
	leading  = lexemesOf("runs run ran leads led heads headed founded started")
	happened = lexemesOf(`got gave took sold kept held bought paid lent brought drew began met came went fell stood made had was
		were wrote won lost left chose said put set sent spent bound rose grew`)
	haggling = lexemesOf(`do done did began begin begins opened open started start ended end met meet settled settle agreed agree landed
		stopped finished stood went came`)
)

// rightHeads are the words at which a right may be told; nearly all others are passed over at once.
var rightHeads = lexemesOf("back offer issue chairs chair right rights option seat seats say veto control else be asked consulted pay " +
	"tranche tranches instalment instalments installment payment bonus cheque " +
	string(guarantees+" "+pledges+" "+ends+" "+granted+" "+inspects+" "+majority+" "+assents+" "+ranks))

func lexemesOf(words string) lexemes {
	return sync.OnceValue(func() text.Set {
		set := text.Set{}
		for w := range strings.FieldsSeq(words) {
			set[text.HashOf(w)] = struct{}{}
		}
		return set
	})
}

// findAny is the first token in the range that is one of the words, or -1.
func (s *sentence) findAny(from, to int, l lexemes) int {
	for i := max(from, 0); i < min(to, len(s.tokens)); i++ {
		if _, ok := l()[s.tokens[i].hash]; ok {
			return i
		}
	}
	return -1
}
