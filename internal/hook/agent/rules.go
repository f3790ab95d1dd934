package agent

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/ledger"
)

// The marks between which a brief stands in a file of rules. Nothing of a brief can look like one: angles are taken out of it.
const (
	rulesBegin = "<!-- kbgate brief: what stands here is written anew; kbgate hook uninstall and you may take it away -->"
	rulesEnd   = "<!-- kbgate brief: end -->"
)

// ruleHeader begins a file of Cursor's rules, which else applies to nothing.
const ruleHeader = "---\ndescription: What reviewers sent back, from kbgate\nalwaysApply: true\n---\n\n"

// NoBriefYet stands between the marks where nothing is known yet that an agent could be told.
const NoBriefYet = "Nothing is known yet of what reviewers send back."

// Rules is a file of rules of a work tree, in which a brief stands between the marks.
type Rules struct {
	Text   []byte // as it was read; nil: there is no file
	file   string // as it was named
	target Target
	repo   git.Folder
}

// OpenRules reads a file of rules. One behind a link, or outside of the work tree, is refused.
func OpenRules(repo git.Folder, file string) (*Rules, error) {
	top, err := repo.Toplevel()
	if err != nil {
		return nil, err
	}
	name, ok := ledger.Under(top, file)
	if !ok {
		name, ok = ledger.Below(top, file)
	}
	if !ok {
		return nil, hint.Misuse("name one in the work tree", "%s is outside of the work tree %s", file, top)
	}
	r := &Rules{file: file, repo: repo.At(top)}
	r.target = Target{Program: &Program{Title: "your agent"}, Scope: "rules", File: filepath.Join(top, filepath.FromSlash(name)), root: top, inside: name}
	r.Text, err = r.target.Read()
	return r, err
}

// HasBrief reports whether the marks stand in the file.
func (r *Rules) HasBrief() bool { return bytes.Contains(r.Text, []byte(rulesBegin)) }

// IsTracked reports whether git tracks the file.
func (r *Rules) IsTracked(ctx context.Context) (bool, error) {
	return git.IsTracked(ctx, r.repo, r.target.inside)
}

// With is the text of the file with a brief between the marks, which are made where they are missing. With "" the marks go too.
func (r *Rules) With(text string) ([]byte, error) {
	now, err := withBrief(r.Text, strings.TrimSpace(text), filepath.Ext(r.target.inside) == ".mdc")
	if err != nil {
		err = hint.Misuse("take the marks of kbgate's brief out of it, and run it again", "%s %w", r.file, err)
	}
	return now, err
}

// Write puts a text into the file, and takes an empty one away. One that git tracks is changed only where that is agreed to. excluded is as
// Target.Write has it.
func (r *Rules) Write(ctx context.Context, now []byte, shared bool) (excluded string, err error) {
	if bytes.Equal(r.Text, now) {
		return "", nil
	}
	if !shared {
		r.target.Scope = "local"
	}
	if len(now) == 0 {
		now = nil
	}
	return r.target.Write(ctx, r.repo, now)
}

// WriteRules puts a brief between the marks in a file of rules of a work tree. The rest of the file stays byte for byte.
func WriteRules(ctx context.Context, repo git.Folder, file, text string, shared bool) (excluded string, err error) {
	r, err := OpenRules(repo, file)
	if err != nil {
		return "", err
	}
	now, err := r.With(text)
	if err != nil {
		return "", err
	}
	return r.Write(ctx, now, shared)
}

// errMarks says that the marks do not stand as they were written.
var errMarks = errors.New("holds the marks of a brief not once, or not in their order")

// withBrief is a file of rules with a brief between the marks, "" for none.
func withBrief(old []byte, text string, withHeader bool) ([]byte, error) {
	begin, end := bytes.Index(old, []byte(rulesBegin)), bytes.Index(old, []byte(rulesEnd))
	switch {
	case bytes.Count(old, []byte(rulesBegin)) > 1, bytes.Count(old, []byte(rulesEnd)) > 1, begin < 0 != (end < 0), end < begin:
		return nil, errMarks
	case begin < 0 && text == "":
		return old, nil
	}
	line := "\n"
	if windows := []byte("\r\n"); begin < 0 && bytes.Contains(old, windows) || begin >= 0 && bytes.HasPrefix(old[begin+len(rulesBegin):], windows) {
		line = "\r\n"
	}
	block := rulesBegin + line + strings.ReplaceAll(text, "\n", line) + line + rulesEnd
	switch {
	case begin >= 0 && text != "":
		return slices.Concat(old[:begin], []byte(block), old[end+len(rulesEnd):]), nil
	case begin >= 0:
		before, after := old[:begin], bytes.TrimPrefix(old[end+len(rulesEnd):], []byte(line))
		if string(before) == ruleHeader && len(after) == 0 {
			before = nil
		}
		return slices.Concat(bytes.TrimSuffix(before, []byte(line)), after), nil
	case len(old) == 0 && withHeader:
		return []byte(ruleHeader + block + line), nil
	case len(old) == 0:
		return []byte(block + line), nil
	}
	return slices.Concat(old, []byte(line+block+line)), nil
}
