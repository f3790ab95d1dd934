package hint_test

import (
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/kbgate/kbgate/internal/hint"
)

func TestTheInnermostWayOutCounts(t *testing.T) {
	inner := hint.Broken("try again", "reading: %w", io.ErrUnexpectedEOF)
	outer := hint.Misuse("name another file", "opening x: %w", inner)
	for _, test := range []struct {
		err    error
		hint   string
		status hint.Status
		text   string
	}{
		{inner, "try again", hint.Failure, "reading: unexpected EOF"},
		{fmt.Errorf("a: %w", inner), "try again", hint.Failure, "a: reading: unexpected EOF"},
		{outer, "try again", hint.Failure, "opening x: reading: unexpected EOF"},
		{errors.Join(io.EOF, outer), "try again", hint.Failure, "EOF\nopening x: reading: unexpected EOF"},
		{hint.Misuse("name another file", "opening x: %w", io.EOF), "name another file", hint.Usage, "opening x: EOF"},
		{io.EOF, "", hint.Failure, "EOF"},
	} {
		way, status := hint.Of(test.err)
		if way != test.hint || status != test.status || test.err.Error() != test.text {
			t.Errorf("%q: %q, %d; want %q, %d", test.err, way, status, test.hint, test.status)
		}
		if hint.IsUsage(test.err) != (status == hint.Usage) {
			t.Errorf("%q: IsUsage", test.err)
		}
	}
	if !errors.Is(outer, io.ErrUnexpectedEOF) || hint.IsUsage(nil) {
		t.Error("the chain is broken")
	}
}
