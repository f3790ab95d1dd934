package decision

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// A record of many small values is refused, whichever way it comes.
func TestManyValues(t *testing.T) {
	list := func(n int) string { return "[" + strings.Repeat("1, ", n-1) + "1]" }
	data, err := full().Encode()
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		more string
		fine bool
	}{
		"few":                    {"x: " + list(maxUnknown-1) + "\n", true},
		"many":                   {"x: " + list(maxUnknown) + "\n", false},
		"far too many":           {"x: " + list(60000) + "\n", false},
		"many, as others write":  {"x:   " + list(maxUnknown) + "\n", false},
		"far too many likewise":  {"x:   " + list(60000) + "\n", false},
		"in several":             {"x: " + list(3000) + "\ny: " + list(3000) + "\n", false},
		"within what is known":   {"", true},
		"many texts of one line": {"x: " + list(10) + "\n", true},
	} {
		if _, err := Decode(append([]byte(string(data)), test.more...)); (err == nil) != test.fine {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := decodeJSON([]byte(`{"verdict":"rejected","x":` + list(60000) + `}`)); err == nil {
		t.Error("JSON is taken")
	}
	if a, err := amend(1, "tags", ListValue(strings.Split(strings.Repeat("a,", maxUnknown), ",")...)).Encode(); err != nil {
		t.Error(err)
	} else if _, err := DecodeAmendment(a); err == nil {
		t.Error("a value is taken")
	}
}

// The last of many amendments counts. The steps of folding are counted in internal/steptest.
func TestFoldOfMany(t *testing.T) {
	var all []*Amendment
	for i := range 20000 {
		a := amend(i%1000, "reason", TextValue(fmt.Sprint("Examples ", i)))
		a.ID = NewID(at.Add(time.Duration(i)*time.Second), fixed(i))
		all = append(all, a)
	}
	if got := Fold(full(), all...); got.Reason != "Examples 19999" {
		t.Error(got.Reason)
	}
	if got := FoldAmendments(all); len(got) != len(all) {
		t.Errorf("%d views", len(got))
	}
}

// What Fold makes of an amendment it makes of a slim one.
func TestSlim(t *testing.T) {
	a := amend(1, "category", TextValue("clarity"))
	a.Rest = Rest{{Name: "x", Value: strings.Repeat("y", 100000)}}
	data, err := a.Encode()
	if err != nil {
		t.Fatal(err)
	}
	slim := SlimAmendment(data)
	got, err := DecodeAmendment(slim)
	if err != nil || len(slim) > 1000 || Fold(full(), got).Category != Clarity || got.By != a.By {
		t.Errorf("%s, %v", slim, err)
	}
	if SlimAmendment([]byte(strings.Repeat("x", 5000))) != nil {
		t.Error("what is none stays")
	}
}

// Where all texts of a record are hidden, so is what was said of it.
func TestRedactionHidesWhy(t *testing.T) {
	category, reason := amend(1, "category", TextValue("clarity")), amend(2, "reason", TextValue("Jane did it"))
	hide := amend(3, RedactedField, Value{})
	views := FoldAmendments([]*Amendment{category, reason, hide})
	if views[0].Why != "" || !views[0].Value.set || views[1].Why != "" || views[1].Value.set || views[2].Why == "" {
		t.Errorf("%+v %+v %+v", views[0], views[1], views[2])
	}
	hide.Value = ListValue("reason")
	if views = FoldAmendments([]*Amendment{category, reason, hide}); views[0].Why == "" || views[1].Value.set {
		t.Errorf("%+v %+v", views[0], views[1])
	}
}

// One address has one hash, however it is written.
func TestSubjectIsOneAddress(t *testing.T) {
	want := Subject("ann.smith@corp.com", nil)
	for _, s := range []string{
		"ann.smith@corp.com;", "<ann.smith@corp.com>", "ann.smith@corp.com (work)", "email: ann.smith@corp.com", "Ann Smith ann.smith@corp.com",
		"ann.smith＠corp.com", "mailto:ann.smith@corp.com?subject=x", "Mailto:ann.smith@corp.com", `"ann.smith@corp.com"`, "ann.smith@corp.com.",
		"ann.smith @corp.com", "ANN.SMITH@CORP.COM", "ann.smith%40corp.com", "ann.smith@corp\u00ad.com",
	} {
		if got := Subject(s, nil); got != want {
			t.Errorf("%q: %s", s, got)
		}
	}
	bob := Subject("bob@x.org", nil)
	if got := Subject("ann.smith@corp.com, bob@x.org", nil); got != want+", "+bob {
		t.Error(got)
	}
	for _, s := range []string{"ann.smith@corp.com;bob@x.org", "ann.smith@corp.com/Acme", "ann..smith@corp.com", "acme|ann.smith@corp.com", "ann.smith.@corp.com", "1: ann.smith@corp.com"} {
		if got := Subject(s, nil); strings.Contains(got, "@") || Subject(got, nil) != got {
			t.Errorf("%q: %s", s, got)
		}
	}
}
