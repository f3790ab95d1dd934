package cli

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/recall"
)

// Option is a flag of a command: where its value goes, which holds the default before, its name, and its line in the help.
type Option struct {
	to          any
	name, usage string
}

// Flag is an option whose value goes where to points, which holds its default.
func Flag(to any, name, usage string) Option { return Option{to, name, usage} }

// Name is how the option is called, without its hyphens.
func (o Option) Name() string { return o.name }

// addFlags adds flags to a command. The name that the usage gives a value says what the shell proposes for it: files, folders, or
// nothing; an artifact may be a file.
func addFlags(cmd *cobra.Command, options []Option) {
	f := cmd.Flags()
	for _, one := range options {
		complete := cobra.NoFileCompletions
		switch to := one.to.(type) {
		case *bool:
			f.BoolVar(to, one.name, *to, one.usage)
		case *int:
			f.IntVar(to, one.name, *to, one.usage)
		case *time.Duration:
			f.DurationVar(to, one.name, *to, one.usage)
		case *float64:
			f.Float64Var(to, one.name, *to, one.usage)
		case *string:
			f.StringVar(to, one.name, *to, one.usage)
			if one.name == "agent" {
				complete = fromLedger(recall.AgentsWith)
			}
		case *[]string:
			f.StringArrayVar(to, one.name, nil, one.usage)
		case *value:
			f.Var(to, one.name, one.usage)
			f.Lookup(one.name).NoOptDefVal = to.bare
			complete = cobra.FixedCompletions(to.choices, cobra.ShellCompDirectiveNoFileComp)
			if to.isList {
				complete = func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
					return to.completed(typed), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
				}
			}
		}
		switch name, _ := pflag.UnquoteUsage(f.Lookup(one.name)); {
		case name == "FOLDER":
			complete = cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs)
		case namesFile(name), one.name == "artifact":
			continue
		}
		_ = cmd.RegisterFlagCompletionFunc(one.name, complete) // it cannot fail for a flag that exists
	}
}

// namesFile reports whether a usage names what may be a file.
func namesFile(usage string) bool {
	return slices.ContainsFunc([]string{"FILE", "PATH", "FOLDER", "ARTIFACT", "DRAFT"}, func(name string) bool { return strings.Contains(usage, name) })
}

// value is the value of a flag that is more than its text.
type value struct {
	text    string
	set     func(text string) error
	choices []string // all that there are, where they can be counted
	isList  bool     // commas part several of the choices
	bare    string   // what the flag without a value means; "": it needs one
}

// Parsed is a value that a function reads; text is the default, which it understands.
func Parsed[T any](to *T, text string, read func(string) (T, error)) *value {
	v := &value{set: func(text string) (err error) {
		*to, err = read(text)
		return err
	}}
	_ = v.Set(text)
	return v
}

// Choice is one of several values, or, where none is named, the default.
func Choice[T ~string](to *T, values ...T) *value {
	usual := *to
	v := Parsed(to, string(usual), func(text string) (T, error) { return cmp.Or(T(text), usual), OneOf(T(text), values) })
	v.choices = Strings(values)
	return v
}

// Optional is a text for which the shell proposes some values; the flag alone means the first.
func Optional(to *string, choices ...string) *value {
	v := Proposing(to, choices...)
	v.bare = choices[0]
	return v
}

// Proposing is a text for which the shell proposes some values, and which the command itself judges.
func Proposing(to *string, choices ...string) *value {
	v := Parsed(to, *to, func(text string) (string, error) { return text, nil })
	v.choices = choices
	return v
}

// Listing is a list of texts with commas between them, which may be given several times. The shell proposes the next of some.
func Listing(to *[]string, choices ...string) *value {
	v := &value{choices: choices, set: func(text string) error {
		*to = append(*to, text)
		return nil
	}}
	v.isList = true
	return v
}

// completed are the choices that continue what was typed of a list.
func (v *value) completed(typed string) []string {
	before := typed[:strings.LastIndex(typed, ",")+1]
	given := strings.Split(before, ",")
	var all []string
	for _, choice := range v.choices {
		if !slices.Contains(given, choice) {
			all = append(all, before+choice)
		}
	}
	return all
}

func (v *value) Set(text string) error {
	v.text = text
	return v.set(text)
}

func (v *value) String() string { return v.text }

// Type is what the help calls a value that has no name.
func (v *value) Type() string { return "string" }

func Strings[T ~string](values []T) []string {
	all := make([]string, len(values))
	for i, v := range values {
		all[i] = string(v)
	}
	return all
}

// UnknownValue refuses a value.
func UnknownValue(value, way string) error { return hint.Misuse(way, "%q is not known", value) }

// OneOf refuses a value that is none of several; it may be left empty.
func OneOf[T ~string](value T, values []T) error {
	if value == "" || slices.Contains(values, value) {
		return nil
	}
	all := Strings(values)
	return UnknownValue(string(value), Meant(string(value), all, "there are "+strings.Join(all, ", ")))
}

// Meant asks whether the nearest of some names was Meant; where none is near, it says something else.
func Meant(name string, among []string, otherwise string) string {
	if near, ok := config.Nearest(name, among); ok {
		return "did you mean " + near + "?"
	}
	return otherwise
}
