package config

import "testing"

func TestDigest(t *testing.T) {
	gates := []GateSpec{{ID: "scope_error", Severity: "blocking", Settings: []Setting{{Name: "words", Default: []string{"a"}}}}}
	digest := func(file string) string {
		t.Helper()
		c, err := Parse([]byte(file), gates)
		if err != nil {
			t.Fatal(err)
		}
		return c.Digest(gates)
	}
	plain := Default(gates).Digest(gates)
	if len(plain) != 64 {
		t.Errorf("%q is no SHA-256", plain)
	}
	for _, same := range []string{"", "version: 1\n# a remark\n", "gates: {scope_error: blocking}\n", "links: {check: all, ignore: []}\n", "agents: {authors: {}}"} {
		if digest(same) != plain {
			t.Errorf("%q has another digest than the defaults", same)
		}
	}
	seen := map[string]string{plain: "defaults"}
	for _, other := range []string{"gates: {scope_error: off}", "gates: {scope_error: {words: [a, b]}}", "agents: {authors: {a@b: rio}}", "claims: {domains: [tea]}"} {
		if before, ok := seen[digest(other)]; ok {
			t.Errorf("%q has the digest of %q", other, before)
		}
		seen[digest(other)] = other
	}
}
