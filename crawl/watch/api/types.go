package api

import (
	"context"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/find/library"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/watch/holder"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/notify"
)

// State is the state of a job in one word.
type State string

// The states of a job, the worst last.
const (
	Waiting State = "waiting" // for its next time
	Working State = "running"
	Paused  State = "paused"  // by the user
	Ended   State = "ended"   // it is never made again
	Late    State = "late"    // it is due and has not begun
	Held    State = "held"    // fetching is paused: the disk is nearly full
	Failing State = "failing" // its last run failed
	Broken  State = "broken"  // its part of the file, or its ontology, has an error
)

// Daemon is the state of all jobs.
type Daemon struct {
	Now      time.Time `json:"now"`
	Version  string    `json:"version"`
	Since    time.Time `json:"since,omitzero"` // when the daemon started; zero if none runs
	Jobs     []Job     `json:"jobs"`
	Waiting  int       `json:"notifications_waiting"`
	Dead     int       `json:"notifications_dead"`
	Free     int64     `json:"free_bytes"` // on its disk; -1 if unknown
	Notices  []Notice  `json:"notices"`    // what a person should know, newest first
	Control  bool      `json:"control"`    // whether it takes orders
	Search   bool      `json:"search"`
	Finds    bool      `json:"finds"`     // all finds can be listed, read and marked
	JobsFile bool      `json:"jobs_file"` // the file of jobs can be edited, by who may
	Teach    bool      `json:"teach"`     // what marks teach can be studied and used
	Tells    bool      `json:"tells"`     // the events that pages tell of are shown
	Reports  bool      `json:"reports"`   // reports of shifts are made
	// Ontologies says that the ontologies of jobs are shown.
	Ontologies bool `json:"ontologies"`
	// Cluster is how the daemons stand that share the jobs; nil if this one has them alone.
	Cluster *holder.View `json:"cluster,omitempty"`
	// ShowsCluster says that a cluster of machines is shown.
	ShowsCluster bool `json:"shows_cluster"`
}

// Job is the state of one job.
type Job struct {
	Name     string             `json:"name"`
	Topic    string             `json:"topic"`
	Schedule string             `json:"schedule"`
	State    State              `json:"state"`
	Why      string             `json:"why,omitempty"` // reason of a state that a person should know
	Phase    monitor.Transition `json:"phase"`
	Pause    *monitor.Pause     `json:"pause,omitempty"` // by a person; a job can also be paused by its file
	Next     time.Time          `json:"next,omitzero"`
	Last     *monitor.Run       `json:"last,omitempty"` // the last run that ended
	Open     *monitor.Run       `json:"open,omitempty"` // the present run
	Day      Tally              `json:"day"`            // the last 24 hours
}

// Tally counts runs.
type Tally struct {
	Runs    int `json:"runs"`
	New     int `json:"new"`
	Changed int `json:"changed"`
	Gone    int `json:"gone"`
	Gained  int `json:"gained"`
	Lost    int `json:"lost"`
	Stories int `json:"stories"`
	Failed  int `json:"failed"`
}

// Notice is something that a person should know.
type Notice struct {
	At   time.Time `json:"at"`
	Job  string    `json:"job,omitempty"`
	Text string    `json:"text"`
}

// Live is the progress of a job's crawl, or the result of its last one.
type Live struct {
	Alive bool   `json:"alive"`
	State string `json:"state"`
	rundir.Totals
	Budget    int           `json:"budget"`
	Waiting   int           `json:"waiting"`
	PerSecond float64       `json:"pages_per_second"`
	LastURL   string        `json:"last_url,omitempty"`
	Updated   rundir.Time   `json:"updated,omitzero"` // zero: no run has told yet
	Curve     []Point       `json:"curve"`            // of the harvest: relevant pages by pages
	TopHosts  []HostCount   `json:"top_hosts"`
	Failing   []rundir.Host `json:"failing"` // the hosts with most failures
}

// Point is a point of the harvest curve.
type Point struct {
	Pages    int `json:"pages"`
	Relevant int `json:"relevant"`
}

// HostCount counts the pages of a host.
type HostCount struct {
	Host     string `json:"host"`
	Pages    int    `json:"pages"`
	Relevant int    `json:"relevant"`
}

// Graph is the concept graph of a job, each concept with its mentions.
type Graph struct {
	Concepts []Node `json:"concepts"`
	Edges    []Edge `json:"edges"`
}

// Node is a concept.
type Node struct {
	IRI    string  `json:"iri"`
	Zh     string  `json:"zh"`
	En     string  `json:"en"`
	Weight float64 `json:"weight"` // in the topic vector, 0..1
	Depth  int     `json:"depth"`
	Count  int     `json:"count"` // mentions in the span
}

// Edge is a relation between two concepts, by index.
type Edge struct {
	From int    `json:"from"`
	To   int    `json:"to"`
	Kind string `json:"kind"` // "isa" or "includes"; synonyms are one concept
}

// mentions counts mentions of concepts over time.
type mentions struct {
	From  time.Time `json:"from"`
	Hours int       `json:"hours"` // of a bucket
	Lines []line    `json:"lines"` // most mentioned first
}

// line is one concept's mentions, bucket by bucket.
type line struct {
	IRI    string `json:"iri"`
	Name   string `json:"name"`
	Counts []int  `json:"counts"`
	Sum    int    `json:"sum"`
}

// What a search in captured pages returns.
type (
	Hit   = library.Hit
	Part  = library.Part
	Index = library.Index
)

// Source answers questions. Its methods are called concurrently. For an unknown job or
// run, the error wraps [monitor.ErrNotFound].
type Source interface {
	monitor.Reader
	Daemon(ctx context.Context) (Daemon, error)
	Live(ctx context.Context, job string) (Live, error)
	// Graph returns the concepts of job without counts.
	Graph(ctx context.Context, job string) (Graph, error)
}

// Control takes orders.
type Control interface {
	// RunNow requests a run of job and returns its due time.
	RunNow(job string) (time.Time, error)
	// SetPhase holds job in a phase for time d.
	SetPhase(job string, p monitor.Phase, d time.Duration, reason string) error
	// Decide accepts or refuses a site as a source of a job, from its next run on.
	Decide(monitor.Decision) error
	// Pause keeps a job from being due by itself, also after a restart, until Resume. Its
	// present run comes to its end. The pause of a job that is paused already stays.
	Pause(monitor.Pause) error
	Resume(job string) error
	// Stop ends the present run of job. The run is not resumed.
	Stop(job string) error
	// TestAlert sends a test message to the receivers of job, or to the one called receiver
	// of the file, or shows what would be sent.
	TestAlert(ctx context.Context, job, receiver string, send bool) ([]notify.Tested, error)
}

// OrderError is an order that cannot be carried out as things stand.
type OrderError struct{ Err error }

func (e *OrderError) Error() string { return e.Err.Error() }
func (e *OrderError) Unwrap() error { return e.Err }

// Search finds captured pages by their text. Before there is an index its error is
// [library.ErrNoIndex].
type Search interface {
	Index() Index
	Build() error // starts a build in the background
	Search(ctx context.Context, query, job string, n int) ([]Hit, error)
}
