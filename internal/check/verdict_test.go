package check

import (
	"reflect"
	"testing"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/wire"
)

// All of a verdict comes back from the cache.
func TestVerdictIsReadAsWritten(t *testing.T) {
	from, to := claim.Position{Line: 4, Column: 5, Byte: 6}, claim.Position{Line: 7, Column: 8, Byte: 9}
	edit := gate.Edit{At: claim.Span{Start: 10, End: 12}, New: "new"}
	v := verdict{later: 5, seen: stamp{Lo: 1, Hi: 2}, left: &left{gate: 3, value: []byte("left")},
		silences: []silence{{gate: "scope_error", reason: "why", at: edit.At, start: from, end: to, text: "text", line: "line", column: 13}},
		found: []found{{
			Finding: gate.Finding{At: claim.Span{Start: 14, End: 20}, Message: "m", Fix: "f", Edits: []gate.Edit{edit}, Pending: []gate.Edit{edit},
				Target: "t", Suggestion: "s"},
			gate: gate.DateErrors, path: "a.md", id: 21, start: from, end: to, matched: "matched", excerpt: "excerpt", column: 22,
			edits: []placedEdit{{Edit: edit, start: from, end: to}}, judged: stamp{Lo: 23, Hi: 24},
		}}}
	var w wire.Writer
	v.write(&w, gate.All)
	r := wire.Reader{Bytes: w.Bytes}
	var got verdict
	got.read(&r, gate.All, 21, "a.md")
	if r.Err() != nil || !reflect.DeepEqual(got, v) {
		t.Errorf("%v, got\n%+v, want\n%+v", r.Err(), got, v)
	}
}
