package monitor

import "time"

// Job is a topic that is crawled on a schedule.
type Job struct {
	Name string // letters, digits, - and _; unique in its file; the name of its folder
	File string // the file of the job, for messages
	Line int
	// Folder is the folder of all jobs of the file.
	Folder string

	// Settings are settings of a crawl, by the names of its flags: topic, ontology,
	// strategy, phi, include, ... Their values were checked.
	Settings map[string]any
	Seeds    []string // absolute URLs
	Feeds    []string // RSS, Atom or JSON Feed; fetched in every run
	Sitemaps []string

	// Lang is the language of alerts and of the names of concepts in them, "zh" or "en";
	// "": the language of the process. Zone is the zone of times in them; nil: the
	// machine's.
	Lang string
	Zone *time.Location

	Schedule Schedule
	Missed   Missed
	Budget   Budget
	Search   Search

	Phases     PhaseRules
	AlertRules []AlertRule
	Retention  Retention
	EventGraph EventGraph
	Report     ShiftReport
	Paused     bool // never due by itself
}

// Budget bounds one run.
type Budget struct {
	Pages    int           // new pages; refreshed pages do not count
	Time     time.Duration // 0: no bound
	Requests int           // of all kinds, failures included; 0: no bound
}

// EventGraph says whether the event graph of a job is kept up to date after each run.
type EventGraph struct {
	On    bool
	Pages int // it is made from: the relevant ones that were fetched last
	// Hazards is a file with further kinds of events; "" is none ([extract.ReadHazards]).
	Hazards string
}

// Missed says what happens to runs that no process made at their time.
type Missed uint8

// The choices for missed runs.
const (
	MergeMissed Missed = iota // one run stands for all of them
	RunMissed                 // each is made, oldest first
	SkipMissed                // none; the next is made at its time
)

// AlertRule says which events a receiver is notified of, and when.
type AlertRule struct {
	Name     string // unique in the job
	Receiver Receiver
	Line     int // in the job's file

	// An event matches if all of the following hold.
	MinRelevance float64
	Concepts     []string // IRIs, one of which is mentioned; empty: any
	Languages    []string // BCP 47, by prefix: "zh" matches zh-Hant
	Hosts        []string // and their subdomains
	Kinds        []Kind   // empty: new, and changed if a concept appeared
	Phases       []Phase  // empty: any
	Asks         Asks     // of the page's text

	Urgent bool          // sent at once, also in quiet hours
	Digest time.Duration // >0: collected, and sent at most once in that time
	Quiet  []Quiet       // nothing is sent then; what waited is sent as one digest
}

// Quiet is a span of the day in a zone. From may be after To: it spans midnight.
type Quiet struct {
	From, To time.Duration // since midnight, by the wall clock
	Zone     *time.Location
}

// Receiver is an address to which notifications are delivered.
type Receiver struct {
	Name   string // unique in its file
	Kind   string // name of its channel
	Config any    // the settings of the channel: a notify.Config
}

// Retention bounds what a job keeps on disk. The zero value keeps all.
type Retention struct {
	Age  time.Duration
	Size int64 // bytes
}

// PhaseRules say what raises a phase and what each phase changes.
type PhaseRules struct {
	CAP     []string // folders, or URLs of CAP alerts or of feeds of them
	Areas   []string // names or geocodes, one of which an alert must name; empty: any
	Events  []string // words, one of which an alert's event, headline or category must contain; empty: any
	Rates   []Rate
	Set     map[Phase]Setting
	Decay   map[Phase]time.Duration // time without a new reason until the next lower phase
	Initial Phase
}

// Rate raises a phase when a concept is mentioned more often than usual.
type Rate struct {
	Concept string // IRI
	Factor  float64
	Window  time.Duration // mentions are counted here
	Base    time.Duration // and compared with the mean of this
	Min     int           // fewer mentions in the window do not count
	Phase   Phase
}

// Setting holds what a phase changes in a job; zero fields change nothing.
type Setting struct {
	Every  time.Duration // instead of the schedule
	Budget Budget
	Urgent []string // names of rules that become urgent
}
