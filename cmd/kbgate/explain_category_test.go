package main

import (
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/learn"
)

// People read what decided, how sure it was and how sure it has to be, and where each word's weight is from.
func TestExplainedText(t *testing.T) {
	model := new(learn.Model)
	for range 8 {
		model.LearnStems(learn.Stems("I got lost in the gazebo where they confer"), decision.Clarity)
	}
	c := learn.NewCategorizer(nil, model)
	for reason, want := range map[string][]string{
		"zzyzx":                          {"other: nothing decides: no keyword stands there, and the model knows too little of its words\n", "\nthe model, made from the lexicon and 8 reasons whose category people have set, knows none of these words\n"},
		"I got lost in it":               {"clarity: decided by the model, which is ", " % sure (70 % are needed)\n", `"lost", from the lexicon and 8 reasons of this store` + "\n"},
		"the gazebo is it":               {`"gazebo", from 8 reasons of this store` + "\n"},
		"the confer is it":               {`"confer", from 8 reasons of this store` + "\n"}, // the lexicon of Portuguese knows it
		"hard to follow":                 {`"follow", from the lexicon` + "\n"},
		"not broken":                     {"other: nothing decides: its keywords are denied", `keyword "broken": examples, denied by "not"`},
		"the example is broken":          {`examples: decided by the keyword "example"` + "\n"},
		"Examples are too vague":         {`examples: decided by the keyword "example"; keywords of specificity stand there, too` + "\n"},
		"don't follow":                   {`"follow" (denied), from the lexicon` + "\n"},
		"":                               {"other: nothing decides: no reason is given\n"},
		"applies to RabbitMQ, not Kafka": {`relevance: decided by the keyword`},
	} {
		e := explained{Explanation: c.Explain(reason), Missing: learn.IsMissing(reason)}
		for _, part := range want {
			if text := e.text(); !strings.Contains(text, part) {
				t.Errorf("%q: %q is not in\n%s", reason, part, text)
			}
		}
	}
}
