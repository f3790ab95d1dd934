package decision

import "cmp"

// Origin is whose artifact an event is about. What is empty is not known.
type Origin struct {
	Agent string
	Type  ArtifactType
	Name  string // of the artifact
}

// EventMap says what events mostly do not: whose artifact was reviewed, by the event's tags, epic or gate. Of those that know
// something, a tag counts before the epic, the epic before the gate, and the first tag before the next.
type EventMap struct {
	Tags, Epics, Gates map[string]Origin
}

// fill sets what is open of agent and artifact of a decision; what nothing knows becomes Unknown, and the type other.
func (m EventMap) fill(d *Decision) {
	var origins []Origin
	for _, tag := range d.Tags {
		origins = append(origins, m.Tags[tag])
	}
	for _, o := range append(origins, m.Epics[d.Epic], m.Gates[d.ReviewPoint], Origin{Unknown, OtherType, Unknown}) {
		d.Agent = cmp.Or(d.Agent, o.Agent)
		d.Artifact.Type = cmp.Or(d.Artifact.Type, o.Type)
		d.Artifact.Name = cmp.Or(d.Artifact.Name, o.Name)
	}
}
