package gate

// BrokenWikiLinks is to be written.
var BrokenWikiLinks = &Gate{
	ID:       "broken_wiki_links",
	Title:    "Wiki link validity",
	Severity: Warning,
	Fixable:  true,
	Run:      func(p *Pass) {},
}
