package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/hint"
)

// namedArgs holds the arguments of a call against the line of the usage: [NAME] may be left out, NAME… may be repeated, and a flag
// that has to be given, which may stand there too, is none.
func namedArgs(cmd *cobra.Command, args []string) error {
	usage, _, _ := strings.Cut(cmd.Use, " --")
	needed, _, _ := strings.Cut(usage, "[")
	names, least := strings.Fields(usage)[1:], len(strings.Fields(needed))-1
	call := "call it as `" + cmd.Parent().CommandPath() + " " + cmd.Use + "`; `" + cmd.CommandPath() + " -h` tells more"
	switch most := len(names); {
	case len(args) < least:
		return hint.Misuse(call, "%s is missing", strings.TrimSuffix(names[len(args)], "…"))
	case len(args) <= most || strings.Contains(usage, "…"):
		return nil
	case most == 0:
		return hint.Misuse(flagHint(cmd, call), "%s takes no arguments, and %q is one", cmd.Name(), args[0])
	default:
		return hint.Misuse(call+". What has spaces stands in quotation marks", "%q is one argument too many", args[most])
	}
}

// flagHint names the flags by which people usually mean what they give as an argument.
func flagHint(cmd *cobra.Command, otherwise string) string {
	var flags []string
	for _, name := range []string{"agent", "artifact"} {
		if cmd.Flags().Lookup(name) != nil {
			flags = append(flags, "--"+name+" NAME")
		}
	}
	if len(flags) == 0 {
		return otherwise
	}
	return "name it by its flag: " + strings.Join(flags, ", ")
}

// flagKinds are what the values of flags are, by their types.
var flagKinds = map[string]string{"int": "a whole number", "float64": "a number", "bool": "true or false"}

// FlagError says in our words what is wrong with the flags of a call.
func FlagError(cmd *cobra.Command, err error) error {
	way := "`" + cmd.CommandPath() + " -h` lists the flags"
	var wrong *pflag.InvalidValueError
	var unknown *pflag.NotExistError
	var bare *pflag.ValueRequiredError
	switch {
	case errors.As(err, &wrong):
		name, cause := wrong.GetFlag().Name, wrong.Unwrap()
		if hint.IsUsage(cause) {
			return WrongFlag(name, cause)
		}
		err = fmt.Errorf("--%s %q: %w", name, wrong.GetValue(), cause)
		if kind, ok := flagKinds[wrong.GetFlag().Value.Type()]; ok {
			err = fmt.Errorf("--%s %q is not %s", name, wrong.GetValue(), kind)
		}
	case errors.As(err, &bare) && bare.GetFlag() != nil:
		err = fmt.Errorf("--%s has no value", bare.GetFlag().Name)
		if v, ok := bare.GetFlag().Value.(*value); ok && len(v.choices) > 0 {
			way = "there are " + strings.Join(v.choices, ", ")
		}
	case errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() == "":
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		if near, ok := config.Nearest(unknown.GetSpecifiedName(), names); ok {
			way = "did you mean --" + near + "?"
		}
	}
	return hint.Misuse(way, "%w", err)
}

// WrongFlag says of which flag a value is wrong.
func WrongFlag(name string, err error) error {
	way, _ := hint.Of(err)
	return hint.Misuse(way, "--%s %v", name, err)
}

// unknownCommand refuses the name of a command that there is not.
func unknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	way := "`" + cmd.CommandPath() + " -h` lists the commands"
	near := cmd.SuggestionsFor(args[0])
	for _, sub := range cmd.Commands() { // what people call it elsewhere comes before what is spelt likewise
		if slices.Contains(sub.SuggestFor, strings.ToLower(args[0])) {
			near = []string{sub.Name()}
		}
		for _, inner := range sub.Commands() {
			if slices.Contains(inner.SuggestFor, strings.ToLower(args[0])) {
				near = []string{sub.Name() + " " + inner.Name()}
			}
		}
	}
	if len(near) > 0 {
		way = "did you mean `" + cmd.CommandPath() + " " + near[0] + "`?"
	}
	return hint.Misuse(way, "unknown command %q", args[0])
}

// RefuseUnknownHelp has `help NAME` refuse what is no command, as a call of it does.
func RefuseUnknownHelp(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	for _, sub := range root.Commands() {
		if sub.Name() == "help" {
			sub.Args = func(_ *cobra.Command, args []string) error {
				at, rest, err := root.Find(args)
				if err != nil || !at.HasSubCommands() {
					return err
				}
				return unknownCommand(at, rest)
			}
		}
	}
}
