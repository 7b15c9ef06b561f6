package monitor

import (
	"errors"
	"time"
)

// ErrNotFound is wrapped by the error for a job or a run that is not known.
var ErrNotFound = errors.New("there is no such job or run")

// ErrClaimed is returned for a run that was made, or is being made, already.
var ErrClaimed = errors.New("monitor: this run was made already")

// ErrTooLarge is returned for a batch that is to be parted.
var ErrTooLarge = errors.New("monitor: the batch is too large")

// ErrLocked is returned by whoever opens a Store that another process holds.
var ErrLocked = errors.New("monitor: another process holds the daemon")

// Reader is what may be asked of a daemon. It is implemented by the store and by
// whoever asks a daemon in another process.
//
// A list of up to n, newest first, goes on beyond n with those of the same time as
// the last one, so that the next page, from the time of the last on, leaves out
// none. Before the zero time means all.
type Reader interface {
	// Runs returns up to n runs of job ("": of all) that were due before t, newest
	// first.
	Runs(job string, t time.Time, n int) ([]Run, error)
	// Run returns a run, [ErrNotFound] if there is none.
	Run(job string, number int) (Run, error)
	// Events returns those of a run, in the order of the journal.
	Events(job string, run int) ([]Event, error)
	// Stories returns up to n stories of job ("": of all) last seen before t,
	// newest first.
	Stories(job string, t time.Time, n int) ([]Story, error)
	// Notifications returns up to n notifications made before t, newest first; waiting ones
	// alone if that is asked for.
	Notifications(job string, t time.Time, n int, waiting bool) ([]Notification, error)
	// Transitions returns the history of a job's phase, newest first. The first is the
	// one in force.
	Transitions(job string, n int) ([]Transition, error)
	// Mentions returns for each concept (IRI) how many finds captured in [from, to)
	// mention it and did not before, in buckets of an hour from from on: all of a
	// new page, what appeared in a changed one. Job "" stands for all.
	Mentions(job string, from, to time.Time) (map[string][]int, error)
}

// Batch is what a Sink concluded from a stretch of the journal. It is kept whole
// or not at all.
type Batch struct {
	Job           string
	Seq           int // the last visit that it covers
	Run           Run // as it stands now
	Events        []Event
	Stories       []Story        // new, or as they are now
	Notifications []Notification // one whose ID is known already is dropped
	// Notes are what the Sink must remember besides, by keys of its own; an empty
	// value deletes.
	Notes map[string][]byte
}

// Store remembers what a daemon did. Its methods may be called from several
// goroutines. What a method that writes returned nil for is durable.
type Store interface {
	Reader

	// Claim begins the run of job that is due at due. If a run of job has not ended
	// it returns that one, with Resumed one larger, whenever it was due: it comes
	// first. It returns [ErrClaimed] if the run of due has ended, or a later one of
	// the schedule has, unless that is due after now, for it was made when the clock
	// was ahead; runs by hand do not count among those, and one by hand is
	// refused only for the time of the last by hand. Whoever claims holds the lock of
	// the job's run folder, or he takes a run over that somebody is making.
	Claim(job string, due time.Time, by Trigger, now time.Time) (Run, error)
	// End keeps a run that has ended. Of counts the larger are kept, r's or those
	// that came with batches.
	End(Run) error
	// Open returns the run of job that has not ended, if there is one.
	Open(job string) (Run, bool, error)

	// Upto returns the Seq of the last batch of job.
	Upto(job string) (int, error)
	// Add keeps b, or returns [ErrTooLarge] if it holds more than some hundred
	// kilobytes. A Seq smaller than before means that the job's journal was begun
	// anew. Notifications of b.Run are counted by Add.
	Add(b Batch) error
	Story(job, id string) (Story, bool, error)
	// Note returns what a batch noted under key, nil if nothing.
	Note(job, key string) ([]byte, error)

	// Due returns the notifications that are to be sent at now or before, up to n of each
	// receiver, so that many for one hide none for another: by receiver, urgent ones
	// first, then by due time, then by ID.
	Due(now time.Time, n int) ([]Notification, error)
	// NextDue returns the earliest time after t at which a notification is to be sent; the
	// zero time if none is.
	NextDue(t time.Time) (time.Time, error)
	// Mark keeps what became of notifications.
	Mark(...Notification) error

	AddTransition(Transition) error
	// Prune forgets what job did before t: runs with their events, stories last seen
	// then, notifications made then unless they wait. It returns how many.
	Prune(job string, t time.Time) (int, error)
	Close() error
}
