package clause

import (
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/lang"
)

func TestOf(t *testing.T) {
	for _, c := range []struct {
		language lang.Language
		title    string
		want     Judgement
		judged   bool
	}{
		{lang.English, "markets price risk", Judgement{Verb: "price"}, true},
		{lang.English, "the aroma of oolong", Judgement{}, true},
		{lang.Portuguese, "a chuva encarece o feijão", Judgement{Verb: "encarece"}, true},
		{lang.Portuguese, "a compra de sementes", Judgement{Suspect: "compra"}, true},
		{lang.Other, "la pluie", Judgement{}, false},
		{lang.Unknown, "rain", Judgement{}, false},
	} {
		if got, judged := Of(c.language, c.title); got != c.want || judged != c.judged {
			t.Errorf("%v %q: %+v, %v, want %+v, %v", c.language, c.title, got, judged, c.want, c.judged)
		}
	}
}

// A title that is made to be slow costs no more than others.
func TestOfIsBounded(t *testing.T) {
	start := time.Now()
	for _, part := range []string{"(", "a-", "que ", "se-", "é ", ": ", "the more ", "\xe2\x80"} {
		for _, language := range []lang.Language{lang.English, lang.Portuguese} {
			Of(language, strings.Repeat(part, 1<<20))
		}
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("hostile titles took %v", took)
	}
}
