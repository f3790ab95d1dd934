package guard

// Registry is guards in the order in which they judge and documents list them.
type Registry []*Guard

// BuiltIn are the five guards of the document.
var BuiltIn = Registry{RejectionMemory, RepeatDraft, MinimumEvidence, BannedOpener, GenericPhrases}

// Find gives the guard of an id.
func (r Registry) Find(id string) (*Guard, bool) {
	for _, g := range r {
		if g.ID == id {
			return g, true
		}
	}
	return nil, false
}

// IDs gives the ids of the guards.
func (r Registry) IDs() []string {
	ids := make([]string, len(r))
	for i, g := range r {
		ids[i] = g.ID
	}
	return ids
}
