package check

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/attributes"
	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/regular"
)

// What is judged has to be what people get. Attributes of git can give notes another text in work trees than in the object store,
// and can hide their changes from reviewers. A change is answerable for each note that comes under such an attribute by it: by a
// line of its own, or because the line that stood in the base fitted no note there. What notes were under before, they stay.

// mostSteps bounds the comparison of notes with patterns: a second or two.
const mostSteps = 1 << 25

// rulebook is the attributes files of one state of the repository.
type rulebook struct {
	// read gives the file of a folder, by the folder's path from the top of the repository with a slash at its end; nil where there
	// is none. A file that cannot be read as one has a fault.
	read   func(folder string) (data []byte, fault string, err error)
	stacks map[string]attributes.Stack // by folder
	faults map[string]string           // by folder
}

func newRulebook(read func(folder string) ([]byte, string, error)) *rulebook {
	return &rulebook{read: read, stacks: map[string]attributes.Stack{}, faults: map[string]string{}}
}

// of gives the files that concern a folder, from the top down.
func (b *rulebook) of(folder string) (attributes.Stack, error) {
	if stack, ok := b.stacks[folder]; ok {
		return stack, nil
	}
	var stack attributes.Stack
	if folder != "" {
		above, err := b.of(folderOf(strings.TrimSuffix(folder, "/")))
		if err != nil {
			return nil, err
		}
		stack = slices.Clip(above)
	}
	data, fault, err := b.read(folder)
	if err != nil {
		return nil, err
	}
	if data != nil && fault == "" {
		file, err := attributes.Parse(folder, data)
		if err == nil {
			stack = append(stack, file)
		} else {
			fault = err.Error()
		}
	}
	if fault != "" {
		b.faults[folder] = fault
	}
	b.stacks[folder] = stack
	return stack, nil
}

// settings gives what has an effect on a file, by its path from the top of the repository.
func (b *rulebook) settings(name string, steps *int) ([]attributes.Setting, error) {
	stack, err := b.of(folderOf(name))
	if err != nil || !stack.Harms() {
		return nil, err
	}
	return stack.Of(name, steps), nil
}

// folderOf is the folder of a file, with a slash at its end, or "" at the top.
func folderOf(name string) string { return name[:strings.LastIndexByte(name, '/')+1] }

// disguise is a line of an attributes file that has an effect on notes.
type disguise struct {
	attributes.Setting
	name  string // of the first of the notes
	notes int
}

// disguises are such lines, by file, line and attribute.
type disguises map[[2]string]*disguise

func (d disguises) add(name string, s attributes.Setting) {
	key := [2]string{s.Rule.File.Folder, fmt.Sprint(s.Rule.Line, " ", s.Attribute)}
	if d[key] == nil {
		d[key] = &disguise{Setting: s, name: name}
	}
	d[key].notes++
	d[key].name = min(d[key].name, name)
}

// said says what the line does to notes.
func (d *disguise) said() string {
	notes := d.name
	if d.notes > 1 {
		notes += " and " + counted(d.notes-1, "other note")
	}
	if d.Effect == attributes.HiddenDiff {
		return fmt.Sprintf("`%s` hides the changes of %s from who reviews them", beginning(d.Attribute), notes)
	}
	where := "work trees"
	if strings.Contains(d.Attribute, "export-subst") {
		where = "archives and downloads"
	}
	return fmt.Sprintf("`%s` gives %s another text in %s than in the repository, and only one of them is judged", beginning(d.Attribute), notes, where)
}

// beginning is as much of a line as people are shown.
func beginning(line string) string {
	const most = 160 // characters
	if runes := []rune(line); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return line
}

// disguised finds what a change does to notes by attributes of git, and what it says of those that were so before.
func (s *inquiry) disguised(v *view) (all []found, err error) {
	if s.config.Gates[gate.UnreadableNote.ID].Severity == string(gate.Off) {
		return nil, nil
	}
	d := &disguising{inquiry: s, view: v, steps: mostSteps, found: disguises{}, stood: disguises{}, covers: map[*attributes.Rule]bool{}}
	before := func() noteReader { return s.blobs.reader(s.change.tree, nil) }
	d.before, d.after = newRulebook(s.attributesIn(v.before, before, s.change.before)), newRulebook(s.attributesIn(v.base, v.open, s.after()))
	if s.change.hasMoved() {
		d.tip = newRulebook(s.attributesIn(nil, func() noteReader { return s.blobs.reader(s.change.base, nil) }, s.change.policy))
	}
	if err := d.run(); err != nil {
		return nil, err
	}
	s.change.remarks = nil
	for _, note := range d.stood {
		s.change.remarks = append(s.change.remarks, note.said()+fmt.Sprintf("; line %d of %s said so before the change", note.Rule.Line, s.attributesFile(note.Rule.File.Folder)))
	}
	slices.Sort(s.change.remarks)
	return append(s.foundOf(d.found, ""), d.apart...), nil
}

// after is the commit after the change, as a revision begins that names one of its files; the index is ":0".
func (s *inquiry) after() string { return cmp.Or(s.change.after, ":0") }

// attributesIn reads the attributes files of a state: those of the base through a reader of its notes, those above it as a
// revision has them. It takes a reader anew each time, for one program that reads objects serves all of them.
func (s *inquiry) attributesIn(base *kb.Base, open func() noteReader, revision string) func(string) ([]byte, string, error) {
	return func(folder string) (data []byte, fault string, err error) {
		if below, ok := strings.CutPrefix(folder, s.change.prefix); ok {
			name := below + attributes.FileName
			if base != nil && !base.HasFile(name) {
				return nil, "", nil
			}
			files := open()
			defer files.close()
			if data, fault, err = files.read(name); errors.Is(err, errGone) {
				err = nil
			}
			return data, fault, err
		}
		if revision == "" || strings.Contains(folder, "\n") {
			return nil, "", nil
		}
		blobs := s.blobs.get()
		defer s.blobs.put(blobs)
		data, err = blobs.ReadFile(revision, folder+attributes.FileName, attributes.MaxSize)
		switch {
		case errors.Is(err, git.ErrMissing):
			return nil, "", nil
		case errors.Is(err, git.ErrTooLarge):
			return nil, attributes.ErrTooLarge.Error(), nil
		case err != nil:
			return nil, "", unreadable(folder+attributes.FileName, err)
		}
		return data, "", nil
	}
}

// disguising holds the attributes before a change against those after it.
type disguising struct {
	*inquiry
	*view
	before, after *rulebook
	tip           *rulebook // of the base as it went on since the change left it; nil where it did not
	steps         int
	found         disguises                 // for which the change is answerable
	stood         disguises                 // what notes of the change were under before
	covers        map[*attributes.Rule]bool // whether a line of the base fits a note there
	apart         []found                   // on attributes files themselves
}

func (d *disguising) run() error {
	changed, err := d.changedFolders()
	if err != nil {
		return err
	}
	brought := map[string]bool{}
	for _, f := range d.change.files {
		if f.New.Mode == "" || !kb.IsNote(f.Path) {
			continue
		}
		brought[f.Path] = true
		if err := d.judge(f.Path, d.after, d.before, true); err != nil {
			return err
		}
		if d.tip == nil {
			continue
		}
		if err := d.judge(f.Path, d.tip, d.tip, true); err != nil {
			return err
		}
	}
	for id := kb.ID(0); len(changed) > 0 && id < kb.ID(d.base.Len()); id++ {
		if name := d.base.Path(id); d.base.Has(id) && !brought[name] && isBelowAny(d.change.prefix+name, changed) {
			if err := d.judge(name, d.after, d.before, false); err != nil {
				return err
			}
		}
	}
	if d.steps <= 0 {
		d.tell(attributes.FileName, fmt.Sprintf(tooManyRules, mostSteps))
	}
	return nil
}

func isBelowAny(name string, folders []string) bool {
	return slices.ContainsFunc(folders, func(folder string) bool { return strings.HasPrefix(name, folder) })
}

// changedFolders are those of which the change touches the attributes file. It looks at these files too.
func (d *disguising) changedFolders() (folders []string, err error) {
	for _, f := range d.change.files {
		base := path.Base(f.Path)
		if base == attributes.FileName {
			folders = append(folders, d.change.prefix+folderOf(f.Path))
		} else if f.New.Mode != "" && isLikeAttributes(base) {
			d.tell(f.Path, fmt.Sprintf("some systems take the file for %s, others do not", attributes.FileName))
		}
	}
	for above := d.change.prefix; above != ""; {
		above = folderOf(strings.TrimSuffix(above, "/"))
		was, _, err := d.before.read(above)
		if err != nil {
			return nil, err
		}
		is, fault, err := d.after.read(above)
		if err != nil {
			return nil, err
		}
		if string(was) != string(is) || fault != "" {
			folders = append(folders, above)
		}
	}
	for _, folder := range folders {
		if _, err := d.after.of(folder); err != nil {
			return nil, err
		}
		if fault := d.after.faults[folder]; fault != "" {
			d.tell(d.attributesFile(folder), fmt.Sprintf(unknownRules, fault))
		}
	}
	return folders, nil
}

// isLikeAttributes reports whether a system that tells no case, or leaves out characters without a shape, takes a name for that
// of an attributes file.
func isLikeAttributes(name string) bool {
	shaped := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, name)
	return strings.EqualFold(shaped, attributes.FileName)
}

// tell adds a finding on an attributes file as a whole.
func (d *disguising) tell(name, message string) {
	d.apart = append(d.apart, ofAttributes(name, message, ""))
}

func ofAttributes(name, message, severity string) found {
	start := claim.Position{Line: 1, Column: 1, Byte: 1}
	return found{gate: gate.UnreadableNote, severity: severity, id: kb.None, path: name, start: start, end: start, matched: message,
		Finding: gate.Finding{Message: message, Fix: "Write the rules that the notes need into one regular file " + attributes.FileName + ", of at most 1 MiB."}}
}

const (
	unknownRules = "the file %s, so nobody knows what it makes of notes"
	tooManyRules = "the attributes files have too many patterns for as many notes: after %d comparisons nobody knows what they make of the rest"
)

// judge looks at a note by the files of one state, of which the base has those of another already; brings tells whether the note
// is among what the change brings. The change and the base may meet after it only, so its notes are looked at by the base's own
// files too.
func (d *disguising) judge(name string, by, had *rulebook, brings bool) error {
	if !d.isWanted(name) {
		return nil
	}
	whole := d.change.prefix + name
	settings, err := by.settings(whole, &d.steps)
	if err != nil || len(settings) == 0 {
		return err
	}
	was, err := had.settings(whole, &d.steps)
	if err != nil {
		return err
	}
	_, existed := d.view.before.Find(name)
	for _, setting := range settings {
		i := slices.IndexFunc(was, func(w attributes.Setting) bool { return w.Attribute == setting.Attribute })
		known := i >= 0 && existed
		if i >= 0 && !existed {
			if known, err = d.fitsNote(had, was[i].Rule); err != nil {
				return err
			}
		}
		switch {
		case !known:
			d.found.add(name, setting)
		case brings && setting.Effect == attributes.OtherText:
			d.stood.add(name, setting)
		}
	}
	return nil
}

// fitsNote reports whether a line of the base has an effect on a note there.
func (d *disguising) fitsNote(book *rulebook, rule *attributes.Rule) (bool, error) {
	if fits, ok := d.covers[rule]; ok {
		return fits, nil
	}
	base := d.view.before
	for id := range kb.ID(base.Len()) {
		whole := ""
		if base.Has(id) {
			whole = d.change.prefix + base.Path(id)
		}
		if whole == "" || !strings.HasPrefix(whole, rule.File.Folder) {
			continue
		}
		settings, err := book.settings(whole, &d.steps)
		if err != nil {
			return false, err
		}
		if slices.ContainsFunc(settings, func(s attributes.Setting) bool { return s.Rule == rule }) {
			d.covers[rule] = true
			return true, nil
		}
	}
	d.covers[rule] = false
	return false, nil
}

// foundOf makes findings of lines. What only hides changes is a warning, for what it hides is judged all the same; so is
// everything where severity says so.
func (s *inquiry) foundOf(lines disguises, severity string) (all []found) {
	for _, d := range lines {
		f := found{gate: gate.UnreadableNote, severity: severity, id: kb.None, path: s.attributesFile(d.Rule.File.Folder), matched: d.Rule.Text, excerpt: beginning(d.Rule.Text), column: 1,
			start: claim.Position{Line: d.Rule.Line, Column: 1, Byte: 1}}
		f.end = claim.Position{Line: d.Rule.Line, Column: 1 + utf8.RuneCountInString(d.Rule.Text), Byte: 1 + len(d.Rule.Text)}
		name, _, _ := strings.Cut(strings.TrimLeft(d.Attribute, "-"), "=")
		f.Finding = gate.Finding{Message: d.said(), Fix: fmt.Sprintf("Take it out, or except the notes in a later line: `*.md !%s`.", name)}
		if d.Effect == attributes.HiddenDiff {
			f.severity = string(gate.Warning)
		}
		all = append(all, f)
	}
	slices.SortFunc(all, compareFound)
	if more := len(all) - mostLines; more > 0 {
		f := ofAttributes(all[mostLines].path, fmt.Sprintf("%s of attributes files do so too", counted(more, "further line")), all[mostLines].severity)
		f.start, f.end = all[mostLines].start, all[mostLines].start
		all = append(all[:mostLines], f)
	}
	return all
}

// mostLines is how many lines of attributes files are reported each by itself.
const mostLines = 20

// attributesFile is the attributes file of a folder of the repository, by its path below the root or above it.
func (s *inquiry) attributesFile(folder string) string {
	root := s.folder
	if s.change != nil {
		root = s.change.prefix
	}
	if name, ok := strings.CutPrefix(folder, root); ok {
		return name + attributes.FileName
	}
	common := folder
	for !strings.HasPrefix(root, common) {
		common = folderOf(strings.TrimSuffix(common, "/"))
	}
	return strings.Repeat("../", strings.Count(root[len(common):], "/")) + folder[len(common):] + attributes.FileName
}

// disguisedInWork finds the lines of attributes files by which notes of the work tree have another text there than others get.
// They warn: what is judged is what stands here, and what others get their git decides.
func (s *inquiry) disguisedInWork(v *view) ([]found, error) {
	if s.config.Gates[gate.UnreadableNote.ID].Severity == string(gate.Off) || !s.tracked || v.selected != nil {
		return nil, nil
	}
	top := s.root
	for range strings.Count(s.folder, "/") {
		top = filepath.Dir(top)
	}
	has := map[string]bool{}
	for _, name := range s.files {
		if path.Base(name) == attributes.FileName {
			has[s.folder+folderOf(name)] = true
		}
	}
	book := newRulebook(func(folder string) ([]byte, string, error) {
		if strings.HasPrefix(folder, s.folder) && !has[folder] {
			return nil, "", nil
		}
		data, err := regular.ReadFile(filepath.Join(top, filepath.FromSlash(folder), attributes.FileName), false, attributes.MaxSize)
		if err == nil || errors.Is(err, fs.ErrNotExist) {
			return data, "", nil
		}
		return nil, strings.TrimPrefix(err.Error(), "it "), nil
	})
	lines, steps := disguises{}, mostSteps
	for id := range kb.ID(v.base.Len()) {
		if !v.base.Has(id) {
			continue
		}
		settings, err := book.settings(s.folder+v.base.Path(id), &steps)
		if err != nil {
			return nil, err
		}
		for _, setting := range settings {
			if setting.Effect == attributes.OtherText {
				lines.add(v.base.Path(id), setting)
			}
		}
	}
	all := s.foundOf(lines, string(gate.Warning))
	for folder, fault := range book.faults {
		all = append(all, ofAttributes(s.attributesFile(folder), fmt.Sprintf(unknownRules, fault), string(gate.Warning)))
	}
	if steps <= 0 {
		all = append(all, ofAttributes(attributes.FileName, fmt.Sprintf(tooManyRules, mostSteps), string(gate.Warning)))
	}
	return all, nil
}
