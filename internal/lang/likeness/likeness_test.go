package likeness

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/kbgate/kbgate/internal/lang"
	"github.com/kbgate/kbgate/internal/text"
)

func sketch(title, body string) *Sketch { return sketchIn(lang.English, title, body) }

func sketchIn(l lang.Language, title, body string) *Sketch {
	var b Builder
	b.Begin(title, l)
	b.Add([]byte(body), text.AppendWords(nil, []byte(body)))
	return b.Sketch()
}

// prose is some 3,000 bytes in which, as in English, nearly half of the words are closed ones.
func prose(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 0))
	grammar := strings.Fields("the of and to in a is that for it as was with be by on not are from at this have")
	_, rest, _ := strings.Cut(englishData, "\n= rare\n")
	rest, _, _ = strings.Cut(rest, "\n#")
	content := slices.DeleteFunc(strings.Fields(rest), func(s string) bool { return s == "=" })[200:]
	var b strings.Builder
	for b.Len() < 3000 {
		switch r.IntN(25) {
		case 0:
			b.WriteString("38.9 ")
		case 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12:
			b.WriteString(grammar[r.IntN(len(grammar))] + " ")
		default:
			b.WriteString(content[int(float64(len(content))*r.Float64()*r.Float64())] + " ")
		}
	}
	return b.String()
}

func TestStemsJoinForms(t *testing.T) {
	for _, forms := range []string{
		"migrate migrates migrated migrating migration", "retry retries retried retrying", "fall falls fell falling fallen",
		"compete competing competition", "redeem redeems redemption", "settle settled settlement", "regulate regulation regulator regulatory",
		"organise organisation organised", "organize organized organizes", "behaviour behavior", "choose chose chosen choice", "box boxes", "run running runs ran",
		"prefer preferred preferring", "attack attacks attacker", "twelve 12", "forty-eight 48", "2.1 2.10", "1,250 1250", "412 412m",
	} {
		first := strings.Fields(forms)[0]
		for _, form := range strings.Fields(forms)[1:] {
			if a, b := sketch(first, ""), sketch(form, ""); a.title != b.title {
				t.Errorf("%s and %s differ: %x, %x", first, form, a.title[0], b.title[0])
			}
		}
	}
	for _, pair := range []string{"market marker", "form firm", "12 13", "1.5 15", "contract contrast", "2024 2025"} {
		one, other, _ := strings.Cut(pair, " ")
		if sketch(one, "").title == sketch(other, "").title {
			t.Errorf("%s and %s are the same", one, other)
		}
	}
}

func TestFiguresAreClassedByWhatTheyTell(t *testing.T) {
	for word, want := range map[string]class{
		"421,850": precise, "17.3": precise, "412": precise, "2.4": decimal, "0.41": decimal, "37": double, "2500": double,
		"5": loose, "100": loose, "1,000,000": loose, "2024": loose, "1574": loose, "30": loose,
	} {
		if f, ok := figure(word, lang.English); !ok || f.class() != want {
			t.Errorf("%s is of class %d, want %d", word, f.class(), want)
		}
	}
	for _, word := range []string{"3rds-of", "4chan", ""} {
		if f, ok := figure(word, lang.English); ok {
			t.Errorf("%q is the figure %x", word, f)
		}
	}
}

func TestTitlesThatDenyEachOther(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"homework widens achievement gaps in primary school", "homework narrows achievement gaps in primary school", true},
		{"demand swings grow along the supply chain", "demand swings do not grow along the supply chain", true},
		{"coffee trials fail to lower blood pressure in adults", "coffee trials lower blood pressure in adults", true},
		{"taxes raise the price of rented homes in cities", "taxes lower the price of rented homes in cities", true},
		{"crews are paid by the tide and not by the hour", "crews are paid by the tide rather than by the hour", false},
		{"price rises outran falling volumes at the mill", "price increases outran declining volumes at the mill", false},
		{"grazing keeps reefs open for coral larvae", "grazing keeps reefs clear for coral larvae", false},
		{"ferries lose money", "peaches never ripen", false},
	} {
		if got := compareTitles(sketch(tt.a, ""), sketch(tt.b, "")).counter; got != tt.want {
			t.Errorf("%q and %q: %v", tt.a, tt.b, got)
		}
	}
}

func TestOrderOfTitleCounts(t *testing.T) {
	a := sketch("monorepos move the cost of coordination from versioning into build tooling", "")
	b := sketch("build tooling moves the cost of versioning from coordination into monorepos", "")
	if got := compareTitles(a, b); got.set < 0.99 || got.order > titleFrom {
		t.Errorf("set %.2f, order %.2f", got.set, got.order)
	}
}

func TestSketchStaysSmall(t *testing.T) {
	if size := unsafe.Sizeof(Sketch{}); size > 384 {
		t.Errorf("a sketch takes %d bytes", size)
	}
}

func TestLongTextsKeepTheirRarestWords(t *testing.T) {
	long := sketch("", strings.Repeat(prose(1)+prose(2)+prose(3)+"Tromsø zyxwall 421,850 ", 3))
	short := sketch("", "Tromsø zyxwall 421,850")
	for _, f := range short.words[:short.stems] {
		if !slices.Contains(long.words[:], f) {
			t.Errorf("%x is lost", f)
		}
	}
	if short.stems != 2 || !slices.Contains(long.figures[:], short.figures[0]) {
		t.Errorf("%d stems, figures %x", short.stems, long.figures)
	}
}

func FuzzCompare(f *testing.F) {
	f.Add("ferries lose money", "Wages are 61 percent of the cost.", "ferries don't lose money", "forty-eight boats -- 3.7 %")
	f.Add("", "", "\xff'-’", "1,,2..3-")
	f.Fuzz(func(t *testing.T, title, body, title2, body2 string) {
		a, b := sketch(title, body), sketch(title2, body2)
		x, y := Compare(a, b), Compare(b, a)
		if x != y {
			t.Errorf("%+v one way, %+v the other", x, y)
		}
		if !(x.Score >= 0 && x.Score <= 1.0001) {
			t.Errorf("score %v", x.Score)
		}
		var keys [MaxKeys]uint64
		if got := a.AppendKeys(keys[:0]); len(got) > 0 && &got[0] != &keys[0] {
			t.Errorf("%d keys", len(got))
		}
	})
}

func BenchmarkSketch(b *testing.B) {
	const title = "night ferries to Brevik lose money because crews are paid by the tide and not by the hour"
	source := []byte(prose(1))
	words := text.AppendWords(nil, source)
	b.SetBytes(int64(len(source)))
	b.ReportAllocs()
	for b.Loop() {
		var builder Builder
		builder.Begin(title, lang.English)
		builder.Add(source, words)
		builder.Sketch()
	}
}

func BenchmarkCompare(b *testing.B) {
	x, y := sketch("night ferries lose money", prose(1)), sketch("day ferries lose money", prose(2))
	for b.Loop() {
		Compare(x, y)
	}
}
