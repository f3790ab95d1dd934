package guard

import (
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/lang"
)

// Sentences by which a text shows what somebody answers for, and such that could stand in anybody's mail. A title stands before those
// that speak of it.
var (
	dutySentences = `
You answer for two lines with one crew.
The CFO signs the covenant report on day eight.
As CFO you sign a lease file that two auditors read.
You explain every late pallet to the retailer on Monday.
You countersign forty purchase orders before lunch.
You reorder seals from three mills and none of them answers before noon.
The COO explains each missed slot to the port.
HR calls every applicant back before Friday.
It is the CTO who gets paged when the batch fails at two.
It is the operations director who justifies each batch that is run again.
You decide on Sunday night which van stays in the yard.
You pay the penalty when the ferry leaves without the trailer.
Registered Manager | The registered manager fills the gap herself at ten at night.
Plant Manager | A plant manager stands before the auditor with a paper log.
You carry the pager for eleven clinics.
You still reconcile the till rolls by hand at six.
Each quarter you defend the write-offs before the auditors.
You chase drivers for signed delivery notes.
You lose a morning to the stock count every Tuesday.
The CIO renews four hundred licences that nobody uses.
You and one clerk match 900 delivery notes a month.
You sit with the inspector for two days each spring.
You have to tell the parents which class loses its room.
Head of Payroll | The head of payroll corrects clock-ins by hand on the 24th.
When the kiln trips, you still rewrite the shift plan at midnight.
You retype 300 bills of lading a week.
The IT manager resets forty badges each Monday.
The head of claims rereads every file above 20,000.
With two drivers short, you are pairing the night runs yourself by noon.
You are chasing four of those signatures.
You also sort the returns of nine shops.
You then owe the buyer an answer by noon.
Faz sentido, porque é o CTO que atende o telefone.
Vocês respondem por duas linhas com uma só equipa.
É a direção de operações que explica cada lote refeito.
É a equipa do CTO que descobre o erro na segunda.
É o RH que chama um por um.
O CFO assina o relatório do banco no oitavo dia.
Você confere 80 notas fiscais antes do almoço.
Vocês pagam a multa de cada contentor que fica no cais.
A direção financeira explica cada desvio ao auditor.
O departamento de compras telefona a nove fornecedores.
A equipa de manutenção troca o rolamento às três da manhã.
É o diretor de logística que justifica a multa ao cliente.
Você refaz a escala no domingo à noite.
Diretora de Enfermagem | A diretora de enfermagem tapa ela própria o turno das dez.
Gerente de Loja | É o gerente de loja que conta a caixa às dez da noite.
São os RH que corrigem à mão as horas de 120 motoristas.
A senhora assina cada guia de transporte.
O RH reescreve o contrato de 40 temporários em janeiro.
No fim do mês, vocês fecham três armazéns à mão.
A gestão de frota liga a cada motorista antes das seis.
O COO responde ao porto por cada atraso.
Vocês ainda copiam 600 leituras para o Excel.
Você também responde ao fiscal por cada lote.
É a chefia de turno que reparte seis pessoas por quatro prensas.
A equipe de cobrança manda 300 boletos por semana.
O diretor industrial explica a sucata de cada turno.
The COO defends every rejected lot before the buyer.
You release the wages of 340 pickers on the 28th.
Whoever loads the vans at five finds the error first.
It is HR that phones the agency on Sunday evening.
As plant manager you walk the line before each audit.
The head of catering throws away sixty lunches a day.
The CIO owes the board a date for the migration.
You hold the licence for nine pubs.
You must file the emissions return by the 15th.
The finance team retypes each remittance into Sage.
É o CFO que responde ao banco quando o rácio falha.
Você escala 14 enfermeiros para três alas.
A coordenação pedagógica monta 22 horários em agosto.
O senhor responde pela segurança de 80 obras.
Vocês renegociam o frete com seis transportadoras.
O RH recalcula as horas extra de cada motorista.
É a chefe de cozinha que deita fora o que sobra.
O diretor clínico justifica cada cama fechada.
Vocês têm de entregar o mapa de resíduos até 31 de março.
A equipa de armazém reconta as paletes à sexta.
`
	noDutySentences = `
Plant Manager | Given your role as plant manager, I wanted to reach out.
VP Sales | As a VP Sales you are busy.
Plant Manager | As a plant manager, you know how hard it is to do more with less.
You will save time and money with our platform.
You can book a call with me on Thursday.
You get a full report in two minutes.
You will love how simple it is.
Would you be open to a quick chat on Tuesday?
The CFO of every company wants growth.
CFOs love our dashboard.
You deserve better tools.
You and the others can achieve more in less time.
Let me know if you want to see a demo on Friday.
You may have seen the webinar of last week.
We help the CTO do more with two people.
You need a partner you can trust.
If you have 15 minutes, I can show you how.
You receive this mail because you signed up.
You reach your goals faster.
As a CEO you wear many hats.
You only pay for what you use.
You save 30% in three weeks.
You can cut costs by 30% in two months.
You run a business, not a spreadsheet.
Plant Manager | Every plant manager wants to grow.
You stay ahead of the competition.
Thank you for taking the time to read this.
You focus on growth while we handle the invoices.
With us you manage everything in one place.
You drive growth and innovation across the organisation.
You see every invoice at a glance with our platform.
Plant Manager | Plant managers like you trust us.
Did you read the mail that I sent on Monday?
You are looking for three new tools.
You are saving two hours on each invoice.
You are reading this on a Monday.
You sign two forms with us on Monday.
You file forty returns with our tool.
O CFO confere três guias connosco.
You met my colleague in Lisbon in March.
You get three months free if you sign before Friday.
The CTO dashboard is free.
You gain two hours a day.
You choose between three plans.
I hope that this mail finds you well on this Monday.
It is the CFO who benefits most.
Are you the person to speak to?
Diretora de RH | Dada a sua função de diretora de RH, quis escrever-lhe.
Como diretor de operações, você sabe como o tempo é curto.
Vocês ganham duas horas por dia.
Você pode marcar uma conversa na quinta.
Você merece uma ferramenta melhor.
A nossa plataforma ajuda o RH a crescer.
Vocês poupam 30% em três semanas.
O CFO de qualquer empresa quer crescer.
Você recebe este e-mail porque se inscreveu.
É a nossa equipa que trata de tudo.
É o RH que ganha tempo.
Com a nossa ferramenta, você controla tudo num só lugar.
Vocês têm três minutos para uma chamada?
Você teria 15 minutos na quinta?
A direção de qualquer empresa precisa de dados.
Vocês conseguem resultados em duas semanas.
Gostava de falar com a equipa de operações na terça.
Se vocês quiserem, envio três exemplos.
Você é diretor de RH.
É para o CFO que criámos isto.
A equipa de vendas fica mais feliz.
Diretora de RH | Sendo diretora de RH, imagino que a agenda esteja cheia.
Vocês usam dados para decidir?
You are one of ten leaders whom I write to.
You join 400 companies that grow with Salvia.
The CEO of Salvia founded it in 2019.
As a busy CFO you have little time.
HR teams everywhere struggle with hiring.
You handle many things each day.
The director asked me to write on Monday.
You deal with hundreds of emails every day.
A great manager inspires each employee.
You start free for two weeks.
You juggle many priorities every day.
You lead the way in your industry.
CTOs worldwide face the same three challenges.
You work hard every day.
O RH moderno precisa de três coisas.
Vocês merecem mais em cada dia.
Como CEO, você tem mil coisas na cabeça.
Você lida com muitos desafios todos os dias.
O CFO da Salvia escreve às segundas.
Você trabalha muito cada dia.
Você ainda não conhece as três vantagens?
O diretor comercial da Salvia liga na terça.
Você só paga depois de 30 dias.
Experimente e você verá a diferença em cada venda.
A equipe da Salvia responde em duas horas.
Você lidera pessoas e transforma resultados.
`
	companySentences = `
O vosso concurso 2026/114 para a recolha fechou.
You asked for the price: 240 euros.
Your tender 2026/88 asks for two bidders.
The request RFQ-20431 has your name on it.
You asked on Monday for 300 sacks at 12 euros.
Your order nr 4471 left without the second pallet.
Your complaint #2291 is still open.
O seu processo n.º 318 espera pelo parecer.
Pediu o preço de 40 cadeiras: 3.200 euros.
Vocês perguntaram quanto custam 12 licenças.
O vosso aviso nº 77 pede três propostas.
You told me that 14 beds stay empty.
Vocês disseram que 6 camiões ficam parados.
Your lot 17/2203 came back with two drums short.
A sua encomenda 2026-118 saiu na terça.
`
	noCompanySentences = `
You can reach us 24/7.
You asked for nothing, and that is fine.
You get 240 euros off.
Your savings may reach 30%.
We are certified under ISO 27001/2022 for you.
Our offer 2026/12 is for you.
Let us split it 50/50 with you.
Your year 2026/27 starts with us.
You pay 240 euros a month.
Would you have time on 12/03 for a call?
If you asked for the price of 12 seats, it is less than you think.
You are no. 1 for us.
Vocês poupam 240 euros por mês.
O nosso catálogo 2026/114 é para vocês.
Estamos disponíveis 24/7 para vocês.
Se pediu um preço a 3 empresas, compare.
A sua empresa merece o n.º 1.
Você ganha 12 euros por hora.
Your season 2026/27 comes soon.
Your data is safe under ISO 27001/2022.
`
)

func TestSentencesOfDuty(t *testing.T) {
	judgeSentences(t, dutySentences, true, func(l *letter) bool { return l.isOfDuty(l.sentences[0]) })
	judgeSentences(t, noDutySentences, false, func(l *letter) bool { return l.isOfDuty(l.sentences[0]) })
}

func TestSentencesOfCompany(t *testing.T) {
	judgeSentences(t, companySentences, true, func(l *letter) bool { return l.isOfCompany(l.sentences[0]) })
	judgeSentences(t, noCompanySentences, false, func(l *letter) bool { return l.isOfCompany(l.sentences[0]) })
}

// judgeSentences judges sentences that stand one on a line, each with its accents and without.
func judgeSentences(t *testing.T, sentences string, want bool, judge func(*letter) bool) {
	t.Helper()
	for line := range strings.Lines(strings.TrimSpace(sentences)) {
		title, s, ok := strings.Cut(strings.TrimSpace(line), " | ")
		if !ok {
			title, s = "Wizard", title
		}
		for _, said := range []string{s, lang.Unaccented(s)} {
			l := newLetter("Hi Lena,\n\n"+said+"\n\nTom", letterTo(title, "Acme", "").Lead)
			if got := len(l.sentences) > 0 && judge(l); got != want {
				t.Errorf("%s: %v", said, got)
			}
		}
	}
}
