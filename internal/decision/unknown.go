package decision

import (
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/decision/document"
)

// Rest holds the fields of a record that this version does not know, as they stood there and in their order.
type Rest []document.Node

// UnknownField is a field of a record that this version does not know. The record keeps it.
type UnknownField struct {
	Name  string // artifact.nmae
	Event bool   // of a decision event, else of a decision
}

// Siblings are the names of the fields that are known where the unknown one stands, without what is before the last point.
func (u UnknownField) Siblings() (names []string) {
	if u.Event {
		for _, f := range eventFields {
			names = append(names, f.name)
		}
		return slices.Concat(names, []string{agentName, artifactName}, commentNames, reviewerNames)
	}
	within, _ := splitLast(u.Name)
	walk(new(Decision), "", func(path string, _ *field) {
		if at, name := splitLast(path); at == within {
			names = append(names, name)
		}
	})
	return names
}

// splitLast parts the name of a field from the path of what it is in.
func splitLast(path string) (within, name string) {
	at := strings.LastIndexByte(path, '.')
	return path[:max(at, 0)], path[at+1:]
}

// unknown names what is not known of a decision and has a value. What a newer version wrote is none of it: that is meant
// to be kept; nor is what this program itself keeps of events and logs, or the text of a draft, which is not kept.
func (d *Decision) unknown() (all []UnknownField) {
	if d.Newer() {
		return nil
	}
	stored := *d
	stored.Draft.TakeText()
	return slices.DeleteFunc(unknownIn(nil, "", &stored), func(u UnknownField) bool { return u.Name == eventKept || u.Name == importField })
}

func unknownIn(all []UnknownField, at string, g group) []UnknownField {
	all = unknownOf(all, at, *g.rest(), false)
	for _, f := range g.fields() {
		switch v := f.value.(type) {
		case group:
			all = unknownIn(all, document.Join(at, f.name), v)
		case *[]Evidence:
			for i := range *v {
				all = unknownIn(all, document.Join(at, f.name), &(*v)[i])
			}
		case *[]ChangedFile:
			for i := range *v {
				all = unknownIn(all, document.Join(at, f.name), &(*v)[i])
			}
		case *[]GateCount:
			for i := range *v {
				all = unknownIn(all, document.Join(at, f.name), &(*v)[i])
			}
		}
	}
	return all
}

// unknownOf adds those that have a value, each once.
func unknownOf(all []UnknownField, at string, rest Rest, event bool) []UnknownField {
	for _, n := range rest {
		if u := (UnknownField{document.Join(at, n.Name), event}); !n.IsEmpty() && !slices.Contains(all, u) {
			all = append(all, u)
		}
	}
	return all
}
