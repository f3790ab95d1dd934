package decision

import (
	"path"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/identity"
)

// Services that give events under other names than the user's documents do use these. They are read where the documents'
// own field has no value, and where they can mean one thing only; else they are kept like any field that is not known.
var (
	commentNames  = []string{"reason", "comment", "comments", "rationale", "feedback"}
	reviewerNames = []string{"reviewer"}
)

// What an event may say of whose artifact it is about; the documents have no fields for that.
const (
	agentName    = "agent"
	artifactName = "artifact"
)

// readStandIns takes over what the event says under other names.
func (e *Event) readStandIns(strict bool) {
	e.readText(&e.ReviewerComment, reasonRule, strict, commentNames...)
	e.readText(&e.ReviewerID, lineRule, strict, reviewerNames...)
	agent := ""
	e.readText(&agent, agentLikeRule, strict, agentName)
	e.Agent, _ = identity.Name(agent)
	for i := range e.Rest {
		if e.Rest[i].key != artifactName {
			continue
		}
		if a, ok := artifactOf(&e.Rest[i].value, strict); ok && agrees(a.SHA, e.AgentOutputSHA) && agrees(a.ApprovedSHA, e.ApprovedOutputSHA) {
			e.Artifact = a
			e.drop(artifactName)
		}
		break
	}
}

// agrees reports whether one of two says nothing, or both the same.
func agrees(a, b string) bool { return a == "" || b == "" || a == b }

// agentLikeRule takes what can be written as the name of an agent who is known.
var agentLikeRule = &rule{wrong: func(value any) string {
	if name, ok := identity.Name(*value.(*string)); !ok || name == Unknown {
		return "is no name of an agent"
	}
	return ""
}}

// readText takes over the text that stands under one of the names, or under several that say the same.
func (e *Event) readText(to *string, r *rule, strict bool, names ...string) {
	if *to != "" {
		return
	}
	said, under := "", []string(nil)
	for i := range e.Rest {
		if !slices.Contains(names, e.Rest[i].key) {
			continue
		}
		text, ok := wordsOf(&e.Rest[i].value, strict)
		if !ok || r.wrong(&text) != "" {
			continue
		}
		if len(under) > 0 && text != said {
			return
		}
		said, under = text, append(under, e.Rest[i].key)
	}
	*to = said
	e.drop(under...)
}

// drop takes fields out of those that are kept beside the decision.
func (e *Event) drop(names ...string) {
	e.Rest = slices.DeleteFunc(e.Rest, func(one entry) bool { return slices.Contains(names, one.key) })
}

// wordsOf gives the text that a node is, or the one that it lists.
func wordsOf(n *node, strict bool) (string, bool) {
	if n.kind == list && len(n.items) == 1 {
		n = &n.items[0]
	}
	if n.kind == text || n.kind == plain && !strict && !n.isNull() {
		return n.value, n.value != ""
	}
	return "", false
}

// artifactOf reads an artifact that is a mapping as in a decision, or a text: a type, a type and a name as in the
// configuration (skill/redis-cache.md), a path below the repository's root, or a name.
func artifactOf(n *node, strict bool) (a Artifact, ok bool) {
	if n.kind == mapping {
		b := binder{strict: strict}
		b.mapping(n, &a)
		if len(b.faults) > 0 {
			return a, false
		}
	} else {
		said, _ := wordsOf(n, strict)
		kind, name, _ := strings.Cut(said, "/")
		switch {
		case slices.Contains(ArtifactTypes, ArtifactType(kind)):
			a.Type, a.Name = ArtifactType(kind), name
		case name != "" && pathRule.wrong(&said) == "":
			a.Name, a.Path = path.Base(said), said
		default:
			a.Name = said
		}
	}
	var f faults
	f.fields(artifactName, &a)
	return a, len(f) == 0 && !isEmptyGroup(&a)
}
