package evolution

import (
	"encoding/json"
	"io"

	"github.com/kbgate/kbgate/internal/learn/evolution"
)

// JSON writes the report for programs: kbgate.report/1. Characters that mean something in HTML are written by their numbers.
func JSON(w io.Writer, e *evolution.Evolution) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(e)
}
