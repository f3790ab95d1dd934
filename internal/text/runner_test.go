package text

import "testing"

func TestCommandless(t *testing.T) {
	for given, want := range map[string]string{
		"plain":                                "plain",
		"::error::x":                           ": :error::x",
		"  \t::stop-commands::x":               "  \t: :stop-commands::x",
		"a ::error::x":                         "a ::error::x",
		":a":                                   ":a",
		"##[error]x":                           "# #[error]x",
		"   1 | ##vso[task.setvariable x=y]z":  "   1 | # #vso[task.setvariable x=y]z",
		"a ###[x] ##teamcity[y]":               "a ## #[x] # #teamcity[y]",
		"::##[a]":                              ": :# #[a]",
		"## heading [link](x) and ### another": "## heading [link](x) and ### another",
		"##":                                   "##",
		"####[":                                "### #[",
	} {
		if got := Commandless(given); got != want {
			t.Errorf("%q: %q, want %q", given, got, want)
		}
		if got := Commandless(want); got != want {
			t.Errorf("%q again: %q", want, got)
		}
	}
}
