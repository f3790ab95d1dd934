package decision

import (
	"fmt"
	"time"

	"github.com/kbgate/kbgate/internal/decision/document"
)

// clockTolerance is how far ahead of this machine's clock a record may be; clocks and time zones differ by as much.
const clockTolerance = 24 * time.Hour

// Validate says everything that is wrong with a record, each with its field, joined. Of a record of a newer schema only
// what every version has in common is judged: its id and its time.
func (d *Decision) Validate(now time.Time) error {
	f := judge(d, now)
	if !d.Newer() && (d.Source == FromEvent || d.Source == Import) && d.SourceID == "" {
		f.add("source_id", "is missing; a record of source %s has the id that it had there", d.Source)
	}
	return f.err()
}

// Validate says everything that is wrong with an amendment by itself, joined. Check says whether it fits its decision.
func (a *Amendment) Validate(now time.Time) error {
	f := judge(a, now)
	switch {
	case a.Newer():
		return f.err()
	case a.Of == "":
		f.add("of", "is missing; it is the id of the record that is amended")
	case !IsID(a.Of):
		f.add("of", noULID, a.Of)
	case a.Of == a.ID:
		f.add("of", "names the amendment itself")
	}
	if isMarked(a.Field, immutable) {
		f.add("field", "%s of a record never changes", a.Field)
	}
	return f.err()
}

const noULID = "%.60q is no ULID: 26 letters and digits, capitals"

// judge says what is wrong with a record by its table.
func judge(r record, now time.Time) (f faults) {
	h := r.Head()
	f.common(h, now)
	if h.isNewer() {
		return f
	}
	f.fields("", r, true)
	return f
}

// fields judges each field that has a value, and with whole whether one is missing.
func (f *faults) fields(path string, g group, whole bool) {
	fields := g.fields()
	for i := range fields {
		f.field(path, &fields[i], whole)
	}
	for _, unknown := range *g.rest() {
		f.unless(path, unknown.Name, unknown.Check())
	}
}

// field judges one that stands at a path.
func (f *faults) field(path string, one *field, whole bool) {
	if inner, ok := one.value.(group); ok {
		if one.marks&given != 0 || !isEmptyGroup(inner) {
			f.fields(document.Join(path, one.name), inner, whole)
		}
		return
	}
	if one.isEmpty() {
		if whole && one.marks&stored != 0 {
			f.unless(path, one.name, "is missing")
		}
		return
	}
	if one.takes != nil {
		f.unless(path, one.name, one.takes.wrong(one.value))
	}
	switch v := one.value.(type) {
	case *[]Evidence:
		if len(*v) > maxItems {
			f.unless(path, one.name, tooMany(len(*v), maxItems))
			return
		}
		for i := range *v {
			f.fields(fmt.Sprintf("%s[%d]", document.Join(path, one.name), i), &(*v)[i], whole)
		}
	case *[]ChangedFile:
		if len(*v) > MostChangedFiles {
			f.unless(path, one.name, tooMany(len(*v), MostChangedFiles))
			return
		}
		for i := range *v {
			f.fields(fmt.Sprintf("%s[%d]", document.Join(path, one.name), i), &(*v)[i], whole)
		}
	case *[]GateCount:
		if len(*v) > MostGateCounts {
			f.unless(path, one.name, tooMany(len(*v), MostGateCounts))
			return
		}
		for i := range *v {
			f.fields(fmt.Sprintf("%s[%d]", document.Join(path, one.name), i), &(*v)[i], whole)
		}
	case *Value:
		f.unless(path, one.name, v.node.Check())
	}
}

// unless adds a fault of a field at a path unless its message is empty.
func (f *faults) unless(path, name, message string) {
	if message != "" {
		f.add(document.Join(path, name), "%s", message)
	}
}

func (f *faults) common(h Head, now time.Time) {
	if versionOf(h.Schema, h.Kind.schema) == 0 {
		f.add("schema", "%.60q is not %s1", h.Schema, h.Kind.schema)
	}
	made, isID := IDTime(h.ID)
	needsTime := h.At.IsZero() && h.SourceID != "" // the id follows from it
	switch {
	case isID || h.ID == "" && needsTime:
	case h.ID == "":
		f.add("id", "is missing")
	default:
		f.add("id", noULID, h.ID)
	}
	at := h.At.UTC()
	switch {
	case needsTime:
		f.add("at", "is missing; a record with a source_id needs the time that it has there, for its id follows from both")
	case at.IsZero():
		f.add("at", "is missing")
	case at.After(now.Add(clockTolerance)):
		f.add("at", "%s is in the future", at.Format(time.RFC3339))
	case at.Before(time.Unix(0, 0)):
		f.add("at", "%s is before 1970", at.Format(time.RFC3339))
	case !isID:
	case made.Format(time.DateOnly) != at.Format(time.DateOnly):
		f.add("id", "is of %s, but the record is of %s", made.Format(time.DateOnly), at.Format(time.DateOnly))
	case h.SourceID != "" && h.ID != DerivedID(h.At, string(h.Source), h.SourceID):
		f.add("id", "does not follow from time, source and source_id; it would be %s", DerivedID(h.At, string(h.Source), h.SourceID))
	}
}
