package cite

import "github.com/kbgate/kbgate/internal/text"

// kind tells from an item's words whose word it is.
func (l *list) kind(from, to int) Kind {
	for i := from; i < to; i++ {
		t := &l.tokens[i]
		if !t.is(cause) || l.subject(i, from, to) {
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
		case spokesmen.Has(t.Word), t.Hash == wordPress && desks.Has(next):
			return PressRelease
		case t.Hash == wordCommissioned && next.Hash == wordByWord && !l.official(i, to):
			return SelfReported
		case t.Hash == wordOwn && l.soon(i+1, min(i+4, to), ownFigures):
			return SelfReported
		case clients.Has(t.Word) && surveys.Has(next) && i > from && !l.signed(from, to) && !l.official(from, to) && !agencies.Has(l.tokens[from].Word):
			return SelfReported
		case t.Hash == wordManaging && next.Hash == wordPartner, l.executive(i, from, to):
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
			(t.Hash == wordProduct || t.Hash == wordLanding) && (pages.Has(next) || launches.Has(next)),
			(t.Hash == wordCustomer || t.Hash == wordSuccess) && (next.Hash == story || next.Hash == singleStory),
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
	announcement     = text.HashOf("announcement")
	story            = text.HashOf("stories")
	report           = text.HashOf("report")
	update           = text.HashOf("update")
	updates          = text.HashOf("updates")
	wordDemo         = text.HashOf("demo")
	wordLaunch       = text.HashOf("launch")
	wordPager        = text.HashOf("one-pager")
	wordEarnings     = text.HashOf("earnings")
	wordCall         = text.HashOf("call")
	wordPresident    = text.HashOf("president")
	wordManaging     = text.HashOf("managing")
	wordDirector     = text.HashOf("director")
	wordInternal     = text.HashOf("internal")
	wordInhouse      = text.HashOf("in-house")
	wordStudy        = text.HashOf("study")
	wordStudies      = text.HashOf("studies")
	teasers          = text.NewSet("teaser", "one-pager", "roadshow", "datasheet", "tokenomics")
	launches         = text.NewSet("post", "page", "event", "video", "announcement", "thread", "keynote", "blog", "presentation")
	officers         = text.NewSet("executive", "executives", "scientist", "technology", "technical", "medical", "product", "operating", "marketing", "financial", "science", "commercial", "revenue", "growth", "data", "officer")
	wordPartner      = text.HashOf("partner")
	wordCommissioned = text.HashOf("commissioned")
	singleStory      = text.HashOf("story")
	spokesmen        = text.NewSet("spokesperson", "spokesman", "spokeswoman", "newsroom", "spokespeople")
	desks            = text.NewSet("office", "officer", "department", "contact", "desk", "team", "statement", "briefing")
	ownFigures       = text.NewSet("survey", "surveys", "data", "panel", "portfolio", "customers", "users", "clients", "subscribers", "listeners", "study", "benchmark", "benchmarks", "telemetry", "analysis", "report", "reports", "experience", "measurements", "tests", "trial", "results", "records", "logs")
	clients          = text.NewSet("customer", "client", "buyer")
	surveys          = text.NewSet("survey", "surveys", "poll", "feedback", "satisfaction", "interviews")
	leads            = text.NewSet("head", "director", "manager", "vp", "president", "chairman", "chairwoman", "chair", "owner", "executive", "officer", "chief", "boss", "partner", "lead")
	wordDay          = text.HashOf("day")
	wordSuccess      = text.HashOf("success")
	wordApp          = text.HashOf("app")
	wordStore        = text.HashOf("store")
	whitepapers      = text.NewSet("whitepaper", "white-paper", "whitepapers")
	virtues          = text.NewSet("impact", "sustainability", "transparency", "progress")
	periods          = text.NewSet("community", "monthly", "quarterly")
	parties          = text.NewSet("company", "startup", "start-up", "manufacturer", "maker", "supplier", "provider")
	offices          = text.NewSet("academy", "agency", "bank", "bureau", "commission", "council", "court", "department", "government",
		"institute", "ministry", "office", "parliament", "university", "union", "authority", "oecd", "imf", "who", "nber")
)

// subject reports whether the word at i says what a work is about, not whose word it is: "interviews with 30 founders",
// and the capitals in the title of a scholarly work.
func (l *list) subject(i, from, to int) bool {
	t := &l.tokens[i]
	if i > from && chiefs.Has(t.Word) && l.source[t.End-1] == 's' {
		before := &l.tokens[i-1]
		plain := before.Traits&text.Capital == 0 && !before.is(creator|origin) && !joining.Has(before.Word)
		return plain || before.Traits&text.HasDigit != 0
	}
	if t.Traits&text.Capital == 0 || t.depth > 0 || !l.signed(from, to) || decks.Has(t.Word) || t.Is(text.AllCaps) {
		return false
	}
	start := i
	for start > from && l.tokens[start].sep&sepComma == 0 {
		start--
	}
	capitals := 0
	for j := start; j < l.segmentEnd(start) && j < to; j++ {
		if l.tokens[j].Traits&text.Capital != 0 && l.tokens[j].depth == 0 {
			capitals++
		}
	}
	return start > from && capitals > 2 || l.traits(from, to).published && start > from
}

var joining = text.NewSet("the", "its", "their", "both", "two", "three")

// executive: "Tidewell's head of growth", "Northline's HR director".
func (l *list) executive(i, from, to int) bool {
	if !leads.Has(l.tokens[i].Word) || l.official(from, to) {
		return false
	}
	for j := i - 1; j >= from && j > i-4; j-- {
		if t := &l.tokens[j]; isPossessive(l.source, t.Word) {
			return t.name()
		}
	}
	return false
}

// soon reports whether one of some words stands among the tokens from..to.
func (l *list) soon(from, to int, words text.Set) bool {
	for i := from; i < to; i++ {
		if words.Has(l.tokens[i].Word) {
			return true
		}
	}
	return false
}

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
