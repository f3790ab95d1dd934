package gate_test

import (
	"strings"
	"testing"
)

const lanternConfig = "gates:\n  opsec_internal_deal_terms: {organisations: [Tin Lantern, Kettle & Crumb]}\n"

// A mark between the words of a name hides it from no reader.
func TestDealTermsMarksBetweenWords(t *testing.T) {
	const header = "---\ntype: claim\n---\n# low caps close early rounds faster than long talks\n\nFounders propose a cap.\n\n"
	for _, name := range []string{
		"*Tin* *Lantern*", "**Tin** Lantern", "_Tin_ _Lantern_", "[[Tin]] Lantern", "[[Tin]] [[Lantern]]", "[Tin](x) [Lantern](y)",
		"[Tin]{.x} Lantern", "~~Tin~~ Lantern", "==Tin== Lantern", "Tin\\ Lantern", "Tin\tLantern", "Tin <!-- --> Lantern",
		"Tin ![](x) Lantern", "Tin\\\nLantern", "Tin&Tab;Lantern", "Tin&#9;&#9;&#9;&#9;&#9;&#9;&#9;Lantern", "> Tin\n> Lantern", "Kettle \\& Crumb",
		"*Kettle* &amp; *Crumb*", "Tin        Lantern", "Tin\u2003Lantern", "Tin–Lantern", "Tin \\\n   Lantern", "Tin&NewLine;Lantern",
		"Tin<br>Lantern", "[Tin][x] [Lantern][y]", "[[x|Tin]] Lantern", "`Tin` `Lantern`", "Tin[^1] Lantern", "[a](\n[Tin](x) Lantern", "[a]{ [Tin](x) Lantern",
	} {
		for _, rest := range []string{" raised $3 million at a pre-money valuation of $12 million.\n"} {
			if found := dealTerms(t, lanternConfig, "a.md", header+name+rest); len(found) == 0 {
				t.Errorf("%q is not seen", name)
			}
		}
	}
	for _, note := range []string{
		"The tin. Lantern raised $3 million at a pre-money valuation of $12 million.\n",
		"*Tin*, and *Lantern* as a firm, raised $3 million at a valuation of $12 million.\n",
	} {
		if found := dealTerms(t, lanternConfig, "a.md", header+note); len(found) > 0 {
			t.Errorf("%q: %q", note, found)
		}
	}
}

// A header has texts beside its fields, and writes characters as numbers.
func TestDealTermsInAllOfTheHeader(t *testing.T) {
	const said = "Tin Lantern raised $3 million at a pre-money valuation of $12 million."
	for _, field := range []string{
		"extra: {a: '" + said + "'}", "extra:\n  deep:\n    a: " + said, "extra: {a: [b, '" + said + "']}", "extra:\n  - a: " + said,
		"'" + said + "': x", "extra: {'" + said + "': x}", `extra: "\x54in Lantern raised $3 million at a pre-money valuation of $12 million."`,
		`extra: [x, "\x54in Lantern raised $3 million at a pre-money valuation of $12 million."]`, `extra: {a: "Tin\x20Lantern raised \x243 million at a pre-money valuation of $12 million."}`,
		"tin_lantern_raised_3_million_at_a_valuation_of_12_million: x", "extra: {tin-lantern-raised-3-million-at-a-valuation-of-12-million: x}",
		"extra: [[x, '" + said + "']]", "? [x, '" + said + "']\n: y", "extra:\n  a: >\n    Tin\n    Lantern raised $3 million at\n    a pre-money valuation of $12 million.",
	} {
		note := "---\ntype: claim\n" + field + "\n---\n# low caps close early rounds faster than long talks\n\nFounders propose a cap.\n"
		if found := dealTerms(t, lanternConfig, "a.md", note); len(found) == 0 {
			t.Errorf("%q is not seen", field)
		}
	}
	for _, key := range []string{"description", "title"} {
		note := "---\ntype: claim\n" + key + `: "\x54in Lantern raised \x243 million at a pre-money valuation of $12 million."` + "\n---\n# low caps close early rounds faster than long talks\n"
		if found := dealTerms(t, lanternConfig, "a.md", note); len(found) == 0 {
			t.Errorf("an escape in %s is not seen", key)
		}
	}
}

// What breaks a name in the source and not on the page hides it from no reader.
func TestDealTermsBrokenNames(t *testing.T) {
	const header = "---\ntype: claim\n---\n# low caps close early rounds faster than long talks\n\nFounders propose a cap.\n\n"
	const rest = " raised $3 million at a pre-money valuation of $12 million.\n"
	for _, name := range []string{
		"[Ti](https://x.y)n Lantern", "Ti[](x)n Lantern", "Ti![](x.png)n Lantern", "Ti==n== Lantern", "Ti^n^ Lantern", "[Ti]{.x}n Lantern",
		"Ti%%x%%n Lantern", "$Tin$ $Lantern$", "Ti$n$ Lantern", "<ruby>Ti<rt>x</rt></ruby>n Lantern", "Ti++n++ Lantern", "*Ti*{.x}n Lantern",
		"\u0422in Lantern", "T\u0332i\u0332n\u0332 Lantern", "Ti^[a note]n Lantern",
		// variations
		"[Ti](a(b)c)n Lantern", "[Ti](a \"b)\")n Lantern", "[Ti](<a>\n'b')n Lantern", "Ti<b title=\">\">n</b> Lantern", "[[Ti]]n Lantern", "[[x y|Ti]]n Lantern",
		"Ti<!-- " + strings.Repeat("x", 3000) + " -->n Lantern", "[Ti](" + strings.Repeat("x", 3000) + ")n Lantern", "Ti<script>x</script>n Lantern",
		"Ti&#" + strings.Repeat("0", 60) + "110; Lantern", "Tin<p>Lantern</p>", "Ti<style>x</style>n Lantern", "T%69n%20%4C%61ntern", "%EF%BC%B4in Lantern",
	} {
		if found := dealTerms(t, lanternConfig, "a.md", header+name+rest); len(found) == 0 {
			t.Errorf("%.60q is not seen", name)
		}
	}
	for _, note := range []string{
		"![x](https://a.b/?q=%54in+Lantern+raised+$3M+at+a+valuation+of+$12M)\n",
		"<https://a.b/T%69n%20Lantern-raised-$3M-at-a-valuation-of-$12M>\n",
		"https://a.b/?q=%54in+Lantern+raised+$3M+at+a+valuation+of+$12M\n",
		"<!-- T&#105;n Lantern raised $3M at a valuation of $12M. -->\n",
		"[x]: https://a.b/ \"T&#105;n Lantern raised $3M at a valuation of $12M.\"\n",
		"```\n\u0422in Lantern raised $3M at a valuation of $12M.\n```\n",
	} {
		if found := dealTerms(t, lanternConfig, "a.md", header+note); len(found) == 0 {
			t.Errorf("%q is not seen", note)
		}
	}
	for _, note := range []string{
		"The tin==s== lantern raised $3 million, C++ and 10^6 of $x$.\n", "A [[tin lantern]]s' market raised 5%% more.\n",
	} {
		if found := dealTerms(t, lanternConfig, "a.md", header+note); len(found) > 0 {
			t.Errorf("%q: %q", note, found)
		}
	}
}

// Who did it and what it was may stand in a key and its value, in two items or in two fields; and in the name of a folder.
func TestDealTermsAcrossTheHeader(t *testing.T) {
	const terms = "raised $3 million at a pre-money valuation of $12 million"
	found := func(name, header string) int {
		return len(dealTerms(t, lanternConfig, name, "---\ntype: claim\ndescription: caps tell of confidence\n"+header+"\n---\n# low caps close early rounds faster than long talks\n\nFounders propose a cap.\n"))
	}
	for _, header := range []string{
		"Tin Lantern: " + terms, "deals: [Tin Lantern, " + terms + "]", "deal: {who: Tin Lantern, terms: " + terms + "}", `deals: [Tin Lantern, "` + terms + `"]`, `confidence: likely` + "\n" + `deal: {who: Tin Lantern, terms: "raised $5M at a valuation of $6M"}`, "who: Tin Lantern\nwhat: " + terms,
		"deals:\n- Tin Lantern\n- " + terms, "deal:\n  who: Tin Lantern\n  terms:\n  - " + terms, "Tin Lantern:\n  amount: $3 million\n  valuation: $12 million",
		`"\x54in Lantern": ` + terms, "who: T*in* Lantern\nwhat: " + terms, "# Tin Lantern\nwhat: " + terms, "who: Tin Lantern\nwhat: raised three million dollars at a valuation of twelve million dollars",
	} {
		if n := found("a.md", header); n == 0 {
			t.Errorf("%q is not seen", header)
		}
	}
	for _, name := range []string{"tin-lantern-raised-3-million-at-a-valuation-of-12-million/a.md", "x/tin-lantern/raised-3-million-dollars-at-a-valuation-of-12-million-dollars/x/a.md"} {
		if found(name, "x: y") == 0 {
			t.Errorf("%q is not seen", name)
		}
	}
	for _, header := range []string{
		"organisations: [Tin Lantern]\ntags: [caps, rounds, valuation, seed]", "source: \"Tin Lantern, Review of rounds (2024)\"\nreviewed: 2026-03-02\nsample: 31 percent of 400 rounds",
		"author: Tin Lantern\npages: 12\nversion: 3",
	} {
		if n := found("tin-lantern/rounds/low-caps-close-rounds-below-6-million.md", header); n > 0 {
			t.Errorf("%q: %d found", header, n)
		}
	}
}
