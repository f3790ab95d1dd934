package decide

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/text"
)

// The most that the message of a commit names of what the commit brings: that many decisions, and that many letters of a name.
const (
	mostNamed     = 3
	mostNamedText = 80
)

// messageOf is the message of the commit that brings decisions: how many, and of the first ones verdict, artifact and agent. It holds no
// other text that people typed, for a redaction hides none of it.
func messageOf(decisions ...*decision.Decision) string {
	said := "Record a decision"
	switch {
	case len(decisions) == 0:
		return "Record more that is known of decisions"
	case len(decisions) > 1:
		said = fmt.Sprintf("Record %d decisions", len(decisions))
	}
	var named []string
	for _, d := range decisions[:min(len(decisions), mostNamed)] {
		one := strings.ReplaceAll(string(d.Verdict), "_", " ") + " " + artifactIn(d)
		if d.Agent != "" && d.Agent != decision.Unknown {
			one += " of " + nameIn(d.Agent)
		}
		named = append(named, one)
	}
	if more := len(decisions) - len(named); more > 0 {
		named = append(named, fmt.Sprintf("and %d more", more))
	}
	return said + ": " + strings.Join(named, "; ")
}

// artifactIn is what a message calls the artifact of a decision. One that is named for an address has the name of its kind.
func artifactIn(d *decision.Decision) string {
	name := nameIn(cmp.Or(d.Artifact.Path, d.Artifact.Name))
	if name == "" || strings.Contains(name, "@") {
		return "something of the type " + string(cmp.Or(d.Artifact.Type, decision.OtherType))
	}
	return name
}

// nameIn is a name on a line of a message, whatever it holds.
func nameIn(name string) string {
	return text.Shorten(text.Visible(strings.TrimSpace(name)), mostNamedText)
}
