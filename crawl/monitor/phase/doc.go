// Package phase says how near an event is, for each job: calm, watch, warning,
// impact, recovery.
//
//	watcher.go  Watcher: looks at the reasons, keeps what changed
//	reasons.go  alerts of authorities and rates of mentions, as reasons
//	judge.go    the rules: what raises a phase, what keeps it, how it decays
//
// A phase is raised at once by the strongest reason that holds, stays as long as
// one holds that is as strong, and decays step by step when none does: impact to
// recovery, warning to watch, both to calm, never below the phase in which the job
// begins. What a person sets holds until the person's time is over. Every change is
// a [monitor.Transition] in the job's history, with its reason.
//
// What a phase changes of a job is left to crawl/monitor/scheduler and
// crawl/monitor/notify.
package phase
