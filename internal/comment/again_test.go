package comment

import (
	"crypto/ed25519"
	"strings"
	"testing"
	"time"
)

// A comment that differs from an earlier one by its time and signature only says the same, if nobody has changed that one.
func TestRestates(t *testing.T) {
	later := about
	later.At = at.Add(time.Hour)
	elsewhere := later
	elsewhere.Head = someBase
	signed := rendered(t, about, Options{Key: testKey}, someFindings()...)
	now := rendered(t, later, Options{Key: testKey}, someFindings()...)
	plain := rendered(t, about, Options{}, someFindings()...)
	if now == signed {
		t.Fatal("the time makes no difference")
	}
	for name, c := range map[string]struct {
		body, earlier string
		keys          []ed25519.PublicKey
		want          bool
	}{
		"unsigned":                {rendered(t, later, Options{}, someFindings()...), plain, nil, true},
		"signed":                  {now, signed, keys, true},
		"its key is not at hand":  {now, signed, nil, false},
		"now signed":              {now, plain, keys, false},
		"now unsigned":            {plain, signed, keys, false},
		"of another time, forged": {now, strings.ReplaceAll(signed, `T10:00:00Z"`, `T10:00:01Z"`), keys, false},
		"its copy of another":     {plain, strings.Replace(plain, `T10:00:00Z"`, `T10:00:01Z"`, 1), nil, false},
		"its lines changed":       {plain, strings.Replace(plain, "**Rejected**", "**Accepted**", 1), nil, false},
		"fewer findings":          {rendered(t, later, Options{}, someFindings()[1:]...), plain, nil, false},
		"another commit":          {rendered(t, elsewhere, Options{}, someFindings()...), plain, nil, false},
		"no comment of ours":      {plain, "LGTM", nil, false},
	} {
		if got := Restates(c.body, c.earlier, c.keys); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// What a message quotes of a time or a signature is no time of ours.
func TestRestatesComparesMessages(t *testing.T) {
	one, two := someFindings(), someFindings()
	one[0].Message, two[0].Message = `"ts":"1"`, `"ts":"2"`
	if Restates(rendered(t, about, Options{}, one...), rendered(t, about, Options{}, two...), nil) {
		t.Error("another message is taken for another time")
	}
}

func TestOutranks(t *testing.T) {
	block := func(about About, opts Options) *Signed {
		s, err := Parse(rendered(t, about, opts, someFindings()...))
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	other := about
	other.Head = someBase
	signed, unverified := block(about, Options{Key: testKey}), block(about, Options{Unverified: true})
	for name, c := range map[string]struct {
		earlier, later *Signed
		want           bool
	}{
		"an upload after a signed one": {signed, unverified, true},
		"about another commit":         {signed, block(other, Options{Unverified: true}), false},
		"an unsigned one":              {block(about, Options{}), unverified, true},
		"a verified one":               {signed, block(about, Options{}), false},
		"two uploads":                  {unverified, unverified, false},
	} {
		if got := c.earlier.Outranks(c.later); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
