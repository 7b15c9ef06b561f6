package broker

import "errors"

// Errors of a Broker, to be compared by errors.Is.
var (
	// ErrFenced: the last number of the log is another one than expected. Somebody else
	// has appended.
	ErrFenced = errors.New("the log has a later entry")
	// ErrGap: entries that should follow are not there, as they were trimmed or lost.
	ErrGap = errors.New("entries of the log are missing")
	// ErrExists: the key has a value.
	ErrExists = errors.New("the key exists")
	// ErrRevision: the key has another revision, or no value.
	ErrRevision = errors.New("the key has another revision")
	// ErrAbsent: the key has no value.
	ErrAbsent = errors.New("no such key")
	// ErrUnavailable: the server did not answer in time, or has no quorum. What was asked
	// for may have been done, or may yet be done: ask again under the same id, or look.
	ErrUnavailable = errors.New("the broker does not answer")
	// ErrClosed: the Broker was closed.
	ErrClosed = errors.New("the broker is closed")
	// ErrRefused: a name, an id or a size that no Broker takes.
	ErrRefused = errors.New("refused")
)
