package monitor

import (
	"context"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Clock is the time, so that a month can pass in a test.
type Clock interface {
	Now() time.Time
	// After returns a channel that gets the time once it is at least d later. stop
	// frees what it holds.
	After(d time.Duration) (c <-chan time.Time, stop func())
}

// Schedule says when a job is due.
type Schedule interface {
	// Next returns the first time strictly after t; the zero time if there is none.
	Next(t time.Time) time.Time
	String() string // as it was written
}

// Assignment is what a Crawler is asked to do: the next run of a job.
type Assignment struct {
	Job    *Job
	Run    Run    // as it was claimed
	Dir    string // the job's run folder
	Budget Budget // in the present phase
	// Every is the time until the next run, as far as is known: pages are asked
	// for again no more often than that.
	Every time.Duration
	// Sink hears of all visits of the job's journal, old and new.
	Sink crawl.Sink
}

// Result is what came of an Assignment.
type Result struct {
	Outcome  Outcome
	Pages    int // fetched in this run, those asked for again included
	Relevant int
	Failures int
	Ontology string // hash of what pages were judged by last
	Verdicts int    // changed by an edit of the ontology
}

// Crawler makes the crawl of a run, or goes on with one that was interrupted.
// An error is one of the job, of the network or of the disk; what was recorded
// before is safe.
type Crawler interface {
	Crawl(ctx context.Context, a Assignment) (Result, error)
}

// Rules say who is told of an event. Notifications returns what is to be sent because of
// f, an event of job that belongs to story s, in phase p; often nothing. It notes
// in s.Told who is told, so s is to be kept in the batch that holds the notifications.
// The same calls give notifications with the same IDs, whenever they are made.
type Rules interface {
	Notifications(job *Job, f *Event, s *Story, now time.Time, p Phase) []Notification
}
