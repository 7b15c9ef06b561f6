// Package monitor holds the types of monitoring jobs, which crawl topics on a
// schedule and notify people of what is new, and the small interfaces between the
// packages below it.
//
//	job.go          what a user asks for: Job, AlertRule, PhaseRules, Retention
//	asks.go         what a rule wants the text of a page to say: Asks, Holds
//	run.go          one crawl of a job at one scheduled time: Run
//	event.go        what a run found: Event, Story
//	source.go       sites that no seed names: Search, NewSource, Decision
//	notification.go what is sent to whom: Notification
//	report.go       who is told what a shift brought: ShiftReport
//	phase.go        how near a disaster is: Phase, Transition
//	pause.go        who paused a job, and why: Pause
//	trouble.go      what a person must repair: Trouble
//	store.go        what is remembered: Store and its parts
//	last.go         LastRuns, whatever the clock said
//	roles.go        who does what: Crawler, Clock, Schedule, Rules
//	deprecated.go   JSON keys of release 0.1, which are still read
//	missed.go       Due: which times were missed
//	schedule.go     ParseSchedule, Every: cron lines and @every in a time zone
//
// Monitoring relies on the guarantees of a crawl: each job owns a run folder, whose
// journal says what was fetched. Events, stories and notifications are committed
// together with the place in the journal up to which it was read. So a killed
// process neither repeats nor loses a notification.
//
// The packages: jobfile reads jobs, scheduler decides when they run,
// daemon runs them all, jobcrawl crawls their pages, events finds what is new,
// notify delivers, daemon (with cap) follows phases, store remembers, status, api and
// serve show it.
package monitor
