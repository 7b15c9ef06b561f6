// Package phase evaluates how near a disaster is, for each job: calm, watch, warning,
// impact, recovery.
//
//	watcher.go  Watcher: evaluates the reasons and keeps transitions
//	reasons.go  reasons: CAP alerts, and rates of mentions
//	judge.go    the rules: what raises a phase, what keeps it, how it decays
//
// The strongest reason raises a phase at once. The phase stays while a reason holds that
// is as strong. Without one it decays step by step: impact to recovery, warning to
// watch, both to calm, but never below the initial phase of the job. A phase that a
// person sets holds for the time that the person gave. Every change is a
// [monitor.Transition] with its reason.
//
// The packages scheduler and notify apply what a phase changes in a job.
package phase
