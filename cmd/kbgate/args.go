package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/hint"
)

// anyNumber is the most arguments of a command that takes as many as it is given.
const anyNumber = -1

// takes says how many arguments a command takes, which the line of its usage names.
func takes(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		call := callHint(cmd)
		names := strings.Fields(cmd.Use)[1:]
		switch {
		case len(args) < least:
			missing := "an argument"
			if len(args) < len(names) {
				missing = strings.TrimSuffix(names[len(args)], "…")
			}
			return hint.Misuse(call, "%s is missing", missing)
		case most != anyNumber && len(args) > most && most == 0:
			return hint.Misuse(flagHint(cmd, call), "%s takes no arguments, and %q is one", cmd.Name(), args[0])
		case most != anyNumber && len(args) > most:
			return hint.Misuse(call+". What has spaces stands in quotation marks", "%q is one argument too many", args[most])
		}
		return nil
	}
}

// callHint says how a command is called.
func callHint(cmd *cobra.Command) string {
	return "call it as `" + cmd.Parent().CommandPath() + " " + cmd.Use + "`; `" + cmd.CommandPath() + " -h` tells more"
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

// wrongFlags says in our words what is wrong with the flags of a call.
func wrongFlags(cmd *cobra.Command, err error) error {
	way := "`" + cmd.CommandPath() + " -h` lists the flags"
	var value *pflag.InvalidValueError
	var unknown *pflag.NotExistError
	var bare *pflag.ValueRequiredError
	switch {
	case errors.As(err, &value):
		flag := value.GetFlag()
		if kind, ok := flagKinds[flag.Value.Type()]; ok {
			err = fmt.Errorf("--%s %q is not %s", flag.Name, value.GetValue(), kind)
		} else {
			err = fmt.Errorf("--%s %q: %w", flag.Name, value.GetValue(), value.Unwrap())
		}
	case errors.As(err, &bare) && bare.GetFlag() != nil:
		err = fmt.Errorf("--%s has no value", bare.GetFlag().Name)
	case errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() == "":
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		if near, ok := config.Nearest(unknown.GetSpecifiedName(), names); ok {
			way = "did you mean --" + near + "?"
		}
	}
	return hint.Misuse(way, "%w", err)
}
