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

// WriteRules puts a brief between the marks in a file of rules of a work tree, and makes both where they are missing. The rest of the file
// stays byte for byte. With "" the marks go too. A file that git tracks is changed only where that is agreed to.
func WriteRules(ctx context.Context, repo git.Folder, file, text string, shared bool) error {
	top, err := repo.Toplevel()
	if err != nil {
		return err
	}
	name, ok := ledger.Under(top, file)
	if !ok {
		name, ok = ledger.Below(top, file)
	}
	if !ok {
		return hint.Misuse("name one in the work tree", "%s is outside of the work tree %s", file, top)
	}
	t := Target{Program: &Program{Title: "your agent"}, Scope: "rules", File: filepath.Join(top, filepath.FromSlash(name)), root: top, inside: name}
	old, err := t.Read()
	if err != nil {
		return err
	}
	now, err := withBrief(old, strings.TrimSpace(text), filepath.Ext(name) == ".mdc")
	if err != nil {
		return hint.Misuse("take the marks of kbgate's brief out of it, and run it again", "%s %w", file, err)
	}
	if bytes.Equal(old, now) {
		return nil
	}
	if !shared {
		t.Scope = "local"
	}
	if len(now) == 0 {
		now = nil
	}
	return t.Write(ctx, repo.At(top), now)
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
