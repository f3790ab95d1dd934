package gate

import (
	"fmt"
	"iter"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/text"
)

// DuplicateNoteName reports file names that several notes share: once per name, on the first of them that is judged.
var DuplicateNoteName = &Gate{
	ID:       "duplicate_note_name",
	Title:    "Unique names",
	Summary:  "Several notes share one file name, so a link by that name is ambiguous",
	Why:      "Links name notes by their file names. Where two notes answer to one name, which of them is meant depends on the folder of the linking note, and moving that note silently changes what it cites. Names that differ only by case or by Unicode normal form are one file on many machines: a checkout there loses one of them.",
	Fix:      "Rename all but one of the notes, or merge them; names that folders share on purpose go into `links.shared_names`.",
	Severity: Warning, EveryNote: true,
	Bad:  "-- black/storage.md --\n# storage\n-- green/storage.md --\n# storage\n",
	Good: "-- black/storing black tea.md --\n# storage\n-- green/storing green tea.md --\n# storage\n-- black/_map.md --\n# map\n-- green/_map.md --\n# map\n",
	RunOnAll: func(p *Pass) {
		if !p.Notes.HasNamesakes(p.ID) {
			return
		}
		own := p.Note().Path
		if lookalikes := p.Notes.Lookalikes(p.ID); several(lookalikes) {
			if p.carries(&p.firstLookalikes, lookalikes) {
				others := p.others(lookalikes)
				p.Report(finding.Finding{Others: others, Message: fmt.Sprintf("%s and %s differ only by case or Unicode form: on many machines they are one file",
					path.Base(own), quoteNames(others, path.Base))})
			}
			return
		}
		namesakes := p.Notes.Namesakes(p.ID)
		if sharedName(p, own) || !p.carries(&p.firstNamesakes, namesakes) {
			return
		}
		others := p.others(namesakes)
		p.Report(finding.Finding{Others: others, Message: fmt.Sprintf("%d notes are called %q: this one and %s", len(others)+1, p.Notes.Name(p.ID),
			quoteNames(others, func(p string) string { return p }))})
	},
}

// carries reports whether the note under check is the first such note of its kind: that one carries a finding on all of them.
// Which it is is looked for once and known by the first note of the kind, for there may be thousands of a name.
func (p *Pass) carries(known *sync.Map, notes iter.Seq[kb.ID]) bool {
	carrier := any(kb.None)
	for first := range notes {
		var ok bool
		if carrier, ok = known.Load(first); !ok {
			for id := range notes {
				if p.Selected(id) {
					carrier = id
					break
				}
			}
			carrier, _ = known.LoadOrStore(first, carrier)
		}
		break
	}
	return carrier == p.ID
}

// several reports whether there are two notes or more.
func several(notes iter.Seq[kb.ID]) bool {
	n := 0
	for range notes {
		if n++; n == 2 {
			return true
		}
	}
	return false
}

func sharedName(p *Pass, own string) bool {
	name := text.Fold(strings.TrimSuffix(path.Base(own), path.Ext(own)))
	return slices.ContainsFunc(p.Config.Links.SharedNames, func(s string) bool { return text.Fold(s) == name })
}

// others are the paths of the notes that are not the one under check.
func (p *Pass) others(ids iter.Seq[kb.ID]) (paths []string) {
	for id := range ids {
		if id != p.ID {
			paths = append(paths, p.Notes.Path(id))
		}
	}
	return paths
}

// quoteNames lists at most three notes.
func quoteNames(paths []string, show func(string) string) string {
	const most = 3
	var names []string
	for _, p := range paths[:min(len(paths), most)] {
		names = append(names, show(p))
	}
	if more := len(paths) - most; more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, ", ")
}
