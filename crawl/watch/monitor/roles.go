package monitor

import (
	"context"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Clock tells the time. In a test, a month can pass in a second.
type Clock interface {
	Now() time.Time
	// After returns a channel that gets the time after at least d. stop releases it.
	After(d time.Duration) (c <-chan time.Time, stop func())
}

// Schedule says when a job is due.
type Schedule interface {
	// Next returns the first time strictly after t; the zero time if there is none.
	Next(t time.Time) time.Time
	String() string // as the user wrote it
}

// Assignment is the run that a Crawler is to make.
type Assignment struct {
	Job    *Job
	Run    Run    // as it was claimed
	Dir    string // the job's run folder
	Budget Budget // in the present phase
	// Every is the time until the next run, 0 if unknown. Pages are refreshed no more
	// often.
	Every time.Duration
	// Sink receives all visits of the job's journal, old and new.
	Sink Sink
	// Decided are the sites that a person accepted or refused.
	Decided []NewSource
	// Several says that the job has run folders on several machines, and the one that is due
	// may have been begun in another one. Known are the relevant pages that another one saw
	// last: the job looks at them from here on.
	Several bool
	Known   []string
}

// Result is the result of an Assignment.
type Result struct {
	Outcome  Outcome
	Pages    int    // of the job, at the end
	Relevant int    // of the job, at the end
	Ontology string // hash of the ontology that judged pages last
	Verdicts int    // changed by an edit of the ontology
}

// Sink finds the events in the visits of a run.
type Sink interface {
	crawl.Sink
	// Edited says which version of the ontology judged a visit. It is called before Restore
	// with the known versions, in order, and then at each edit, by the goroutine of the crawl:
	// visits after the given one are judged by a version with that hash.
	Edited(after int, ontology string)
	// Texts gives the sink what is kept of pages, before Restore; without it, pages that are not at hand have no text.
	Texts(of crawl.Keeper)
	// Finish keeps the rest when the crawl has ended, for whatever reason, and returns the run
	// with its counters.
	Finish() (Run, error)
}

// Crawler makes the crawl of a run, or resumes an interrupted one. An error comes from
// the job, the network or the disk; what was recorded before is safe.
type Crawler interface {
	Crawl(ctx context.Context, a Assignment) (Result, error)
}

// Rules decide who is notified of an event. Notifications returns the messages for
// event f of job, which belongs to story s, in phase p. It records the receivers in
// s.Notified, so the caller must keep s in the same batch. The same arguments always
// give the same IDs.
type Rules interface {
	Notifications(job *Job, f *Event, s *Story, now time.Time, p Phase) []Notification
}
