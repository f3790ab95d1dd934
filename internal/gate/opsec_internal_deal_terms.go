package gate

// OpsecInternalDealTerms is to be written.
var OpsecInternalDealTerms = &Gate{
	ID:       "opsec_internal_deal_terms",
	Title:    "OPSEC",
	Severity: Blocking,
	Run:      func(p *Pass) {},
}
