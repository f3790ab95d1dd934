package kb

import (
	"math/rand"
	"reflect"
	"slices"
	"testing"
	"testing/quick"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/lang/likeness"
)

// Whatever a fact is, it reads back as it was put.
func TestRecordsReadBack(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 300 {
		var f facts
		for name, into := range map[string]any{
			"Title": &f.Title, "Created": &f.Created, "Domain": &f.Domain, "Published": &f.Published, "Aliases": &f.Aliases,
			"Unread": &f.Unread,
		} {
			v, ok := quick.Value(reflect.TypeOf(into).Elem(), r)
			if !ok {
				t.Fatal(name)
			}
			reflect.ValueOf(into).Elem().Set(v)
		}
		f.Type = []string{"claim", "source", "", "Paper"}[r.Intn(4)]
		f.Claim, f.UnreadAt = r.Intn(2) == 0, r.Intn(1000)
		for range r.Intn(4) {
			start := r.Intn(100)
			f.Links = append(f.Links, Link{Cited: r.Intn(2) == 0, Link: claim.Link{Target: []string{"a", "A", "no such note", ""}[r.Intn(4)], Embed: r.Intn(2) == 0,
				InHeader: r.Intn(2) == 0, Span: claim.Span{Start: start, End: start + 9}, TargetSpan: claim.Span{Start: start + 2, End: start + 7}}})
		}
		base := NewOverlay([]string{"a.md", "b.md"})
		base.put(1, f)
		n := base.Note(1)
		for i, l := range n.AppendLinks(nil) {
			if l.Target != f.Links[i].Target || (l.named != None) != (l.Target == "a") {
				t.Fatalf("link %d names %q", i, l.Target)
			}
		}
		got := n.facts()
		if len(f.Aliases) == 0 {
			f.Aliases = nil
		}
		if !reflect.DeepEqual(got, f) {
			t.Fatalf("put %#v\ngot %#v", f, got)
		}
		if n.HasLinks() != (len(f.Links) > 0) || n.IsSource() != isSourceType(f.Type) {
			t.Fatal("the flags are wrong")
		}
	}
}

// What a note says of its sources and what it looks like read back too.
func TestRecordsOfClaimsReadBack(t *testing.T) {
	c := claim.Parse("a.md", []byte("---\ntype: claim\nsource: \"Berg & Ito, Tides (2019); Hovland harbour log\"\n---\n\n# ferries lose 61 percent at night\n\n"+
		"That [[b]] holds, says [[a]].\n\n- [[b]]\n"))
	f := newFacts(c, true, AppendProse(nil, c))
	base := NewOverlay([]string{"a.md", "b.md"})
	base.put(0, f)
	n := base.Note(0)
	if got := n.facts(); got.Sketch == nil || *got.Sketch != *f.Sketch {
		t.Error("the sketch is another")
	}
	if got := n.AppendSources(nil); len(got) < 2 || !reflect.DeepEqual(got, f.Sources) {
		t.Errorf("sources %+v\nwant %+v", got, f.Sources)
	}
	if got := sketchOf(base, 0); got != *f.Sketch {
		t.Error("the sketch is another")
	}
	var cited []bool
	for _, l := range n.AppendLinks(nil) {
		cited = append(cited, l.Cited)
	}
	if !slices.Equal(cited, []bool{true, true, false}) {
		t.Errorf("cited: %v", cited)
	}
}

// FuzzNote reads any bytes as the record of a note.
func FuzzNote(f *testing.F) {
	base := NewOverlay([]string{"a.md", "b.md"})
	base.put(0, facts{Title: "tea", Links: []Link{{Link: claim.Link{Target: "b"}}}, Aliases: []string{"chai"}})
	f.Add([]byte(base.snapshot.records[0]))
	f.Fuzz(func(t *testing.T, data []byte) {
		snapshot := NewSnapshot([]string{"a.md", "b.md"})
		snapshot.records[0], snapshot.flags[0] = data, 0xff
		b := snapshot.With(nil, nil)
		n := b.Note(0)
		n.Title()
		n.Unread()
		n.Aliases()
		n.AppendSources(nil)
		for _, l := range n.AppendLinks(nil) {
			b.Follow(0, &l)
		}
		b.Similar(0, 0)
	})
}

// facts are all that is known of the note.
func (n Note) facts() facts {
	f := facts{Title: n.Title(), Type: n.Type(), Claim: n.IsClaim(), Created: n.Created(), Domain: n.Domain(), Published: n.Published(),
		Aliases: n.Aliases(), Links: n.AppendLinks(nil), Sources: n.AppendSources(nil)}
	f.Unread, f.UnreadAt = n.Unread()
	f.TitleLanguage, f.BodyLanguage = n.Languages()
	for i := range f.Links {
		l := &f.Links[i]
		l.named = 0
	}
	var sketch likeness.Sketch
	if n.Sketch(&sketch) {
		f.Sketch = &sketch
	}
	return f
}
