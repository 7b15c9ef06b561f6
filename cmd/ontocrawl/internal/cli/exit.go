package cli

import (
	"errors"
	"fmt"
)

// Exit codes. They are an interface: scripts branch on them.
const (
	ExitOK          = 0   // done, or nothing left to do
	ExitFailure     = 1   // it went wrong while working (disk, network setup, a bug)
	ExitUsage       = 2   // the command line, a setting or an input file is wrong
	ExitConflict    = 3   // the run folder holds another run, or is damaged
	ExitPartly      = 4   // ontology convert: written, but for what it told
	ExitInterrupted = 130 // stopped by a signal; the same command goes on
)

// ExitError carries the exit code of an error.
type ExitError struct {
	Code int
	Err  error
}

func (e *ExitError) Error() string { return e.Err.Error() }
func (e *ExitError) Unwrap() error { return e.Err }

// Exit gives err an exit code.
func Exit(code int, err error) error { return &ExitError{code, err} }

// Usage marks err as the user's to mend.
func Usage(err error) error { return &ExitError{ExitUsage, err} }

func Usagef(format string, args ...any) error { return Usage(fmt.Errorf(format, args...)) }

// ErrSummed is an interruption of which the summary has told.
var ErrSummed = errors.New("interrupted")

// ErrSilent carries an exit code about which nothing is left to say.
var ErrSilent = errors.New("")

// Failure gives an error that has no exit code yet the one for what goes wrong
// while working.
func Failure(err error) error {
	var ce *ExitError
	if err == nil || errors.As(err, &ce) {
		return err
	}
	return &ExitError{ExitFailure, err}
}

// WithCode gives err the exit code unless it has one.
func WithCode(code int, err error) error {
	var ce *ExitError
	if err == nil || errors.As(err, &ce) {
		return err
	}
	return &ExitError{code, fmt.Errorf("%w", err)}
}
