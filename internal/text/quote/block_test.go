package quote

import "testing"

func TestBlocks(t *testing.T) {
	for _, c := range []struct{ about, text, speaker string }{
		{"who is named before", "In Mara Feld's own words:\n\n> a shelf that bends\n> will hold no verse\n", "Mara Feld"},
		{"who signs", "From the preface.\n\n> a shelf that bends will hold no verse\n> — Idris Cole\n", "Idris Cole"},
		{"nobody", "From the preface.\n\n> a shelf that bends will hold no verse\n", ""},
	} {
		all := Blocks([]byte(c.text))
		if len(all) != 1 || all[0].Speaker != c.speaker || len(all[0].Words) != 8 {
			t.Errorf("%s: %+v", c.about, all)
		}
	}
	if all := Blocks([]byte("> one\n>\n> two\n\ntext\n> three\n")); len(all) != 3 {
		t.Errorf("three paragraphs: %+v", all)
	}
}

func TestSameWithin(t *testing.T) {
	long := appendHashes(nil, []byte("the keeper of the lamp said that a shelf that bends under prose will hold no verse at all by the end of the year"))
	for words, want := range map[string]bool{
		"a shelf that bends under prose will hold no verse": true,
		"shelf that bends under prose holds no verse":       true,
		"the said bends at year":                            false,
	} {
		if got := Same(appendHashes(nil, []byte(words)), long); got != want {
			t.Errorf("%q: %v", words, got)
		}
	}
}

func FuzzBlocks(f *testing.F) {
	f.Add("by Ann Lee:\n> one two\n>\n> — Bo Ek")
	f.Fuzz(func(t *testing.T, s string) {
		for _, q := range Blocks([]byte(s)) {
			if q.Start < 0 || q.End > len(s) || q.Start > q.End {
				t.Fatalf("%q: %+v", s, q)
			}
		}
	})
}
