package monitor

import (
	"slices"
	"strings"
	"time"
)

// TroubleKind says what is wrong.
type TroubleKind string

// The kinds of troubles.
const (
	RunFailed  TroubleKind = "run failed"      // of a job: its last run failed, by its ontology or its settings, say
	SeedsDead  TroubleKind = "no seed answers" // of a job: in its last run
	NoPages    TroubleKind = "no pages"        // of a job: three runs in a row asked for pages, and none answered
	QuotaSpent TroubleKind = "quota"           // of a job: search sources refused its questions
	DiskFull   TroubleKind = "disk"            // fetching is paused
	JobsBroken TroubleKind = "file of jobs"    // it was changed, and cannot be used
)

// Trouble is something that a person must repair.
type Trouble struct {
	Kind  TroubleKind `json:"kind"`
	Job   string      `json:"job,omitempty"` // "": the daemon as a whole
	Text  string      `json:"text,omitempty"`
	Since time.Time   `json:"since"`
	Until time.Time   `json:"until,omitzero"` // when it was over; zero while it lasts
}

// barrenRuns is how many runs in a row without a page are a trouble.
const barrenRuns = 3

// Troubles returns the troubles of a job after the first of runs, its last ones, the newest
// first. Runs that have not ended or were skipped do not count. Since is the end of the run
// in which a trouble was seen.
func Troubles(job string, runs []Run) (all []Trouble) {
	runs = slices.DeleteFunc(slices.Clone(runs), func(r Run) bool {
		return r.Outcome != Done && r.Outcome != TimeUp && r.Outcome != Failed
	})
	if len(runs) == 0 {
		return nil
	}
	last := &runs[0]
	add := func(kind TroubleKind, text string) {
		all = append(all, Trouble{Kind: kind, Job: job, Text: text, Since: last.Ended})
	}
	switch {
	case last.Outcome == Failed:
		add(RunFailed, last.Error)
	case last.Seeds > 0 && last.SeedsAnswered == 0:
		add(SeedsDead, "")
	case barren(runs):
		add(NoPages, "")
	}
	if len(last.Quota) > 0 {
		add(QuotaSpent, strings.Join(last.Quota, ", "))
	}
	return all
}

// barren reports whether the last runs that asked for pages got none. A run that asked for
// none says nothing: a feed without news is no trouble.
func barren(runs []Run) bool {
	n := 0
	for i := range runs {
		r := &runs[i]
		switch {
		case r.Asked == 0 && r.Outcome != Failed:
			continue
		case r.Answered > 0:
			return false
		}
		if n++; n == barrenRuns {
			return true
		}
	}
	return false
}
