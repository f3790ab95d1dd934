package gate

// FactualDiscrepancy is to be written.
var FactualDiscrepancy = &Gate{
	ID:       "factual_discrepancy",
	Title:    "Factual accuracy",
	Severity: Blocking,
	Run:      func(p *Pass) {},
}
