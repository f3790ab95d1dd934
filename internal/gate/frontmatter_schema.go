package gate

// FrontmatterSchema is to be written.
var FrontmatterSchema = &Gate{
	ID:       "frontmatter_schema",
	Title:    "Schema compliance",
	Severity: Blocking,
	Fixable:  true,
	Run:      func(p *Pass) {},
}
