package review

import "slices"

// answerSchema is the JSON Schema (draft 2020-12) of the answer to a request.
func answerSchema(r *Request) any {
	type m = map[string]any
	text := func(about string, most int) m { return m{"type": "string", "description": about, "maxLength": most} }
	share := func(about string) m { return m{"type": "number", "minimum": 0, "maximum": 1, "description": about} }
	object := func(properties m, required ...string) m {
		return m{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
	}
	list := func(of any, least int) m { return m{"type": "array", "items": of, "minItems": least} }
	var gates, claims, asked []string
	for _, q := range r.Gates {
		gates = append(gates, q.Gate)
	}
	for _, c := range r.Claims {
		claims = append(claims, c.ID)
		for _, q := range c.Questions {
			if !slices.Contains(asked, q.Question) {
				asked = append(asked, q.Question)
			}
		}
	}
	evidence := list(object(m{
		"note":  text("path of the note in which the words stand: the claim itself or one of `notes`", 1024),
		"words": text("copied from that note character by character: at least four words, or a whole field of its header", MaxQuotation),
	}, "note", "words"), 1)
	finding := object(m{
		"gate":        m{"enum": gates},
		"words":       text("the words of the claim that are at fault, copied character by character: at least four words, or a whole field of its header", MaxQuotation),
		"evidence":    evidence,
		"why":         text("one sentence: what is wrong", maxSaid),
		"do":          text("one sentence: what the author should do", maxSaid),
		"probability": share("that this house would send the claim back for this"),
	}, "gate", "words", "evidence", "do", "probability")
	claim := m{
		"claim":       m{"enum": claims},
		"probability": share("that this house would send the claim back"),
		"verdict":     m{"enum": []string{Accept, SendBack}},
		"findings":    list(finding, 0),
	}
	required := []string{"claim", "probability", "verdict", "findings"}
	if len(asked) > 0 {
		claim["questions"] = list(object(m{
			"question": m{"enum": asked},
			"holds":    m{"type": "boolean", "description": "whether the possible finding is a fault of this claim"},
			"evidence": evidence,
		}, "question", "holds", "evidence"), 0)
		required = append(required, "questions")
	}
	schema := object(m{"schema": m{"const": Schema}, "claims": list(object(claim, required...), 1)}, "schema", "claims")
	schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	return schema
}
