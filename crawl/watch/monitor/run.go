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

// The outcomes. Running: not ended, or its process died; the next process resumes it
// under the same number.
const (
	Running     Outcome = "running"
	Done        Outcome = "done"
	TimeUp      Outcome = "time up" // its time was spent; the next run continues
	Failed      Outcome = "failed"
	Interrupted Outcome = "interrupted"
	Skipped     Outcome = "skipped" // it was missed, and the job skips missed runs
	Postponed   Outcome = "paused"  // the disk is nearly full
	Stopped     Outcome = "stopped" // by a person; the next run continues
)

// Run is one crawl of a job. Each scheduled time of a job has at most one run.
type Run struct {
	Job     string    `json:"job"`
	Number  int       `json:"number"` // 1, 2, ... of the job
	Due     time.Time `json:"due"`    // the scheduled time; for a run by hand the time of the request
	Trigger Trigger   `json:"trigger"`
	Missed  int       `json:"missed,omitempty"` // further scheduled times that it stands for

	Started time.Time `json:"started"`
	Ended   time.Time `json:"ended,omitzero"`
	Outcome Outcome   `json:"outcome"`
	Error   string    `json:"error,omitempty"`
	Phase   Phase     `json:"phase"`

	// Pages and Relevant count the pages of the job at the end of the run, as in the
	// summary.json of its folder. All other counts are of the run alone.
	Pages    int `json:"pages"`
	Relevant int `json:"relevant"`
	Requests int `json:"requests,omitempty"` // pages, sitemaps and feeds asked for, whatever came of it
	Failures int `json:"failures"`           // new addresses that brought no page
	// Asked counts the pages asked for, and Answered the ones among them that came or had not
	// changed; sitemaps, feeds that came, and questions are not among them. Seeds are the
	// seeds, feeds and sitemaps of the job that were asked for.
	Asked         int `json:"asked,omitempty"`
	Answered      int `json:"answered,omitempty"`
	Seeds         int `json:"seeds,omitempty"`
	SeedsAnswered int `json:"seeds_answered,omitempty"`
	// Quota names the search sources whose quota was used up, sorted.
	Quota         []string `json:"quota,omitempty"`
	New           int      `json:"new"` // events
	Changed       int      `json:"changed"`
	Gone          int      `json:"gone"`
	Gained        int      `json:"gained,omitempty"`
	Lost          int      `json:"lost,omitempty"`
	Stories       int      `json:"stories"` // begun in this run
	Notifications int      `json:"notifications"`
	FirstSeq      int      `json:"first_seq"` // its first visit in the journal; 0 if there is none
	LastSeq       int      `json:"last_seq"`
	Ontology      string   `json:"ontology,omitempty"` // hash of the ontology that judged it last
	Verdicts      int      `json:"verdicts,omitempty"` // pages gained and lost by an edit of the ontology
	Resumed       int      `json:"resumed,omitempty"`  // how often it was resumed
}
