package monitor

import "time"

// Job is a topic that is crawled on a schedule.
type Job struct {
	Name string // letters, digits, - and _, unique in its file; names its folder
	File string // where it is written, for messages
	Line int

	// Settings are those of an ordinary crawl, by the names of its flags, values
	// checked: topic, ontology, keywords, strategy, phi, same-site, include, ...
	Settings map[string]any
	Seeds    []string // absolute URLs
	Feeds    []string // RSS, Atom or JSON Feed; asked for in every run
	Sitemaps []string

	Schedule Schedule
	Missed   Missed
	Budget   Budget

	Phases     PhaseRules
	AlertRules []AlertRule
	Retention  Retention
	Paused     bool // never due by itself
}

// Budget bounds one run.
type Budget struct {
	Pages int           // new pages; pages asked for again are not counted
	Time  time.Duration // 0: no bound
}

// Missed says what becomes of runs whose time passed while nobody ran them.
type Missed uint8

// The ways with missed runs.
const (
	MergeMissed Missed = iota // one run stands for all of them
	RunMissed                 // each is made, oldest first
	SkipMissed                // none; the next is made at its time
)

// AlertRule is a rule: what is told, to whom, when.
type AlertRule struct {
	Name     string // unique in the job
	Receiver Receiver
	Line     int // in the job's file

	// A event is told if all that is given holds.
	MinRelevance float64
	Concepts     []string // IRIs: at least one of them is mentioned; empty: any
	Languages    []string // BCP 47, by prefix: "zh" is also zh-Hant
	Hosts        []string // and those below them
	Kinds        []Kind   // empty: new, and changed if a concept appeared
	Phases       []Phase  // empty: any

	Urgent bool          // at once, also in quiet hours
	Digest time.Duration // >0: gathered, and told at most once in that time
	Quiet  []Quiet       // nothing is sent then; what waited is sent as one digest
}

// Quiet is a span of the day in a zone; From may be after To, over midnight.
type Quiet struct {
	From, To time.Duration // since midnight by the clock on the wall
	Zone     *time.Location
}

// Receiver is an address to which notifications are delivered.
type Receiver struct {
	Name   string // unique in its file
	Kind   string // name of its channel
	Config any    // the settings of the channel, which crawl/monitor/notify knows
}

// Retention bounds what a job leaves on disk. The zero value keeps all.
type Retention struct {
	Age  time.Duration
	Size int64 // bytes
}

// PhaseRules say what raises a phase and what each phase sets.
type PhaseRules struct {
	CAP     []string // folders, or URLs of CAP alerts or Atom feeds of them
	Areas   []string // names or geocodes; an alert must name one; empty: any
	Events  []string // words, one of which an alert's event, headline or category must have; empty: any
	Rates   []Rate
	Set     map[Phase]Setting
	Decay   map[Phase]time.Duration // how long without a new reason until the next lower phase
	Initial Phase
}

// Rate raises a phase when a concept is mentioned more than usual.
type Rate struct {
	Concept string // IRI
	Factor  float64
	Window  time.Duration // counted here,
	Base    time.Duration // against the mean of this
	Min     int           // mentions in the window, at least
	Phase   Phase
}

// Setting is what a phase changes of a job; zero fields change nothing.
type Setting struct {
	Every  time.Duration // instead of the schedule
	Budget Budget
	Urgent []string // names of AlertRule rules that tell at once
}
