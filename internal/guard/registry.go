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
