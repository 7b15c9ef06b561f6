package broker

import (
	"context"
	"time"
)

// Broker is one process's connection to the server between the machines. Its methods are
// used concurrently.
//
// A call that the server does not answer in the driver's time ends with [ErrUnavailable],
// and one whose context ends with the context's error. In both cases what was asked for may
// have been done, or may yet be done.
type Broker interface {
	Log
	broadcast
	Table
	// Close ends what Read, Listen and Watch have begun, and lets go of the server. Calls
	// after it end with ErrClosed.
	Close() error
}

// Any as the number after which Append is to append: whatever the last one is.
const Any = -1

// Remembers is how long a Log knows the ids of what was appended after Any, at least.
const Remembers = 2 * time.Minute

// Log keeps entries in the order in which they were appended. There are many logs, by name;
// one that nobody has appended to is empty.
type Log interface {
	// Append adds an entry at the end of a log and returns its number: 1 for the first
	// one, and one more for each that follows. When it returns, the entry outlives any one
	// machine of the server.
	//
	// Nothing is added, and the error is ErrFenced, unless after is the number of the last
	// entry (0: the log has never had one) or Any.
	//
	// A repetition, with the same id and the same after, adds nothing and returns the number
	// of the first: always if after is a number and that entry was not trimmed, and after Any
	// for two minutes (Remembers). Whoever uses an id again for other data loses them.
	Append(ctx context.Context, log, id string, after int64, data []byte) (seq int64, err error)
	// Read yields the entries that follow the number after, in order, and waits for more
	// until ctx ends, yield returns an error, or there is a gap: entries that were trimmed
	// or lost (ErrGap). It waits while the server is silent. The data are the callee's.
	Read(ctx context.Context, log string, after int64, yield func(Entry) error) error
	// Bounds returns the numbers of the first entry that is still there and of the last
	// one. A log that is empty has first = last + 1.
	Bounds(ctx context.Context, log string) (first, last int64, err error)
	// Trim removes the entries with numbers below the given one. The numbers of others stay.
	Trim(ctx context.Context, log string, below int64) error
}

// Entry is an entry of a log.
type Entry struct {
	Seq  int64
	ID   string
	Data []byte
}

// broadcast tells all who listen at the moment. What is told may be lost, and comes in
// no order; it is not stored.
type broadcast interface {
	// Tell tells all listeners of a subject in all processes, this one's too. It does not
	// wait for them. No error does not mean that anybody heard it.
	Tell(subject string, data []byte) error
	// Listen calls f for all that is told about a subject, one at a time, until stop is
	// called. Who is slow misses some. f owns the data. When stop returns, f is not
	// called any more; f must not call it.
	Listen(subject string, f func(data []byte)) (stop func(), err error)
}

// Table keeps small values by key: leases, budgets, claims. A value has a revision. Those of
// one key rise, also over its deletion.
//
// A value with a ttl is gone when that time has passed since it was written, by the clock of
// the server; 0 is for ever. It never goes early; drivers may count in whole seconds,
// rounded up, and be late by seconds.
type Table interface {
	// Create writes the value of a key that has none (else: ErrExists). Of many that try
	// at once, one succeeds.
	Create(ctx context.Context, key string, value []byte, ttl time.Duration) (rev uint64, err error)
	// Update writes the value of a key whose revision is rev (else: ErrRevision), and begins
	// a new ttl.
	Update(ctx context.Context, key string, value []byte, rev uint64, ttl time.Duration) (uint64, error)
	// Get returns the value of a key and its revision, or ErrAbsent. For a moment after a
	// server has died it may be an old one; Update is not deceived by that.
	Get(ctx context.Context, key string) (value []byte, rev uint64, err error)
	// Delete removes the value of a key whose revision is rev (else: ErrRevision).
	Delete(ctx context.Context, key string, rev uint64) error
	// Watch yields the values of all keys that begin with a prefix ("" or one that ends in
	// "/"), and then each change, in the order of revisions for each key, until ctx ends or
	// yield returns an error. The last change of a key always comes; of several quick
	// ones those before it may be left out. It waits while the server is silent.
	Watch(ctx context.Context, prefix string, yield func(Change) error) error
}

// Change is a value that was written, deleted, or has run out.
type Change struct {
	Key   string
	Value []byte // empty if it is gone
	// Rev is the revision of the value; if it is gone, the revision of the removal, or of
	// the value yielded before where the server gives removals none.
	Rev  uint64
	Gone bool
}
