package help

import (
	"errors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// flagError is an error of pflag, in English as pflag has it.
type flagError struct{ err error }

func (e *flagError) Error() string { return e.err.Error() }
func (e *flagError) Unwrap() error { return e.err }

// Message implements [english.Sentence].
func (e *flagError) Message() english.Phrase {
	var none *pflag.NotExistError
	var bare *pflag.ValueRequiredError
	var value *pflag.InvalidValueError
	switch {
	case errors.As(e.err, &none) && none.GetSpecifiedShortnames() != "":
		return english.Phrasef("unknown shorthand flag in -%s", none.GetSpecifiedShortnames())
	case errors.As(e.err, &none):
		return english.Phrasef("unknown flag: --%s", none.GetSpecifiedName())
	case errors.As(e.err, &bare):
		return english.Phrasef("flag needs an argument: --%s", bare.GetFlag().Name)
	case errors.As(e.err, &value):
		return english.Phrasef("invalid argument %q for %q flag: %v", value.GetValue(), "--"+value.GetFlag().Name, value.Unwrap())
	}
	return english.Phrasef("%s", e.err.Error())
}

// argsError is an error of cobra about the number of arguments, in English as cobra has it.
type argsError struct {
	err  error
	n    int
	path string // of the command
}

func (e *argsError) Error() string { return e.err.Error() }
func (e *argsError) Unwrap() error { return e.err }

// Message implements [english.Sentence].
func (e *argsError) Message() english.Phrase {
	return english.Phrasef("%d arguments do not fit here; see %s --help", e.n, e.path)
}

// wrapArgs makes errors about arguments of cmd and all commands below it argsErrors, if cobra made
// them.
func wrapArgs(cmd *cobra.Command) {
	for _, c := range cmd.Commands() {
		wrapArgs(c)
	}
	check := cmd.Args
	if check == nil {
		return
	}
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		err := check(cmd, args)
		var ours english.Sentence
		if err == nil || errors.As(err, &ours) {
			return err
		}
		return &argsError{err, len(args), cmd.CommandPath()}
	}
}
