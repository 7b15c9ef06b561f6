// Package monitor holds the nouns of a disaster daemon, which crawls topics on a
// schedule and tells people what is new, and the small interfaces by which the
// rooms around it meet. No work is done here.
//
//	job.go    what a user asks for: Job, AlertRule, PhaseRules, Retention
//	run.go    one crawl of a job at one scheduled time: Run
//	news.go   what a run found: Event, Story
//	notification.go what is sent to whom: Notification
//	phase.go  how near the event is: Phase, Transition
//	store.go   what is remembered: Store and its parts
//	roles.go  who does what: Crawler, Clock, Schedule, Rules
//
// A daemon stands on a crawl's own guarantees: each job owns a run folder, whose
// journal says what was fetched. All that the daemon concludes from it (events,
// stories, notifications) is committed together with the place in the journal up to
// which it was concluded, so a kill makes nothing be told twice or not at all.
//
// Reading jobs is left to crawl/monitor/jobfile, time to crawl/monitor/schedule,
// remembering to crawl/monitor/store, conclusions to crawl/monitor/events, telling
// people to crawl/monitor/notify, phases to crawl/monitor/phase, the loop to
// crawl/monitor/scheduler and showing it to crawl/monitor/serve.
package monitor
