package main

import (
	"errors"
	"fmt"
)

// Exit codes. They are an interface: scripts branch on them.
const (
	exitOK          = 0   // done, or nothing left to do
	exitFailure     = 1   // it went wrong while working (disk, network setup, a bug)
	exitUsage       = 2   // the command line, a setting or an input file is wrong
	exitRefused     = 3   // the run folder holds another run, or is damaged
	exitPartly      = 4   // ontology convert: written, but for what it told
	exitInterrupted = 130 // stopped by a signal; the same command goes on
)

// codeError carries the exit code of an error.
type codeError struct {
	code int
	err  error
}

func (e *codeError) Error() string { return e.err.Error() }
func (e *codeError) Unwrap() error { return e.err }

// usage marks err as the user's to mend.
func usage(err error) error { return &codeError{exitUsage, err} }

func usagef(format string, args ...any) error { return usage(fmt.Errorf(format, args...)) }

// errSummed is an interruption of which the summary has told.
var errSummed = errors.New("interrupted")

// errSilent carries an exit code about which nothing is left to say.
var errSilent = errors.New("")

// failure gives an error that has no exit code yet the one for what goes wrong
// while working.
func failure(err error) error {
	var ce *codeError
	if err == nil || errors.As(err, &ce) {
		return err
	}
	return &codeError{exitFailure, err}
}

// asCode gives err the exit code unless it has one.
func asCode(code int, err error) error {
	var ce *codeError
	if err == nil || errors.As(err, &ce) {
		return err
	}
	return &codeError{code, fmt.Errorf("%w", err)}
}
