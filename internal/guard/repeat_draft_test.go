package guard

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/draft"
	"github.com/kbgate/kbgate/internal/guard/memory"
)

const rejectedMail = `Hi Ingrid,

I hope you are doing well. Bottling plants everywhere are under pressure to deliver more with the people they have, and every stop costs money.

Korkvakt listens to the capping heads of a filling line and tells the shift which head will fail next. It needs eight microphones and a box in the cabinet, and nothing in the controller changes. A cider maker in Somerset went from eleven unplanned stops a week to three in one season, and keeps two spare heads in stock where it had six.

We would love to show you how your team could profit from the same results. The trial runs for six weeks on one line, we bring the equipment, and you keep the recordings whatever you decide.

Best regards,
Matteo Brandl`

var may = time.Date(2026, 5, 20, 12, 0, 0, 0, time.UTC)

func mail(subject, body string) *draft.Draft {
	return &draft.Draft{Type: decision.Email, To: "ingrid@example.org", Campaign: "spring", Subject: subject, Body: body}
}

// rejection is what is remembered of a draft that was rejected some days before a day of May.
func rejection(d *draft.Draft, days int) memory.Rejection {
	return memory.Rejection{ID: "01KAJ00000000000000000000" + string(rune('0'+days%10)), At: may.AddDate(0, 0, -days), Campaign: d.Campaign, Type: d.Type, SHA: d.SHA, Title: d.Subject,
		Fingerprint: draft.Fingerprint(d.Subject, d.Body), Sketch: draft.Sketch(d)}
}

func TestRepeatDraft(t *testing.T) {
	rejected := mail("Fewer stops", rejectedMail)
	// between is a draft whose score lies between the two thresholds.
	between := strings.NewReplacer("I hope you are doing well. Bottling plants everywhere are under pressure to deliver more with the people they have, and every stop costs money.",
		"I trust that all is fine. Everyone who fills bottles is under pressure to get by with fewer hands.").Replace(rejectedMail)
	note := &draft.Draft{Type: decision.Claim, Subject: "Night shifts double the errors", Body: strings.TrimPrefix(rejectedMail, "Hi Ingrid,\n\n"), SHA: "aa"}
	otherFile, short := *note, *note
	otherFile.SHA = "bb"
	short.Subject, short.Body, short.SHA = "Night shifts", "They double errors.", "cc"
	shortAgain := short
	shortAgain.SHA = "dd"
	mended := otherFile
	mended.SHA = "ee"
	mended.Body = strings.Replace(mended.Body, "Bottling plants everywhere", "In Utrecht 212 people change shifts each week, and Visser counted 3.7 errors at night. Bottling plants", 1)
	campaign := *mail("", between)
	campaign.Campaign = "autumn"

	withOthers := rejection(note, 1)
	withOthers.Files = 2

	for name, c := range map[string]struct {
		draft    *draft.Draft
		memory   []memory.Rejection
		want     string // in the message; "": it passes
		possible bool
	}{
		"nothing is remembered":  {rejected, nil, "", false},
		"the same":               {rejected, []memory.Rejection{rejection(rejected, 3)}, "rejected on 2026-05-17: subject and first 500 characters are the same; `kbgate show 01KAJ000000000000000000003` tells why; write another opener or evidence, or get it approved (`kbgate approve NAME --draft FILE`)", false},
		"an older one":           {rejected, []memory.Rejection{rejection(rejected, 20), rejection(mail("Another", "It is about something else."), 1)}, "2026-04-30", false},
		"other letters":          {mail("  FEWER stops", "\n"+strings.ToUpper(rejectedMail)), []memory.Rejection{rejection(rejected, 3)}, "subject and first 500", false},
		"the end is another":     {mail("Fewer stops", strings.Replace(rejectedMail, "recordings whatever you decide", "tapes in any case", 1)), []memory.Rejection{rejection(rejected, 3)}, "subject and first 500", false},
		"another subject":        {mail("One thought", rejectedMail), []memory.Rejection{rejection(rejected, 20)}, "99 of 100", false},
		"the text was not kept":  {rejected, []memory.Rejection{{ID: "x", At: may}}, "", false},
		"the print alone":        {rejected, []memory.Rejection{{ID: "x", At: may, Fingerprint: draft.Fingerprint("Fewer stops", rejectedMail)}}, "subject and first 500", false},
		"a sketch of nobody":     {rejected, []memory.Rejection{{ID: "x", At: may, Sketch: "9.zzz"}}, "", false},
		"like enough while soon": {mail("", between), []memory.Rejection{rejection(rejected, 3)}, "(a repeat from 90 on, so soon in its campaign); 81 % of its words kept; no new name or figure; `kbgate show", false},
		"like enough no more":    {mail("", between), []memory.Rejection{rejection(rejected, 8)}, "", false},
		"in another campaign":    {&campaign, []memory.Rejection{rejection(rejected, 3)}, "", false},
		"no text":                {mail("", " "), []memory.Rejection{rejection(mail("", " "), 3)}, "", false},

		"the unchanged file":       {note, []memory.Rejection{rejection(note, 3)}, "this is the file that was rejected on 2026-05-17", false},
		"unchanged, of a change":   {note, []memory.Rejection{withOthers}, "with others of one change", true},
		"and by itself":            {note, []memory.Rejection{rejection(note, 3), withOthers}, "rejected on 2026-05-17, unchanged; `kbgate show 01KAJ000000000000000000003` tells why", false},
		"the same text in another": {&otherFile, []memory.Rejection{rejection(note, 3)}, "(a repeat from 85 on); nothing but white space or capitals is changed, as far as the record tells; `kbgate show 01KAJ000000000000000000003`", true},
		"a short text":             {&shortAgain, []memory.Rejection{rejection(&short, 3)}, "title and first 500", true},
		"a mended note":            {&mended, []memory.Rejection{rejection(note, 3)}, "", false},
		"the most alike is named":  {&otherFile, []memory.Rejection{rejection(note, 9), rejection(&mended, 2)}, "2026-05-11", true},
	} {
		in := &Input{Draft: c.draft, Memory: &memory.Memory{Rejections: c.memory}, Settings: Settings{Suppress: 7 * 24 * time.Hour}, Now: may}
		switch got := RepeatDraft.Run(in); {
		case got == nil:
			if c.want != "" {
				t.Errorf("%s: it passes, want %q", name, c.want)
			}
		case c.want == "" || !strings.Contains(got.Message, c.want) || got.Possible != c.possible:
			t.Errorf("%s: possible %v, %q, want %v, %q", name, got.Possible, got.Message, c.possible, c.want)
		}
	}
}

// A text that was approved later than a rejection passes, and no other one: none that is only like it, and none that goes on otherwise
// behind an approved beginning.
func TestApprovedTextIsNoRepeat(t *testing.T) {
	rejected := mail("Fewer stops", rejectedMail)
	mended := mail("Fewer stops", strings.Replace(rejectedMail, "eight microphones", "nine microphones", 1))
	longer := mail(mended.Subject, mended.Body+" You need no tools.")
	short := mail("Spares", "Eight valves and six seals wait for somebody who knows which capping head fails first during night shifts.")
	shortened := mail("Spares", strings.Replace(short.Body, "Eight", "Nine", 1))
	note := &draft.Draft{Type: decision.Claim, Subject: "Night shifts", Body: rejectedMail, SHA: "aa"}
	noteAgain := *note
	noteAgain.SHA = "bb"
	approval := func(d *draft.Draft, days int, change func(*memory.Approval)) memory.Approval {
		a := memory.Approval{ID: "A", At: may.AddDate(0, 0, -days), Source: decision.Human, Artifact: "another", SHA: d.SHA, Fingerprint: draft.Fingerprint(d.Subject, d.Body), Sketch: draft.Sketch(d)}
		if change != nil {
			change(&a)
		}
		return a
	}
	noSketch := func(a *memory.Approval) { a.Sketch = "" }
	for name, c := range map[string]struct {
		draft, rejected *draft.Draft
		approved        memory.Approval
		passes          bool
	}{
		"approved later":                          {mended, rejected, approval(mended, 1, nil), true},
		"approved before":                         {mended, rejected, approval(mended, 4, nil), false},
		"approved at the same moment":             {mended, rejected, approval(mended, 3, nil), false},
		"approved far ahead of the clock":         {mended, rejected, approval(mended, -2, nil), false},
		"another one approved":                    {mended, rejected, approval(mail("Fewer stops", strings.Replace(rejectedMail, "eight", "seven", 1)), 1, nil), false},
		"another subject":                         {mail("Less", mended.Body), rejected, approval(mended, 1, nil), false},
		"more behind the approved":                {longer, rejected, approval(mended, 1, nil), false},
		"the rejected behind the approved":        {mail("Fewer stops", mended.Body+"\n\n"+rejectedMail), rejected, approval(mended, 1, nil), false},
		"a long text by its print alone":          {mended, rejected, approval(mended, 1, noSketch), false},
		"a short text by its print alone":         {shortened, short, approval(shortened, 1, noSketch), true},
		"approved by a validator":                 {mended, rejected, approval(mended, 1, func(a *memory.Approval) { a.Source = decision.Validator }), false},
		"the file approved under another name":    {&noteAgain, note, approval(&noteAgain, 1, nil), true},
		"a file whose text alone was approved":    {&noteAgain, note, approval(&noteAgain, 1, func(a *memory.Approval) { a.SHA = "cc" }), false},
		"an e-mail whose file alone was approved": {mended, rejected, approval(mended, 1, func(a *memory.Approval) { a.Fingerprint = "" }), false},
	} {
		r := rejection(c.rejected, 3)
		if c.rejected == note {
			r.Fingerprint = "" // the approval of the text does not end the memory
		}
		m := memory.Of("ingrid", []memory.Rejection{r}, []memory.Approval{c.approved}, 30*day, may)
		if len(m.Rejections) != 1 {
			t.Fatalf("%s: the approval ends the memory", name)
		}
		in := &Input{Draft: c.draft, Memory: m, Settings: Settings{Suppress: day}, Now: may}
		if got := RepeatDraft.Run(in); (got == nil) != c.passes {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// A message names facts of the lead only where the draft has data of one.
func TestRepeatOfLeadData(t *testing.T) {
	for lead, want := range map[*draft.Lead]string{nil: "no new name or figure;", {FirstName: "Ingrid"}: "no new name, figure or fact of the lead;"} {
		d := mail("Other", rejectedMail)
		d.Lead = lead
		in := &Input{Draft: d, Memory: &memory.Memory{Rejections: []memory.Rejection{rejection(mail("Fewer stops", rejectedMail), 3)}}, Settings: Settings{Suppress: 7 * day}, Now: may}
		if got := repeats(in); got == nil || !strings.Contains(got.Message, want) || len(got.Message) > 310 {
			t.Errorf("%+v, want %q", got, want)
		}
	}
}

// What does not show takes no room in what is compared, what is only put around a rejected text answers nothing, and an e-mail that shows
// more than is compared does not pass unread.
func TestRepeatBehindPadding(t *testing.T) {
	rejected := mail("Fewer stops", rejectedMail)
	for name, around := range map[string]string{
		"characters without width": strings.Repeat("\u200b", 24<<10), "comments": strings.Repeat("<!-- nothing -->", 5<<10), "entities": strings.Repeat("&#8203;", 10<<10),
		"breaks": strings.Repeat("<br>", 20<<10), "spaces": strings.Repeat(" \u00a0", 25<<10), "images": strings.Repeat("[](http://x.example)", 4<<10),
		"words": strings.Repeat("Orchards in the valley bloom early, and the bees are out before sunrise. ", 20),
		"names": strings.Repeat("Orchards near Évora, Braga and Faro bloomed on 14 March, said Quim Sarto. ", 300), "too much": strings.Repeat("Quinces ripen late. ", 4<<10),
	} {
		padded := mail("Orchards", around+"\n\n"+rejectedMail+"\n\n"+around)
		in := &Input{Draft: padded, Memory: &memory.Memory{Rejections: []memory.Rejection{rejection(rejected, 3)}}, Settings: Settings{Suppress: day}, Now: may}
		if got := repeats(in); got == nil || got.Possible {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// No way of writing hides a rejected text: its reader sees the same.
func TestRepeatInDisguise(t *testing.T) {
	rejected := mail("Fewer stops", rejectedMail)
	each := func(with func(r rune) string) string {
		var b strings.Builder
		for _, r := range rejectedMail {
			b.WriteString(with(r))
		}
		return b.String()
	}
	letters := func(with func(r rune) string) string {
		return each(func(r rune) string {
			if 'a' <= r && r <= 'z' {
				return with(r)
			}
			return string(r)
		})
	}
	for name, body := range map[string]string{
		"letters that look alike": strings.NewReplacer("a", "а", "e", "е", "o", "о", "p", "р", "c", "с", "x", "х").Replace(rejectedMail),
		"wide letters":            letters(func(r rune) string { return string(r - 'a' + 'ａ') }),
		"mathematical letters":    letters(func(r rune) string { return string(r - 'a' + '𝐚') }),
		"struck letters":          letters(func(r rune) string { return string(r) + "\u0335" }),
		"hidden characters":       each(func(r rune) string { return string(r) + "\u200b\u00ad" }),
		"entities":                letters(func(r rune) string { return fmt.Sprintf("&#x%x;", r) }),
		"tags":                    letters(func(r rune) string { return "<b>" + string(r) + "</b>" }),
		"comments":                letters(func(r rune) string { return string(r) + "<!-- -->" }),
		"code":                    "```\n" + rejectedMail + "\n```",
		"a quotation":             "Hi Ingrid,\n\nSee below, please.\n\n> " + strings.ReplaceAll(rejectedMail, "\n", "\n> "),
		"below a signature":       "Hi Ingrid,\n\nSee below, please.\n\n-- \nMatteo\n" + rejectedMail,
		"an answer":               "Hi Ingrid,\n\nAny news?\n\nOn Mon, 2 May 2026, Matteo wrote:\n\n" + rejectedMail,
	} {
		in := &Input{Draft: mail("Other", body), Memory: &memory.Memory{Rejections: []memory.Rejection{rejection(rejected, 20)}}, Settings: Settings{Suppress: day}, Now: may}
		if got := repeats(in); got == nil || got.Possible {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
