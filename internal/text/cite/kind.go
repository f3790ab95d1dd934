package cite

import "github.com/kbgate/kbgate/internal/text"

// kind tells from an item's words whose word it is.
func (l *list) kind(from, to int) Kind {
	for i := from; i < to; i++ {
		t := &l.tokens[i]
		if !t.is(cause) {
			continue
		}
		var next text.Word
		if i+1 < to {
			next = l.tokens[i+1].Word
		}
		switch {
		case decks.Has(t.Word):
			return Pitch
		case investors.Has(t.Word) && presentations.Has(next):
			return Pitch
		case presentations.Has(t.Word) && next.Hash == wordTo && i+2 < to && investors.Has(l.tokens[i+2].Word):
			return Pitch
		case t.Hash == wordData && next.Hash == wordRoom, t.Hash == wordDemo && next.Hash == wordDay:
			return Pitch
		case whitepapers.Has(t.Word) || t.Hash == wordWhite && papers.Has(next):
			if !l.official(from, to) {
				return Pitch
			}
		case (t.Hash == wordPress || t.Hash == wordNews) && releases.Has(next), t.Hash == wordCompany && next.Hash == announcement:
			return PressRelease
		case t.Hash == wordLaunch && launches.Has(next), next.Hash == wordPager, t.Hash == wordEarnings && next.Hash == wordCall,
			t.Hash == wordPresident && next.Hash == wordOf, t.Hash == wordManaging && next.Hash == wordDirector:
			return Founder
		case teasers.Has(t.Word):
			return Pitch
		case (t.Hash == wordInternal || t.Hash == wordInhouse) && stories.Has(next):
			return SelfReported
		case t.Hash == wordCase && (next.Hash == wordStudy || next.Hash == wordStudies) && !l.signed(from, to) && l.tokens[from].name():
			return Marketing
		case t.Hash == wordAMA, l.chief(i, to):
			return Founder
		case sellers.Has(t.Word),
			(t.Hash == wordProduct || t.Hash == wordLanding) && pages.Has(next),
			(t.Hash == wordCustomer || t.Hash == wordSuccess) && next.Hash == story,
			t.Hash == wordApp && next.Hash == wordStore:
			return Marketing
		case selfReports.Has(t.Word),
			(t.Hash == wordCompany || t.Hash == wordCorporate || t.Hash == wordOwn) && blogs.Has(next),
			t.Hash == wordCustomer && stories.Has(next),
			virtues.Has(t.Word) && next.Hash == report,
			periods.Has(t.Word) && (next.Hash == update || next.Hash == updates),
			parties.Has(t.Word) && l.says(from, to):
			return SelfReported
		}
	}
	return Outside
}

var (
	announcement  = text.HashOf("announcement")
	story         = text.HashOf("stories")
	report        = text.HashOf("report")
	update        = text.HashOf("update")
	updates       = text.HashOf("updates")
	wordDemo      = text.HashOf("demo")
	wordLaunch    = text.HashOf("launch")
	wordPager     = text.HashOf("one-pager")
	wordEarnings  = text.HashOf("earnings")
	wordCall      = text.HashOf("call")
	wordPresident = text.HashOf("president")
	wordManaging  = text.HashOf("managing")
	wordDirector  = text.HashOf("director")
	wordInternal  = text.HashOf("internal")
	wordInhouse   = text.HashOf("in-house")
	wordStudy     = text.HashOf("study")
	wordStudies   = text.HashOf("studies")
	teasers       = text.NewSet("teaser", "one-pager", "roadshow", "datasheet", "tokenomics")
	launches      = text.NewSet("post", "page", "event", "video", "announcement", "thread", "keynote", "blog", "presentation")
	officers      = text.NewSet("executive", "executives", "scientist", "technology", "technical", "medical", "product", "operating", "marketing", "financial", "science", "commercial", "revenue", "growth", "data", "officer")
	wordDay       = text.HashOf("day")
	wordSuccess   = text.HashOf("success")
	wordApp       = text.HashOf("app")
	wordStore     = text.HashOf("store")
	whitepapers   = text.NewSet("whitepaper", "white-paper", "whitepapers")
	virtues       = text.NewSet("impact", "sustainability", "transparency", "progress")
	periods       = text.NewSet("community", "monthly", "quarterly")
	parties       = text.NewSet("company", "startup", "start-up", "manufacturer", "maker", "supplier", "provider")
	offices       = text.NewSet("academy", "agency", "bank", "bureau", "commission", "council", "court", "department", "government",
		"institute", "ministry", "office", "parliament", "university", "union", "authority", "oecd", "imf", "who", "nber")
)

// official reports whether an item names a public body, whose white paper sells nothing.
func (l *list) official(from, to int) bool {
	for i := from; i < to; i++ {
		if offices.Has(l.tokens[i].Word) {
			return true
		}
	}
	return false
}

// says reports whether an item is something that a firm says: its blog, report or case study.
func (l *list) says(from, to int) bool {
	for i := from; i < to; i++ {
		if statements.Has(l.tokens[i].Word) {
			return true
		}
	}
	return false
}

var statements = text.NewSet("blog", "website", "site", "statement", "announcement", "report", "figures", "numbers", "metrics", "study",
	"data", "dashboard", "documentation", "docs", "post", "article", "page")

// chief reports whether the word at i is the role of one who speaks for his firm, and not the subject of a study
// ("CEO survey", "founder/operator pack").
func (l *list) chief(i, to int) bool {
	t := &l.tokens[i]
	if t.Hash == wordChief && i+1 < to && officers.Has(l.tokens[i+1].Word) {
		return true
	}
	if !chiefs.Has(t.Word) || t.sep&sepSlash != 0 {
		return false
	}
	return i+1 == to || l.tokens[i+1].sep&sepSlash == 0 && !l.tokens[i+1].is(study)
}
