package decision

import (
	"errors"
	"fmt"

	"github.com/kbgate/kbgate/internal/decision/document"
)

// faults gathers what is wrong with one record.
type faults []error

func (f *faults) add(field, format string, args ...any) {
	*f = append(*f, &document.Fault{Field: field, Message: fmt.Sprintf(format, args...)})
}

func (f faults) err() error { return errors.Join(f...) }
