package gate

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/kb"
)

// However many notes share a name, each is asked about a few times, and one carries the finding.
func TestDuplicateNoteNameTakesTimeInProportion(t *testing.T) {
	const notes = 1 << 9
	for _, test := range []struct {
		name string
		path func(i int) string
		want string
	}{
		{"by case", func(i int) string {
			name := []byte("differently.md")
			for bit := range 9 {
				if i>>bit&1 == 1 {
					name[bit] = strings.ToUpper(string(name[bit]))[0]
				}
			}
			return string(name)
		}, "differ only by case"},
		{"in folders", func(i int) string { return fmt.Sprintf("f%03d/storage.md", i) }, `512 notes are called "storage"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			var files []string
			for i := range notes {
				files = append(files, test.path(i))
			}
			slices.Sort(files)
			base := kb.NewOverlay(files)
			for id := range kb.ID(notes) {
				base.PutUnread(id, "", 0)
			}
			asked := 0
			ctx := &Context{Notes: base, Config: config.Default(BuiltIn.Specs()), Selected: func(id kb.ID) bool {
				asked++
				return id >= notes/2
			}}
			var found []string
			for id := kb.ID(notes / 2); id < notes; id++ {
				DuplicateNoteName.RunOnAll(NewPass(ctx, DuplicateNoteName, id, new(NoteContext), func(f finding.Finding) {
					found = append(found, base.Path(id)+": "+f.Message)
				}))
			}
			if len(found) != 1 || !strings.HasPrefix(found[0], files[notes/2]) || !strings.Contains(found[0], test.want) {
				t.Errorf("found %q", found)
			}
			if asked > 2*notes {
				t.Errorf("asked %d times which of %d notes are under check", asked, notes)
			}
		})
	}
}
