// Package attributes reads `.gitattributes` files: whether a work tree holds another text than the object store, and
// whether a reviewer sees the changes of a file. It matches as git does (https://git-scm.com/docs/gitattributes). Where
// versions of git or systems differ, an attribute that does harm counts, and one that undoes the harm does not.
package attributes

import (
	"bytes"
	"errors"
	"maps"
	"slices"
	"strings"
)

// FileName is the name of a file of attributes, in any folder of a repository.
const FileName = ".gitattributes"

// MaxSize is the size in bytes above which such a file is not read. Git itself reads up to 100 MiB.
const MaxSize = 1 << 20

// Effect is what an attribute does to a file.
type Effect uint8

const (
	// OtherText: the work tree, or an archive that forges offer, holds another text than the object store.
	OtherText Effect = iota + 1
	// HiddenDiff: forges and git itself do not show what changes.
	HiddenDiff
)

// Setting is an attribute that has an effect on a file.
type Setting struct {
	Effect
	Attribute string // as it is written, such as "filter=x" or "-diff"
	Rule      *Rule  // that sets it, itself or by a macro
}

// Rule is a line of a file.
type Rule struct {
	File   *File
	Line   int    // from 1
	Text   string // without white space around it
	glob   glob
	states []state
	// unsure says that not every git reads the line.
	unsure bool
}

// File is what one file says.
type File struct {
	Folder string // in which it stands, from the top of the repository, with a slash at its end; "" at the top
	rules  []*Rule
	macros map[string][]state
	harms  bool // whether anything in it may have an effect
}

// state is what a line makes of an attribute.
type state struct {
	name  string
	set   bool   // `name`
	value string // of `name=value`; "" also where it is `-name` or `!name`
	text  string // as it is written
}

// effect is what a state of an attribute does. Git stops checking out where an encoding has no name, which is why that counts too.
func (s state) effect() Effect {
	switch s.name {
	case "filter":
		if s.value != "" {
			return OtherText
		}
	case "ident", "export-subst":
		if s.set {
			return OtherText
		}
	case "working-tree-encoding":
		if s.set || s.text[0] == '-' || s.value != "" && !strings.EqualFold(s.value, "utf-8") && !strings.EqualFold(s.value, "utf8") {
			return OtherText
		}
	case "diff":
		if s.text[0] == '-' {
			return HiddenDiff
		}
	case "linguist-generated", "gitlab-generated":
		if s.set || s.value == "true" {
			return HiddenDiff
		}
	}
	return 0
}

// builtin are the macros that git brings.
var builtin = map[string][]state{"binary": {{name: "diff", text: "-diff"}, {name: "merge", text: "-merge"}, {name: "text", text: "-text"}}}

const (
	blank       = " \t\r\n"
	macroPrefix = "[attr]"
	// longestLine is the length in bytes from which on newer versions of git leave a line out.
	longestLine = 2048
)

// Errors of Parse.
var (
	ErrTooLarge = errors.New("is too large: at most 1 MiB of it are read")
	ErrNUL      = errors.New("holds NUL bytes, at which versions of git stop reading")
)

// Parse reads a file that stands in a folder, which is as File.Folder has it.
func Parse(folder string, data []byte) (*File, error) {
	switch {
	case len(data) > MaxSize:
		return nil, ErrTooLarge
	case bytes.IndexByte(data, 0) >= 0:
		return nil, ErrNUL
	}
	f := &File{Folder: folder, macros: maps.Clone(builtin)}
	text, marked := strings.CutPrefix(string(data), "\ufeff")
	line := 0
	for whole := range strings.Lines(text) {
		line++
		f.add(strings.TrimSuffix(whole, "\n"), line, marked && line == 1)
	}
	return f, nil
}

// add reads a line.
func (f *File) add(line string, number int, unsure bool) {
	content := strings.TrimLeft(line, blank)
	if content == "" || content[0] == '#' {
		return
	}
	pattern, rest, ok := unquote(content)
	if !ok {
		end := strings.IndexAny(content, blank)
		if end < 0 {
			end = len(content)
		}
		pattern, rest = content[:end], content[end:]
	}
	states, ok := statesOf(rest)
	if !ok {
		return
	}
	unsure = unsure || len(line) >= longestLine || slices.ContainsFunc(states, func(s state) bool { return strings.HasPrefix(s.name, "builtin_") })
	if name, isMacro := strings.CutPrefix(pattern, macroPrefix); isMacro && name != "" {
		f.define(strings.TrimLeft(name, blank), states, unsure)
		return
	}
	f.harms = f.harms || slices.ContainsFunc(states, state.mayHarm)
	if g, ok := parseGlob(pattern); ok {
		f.rules = append(f.rules, &Rule{File: f, Line: number, Text: strings.Trim(line, blank), glob: g, states: states, unsure: unsure})
	}
}

// define reads a macro, which counts at the top of a repository alone. The last definition holds; of one that not every git
// reads, what has an effect is added to what holds.
func (f *File) define(name string, states []state, unsure bool) {
	if end := strings.IndexAny(name, blank); end >= 0 {
		name = name[:end]
	}
	if f.Folder != "" || !isName(name) {
		return
	}
	f.harms = f.harms || slices.ContainsFunc(states, state.mayHarm)
	if unsure {
		states = slices.DeleteFunc(states, func(s state) bool { return s.effect() == 0 })
		states = append(slices.Clone(f.macros[name]), states...)
	}
	f.macros[name] = states
}

// mayHarm reports whether the state has an effect, or may have one by a macro that git brings.
func (s state) mayHarm() bool { return s.effect() != 0 || s.set && builtin[s.name] != nil }

// statesOf reads the attributes of a line. Git leaves out a line that holds an invalid name.
func statesOf(text string) (states []state, ok bool) {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(blank, r) }) {
		name, value, hasValue := strings.Cut(word, "=")
		s := state{text: word}
		if word[0] == '-' || word[0] == '!' {
			s.name = name[1:]
		} else {
			s.name, s.set, s.value = name, !hasValue, value
		}
		if !isName(s.name) {
			return nil, false
		}
		states = append(states, s)
	}
	return states, true
}

func isName(name string) bool {
	return name != "" && name[0] != '-' && !strings.ContainsFunc(name, func(r rune) bool {
		return r != '-' && r != '.' && r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	})
}

// unquote reads a pattern in quotation marks, as C writes texts.
func unquote(s string) (pattern, rest string, ok bool) {
	if s[0] != '"' {
		return "", "", false
	}
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '"':
			return b.String(), s[i+1:], true
		case s[i] != '\\':
			b.WriteByte(s[i])
			continue
		}
		if i++; i == len(s) {
			break
		}
		if at := strings.IndexByte(`abfnrtv\"`, s[i]); at >= 0 {
			b.WriteByte("\a\b\f\n\r\t\v\\\""[at])
			continue
		}
		if i+2 >= len(s) || s[i] > '3' || !isOctal(s[i]) || !isOctal(s[i+1]) || !isOctal(s[i+2]) {
			break
		}
		b.WriteByte((s[i]-'0')<<6 | (s[i+1]-'0')<<3 | (s[i+2] - '0'))
		i += 2
	}
	return "", "", false
}

func isOctal(c byte) bool { return c >= '0' && c <= '7' }

// Stack are the files that concern one folder, from the top of the repository down.
type Stack []*File

// Harms reports whether anything in the files may have an effect.
func (s Stack) Harms() bool { return slices.ContainsFunc(s, func(f *File) bool { return f.harms }) }

// Of gives what has an effect on a file, by its path from the top of the repository. Each comparison of a byte is taken from the
// steps; when none are left the answer is not whole.
func (s Stack) Of(name string, steps *int) []Setting {
	e := evaluation{values: map[string]bool{}, macros: builtin}
	if len(s) > 0 && s[0].Folder == "" {
		e.macros = s[0].macros
	}
	for _, f := range slices.Backward(s) {
		below, ok := strings.CutPrefix(name, f.Folder)
		if !ok {
			continue
		}
		for _, r := range slices.Backward(f.rules) {
			if *steps <= 0 {
				return e.found
			}
			if maybe, sure := r.glob.match(below, steps); maybe {
				e.apply(r, r.states, sure && !r.unsure)
			}
		}
	}
	return e.found
}

// evaluation is the attributes of one file as far as they are known: what was found first counts.
type evaluation struct {
	macros map[string][]state
	values map[string]bool
	found  []Setting
}

// apply takes what a rule that matches sets. Of one that not every git reads, or that matches on some systems only, what has an
// effect counts and nothing else.
func (e *evaluation) apply(r *Rule, states []state, sure bool) {
	for _, s := range slices.Backward(states) {
		if e.values[s.name] {
			continue
		}
		macro := e.macros[s.name]
		if effect := s.effect(); effect != 0 {
			e.found = append(e.found, Setting{Effect: effect, Attribute: s.text, Rule: r})
		} else if !sure && (!s.set || macro == nil) {
			continue
		}
		e.values[s.name] = true
		if s.set {
			e.apply(r, macro, sure)
		}
	}
}
