package source

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
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/regular"
	"github.com/kbgate/kbgate/internal/text"
)

// What is judged has to be what people get. Attributes of git can give notes another text in work trees than in the object store,
// and can hide their changes from reviewers. A change is answerable for each note that comes under such an attribute by it: by a
// line of its own, or because the line that stood in the base fitted no note there. What notes were under before, they stay.

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
		notes += " and " + text.Count(d.notes-1, "other note", "other notes")
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

// Disguised finds what the change does to notes by attributes of git. Before and after are the bases, and notes reads what the change
// leaves. Remarks say what notes of the change were under before.
func (s *Source) Disguised(before, after *kb.Overlay, notes Reader) (all []finding.Finding, remarks []string, err error) {
	c, steps := s.Change, attributes.MostSteps
	d := &disguising{Source: s, base: after, was: before, found: disguises{}, stood: disguises{}, covers: map[*attributes.Rule]bool{}}
	d.before = attributes.NewBook(&steps, d.read(before, s.Objects(c.BeforeTree, nil), c.before))
	d.after = attributes.NewBook(&steps, d.read(after, notes, cmp.Or(c.after, ":0"))) // the index is ":0"
	if c.HasMoved() {
		d.tip = attributes.NewBook(&steps, d.read(nil, s.Objects(c.SuppressionTree, nil), c.policy))
	}
	if err := d.run(); err != nil {
		return nil, nil, err
	}
	if steps <= 0 {
		d.tell(attributes.FileName, tooManyRules)
	}
	for _, note := range d.stood {
		remarks = append(remarks, note.said()+fmt.Sprintf("; line %d of %s said so before the change", note.Rule.Line, attributesFile(s.Place.Folder(), note.Rule.File.Folder)))
	}
	slices.Sort(remarks)
	return append(findingsOf(s.Place.Folder(), d.found, ""), d.apart...), remarks, nil
}

// read reads the attributes files of a state: those of the base through a reader of its notes, those above it as a
// revision has them.
func (d *disguising) read(base *kb.Overlay, notes Reader, revision string) func(string) ([]byte, string, error) {
	return func(folder string) (data []byte, fault string, err error) {
		if below, ok := strings.CutPrefix(folder, d.Place.Folder()); ok {
			name := below + attributes.FileName
			if base != nil && !base.HasFile(name) {
				return nil, "", nil
			}
			if data, fault, err = notes.Read(name); errors.Is(err, ErrGone) {
				err = nil
			}
			return data, fault, err
		}
		if revision == "" || strings.Contains(folder, "\n") {
			return nil, "", nil
		}
		file, err := d.objects.Read(revision+":"+folder+attributes.FileName, attributes.MaxSize)
		switch {
		case errors.Is(err, git.ErrMissing):
			return nil, "", nil
		case errors.Is(err, git.ErrTooLarge):
			return nil, attributes.ErrTooLarge.Error(), nil
		case err != nil:
			return nil, "", unreadable(folder+attributes.FileName, err)
		}
		return file.Data, "", nil
	}
}

// disguising holds the attributes before a change against those after it.
type disguising struct {
	*Source
	base, was     *kb.Overlay // after the change, and before it
	before, after *attributes.Book
	tip           *attributes.Book          // of the base as it went on since the change left it; nil where it did not
	found         disguises                 // for which the change is answerable
	stood         disguises                 // what notes of the change were under before
	covers        map[*attributes.Rule]bool // whether a line of the base fits a note there
	apart         []finding.Finding         // of attributes files themselves
}

func (d *disguising) run() error {
	changed, err := d.changedFolders()
	if err != nil {
		return err
	}
	brought := map[string]bool{}
	for _, f := range d.Change.Files {
		if f.New.Mode == "" || !kb.IsNote(f.Path) {
			continue
		}
		brought[f.Path] = true
		if err := d.judge(f.Path, d.after, d.before, true); err != nil {
			return err
		}
		if d.tip != nil {
			if err := d.judge(f.Path, d.tip, d.tip, true); err != nil {
				return err
			}
		}
	}
	if len(changed) == 0 {
		return nil
	}
	for id := range d.base.IDs() {
		name := d.base.Path(id)
		isBelow := func(folder string) bool { return strings.HasPrefix(d.Place.Folder()+name, folder) }
		if brought[name] || !slices.ContainsFunc(changed, isBelow) {
			continue
		}
		if err := d.judge(name, d.after, d.before, false); err != nil {
			return err
		}
	}
	return nil
}

// changedFolders gives the folders whose attributes files the change touches, and adds the findings on those files.
func (d *disguising) changedFolders() (folders []string, err error) {
	root := d.Place.Folder()
	for _, f := range d.Change.Files {
		base := path.Base(f.Path)
		if base == attributes.FileName {
			folders = append(folders, root+attributes.FolderOf(f.Path))
		} else if f.New.Mode != "" && isLikeAttributes(base) {
			d.tell(f.Path, fmt.Sprintf("some systems take the file for %s, others do not", attributes.FileName))
		}
	}
	for above := root; above != ""; {
		above = attributes.FolderOf(strings.TrimSuffix(above, "/"))
		was, _, err := d.before.Read(above)
		if err != nil {
			return nil, err
		}
		is, fault, err := d.after.Read(above)
		if err != nil {
			return nil, err
		}
		if string(was) != string(is) || fault != "" {
			folders = append(folders, above)
		}
	}
	for _, folder := range folders {
		if _, err := d.after.Stack(folder); err != nil {
			return nil, err
		}
		if fault := d.after.Faults[folder]; fault != "" {
			d.tell(attributesFile(root, folder), fmt.Sprintf(unknownRules, fault))
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

func ofAttributes(name, message string, severity string) finding.Finding {
	f := finding.OnPath(name, message, message, "Write the rules that the notes need into one regular file "+attributes.FileName+", of at most 1 MiB.")
	f.Severity = severity
	return f
}

const unknownRules = "the file %s, so nobody knows what it makes of notes"

var tooManyRules = fmt.Sprintf("the attributes files have too many patterns for as many notes: after %d comparisons nobody knows what they make of the rest", attributes.MostSteps)

// judge looks for attributes that a note has by one book, and did not have by another. The change answers for those; brings reports
// whether it brings the note.
func (d *disguising) judge(name string, by, had *attributes.Book, brings bool) error {
	if !d.IsAsked(name) {
		return nil
	}
	whole := d.Place.Folder() + name
	settings, err := by.Of(whole)
	if err != nil || len(settings) == 0 {
		return err
	}
	was, err := had.Of(whole)
	if err != nil {
		return err
	}
	_, existed := d.was.Find(name)
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
func (d *disguising) fitsNote(book *attributes.Book, rule *attributes.Rule) (fits bool, err error) {
	if fits, ok := d.covers[rule]; ok {
		return fits, nil
	}
	for id := range d.was.IDs() {
		whole := d.Place.Folder() + d.was.Path(id)
		if !strings.HasPrefix(whole, rule.File.Folder) {
			continue
		}
		settings, err := book.Of(whole)
		if err != nil {
			return false, err
		}
		if fits = slices.ContainsFunc(settings, func(s attributes.Setting) bool { return s.Rule == rule }); fits {
			break
		}
	}
	d.covers[rule] = fits
	return fits, nil
}

// findingsOf makes findings of lines, with a severity. A line that only hides changes is a warning, because the gates see what it hides.
func findingsOf(root string, lines disguises, severity string) (all []finding.Finding) {
	for _, d := range lines {
		name, _, _ := strings.Cut(strings.TrimLeft(d.Attribute, "-"), "=")
		f := finding.OnPath(attributesFile(root, d.Rule.File.Folder), d.Rule.Text, d.said(), fmt.Sprintf("Take it out, or except the notes in a later line: `*.md !%s`.", name))
		f.Severity, f.Line, f.EndLine, f.Excerpt.Text = severity, d.Rule.Line, d.Rule.Line, beginning(d.Rule.Text)
		f.EndColumn, f.Bytes.End = 1+utf8.RuneCountInString(d.Rule.Text), 1+len(d.Rule.Text)
		if d.Effect == attributes.HiddenDiff {
			f.Severity = finding.Warning
		}
		all = append(all, f)
	}
	finding.Sort(all)
	if more := len(all) - mostLines; more > 0 {
		last := all[mostLines]
		f := ofAttributes(last.Path, fmt.Sprintf("%s of attributes files do so too", text.Count(more, "further line", "further lines")), last.Severity)
		f.Line, f.EndLine = last.Line, last.Line
		all = append(all[:mostLines], f)
	}
	return all
}

// mostLines is how many lines of attributes files are reported each by itself.
const mostLines = 20

// attributesFile is the attributes file of a folder of the repository, by its path below or above the root, which is named as git.Folder.Prefix is.
func attributesFile(root, folder string) string {
	if name, ok := strings.CutPrefix(folder, root); ok {
		return name + attributes.FileName
	}
	common := folder
	for !strings.HasPrefix(root, common) {
		common = attributes.FolderOf(strings.TrimSuffix(common, "/"))
	}
	return strings.Repeat("../", strings.Count(root[len(common):], "/")) + folder[len(common):] + attributes.FileName
}

// DisguisedHere finds the lines of attributes files by which notes of the work tree have another text there than others get. They
// warn: what is judged is what stands here, and what others get their git decides.
func (s *Source) DisguisedHere(base *kb.Overlay) (all []finding.Finding, err error) {
	root, has := s.Place.Folder(), map[string]bool{}
	for _, name := range s.Files {
		if path.Base(name) == attributes.FileName {
			has[root+attributes.FolderOf(name)] = true
		}
	}
	steps := attributes.MostSteps
	book := attributes.NewBook(&steps, func(folder string) ([]byte, string, error) {
		if strings.HasPrefix(folder, root) && !has[folder] {
			return nil, "", nil
		}
		data, err := regular.ReadFile(filepath.Join(top(&s.Place), filepath.FromSlash(folder), attributes.FileName), false, attributes.MaxSize)
		if err == nil || errors.Is(err, fs.ErrNotExist) {
			return data, "", nil
		}
		return nil, strings.TrimPrefix(err.Error(), "it "), nil
	})
	lines := disguises{}
	for id := range base.IDs() {
		settings, err := book.Of(root + base.Path(id))
		if err != nil {
			return nil, err
		}
		for _, setting := range settings {
			if setting.Effect == attributes.OtherText {
				lines.add(base.Path(id), setting)
			}
		}
	}
	all = findingsOf(root, lines, finding.Warning)
	for folder, fault := range book.Faults {
		all = append(all, ofAttributes(attributesFile(root, folder), fmt.Sprintf(unknownRules, fault), finding.Warning))
	}
	if steps <= 0 {
		all = append(all, ofAttributes(attributes.FileName, tooManyRules, finding.Warning))
	}
	return all, nil
}
