package score

import "strings"

// set is a set of folded words: lower case, without accents, contractions spelled out.
type set map[string]bool

func setOf(words string) set {
	s := set{}
	for _, w := range strings.Fields(words) {
		s[w] = true
	}
	return s
}

// The words of the rubric, English and Portuguese together: a prompt often mixes both, and no word of one means another part in the other.
var (
	// tasks are verbs that ask for work, as prompts begin with them.
	tasks = setOf("add build change check classify clean compare compute convert count create cut debug decide delete describe design draft draw edit estimate evaluate explain extract " +
		"find fix format generate give group handle identify implement improve list make mark merge migrate move optimize optimise outline parse plan port prepare produce propose rank read " +
		"recommend refactor remove rename reorder rephrase replace reply report research resolve review rewrite run score send set shorten simplify sort split suggest summarize summarise tag test " +
		"translate update upgrade use validate verify write " +
		"annotate apply archive arrange automate book calculate collect combine condense configure connect copy cover deploy develop disable discuss document enable encrypt enter expand export fetch fill filter finish fit " +
		"import increase install integrate introduce investigate launch load log look map measure modify monitor name open pack paraphrase pick plot proofread publish pull push rate recalculate record reduce " +
		"release reorganize reorganise rotate save scan schedule search select separate show simulate sketch solve sum support teach tell trim turn visualize visualise wrap " +
		"agenda agende aplica aplique arruma arrume automatiza automatize baixa baixe busca busque configura configure constroi construa copia copie desenvolve desenvolva documenta documente exporta exporte importa importe " +
		"inclui inclua instala instale investiga investigue junta junte liga ligue mede mapeia mapeie procura procure publica publique reduz reduza soma some usa use " +
		"adiciona adicione adicionar acrescenta acrescente ajusta ajuste altera altere analisa analise analisar apaga atualiza atualize avalia avalie calcula calcule classifica classifique " +
		"compara compare conta converte converta corrige corrija corrigir cria crie criar descreve descreva desenha divide elabora elabore encontra encontre encurta encurte escreve escreva " +
		"escrever estima estime explica explique explicar extrai extraia faz faca fazer filtra filtre formata formate gera gere gerar identifica identifique implementa implemente implementar " +
		"implementem indica lista liste listar melhora melhore melhorar migra migre monta monte move muda mude organiza organize otimiza prepara prepare preparar propoe proponha recomenda " +
		"redige redija refatora refatore remove remova renomeia renomeie reescreve reescreva responde responda resume resuma resumir reve revisa revise revisar separa separe simplifica sugere " +
		"sugira traduz traduza traduzir troca troque valida valide verifica verifique")

	limits = setOf("must only never without keep unless except limit maximum minimum max min exactly cannot avoid least most under within forbidden exclude excluding preserve retain unchanged " +
		"deve devem so apenas nunca sem manter mantem mantenha exceto maximo minimo exatamente evita evite limite preservar preserva preserve inalterado inalterada proibido somente ate menos mais")

	outcomes = setOf("return returns returned should expected expect output result results shows show yields then instead becomes stays responds raises prints contains containing columns format " +
		"deliver deliverable end ends produces means when whenever success successful done " +
		"devolve devolver devolva retorna retornar retorne deve esperado esperada espera saida resultado resultados mostra mostrar mostre entao fica ficar responde formato colunas entrega " +
		"entregavel quando termina contem contendo pronto")

	examples = setOf("example examples eg ie such sample instance like exemplo exemplos tal tipo ex amostra")

	checks = setOf("test tests tested check checks verify verified verification confirm validate acceptance criteria ensure assert prove passes pass passing compare reproduce coverage benchmark " +
		"teste testes testar verifica verificar verifique confirma confirmar confirme valida validar aceitacao criterio criterios garante garantir garanta passa passam compara comparar reproduz")

	reasons = setOf("because since currently today now today's already from audience readers reader users user customer customers team for version using context background where who " +
		"porque pois atualmente hoje ja publico leitor leitores usuario usuarios utilizador utilizadores cliente clientes equipe equipa para versao usando contexto onde quem")

	// empty words make a prompt longer and say nothing of the work.
	empty = setOf("please kindly thanks thank great amazing awesome best possible robust scalable world-class professional high-quality quality really very super perfect perfectly nice " +
		"careful carefully important basically actually just hope hello hi dear appreciate whatever something stuff things somehow etc good better proper properly nicely beautiful elegant " +
		"sensible sensibly reliable holistic nuanced engaging deeply holistically impactful insightful vibrant landscape world haha lol obviously definitely certainly " +
		"sensato sensata fiavel confiavel holistico holistica impactante envolvente obviamente certamente " +
		"wonderful excellent outstanding comprehensive seamless cutting-edge state-of-the-art everything anything feel free guru expert genius rockstar ninja breath deep love magic shine wow " +
		"favor obrigado obrigada otimo otima incrivel melhor possivel robusto robusta escalavel profissional qualidade muito super perfeito perfeita cuidado importante basicamente espero ola " +
		"oi caro agradeco coisa coisas algo bom boa bonito elegante maravilhoso excelente completo abrangente tudo qualquer sinta-se livre capricha caprichado show top")

	// wants are what a person says of what is to be.
	wants = setOf("want need must should expect prefer require quero queria preciso precisamos deve devem queremos espero prefiro")

	// joins begin a further task.
	joins = setOf("also additionally furthermore besides oh btw tambem ademais alem aproveita aproveite")
)

// IsTask reports whether a folded word is a verb that asks for work.
func IsTask(word string) bool { return tasks[word] }
