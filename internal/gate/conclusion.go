package gate

import (
	"fmt"

	"github.com/kbgate/kbgate/internal/finding"
)

// Whole is what a check knows beside single notes, once all of them have been judged. Findings in it have no gate yet.
type Whole struct {
	// Refused are findings on paths that block whatever the configuration says.
	Refused []finding.Finding
	// Unseen gives findings on paths behind which notes may stand that no gate sees, or on files by which people get another
	// text than the one that is judged. It is asked for rarely: it may run git.
	Unseen func() ([]finding.Finding, error)
	// Records are the records of the store that the change touches though they were there before it.
	Records []Record
	// Suppressions are the comments in the notes under check that suppress gates, in their order within each note.
	Suppressions []Suppression
}

// Record is a record of the store that a change edits, deletes or renames.
type Record struct {
	Path string
	Gone bool // deleted or renamed
}

// Conclusion is one gate's look at a check as a whole.
type Conclusion struct {
	*Context
	*Whole
	// Off reports that the configuration turns the gate off. Such a gate reports only what no configuration lets through.
	Off bool
	// Report takes a finding.
	Report func(finding.Finding)
}

// Further is the finding that stands for those of a gate on a note that were left out.
func Further(n int) finding.Finding {
	return finding.Finding{Message: fmt.Sprintf("and %d more of these: of each gate %d are listed", n, MostFindings),
		Fix: "Mend those that are listed, and check again."}
}
