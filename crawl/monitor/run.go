package monitor

import "time"

// Trigger says why a run was made.
type Trigger string

// The triggers.
const (
	Scheduled Trigger = "schedule"
	CaughtUp  Trigger = "missed"
	ByHand    Trigger = "hand"
)

// Outcome says how a run ended.
type Outcome string

// The outcomes. Running is that of a run that has not ended, or whose process
// died: it is gone on with, under the same number.
const (
	Running     Outcome = "running"
	Done        Outcome = "done"
	TimeUp      Outcome = "time up" // its minutes were spent; the next run goes on
	Failed      Outcome = "failed"
	Interrupted Outcome = "interrupted"
	Skipped     Outcome = "skipped" // it was missed, and the job says to skip
	Postponed   Outcome = "paused"  // the disk is nearly full
)

// Run is one crawl of a job. A job and a scheduled time have one run at most.
type Run struct {
	Job     string    `json:"job"`
	Number  int       `json:"number"` // 1, 2, ... of the job
	Due     time.Time `json:"due"`    // the scheduled time; of a run by hand when it was asked for
	Trigger Trigger   `json:"trigger"`
	Missed  int       `json:"missed,omitempty"` // scheduled times that it stands for besides its own

	Started time.Time `json:"started"`
	Ended   time.Time `json:"ended,omitzero"`
	Outcome Outcome   `json:"outcome"`
	Error   string    `json:"error,omitempty"`
	Phase   Phase     `json:"phase"`

	Pages         int    `json:"pages"`    // fetched, those asked for again included
	Relevant      int    `json:"relevant"` // of them
	Failures      int    `json:"failures"`
	New           int    `json:"new"` // relevant pages
	Changed       int    `json:"changed"`
	Gone          int    `json:"gone"`
	Stories       int    `json:"stories"` // begun in this run
	Notifications int    `json:"notifications"`
	FirstSeq      int    `json:"first_seq"` // of its visits in the journal; 0 if there is none
	LastSeq       int    `json:"last_seq"`
	Ontology      string `json:"ontology,omitempty"` // hash of what it was judged by last
	Verdicts      int    `json:"verdicts,omitempty"` // changed by an edit of the ontology meanwhile
	Resumed       int    `json:"resumed,omitempty"`  // how often a process died in it
}
