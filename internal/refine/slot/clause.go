package slot

import (
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/learn/reading"
	"github.com/kbgate/kbgate/internal/refine/score"
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
		if (strings.ContainsRune(".!?", r) && (i+1 == len(s) || strings.IndexByte(" \r\n", s[i+1]) >= 0)) || r == '\n' || r == ';' {
			list = add(list, s[start:i])
			start = i + 1
		}
	}
	return add(list, s[start:])
}

func add(list []clause, s string) []clause {
	if s = strings.Trim(s, " \t\r\n."); s == "" {
		return list
	}
	return append(list, clause{s, reading.Words(s)})
}

// from gives the clause from a word on.
func (c *clause) from(word int) clause {
	if word >= len(c.words) {
		return clause{}
	}
	return clause{c.text[c.words[word].Start:], reading.Words(c.text[c.words[word].Start:])}
}

// marker is words that begin what a slot takes, and what is taken: what follows the words, or the whole clause.
type marker struct {
	words []string
	whole bool
}

// markers reads a table: phrases of folded words with ", " between them; "=" before one takes the clause as a whole. Longer phrases come
// first, for a shorter one may begin them.
func markers(table string) (list []marker) {
	for p := range strings.SplitSeq(table, ",") {
		p = strings.TrimSpace(p)
		phrase, whole := strings.CutPrefix(p, "=")
		if phrase != "" {
			list = append(list, marker{strings.Fields(phrase), whole})
		}
	}
	slices.SortStableFunc(list, func(a, b marker) int { return len(b.words) - len(a.words) })
	return list
}

// The markers of each slot, in English and Portuguese.
var (
	intents = markers(`i meant, what i meant was, what i meant is, i was asking for, i asked for, i asked you to, i asked you, i asked, we asked for, i wanted, what i wanted was, what i want is, what i need is, i need,
		i was looking for, i was expecting, i was hoping for, we needed, the request was, the task was, the ask was, the brief was, the goal was, the goal is, the point was, the point is, the idea was,
		i said, we said, i told you to, i told you, this time,
		=supposed to, =should have been, i want, =the brief said, =the spec says, =the ticket says,
		eu quis dizer, quis dizer, o que eu quis dizer, eu pedi, o que pedi foi, pedi para, pedi que, pedi, pedimos, o pedido era, o que eu queria era, o que eu queria, eu queria, queria, queriamos, queremos, eu quero, quero,
		ja disse que, ja falei que, eu disse que, disse que, desta vez, dessa vez,
		o que preciso e, preciso de, preciso, a ideia era, o objetivo era, o objectivo era, o objetivo e, era para, era pra, =referia me, =me referia, =o briefing`)

	alternatives = markers(`=instead, =rather than, =why not, how about, what about, try using, consider, i would rather, i would prefer, i'd prefer, prefer, better to, =use the, =either,
		=em vez de, =ao inves de, =em lugar de, que tal, =por que nao, =porque nao, prefiro, preferia, melhor seria, sugiro, considera, considere, tenta com, tente com`)

	scopes = markers(`focus on, focus only on, concentrate on, limit it to, limit this to, stick to, restrict it to, only the, just the, only for, only change, only touch, only need, =nothing else, =leave the rest, start with,
		foca em, foque em, foca so em, foque so em, concentra em, limita a, limite a, restringe a, fica so com, apenas o, apenas a, apenas os, apenas as, so o, so a, so os, so as, somente o, somente a, comeca por, comece por, =mais nada, =o resto fica`)

	constraints = markers(`=must not, =must, =do not, =never, =without, =keep the, =keep it, =no more than, =at most, =at least, =cannot, =should not, =needs to stay, =has to stay, =make sure, =no new, =under,
		=nao pode, =nao podem, =nao deve, =nao mexa, =nao mexas, =nao mexe, =nao use, =nao uses, =nunca, =sem, =mantem, =mantenha, =no maximo, =pelo menos, =tem que, =tem de, =deve, =garante, =garanta, =ate`)

	contrasts = markers(`but, except that, except for, except, apart from, aside from, other than, however, only that, it is just that, though, only thing missing is, only thing missing, the only thing is, the only thing, one thing, just need to, just needs, still needs,
		mas, porem, exceto, excepto, a excecao de, com excecao de, tirando, so que, so falta, falta so, falta, faltou, no entanto, contudo, apenas falta, a unica coisa, uma coisa, so precisa`)

	issues = markers(`the issue is, the problem is, the only issue is, one issue, small thing, one nit, nit, minor, typo in, the bug is, o problema e, a questao e, o unico problema e, um detalhe, so um detalhe, pormenor, detalhe, gralha em, erro em`)

	expectations = markers(`=it should, =should return, =should be, =should have, =expected, =expect, =is supposed to, =must return, =deveria, =devia, =era para, =esperado, =esperava, =tem de devolver, =tem que retornar`)
)

// at finds a marker that nothing denies: the word behind it, or -1. "I do not want" begins no wish.
func (c *clause) at(m marker) int {
	n := len(m.words)
	for i := 0; i+n <= len(c.words); i++ {
		fits := true
		for j, w := range m.words {
			if c.words[i+j].Text != w || c.words[i+j].Quoted != reading.PlainWord {
				fits = false
				break
			}
		}
		if fits && (m.whole || !c.isDenied(i)) {
			return i + n
		}
	}
	return -1
}

// isDenied reports whether one of the two words before a place denies it.
func (c *clause) isDenied(i int) bool {
	for j := max(0, i-2); j < i; j++ {
		switch c.words[j].Text {
		case "not", "never", "nobody", "nao", "nunca", "ninguem", "nem":
			return true
		}
	}
	return false
}

// least is how many words a slot has at least, unless the one says something by itself.
const least = 2

// after gives what a marker begins in a clause, "" for nothing.
func (c *clause) after(m marker) string {
	at := c.at(m)
	if at < 0 {
		return ""
	}
	if m.whole {
		if len(c.words) < least+len(m.words) {
			return ""
		}
		return c.contrasted().text
	}
	rest := c.from(at)
	for i := range rest.words { // ", and you gave me two pages"
		if i > 0 && rest.words[i].Opens && i+1 < len(rest.words) && joins[rest.words[i].Text] && answers[rest.words[i+1].Text] {
			rest = clause{strings.TrimRight(rest.text[:rest.words[i].Start], " ,"), rest.words[:i]}
			break
		}
	}
	for len(rest.words) > 1 && (rest.words[0].Text == "it" || rest.words[0].Text == "was" || rest.words[0].Text == "is") {
		rest = rest.from(1)
	}
	if len(rest.words) >= least || len(rest.words) == 1 && tells(&rest.words[0]) {
		return rest.text
	}
	return ""
}

var (
	joins   = reading.SetOf("and but yet e mas")
	answers = reading.SetOf("you i it we got what instead not this that voce vc tu saiu veio vieram recebi mandou mandaste fizeste fez deste deu isso isto")
)

// contrasted gives what stands behind a contrast in a clause, or all of it where there is none: the praise before it is no part of a wish.
func (c *clause) contrasted() clause {
	for _, m := range contrasts {
		if at := c.at(m); at > 0 && at < len(c.words) && (at == len(m.words) || c.isPraise(at)) {
			return c.from(at)
		}
	}
	return *c
}

// praise are words of approval.
var praise = reading.SetOf("good great nice fine perfect excellent love lovely like liked awesome amazing brilliant happy lgtm thanks thank beautiful solid works better almost close nearly mostly " +
	"bom boa otimo otima perfeito perfeita excelente adorei gostei gosto lindo linda obrigado obrigada quase fixe show maravilha funciona parabens")

// isPraise reports whether one of the first words of a clause approves, and none denies it.
func (c *clause) isPraise(n int) bool {
	for i := range c.words[:min(n, len(c.words))] {
		if praise[c.words[i].Text] && !c.isDenied(i) {
			return true
		}
	}
	return false
}

// stock are words of rejection and praise that say nothing of the work.
var stock = reading.SetOf("wrong incorrect again try redo start over restart please sorry still just really broken bad " +
	"asked wanted want need meant expected misunderstood missed point useless nope scratch undo revert back not what this that everything nothing something thing things gave give given made done doing " +
	"errado errada incorreto incorreta novo nova outra vez tenta tente tentar refaz refaca refazer recomeca recomece favor " +
	"funcionou mau ruim mal pedi queria quero preciso quis dizer entendeu entendeste nada tudo ficou ficaram isso isto esse este coisa feito ainda continua")

// tells reports whether a word says something of the work.
func tells(w *reading.Word) bool {
	return w.Quoted != reading.PlainWord || '0' <= w.Text[0] && w.Text[0] <= '9' || !stock[w.Text] && !praise[w.Text] && !reading.IsCommon(w.Text)
}

// telling counts the words of a clause that say something of the work.
func (c *clause) telling() (n int) {
	for i := range c.words {
		if tells(&c.words[i]) {
			n++
		}
	}
	return n
}

var (
	// changes are verbs with which people ask for a change, beside those of prompts.
	changes = reading.SetOf("adjust align avoid bring call cite close correct define drop end focus include keep leave limit link lower mention order point put raise return round say state stick swap take " +
		"cita cite coloca coloque conserta corta corte da deixa deixe devolve devolva diz diga foca foque mantem mantenha mete ordena ordene passa passe poe ponha repoe sobe substitui substitua tira tire")
	// leads stand before an order.
	leads = reading.SetOf("please just now and but then so instead also ok okay no e mas agora por favor entao so tambem pois could can would you poderia podes pode consegues nit pls")
	// musts are verbs that say what is to be.
	musts = reading.SetOf("must should needs need has have deve devem devia deveria precisa precisam tem tinha")
)

// isOrder reports whether a word asks for work.
func isOrder(w string) bool { return changes[w] || score.IsTask(w) }

// wish gives what a clause asks for: from its order on, or the whole of a clause that says what must be; "" where it asks for nothing that
// tells something. What a clause forbids is no wish but a limit.
func (c *clause) wish() string {
	i := 0
	for i < len(c.words) && (leads[c.words[i].Text] || stock[c.words[i].Text] && !isOrder(c.words[i].Text)) && !reading.Denies(c.words[i].Text, true) {
		i++
	}
	if rest := c.from(i); len(rest.words) > 1 && isOrder(rest.words[0].Text) && !c.isDenied(i) {
		if behind := rest.from(1); behind.telling() > 0 {
			return rest.text
		}
		return ""
	}
	for j := range c.words {
		if musts[c.words[j].Text] && c.telling() > 1 && j+1 < len(c.words) && c.words[j+1].Text != "not" && !c.isDenied(j) {
			return c.contrasted().text
		}
	}
	return ""
}

var (
	// feelings follow "do not" where nothing is forbidden.
	feelings = reading.SetOf("like want think understand see know get need agree work believe love have")
	// spared are what Portuguese forbids with "não".
	spared = reading.SetOf("mexa mexas mexe mexam toque toques apague apagues apaga altere alteres mude mudes uses tires retires retira remova removas esqueca esquecas acrescentes")
)

// isLimit reports whether a clause forbids: "don't touch the footer".
func (c *clause) isLimit() bool {
	i := 0
	for i < len(c.words) && (leads[c.words[i].Text] && c.words[i].Text != "no" || c.words[i].Text == "do") {
		i++
	}
	if i+1 >= len(c.words) {
		return false
	}
	switch next := c.words[i+1].Text; c.words[i].Text {
	case "not", "never":
		return (c.words[i].Text == "never" || i > 0 && c.words[i-1].Text == "do") && !feelings[next]
	case "nao", "nunca":
		return isOrder(next) || spared[next] || next == "pode" || next == "deve"
	}
	return false
}

// said gives what the first marker that fits begins.
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

// joined puts what several clauses say together, as far as there is room; only is what one gives, "" for nothing.
func (t *taker) joined(only func(*clause) string) string {
	var b strings.Builder
	for i := range t.clauses {
		said := only(&t.clauses[i])
		if said == "" || b.Len() > 0 && b.Len()+len(said)+2 > MaxText {
			continue
		}
		if b.Len() > 0 {
			b.WriteString("; ")
		}
		b.WriteString(said)
	}
	return b.String()
}

// wishes are what the clauses ask for.
func (t *taker) wishes() string { return t.joined((*clause).wish) }

// complaints are clauses that tell something, by at least so many words, and neither praise nor forbid, with what they ask for.
func (t *taker) complaints(least int) string {
	return t.joined(func(c *clause) string {
		if wish := c.wish(); wish != "" {
			return wish
		}
		rest := c.contrasted()
		if rest.isLimit() || rest.isPraise(len(rest.words)) && len(rest.words) == len(c.words) || rest.telling() < least {
			return ""
		}
		return rest.text
	})
}
