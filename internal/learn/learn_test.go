package learn

import (
	"slices"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/decision"
)

// documentExamples are the reasons of the contract, with what it says of them.
var documentExamples = []struct {
	rejection decision.Summary
	category  decision.Category
	also      []decision.Category
	action    string
}{
	{rejection("skill", "kafka-basics.md", "Kafka examples return errors"), "examples", nil, "Test Kafka commands in Docker before showing"},
	{rejection("skill", "", "Kafka examples return errors"), "examples", nil, "Test Kafka commands in Docker before showing"},
	{rejection("skill", "kafka-basics.md", "Too generic, no real examples"), "specificity", nil, "Add concrete Kafka use cases (pub/sub, streaming)"},
	{rejection("skill", "", "Too generic, no real examples"), "specificity", nil, "Add concrete use cases and scenarios"},
	{rejection("skill", "kafka-basics.md", "Structure is confusing"), "clarity", nil, "Simplify skill structure, use clear headings"},
	{rejection("skill", "kafka-basics.md", "Missing configuration section"), "completeness", nil, "Verify configuration section is present"},
	{rejection("skill", "kafka-basics.md", "Applies to RabbitMQ, not Kafka"), "relevance", nil, "Ensure artifact matches Kafka specifically"},
	{rejection("skill", "", "Applies to RabbitMQ, not Kafka"), "relevance", nil, "Ensure artifact matches Kafka specifically"},
	{rejection("skill", "", "Examples are vague and incomplete"), "examples", []decision.Category{"specificity", "completeness"}, "Validate all code examples"},
	{rejection("skill", "", "I just don't like it"), "other", nil, "Review: i just don't like it"},
	{rejection("skill", "", ""), "other", nil, "Review: unclear issue"},
	{rejection("skill", "", "No reason provided"), "other", nil, "Review: unclear issue"},
	{rejection("skill", "", "Examples are wrong"), "examples", nil, "Validate all code examples"},
	{rejection("skill", "", "Examples are incomplete"), "examples", []decision.Category{"completeness"}, "Validate all code examples"},
	{rejection("skill", "", "Examples don't work"), "examples", nil, "Validate all code examples"},
	{rejection("skill", "redis-cache.md", "Examples don't work correctly"), "examples", nil, "Validate all code examples in Docker"},
	{rejection("skill", "", "Exemplos incorretos"), "examples", nil, "Validate all code examples"},
}

func TestDocument(t *testing.T) {
	c := NewCategorizer(nil, new(Model))
	for _, test := range documentExamples {
		got := c.Categorize(test.rejection.Reason)
		if got.Category != test.category || !slices.Equal(got.Also, test.also) {
			t.Errorf("%q: %s, also %s; want %s, also %s", test.rejection.Reason, got.Category, got.Also, test.category, test.also)
		}
		if action := actionFor(test.rejection, got.Category); action != test.action {
			t.Errorf("%q of %q: %q, want %q", test.rejection.Reason, test.rejection.Name, action, test.action)
		}
	}
}

// Every keyword of the contract gives its category, whatever its case, accents and apostrophes.
func TestKeywords(t *testing.T) {
	c := NewCategorizer(nil, nil)
	all := 0
	for _, list := range newKeywords(nil) {
		for _, k := range list {
			all++
			for _, form := range []string{
				k.phrase, strings.ToUpper(k.phrase), "(" + k.phrase + ")!", "x, " + k.phrase + ".", strings.ReplaceAll(k.phrase, "'", "’"),
				strings.ReplaceAll(k.phrase, "'", ""), strings.ReplaceAll(k.phrase, " ", "\n"), strings.ReplaceAll(k.phrase, "n't", " not"),
				strings.NewReplacer("nao", "na\u0303o", "generico", "genérico", "ambiguo", "ambíguo", "dificil", "difícil").Replace(k.phrase),
			} {
				// A line break ends a clause, and with it a phrase.
				if strings.Contains(form, "\n") {
					continue
				}
				if got := c.Categorize(form); got.Category != k.category || got.Basis != decision.ByKeyword {
					t.Errorf("%q: %+v, want %s", form, got, k.category)
				}
			}
		}
	}
	if all != 56 {
		t.Errorf("%d keywords", all)
	}
}

func TestCategorize(t *testing.T) {
	c := NewCategorizer(map[string][]string{"clarity": {"what does \"it\" mean"}, "other": {"too late"}}, nil)
	tests := []struct{ reason, want string }{
		// Word starts, and words of their own.
		{"the exampleS", "examples"}, {"counterexample", "other"}, {"debugging", "other"}, {"vaguely worded", "specificity"},
		{"broadcast the event", "other"}, {"too broad", "specificity"}, {"Faltam testes", "completeness"}, {"falta um teste", "completeness"},
		// Phrases.
		{"out-of-scope", "relevance"}, {"out. of scope", "other"}, {"It doesn’t really work", "other"}, {"isso não se aplica aqui", "relevance"},
		{"it does not apply", "relevance"}, {"doesn`t have a licence", "completeness"}, {"NÃO FUNCIONA", "examples"},
		// Denial.
		{"no examples", "other"}, {"nothing wrong here, but too late", "other"}, {"not wrong, but vague", "specificity"},
		{"There are no errors. It is unclear", "clarity"}, {"no errors, unclear", "clarity"}, {"sem exemplos reais", "other"},
		{"erro no exemplo", "examples"}, {"não está errado, mas é confuso", "clarity"}, {"not only wrong", "examples"},
		{"I cannot run the example", "examples"}, {"no idea what this example does", "examples"}, {"não só incompleto", "completeness"},
		{"none of the examples run", "examples"}, {"não há nada errado", "other"}, {"isn't broken", "other"}, {"not vague", "other"},
		{"não é genérico", "other"}, {"não tem exemplos", "completeness"}, {"is not not specific", "specificity"},
		// Applies to X, not Y.
		{"This is about Redis, not Memcached", "relevance"}, {"covers the Python client instead of the Go client", "relevance"},
		{"É para Postgres, não para MySQL", "relevance"}, {"fala de RabbitMQ em vez de Kafka", "relevance"}, {"written for operators and not for developers", "relevance"},
		{"It is for beginners, not enough depth", "other"}, {"applies to RabbitMQ, not wrong", "other"}, {"does not apply to all, not bad", "relevance"},
		{"trata do Kafka, não do RabbitMQ", "relevance"}, {"about time, not clear", "other"},
		// From the configuration.
		{"What does it mean?", "clarity"}, {"came too late", "other"},
		{"", "other"}, {"???", "other"}, {"\xff\xfe", "other"},
	}
	for _, test := range tests {
		if got := c.Categorize(test.reason); string(got.Category) != test.want {
			t.Errorf("%q: %+v, want %s", test.reason, got, test.want)
		}
	}
	if got := c.Categorize("came too late"); got.Basis != decision.ByKeyword {
		t.Errorf("a keyword of `other` decides too: %+v", got)
	}
}

func TestExplain(t *testing.T) {
	var m Model
	m.Learn("the tone is off", decision.OtherReason)
	c := NewCategorizer(nil, &m)
	e := c.Explain("Too generic, no real examples")
	if e.Category != decision.Specificity || len(e.Matches) != 2 || e.Matches[1].DeniedBy != "no" || e.Matches[1].Phrase != "example" {
		t.Errorf("%+v", e)
	}
	e = c.Explain("I got lost, hard to follow")
	if e.Category != decision.Clarity || e.Basis != decision.ByModel || e.Proposal == nil || e.Proposal.Learned != 1 || e.Proposal.Words[0].Weight <= 0 {
		t.Errorf("%+v %+v", e, e.Proposal)
	}
	for _, reason := range []string{"", NoReason, "wrong", "tone", "I just don't like it"} {
		if got, want := c.Explain(reason).Assignment, c.Categorize(reason); got.Category != want.Category || got.Basis != want.Basis {
			t.Errorf("%q: %+v, but Categorize says %+v", reason, got, want)
		}
	}
}
