package gate_test

import "testing"

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
