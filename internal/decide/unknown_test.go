package decide

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/ledger/ledgertest"
)

// A field that no record has is told once, with the number of its lines.
func TestUnknownIsToldOnce(t *testing.T) {
	record := func(stream string) (told []string) {
		t.Helper()
		l := ledgertest.New(t)
		tally, err := Record(context.Background(), l, Lines(l, strings.NewReader(stream), ledgertest.Now), ledgertest.Now, func(r Remark) {
			told = append(told, fmt.Sprintf("%d: %s%v", r.Line, r.Notice, r.Err))
		})
		if err != nil || !tally.Whole() {
			t.Errorf("%+v, %v", tally, err)
		}
		return told
	}
	stream := ledgertest.Lines(1) + strings.ReplaceAll(ledgertest.Lines(3), `"reviewer_comment"`, `"run":7,"reviewer_comment"`) +
		`{"verdict":"rejected","agnt":"rio","artifact":{"name":"a","nmae":"b"}}` + "\n"
	stream = strings.Replace(stream, `d-0","gate_id"`, `d-9","gate_id"`, 1)
	want := []string{
		"2: 3 lines have the field run, which no decision event has; it is kept<nil>",
		"5: 1 line has the field agnt, which no decision has; it is kept. Is agent meant?<nil>",
		"5: 1 line has the field artifact.nmae, which no decision has; it is kept. Is artifact.name meant?<nil>",
	}
	if got := record(stream); !slices.Equal(got, want) {
		t.Errorf("%q; want %q", got, want)
	}
	var many strings.Builder
	for i := range 100 {
		fmt.Fprintf(&many, `{"verdict":"rejected","artifact":{"name":"a"},"zz-%d-zz":1,"yy-%d-yy":1}`+"\n", i, i)
	}
	got := record(many.String())
	if len(got) != mostUnknown+1 || got[mostUnknown] != "11: 90 lines have further fields that are not known; they are kept<nil>" {
		t.Errorf("%d: %q", len(got), got[len(got)-1])
	}
}
