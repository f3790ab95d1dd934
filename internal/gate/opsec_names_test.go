package gate_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden file anew")

// oddNames are notes that tell terms of a deal of an organisation with marks, markup, entities and line ends within its name
// and between the words. The same seed gives the same notes.
func oddNames(seed uint64, number int) []string {
	random := rand.New(rand.NewPCG(seed, 13))
	one := func(of ...string) string { return of[random.IntN(len(of))] }
	odd := func() string {
		return one("*", "**", "_", "`", "~~", "==", "<b>", "</b>", "<br>", "<!-- x -->", "\u00ad", "\u200b", "&shy;", "&nbsp;", "&#8203;", "\\", "\n", "\r\n", "\n> ", "  \n",
			"[", "](x)", "[[", "]]", "|", "[^1]", "%%x%%", "{.x}", "$", "^", "<script>x</script>", "&", "%20", "\u0301", "\n\n", "-", ", ", ". ", "<", "++", "![](x)", "</p><p>", "'")
	}
	letter := func(c byte) string {
		switch random.IntN(12) {
		case 0:
			return fmt.Sprintf("&#%d;", c)
		case 1:
			return fmt.Sprintf("&#x%x;", c)
		case 2:
			return fmt.Sprintf("%%%02X", c)
		case 3:
			return string(rune(c) - '!' + '！') // the wide form
		}
		if lookalike, ok := map[byte]string{'a': "а", 'e': "е", 'i': "і", 'T': "Т", 'K': "К"}[c]; ok && random.IntN(3) == 0 {
			return lookalike
		}
		return odd() + string(c) + one("", odd())
	}
	name := func() string {
		plain := one("Tin Lantern", "Kettle & Crumb")
		at := random.IntN(len(plain))
		middle := string(plain[at])
		switch {
		case middle == " ":
			middle = one(odd(), odd()+" ", " "+odd(), odd()+odd(), "-", "_", "&nbsp;", "&#32;", "\t", "   ")
		case middle == "&":
			middle = one("&amp;", "&#38;", "and", "\\&", "＆", "&amp;amp;")
		default:
			middle = letter(plain[at])
		}
		plain = plain[:at] + middle + plain[at+1:]
		switch random.IntN(12) {
		case 0:
			return "[" + plain + "](https://a.example/x)"
		case 1:
			return "[[" + plain + "]]"
		case 2:
			return "**" + plain + "**"
		case 3:
			return "`" + plain + "`"
		case 4:
			return "<i>" + plain + "</i>"
		case 5:
			return strings.ToLower(plain)
		}
		return plain
	}
	terms := func() string {
		return one("raised $3 million", "raised $3 million at a pre-money valuation of $12 million", "sold 7 % of its equity", "gave a board seat to its lead investor", "took a cap of 6",
			"has a cap of $"+odd()+"6M", "raised $3"+odd()+" million", "sold 12 per"+odd()+"cent of its stock", "raised &#36;5M", "raised ＄５Ｍ", "has a liquidation preference of "+one("2x", "t"+odd()+"wo")+" times")
	}
	sentence := func() string {
		n, t := name(), terms()
		return one(n+" "+t+".", "In spring "+n+" "+t+".", "It "+t+", as "+n+" says.", n+" met a fund. It "+t+".", "> "+n+" "+t+".", "| "+n+" | "+t+" |", "- "+n+"\n- "+t, "<!-- "+n+" "+t+" -->",
			"```\n"+n+" "+t+"\n```", "    "+n+" "+t, n+odd()+" "+t+".", "["+t+"](https://a.example/?q="+n+")", "![x](y \""+n+" "+t+"\")", "# "+n+" "+t)
	}
	value := func() string {
		n, t := name(), terms()
		text := n + " " + t
		return one("'"+strings.ReplaceAll(text, "'", "''")+"'", "\"\\x54in Lantern "+t+"\"", ">\n  "+strings.ReplaceAll(text, "\n", "\n  "), "["+n+", "+t+"]", "{who: "+n+", terms: "+t+"}", text, n+" # "+t)
	}
	notes, seen := []string{}, map[string]bool{}
	for len(notes) < number {
		var b strings.Builder
		b.WriteString("---\ntype: claim\n")
		header := random.IntN(3) == 0
		if header {
			b.WriteString(one("description", "title", "source", "extra", "tags", "tin lantern") + ": " + value() + "\n")
		}
		b.WriteString("---\n" + one("# low caps close early rounds faster than long talks\n\n", "# low caps close early rounds faster than long talks\n\n", "") + "Founders propose a cap.\n")
		if !header || random.IntN(2) == 0 {
			b.WriteString(one("\n", "") + sentence() + "\n" + one("", "\nOther firms talk for weeks.\n", "\n"+sentence()+"\n"))
		}
		if note := b.String(); !seen[note] {
			seen[note] = true
			notes = append(notes, note)
		}
	}
	return notes
}

// What is said of terms of deals stays what it was: the golden file has a line for each note with an odd name.
func TestDealTermsOfOddNamesAreFoundAsBefore(t *testing.T) {
	var b strings.Builder
	for _, note := range oddNames(1, 500) {
		fmt.Fprintf(&b, "%q: %q\n", strings.TrimPrefix(note, "---\ntype: claim\n"), dealTerms(t, lanternConfig, "a.md", note))
	}
	const golden = "testdata/odd_names.golden"
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	wanted := strings.SplitAfter(string(want), "\n")
	for i, got := range strings.SplitAfter(b.String(), "\n") {
		if i >= len(wanted) || got != wanted[i] {
			t.Errorf("line %d is\n%swant\n%s", i+1, got, append(wanted, make([]string, i+1)...)[i])
		}
	}
}
