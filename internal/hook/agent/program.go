package agent

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/text"
)

// Program is a coding agent: how its hooks are set up, what it tells them, and what it takes from them. Each has a file of its own.
type Program struct {
	Name  string // by which kbgate knows it
	Title string // as its makers write it

	// Setup says which file sets its hooks up, and how.
	Setup Setup
	// Hears are the events to which a brief can be given, so that the model reads it.
	Hears []Kind
	// kinds are the events that concern us, by their names.
	kinds map[string]Kind
	// read takes an event apart that is of one of these kinds.
	read func(kind Kind, name string, data []byte) (Event, error)
	// answer is what the program takes for an answer, on standard output, as JSON; nil: nothing is written.
	answer func(Event, Answer) any
	// status says that the program shows what is found to the model by standard error and exit status 2.
	status bool
}

// Answer is what an agent is told, each text "" where that is nothing.
type Answer struct {
	Context string // what the model is to know
	Found   string // what would be refused of what the agent wrote
	Denial  string // why a write is kept from being made
}

// Programs are the agents that kbgate knows. To add one takes a file with its value, a line here, and a recorded event of each kind in
// the tests.
var Programs = []*Program{ClaudeCode, Codex, Gemini, Cursor, Copilot, OpenCode}

// Names are those of the programs.
func Names() (names []string) {
	for _, p := range Programs {
		names = append(names, p.Name)
	}
	return names
}

// Find gives the program of a name.
func Find(name string) (*Program, error) {
	i := slices.IndexFunc(Programs, func(p *Program) bool { return p.Name == name })
	if i < 0 {
		return nil, hint.Misuse("kbgate knows "+text.List("and", Names()...), "%q is no coding agent that kbgate knows", name)
	}
	return Programs[i], nil
}

// Parse reads an event. named is its name, for programs whose events do not say it. One that is not known is of kind Other, whatever else it
// says.
func (p *Program) Parse(named string, data []byte) (Event, error) {
	if len(data) > MaxEvent {
		return Event{}, fmt.Errorf("the event is too large: at most %d MiB are read", MaxEvent>>20)
	}
	var head struct {
		Name string `json:"hook_event_name"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return Event{}, fmt.Errorf("the event is no JSON that a hook is given: %w", err)
	}
	if named != "" {
		head.Name = named
	}
	if head.Name == "" {
		return Event{}, errors.New("the event has no hook_event_name")
	}
	kind, ok := p.kinds[head.Name]
	if !ok {
		return Event{}, nil
	}
	e, err := p.read(kind, head.Name, data)
	if err != nil && kind == Writing {
		return Event{}, nil // nothing is judged before a write, so nothing is amiss
	}
	if err != nil {
		return Event{}, fmt.Errorf("reading the event %s: %w", head.Name, err)
	}
	return checked(e)
}

// Answer is what the program takes for an answer to an event, as JSON; nil where nothing is to be written. What is found goes to standard
// error instead, where isTold is false.
func (p *Program) Answer(e Event, a Answer) (out any, isTold bool) {
	if p.status {
		a.Found = ""
	}
	if a == (Answer{}) {
		return nil, !p.status
	}
	return p.answer(e, a), !p.status
}

// HearsAt reports whether the model reads what is said at an event.
func (p *Program) HearsAt(k Kind) bool { return slices.Contains(p.Hears, k) }
