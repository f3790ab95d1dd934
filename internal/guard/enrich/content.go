package enrich

import (
	"strings"

	"github.com/kbgate/kbgate/internal/draft"
	"github.com/kbgate/kbgate/internal/guard/words"
)

// Confidence of what a person took part in, 0.65 to 0.85. What somebody said or read is known of that person; a name on the list of an
// event tells that they were there; a publication or a group in which they were found may have been about anybody.
const (
	ofEngagement  = 0.85
	ofEvent       = 0.75
	ofPublication = 0.65
)

// contentEngagement extracts what a person read, said or went to. How a list was bought, from a job board say, is no signal.
func contentEngagement(lead *draft.Lead) []Signal {
	var signals []Signal
	if contents(lead.EngagementContent, lead) > 0 {
		signals = append(signals, Signal{ContentEngagement, lead.EngagementContent, ofEngagement, "engagement_content", true})
	}
	for _, s := range seen(ContentEngagement, lead) {
		confidence := ofEngagement
		if hasAny(words.Of(s.Type), events) {
			confidence = ofEvent
		}
		signals = append(signals, Signal{ContentEngagement, s.Value, confidence, FromSignals, true})
	}
	if contents(lead.SourceName, lead) == 0 {
		return signals
	}
	switch source := words.Of(lead.SourceType); {
	case hasAny(source, events):
		signals = append(signals, Signal{ContentEngagement, lead.SourceName, ofEvent, "source_name", true})
	case hasAny(source, publications):
		signals = append(signals, Signal{ContentEngagement, lead.SourceName, ofPublication, "source_name", false})
	}
	return signals
}

// The beginnings of the words of a source's type.
var (
	events = strings.Fields(`event webinar conferenc summit expo expos exhibit fair fairs show shows congress meetup workshop seminar podcast talk talks speaker
		panel course evento feira congresso palestra jornada encontro curso cursos forum`)
	publications = strings.Fields(`post posts comment liker like likes blog blogs report article download whitepaper ebook content group community follower newsletter
		visitor comentario postagem artigo relatorio publicacao grupo comunidade seguidor boletim visita`)
)

func hasAny(list []words.Word, beginnings []string) bool {
	for _, w := range list {
		if startsWithAny(w.Folded, beginnings) {
			return true
		}
	}
	return false
}
