package role

import (
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/lang"
)

func TestFindKnowsTitles(t *testing.T) {
	for want, titles := range map[string]string{
		"executive":              "CEO; Founder; Co-Founder & CEO; Managing Director; Owner; President; Diretor-Geral; Diretora Geral; Sócio-gerente; Proprietária; Fundador(a)",
		"technology":             "CTO; C.T.O.; VP Engineering; VP of Engineering; Vice President, Engineering; Head of Engineering; Engineering Manager; Senior Software Engineer; Diretora de Engenharia; Head de Engenharia; Gerente de Desenvolvimento; Programadora",
		"information_technology": "CIO; IT Manager; Head of IT; Gerente de TI; Diretor(a) de Tecnologias de Informação; Coordenadora de TI; Analista de Sistemas; Systems Administrator",
		"security":               "CISO; Head of Information Security; Gerente de Segurança da Informação",
		"data":                   "Head of Data; Senior Data Scientist; Director of Data & Analytics; Cientista de Dados; Gerente de Business Intelligence",
		"product":                "CPO; Product Manager; VP Product; Gerente de Produto; Head of Product",
		"finance":                "CFO; Finance Director; VP Finance; Controller; Treasurer; Diretor Financeiro; Diretora financeira; Gerente de Contas a Pagar; Contadora; Tesoureiro; Coordenador(a) Financeiro(a)",
		"legal":                  "General Counsel; Head of Legal; Diretora Jurídica; Gerente Jurídico; Advogada",
		"compliance":             "Chief Compliance Officer; Data Protection Officer; Gerente de Compliance; Encarregada de Proteção de Dados",
		"sales":                  "VP Sales; Vice President of Sales; VP, Sales; SDR Manager; Head of Sales; CRO; Account Executive; Diretor Comercial; Gerente de Vendas; Diretora de Vendas; Vice-presidente de Vendas; Executivo de Contas",
		"revenue_operations":     "RevOps; Head of RevOps; Revenue Operations Manager; Gerente de RevOps; Sales Ops Lead",
		"marketing":              "CMO; VP Marketing; Head of Growth; Demand Generation Manager; Diretora de Marketing; Coordenador de Marketing; Analista de CRM; Gestora de Conteúdo",
		"communications":         "Communications Officer; PR Manager; Head of Communications; Assessora de Imprensa; Gerente de Comunicação",
		"ecommerce":              "E-commerce Manager; Ecommerce Director; Gerente de E-commerce; Head of Marketplace",
		"customer_service":       "Customer Success Manager; VP Customer Success; Head of Support; Gerente de Atendimento; Coordenadora de SAC; Diretora de Customer Experience",
		"operations":             "COO; VP Operations; Operations Manager; Diretor(a) de Operações; Diretor de Operacoes; Gerente de Operações",
		"supply_chain":           "Supply Chain Director; VP Supply Chain; Logistics Manager; Gerente de Logística; Coordenadora de Supply Chain",
		"warehouse":              "Warehouse Manager; Chefe de Armazém; Almoxarife",
		"transport":              "Fleet Manager; Transport Manager; Gestor de Frota; Encarregado de Tráfego",
		"procurement":            "Head of Procurement; Purchasing Manager; Senior Buyer; Gerente de Compras; Compradora; Coordenadora de Licitações",
		"production":             "Plant Manager; Production Manager; Factory Manager; Gerente de Produção; Diretora Industrial; Chefe de Turno; Encarregada de Produção",
		"maintenance":            "Maintenance Manager; Head of Reliability; Gerente de Manutenção; Gerente de Manutencao; Supervisor de PCM",
		"quality":                "Quality Manager; Head of QA; Gerente de Qualidade; Coordenadora da Qualidade",
		"safety":                 "HSE Manager; Health & Safety Manager; Técnica de Segurança do Trabalho; Técnico Superior de Segurança no Trabalho",
		"sustainability":         "Head of Sustainability; ESG Manager; Diretora de Sustentabilidade; Gestor Ambiental",
		"facilities":             "Facilities Manager; Gerente de Manutenção Predial",
		"construction":           "Site Superintendent; Construction Manager; Engenheira Civil; Diretor de Obra",
		"research":               "Head of R&D; Lab Manager; Principal Investigator; Pesquisadora; Gerente de P&D",
		"human_resources":        "CHRO; HR Manager; Head of People; VP People; Gerente de RH; Diretora de Recursos Humanos; Gerente de Gente e Gestão; Analista de Departamento Pessoal",
		"recruiting":             "Senior Technical Recruiter; Head of Talent Acquisition; Coordenadora de Recrutamento e Seleção; Recrutadora",
		"payroll":                "Payroll Manager; Analista de Folha de Pagamento",
		"training":               "L&D Manager; Head of Learning; Coordenadora de Treinamento; Gestora de Formação",
		"administration":         "Office Manager; Executive Assistant; Secretária Executiva; Assistente Administrativa",
		"projects":               "PMO Lead; Project Manager; Gerente de Projetos; Gestora de Projeto",
		"education":              "Headteacher; Head Teacher; Diretora Pedagógica; Coordenador Pedagógico; Registrar",
		"health":                 "Ward Manager; Chief Nursing Officer; Medical Director; Enfermeira-chefe; Diretora Clínica; Diretor do Serviço de Neurologia",
		"practice":               "Practice Owner; Practice Manager; Dentist; Gestora de Clínica; Médica Dentista",
		"care":                   "Registered Manager; Care Home Manager; Diretora de Lar; Assistente Social",
		"hospitality":            "Hotel Manager; Head Chef; Restaurant Manager; Gerente de Hotel; Chefe de Cozinha",
		"events":                 "Events Manager; Museum Director; Gestora de Enoturismo; Coordenador de Eventos",
		"retail":                 "Store Manager; Retail Director; Gerente de Loja; Gerente Regional de Lojas",
		"property":               "Property Manager; Lettings Manager; Corretora de Imóveis",
		"government":             "Town Clerk; City Manager; Secretária Municipal de Obras; Prefeita; Vereador",
		"agriculture":            "Farm Manager; Winemaker; Enóloga; Engenheiro Agrónomo; Engenheira Agrônoma",
		"fundraising":            "Head of Fundraising; Grants Manager; Coordenadora de Captação de Recursos",
		"insurance":              "Claims Manager; Underwriter; Gestora de Sinistros; Corretor de Seguros",
		"banking":                "Head of Lending; Branch Banking Manager; Analista de Crédito",
	} {
		for title := range strings.SplitSeq(titles, "; ") {
			for _, written := range []string{title, strings.ToUpper(title), "Senior " + title} {
				if got := Find(written); len(got) == 0 || got[0].Name != want {
					t.Errorf("%s is %v, want %s", written, got, want)
				}
			}
		}
	}
}

func TestFindDoesNotGuess(t *testing.T) {
	for _, title := range []string{"", " ", "Manager", "Director", "Diretor(a)", "Gerente", "Coordenadora", "VP", "Vice President", "Vice-Presidente", "Head", "Analista",
		"Senior Consultant", "Ninja", "Rockstar", "Chief Happiness Wizard", "Estagiária", "...", "😀", "of the", "\xff\xfe"} {
		if got := Find(title); len(got) > 0 {
			t.Errorf("%q is %s", title, got[0].Name)
		}
	}
}

func TestFit(t *testing.T) {
	for title, want := range map[string]Fit{"VP Marketing": Whole, "Marketing Director": Whole, "Diretora de Marketing": Whole, "Head of Sales and Marketing": Whole,
		"Brand Manager, Barista Blend": Part, "Partner": Wide} {
		if got := Find(title); len(got) == 0 || got[0].Fit != want {
			t.Errorf("%s: %v, want fit %d", title, got, want)
		}
	}
	if got := Find("Data Protection Officer"); len(got) != 1 {
		t.Errorf("a longer part leaves the words within it to another role: %v", got)
	}
	if got := Find("Head of Sales and Marketing"); len(got) != 2 {
		t.Errorf("a title of two jobs tells %d roles", len(got))
	}
}

func TestDataIsWhole(t *testing.T) {
	names := map[lang.Language]map[string]bool{lang.English: {}, lang.Portuguese: {}}
	titles := map[lang.Language]int{}
	for language, data := range map[lang.Language]string{lang.English: english, lang.Portuguese: portuguese} {
		owner := map[string]string{}
		for line := range strings.Lines(data) {
			if strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "" {
				continue
			}
			role, patterns, err := read(line, language)
			if err != nil {
				t.Fatal(err)
			}
			if names[language][role.Name] {
				t.Errorf("%s has two lines in %s", role.Name, language)
			}
			names[language][role.Name] = true
			if role.Pain == "" || role.Area == "" || len(role.Duties) < 8 {
				t.Errorf("%s in %s says too little", role.Name, language)
			}
			for _, p := range patterns {
				title := strings.Join(p.words, " ")
				if by, ok := owner[title]; ok && by != role.Name && !p.wide {
					t.Errorf("%q is of %s and of %s in %s", title, by, role.Name, language)
				}
				owner[title] = role.Name
				titles[language]++
			}
		}
	}
	for name := range names[lang.English] {
		if !names[lang.Portuguese][name] {
			t.Errorf("%s has no line in Portuguese", name)
		}
	}
	for language, n := range titles {
		if len(names[language]) < 40 || n < 200 {
			t.Errorf("%s has %d roles and %d titles", language, len(names[language]), n)
		}
	}
	if len(names[lang.English]) != len(names[lang.Portuguese]) {
		t.Errorf("%d roles in English, %d in Portuguese", len(names[lang.English]), len(names[lang.Portuguese]))
	}
}

func FuzzFind(f *testing.F) {
	for _, s := range []string{"VP Marketing", "Diretor(a) de Operações", "vice vice president", "\xff", strings.Repeat("chief ", 500)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, title string) {
		first := Find(title)
		again := Find(title)
		if len(first) != len(again) || len(first) > 0 && first[0].Name != again[0].Name {
			t.Errorf("%q is read in two ways", title)
		}
		if len(first) > mostTitle {
			t.Errorf("%q tells %d roles", title, len(first))
		}
	})
}
