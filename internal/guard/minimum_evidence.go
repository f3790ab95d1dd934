package guard

import "github.com/kbgate/kbgate/internal/decision"

// MinimumEvidence is GUARD-003.
var MinimumEvidence = &Guard{
	ID:      "GUARD-003",
	Title:   "Minimum evidence",
	Summary: "The body shows nothing of this company, or nothing of this person's job",
	Why:     "A mail that could be sent to anybody is answered by nobody. Two things are looked for in the body: one of the company (an initiative, a technology, an opening, an event, a product or a figure of theirs) and one of the role (a duty or a pain of that job). A bare company name and a bare title are neither. What the lead's data knows is found in the body by the stems of its words, in English and Portuguese. What the data does not know is found by how the text speaks: of a name, a month or something that happened, in a sentence that speaks to the reader or of their company, of a number with a mark of identity (2026/114, n.º 12), or of a figure that the reader asked about; of what somebody in the reader's place answers for, or does, with something concrete behind it (the CFO signs forty leases, é a equipa do CTO que descobre o erro). Where the lead's data has nothing of the company that a mail could begin with, or no role is known of the title, words alone cannot tell what is specific: there a text that is concrete all the same gets a hint, which blocks nothing. Where the lead's data has a signal of the company and one of the role, the draft is let through and the result names the signal to begin with.",
	Fix:     "Begin with one thing that is true of this company alone, with its name, place, date or figure, and say what it means for what this person answers for.",
	Types:   []decision.ArtifactType{decision.Email},
	Bad: `{"to": "ana@acme.example", "subject": "Growth", "type": "email", "lead": {"first_name": "Ana", "title": "Plant Manager", "company": {"name": "Acme"}},
 "body": "Hi Ana,\n\nCompanies like Acme are under pressure to do more with less. Our platform helps leaders save time and grow. Would you be open to a call?"}`,
	Good: `{"to": "ana@acme.example", "subject": "Press 4", "type": "email", "lead": {"first_name": "Ana", "title": "Plant Manager", "company": {"name": "Acme"}},
 "body": "Hi Ana,\n\nYou started up a fourth press in Oldham in March. While the tooling is new, scrap per shift is what a plant manager has to explain. Could we compare two weeks of your changeovers?"}`,
	Run: minimumEvidence,
}

func minimumEvidence(in *Input) *Failure {
	s := in.shown()
	const toDo = "; name what is true of them alone, and what this person answers for"
	message := ""
	switch {
	case len(s.company) == 0 && len(s.role) == 0:
		message = "nothing in the body is of this company or of this person's job"
	case len(s.company) == 0:
		message = "nothing in the body is of this company; its bare name is no evidence"
	case len(s.role) == 0:
		message = "nothing in the body is of this person's job; the bare title is no evidence"
	default:
		return nil
	}
	return &Failure{Message: message + toDo, Possible: s.isDoubtful()}
}

// enoughWork is how many different words of people's work make a text concrete, though none of them may be known as evidence. Mails that
// could be sent to anybody have fewer.
const enoughWork = 7

// isDoubtful reports whether words alone cannot tell that evidence is lacking. Of a title that tells no role nobody knows the duties, and of
// a company of which the lead's data tells nothing nobody knows what is specific to it.
func (s *shown) isDoubtful() bool {
	concrete := s.work >= enoughWork
	role := len(s.role) > 0 || concrete || !s.mapped && len(s.company) > 0
	company := len(s.company) > 0 || concrete && !s.known
	return role && company
}
