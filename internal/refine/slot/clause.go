package slot

import (
	"strings"

	"github.com/kbgate/kbgate/internal/learn/reading"
)

// clause is a sentence of a person, or a part of one that a mark begins.
type clause struct {
	text  string
	words []reading.Word
}

// clausesOf parts words of a person at the marks that end sentences. What stands in brackets or after a comma stays with its sentence.
func clausesOf(s string) (list []clause) {
	start := 0
	for i, r := range s {
		if (strings.ContainsRune(".!?", r) && (i+1 == len(s) || s[i+1] == ' ' || s[i+1] == '\n')) || r == '\n' || r == ';' {
			list = add(list, s[start:i])
			start = i + 1
		}
	}
	return add(list, s[start:])
}

func add(list []clause, s string) []clause {
	if s = strings.TrimSpace(s); s == "" {
		return list
	}
	return append(list, clause{s, reading.Words(s)})
}

// marker is words that begin what a slot takes, and what is taken: what follows the words, or the whole clause.
type marker struct {
	words []string
	whole bool
}

// markers reads a table: phrases of folded words with ", " between them; "=" before one takes the clause as a whole.
func markers(table string) (list []marker) {
	for p := range strings.SplitSeq(table, ",") {
		p = strings.TrimSpace(p)
		phrase, whole := strings.CutPrefix(p, "=")
		if phrase != "" {
			list = append(list, marker{strings.Fields(phrase), whole})
		}
	}
	return list
}

// The markers of each slot, in English and Portuguese, the surer first.
var (
	intents = markers(`i meant, what i meant was, what i meant is, i was asking for, i asked for, i asked you to, i asked you, we asked for, i wanted, what i wanted was, what i want is, what i need is, i need,
		i was looking for, i was expecting, i was hoping for, we needed, the request was, the task was, the ask was, the brief was, the goal was, the goal is, the point was, the point is, the idea was,
		=supposed to, =should have been, i want, =the brief said, =the spec says, =the ticket says, =not what i,
		eu quis dizer, quis dizer, o que eu quis dizer, eu pedi, o que pedi foi, pedi para, pedi que, pedi, pedimos, o pedido era, o que eu queria era, o que eu queria, eu queria, queria, queriamos, eu quero, quero,
		o que preciso e, preciso de, preciso, a ideia era, o objetivo era, o objectivo era, o objetivo e, era para, era pra, =referia me, =me referia, =o briefing, =nao era isso`)

	alternatives = markers(`=instead, =rather than, =why not, how about, what about, try using, consider, i would rather, i would prefer, i'd prefer, prefer, better to, =use the,
		=em vez de, =ao inves de, =em lugar de, que tal, =por que nao, =porque nao, prefiro, preferia, melhor seria, sugiro, considera, considere, tenta com, tente com`)

	scopes = markers(`focus on, focus only on, concentrate on, limit it to, limit this to, stick to, restrict it to, only the, just the, only for, only change, only touch, only need, =nothing else, =leave the rest, start with,
		foca em, foque em, foca so em, foque so em, concentra em, limita a, limite a, restringe a, fica so com, apenas o, apenas a, apenas os, apenas as, so o, so a, so os, so as, somente o, somente a, comeca por, comece por, =mais nada, =o resto fica`)

	constraints = markers(`=must not, =must, =do not, =never, =without, =keep the, =keep it, =no more than, =at most, =at least, =cannot, =should not, =needs to stay, =has to stay, =make sure, =no new, =under,
		=nao pode, =nao podem, =nao deve, =nao mexa, =nao mexas, =nao use, =nao uses, =nunca, =sem, =mantem, =mantenha, =no maximo, =pelo menos, =tem que, =tem de, =deve, =garante, =garanta, =ate`)

	contrasts = markers(`but, except that, except for, except, apart from, aside from, other than, however, only that, it is just that, though, only thing missing is, only thing missing, the only thing is, the only thing, one thing, just need to, just needs, still needs,
		mas, porem, exceto, excepto, a excecao de, com excecao de, tirando, so que, so falta, falta so, falta, faltou, no entanto, contudo, apenas falta, a unica coisa, uma coisa, so precisa`)

	requests = markers(`=please, =can you, =could you, =needs, =should, =nit, =change, =rename, =move, =add, =remove, =fix, =swap, =replace, =missing,
		=por favor, =podes, =pode, =poderia, =consegues, =precisa, =deve, =devia, =deveria, =muda, =mude, =troca, =troque, =acrescenta, =adiciona, =adicione, =tira, =tire, =corrige, =corrija, =ajusta, =ajuste`)

	issues = markers(`the issue is, the problem is, the only issue is, one issue, small thing, one nit, nit, minor, typo in, the bug is, o problema e, a questao e, o unico problema e, um detalhe, so um detalhe, pormenor, detalhe, gralha em, erro em`)

	expectations = markers(`=it should, =should return, =should be, =should have, =expected, =expect, =is supposed to, =must return, =deveria, =devia, =era para, =esperado, =esperava, =tem de devolver, =tem que retornar`)
)

// said gives what the first clause that one of the markers begins says, in the order of the markers.
func (t *taker) said(by []marker) string {
	for _, m := range by {
		for i := range t.clauses {
			if text := t.clauses[i].after(m); text != "" {
				return text
			}
		}
	}
	return ""
}

// stock are words of rejection and praise that say nothing of the work.
var stock = reading.SetOf("wrong incorrect again try redo start over restart please thanks thank good great nice fine almost close nearly perfect love like looks look works work broken bad sorry still just really " +
	"asked wanted want need meant expected misunderstood missed point useless nope scratch undo revert back not what this that everything nothing something thing things gave give made make done doing " +
	"errado errada incorreto incorreta novo nova outra vez tenta tente tentar refaz refaça refaca refazer recomeça recomeca recomece favor obrigado obrigada bom boa ficou ficaram quase perto perfeito perfeita gostei gosto " +
	"funciona funcionou mau ruim mal pedi queria quero preciso quis dizer entendeu entendeste nada tudo isso isto esse este coisa feito faz fazer assim ainda continua")

// tells reports whether a word says something of the work.
func tells(w *reading.Word) bool {
	return w.Quoted != reading.PlainWord || !stock[w.Text] && !reading.IsCommon(w.Text)
}

// informative gives the clause that says most of the work: that with most words which are no stock and not common; "" where no clause has
// enough. Of equal ones the later counts, for people say last what they want.
func (t *taker) informative() string {
	best, most := "", leastTelling-1
	for i := range t.clauses {
		n := 0
		for j := range t.clauses[i].words {
			if tells(&t.clauses[i].words[j]) {
				n++
			}
		}
		if n > 0 && n >= most && n >= leastTelling {
			best, most = t.clauses[i].text, n
		}
	}
	return best
}

// leastTelling is how many words that tell something a clause has to have.
const leastTelling = 2

// least is how many words a slot has at least: fewer say nothing.
const least = 2

// after gives what a marker begins in a clause, "" for nothing.
func (c *clause) after(m marker) string {
	n := len(m.words)
	for i := 0; i+n <= len(c.words); i++ {
		fits := true
		for j, w := range m.words {
			if c.words[i+j].Text != w || c.words[i+j].Quoted != reading.PlainWord {
				fits = false
				break
			}
		}
		rest := len(c.words) - i - n
		switch {
		case !fits:
		case m.whole && len(c.words) >= least+n:
			return c.text
		case !m.whole && (rest >= least || rest == 1 && tells(&c.words[i+n])):
			return strings.TrimSpace(c.text[c.words[i+n].Start:])
		}
	}
	return ""
}
