package decision

import (
	"slices"
	"strings"
)

// UnknownField is a field of a record that this version does not know. The record keeps it.
type UnknownField struct {
	Name  string // artifact.nmae
	Event bool   // of a decision event, else of a decision
}

// Siblings are the names of the fields that are known where the unknown one stands, without what is before the last point.
func (u UnknownField) Siblings() []string {
	if u.Event {
		siblings := append(namesOf(new(Event)), agentName, artifactName)
		return slices.Concat(siblings, commentNames, reviewerNames)
	}
	var g group = new(Decision)
	for parts := strings.Split(u.Name, "."); len(parts) > 1; parts = parts[1:] {
		inner := groupOf(g, parts[0])
		if inner == nil {
			return nil
		}
		g = inner
	}
	return namesOf(g)
}

func namesOf(g group) (names []string) {
	for _, f := range g.fields() {
		names = append(names, f.name)
	}
	return names
}

// groupOf gives the fields that one of a group has, or each item of it; nil where it has none.
func groupOf(g group, name string) group {
	for _, f := range g.fields() {
		if f.name != name {
			continue
		}
		switch v := f.value.(type) {
		case group:
			return v
		case *[]Evidence:
			return new(Evidence)
		}
	}
	return nil
}

// unknown names what is not known of an event and has a value.
func (e *Event) unknown() (all []UnknownField) {
	for _, name := range unknownNames(nil, "", &Event{Rest: e.Rest}) {
		all = append(all, UnknownField{Name: name, Event: true})
	}
	return all
}

// unknown names what is not known of a decision and has a value. What a newer version wrote is none of it: that is meant
// to be kept; nor is what this program itself keeps of events and logs.
func (d *Decision) unknown() (all []UnknownField) {
	if d.Newer() {
		return nil
	}
	for _, name := range unknownNames(nil, "", d) {
		if name != eventField && name != importField {
			all = append(all, UnknownField{Name: name})
		}
	}
	return all
}

func unknownNames(names []string, at string, g group) []string {
	for _, e := range *g.rest() {
		if name := join(at, e.key); !e.value.empty() && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, f := range g.fields() {
		switch v := f.value.(type) {
		case group:
			names = unknownNames(names, join(at, f.name), v)
		case *[]Evidence:
			for i := range *v {
				names = unknownNames(names, join(at, f.name), &(*v)[i])
			}
		}
	}
	return names
}
