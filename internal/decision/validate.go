package decision

import (
	"fmt"
	"time"
)

// clockTolerance is how far ahead of this machine's clock a record may be, as section 6 of the design has it for dates.
const clockTolerance = 24 * time.Hour

// Validate says everything that is wrong with a record, each with its field, joined. Of a record of a newer schema only
// what every version has in common is judged: its id and its time.
func (d *Decision) Validate(now time.Time) error {
	var f faults
	f.common(common{schema: d.Schema, name: schemaName, id: d.ID, at: d.At, source: d.Source, sourceID: d.SourceID}, now)
	if d.Newer() {
		return f.err()
	}
	f.fields("", d)
	f.required("source", string(d.Source))
	f.required("verdict", string(d.Verdict))
	f.required("agent", d.Agent)
	f.required("artifact.type", string(d.Artifact.Type))
	f.required("artifact.name", d.Artifact.Name)
	if (d.Source == FromEvent || d.Source == Import) && d.SourceID == "" {
		f.add("source_id", "is missing; a record of source %s has the id that it had there", d.Source)
	}
	return f.err()
}

func (f *faults) required(name, value string) {
	if value == "" {
		f.add(name, "is missing")
	}
}

// fields judges each field that has a value.
func (f *faults) fields(path string, g group) {
	for _, one := range g.fields() {
		f.one(join(path, one.name), one)
	}
	for _, unknown := range *g.rest() {
		if fault := unknown.value.check(0); fault != "" {
			f.add(join(path, unknown.key), "%s", fault)
		}
	}
}

// one judges a field.
func (f *faults) one(path string, field field) {
	if field.isEmpty() {
		return
	}
	if field.check != nil {
		if fault := field.check.wrong(field.value); fault != "" {
			f.add(path, "%s", fault)
		}
	}
	switch v := field.value.(type) {
	case *[]Evidence:
		if len(*v) > maxItems {
			f.add(path, "has %d items; it may have %d", len(*v), maxItems)
			return
		}
		for i := range *v {
			f.fields(fmt.Sprintf("%s[%d]", path, i), &(*v)[i])
		}
	case *Value:
		if fault := v.node.check(0); fault != "" {
			f.add(path, "%s", fault)
		}
	case group:
		f.fields(path, v)
	}
}

// common is what all records have in common.
type common struct {
	schema, name string
	id           string
	at           time.Time
	source       Source
	sourceID     string
}

func (f *faults) common(r common, now time.Time) {
	if versionOf(r.schema, r.name) == 0 {
		f.add("schema", "%.60q is not %s1", r.schema, r.name)
	}
	made, isID := IDTime(r.id)
	needsTime := r.at.IsZero() && r.sourceID != "" // the id follows from it
	switch {
	case r.id == "" && needsTime:
	case r.id == "":
		f.add("id", "is missing")
	case !isID:
		f.add("id", "%.60q is no ULID: 26 letters and digits, capitals", r.id)
	}
	switch {
	case needsTime:
		f.add("at", "is missing; a record with a source_id needs the time that it has there, for its id follows from both")
		return
	case r.at.IsZero():
		f.add("at", "is missing")
		return
	case r.at.After(now.Add(clockTolerance)):
		f.add("at", "%s is in the future", r.at.UTC().Format(time.RFC3339))
	case r.at.Before(time.Unix(0, 0)):
		f.add("at", "%s is before 1970", r.at.UTC().Format(time.RFC3339))
	case isID && made.Format(time.DateOnly) != r.at.UTC().Format(time.DateOnly):
		f.add("id", "is of %s, but the record is of %s", made.Format(time.DateOnly), r.at.UTC().Format(time.DateOnly))
	case isID && r.sourceID != "" && r.id != DerivedID(r.at, string(r.source), r.sourceID):
		f.add("id", "does not follow from time, source and source_id; it would be %s", DerivedID(r.at, string(r.source), r.sourceID))
	}
}
