package monitor

import (
	"errors"
	"time"
)

// ErrNotFound is wrapped by the error for a job or a run that is not known.
var ErrNotFound = errors.New("there is no such job or run")

// ErrClaimed is returned for a run that was made, or is being made, already.
var ErrClaimed = errors.New("monitor: this run was made already")

// ErrTooLarge is returned for a batch that must be split.
var ErrTooLarge = errors.New("monitor: the batch is too large")

// ErrLocked is returned if another process holds the Store.
var ErrLocked = errors.New("monitor: another process holds the store")

// Reader answers questions about jobs. The store implements it, and a client of a
// daemon in another process.
//
// A list of n entries, newest first, also holds all later entries with the time of
// the n-th. So the next page, which ends before that time, omits nothing. A zero
// time t means all.
type Reader interface {
	// Runs returns up to n runs of job ("": of all) that were due before t, newest
	// first.
	Runs(job string, t time.Time, n int) ([]Run, error)
	// Run returns a run, or [ErrNotFound].
	Run(job string, number int) (Run, error)
	// Events returns the events of a run, in the order of the journal.
	Events(job string, run int) ([]Event, error)
	// Stories returns up to n stories of job ("": of all) last seen before t, newest
	// first.
	Stories(job string, t time.Time, n int) ([]Story, error)
	// Notifications returns up to n notifications of job ("": of all) created before
	// t, newest first; only those that wait, if waiting is true.
	Notifications(job string, t time.Time, n int, waiting bool) ([]Notification, error)
	// Transitions returns the changes of a job's phase, newest first. The first one
	// is in force.
	Transitions(job string, n int) ([]Transition, error)
	// Mentions counts, for each concept (IRI), the events captured in [from, to) that
	// mention it for the first time on their page, in buckets of an hour. Job ""
	// stands for all.
	Mentions(job string, from, to time.Time) (map[string][]int, error)
	// Sources returns the new sources of job ("": of all) in a state ("": in any), the
	// last found first, and those that a person decided about before they were found.
	Sources(job string, state SourceState) ([]NewSource, error)
}

// Batch holds what a Sink concluded from a part of the journal. A Store keeps all of it
// or nothing.
type Batch struct {
	Job           string
	Seq           int // the last visit that it covers
	Run           Run // its present state
	Events        []Event
	Stories       []Story        // new or updated
	Notifications []Notification // one whose ID is known is dropped
	// Sources are new, or have better pages. What a person decided stays.
	Sources []NewSource
	// Notes are other data of the Sink, under keys of its own. An empty value deletes.
	Notes map[string][]byte
}

// Claims makes and ends runs, and keeps what people and phases decide about jobs.
type Claims interface {
	// Claim begins the run of job that is due at due.
	//
	//   - If an older run of job has not ended, Claim returns that run, with Resumed
	//     one larger.
	//   - If the run of due, or a later scheduled run, was made, it returns
	//     [ErrClaimed]. Runs due after now do not count: the clock was ahead then.
	//   - A run by hand is refused only for the time of the last run by hand.
	//
	// The caller must hold the lock of the job's run folder. Otherwise it takes over
	// a run that another process is making.
	Claim(job string, due time.Time, by Trigger, now time.Time) (Run, error)
	// End keeps a run that has ended. Each counter becomes the larger of r's and the
	// batches' sum.
	End(r Run) error
	// Open returns the run of job that has not ended, if there is one.
	Open(job string) (Run, bool, error)
	AddTransition(Transition) error
	// Decide keeps what a person decided about a site, found or not.
	Decide(Decision) error
	// Prune deletes the history of job before t: runs with their events, stories last
	// seen then, and notifications created then that do not wait. Sources stay. It returns how many
	// entries it deleted.
	Prune(job string, t time.Time) (int, error)
	Close() error
}

// Findings keeps what is concluded from journals.
type Findings interface {
	// Upto returns the Seq of the last batch of job.
	Upto(job string) (int, error)
	// Add keeps b and counts its notifications in the run. It returns [ErrTooLarge]
	// if b holds more than some hundred kilobytes. A Seq smaller than before means
	// that the job's journal was begun anew.
	Add(b Batch) error
	Story(job, id string) (Story, bool, error)
	// Note returns what a batch noted under key, nil if nothing.
	Note(job, key string) ([]byte, error)
	// Notes returns what batches noted under keys that begin with prefix, by key.
	Notes(job, prefix string) (map[string][]byte, error)
}

// Outbox has the notifications that are delivered.
type Outbox interface {
	// Due returns the notifications that are to be sent at now or before, up to n
	// for each receiver, so that one receiver's do not hide another's. They are in
	// order of receiver; then urgent ones first; then by due time and ID. What a clock
	// that was ahead by days has put off comes last: notifications made after now, or
	// tried, that are due much later.
	Due(now time.Time, n int) ([]Notification, error)
	// NextDue returns the earliest time after t at which a notification is to be
	// sent; the zero time if there is none.
	NextDue(t time.Time) (time.Time, error)
	// Mark keeps what became of notifications.
	Mark(...Notification) error
}

// Store remembers runs, events, stories, notifications and phases. One value is behind all of
// its roles. Its methods may be called concurrently. When a method that writes returns nil, its
// data is durable.
type Store struct {
	Reader
	Claims
	Findings
	Outbox
}
