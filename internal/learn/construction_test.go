package learn

import (
	"testing"

	"github.com/kbgate/kbgate/internal/decision"
)

// What the second stage has to know of the two languages whatever the document is about: no keyword stands in these.
func TestConstructions(t *testing.T) {
	tables := []struct {
		construction string
		category     decision.Category
		reasons      []string
	}{
		{"it does not run", decision.Examples, []string{
			"The command crashes with a stack trace.", "This doesn't compile.", "The script exits with code 2.", "I get a TypeError here.",
			"Tests are failing on main.", "It never terminates.", "Não compila.", "O script trava no passo 3.", "Rodei e deu exceção.",
		}},
		{"another value", decision.Examples, []string{
			"It returns 3, not 4.", "Expected 5, got 7.", "The output doesn't match what you show.", "The port should be 8080.",
			"The numbers don't add up.", "Retorna 3 e não 4.", "A soma não fecha.", "O total deveria ser 40.",
		}},
		{"it is not true", decision.Examples, []string{
			"That's not true.", "The source says the opposite.", "This quote is made up.", "The study you cite doesn't support this.",
			"Isso não é verdade.", "A fonte diz o contrário.", "Essa citação foi inventada.",
		}},
		{"a request for substance", decision.Specificity, []string{
			"Please be more specific.", "Give concrete numbers.", "Needs more detail.", "This could apply to any company.", "Too abstract.",
			"Seja mais específico.", "Precisa de mais detalhes.", "Serve pra qualquer empresa.", "Muito abstrato.",
		}},
		{"a question for what was left open", decision.Specificity, []string{
			"How much faster?", "Which users?", "\"Soon\": when exactly?", "Quais clientes?", "Quanto mais rápido?",
		}},
		{"what is not understood", decision.Clarity, []string{
			"I don't understand this sentence.", "What do you mean by that?", "Hard to follow.", "This isn't clear to me.", "I got lost in the second paragraph.",
			"Não entendo essa frase.", "O que isso quer dizer?", "Difícil de acompanhar.", "Não ficou claro.", "Me perdi no segundo parágrafo.",
		}},
		{"an order to say it otherwise", decision.Clarity, []string{
			"Please rephrase.", "Rename this variable.", "Simplify the wording.", "Can you split this sentence?", "Reescreve essa parte.",
			"Usa um nome mais descritivo.", "Simplifica essa frase.",
		}},
		{"two readings", decision.Clarity, []string{
			"This can be read in two ways.", "Before or after the restart?", "Step 2 contradicts step 5.", "Dá pra ler de dois jeitos.", "Uma hora diz sim, outra hora diz não.",
		}},
		{"there is none of it", decision.Completeness, []string{
			"There is no section on security.", "No tests.", "Nothing about rollback.", "It never mentions the costs.", "The limits aren't documented.",
			"Sem testes.", "Não há nada sobre rollback.", "Não menciona o custo.", "Não diz quem aprova.",
		}},
		{"an order to add", decision.Completeness, []string{
			"Add a test for this.", "Please include the prerequisites.", "Could you also document the parameters?", "You should handle the timeout.",
			"Adiciona um teste.", "Inclui os pré-requisitos, por favor.", "Poderia documentar os parâmetros?",
		}},
		{"a question for what is not there", decision.Completeness, []string{
			"What about Windows?", "What happens if the file doesn't exist?", "How do I roll this back?", "Where are the tests?", "What if the list is empty?",
			"E se a lista estiver vazia?", "Cadê os testes?", "O que acontece se cair a conexão?", "Como eu desfaço isso?",
		}},
		{"left before the end", decision.Completeness, []string{
			"Still a TODO in here.", "Only covers the happy path.", "It stops after step 4.", "You forgot the attachment.",
			"Esqueceu o anexo.", "Só cobre o caminho feliz.", "Parou no passo 4.",
		}},
		{"not what was asked", decision.Relevance, []string{
			"Not what I asked for.", "I asked for a summary and got a translation.", "This has nothing to do with the ticket.", "Nobody asked for this.",
			"Não foi isso que eu pedi.", "Isso nada tem a ver com o chamado.", "Ninguém pediu isso.",
		}},
		{"not for us", decision.Relevance, []string{
			"We don't use Docker.", "This is about another product.", "That's not our audience.", "A gente não usa isso.", "É de outro produto.", "Não é nosso público.",
		}},
		{"not needed here", decision.Relevance, []string{
			"Why is this needed?", "This is unused, please remove it.", "Belongs in a separate PR.", "Not necessary.",
			"Por que isso é necessário?", "Não é usado, remove.", "Faz isso em outro PR.", "Desnecessário.",
		}},
		{"neither of these", decision.OtherReason, []string{
			"LGTM, thanks!", "nit: trailing whitespace", "I don't like the tone.", "Duplicate of #12.", "Needs a rebase.", "The licence doesn't allow this.",
			"This is slow.", "There's a password in this file.", "Not now, we're in a freeze.", "Ask Anna.", "Could use a map here.",
			"Não gostei do tom.", "Duplicado.", "Precisa de rebase.", "A licença não permite.", "Isso é lento.", "Tem senha no código.", "Agora não.", "Pergunta pra Ana.",
			"Blue.", "The gazebo!", "asdf", "...", "https://kbgate.org/x", "`x`", "Azul.",
		}},
	}
	const least = 0.60
	c := NewCategorizer(nil, new(Model))
	for _, table := range tables {
		for _, reason := range table.reasons {
			got := c.Explain(reason)
			if got.Basis == decision.ByKeyword {
				t.Errorf("%s: %q holds a keyword", table.construction, reason)
			}
			// How sure the model is of a bare phrase is the bar's concern: what it proposes has to be right.
			proposed := got.Category
			if table.category != decision.OtherReason && got.Proposal.Probability >= least && got.Proposal.Complaint >= ComplaintBar {
				proposed = got.Proposal.Category
			}
			if proposed != table.category {
				t.Errorf("%s: %q is %s, %+v", table.construction, reason, got.Category, got.Proposal)
			}
		}
	}
}
