package cli

import (
	"errors"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Exit codes. They are an interface: scripts branch on them.
const (
	ExitOK          = 0   // done, or nothing left to do
	ExitFailure     = 1   // it went wrong while working (disk, network setup, a bug)
	ExitUsage       = 2   // the command line, a setting or an input file is wrong
	ExitConflict    = 3   // the run folder holds another run, or is damaged
	ExitPartly      = 4   // ontology convert: written, but not everything could be expressed
	ExitInterrupted = 130 // stopped by a signal; the same command resumes
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

// Usage marks err as an error that the user can fix.
func Usage(err error) error { return &ExitError{ExitUsage, err} }

func Usagef(format string, args ...any) error { return Usage(english.Errorf(format, args...)) }

// ErrSummed is an interruption that the summary has reported.
var ErrSummed = errors.New("interrupted")

// ErrSilent carries an exit code without a message.
var ErrSilent = errors.New("")

// Failure gives err the exit code of a failure while working, unless it has one.
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
	return &ExitError{code, english.Errorf("%w", err)}
}
