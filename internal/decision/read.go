package decision

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/decision/document"
)

// Line is one record of a stream.
type Line struct {
	Number   int // of the line on which it begins, counted from 1
	Decision *Decision
	Notices  []string // what could be kept in part only
	Unknown  []UnknownField
	LeftOut  string // why the decision of an event is nobody's that counts, and Decision is nil; "": it counts
}

// LineError says what is wrong with one record of a stream, each fault with its line. Those behind it can be read.
type LineError struct {
	Number int // of the line on which the record begins, counted from 1
	Err    error
}

func (e *LineError) Error() string { return e.Err.Error() }
func (e *LineError) Unwrap() error { return e.Err }

// ReadOptions says what is made of the records of a stream.
type ReadOptions struct {
	Events EventMap // whose artifacts the events are about
	// Doubt says why a decision of a reviewer whom the event calls so does not count, "" where it does; nil: each does.
	Doubt    func(reviewer, association string) string
	Complete func(*Decision) // sets what a record may leave out, its id say; nil: nothing
	Now      time.Time       // if set, records are checked: Validate, and no secrets
}

// ReadAll reads a stream of decisions and of decision events, told apart by their fields: JSON Lines, JSON objects, and
// documents of YAML parted by `---`. An event is given as its decision. A record with a source_id and no id gets the id
// that follows from it. A bad record is given as a *LineError, and the next ones follow; any other error is the reader's
// own, and ends it. Of the stream, no more than one record is held, and of that no more than MaxInput.
func ReadAll(r io.Reader, o ReadOptions) iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		for c, err := range chunks(r) {
			if err != nil {
				yield(Line{Number: c.start}, fmt.Errorf("reading records behind line %d: %w", c.start, err))
				return
			}
			line, err := o.read(c)
			if err != nil {
				line, err = Line{Number: c.start}, lineError(c.start, err)
			}
			if !yield(line, err) {
				return
			}
		}
	}
}

func (o *ReadOptions) read(c chunk) (Line, error) {
	line := Line{Number: c.start}
	n, strict, err := c.node()
	if err != nil {
		return line, err
	}
	if err = o.bind(&line, &n, strict); err != nil {
		return line, err
	}
	if line.LeftOut != "" {
		return line, nil
	}
	return line, o.finish(line.Decision)
}

// finish completes and checks a decision.
func (o *ReadOptions) finish(d *Decision) error {
	if o.Complete != nil {
		o.Complete(d)
	}
	if d.ID == "" && d.SourceID != "" && !d.At.IsZero() {
		d.ID = DerivedID(d.At, string(d.Source), d.SourceID)
	}
	if o.Now.IsZero() {
		return nil
	}
	return errors.Join(append([]error{d.Validate(o.Now)}, d.Secrets()...)...)
}

// node reads the text of a record. It is strict where texts are marked as such.
func (c *chunk) node() (n document.Node, strict bool, err error) {
	switch {
	case c.list:
		return n, false, &document.Fault{Message: "this is a list; each record stands on a line of its own (`jq -c '.[]'` writes a list so)"}
	case c.long:
		return n, false, &document.Fault{Message: fmt.Sprintf("the record is longer than %d bytes", MaxInput)}
	case c.json:
		if n, err = document.ReadJSON(bytes.TrimSuffix(c.data, []byte("\n"))); err == nil || !c.either {
			return n, true, err
		}
	}
	n, err = document.Read(c.data)
	if err == nil && n.Kind != document.Mapping {
		err = &document.Fault{Line: int(n.Line), Message: "is no record: neither a JSON object nor `field: value` lines"}
	}
	return n, false, err
}

// bind takes over a record of either form.
func (o *ReadOptions) bind(line *Line, n *document.Node, strict bool) error {
	has := func(key string) bool { return n.Get(key) != nil }
	schema := n.Get("schema")
	switch {
	case schema != nil && strings.HasPrefix(schema.Value, "kbgate."):
	case has("decision_id") || has("decision") && !has("verdict"):
		e, err := eventOf(n, strict)
		if err != nil {
			return err
		}
		if (has(reviewerAssociation) || has(authorAssociation)) && o.Doubt != nil { // empty, too: the service knows nobody of it
			line.LeftOut = o.Doubt(e.decision.Reviewer, cmp.Or(e.kept[reviewerAssociation], e.kept[authorAssociation]))
		}
		if line.LeftOut == "" {
			line.Decision, line.Notices = e.toDecision(o.Events)
			line.Unknown = unknownOf(nil, "", e.unknown, true)
		}
		return nil
	case !has("verdict"):
		return &document.Fault{Line: int(n.Line), Message: "is neither a decision (it would have a `verdict`) nor a decision event (a `decision_id` and a `decision`)"}
	}
	d := &Decision{Schema: Schema}
	if err := take(n, d, strict); err != nil {
		return err
	}
	line.Decision, line.Unknown = d, d.unknown()
	return nil
}

// lineError sets the lines of faults, which count from the record's beginning, to those of the stream.
func lineError(start int, err error) error {
	all := unjoin(err)
	for i, one := range all {
		if fault, ok := one.(*document.Fault); ok {
			moved := *fault
			moved.Line = start + max(fault.Line-1, 0)
			all[i] = &moved
		} else {
			all[i] = fmt.Errorf("line %d: %w", start, one)
		}
	}
	return &LineError{start, errors.Join(all...)}
}

// unjoin parts what errors.Join put together.
func unjoin(err error) []error {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []error{err}
	}
	var all []error
	for _, one := range joined.Unwrap() {
		all = append(all, unjoin(one)...)
	}
	return all
}
