package check

import (
	"reflect"
	"testing"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/source"
	"github.com/kbgate/kbgate/internal/wire"
)

// All of the result of a note comes back from the cache.
func TestNoteResultIsReadAsWritten(t *testing.T) {
	edit := finding.Edit{Line: 4, Column: 5, EndLine: 7, EndColumn: 8, NewText: "new", At: claim.Span{Start: 10, End: 12}, Bytes: finding.Columns{Start: 6, End: 9}}
	one := finding.Finding{Gate: "date_errors", Severity: finding.Blocking, Path: "a.md", Line: 14, Column: 15, EndLine: 16, EndColumn: 17, Message: "m", Fix: "f",
		AutoFixable: true, Target: "t", Suggestion: "s", Edits: []finding.Edit{edit}, Pending: []finding.Edit{edit}, At: claim.Span{Start: 18, End: 20},
		Bytes: finding.Columns{Start: 21, End: 22}, Excerpt: finding.Excerpt{Text: "excerpt", Column: 23}, Matched: "matched"}
	v := noteResult{later: 5, seen: source.Stamp{Lo: 1, Hi: 2}, pending: []pending{{gate: 3, value: []byte("left")}},
		suppressions: []gate.Suppression{{Gate: "scope_error", Reason: "why", Comment: one}}, found: []finding.Finding{one}}
	var w wire.Writer
	v.pass(wire.To(&w), "a.md")
	r := wire.Reader{Bytes: w.Bytes}
	var got noteResult
	got.pass(wire.From(&r), "a.md")
	if r.Err() != nil || !reflect.DeepEqual(got, v) {
		t.Errorf("%v, got\n%+v, want\n%+v", r.Err(), got, v)
	}
}
